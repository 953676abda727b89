//! What any position promises: the score expected at the end, how uncertain that is, and the chance of each level of
//! victory. It is what the board promises, corrected by experience.

use atlas::Side;
use field::CellSet;
use rules::grand_tactical::options::Level;
use rules::grand_tactical::state::{Losses, Phase, State};
use rules::grand_tactical::{Battle, victory};

use super::desk::phases_left;
use super::ground::Ground;
use super::value::value;
use crate::chances::at_least;
use crate::interface::{Assessment, LevelChance};

/// What games between Captains teach: by how much their end was off what the board promised, and by how much it
/// strayed, each as a part that stays and a part for every phase to come.
#[derive(Clone, Copy, Debug)]
struct Experience {
    off: (f64, f64),
    stray: (f64, f64),
}

/// The battle of which there is experience.
const KNOWN: &str = "grand-tactical/antietam";

/// Of any other battle.
const NONE: Experience = Experience { off: (0.0, 0.0), stray: (4_000.0, 350.0) };

/// By the game: 40 of each (`cargo run --release -p staff --example grand_tactical_experience`).
const fn experience(level: Level) -> Experience {
    match level {
        Level::Basic => Experience { off: (2_000.0, 20.0), stray: (4_500.0, 330.0) },
        Level::Intermediate => Experience { off: (2_300.0, 945.0), stray: (4_000.0, 470.0) },
        Level::Advanced => Experience { off: (-900.0, 560.0), stray: (3_000.0, 270.0) },
    }
}

/// Men that a side is expected to lose in a phase, where no more is known.
const MEN_A_PHASE: f64 = 250.0;

/// Assesses positions of one battle.
#[derive(Clone, Debug)]
pub struct Assessor {
    ground: Ground,
}

impl Assessor {
    /// For a battle.
    pub fn of(battle: &Battle) -> Assessor {
        Assessor { ground: Ground::of(battle, &CellSet::EMPTY) }
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
        let known = battle.id == KNOWN;
        let lesson = if known { experience(battle.options.level) } else { NONE };
        let left = f64::from(phases_left(battle, state));
        let margin = self.expected(battle, state) + lesson.off.0 + lesson.off.1 * left;
        let spread = lesson.stray.0 + lesson.stray.1 * left;
        let chances = chances(battle, state, margin, spread);
        Assessment { margin, spread, chances, over: false, known }
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
fn chances(battle: &Battle, state: &State, margin: f64, spread: f64) -> Vec<LevelChance> {
    let levels = &battle.tables.levels;
    let mut above = 0.0;
    let mut found = Vec::new();
    for level in levels {
        let reached = match level.from {
            Some(from) => at_least(margin, spread, f64::from(from) - 0.5),
            None => 1.0,
        };
        let chance = (reached - above).clamp(0.0, 1.0);
        above = reached.max(above);
        found.push(LevelChance { winner: level.winner, level: level.level.clone(), chance });
    }
    if let Some(least) = &battle.tables.least_casualties {
        let Losses { infantry, cavalry, .. } = state.losses[least.of];
        let left = f64::from(phases_left(battle, state)) + 0.5;
        let expected = f64::from(infantry + cavalry) + MEN_A_PHASE * left;
        let enough = at_least(expected, 100.0 * left, f64::from(least.men));
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
