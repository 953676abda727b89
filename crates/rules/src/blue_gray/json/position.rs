//! A whole position as JSON.

use atlas::fault::{Faults, Report};
use serde_json::{Value, json};

use super::event::phase_word;
use super::{counts, pending, units};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::movement::quota_now;
use crate::blue_gray::state::{Phase, State};
use crate::json::{Object, check_header, expected, number, seed_and_sequence, side, whole};
use crate::system::Key;

/// A state and the seed its dice come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The seed, as it was written.
    pub seed: Value,
}

impl Position {
    /// Reads a position of a battle that is ready, or says everything that is wrong with it.
    pub fn read(battle: &Battle, value: &Value) -> Result<Position, Faults> {
        whole("position", |report| position(report, battle, value))
    }

    /// The position as JSON.
    pub fn to_json(&self, battle: &Battle) -> Value {
        Position::write(battle, &self.state, Some(&self.seed))
    }

    /// A state as JSON, with a seed if one is given.
    pub fn write(battle: &Battle, state: &State, seed: Option<&Value>) -> Value {
        let left = quota_now(battle, state).map(|quota| quota.saturating_sub(state.moves_made));
        let mut value = json!({
            "game": battle.id,
            "scenario": battle.scenario,
            "options": battle.options.numbers,
            "turn": state.turn,
            "side": state.side.word(),
            "phase": phase_word(state.phase),
            "units": units::to_json(battle, state),
            "control": counts::control_to_json(battle, state),
            "points": {
                "union": counts::points_to_json(&state.points.union),
                "confederate": counts::points_to_json(&state.points.confederate),
            },
            "moves_left": left,
            "quota_lifted": state.quota_lifted,
            "creek_crossed": state.creek_crossed,
            "group_admitted": state.group_admitted,
            "forts_scored": counts::forts_to_json(battle, state),
            "pending": state.pending().map(|pending| pending::to_json(battle, pending)),
        });
        let outcome = state.outcome.as_ref();
        let outcome = outcome.map(|outcome| counts::outcome_to_json(battle, outcome));
        // Without a seed the outcome stands in its place: the hashes of all records depend on it.
        let (inside, after) = match (seed, outcome) {
            (Some(seed), outcome) => (Some(("seed", seed.clone())), outcome),
            (None, outcome) => (outcome.map(|outcome| ("outcome", outcome)), None),
        };
        if let Some((key, inside)) = inside {
            value[key] = inside;
        }
        value["sequence"] = json!(state.sequence);
        if let Some(outcome) = after {
            value["outcome"] = outcome;
        }
        value
    }
}

fn position(report: &mut Report, battle: &Battle, value: &Value) -> Option<Position> {
    let mut object = Object::of(report, "", value)?;
    let key =
        Key { battle: &battle.id, scenario: &battle.scenario, options: &battle.options.numbers };
    check_header(report, key, value, &mut object);
    let mut state = State::empty(battle);
    moment(report, battle, &mut state, &mut object);
    let waiting = object.find("pending");
    let displaced = waiting
        .and_then(|pending| pending.get("displaced")?.as_str())
        .and_then(|id| battle.find(id));
    match object.find("units") {
        None => state.set_up(battle),
        Some(value) => units::read(report, battle, &mut state, value, displaced),
    }
    counts::read(report, battle, &mut state, &mut object);
    if let Some(value) = waiting {
        state.pending = pending::read(report, battle, &state, value).map(Box::new);
        pending::mark(&mut state);
    }
    if let Some(value) = object.find("outcome") {
        if waiting.is_some() {
            report.fault("outcome", "found one although a combat waits for a choice");
        }
        state.outcome = counts::outcome(report, battle, &state, value);
    }
    let (seed, sequence) = seed_and_sequence(report, &mut object);
    state.sequence = sequence;
    object.finish(report);
    Some(Position { state, seed })
}

/// Reads the game-turn, the phasing player and the phase.
fn moment(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    let turns = i64::from(battle.turns);
    if let Some(value) = object.find("turn") {
        state.turn = number(report, "turn", value, (1, turns)).unwrap_or(1) as u8;
    }
    if let Some(value) = object.find("side") {
        state.side = side(report, "side", value).unwrap_or(battle.first);
    }
    if let Some(value) = object.find("phase") {
        state.phase = match value.as_str() {
            Some("movement") => Phase::Movement,
            Some("combat") => Phase::Combat,
            _ => expected(report, "phase", value, "\"movement\" or \"combat\"")
                .unwrap_or(Phase::Movement),
        };
    }
    if state.phase == Phase::Combat && battle.is_night(state.turn) {
        let message = "found \"combat\"; a night game-turn has no combat phase [BG 10.1]";
        report.fault("phase", message);
    }
}
