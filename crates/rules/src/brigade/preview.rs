//! What an attack would do: its odds, and for each face of the die the fate of every unit in it,
//! from the code that resolves it.
//!
//! Each unit is judged alone, on the board as it stands: who goes first, and where, is not
//! followed.

use super::battle::Battle;
use super::losses;
use super::pending::Attack;
use super::resolve::{loser_of_ground, losers, result_of, retreats_from, strengths};
use super::results::CombatResult;
use super::retreat::{Choices, Retreat, Way};
use super::state::State;
use super::strength::Strengths;
use crate::ids::{UnitId, UnitSet};

/// What becomes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It stays as it is.
    Stays,
    /// It loses its first step.
    Reduced,
    /// It loses its last step.
    Eliminated,
    /// More than one could lose the step.
    OwnersChoice,
    /// It retreats.
    Retreats,
    /// It retreats, and every way crosses water.
    RetreatsAtAPrice,
    /// It retreats only by pushing a friend out.
    Displaces,
    /// It has no way: it stands and loses a step.
    Trapped,
}

impl Fate {
    /// As it is written in answers.
    pub const fn words(self) -> &'static str {
        match self {
            Fate::Stays => "stays",
            Fate::Reduced => "reduced",
            Fate::Eliminated => "eliminated",
            Fate::OwnersChoice => "owner's choice",
            Fate::Retreats => "retreats",
            Fate::RetreatsAtAPrice => "retreats at a price",
            Fate::Displaces => "displaces",
            Fate::Trapped => "trapped",
        }
    }
}

/// What one face of the die would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// The face as it is thrown.
    pub die: u8,
    /// The result on the table.
    pub result: CombatResult,
    /// What becomes of each unit, attackers first.
    pub fates: Vec<(UnitId, Fate)>,
}

/// An attack before the die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The arithmetic.
    pub strengths: Strengths,
    /// What each face would do.
    pub faces: Vec<Face>,
}

/// What a legal attack would do.
pub fn preview(battle: &Battle, state: &State, attack: &Attack) -> Preview {
    let strengths = strengths(battle, state, attack);
    let faces = (1..=6).map(|die| {
        let result = result_of(battle, &strengths, die);
        Face { die, result, fates: fates(battle, state, attack, strengths.defenders, result) }
    });
    let faces = faces.collect();
    Preview { strengths, faces }
}

/// What becomes of everybody by a result.
fn fates(
    battle: &Battle,
    state: &State,
    attack: &Attack,
    defenders: UnitSet,
    result: CombatResult,
) -> Vec<(UnitId, Fate)> {
    let losing = losers(attack, result, state.side);
    let retreating = loser_of_ground(attack, result, state.side);
    let sides = [(state.side, attack.attackers()), (state.side.other(), defenders)];
    let mut fates = Vec::new();
    for (side, units) in sides {
        let from = retreats_from(state, attack, side);
        let retreat = Retreat { from: &from, units, displaced: UnitSet::EMPTY };
        for unit in units.iter() {
            let fate = if losing.contains(&side) {
                loss(state, unit, losses::candidates(battle, state, units))
            } else if retreating == Some(side) {
                flight(battle, state, &retreat, unit)
            } else {
                Fate::Stays
            };
            fates.push((unit, fate));
        }
    }
    fates
}

/// What becomes of a unit when one of some loses a step.
fn loss(state: &State, unit: UnitId, candidates: UnitSet) -> Fate {
    match (candidates.contains(unit), candidates.len()) {
        (false, _) => Fate::Stays,
        (true, 1) if state.is_reduced(unit) => Fate::Eliminated,
        (true, 1) => Fate::Reduced,
        (true, _) => Fate::OwnersChoice,
    }
}

/// What becomes of a unit that must retreat.
fn flight(battle: &Battle, state: &State, retreat: &Retreat<'_>, unit: UnitId) -> Fate {
    match retreat.choices(battle, state, unit) {
        Choices::Stand => Fate::Trapped,
        Choices::Displace(_) => Fate::Displaces,
        Choices::Go(ends) => {
            let is_wet = |&to: &_| retreat.way(battle, state, unit, to) == Some(Way::Wet);
            if ends.iter().all(is_wet) { Fate::RetreatsAtAPrice } else { Fate::Retreats }
        }
    }
}
