//! Advance after combat [BG 7.75, 7.76].

use field::Cell;

use super::battle::Battle;
use super::ids::{UnitId, UnitSet};
use super::refusal::Refusal;
use super::state::State;

/// Whether a unit that took part has an advance to decide about: it survives, is not immobile [BG-A 19.0,
/// BG-C 16.11], and if it is ineffective one of the vacated hexes is open to it [BG 11.2].
pub fn is_concerned(battle: &Battle, state: &State, unit: UnitId, vacated: &[Cell]) -> bool {
    let open = |&to: &Cell| why_not(battle, state, unit, to).is_none();
    state.cell(unit).is_some()
        && !battle.unit(unit).immobile
        && (!state.flags(unit).ineffective() || vacated.iter().any(open))
}

/// [BG 7.76] Every advance that may be made: one unit, one hex.
pub fn options(
    battle: &Battle,
    state: &State,
    units: UnitSet,
    vacated: &[Cell],
) -> Vec<(UnitId, Cell)> {
    let mut found = Vec::new();
    for unit in units.iter() {
        for &to in vacated {
            if why_not(battle, state, unit, to).is_none() {
                found.push((unit, to));
            }
        }
    }
    found
}

/// [BG 7.75] Why a unit may not advance one hex into a vacated one; `None` if it may. Enemy control does not
/// keep it out, unless it is ineffective [BG 11.2].
pub fn why_not(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Option<Refusal> {
    let side = battle.unit(unit).side;
    let Some(from) = state.cell(unit) else { return Some(Refusal::NotOnMap(unit)) };
    if battle.unit(unit).immobile {
        Some(Refusal::ImmobileAdvance(unit))
    } else if !battle.ground.are_adjacent(from, to) {
        Some(Refusal::AdvancesTooFar { unit, to })
    } else if state.full(side).contains(to) {
        Some(Refusal::NoRoom { unit, to })
    } else if state.flags(unit).ineffective() && state.controlled_by(side.other()).contains(to) {
        Some(Refusal::IneffectiveIntoControl { unit, to })
    } else {
        None
    }
}
