//! Victory [BR 16.0]: the key landmarks in Union hands when the last turn is over.

use atlas::Side;

use super::battle::Battle;
use super::facts::{Landmark, Level};
use super::state::State;
use crate::bid::Bid;

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None`: nobody.
    pub winner: Option<Side>,
    /// The level's place in the battle's list.
    pub level: u8,
    /// The Union's points, with those agreed on beforehand.
    pub points: i32,
}

impl Outcome {
    /// What the level is called.
    pub fn name(self, battle: &Battle) -> &str {
        battle.facts.levels.get(usize::from(self.level)).map_or("", |level| level.name.as_str())
    }
}

/// The landmarks in Union hands.
pub fn held<'b>(battle: &'b Battle, state: &State) -> impl Iterator<Item = &'b Landmark> {
    let held = state.held;
    let landmarks = battle.facts.landmarks.iter().enumerate();
    landmarks.filter(move |(index, _)| held >> index & 1 != 0).map(|(_, landmark)| landmark)
}

/// [BR 16.0] The points of the landmarks that Union infantry was the last to rest in.
pub fn of_landmarks(battle: &Battle, state: &State) -> u32 {
    held(battle, state).map(|landmark| landmark.points).sum()
}

/// The points that count: those of the landmarks, and what was agreed on beforehand. What the Confederates were
/// given is the Union's loss, who alone scores.
pub fn points(battle: &Battle, state: &State) -> i32 {
    of_landmarks(battle, state) as i32 + Bid::lead(battle.bid)
}

/// The level that points reach.
fn level(levels: &[Level], points: i32) -> usize {
    let reached = levels.iter().position(|level| points >= level.at_least as i32);
    reached.unwrap_or(levels.len().saturating_sub(1))
}

/// How the game would end now.
pub fn outcome(battle: &Battle, state: &State) -> Outcome {
    outcome_with(battle, points(battle, state))
}

/// How a game ends with so many points.
pub fn outcome_with(battle: &Battle, points: i32) -> Outcome {
    let level = level(&battle.facts.levels, points);
    let winner = battle.facts.levels.get(level).and_then(|level| level.winner);
    Outcome { winner, level: level as u8, points }
}
