//! Assault [BR 8.0]: who may attack whom, and which guns may support.
//!
//! An assault is a set of attackers and a set of defending hexes. Attackers next to a defending hex
//! must be next to all of them; a gun that is two or more hexes away from all of them supports. How
//! strong both sides are is said in [`strength`](super::strength), which hexes must be assaulted in
//! [`obligations`].

use atlas::battle::Arm;
use field::Cell;

use super::action::Assault;
use super::activation::check_active;
use super::battle::Battle;
use super::ground::Water;
use super::obligations;
use super::refusal::Refusal;
use super::state::{Mark, State};
use crate::ids::{UnitId, UnitSet};

/// How a unit takes part in an assault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Next to every defending hex.
    Adjacent,
    /// Artillery that fires from two hexes away.
    Supports,
}

/// What bars a unit from assaulting and supporting.
const BARS: [Mark; 4] = [Mark::Rallied, Mark::Searched, Mark::Bombarded, Mark::Assaulted];

/// Whether an assault is allowed.
pub fn check(battle: &Battle, state: &State, assault: &Assault) -> Result<(), Refusal> {
    check_defenders(battle, state, &assault.defenders)?;
    let adjacent = check_parts(battle, state, assault)?;
    check_crossings(battle, state, assault, adjacent)?;
    obligations::check(battle, state, assault)
}

/// [BR 8.0?] Every defending hex holds an enemy unit that has not been assaulted in this phase; all
/// units there defend.
fn check_defenders(battle: &Battle, state: &State, hexes: &[Cell]) -> Result<(), Refusal> {
    if hexes.is_empty() {
        return Err(Refusal::NoDefender);
    }
    hexes.iter().try_for_each(|&hex| {
        if !state.occupied(state.side.other()).contains(hex) {
            Err(Refusal::NothingToAssault(hex))
        } else if !obligations::can_be_assaulted(battle, state, hex) {
            Err(Refusal::AssaultedTwice(hex))
        } else {
            Ok(())
        }
    })
}

/// Every attacker may attack, and has a part that its arm and the ground allow; somebody is next to
/// the defenders. Those who are.
fn check_parts(battle: &Battle, state: &State, assault: &Assault) -> Result<UnitSet, Refusal> {
    let mut adjacent = UnitSet::EMPTY;
    for unit in assault.attackers.iter() {
        check_free(battle, state, unit)?;
        match part_of(battle, state, unit, &assault.defenders)? {
            Part::Adjacent => {
                check_reaches(battle, state, unit, &assault.defenders)?;
                adjacent.insert(unit);
            }
            Part::Supports => {
                if !can_support(battle, state, unit, &assault.defenders) {
                    return Err(Refusal::CannotSupport(unit));
                }
            }
        }
    }
    if adjacent.is_empty() { Err(Refusal::NoAttacker) } else { Ok(adjacent) }
}

/// [BR 8.0] Whether a unit is active and has not yet done what bars it; each attacks once in a
/// turn.
pub fn check_free(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    check_active(battle, state, unit)?;
    match BARS.into_iter().find(|&mark| state.is_marked(unit, mark)) {
        Some(mark) => Err(Refusal::Done { unit, mark }),
        None => Ok(()),
    }
}

/// The units that what they have done in this turn keeps from assaulting and supporting.
pub fn barred(state: &State) -> UnitSet {
    BARS.map(|mark| state.marked(mark)).into_iter().fold(UnitSet::EMPTY, UnitSet::union)
}

/// The units that may still assault or support.
pub fn free(battle: &Battle, state: &State) -> UnitSet {
    battle.active(state).intersection(state.on_map(battle, state.side)).without(barred(state))
}

