//! Whether a combat that waits for a choice could have come about: the choice fits the result, belongs to
//! the right player, concerns units that took part, and there is something to choose.

use atlas::Side;
use atlas::fault::Report;

use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::CombatResult;
use crate::blue_gray::ids::{Around, UnitId, UnitSet};
use crate::blue_gray::pending::{Combat, Pending, Step};
use crate::blue_gray::resolve::retreat_choices;
use crate::blue_gray::state::{Phase, State};
use crate::blue_gray::{artillery, losses};

/// Who chooses at a step.
pub(super) fn decider(state: &State, step: Step, combat: Option<&Combat>) -> Side {
    let attacker = state.side;
    let attacker_loses = combat.is_some_and(|combat| !combat.result.favours_attacker());
    match step {
        Step::Elect | Step::Losses | Step::Withdraw => attacker,
        Step::Retreat if attacker_loses => attacker,
        Step::Advance if !attacker_loses => attacker,
        Step::Retreat | Step::Advance => attacker.other(),
    }
}

/// Reports whatever is impossible about a pending choice.
pub(super) fn check(report: &mut Report, battle: &Battle, state: &State, pending: &Pending) {
    if state.phase != Phase::Combat {
        report.fault("pending", "found one in a movement phase; expected a combat phase");
    }
    let due = decider(state, pending.step, pending.combat.as_ref());
    if pending.decider != due {
        let message = format!("found {:?}; expected {:?}", pending.decider.word(), due.word());
        report.fault("pending, decider", message);
    }
    if let Some(combat) = &pending.combat {
        check_combat(report, battle, state, combat);
        check_step(report, pending.step, combat.result);
        check_vacated(report, battle, state, pending, combat);
        check_lost(report, battle, state, pending.step, combat);
    }
    let checked = pending.units.iter().chain(pending.elected.iter());
    for unit in checked {
        let fault = if battle.unit(unit).side != due {
            Some("it does not belong to the decider")
        } else if state.cell(unit).is_none() {
            Some("it is not on the map")
        } else if !took_part(state, pending, unit) {
            Some("it does not decide anything in this combat at this step")
        } else {
            None
        };
        if let Some(fault) = fault {
            report.fault(format!("pending, {}", battle.unit(unit).id), fault);
        }
    }
    if let Some(chain) = &pending.chain {
        check_displaced(report, battle, state, pending, chain.unit);
    }
    if report.is_clean() && !has_choice(battle, state, pending) {
        report.fault("pending, units", "none of them has anything to choose at this step");
    }
}

fn check_combat(report: &mut Report, battle: &Battle, state: &State, combat: &Combat) {
    let own = battle.of_side(state.side);
    let enemy = battle.of_side(state.side.other());
    let guns = battle.guns().intersection(own);
    for (key, units, whose, what) in [
        ("attackers", combat.attackers, own, "units of the phasing player"),
        ("defenders", combat.defenders, enemy, "units of the other player"),
        ("attack, bombard", combat.attack.bombard, guns, "guns of the phasing player"),
    ] {
        if let Some(stranger) = units.without(whose).first() {
            let id = &battle.unit(stranger).id;
            report.fault(format!("pending, {key}"), format!("found {id}; expected {what}"));
        }
    }
}

fn check_step(report: &mut Report, step: Step, result: CombatResult) {
    let fits = match step {
        Step::Elect => result == CombatResult::AttackerRetreats,
        Step::Losses => result == CombatResult::Exchange,
        Step::Retreat => {
            matches!(result, CombatResult::AttackerRetreats | CombatResult::DefenderRetreats)
        }
        Step::Advance => true,
        Step::Withdraw => false,
    };
    if !fits {
        let message = format!("found {:?}; it does not follow the result {result}", step.word());
        report.fault("pending, step", message);
    }
}

fn hexes_of_loser(state: &State, combat: &Combat) -> (Around, Side) {
    match combat.result.favours_attacker() {
        true => (combat.attack.defenders, state.side.other()),
        false => (combat.attack.attackers, state.side),
    }
}

