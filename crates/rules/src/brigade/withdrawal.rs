//! Withdrawal [BR 6.0], an optional rule: cavalry and guns fall back before infantry that comes
//! next to them.

use atlas::battle::Arm;
use field::{Cell, CellSet};

use super::battle::Battle;
use super::refusal::Bar;
use super::stacking::has_room;
use super::state::State;
use crate::ids::{UnitId, UnitSet};

/// [BR 6.0?] The units that infantry in a hex disturbs: cavalry and guns of the other player next
/// to it, over water too. What they have done in this turn does not matter.
pub fn disturbed(battle: &Battle, state: &State, mover: UnitId, cell: Cell) -> UnitSet {
    let enemy = battle.unit(mover).side.other();
    let horse_or_guns = battle.of_side(enemy).without(battle.of_arm(Arm::Infantry));
    let near = battle.ground.around(cell).within(state.occupied(enemy));
    let there = near.iter().map(|hex| state.units_at(hex));
    there.fold(UnitSet::EMPTY, UnitSet::union).intersection(horse_or_guns)
}

/// Those of some units that come after all who cannot withdraw: each is asked when its turn comes,
/// in the order of designations, and whether it has a way is judged then.
pub fn still_asked(battle: &Battle, state: &State, mut units: UnitSet) -> UnitSet {
    while let Some(first) = units.first() {
        if !ends(battle, state, first).is_empty() {
            break;
        }
        units.remove(first);
    }
    units
}

/// Every hex where a unit may end its withdrawal.
pub fn ends(battle: &Battle, state: &State, unit: UnitId) -> CellSet {
    let (ways, start) = (ways(battle, state, unit), state.cell(unit));
    let open = |&cell: &Cell| Some(cell) != start && has_room(battle, state, unit, cell);
    ways.iter().filter(open).collect()
}

/// The hexes that a unit gets to in one or two steps, room aside: over ground that it may enter,
/// never into an enemy or an enemy zone of control; points do not count.
fn ways(battle: &Battle, state: &State, unit: UnitId) -> CellSet {
    let Some(start) = state.cell(unit) else { return CellSet::EMPTY };
    let gait = battle.unit(unit).gait;
    let enemy = battle.unit(unit).side.other();
    let mut found = CellSet::EMPTY;
    let step_from = |from: Cell, found: &mut CellSet| {
        for (way, next) in battle.grid().neighbours(from) {
            let open = battle.ground.step(gait, from, way, state.ford).is_some()
                && !state.occupied(enemy).contains(next)
                && !state.controls(battle, enemy, next);
            if open {
                found.insert(next);
            }
        }
    };
    step_from(start, &mut found);
    let first = found;
    first.iter().for_each(|cell| step_from(cell, &mut found));
    found
}

/// Why a unit may not withdraw to a hex; `None` if it may.
pub fn why_not(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Option<Bar> {
    let from = state.cell(unit)?;
    if from == to || battle.grid().distance(from, to) > 2 {
        Some(Bar::Distance)
    } else if !ways(battle, state, unit).contains(to) {
        Some(Bar::Way)
    } else {
        (!has_room(battle, state, unit, to)).then_some(Bar::Room)
    }
}
