//! Strengths in combat [BR 8.0] in doubled points, so that a half is whole and nothing is rounded
//! [BR 9.0?].

use field::Cell;

use super::action::{Assault, Bombardment};
use super::battle::Battle;
use super::results::Column;
use super::state::State;
use crate::ids::{UnitId, UnitSet};

/// What an attack comes to before the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strengths {
    /// Twice the attackers' strength.
    pub attack: u32,
    /// Twice the defenders' strength.
    pub defence: u32,
    /// The column of the table.
    pub column: Column,
    /// What the distance takes from the die.
    pub less: u8,
    /// The units that defend.
    pub defenders: UnitSet,
}

/// The units of the other player in some hexes.
pub fn defenders_in(battle: &Battle, state: &State, hexes: &[Cell]) -> UnitSet {
    let there = hexes.iter().map(|&hex| state.of_side_at(battle, state.side.other(), hex));
    there.fold(UnitSet::EMPTY, UnitSet::union)
}

/// [BR 7.0, 9.0] A bombardment: points against points, no terrain. Fire over a long way is less
/// exact.
pub fn of_bombardment(battle: &Battle, state: &State, bombardment: &Bombardment) -> Strengths {
    let Bombardment { target, guns } = *bombardment;
    let defenders = defenders_in(battle, state, &[target]);
    let twice =
        |units: UnitSet| -> u32 { units.iter().map(|unit| 2 * state.strength(battle, unit)).sum() };
    let is_far = |gun: UnitId| {
        let distance = state.cell(gun).map_or(0, |from| battle.grid().distance(from, target));
        distance >= usize::from(battle.facts.far)
    };
    let (attack, defence) = (twice(guns), twice(defenders));
    let column = battle.facts.results.column(attack, defence);
    Strengths { attack, defence, column, less: u8::from(guns.iter().any(is_far)), defenders }
}

/// [BR 8.0] An assault: whoever crosses is halved, cover doubles.
pub fn of_assault(battle: &Battle, state: &State, assault: &Assault) -> Strengths {
    let cover = &battle.ground.cover;
    let hexes = &assault.defenders;
    let (attack_doubles, defence_doubles) = doublings(battle, state, assault);
    let attackers = assault.attackers.iter().map(|unit| {
        // [BR 8.0?] Only those are halved who cross a bridge or a ford themselves.
        let points = state.strength(battle, unit);
        if crosses(battle, state, unit, hexes) { points } else { 2 * points }
    });
    let attack = attackers.sum::<u32>() * if attack_doubles { 2 } else { 1 };
    let defending = |&hex: &Cell| -> u32 {
        let doubles = defence_doubles && cover.contains(hex);
        let there = defenders_in(battle, state, &[hex]);
        let points: u32 = there.iter().map(|unit| 2 * state.strength(battle, unit)).sum();
        if doubles { 2 * points } else { points }
    };
    let defence = hexes.iter().map(defending).sum();
    let column = battle.facts.results.column(attack, defence);
    Strengths { attack, defence, column, less: 0, defenders: defenders_in(battle, state, hexes) }
}

/// [BR 8.0] Whether cover doubles the attackers of an assault, and whether it doubles those
/// defenders who have it.
pub fn doublings(battle: &Battle, state: &State, assault: &Assault) -> (bool, bool) {
    let cover = &battle.ground.cover;
    let under_cover = |unit: UnitId| state.cell(unit).is_some_and(|at| cover.contains(at));
    // [BR 8.0?] Attackers gain by cover if one of them has it and every hex that they assault is
    // cover, too.
    let attack = assault.defenders.iter().all(|&hex| cover.contains(hex))
        && assault.attackers.iter().any(under_cover);
    // [BR 8.0?] Defenders gain by it if one of the attackers has none; with the option, always.
    let defence = battle.options.cover_against_cover || !assault.attackers.iter().all(under_cover);
    (attack, defence)
}

/// Whether a unit is next to one of some hexes over a bridge or through a ford.
pub fn crosses(battle: &Battle, state: &State, unit: UnitId, hexes: &[Cell]) -> bool {
    state.cell(unit).is_some_and(|from| {
        hexes.iter().any(|&to| battle.ground.water_between(from, to, state.ford).is_crossing())
    })
}