/// [BG 7.75] The hexes that the loser has left, where a position does not name them.
pub(super) fn vacated(state: &State, combat: &Combat) -> Around {
    let (lost, loser) = hexes_of_loser(state, combat);
    let left = lost.iter().copied().filter(|&cell| !state.occupied(loser).contains(cell));
    Around::of(left).unwrap_or(Around::EMPTY)
}

/// [BG 7.75] The hexes to advance into were the loser's, and nobody of his is in them any more.
fn check_vacated(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    pending: &Pending,
    combat: &Combat,
) {
    let (lost, loser) = hexes_of_loser(state, combat);
    for &cell in pending.vacated.iter() {
        let name = battle.grid().name(cell);
        if !lost.contains(&cell) {
            report.fault("pending, vacated", format!("{name} was not a hex of the loser's"));
        } else if state.occupied(loser).contains(cell) {
            report.fault("pending, vacated", format!("a unit of the loser's is in {name}"));
        }
    }
}

/// [BG 7.6] After De and Ex no defender is left when the winner advances, and an exchange has somebody to pay for.
fn check_lost(report: &mut Report, battle: &Battle, state: &State, step: Step, combat: &Combat) {
    use CombatResult::{DefenderEliminated, Exchange};
    let lost = matches!(combat.result, DefenderEliminated | Exchange);
    let left = combat.defenders.iter().find(|&unit| state.cell(unit).is_some());
    if let Some(unit) = left.filter(|_| lost && step == Step::Advance) {
        let id = &battle.unit(unit).id;
        let message = format!("{id} is on the map; after {} it is eliminated", combat.result);
        report.fault("pending, defenders", message);
    }
    if step == Step::Losses && combat.defenders.is_empty() {
        let message =
            "found nobody; expected whom the exchange has eliminated, here or in \"units\"";
        report.fault("pending, defenders", message);
    }
}

/// Whether a unit can have something to decide at this step.
fn took_part(state: &State, pending: &Pending, unit: UnitId) -> bool {
    let Some(combat) = &pending.combat else { return state.flags(unit).ineffective() };
    if pending.elected.contains(unit) {
        return combat.attack.bombard.contains(unit);
    }
    let loses = !combat.result.favours_attacker();
    let concerned = match pending.step {
        Step::Elect => combat.attack.bombard,
        Step::Losses if in_attacking_hex(state, combat, unit) => combat.attackers,
        Step::Retreat if loses => combat.attackers.union(combat.attack.bombard),
        Step::Advance if !loses => combat.attackers,
        Step::Retreat | Step::Advance => combat.defenders,
        Step::Losses | Step::Withdraw => UnitSet::EMPTY,
    };
    concerned.contains(unit)
}

/// Nobody has moved yet when the losses of an exchange are chosen.
fn in_attacking_hex(state: &State, combat: &Combat, unit: UnitId) -> bool {
    state.cell(unit).is_some_and(|cell| combat.attack.attackers.contains(&cell))
}

fn check_displaced(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    pending: &Pending,
    unit: UnitId,
) {
    let crowded = state.cell(unit).is_some_and(|cell| {
        let there = state.units_at(cell).intersection(battle.of_side(pending.decider));
        there.contains(unit) && there.len() > battle.stacking
    });
    let fits = matches!(pending.step, Step::Retreat | Step::Withdraw);
    if !crowded || !fits {
        let id = &battle.unit(unit).id;
        let message = format!("{id} is not displaced: nobody has retreated onto it");
        report.fault("pending, displaced", message);
    }
}

/// Whether there is at least one way to choose.
fn has_choice(battle: &Battle, state: &State, pending: &Pending) -> bool {
    match pending.step {
        Step::Elect => {
            let may = |gun| artillery::may_share_retreat(battle, state, gun);
            !pending.units.is_empty() && pending.units.iter().all(may)
        }
        Step::Losses => {
            let lost = pending.combat.map_or(0, |combat| battle.strength(combat.defenders));
            !losses::choices(battle, pending.units, lost).is_empty()
        }
        Step::Retreat | Step::Withdraw => !retreat_choices(battle, state, pending).is_empty(),
        Step::Advance => true,
    }
}
