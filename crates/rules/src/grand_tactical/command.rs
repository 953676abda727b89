//! [GT 4.0] Command control: who traces to whom, once a turn.

use atlas::Side;
use atlas::battle::Arm;

use super::battle::Battle;
use super::ids::{LeaderId, UnitId};
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

/// A line of command: from a unit, or from a leader, to the leader it is traced to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The unit; of a leader, the one he is with.
    pub unit: UnitId,
    /// The division leader whose own line this is, if it is not the unit's.
    pub of: Option<LeaderId>,
    /// To whom.
    pub to: LeaderId,
    /// How many squares it is long.
    pub squares: usize,
    /// How long it may be; `None`: as long as it likes.
    pub most: Option<u8>,
}

impl Line {
    /// Whether it is short enough.
    pub fn holds(&self) -> bool {
        self.most.is_none_or(|most| self.squares <= usize::from(most))
    }
}

/// [GT 4.1, 4.2] The lines by which the units of a side trace now: each to the leader of its
/// division, corps artillery to that of its corps, and each leader of a division to that of his
/// corps. Whoever stands next to his corps leader needs no other line.
pub fn lines(battle: &Battle, state: &State, side: Side) -> Vec<Line> {
    if !battle.options.advanced() {
        return Vec::new();
    }
    let command = &battle.tables.command;
    let line = |unit, of, from: Option<field::Cell>, to: Option<LeaderId>, most| {
        let (from, to) = from.zip(to)?;
        let squares = battle.distance(from, state.leader_cell(to)?);
        Some(Line { unit, of, to, squares, most })
    };
    let mut lines = Vec::new();
    for unit in battle.of_side(side).iter().filter(|&unit| !stands_apart(battle, unit)) {
        let (facts, here) = (battle.unit(unit), state.cell(unit));
        let corps = state.leader_of(facts.corps);
        if facts.is_artillery() {
            lines.extend(line(unit, None, here, corps, command.artillery_to_corps[side]));
            continue;
        }
        let beside = line(unit, None, here, corps, Some(command.unit_to_corps));
        if let Some(beside) = beside.filter(Line::holds) {
            lines.push(beside);
            continue;
        }
        let division = state.leader_of(facts.division);
        let most = command.unit_to_division[side];
        lines.extend(line(unit, None, here, division, Some(most)));
        // His own line, once: told with the unit that he is with.
        let rides = |leader: &LeaderId| state.leaders[leader.index()].with == Some(unit);
        if let Some(leader) = division.filter(rides) {
            let most = command.division_to_corps[side];
            lines.extend(line(unit, Some(leader), here, corps, most));
        }
    }
    lines
}

/// [GT 5.4?] Squares to the leader who supplies a unit: of its division, of corps artillery its
/// corps (D-26); `None` if there is nobody.
pub fn squares_to_supply(battle: &Battle, state: &State, unit: UnitId) -> Option<usize> {
    let facts = battle.unit(unit);
    let leader = state.leader_of(facts.division.or(facts.corps))?;
    Some(battle.distance(state.cell(unit)?, state.leader_cell(leader)?))
}
