//! [GT 1.1, 2.3] The sequence of play: what follows when a player ends a phase.

use atlas::Side;
use atlas::battle::{Arm, Mode};

use super::battle::Battle;
use super::event::{Event, Eyes, Stage};
use super::ids::UnitId;
use super::recovery::{When, recover};
use super::state::{Phase, State};
use super::{activation, combat, command, observe, reinforcements, victory};
use crate::dice::Dice;

/// The highest level of fortification [GT 7.11].
pub const HIGHEST_FORT: u8 = 5;

/// [GT 2.3] Phase 1 of a game-turn, and on to the first decision.
pub fn begin_turn<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    announce(state, Stage::Activation, 0, None, events);
    activation::begin_turn(battle, state, dice, events);
    if battle.options.activates() {
        state.phase = Phase::Activation;
        state.side = battle.tables.activation.side;
        state.round = 1;
        return;
    }
    after_activation(battle, state, dice, events);
}

/// [GT 2.3] Phases 2 to 4, and the first operations phase.
fn after_activation<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    announce(state, Stage::Command, 0, None, events);
    command::trace(battle, state);
    announce(state, Stage::Recovery, 0, None, events);
    recover(battle, state, When::TurnBegins, dice, events);
    announce(state, Stage::Reinforcement, 0, None, events);
    reinforcements::arrive(battle, state, dice, events);
    begin_operations(battle, state, battle.first, 1, events);
}

/// [GT 7.0] An operations phase begins: points are given, plots are forgotten (D-40).
fn begin_operations(
    battle: &Battle,
    state: &mut State,
    side: Side,
    round: u8,
    events: &mut Vec<Event>,
) {
    state.phase = Phase::Operations;
    state.side = side;
    state.round = round;
    announce(state, Stage::Operations, round, Some(side), events);
    if side == battle.tables.activation.side {
        activation::release_by_contact(battle, state, events);
    }
    for unit in battle.of_side(side).iter() {
        if state.cell(unit).is_none() {
            continue;
        }
        let op = allowance(battle, state, unit);
        let now = state.unit_mut(unit);
        now.op = op;
        now.moved = 0;
        now.clear_plots();
    }
    observe::look_beside_all(battle, state, events);
    for leader in battle.staff() {
        if battle.leader(leader).side == side {
            state.leaders[leader.index()].transferred = false;
        }
    }
}

/// [GT 4.4, 7.4] The points of a unit at the beginning of an operations phase; in the second of a
/// turn with what was left, two at the most (D-28). Some have none on a turn (D-29).
pub(super) fn allowance(battle: &Battle, state: &State, unit: UnitId) -> u8 {
    let points = &battle.tables.points;
    if battle.unit(unit).no_points_on.contains(&state.turn) {
        return 0;
    }
    let now = state.unit(unit);
    let given = if now.in_command { points.in_command } else { points.out_of_command };
    if state.round == 2 { given + now.op.min(points.carried_over) } else { given }
}

/// [GT 7.1, 3.1] The player has ended his phase: everything automatic up to the next decision.
pub fn end_phase<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    events.push(Event::PhaseEnded { side: state.side });
    match state.phase {
        Phase::Activation => after_activation(battle, state, dice, events),
        Phase::Operations => after_operations(battle, state, dice, events),
        Phase::Over => {}
    }
}

fn after_operations<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let (side, round) = (state.side, state.round);
    announce(state, Stage::Combat, round, Some(side), events);
    combat::resolve_phase(battle, state, side, dice, events);
    if side == battle.first {
        return begin_operations(battle, state, side.other(), round, events);
    }
    fortify_all(battle, state, events);
    if round == 1 {
        announce(state, Stage::MidTurnRecovery, 0, None, events);
        recover(battle, state, When::MidTurn, dice, events);
        return begin_operations(battle, state, battle.first, 2, events);
    }
    announce(state, Stage::Victory, 0, None, events);
    state.score = victory::score(battle, state);
    let score = victory::counted(battle, state);
    events.push(Event::Scored { score });
    if state.turn >= battle.turns {
        state.phase = Phase::Over;
        events.push(Event::Ended { score });
        return;
    }
    state.turn += 1;
    begin_turn(battle, state, dice, events);
}

/// [GT 7.11?] The intermediate game: whoever has points left after the second side's combat digs
/// in, on both sides and for nothing (D-37).
fn fortify_all(battle: &Battle, state: &mut State, events: &mut Vec<Event>) {
    if battle.options.basic() || battle.options.advanced() {
        return;
    }
    for side in Side::BOTH {
        for unit in battle.of_side(side).iter() {
            let now = state.unit(unit);
            let digs = now.cell().is_some()
                && !now.routed
                && now.op > 0
                && now.fort < HIGHEST_FORT
                && may_dig(battle, state, unit);
            if digs {
                let now = state.unit_mut(unit);
                now.fort += 1;
                let level = now.fort;
                let eyes = Eyes::on(battle, state, unit);
                events.push(Event::Fortified { unit, level, eyes });
            }
        }
    }
}

/// [GT 7.11, GT-T 1.0] Infantry in line and dismounted cavalry dig.
pub fn may_dig(battle: &Battle, state: &State, unit: UnitId) -> bool {
    matches!(
        (battle.unit(unit).arm, state.unit(unit).mode),
        (Arm::Infantry, Mode::Normal) | (Arm::Cavalry, Mode::Dismounted)
    )
}

fn announce(state: &State, stage: Stage, round: u8, side: Option<Side>, events: &mut Vec<Event>) {
    events.push(Event::PhaseBegan { turn: state.turn, stage, round, side });
}
