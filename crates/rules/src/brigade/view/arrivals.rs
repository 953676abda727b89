//! Units that have yet to come.

use serde_json::{Value, json};

use super::{hexes, ids};
use crate::brigade::battle::UnitStart;
use crate::brigade::prepared::{Coming, Prepared};
use crate::brigade::state::{Hill, Place, State};
use crate::ids::UnitSet;
use crate::words::either;

/// Every group with units that still wait off the map.
pub fn waiting(table: &Prepared, state: &State) -> Vec<Value> {
    table.groups.iter().filter_map(|group| describe(table, state, group)).collect()
}

fn describe(table: &Prepared, state: &State, group: &Coming) -> Option<Value> {
    let battle = &table.battle;
    let in_reserve = |unit: &_| state.place(*unit) == Place::Reserve;
    let units: UnitSet = group.units.iter().copied().filter(in_reserve).collect();
    let first = units.first()?;
    let (turn, cells, due, words) = match &battle.unit(first).start {
        UnitStart::At(_) => return None,
        UnitStart::Arrives { turn, cells } => {
            let at = either(&hexes(battle, cells.iter().copied()));
            let due = state.turn >= *turn;
            let words = match due {
                true => format!("May come on in a movement phase, at {at}."),
                false => format!("May come on from turn {turn} on, at {at}."),
            };
            (*turn, cells.clone(), due, words)
        }
        UnitStart::Hill => {
            let hill = battle.hill()?;
            let (from, least) = (hill.from_turn, hill.least);
            let at = super::hex(battle, hill.cell);
            let words = match state.hill {
                Hill::Due => {
                    format!("Comes at the next start of a turn at which no enemy is in {at}.")
                }
                _ => format!(
                    "From turn {from} on a die is thrown as each turn begins: on {least} or more it comes, at {at}."
                ),
            };
            (from, vec![hill.cell], state.hill == Hill::Due, words)
        }
    };
    Some(json!({
        "group": group.id,
        "title": group.id,
        "side": battle.unit(first).side.word(),
        "turn": turn,
        "hexes": hexes(battle, cells),
        "units": ids(battle, units),
        "due": due,
        "words": words,
    }))
}
