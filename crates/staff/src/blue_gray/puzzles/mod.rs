//! Puzzles of Blue & Gray: every choice with its outcomes, and what an end is worth.

mod find;
mod pose;

use std::hash::{Hash, Hasher};

use atlas::Side;
use field::Cell;
use rules::blue_gray::check_combat::check_attack_with;
use rules::blue_gray::crt::CombatResult;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::odds::odds;
use rules::blue_gray::{
    Action, Attack, Battle, Phase, Place, Prepared, State, UnitId, UnitSet, actions, apply_listed,
};
use rules::dice::Dice;

use crate::puzzle::{Goal, Outcome, Solvable, Ways};

pub use find::{Candidate, candidates};
pub use pose::pose;

/// What an end is measured by.
pub enum Aim {
    /// Strength lost, theirs less ours.
    Losses,
    /// Whether an enemy is lost.
    Lost(UnitId),
    /// Whether one of ours stands in a hex.
    Held(Cell),
}

/// A die that shows one face.
struct Face(u16);

impl Dice for Face {
    fn roll(&mut self, sides: u16) -> u16 {
        self.0.min(sides.saturating_sub(1))
    }
}

impl Solvable for Prepared {
    type Aim = Aim;

    fn aim(&self, goal: &Goal) -> Result<Aim, String> {
        match goal {
            Goal::Losses {} => Ok(Aim::Losses),
            Goal::Lost { unit } => {
                let found = self.battle.find(unit).map(Aim::Lost);
                found.ok_or_else(|| format!("goal: no unit is called {unit:?}"))
            }
            Goal::Held { cell } => {
                let grid = self.battle.grid();
                let found = grid.cells().find(|&known| grid.name(known).to_string() == *cell);
                found.map(Aim::Held).ok_or_else(|| format!("goal: there is no hex {cell:?}"))
            }
        }
    }

    fn is_over(&self, state: &State, side: Side) -> bool {
        state.outcome.is_some() || state.side != side
    }

    fn worth(&self, state: &State, side: Side, aim: &Aim) -> i64 {
        let battle = &self.battle;
        match aim {
            Aim::Losses => lost(battle, state, side.other()) - lost(battle, state, side),
            Aim::Lost(unit) => i64::from(state.place(*unit) == Place::Eliminated),
            Aim::Held(cell) => i64::from(state.occupied(side).contains(*cell)),
        }
    }

    fn ways(&self, state: &State) -> Ways<Prepared> {
        let battle = &self.battle;
        let mut ways = Ways::default();
        for listed in actions(battle, state) {
            match listed.action {
                Action::Attack(attack) => {
                    let guns = listed.may_bombard.unwrap_or(UnitSet::EMPTY);
                    every_support(battle, state, attack, guns, &mut ways);
                }
                action => {
                    let after = done(battle, state, &action, 0);
                    ways.list.push((action, Outcome::Sure(ways.states.len())));
                    ways.states.push(after);
                }
            }
        }
        ways
    }

    fn likeness(&self, state: &State) -> Option<u128> {
        if !is_fresh_combat(state) {
            return None;
        }
        // How many actions led here matters to nobody.
        let mut alike = state.clone();
        alike.sequence = 0;
        let mut mixer = Mixer(0, 1);
        alike.hash(&mut mixer);
        Some(u128::from(mixer.0) << 64 | u128::from(mixer.1))
    }
}

/// Two numbers of 64 bits that depend on everything that is written to them.
struct Mixer(u64, u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let Mixer(one, two) = self;
        *one = (one.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        *two = (two.rotate_left(41) ^ word).wrapping_mul(0xC2B2_AE3D_27D4_EB4F) ^ (*two >> 31);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The strength that a side has lost.
fn lost(battle: &Battle, state: &State, side: Side) -> i64 {
    let gone = battle.of_side(side).iter().filter(|&unit| state.place(unit) == Place::Eliminated);
    battle.strength(gone.collect()).into()
}

/// An attack with every set of the guns that could join it.
fn every_support(
    battle: &Battle,
    state: &State,
    attack: Attack,
    guns: UnitSet,
    ways: &mut Ways<Prepared>,
) {
    let obligations = Obligations::of(battle, state);
    let guns: Vec<UnitId> = guns.iter().collect();
    let alone = attack.attackers.is_empty();
    for bits in u32::from(alone)..1 << guns.len().min(8) {
        let chosen = guns.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        let attack = Attack { bombard: chosen.map(|(_, &gun)| gun).collect(), ..attack };
        if check_attack_with(battle, state, &attack, &obligations).is_ok() {
            every_column(battle, state, attack, ways);
        }
    }
}

/// An attack on every column that may be announced: what comes of it depends on the result alone.
fn every_column(battle: &Battle, state: &State, attack: Attack, ways: &mut Ways<Prepared>) {
    let top = odds(battle, state, &attack).column;
    let mut known: Vec<(CombatResult, usize)> = Vec::new();
    for column in top.up_to() {
        let announced = Attack { column: (column != top).then_some(column), ..attack };
        let states = [1, 2, 3, 4, 5, 6].map(|die: u8| {
            let result = battle.facts.results.result(column, die);
            if let Some((_, index)) = known.iter().find(|(other, _)| *other == result) {
                return *index;
            }
            let after = done(battle, state, &Action::Attack(announced), u16::from(die) - 1);
            ways.states.push(after);
            known.push((result, ways.states.len() - 1));
            ways.states.len() - 1
        });
        ways.list.push((Action::Attack(announced), Outcome::Die(states)));
    }
}

fn done(battle: &Battle, state: &State, action: &Action, face: u16) -> State {
    let mut after = state.clone();
    apply_listed(battle, &mut after, action, &mut Face(face), &mut Vec::new());
    after
}

/// Whether a state waits for an attack or the end of a combat phase.
fn is_fresh_combat(state: &State) -> bool {
    state.phase == Phase::Combat && state.pending().is_none() && state.outcome.is_none()
}
