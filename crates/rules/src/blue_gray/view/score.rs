//! Points and how the game stands.

use atlas::Side;
use serde_json::{Value, json};

use super::words::{capital, ending};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::prepared::Prepared;
use crate::blue_gray::state::State;
use crate::blue_gray::victory::{self, Outcome};

/// How the game ended, if it has.
pub fn outcome(battle: &Battle, state: &State) -> Option<crate::Outcome> {
    let outcome = state.outcome.as_ref()?;
    Some(crate::Outcome {
        winner: outcome.winner,
        level: outcome.level_name(battle).to_owned(),
        words: capital(&ending(battle, outcome)),
    })
}

/// Who would have won if the game ended now, or who has.
pub fn standing(battle: &Battle, state: &State) -> Value {
    match &state.outcome {
        Some(outcome) => told(battle, outcome, &format!("{}.", capital(&ending(battle, outcome)))),
        None => {
            let outcome = victory::outcome(battle, state);
            let a = if outcome.winner.is_some() { "a " } else { "" };
            let words = format!("If the game ended now: {a}{}.", ending(battle, &outcome));
            told(battle, &outcome, &words)
        }
    }
}

/// The points of both sides with the lines they are made of, as the game would stand if it ended now. What
/// is banked is scored for good; the rest can still change hands.
pub fn points(table: &Prepared, state: &State) -> Value {
    let lines = victory::tally(&table.battle, state);
    let of = |side: Side| {
        let own = lines.iter().filter(|line| line.side == side);
        let total: i32 = own.clone().map(|line| line.points).sum();
        let is_banked = |line: &&victory::Tally| line.source.is_banked();
        let banked: i32 = own.clone().filter(is_banked).map(|line| line.points).sum();
        let told: Vec<Value> = own
            .map(|line| {
                let (what, banked) = (named(table, &line.what), line.source.is_banked());
                json!({"what": what, "points": line.points, "banked": banked})
            })
            .collect();
        json!({"total": total, "banked": banked, "lines": told})
    };
    json!({"union": of(Side::Union), "confederate": of(Side::Confederate)})
}

/// A line of points with the name of the hex it speaks of.
fn named(table: &Prepared, what: &str) -> String {
    let known = what.split_once(' ').and_then(|(hex, rest)| {
        let name = table.name(table.battle.grid().cell(hex)?)?;
        Some(format!("{name} ({hex}) {rest}"))
    });
    known.unwrap_or_else(|| capital(what))
}

fn told(battle: &Battle, outcome: &Outcome, words: &str) -> Value {
    json!({
        "winner": outcome.winner.map(|side| side.word()),
        "level": outcome.level_name(battle),
        "words": words,
    })
}
