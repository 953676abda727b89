//! Whether an action is legal, and if not, why not [every rule that forbids something].

use atlas::Side;
use field::Cell;

use super::action::Action;
use super::battle::Battle;
use super::check_combat::{check_attack, check_choice, check_end_of_combat};
use super::ids::{Path, UnitId};
use super::movement::{Mover, with_search};
use super::refusal::Refusal;
use super::reinforcements;
use super::state::{Phase, State};

pub(super) type Verdict = Result<(), Refusal>;

/// Whether an action is legal now: `Ok`, or why not.
pub fn check(battle: &Battle, state: &State, action: &Action) -> Verdict {
    // [BG 4.0] After the last game-turn nothing is left to do.
    if state.outcome.is_some() {
        return Err(Refusal::GameOver);
    }
    match state.pending() {
        Some(pending) => check_choice(battle, state, pending, action),
        None => check_phase(battle, state, action),
    }
}

fn check_phase(battle: &Battle, state: &State, action: &Action) -> Verdict {
    use Action::*;
    match (state.phase, action) {
        (Phase::Movement, &Move { unit, to, path }) => check_move(battle, state, unit, to, path),
        (Phase::Movement, &Enter { unit, hex, to, path }) => {
            check_entry(battle, state, unit, hex, to, path)
        }
        (Phase::Movement, &Exit { unit, hex, path }) => check_exit(battle, state, unit, hex, path),
        (Phase::Movement, EndPhase) => check_end_of_movement(battle, state),
        // [BG 10.1] At night nobody fights at all.
        (Phase::Movement, Attack(_)) if battle.is_night(state.turn) => Err(Refusal::NightCombat),
        // [BG 5.14] Nobody fights in the movement phase.
        (Phase::Movement, Attack(_)) => Err(Refusal::FightsWhileMoving),
        (Phase::Combat, Attack(attack)) => check_attack(battle, state, attack),
        (Phase::Combat, EndPhase) => check_end_of_combat(battle, state),
        (Phase::Movement, _) => Err(Refusal::NotNow { due: "it is a movement phase" }),
        // [BG 5.11] Nobody moves outside his own movement phase.
        (Phase::Combat, &(Move { unit, .. } | Enter { unit, .. } | Exit { unit, .. })) => {
            Err(Refusal::OutOfSequence(unit))
        }
        (Phase::Combat, _) => {
            Err(Refusal::NotNow { due: "it is a combat phase, and no combat waits for a choice" })
        }
    }
}

/// [BG 5.11] Everybody decides about his own units.
fn check_owner(battle: &Battle, side: Side, unit: UnitId) -> Verdict {
    if battle.unit(unit).side == side { Ok(()) } else { Err(Refusal::NotYours(unit)) }
}

/// [BG 5.32?] No move ends in a hex that holds two other friends.
fn check_room(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Verdict {
    let side = battle.unit(unit).side;
    let at_home = state.cell(unit) == Some(to);
    if state.full(side).contains(to) && !at_home {
        Err(Refusal::NoRoom { unit, to })
    } else {
        Ok(())
    }
}

fn check_move(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    to: Cell,
    path: Option<Path>,
) -> Verdict {
    check_owner(battle, state.side, unit)?;
    let mover = Mover::of(battle, state, unit)?;
    match path {
        Some(path) => {
            match path.last() {
                None => return Err(Refusal::EmptyPath(unit)),
                Some(&end) if end != to => return Err(Refusal::Skips { from: end, to }),
                Some(_) => {}
            }
            mover.walk_along(battle, state, &path)?;
        }
        None => with_search(|search| match mover.has_way_to(battle, to, search) {
            true => Ok(()),
            false if to == mover.start => Err(Refusal::EmptyPath(unit)),
            false => Err(mover.why_unreachable(battle, state, to, search)),
        })?,
    }
    check_room(battle, state, unit, to)
}

fn check_entry(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    hex: Cell,
    to: Cell,
    path: Option<Path>,
) -> Verdict {
    check_owner(battle, state.side, unit)?;
    if let Some(refusal) = reinforcements::why_not_placed(battle, state, unit, hex) {
        return Err(refusal);
    }
    let mover = reinforcements::mover_from(battle, state, unit, hex);
    match path {
        Some(path) => {
            let end = path.last().copied().unwrap_or(hex);
            if end != to {
                return Err(Refusal::Skips { from: end, to });
            }
            if mover.allowance == 0
                && !path.is_empty()
                && stopped_at_entry(battle, state, unit, hex)
            {
                return Err(Refusal::MovesOnUnderControl { unit, at: hex });
            }
            mover.walk_along(battle, state, &path)?;
        }
        None if to != hex => with_search(|search| match mover.has_way_to(battle, to, search) {
            true => Ok(()),
            false if stopped_at_entry(battle, state, unit, hex) => {
                Err(Refusal::MovesOnUnderControl { unit, at: hex })
            }
            false => Err(mover.why_unreachable(battle, state, to, search)),
        })?,
        None => {}
    }
    check_room(battle, state, unit, to)
}

fn stopped_at_entry(battle: &Battle, state: &State, unit: UnitId, hex: Cell) -> bool {
    state.controlled_by(battle.unit(unit).side.other()).contains(hex)
}

fn check_exit(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    hex: Cell,
    path: Option<Path>,
) -> Verdict {
    check_owner(battle, state.side, unit)?;
    if battle.facts.exits.iter().all(|exit| exit.cell != hex) {
        return Err(Refusal::NotAnExit { hex });
    }
    let mover = Mover::of(battle, state, unit)?;
    let cost = match path {
        Some(path) => {
            let end = path.last().copied().unwrap_or(mover.start);
            if end != hex {
                return Err(Refusal::Skips { from: end, to: hex });
            }
            mover.walk_along(battle, state, &path)?
        }
        None if hex == mover.start => 0,
        None => with_search(|search| match mover.cost_to(battle, hex, search) {
            Some(cost) => Ok(cost),
            None => Err(mover.why_unreachable(battle, state, hex, search)),
        })?,
    };
    // [BG 6.0, BG-F 17.31, 17.33] Leaving the map is movement out of the exit hex.
    if state.controlled_by(battle.unit(unit).side.other()).contains(hex) {
        return Err(Refusal::ExitUnderControl { hex });
    }
    let (allowance, cost) = (mover.allowance, cost + 1);
    if cost > allowance {
        return Err(Refusal::TooFar { unit, to: hex, cost: Some(cost), allowance });
    }
    Ok(())
}

/// [BG-C 15.12] Reinforcements that are lost if late must come on while they can.
fn check_end_of_movement(battle: &Battle, state: &State) -> Verdict {
    if !battle.facts.entry.lost_if_late {
        return Ok(());
    }
    let mut waiting = battle.of_side(state.side).iter();
    match waiting.find(|&unit| reinforcements::can_enter(battle, state, unit)) {
        Some(unit) => Err(Refusal::ReinforcementsWait(unit)),
        None => Ok(()),
    }
}
