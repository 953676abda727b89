//! [GT 10.0, GT-QS 7.0] The score, and what it is worth in the end.

use atlas::Side;

use super::battle::Battle;
use super::state::{Losses, State};
use crate::bid::Bid;
use crate::moment::Outcome;

/// [GT 10.1, GT-QS 7.1] Points of the Union less those of the Confederates, as they stand now.
pub fn score(battle: &Battle, state: &State) -> i32 {
    let of = |side| worth_of_losses(battle, state, side) + objectives(battle, state, side);
    of(Side::Union) - of(Side::Confederate)
}

/// [GT 10.1] What a side gets for what the enemy has lost.
pub fn worth_of_losses(battle: &Battle, state: &State, side: Side) -> i32 {
    let table = &battle.tables.score;
    let enemy = side.other();
    let Losses { infantry, cavalry, guns, brigade, division, corps } = state.losses[enemy];
    let points = infantry * table.infantryman
        + cavalry * table.cavalryman
        + guns * table.gun
        + brigade * table.brigade_leader
        + division * table.division_leader
        + corps * table.corps_leader[enemy];
    points as i32
}

/// [GT 10.1] What the objectives of a side bring it now (D-69).
pub fn objectives(battle: &Battle, state: &State, side: Side) -> i32 {
    (0..battle.objectives.len())
        .filter(|&index| battle.objectives[index].side == side)
        .map(|index| objective(battle, state, index))
        .sum()
}

/// [GT 10.1] What one objective brings: all of it to whoever stands there, half in a zone of
/// control.
pub fn objective(battle: &Battle, state: &State, index: usize) -> i32 {
    let goal = &battle.objectives[index];
    if state.occupied(goal.side).contains(goal.cell) {
        goal.points
    } else if !state.is_occupied(goal.cell) && state.in_zone_of(battle, goal.side, goal.cell) {
        goal.points / 2
    } else {
        0
    }
}

/// The score with what was agreed on beforehand: it counts for who wins, not for how many divisions are active.
pub fn counted(battle: &Battle, state: &State) -> i32 {
    state.score + Bid::lead(battle.bid)
}

/// [GT 10.2] What a score is worth by itself.
fn level_of(battle: &Battle, counted: i32) -> (Option<Side>, &str) {
    let levels = &battle.tables.levels;
    let reached = |level: &&super::tables::Level| level.from.is_none_or(|from| counted >= from);
    let found = levels.iter().find(reached).or(levels.last());
    found.map_or((None, "draw"), |level| (level.winner, level.level.as_str()))
}

/// [GT 10.2] What the announced score is worth, whatever has been lost.
pub fn by_score(battle: &Battle, state: &State) -> Outcome {
    let (winner, level) = level_of(battle, counted(battle, state));
    told(winner, level)
}

/// [GT 10.2] How a game with this score and these losses ends.
pub fn outcome(battle: &Battle, state: &State) -> Outcome {
    let (mut winner, mut level) = level_of(battle, counted(battle, state));
    if let Some(least) = &battle.tables.least_casualties {
        let Losses { infantry, cavalry, .. } = state.losses[least.of];
        // [GT 10.2?] At least a victory: a draw becomes one, too (D-70).
        if infantry + cavalry < least.men && winner != Some(least.winner) {
            (winner, level) = (Some(least.winner), least.level.as_str());
        }
    }
    told(winner, level)
}

fn told(winner: Option<Side>, level: &str) -> Outcome {
    let words = match winner {
        Some(side) => format!("{side} {level} victory"),
        None => "Draw".to_owned(),
    };
    Outcome { winner, level: level.to_owned(), words }
}
