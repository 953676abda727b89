//! The door: actions, events and positions as JSON, exactly as `docs/systems/grand-tactical.md` has
//! them.

mod action;
mod event;
mod leaders;
mod odds;
mod position;
mod read;
mod units;

pub use action::{action_to_json, canonical, cost, listed_to_json, read_action};
pub use event::{event_to_json, losses_to_json};
pub use leaders::leader_to_json;
pub use odds::{NOT_OF_A_PLOT, peril_to_json, row_names};
pub use position::{due, fords, key, read_position, released, write_position};

use super::battle::Battle;
use field::Cell;
use serde_json::{Value, json};

/// A square, or nothing.
fn square(battle: &Battle, cell: Option<Cell>) -> Value {
    cell.map_or(Value::Null, |cell| json!(battle.name(cell)))
}

/// The number of a direction, 1 (north) to 8 (north-west).
pub fn direction_number(direction: field::Direction) -> usize {
    direction.index() + 1
}
