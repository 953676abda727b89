//! Whether a choice that is waited for could have come about: it fits the result, belongs to the
//! right player, concerns units that took part, and there is something to choose.

use atlas::Side;
use atlas::battle::Arm;
use atlas::fault::Report;

use super::{hex, id};
use crate::brigade::advance;
use crate::brigade::battle::Battle;
use crate::brigade::losses;
use crate::brigade::movement::{self, Mover};
use crate::brigade::pending::{Attack, Combat, CombatChoice, Pending, Reaction, Step};
use crate::brigade::resolve::{loser_of_ground, losers, retreat_choices};
use crate::brigade::results::CombatResult;
use crate::brigade::retreat::Choices;
use crate::brigade::stacking::may_share;
use crate::brigade::state::{Phase, State};
use crate::brigade::strength::defenders_in;
use crate::brigade::withdrawal;
use crate::ids::UnitSet;
use crate::search::with_search;

/// Who chooses at a step; in an exchange both lose a step, and the position says whose turn it is.
pub(super) fn decider(state: &State, step: Step, combat: &Combat, told: Option<Side>) -> Side {
    let losing = losers(&combat.attack, combat.result, state.side);
    match step {
        Step::Loss => told
            .filter(|side| losing.contains(side))
            .or(losing.first().copied())
            .unwrap_or(state.side),
        Step::Retreat => {
            loser_of_ground(&combat.attack, combat.result, state.side).unwrap_or(state.side)
        }
        _ => state.side,
    }
}

/// Reports whatever is impossible about a pending choice.
pub(super) fn check(report: &mut Report, battle: &Battle, state: &State, pending: &Pending) {
    match pending {
        Pending::Combat(choice) => check_combat(report, battle, state, choice),
        Pending::Reaction(reaction) => check_reaction(report, battle, state, reaction),
    }
}

fn check_combat(report: &mut Report, battle: &Battle, state: &State, choice: &CombatChoice) {
    let Combat { attack, result, .. } = &choice.combat;
    let phase = if attack.is_assault() { Phase::Assault } else { Phase::Bombardment };
    if state.phase != phase {
        let (found, due) = (state.phase.word(), phase.word());
        report
            .fault("pending", format!("found one in the {found} phase; expected the {due} phase"));
    }
    let fits = match choice.step {
        Step::Loss => !losers(attack, *result, state.side).is_empty(),
        Step::Retreat => loser_of_ground(attack, *result, state.side).is_some(),
        _ => attack.is_assault() && *result != CombatResult::AttackersRetreat,
    };
    if !fits {
        let step = choice.step.word();
        report.fault("pending, step", format!("found {step:?}; it does not follow {result}"));
    }
    check_attackers(report, battle, state, choice);
    check_units(report, battle, state, choice);
    if let Some(unit) = choice.moving {
        check_moving(report, battle, state, choice, unit);
    }
    let strangers = choice.displaced.without(battle.of_side(choice.decider));
    if let Some(unit) = strangers.first() {
        let message = format!("found {}; expected units of the decider", id(battle, unit));
        report.fault("pending, displaced", message);
    }
    let nobody = choice.units.is_empty() && choice.moving.is_none();
    if nobody {
        report.fault("pending, units", "found nobody; expected those who have something to choose");
    }
}

fn check_attackers(report: &mut Report, battle: &Battle, state: &State, choice: &CombatChoice) {
    let attack = &choice.combat.attack;
    let (own, place) = match attack {
        Attack::Assault(_) => (battle.of_side(state.side), "pending, assault, attackers"),
        Attack::Bombardment(_) => {
            (battle.of_side(state.side).intersection(battle.guns()), "pending, bombard, guns")
        }
    };
    if let Some(unit) = attack.attackers().without(own).first() {
        let what = if attack.is_assault() { "units" } else { "guns" };
        let message = format!("found {}; expected {what} of the phasing player", id(battle, unit));
        report.fault(place, message);
    }
    if attack.attackers().is_empty() || attack.targets().is_empty() {
        report.fault(place, "found nobody; expected those who attack, and what they attack");
    }
    // Defenders retreat from where all attackers are.
    let gone = attack.attackers().without(state.board.places.on_map());
    if let Some(unit) =
        gone.first().filter(|_| choice.combat.result == CombatResult::DefendersRetreat)
    {
        report.fault(place, format!("{} is not on the map", id(battle, unit)));
    }
}

