//! Points and how the game stands.

use serde_json::{Value, json};

use super::words::ending;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::state::State;
use crate::blue_gray::victory::Outcome;

/// How the game ended, if it has: `{"winner","level","words"}`.
pub fn outcome(battle: &Battle, state: &State) -> Option<Value> {
    state.outcome.as_ref().map(|outcome| told(battle, outcome, capital(&ending(battle, outcome))))
}

fn told(battle: &Battle, outcome: &Outcome, words: String) -> Value {
    json!({
        "winner": outcome.winner.map(|side| side.word()),
        "level": outcome.level_name(battle),
        "words": words,
    })
}

/// With a capital letter in front.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
