//! How games end.

use atlas::Side;
use rules::blue_gray::Battle;
use rules::blue_gray::facts::Measure;

use crate::rows::{GameRow, Level};
use crate::summary::Ending;

/// What the ending of a game is called.
pub fn level_name(battle: &Battle, row: &GameRow) -> String {
    let index = match row.level {
        Level::Place(place) => usize::from(place),
        Level::Word(_) => usize::MAX,
    };
    match &battle.facts.victory.measure {
        _ if row.early => "early victory".to_owned(),
        Measure::Higher if row.winner.is_none() => "draw".to_owned(),
        Measure::Higher => "victory".to_owned(),
        Measure::Difference(levels) => {
            levels.get(index).map_or(String::new(), |level| level.level.clone())
        }
        Measure::Ratio(levels) => {
            levels.get(index).map_or(String::new(), |level| level.level.clone())
        }
    }
}

/// Every way a game can end, the Union's best first.
pub fn endings(battle: &Battle) -> Vec<Ending> {
    let ending = |winner, name: &str| Ending { winner, name: name.to_owned(), games: 0 };
    let victory = &battle.facts.victory;
    let mut endings: Vec<Ending> = match &victory.measure {
        Measure::Higher => vec![
            ending(Some(Side::Union), "victory"),
            ending(None, "draw"),
            ending(Some(Side::Confederate), "victory"),
        ],
        Measure::Difference(levels) => {
            levels.iter().map(|level| ending(level.winner, &level.level)).collect()
        }
        Measure::Ratio(levels) => {
            levels.iter().map(|level| ending(level.winner, &level.level)).collect()
        }
    };
    if let Some(early) = &victory.early {
        let own = ending(Some(early.side), "early victory");
        match early.side {
            Side::Union => endings.insert(0, own),
            Side::Confederate => endings.push(own),
        }
    }
    endings
}
