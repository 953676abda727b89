//! How games end.

use atlas::Side;
use rules::brigade::Battle;

use crate::rows::{GameRow, Level};
use crate::summary::Ending;

/// What the ending of a game is called.
pub fn level_name(battle: &Battle, row: &GameRow) -> String {
    let index = match row.level {
        Level::Place(place) => usize::from(place),
        Level::Word(_) => usize::MAX,
    };
    battle.facts.levels.get(index).map_or(String::new(), |level| without_side(&level.name))
}

/// Every way a game can end, the Union's best first.
pub fn endings(battle: &Battle) -> Vec<Ending> {
    let levels = battle.facts.levels.iter();
    let ending = |level: &rules::brigade::facts::Level| Ending {
        winner: level.winner,
        name: without_side(&level.name),
        games: 0,
    };
    levels.map(ending).collect()
}

/// A level without the side, which is told beside it: `decisive` of `Union decisive`.
fn without_side(name: &str) -> String {
    let of = |side: Side| name.strip_prefix(&format!("{side} "));
    let level = Side::BOTH.into_iter().find_map(of);
    level.map_or_else(|| name.to_lowercase(), str::to_owned)
}
