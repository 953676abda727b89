//! The units of a state: where they are and what they have done or suffered.

use serde_json::{Value, json};

use super::words::{hex, id};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::state::{Place, State};

/// Every unit of the roster.
pub fn all(battle: &Battle, state: &State) -> Vec<Value> {
    let unit = |unit| {
        json!({
            "id": id(battle, unit),
            "place": place_word(state.place(unit)),
            "hex": state.cell(unit).map(|cell| hex(battle, cell)),
        })
    };
    battle.roster().map(unit).collect()
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::On(_) => "map",
        Place::Reserve => "reserve",
        Place::Eliminated => "eliminated",
        Place::Exited => "exited",
        Place::Absent => "absent",
    }
}
