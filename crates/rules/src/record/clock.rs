//! The clock in a record: which time limit a game was played with, and what the clock did.
//!
//! Nothing here reads a clock. Whoever holds the table does, and calls [`expire`](super::expire) when a
//! player's time has run out. The line of that action says so in `cause`, and its first event tells it, so
//! that nobody mistakes it for the player's decision.

use serde_json::{Map, Value, json};

use super::header::HeaderLine;
use super::line::{ActionLine, Cause};
use crate::system::System;

/// The kind of the event that tells of a time limit that has run out.
pub const TIME_EXPIRED: &str = "time_expired";

/// The member of a header's clock that holds the limit of a phase.
const PHASE: &str = "phase_seconds";

/// What the header says of the clock, besides what the table says of it; nothing in a game without one.
pub(super) fn of_game<S: System>(
    system: &S,
    table: Option<Map<String, Value>>,
) -> Option<Map<String, Value>> {
    let mut clock = table.unwrap_or_default();
    if let Some(seconds) = system.capabilities().time_limit {
        clock.insert(PHASE.to_owned(), json!(seconds));
    }
    Some(clock).filter(|clock| !clock.is_empty())
}

/// Whether a header has the time limit that its options give.
pub(super) fn check_header<S: System>(system: &S, header: &HeaderLine) -> Result<(), String> {
    let found = header.clock.as_ref().and_then(|clock| clock.get(PHASE));
    match (found, system.capabilities().time_limit) {
        (None, None) => Ok(()),
        (Some(found), Some(due)) if *found == json!(due) => Ok(()),
        (None, Some(due)) => Err(format!("no clock; the options give {due} seconds a phase")),
        (Some(found), Some(due)) => {
            Err(format!("a clock of {found} seconds; the options give {due} seconds a phase"))
        }
        (Some(found), None) => {
            Err(format!("a clock of {found} seconds; the options give no time limit"))
        }
    }
}

/// Whether the clock did what a line says it did: only where there is one, and only what it does.
pub(super) fn check_cause<S: System>(
    system: &S,
    state: &S::State,
    action: &S::Action,
    line: &ActionLine,
) -> Result<(), String> {
    let Some(Cause::Clock) = line.cause else { return Ok(()) };
    if system.capabilities().time_limit.is_none() {
        return Err("the clock's doing, in a game without a time limit".into());
    }
    match system.at_expiry(state) {
        None => Err("the clock's doing, in a phase without a time limit".into()),
        Some(due) if due != *action => {
            let due = system.write_action(&due);
            Err(format!("the clock's doing, but all that a clock does here is {due}"))
        }
        Some(_) => Ok(()),
    }
}

/// What everybody hears first of an action, if it was not the player's decision.
pub(crate) fn first_event(cause: Option<Cause>, by: &str) -> Option<Value> {
    cause.map(|Cause::Clock| json!({"event": TIME_EXPIRED, "side": by}))
}

/// That event in a sentence.
pub(crate) fn sentence(event: &Value) -> Option<String> {
    let expired = event["event"] == TIME_EXPIRED;
    let side = if event["side"] == atlas::Side::Confederate.word() {
        atlas::Side::Confederate
    } else {
        atlas::Side::Union
    };
    expired.then(|| format!("Time is up: the clock ended the {side} phase."))
}
