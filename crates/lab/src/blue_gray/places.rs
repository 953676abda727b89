//! Who held the hexes that count.

use atlas::Side;
use atlas::map::Map;
use field::Cell;

use super::Set;
use crate::report::shares::{Row, by_turn, contested};
use crate::report::{figure, panels, some_ended_early};

/// Who held the hexes that count.
pub fn section(map: &Map, sets: &[Set<'_>]) -> String {
    if sets.iter().all(|set| set.digest.watched.is_empty()) {
        return String::new();
    }
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &held(map, set))).collect();
    let games = if some_ended_early(sets.iter().map(|set| &**set)) {
        "games that lasted so long"
    } else {
        "games"
    };
    let words = format!(
        "Who held them at the end of each turn: the share of {games}, in per cent, in which the \
         Confederates did, coloured for the side that did more often."
    );
    panels("The hexes that count", &words, &figures, "")
}

/// A row a hex, a column a turn.
fn held(map: &Map, set: &Set<'_>) -> String {
    let row = |(index, &cell): (usize, &Cell)| {
        let number = set.system.battle.grid().name(cell);
        let place = map.objectives.get(&cell).map_or("", |objective| &objective.name);
        let name = format!("{number} {place}").trim_end().to_owned();
        let turns = set.summary.turns.iter().zip(&set.digest.turns);
        let share = |held: u32, games: usize| (games > 0).then(|| f64::from(held) / games as f64);
        let shares = turns.map(|(common, turn)| share(turn.held[index], common.reached));
        (name, shares.collect())
    };
    let rows: Vec<Row> = set.digest.watched.iter().enumerate().map(row).collect();
    by_turn("Hex", &rows, contested(Side::Confederate))
}
