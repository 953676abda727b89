//! Whether an attack [BG 7.1-7.3, 8.1, 8.2], the end of a combat phase, or a choice after the die [BG 7.6-7.8]
//! is legal, and if not, why not.
//!
//! An attack names whole hexes: the units of a hex never attack apart [BG 7.22], are never attacked apart
//! [BG 7.21], and no strength is ever divided [BG 7.3]. Neither needs a test.

use field::{Cell, CellSet};

use super::action::{Action, Attack};
use super::advance;
use super::artillery;
use super::battle::Battle;
use super::check::Verdict;
use super::ids::{UnitId, UnitSet};
use super::losses;
use super::obligations::{Broken, Obligations};
use super::odds::{is_able, odds};
use super::pending::{Pending, Step};
use super::refusal::Refusal;
use super::resolve::retreat_choices;
use super::retreat::{self, Retreat};
use super::state::State;

/// [BG 7.11?, 7.12?] The combat phase ends when nothing that can be met is left to be met.
pub(super) fn check_end_of_combat(battle: &Battle, state: &State) -> Verdict {
    let obligations = Obligations::of(battle, state);
    if let Some(cell) = obligations.must_attack.first() {
        return Err(Refusal::MustStillAttack(cell));
    }
    match obligations.first_that_can_be_met(battle) {
        Some(cell) => Err(Refusal::MustStillBeAttacked(cell)),
        None => Ok(()),
    }
}

/// Whether an attack is legal.
pub fn check_attack(battle: &Battle, state: &State, attack: &Attack) -> Verdict {
    let obligations = Obligations::of(battle, state);
    check_attack_with(battle, state, attack, &obligations)
}

/// Whether an attack is legal, with the obligations at hand.
///
/// [BG 7.13, 7.24, 8.21] Any number of hexes and guns may join in it, and no more is asked of each of them than
/// to reach what it attacks.
pub fn check_attack_with(
    battle: &Battle,
    state: &State,
    attack: &Attack,
    obligations: &Obligations,
) -> Verdict {
    if attack.defenders.is_empty() {
        return Err(Refusal::NoDefender);
    }
    if attack.attackers.is_empty() && attack.bombard.is_empty() {
        return Err(Refusal::NoAttacker);
    }
    for &cell in attack.defenders.iter() {
        check_target(battle, state, cell, obligations)?;
    }
    for &cell in attack.attackers.iter() {
        check_attacker(battle, state, attack, cell, obligations)?;
    }
    for gun in attack.bombard.iter() {
        check_gun(battle, state, attack, gun)?;
    }
    // [BG 8.13] Artillery alone bombards a single hex.
    if attack.attackers.is_empty() && attack.defenders.len() > 1 {
        return Err(Refusal::BombardsSeveral);
    }
    check_what_is_left(battle, state, attack, obligations)?;
    // [BG 7.9] The attacker may announce a lower column, never a higher one.
    if let Some(announced) = attack.column {
        let odds = odds(battle, state, attack).column;
        if announced > odds {
            return Err(Refusal::ColumnTooHigh { announced, odds });
        }
    }
    Ok(())
}

/// [BG 7.11?, 7.12?, 7.23?] An attack leaves every obligation that could be met before to be met still.
fn check_what_is_left(
    battle: &Battle,
    state: &State,
    attack: &Attack,
    obligations: &Obligations,
) -> Verdict {
    match obligations.broken_by(battle, state, attack) {
        None => Ok(()),
        Some(Broken::LeavesWithoutTarget(cell)) => Err(Refusal::LeavesWithoutTarget(cell)),
        Some(Broken::LeavesUnattacked(cell)) => {
            let is_near = |&attacker: &Cell| battle.ground.are_adjacent(attacker, cell);
            if attack.attackers.iter().any(is_near) {
                Err(Refusal::LeavesNeighbour(cell))
            } else {
                Err(Refusal::LeavesUnattacked(cell))
            }
        }
    }
}

/// [BG 7.14, 7.75] Nobody is attacked twice in a phase, nor after an advance.
fn check_target(battle: &Battle, state: &State, cell: Cell, obligations: &Obligations) -> Verdict {
    if obligations.targets.contains(cell) {
        return Ok(());
    }
    let enemies = state.units_at(cell).intersection(battle.of_side(state.side.other()));
    if enemies.is_empty() {
        Err(Refusal::EmptyTarget(cell))
    } else if enemies.iter().all(|unit| state.flags(unit).advanced()) {
        Err(Refusal::TargetAdvanced(cell))
    } else {
        Err(Refusal::AttackedTwice(cell))
    }
}

/// Whether a hex can take part in an attack: somebody in it is able, and it is where it must be.
fn check_attacker(
    battle: &Battle,
    state: &State,
    attack: &Attack,
    cell: Cell,
    obligations: &Obligations,
) -> Verdict {
    // Whoever must attack can.
    if !obligations.must_attack.contains(cell) {
        let own = state.units_at(cell).intersection(battle.of_side(state.side));
        if own.is_empty() {
            return Err(Refusal::EmptyAttacker(cell));
        }
        if !own.iter().any(|unit| is_able(state, unit)) {
            return Err(why_unable(state, cell, own));
        }
    }
    let is_next_to = |target: &&Cell| battle.ground.are_adjacent(cell, **target);
    match attack.defenders.iter().find(|target| !is_next_to(target)) {
        None => Ok(()),
        // [BG 7.25] Against several hexes, every attacker is next to each of them.
        Some(&to) if attack.defenders.iter().any(|target| is_next_to(&target)) => {
            Err(Refusal::NotNextToAll { from: cell, to })
        }
        // [BG 7.15] Only artillery attacks from afar.
        Some(&to) => Err(Refusal::NotAdjacent { from: cell, to }),
    }
}

