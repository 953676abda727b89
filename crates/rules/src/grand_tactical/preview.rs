//! What a plot would do if it were carried out now: the door's odds.

use serde_json::Value;

use super::action::Action;
use super::battle::Battle;
use super::odds;
use super::state::State;

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
