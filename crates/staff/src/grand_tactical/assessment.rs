//! What any position promises: the score expected at the end, how uncertain that is, and the chance of each level of
//! victory. It is what the board promises, corrected by experience.

use atlas::Side;
use field::CellSet;
use rules::grand_tactical::state::{Losses, Phase, State};
use rules::grand_tactical::{Battle, victory};

use super::desk::phases_left;
use super::experience::{Experience, Lesson, guess};
use super::ground::Ground;
use super::value::value;
use crate::chances::at_least;
use crate::interface::{Assessment, LevelChance};

/// Assesses positions of one battle.
#[derive(Clone, Debug)]
pub struct Assessor {
    ground: Ground,
    experience: Experience,
}

impl Assessor {
    /// For a battle.
    pub fn of(battle: &Battle) -> Assessor {
        Assessor { ground: Ground::of(battle, &CellSet::EMPTY), experience: Experience::of(battle) }
    }

    /// What the board promises, in points of the score: for comparisons.
    pub fn expected(&self, battle: &Battle, state: &State) -> f64 {
        if state.fords == self.ground.fords {
            return value(battle, &self.ground, state);
        }
        value(battle, &Ground::of(battle, &state.fords), state)
    }

    /// What a position promises. The battle is the one the assessor was made for.
    pub fn assess(&self, battle: &Battle, state: &State) -> Assessment {
        if state.phase == Phase::Over {
            return decided(battle, state);
        }
        let lesson = self.experience.lesson(battle, state);
        let known = lesson.is_some();
        let lesson = lesson.unwrap_or_else(|| guess(f64::from(phases_left(battle, state))));
        let margin = self.expected(battle, state) + lesson.drift;
        let chances = chances(battle, state, margin, &lesson);
        Assessment { margin, spread: lesson.stray, chances, over: false, known }
    }
}

/// A game that is over promises what it brought.
fn decided(battle: &Battle, state: &State) -> Assessment {
    let outcome = victory::outcome(battle, state);
    let chance = LevelChance { winner: outcome.winner, level: outcome.level, chance: 1.0 };
    let margin = f64::from(victory::counted(battle, state));
    Assessment { margin, spread: 0.0, chances: vec![chance], over: true, known: true }
}

/// [GT 10.2] The chance of each level if the score strays so far. What falls short of the casualties that a side must
/// have suffered goes to the side that wins by that.
fn chances(battle: &Battle, state: &State, margin: f64, lesson: &Lesson) -> Vec<LevelChance> {
    let levels = &battle.tables.levels;
    let mut above = 0.0;
    let mut found = Vec::new();
    for level in levels {
        let reached = match level.from {
            Some(from) => at_least(margin, lesson.stray, f64::from(from) - 0.5),
            None => 1.0,
        };
        let chance = (reached - above).clamp(0.0, 1.0);
        above = reached.max(above);
        found.push(LevelChance { winner: level.winner, level: level.level.clone(), chance });
    }
    if let Some(least) = &battle.tables.least_casualties {
        let Losses { infantry, cavalry, .. } = state.losses[least.of];
        let expected = f64::from(infantry + cavalry) + lesson.men;
        let enough = at_least(expected, lesson.men_stray, f64::from(least.men));
        spare(&mut found, least.winner, &least.level, 1.0 - enough);
    }
    found
}

/// Moves a share of every chance that is not a side's to a level of its victory.
fn spare(found: &mut [LevelChance], winner: Side, level: &str, share: f64) {
    let mut moved = 0.0;
    for chance in found.iter_mut().filter(|chance| chance.winner != Some(winner)) {
        moved += chance.chance * share;
        chance.chance *= 1.0 - share;
    }
    let is = |chance: &&mut LevelChance| chance.winner == Some(winner) && chance.level == level;
    if let Some(chance) = found.iter_mut().find(is) {
        chance.chance += moved;
    }
}
