//! Advance after an assault [BR 12.0].

use field::Cell;

use super::action::Assault;
use super::battle::Battle;
use super::refusal::Refusal;
use super::state::State;
use crate::ids::{Around, UnitId, UnitSet};

/// The defending hexes that nobody defends any more.
pub fn vacated(state: &State, assault: &Assault) -> Around {
    let held = state.occupied(state.side.other());
    let left = assault.defenders.iter().copied().filter(|&hex| !held.contains(hex));
    Around::of(left).unwrap_or(Around::EMPTY)
}

/// [BR 12.0?] Whether a unit may go into a hex: next to it, over ground that it may enter. Points
/// and zones of control do not count.
pub fn may_enter(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> bool {
    let gait = battle.unit(unit).gait;
    let enters = |from: Cell| {
        let way = battle.grid().direction(from, to)?;
        battle.ground.step(gait, from, way, state.ford)
    };
    state.cell(unit).and_then(enters).is_some()
}

/// The attackers that may advance into one of the hexes that were vacated.
pub fn candidates(battle: &Battle, state: &State, assault: &Assault) -> UnitSet {
    let open = vacated(state, assault);
    let may = |&unit: &UnitId| open.iter().any(|&to| may_enter(battle, state, unit, to));
    assault.attackers.iter().filter(may).collect()
}

/// Whether an attacker may advance into a hex.
pub fn check(
    battle: &Battle,
    state: &State,
    assault: &Assault,
    unit: UnitId,
    to: Cell,
) -> Result<(), Refusal> {
    if !vacated(state, assault).contains(&to) {
        return Err(Refusal::NotVacated(to));
    }
    if !may_enter(battle, state, unit, to) {
        return Err(Refusal::AdvanceBarred { unit, to });
    }
    Ok(())
}
