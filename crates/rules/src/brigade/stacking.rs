//! Stacking [BR 5.0]: who may stop together in a hex.
//!
//! Passing through friends is free; what is asked here is asked wherever a unit stops [BR 5.0?].

use field::Cell;

use super::battle::Battle;
use super::state::State;
use crate::ids::{UnitId, UnitSet};

/// [BR 5.0] Whether units of one side may be together in a hex: one infantry or cavalry unit and
/// one of artillery, or two of artillery, or any one of them.
pub fn may_share(battle: &Battle, units: UnitSet) -> bool {
    units.len() <= 2 && units.without(battle.guns()).len() <= 1
}

/// Whether there is room for a unit of this side in a hex, whether it is there already or not.
pub fn has_room(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> bool {
    let there = state.of_side_at(battle, battle.unit(unit).side, cell);
    may_share(battle, there.union(UnitSet::one(unit)))
}

/// The units of the unit's own side in a hex whose removal alone would make room for it.
pub fn in_the_way(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> UnitSet {
    let there = state.of_side_at(battle, battle.unit(unit).side, cell);
    let together = there.union(UnitSet::one(unit));
    let cures =
        |&other: &UnitId| other != unit && may_share(battle, together.without(UnitSet::one(other)));
    there.iter().filter(cures).collect()
}
