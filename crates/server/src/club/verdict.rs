//! What came of a game of an open table, and whether it counts: only what a stranger can check by its record does.

use atlas::Side;
use rules::record::RecordError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::entry::{Entry, Kind};
use crate::facts::DicePolicy;
use crate::table::{Ended, How, Table, makes_invitation};
use crate::words::SideWord;

/// The field of an entry's data that tells of a computer.
const COMPUTER: &str = "computer";

/// What came of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = OpenVerdict)]
pub struct Verdict {
    /// Who won; nobody if null.
    #[schema(value_type = Option<SideWord>)]
    pub winner: Option<Side>,
    /// In which way it ended; unknown, if the game is stored no longer.
    pub how: Option<How>,
    /// In a sentence.
    pub words: String,
    /// Why it is not verified; null if it is.
    pub why_not: Option<String>,
}

impl Verdict {
    /// Of a game that cannot be looked at any more.
    pub fn lost(why: &str) -> Verdict {
        let words = "What came of it is not known.".to_owned();
        Verdict { winner: None, how: None, words, why_not: Some(why.to_owned()) }
    }

    /// Of a table that has come to its end: everything is replayed. Takes a while.
    pub fn of(table: &Table) -> Verdict {
        if table.damaged().is_some() || table.spoiled().is_some() {
            return Verdict::lost("What is stored of it does not hold.");
        }
        let told = table.entries().iter().rev().find(|entry| entry.kind == Kind::Ended);
        let data = told.and_then(|entry| entry.secret.data.as_ref());
        let Some(ended) = data.and_then(|data| Ended::deserialize(data).ok()) else {
            return Verdict::lost("Its end cannot be read.");
        };
        let Ended { how, winner, words, .. } = ended;
        let why_not = why_not(table).map(str::to_owned);
        Verdict { winner, how: Some(how), words, why_not }
    }

    /// Whether it is verified.
    pub fn is_verified(&self) -> bool {
        self.why_not.is_none() && self.how.is_some()
    }
}

/// Why what came of a game does not count.
fn why_not(table: &Table) -> Option<&'static str> {
    let entries = table.entries();
    if table.facts.dice == DicePolicy::ByHand {
        return Some("Dice were thrown by hand.");
    }
    if entries.iter().any(|entry| is_computers(entry)) {
        return Some("A computer has played in it.");
    }
    if entries.iter().any(|entry| makes_invitation(entry)) {
        return Some("A seat was given out again.");
    }
    match replayed(table) {
        Ok(true) => None,
        Ok(false) => Some("Its dice cannot be checked, or were forced."),
        Err(_) => Some("Its record does not replay."),
    }
}

/// Whether a computer was seated, or decided something.
fn is_computers(entry: &Entry) -> bool {
    let seated = |data: &Value| data.get(COMPUTER).is_some();
    entry.why.is_some()
        || (entry.kind == Kind::Seat && entry.secret.data.as_ref().is_some_and(seated))
}

/// Whether the record replays with every die as it was thrown.
fn replayed(table: &Table) -> Result<bool, RecordError> {
    let record = table.record();
    let mut replay = table.play().game().replay(&record)?;
    for _ in 0..replay.len() {
        replay.step()?;
    }
    let verified = replay.finish()?;
    Ok(verified.dice && verified.forced == 0)
}
