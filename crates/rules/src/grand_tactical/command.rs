//! [GT 4.0] Command control: who traces to whom, once a turn.

use atlas::Side;
use atlas::battle::Arm;

use super::battle::Battle;
use super::ids::UnitId;
use super::state::State;

/// [GT 4.0] Phase 2 of the advanced game: works out who is in command control until the next turn
/// (D-18).
pub fn trace(battle: &Battle, state: &mut State) {
    if !battle.options.advanced() {
        return;
    }
    for side in Side::BOTH {
        for unit in battle.of_side(side).iter() {
            let in_command = state.cell(unit).is_none() || in_command(battle, state, unit);
            state.unit_mut(unit).in_command = in_command;
        }
    }
}

/// [GT 4.3] Who is always in command control, and draws ammunition apart: cavalry, horse artillery,
/// artillery of a side that traces to nobody, independent brigades.
pub fn stands_apart(battle: &Battle, unit: UnitId) -> bool {
    let facts = battle.unit(unit);
    facts.arm == Arm::Cavalry
        || facts.horse_artillery
        || facts.independent()
        || facts.is_artillery() && battle.tables.command.artillery_to_corps[facts.side].is_none()
}

/// [GT 4.1, 4.2] Whether a unit on the map can trace to its leaders now.
fn in_command(battle: &Battle, state: &State, unit: UnitId) -> bool {
    if stands_apart(battle, unit) {
        return true;
    }
    let facts = battle.unit(unit);
    let command = &battle.tables.command;
    let at = |post| state.leader_of(post).and_then(|leader| state.leader_cell(leader));
    let within = |a: Option<field::Cell>, b: Option<field::Cell>, most: u8| {
        a.zip(b).is_some_and(|(a, b)| battle.distance(a, b) <= usize::from(most))
    };
    let (here, corps) = (state.cell(unit), at(facts.corps));
    if facts.is_artillery() {
        let most = command.artillery_to_corps[facts.side];
        return most.is_none_or(|most| within(here, corps, most));
    }
    if within(here, corps, command.unit_to_corps) {
        return true;
    }
    // [GT 4.2] The division leader must himself be in command control.
    let division = at(facts.division);
    let most = command.division_to_corps[facts.side];
    most.is_none_or(|most| within(division, corps, most))
        && within(here, division, command.unit_to_division[facts.side])
}

/// [GT 5.4?] Squares to the leader who supplies a unit: of its division, of corps artillery its
/// corps (D-26); `None` if there is nobody.
pub fn squares_to_supply(battle: &Battle, state: &State, unit: UnitId) -> Option<usize> {
    let facts = battle.unit(unit);
    let leader = state.leader_of(facts.division.or(facts.corps))?;
    Some(battle.distance(state.cell(unit)?, state.leader_cell(leader)?))
}
