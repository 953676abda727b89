//! Choices made by standing orders.

use serde_json::Value;

use crate::blue_gray::battle::Battle;
use crate::blue_gray::state::State;
use crate::game::{RetreatOrder, StandingOrders};

/// Whether standing orders make sense on this map.
pub fn check_orders(battle: &Battle, orders: &StandingOrders) -> Result<(), String> {
    match &orders.retreat {
        RetreatOrder::Towards(name) if battle.grid().cell(name).is_none() => {
            let name: String = name.chars().take(20).collect();
            Err(format!("retreat towards {name:?}; expected the number of a hex of the map"))
        }
        _ => Ok(()),
    }
}

/// An action for the decider, if his standing orders cover this decision.
pub fn standing(_: &Battle, _: &State, _: &StandingOrders) -> Option<Value> {
    None
}
