//! Makes a puzzle of a candidate, if its best answer is better than any other by more than twice the tolerance.

use atlas::BySide;
use serde_json::Value;

use super::{Candidate, Fraction, Kind, Provenance, Prover, Puzzle, Valued};
use crate::contender::Contender;

/// Answers that a puzzle must have at least.
const LEAST_CHOICES: usize = 4;

/// The puzzles among what a seeker tells of in a game, each with how much better its best answer is than the next.
pub fn posed(
    prover: &dyn Prover,
    seats: BySide<Contender>,
    seed: u64,
    most: u64,
    seek: impl FnOnce(&mut dyn FnMut(Candidate)),
) -> Vec<(Fraction, Puzzle)> {
    let players = format!("{} against {}", seats.union.word(), seats.confederate.word());
    let mut found = Vec::new();
    seek(&mut |candidate| found.extend(pose(prover, candidate, &players, seed, most)));
    found
}

/// A puzzle with how much better its best answer is than the next, or `None` if it is none.
fn pose(
    prover: &dyn Prover,
    candidate: Candidate,
    players: &str,
    seed: u64,
    most: u64,
) -> Option<(Fraction, Puzzle)> {
    let Candidate { kind, side, position, goal, tolerance, place, words, step } = candidate;
    let proved = prover.prove(&position, &goal, most).ok()?;
    let best = proved.first()?;
    let answers: Vec<&Valued> = proved.iter().filter(|one| one.worth == best.worth).collect();
    let mut alike: Vec<Value> = Vec::new();
    for answer in &answers {
        let plain = prover.plain(&answer.action);
        if !alike.contains(&plain) {
            alike.push(plain);
        }
    }
    let others = proved.iter().filter(|one| !alike.contains(&prover.plain(&one.action)));
    let second = others.map(|one| one.worth).max()?;
    let mut kinds: Vec<Value> = proved.iter().map(|one| prover.plain(&one.action)).collect();
    kinds.dedup();
    let few = match kind {
        Kind::Attack | Kind::Fire => 2,
        Kind::Close => 3,
        Kind::Hold | Kind::Break => 4,
    };
    let lead = best.worth.minus(second);
    if lead <= tolerance.plus(tolerance)
        || alike.len() > few
        || kinds.len() < LEAST_CHOICES.max(2 * alike.len())
    {
        return None;
    }
    let (worth, nodes, choices) = (best.worth, best.nodes, proved.len());
    let answers = answers.into_iter().map(|one| one.action.clone()).collect();
    let turn = position["turn"].as_u64().unwrap_or(1);
    let puzzle = Puzzle {
        id: String::new(),
        kind,
        title: format!("{place}, turn {turn}"),
        words,
        side,
        position,
        goal,
        best: worth,
        second,
        tolerance,
        answers,
        choices,
        nodes,
        from: Provenance { players: players.to_owned(), seed, step },
    };
    Some((lead, puzzle))
}
