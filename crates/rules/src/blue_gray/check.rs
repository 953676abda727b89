//! Whether an action is legal, and if not, why not [every rule that forbids something].

use atlas::Side;
use field::{Cell, CellSet, Search};

use super::action::{Action, Attack};
use super::artillery;
use super::battle::Battle;
use super::ids::{Path, UnitId, UnitSet};
use super::losses;
use super::movement::Mover;
use super::obligations::{Broken, Obligations};
use super::odds::{is_able, odds};
use super::pending::{Pending, Step};
use super::refusal::Refusal;
use super::reinforcements;
use super::resolve::retreat_choices;
use super::retreat::{self, Retreat};
use super::state::{Phase, State};
use super::{advance, movement};

type Verdict = Result<(), Refusal>;

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
        None => {
            let mut search = Search::new();
            if mover.path_to(battle, to, &mut search).is_none() {
                if to == mover.start {
                    return Err(Refusal::EmptyPath(unit));
                }
                return Err(mover.why_unreachable(battle, state, to, &mut search));
            }
        }
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
        None if to != hex => {
            let mut search = Search::new();
            if mover.path_to(battle, to, &mut search).is_none() {
                if stopped_at_entry(battle, state, unit, hex) {
                    return Err(Refusal::MovesOnUnderControl { unit, at: hex });
                }
                return Err(mover.why_unreachable(battle, state, to, &mut search));
            }
        }
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
        None => {
            let mut search = Search::new();
            match mover.cost_to(battle, hex, &mut search) {
                Some(cost) => cost,
                None => return Err(mover.why_unreachable(battle, state, hex, &mut search)),
            }
        }
    };
    // [BG 6.0, BG-F 17.3] Leaving the map is movement out of the exit hex.
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

/// [BG 7.11, 7.12] The combat phase ends when nothing that can be met is left to be met.
fn check_end_of_combat(battle: &Battle, state: &State) -> Verdict {
    let obligations = Obligations::of(battle, state);
    if obligations.are_met(battle) {
        return Ok(());
    }
    let attacker = obligations.must_attack.iter().next().map(Refusal::MustStillAttack);
    let defender = obligations.must_be_attacked.iter().next().map(Refusal::MustStillBeAttacked);
    Err(attacker.or(defender).unwrap_or(Refusal::NoDefender))
}

/// Whether an attack is legal [BG 7.1-7.3, 8.1, 8.2].
pub fn check_attack(battle: &Battle, state: &State, attack: &Attack) -> Verdict {
    let obligations = Obligations::of(battle, state);
    check_attack_with(battle, state, attack, &obligations)
}

/// Whether an attack is legal, with the obligations at hand.
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
        check_attacker(battle, state, attack, cell)?;
    }
    for gun in attack.bombard.iter() {
        check_gun(battle, state, attack, gun)?;
    }
    // [BG 8.13] Artillery alone bombards a single hex.
    if attack.attackers.is_empty() && attack.defenders.len() > 1 {
        return Err(Refusal::BombardsSeveral);
    }
    match obligations.broken_by(battle, state, attack) {
        Some(Broken::LeavesWithoutTarget(cell)) => return Err(Refusal::LeavesWithoutTarget(cell)),
        Some(Broken::LeavesUnattacked(cell)) => return Err(Refusal::LeavesUnattacked(cell)),
        None => {}
    }
    if let Some(announced) = attack.column {
        let odds = odds(battle, state, attack).column;
        if announced > odds {
            return Err(Refusal::ColumnTooHigh { announced, odds });
        }
    }
    Ok(())
}

fn check_target(battle: &Battle, state: &State, cell: Cell, obligations: &Obligations) -> Verdict {
    if obligations.targets.contains(cell) {
        return Ok(());
    }
    let enemies = state.units_at(battle, cell).intersection(battle.of_side(state.side.other()));
    if enemies.is_empty() {
        Err(Refusal::EmptyTarget(cell))
    } else if enemies.iter().all(|unit| state.flags(unit).advanced()) {
        Err(Refusal::TargetAdvanced(cell))
    } else {
        Err(Refusal::AttackedTwice(cell))
    }
}