/// Why none of the units in a hex can attack [BG 7.14, 7.75, 11.2].
fn why_unable(state: &State, cell: Cell, units: UnitSet) -> Refusal {
    let reason = |unit: UnitId| {
        let flags = state.flags(unit);
        if flags.advanced() {
            Refusal::AttackAfterAdvance(unit)
        } else if flags.used() {
            Refusal::AttacksTwice(unit)
        } else {
            Refusal::Ineffective(unit)
        }
    };
    let has_attacked = |unit: UnitId| matches!(reason(unit), Refusal::AttacksTwice(_));
    match units.first() {
        Some(_) if units.len() > 1 && units.iter().all(has_attacked) => {
            Refusal::HexAttacksTwice(cell)
        }
        Some(first) => reason(first),
        None => Refusal::EmptyAttacker(cell),
    }
}

fn check_gun(battle: &Battle, state: &State, attack: &Attack, gun: UnitId) -> Verdict {
    // [BG 8.51] Guns bombard in their own combat phase only.
    if battle.unit(gun).side != state.side {
        return Err(Refusal::NotYourGun(gun));
    }
    if let Some(refusal) = artillery::why_silent(battle, state, gun) {
        return Err(refusal);
    }
    let Some(from) = state.cell(gun) else { return Err(Refusal::NotOnMap(gun)) };
    // [BG 8.22] It need reach only one of the defending hexes.
    let targets = &attack.defenders;
    if targets.iter().any(|&target| artillery::reaches(battle, gun, from, target)) {
        Ok(())
    } else if targets.iter().any(|&target| artillery::in_range(battle, gun, from, target)) {
        Err(Refusal::OutOfSight(gun))
    } else {
        Err(Refusal::OutOfRange(gun))
    }
}

/// [BG 7.0] Whether an action is a choice that is due: a result is applied before anything else is done.
pub(super) fn check_choice(
    battle: &Battle,
    state: &State,
    pending: &Pending,
    action: &Action,
) -> Verdict {
    match (pending.step, action) {
        (Step::Elect, &Action::Elect { unit, .. }) => check_concerned(pending, unit),
        (Step::Losses, &Action::Losses { units }) => check_losses(battle, pending, units),
        (Step::Retreat | Step::Withdraw, &Action::Retreat { unit, to, displace }) => {
            check_retreat(battle, state, pending, Retreat { unit, to, displace })
        }
        (Step::Advance, &Action::Advance { unit, to }) => {
            check_advance(battle, state, pending, unit, to)
        }
        // [BG 7.75] Nobody is forced to advance.
        (Step::Advance, Action::Decline) => Ok(()),
        (step, _) => Err(Refusal::Unresolved(step)),
    }
}

fn check_advance(
    battle: &Battle,
    state: &State,
    pending: &Pending,
    unit: UnitId,
    to: Cell,
) -> Verdict {
    // [BG-A 19.0, BG-C 16.11] The immobile are not asked, and told why.
    if battle.unit(unit).immobile {
        return Err(Refusal::ImmobileAdvance(unit));
    }
    let vacated = pending.vacated.contains(&to);
    let obstacle = advance::why_not(battle, state, unit, to);
    // [BG 11.2] Nor are the ineffective where no hex is open to them.
    let won = pending.combat.is_some_and(|combat| combat.winners().contains(unit));
    let told = won && vacated && state.flags(unit).ineffective();
    if obstacle.is_none() || !told {
        check_concerned(pending, unit)?;
    }
    if !vacated {
        return Err(Refusal::NotVacated(to));
    }
    obstacle.map_or(Ok(()), Err)
}

fn check_concerned(pending: &Pending, unit: UnitId) -> Verdict {
    let step = pending.step;
    if pending.units.contains(unit) { Ok(()) } else { Err(Refusal::NotConcerned { unit, step }) }
}

/// [BG 7.6?] The losses of an exchange: enough, of those that attacked, and nobody in vain.
fn check_losses(battle: &Battle, pending: &Pending, units: UnitSet) -> Verdict {
    let bombarding = pending.combat.map_or(UnitSet::EMPTY, |combat| combat.attack.bombard);
    // [BG 8.15] A bombarding gun suffers nothing from its own attack.
    if let Some(gun) = units.intersection(bombarding).first() {
        return Err(Refusal::BombardsUnharmed(gun));
    }
    for unit in units.iter() {
        check_concerned(pending, unit)?;
    }
    let lost = pending.combat.map_or(0, |combat| battle.strength(combat.defenders));
    if !losses::is_sufficient(battle, pending.units, units, lost) {
        Err(Refusal::LossesTooSmall)
    } else if losses::wastes(battle, units, lost) {
        Err(Refusal::LossesTooLarge)
    } else {
        Ok(())
    }
}

fn check_retreat(battle: &Battle, state: &State, pending: &Pending, wanted: Retreat) -> Verdict {
    let visited = match &pending.chain {
        // [BG 7.81] Whoever was displaced makes room before anybody else retreats.
        Some(chain) if chain.unit != wanted.unit => {
            return Err(Refusal::DisplacedFirst(chain.unit));
        }
        Some(chain) => chain.visited,
        None => {
            check_concerned(pending, wanted.unit)?;
            CellSet::EMPTY
        }
    };
    let mut choices = retreat_choices(battle, state, pending);
    if choices.contains(&wanted) {
        return Ok(());
    }
    choices.retain(|way| way.unit == wanted.unit);
    Err(retreat::why_not(battle, state, &wanted, &visited, &choices))
}
