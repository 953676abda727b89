//! Positions, actions, events and odds as JSON: one door for people, tests and other programs.
//!
//! The shapes are documented in `docs/systems/brigade.md`. Whatever is written here is read back as
//! the same value; whatever is read is either understood completely or refused with everything that
//! is wrong.

mod action;
mod event;
mod moment;
mod odds;
mod pending;
mod pending_check;
mod position;
mod units;

pub use action::{action_to_json, listed_to_json, read_action};
pub use event::event_to_json;
pub use odds::odds_to_json;
pub use position::Position;

use atlas::fault::Report;
use field::{Cell, CellSet};
use serde_json::Value;

use super::battle::Battle;
use crate::ids::{UnitId, UnitSet};
use crate::json::{cell, each};

/// The number of a hex.
pub(super) fn hex(battle: &Battle, cell: Cell) -> String {
    battle.grid().name(cell).to_string()
}

/// The numbers of hexes.
pub(super) fn hexes(battle: &Battle, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| hex(battle, cell)).collect()
}

/// The designation of a unit.
pub(super) fn id(battle: &Battle, unit: UnitId) -> &str {
    &battle.unit(unit).id
}

/// The designations of units.
pub(super) fn ids(battle: &Battle, units: UnitSet) -> Vec<&str> {
    units.iter().map(|unit| id(battle, unit)).collect()
}

/// Reads any number of hexes, each named once.
fn read_hexes(report: &mut Report, place: &str, value: &Value, battle: &Battle) -> Option<CellSet> {
    let cells = each(report, place, value, |r, p, v| cell(r, p, v, battle))?;
    let mut found = CellSet::EMPTY;
    for cell in cells {
        if !found.insert(cell) {
            report.fault(place, format!("{} is named twice", hex(battle, cell)));
            return None;
        }
    }
    Some(found)
}