fn check_attacker(battle: &Battle, state: &State, attack: &Attack, cell: Cell) -> Verdict {
    let own = state.units_at(battle, cell).intersection(battle.of_side(state.side));
    let Some(first) = own.first() else { return Err(Refusal::EmptyAttacker(cell)) };
    if !own.iter().any(|unit| is_able(state, unit)) {
        let flags = state.flags(first);
        return Err(if own.len() > 1 {
            Refusal::HexAttacksTwice(cell)
        } else if flags.advanced() {
            Refusal::AttackAfterAdvance(first)
        } else if flags.ineffective() {
            Refusal::Ineffective(first)
        } else {
            Refusal::AttacksTwice(first)
        });
    }
    // [BG 7.25] Every attacking hex is next to every defending one.
    match attack.defenders.iter().find(|&&target| !battle.ground.are_adjacent(cell, target)) {
        Some(&to) => Err(Refusal::NotAdjacent { from: cell, to }),
        None => Ok(()),
    }
}

fn check_gun(battle: &Battle, state: &State, attack: &Attack, gun: UnitId) -> Verdict {
    check_owner(battle, state.side, gun)?;
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

fn check_choice(battle: &Battle, state: &State, pending: &Pending, action: &Action) -> Verdict {
    match (pending.step, action) {
        (Step::Elect, &Action::Elect { unit, .. }) => concerned(pending.units, unit),
        (Step::Losses, &Action::Losses { units }) => check_losses(battle, pending, units),
        (Step::Retreat | Step::Withdraw, &Action::Retreat { unit, to, displace }) => {
            check_retreat(battle, state, pending, Retreat { unit, to, displace })
        }
        (Step::Advance, &Action::Advance { unit, to }) => {
            concerned(pending.units, unit)?;
            if !pending.vacated.contains(&to) {
                return Err(Refusal::NotVacated(to));
            }
            advance::why_not(battle, state, unit, to).map_or(Ok(()), Err)
        }
        (Step::Advance, Action::Decline) => Ok(()),
        (step, _) => Err(Refusal::NotNow { due: due(step) }),
    }
}

fn due(step: Step) -> &'static str {
    match step {
        Step::Elect => "a bombarding gun may choose to share the retreat",
        Step::Losses => "the losses of an exchange must be chosen",
        Step::Retreat => "units must retreat",
        Step::Advance => "a victorious unit may advance, or the advance be declined",
        Step::Withdraw => "ineffective units must withdraw",
    }
}

fn concerned(units: UnitSet, unit: UnitId) -> Verdict {
    if units.contains(unit) { Ok(()) } else { Err(Refusal::NotConcerned(unit)) }
}

fn check_losses(battle: &Battle, pending: &Pending, units: UnitSet) -> Verdict {
    if let Some(stranger) = units.without(pending.units).first() {
        return Err(Refusal::NotConcerned(stranger));
    }
    let lost = pending.combat.map_or(0, |combat| battle.strength(combat.defenders));
    if units.is_empty() || !losses::is_sufficient(battle, pending.units, units, lost) {
        Err(Refusal::LossesTooSmall)
    } else if losses::wastes(battle, units, lost) {
        Err(Refusal::LossesTooLarge)
    } else {
        Ok(())
    }
}

fn check_retreat(battle: &Battle, state: &State, pending: &Pending, wanted: Retreat) -> Verdict {
    let visited = match &pending.chain {
        Some(chain) if chain.unit != wanted.unit => {
            return Err(Refusal::DisplacedFirst(chain.unit));
        }
        Some(chain) => chain.visited,
        None => {
            concerned(pending.units, wanted.unit)?;
            CellSet::EMPTY
        }
    };
    let choices = retreat_choices(battle, state, pending);
    if choices.contains(&wanted) {
        return Ok(());
    }
    let own: Vec<Retreat> = choices.into_iter().filter(|way| way.unit == wanted.unit).collect();
    Err(retreat::why_not(battle, state, &wanted, &visited, &own))
}

/// Why a unit of the phasing player may not move, enter or exit at all; `None` if it may.
pub fn why_idle(battle: &Battle, state: &State, unit: UnitId) -> Option<Refusal> {
    movement::why_not(battle, state, unit)
}
