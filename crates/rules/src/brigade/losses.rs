//! Who loses a step in a combat [BR 11.0].

use super::battle::Battle;
use super::refusal::Refusal;
use super::state::State;
use crate::ids::{UnitId, UnitSet};

/// [BR 11.0] Of the units of one side in a combat, those of which one loses a step: infantry and
/// cavalry before artillery.
pub fn candidates(battle: &Battle, state: &State, units: UnitSet) -> UnitSet {
    let alive = units.intersection(state.board.places.on_map());
    let foot_and_horse = alive.without(battle.guns());
    if foot_and_horse.is_empty() { alive } else { foot_and_horse }
}

/// Why a unit does not lose the step, given that it is none of those who may.
pub fn why_not(battle: &Battle, unit: UnitId, involved: UnitSet) -> Option<Refusal> {
    let spared = involved.contains(unit) && battle.guns().contains(unit);
    spared.then_some(Refusal::GunsLoseLast(unit))
}