/// Those who choose took part: they could lose the step, have still to retreat, or could advance.
fn check_units(report: &mut Report, battle: &Battle, state: &State, choice: &CombatChoice) {
    let attack = &choice.combat.attack;
    let involved = match choice.decider == state.side {
        true => attack.attackers().intersection(state.board.places.on_map()),
        false => defenders_in(battle, state, attack.targets()),
    };
    let able = match (choice.step, attack) {
        (Step::Loss, _) => losses::candidates(battle, state, involved),
        (Step::Retreat, _) => involved,
        (_, Attack::Assault(assault)) => advance::candidates(battle, state, assault),
        (_, Attack::Bombardment(_)) => UnitSet::EMPTY,
    };
    for unit in choice.units.without(able).iter() {
        let place = format!("pending, {}", id(battle, unit));
        report.fault(place, "it has nothing to choose in this combat at this step");
    }
}

/// A displaced unit stands where there is no room for it, and has a way.
fn check_moving(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    choice: &CombatChoice,
    unit: crate::ids::UnitId,
) {
    let crowded = state.cell(unit).is_some_and(|cell| {
        let there = state.of_side_at(battle, choice.decider, cell);
        there.contains(unit)
            && !may_share(battle, there)
            && may_share(battle, there.without(UnitSet::one(unit)))
    });
    let way = || retreat_choices(battle, state, choice, unit) != Choices::Stand;
    if choice.units.contains(unit) || !crowded || !way() {
        let message = format!(
            "{} is not displaced: nobody has retreated onto it, or it has no way",
            id(battle, unit)
        );
        report.fault("pending, moving", message);
    }
}

fn check_reaction(report: &mut Report, battle: &Battle, state: &State, reaction: &Reaction) {
    if state.phase != Phase::Movement || !battle.options.withdrawal {
        let message = "found a withdrawal; expected one in a movement phase, and its option";
        report.fault("pending, step", message);
    }
    let mover = reaction.mover;
    let printed = battle.unit(mover);
    let able = movement::check_may_move(battle, state, mover).is_ok();
    let Some(start) = state.cell(mover).filter(|_| able && printed.arm == Arm::Infantry) else {
        let message = format!("found {}; expected infantry that moves", id(battle, mover));
        report.fault("pending, mover", message);
        return;
    };
    if reaction.points > printed.allowance {
        let message = format!("found {}; expected at most {}", reaction.points, printed.allowance);
        report.fault("pending, half_points", message);
    }
    let held = state.controls(battle, printed.side.other(), start);
    // [BR 6.0?] Once somebody has withdrawn, perhaps into this way, it is chosen anew.
    if let Some(&to) = reaction.path.last().filter(|_| !reaction.withdrew) {
        let going = Mover::going_on(battle, state, mover, start, reaction.points);
        let path = Some(&reaction.path);
        let legal = with_search(|search| going.check(battle, state, to, path, search));
        if held || legal.is_err() {
            let message = format!("the mover cannot go this way to {}", hex(battle, to));
            report.fault("pending, path", message);
        }
    }
    let disturbed = withdrawal::disturbed(battle, state, mover, start);
    for unit in reaction.units.without(disturbed).iter() {
        let place = format!("pending, {}", id(battle, unit));
        report.fault(place, "it is no cavalry or artillery of the other player next to the mover");
    }
    let first = reaction.units.first();
    if first.is_some_and(|unit| withdrawal::ends(battle, state, unit).is_empty()) {
        report.fault("pending, units", "the first of them has no way to withdraw");
    }
}
