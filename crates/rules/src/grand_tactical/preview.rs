//! What a plot would do if it were carried out now: the door's odds.

use serde_json::Value;

use super::action::Action;
use super::battle::Battle;
use super::json::peril_to_json;
use super::state::State;
use super::{odds, perils};

/// The odds of an action as JSON; `None` if this kind has none, or nobody is seen there.
pub fn odds_json(battle: &Battle, seen: &State, action: &Action) -> Option<Value> {
    match *action {
        Action::PlotFire { unit, square: Some(square) } => {
            Some(odds::fire(battle, seen, unit, square)?.to_json(battle))
        }
        Action::PlotMelee { unit, on: true } => {
            Some(odds::melee(battle, seen, unit)?.to_json(battle))
        }
        _ => None,
    }
}

/// What a fire plot may do to each unit of its target: losses, disruption, rout, leaders.
pub fn perils_json(battle: &Battle, seen: &State, action: &Action) -> Option<Value> {
    let Action::PlotFire { unit, square: Some(square) } = *action else { return None };
    let perils = perils::of_fire(battle, seen, unit, square)?;
    Some(perils.iter().map(|peril| peril_to_json(battle, peril)).collect())
}