/// [BR 8.0] The part of a unit by where it stands: next to all defending hexes, or, if it is
/// artillery, next to none of them.
pub fn part_of(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    hexes: &[Cell],
) -> Result<Part, Refusal> {
    let from = state.cell(unit).ok_or(Refusal::NotOnMap(unit))?;
    let is_next = |&&hex: &&Cell| battle.grid().distance(from, hex) == 1;
    match hexes.iter().find(|hex| !is_next(hex)) {
        None => Ok(Part::Adjacent),
        Some(&to) if hexes.iter().any(|hex| is_next(&hex)) => {
            Err(Refusal::NotNextToAll { unit, to })
        }
        Some(_) if battle.unit(unit).arm == Arm::Artillery => Ok(Part::Supports),
        Some(&to) => Err(Refusal::NotAdjacent { unit, to }),
    }
}

/// Whether a unit next to all defending hexes may attack each of them: nobody over the plain creek;
/// over bridges, fords and streams, and into defensive terrain, infantry alone.
pub fn check_reaches(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    hexes: &[Cell],
) -> Result<(), Refusal> {
    let from = state.cell(unit).ok_or(Refusal::NotOnMap(unit))?;
    check_reaches_from(battle, state, unit, from, hexes)
}

/// The same of a unit that would stand in a hex.
pub fn check_reaches_from(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    from: Cell,
    hexes: &[Cell],
) -> Result<(), Refusal> {
    let infantry = battle.unit(unit).arm == Arm::Infantry;
    hexes.iter().try_for_each(|&to| {
        let water = battle.ground.water_between(from, to, state.ford);
        if water == Water::Creek {
            Err(Refusal::AssaultOverCreek { unit, to })
        } else if water.is_wet() && !infantry {
            Err(Refusal::OnlyInfantryCrosses { unit, to })
        } else if battle.ground.cover.contains(to) && !infantry {
            Err(Refusal::OnlyInfantryIntoCover { unit, to })
        } else {
            Ok(())
        }
    })
}

/// [BR 8.0?] Cavalry and artillery, supporting guns too, have no part in an assault in which
/// anybody crosses water.
fn check_crossings(
    battle: &Battle,
    state: &State,
    assault: &Assault,
    adjacent: UnitSet,
) -> Result<(), Refusal> {
    let others = assault.attackers.without(battle.of_arm(Arm::Infantry));
    match others.first() {
        Some(unit) if crosses_water(battle, state, adjacent, &assault.defenders) => {
            Err(Refusal::NotWithCrossing(unit))
        }
        _ => Ok(()),
    }
}

/// Whether one of these units is next to one of these hexes over water.
pub fn crosses_water(battle: &Battle, state: &State, units: UnitSet, hexes: &[Cell]) -> bool {
    let over = |from: Cell, to: Cell| battle.ground.water_between(from, to, state.ford).is_wet();
    let crosses = |from: Cell| hexes.iter().any(|&to| over(from, to));
    units.iter().filter_map(|unit| state.cell(unit)).any(crosses)
}

/// [BR 8.0?] Whether a gun may support: one defending hex two hexes away, not under cover, and in
/// sight.
pub fn can_support(battle: &Battle, state: &State, gun: UnitId, hexes: &[Cell]) -> bool {
    state.cell(gun).is_some_and(|from| can_support_from(battle, from, hexes))
}

/// The same of a gun that would stand in a hex.
pub fn can_support_from(battle: &Battle, from: Cell, hexes: &[Cell]) -> bool {
    hexes.iter().any(|&hex| {
        battle.grid().distance(from, hex) == 2
            && !battle.ground.cover.contains(hex)
            && battle.sight.is_clear(from, hex)
    })
}

/// The guns that could join an assault of these units on these hexes: next to them or in support,
/// any of them.
pub fn guns_that_may_join(
    battle: &Battle,
    state: &State,
    attackers: UnitSet,
    hexes: &[Cell],
) -> UnitSet {
    if crosses_water(battle, state, attackers, hexes) {
        return UnitSet::EMPTY;
    }
    let may = |&gun: &UnitId| match part_of(battle, state, gun, hexes) {
        Ok(Part::Adjacent) => check_reaches(battle, state, gun, hexes).is_ok(),
        Ok(Part::Supports) => can_support(battle, state, gun, hexes),
        Err(_) => false,
    };
    let guns = free(battle, state).intersection(battle.guns()).without(attackers);
    guns.iter().filter(may).collect()
}
