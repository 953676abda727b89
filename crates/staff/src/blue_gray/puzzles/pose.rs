//! Makes a puzzle of a candidate, if its best answer is better than any other by more than twice the tolerance.

use serde_json::Value;

use super::Candidate;
use crate::puzzle::{Fraction, Kind, Provenance, Prover, Puzzle, Valued};

/// Answers that a puzzle must have at least.
const LEAST_CHOICES: usize = 4;

/// A puzzle with how much better its best answer is than the next, or `None` if it is none.
pub fn pose(
    prover: &dyn Prover,
    candidate: Candidate,
    players: &str,
    seed: u64,
    most: u64,
) -> Option<(Fraction, Puzzle)> {
    let Candidate { kind, side, position, goal, place, words, step } = candidate;
    let proved = prover.prove(&position, &goal, most).ok()?;
    let best = proved.first()?;
    let answers: Vec<&Valued> = proved.iter().filter(|one| one.worth == best.worth).collect();
    let mut alike: Vec<Value> = Vec::new();
    for answer in &answers {
        let plain = without_column(&answer.action);
        if !alike.contains(&plain) {
            alike.push(plain);
        }
    }
    let others = proved.iter().filter(|one| !alike.contains(&without_column(&one.action)));
    let second = others.map(|one| one.worth).max()?;
    let mut kinds: Vec<Value> = proved.iter().map(|one| without_column(&one.action)).collect();
    kinds.dedup();
    let (tolerance, few) = match kind {
        Kind::Attack => (Fraction::new(1, 12), 2),
        Kind::Close => (Fraction::new(1, 36), 3),
        Kind::Hold => (Fraction::new(1, 36), 4),
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

/// An attack without the column that is announced for it.
fn without_column(action: &Value) -> Value {
    let mut action = action.clone();
    if let Some(attack) = action.get_mut("attack").and_then(Value::as_object_mut) {
        attack.remove("column");
    }
    action
}
