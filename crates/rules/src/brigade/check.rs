//! The judge: whether an action is legal, or which rule it breaks.

use atlas::Side;

use super::action::Action;
use super::battle::Battle;
use super::movement::Mover;
use super::pending::{Attack, CombatChoice, Pending, Reaction, Step};
use super::refusal::Refusal;
use super::resolve::{retreat_choices, retreat_of, retreats_from};
use super::state::{Phase, State};
use super::{
    activation, advance, arrivals, assault, bombardment, ford, hill, losses, rally, strength,
    withdrawal,
};
use crate::ids::UnitId;
use crate::search::with_search;

/// Whether an action is legal, or why not.
pub fn check(battle: &Battle, state: &State, action: &Action) -> Result<(), Refusal> {
    if state.outcome.is_some() {
        return Err(Refusal::GameOver);
    }
    match state.pending() {
        Some(Pending::Combat(choice)) => check_choice(battle, state, choice, action),
        Some(Pending::Reaction(reaction)) => check_reaction(battle, state, reaction, action),
        None => check_in_phase(battle, state, action),
    }
}

fn check_in_phase(battle: &Battle, state: &State, action: &Action) -> Result<(), Refusal> {
    match (action, state.phase) {
        (Action::Activate { corps }, Phase::Activation) => activation::check(battle, state, *corps),
        (Action::Rally { unit }, Phase::Rally) => rally::check(battle, state, *unit),
        (Action::Move { unit, to, path }, Phase::Movement) => {
            let mover = Mover::of(battle, state, *unit)?;
            with_search(|search| mover.check(battle, state, *to, path.as_ref(), search))
        }
        (Action::Search { unit, hex }, Phase::Movement) => ford::check(battle, state, *unit, *hex),
        (Action::Enter { unit, hex, to, path }, Phase::Movement) => with_search(|search| {
            arrivals::check(battle, state, (*unit, *hex, *to), path.as_ref(), search)
        }),
        (Action::Bombard(fire), Phase::Bombardment) => bombardment::check(battle, state, fire),
        (Action::Assault(assault), Phase::Assault) => assault::check(battle, state, assault),
        (Action::EndPhase, phase) => check_end(battle, state, phase),
        (_, phase) => Err(Refusal::NotNow(due_in(phase, state.side))),
    }
}

/// Whether the phase may end.
fn check_end(battle: &Battle, state: &State, phase: Phase) -> Result<(), Refusal> {
    match phase {
        // Corps are named, even if none is.
        Phase::Activation => Err(Refusal::NotNow(due_in(phase, state.side))),
        Phase::Movement => hill::check_end_of_movement(battle, state),
        // [BR 8.0] Not while a hex must still be assaulted.
        Phase::Assault => match state.obligations().first() {
            Some(hex) => Err(Refusal::MustStillAssault(hex)),
            None => Ok(()),
        },
        Phase::Rally | Phase::Bombardment => Ok(()),
    }
}

/// What is due in a phase, in words.
fn due_in(phase: Phase, side: Side) -> &'static str {
    match (phase, side) {
        (Phase::Activation, _) => "corps are named",
        (Phase::Rally, Side::Union) => "the Union rallies",
        (Phase::Rally, Side::Confederate) => "the Confederates rally",
        (Phase::Movement, Side::Union) => "the Union moves",
        (Phase::Movement, Side::Confederate) => "the Confederates move",
        (Phase::Bombardment, Side::Union) => "the Union bombards",
        (Phase::Bombardment, Side::Confederate) => "the Confederates bombard",
        (Phase::Assault, Side::Union) => "the Union assaults",
        (Phase::Assault, Side::Confederate) => "the Confederates assault",
    }
}

fn check_choice(
    battle: &Battle,
    state: &State,
    choice: &CombatChoice,
    action: &Action,
) -> Result<(), Refusal> {
    match (action, choice.step) {
        (Action::Loss { unit }, Step::Loss) => check_loss(battle, state, choice, *unit),
        (Action::Retreat { unit, to, displace }, Step::Retreat) => {
            check_concerned(choice, *unit)?;
            let choices = retreat_choices(battle, state, choice, *unit);
            if choices.iter().any(|one| one == (*to, *displace)) {
                return Ok(());
            }
            let from = retreats_from(state, &choice.combat.attack, choice.decider);
            let retreat = retreat_of(choice, &from);
            Err(retreat.why_not(battle, state, (*unit, *to, *displace), &choices))
        }
        (Action::Advance { unit, to }, Step::Advance) => {
            check_concerned(choice, *unit)?;
            match &choice.combat.attack {
                Attack::Assault(assault) => advance::check(battle, state, assault, *unit, *to),
                Attack::Bombardment(_) => Err(Refusal::NotVacated(*to)),
            }
        }
        (Action::Decline, Step::Advance) => Ok(()),
        (_, step) => Err(Refusal::Unresolved(step)),
    }
}

/// Whether a unit is one of those who must choose; a displaced one goes before any other.
fn check_concerned(choice: &CombatChoice, unit: UnitId) -> Result<(), Refusal> {
    match choice.moving {
        Some(moving) if moving == unit => Ok(()),
        Some(moving) => Err(Refusal::DisplacedFirst(moving)),
        None if choice.units.contains(unit) => Ok(()),
        None => Err(Refusal::NotConcerned { unit, step: choice.step }),
    }
}

fn check_loss(
    battle: &Battle,
    state: &State,
    choice: &CombatChoice,
    unit: UnitId,
) -> Result<(), Refusal> {
    if choice.units.contains(unit) {
        return Ok(());
    }
    let attack = &choice.combat.attack;
    let involved = match choice.decider == state.side {
        true => attack.attackers(),
        false => strength::defenders_in(battle, state, attack.targets()),
    };
    let none = Refusal::NotConcerned { unit, step: choice.step };
    Err(losses::why_not(battle, unit, involved).unwrap_or(none))
}

fn check_reaction(
    battle: &Battle,
    state: &State,
    reaction: &Reaction,
    action: &Action,
) -> Result<(), Refusal> {
    match (action, reaction.units.first()) {
        (Action::Decline, _) => Ok(()),
        (Action::Withdraw { unit, to }, Some(first)) if *unit == first => {
            let (unit, to) = (*unit, *to);
            let barred = |bar| Err(Refusal::WithdrawalBarred { unit, to, bar });
            withdrawal::why_not(battle, state, unit, to).map_or(Ok(()), barred)
        }
        (Action::Withdraw { unit, .. }, Some(first)) if reaction.units.contains(*unit) => {
            Err(Refusal::WithdrawsFirst(first))
        }
        (Action::Withdraw { unit, .. }, Some(_)) => {
            Err(Refusal::NotConcerned { unit: *unit, step: Step::Withdraw })
        }
        (Action::Move { unit, .. }, None) if *unit != reaction.mover => {
            Err(Refusal::OtherMover(reaction.mover))
        }
        (Action::Move { unit, to, path }, None) => {
            let start = state.cell(*unit).ok_or(Refusal::NotOnMap(*unit))?;
            // [BR 6.0] An enemy zone of control has stopped it.
            if state.controls(battle, state.side.other(), start) {
                return Err(Refusal::MovesOnUnderControl { unit: *unit, at: start });
            }
            let mover = Mover::going_on(battle, state, *unit, start, reaction.points);
            with_search(|search| mover.check(battle, state, *to, path.as_ref(), search))
        }
        (_, Some(_)) => Err(Refusal::Unresolved(Step::Withdraw)),
        (_, None) => Err(Refusal::Unresolved(Step::GoOn)),
    }
}
