//! A whole position as JSON.

use atlas::fault::{Fault, Faults, Report};
use serde_json::{Value, json};

use super::event::phase_word;
use super::read::{Object, each, expected, number, side, text};
use super::{counts, pending, text as json_text, units};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::movement::quota_now;
use crate::blue_gray::state::{Phase, State};
use crate::dice::Seed;

/// What must be known of a position before its battle can be made ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Folder of the battle.
    pub game: String,
    /// The scenario; without one, the battle's first.
    pub scenario: Option<String>,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
}

impl Header {
    /// Reads the head of a position and keeps the rest for [`Position::read`].
    pub fn read(text: &str) -> Result<(Header, Value), Faults> {
        let value = json_text::parse("position", text)?;
        let mut report = Report::new();
        let header = header(&mut report, &value);
        match (report.into_faults(), header) {
            (Some(faults), _) => Err(faults),
            (None, Some(header)) => Ok((header, value)),
            (None, None) => Err(Fault::new("position", "cannot be read").into()),
        }
    }
}

fn header(report: &mut Report, value: &Value) -> Option<Header> {
    let mut object = Object::of(report, "", value)?;
    let game = object.need(report, "game").and_then(|value| text(report, "game", value));
    let scenario = match object.find("scenario") {
        None => Some(None),
        Some(value) => text(report, "scenario", value).map(|id| Some(id.to_owned())),
    };
    let options = match object.find("options") {
        None => Some(Vec::new()),
        Some(value) => each(report, "options", value, |r, p, v| text(r, p, v).map(str::to_owned)),
    };
    Some(Header { game: game?.to_owned(), scenario: scenario?, options: options? })
}

/// A state and the seed its dice come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The seed, as it was written.
    pub seed: Value,
}

impl Position {
    /// The seed of the dice.
    pub fn seed(&self) -> Seed {
        let text = match &self.seed {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Seed::parse(&text).unwrap_or(Seed::from_number(0))
    }

    /// Reads a position of a battle that is ready, or says everything that is wrong with it.
    pub fn read(battle: &Battle, value: &Value) -> Result<Position, Faults> {
        let mut report = Report::new();
        let position = position(&mut report, battle, value);
        match (report.into_faults(), position) {
            (Some(faults), _) => Err(faults),
            (None, Some(position)) => Ok(position),
            (None, None) => Err(Fault::new("position", "cannot be read").into()),
        }
    }

    /// The position as JSON.
    pub fn to_json(&self, battle: &Battle) -> Value {
        let state = &self.state;
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
            "seed": self.seed,
            "sequence": state.sequence,
        });
        if let Some(outcome) = &state.outcome {
            value["outcome"] = counts::outcome_to_json(battle, outcome);
        }
        value
    }
}

fn position(report: &mut Report, battle: &Battle, value: &Value) -> Option<Position> {
    let mut object = Object::of(report, "", value)?;
    check_header(report, battle, value, &mut object);
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
    let seed = object.find("seed").cloned().unwrap_or(json!(0));
    check_seed(report, &seed);
    if let Some(value) = object.find("sequence") {
        // So many that no game can count on to the end of the type.
        let most = 1 << 31;
        state.sequence = number(report, "sequence", value, (0, most)).unwrap_or(0) as u32;
    }
    object.finish(report);
    Some(Position { state, seed })
}

/// The battle was made ready from a header: this position must be of the same.
fn check_header(report: &mut Report, battle: &Battle, value: &Value, object: &mut Object<'_>) {
    for known in ["game", "scenario", "options"] {
        object.find(known);
    }
    let mut ignored = Report::new();
    let Some(header) = header(&mut ignored, value) else { return };
    let mut differs = |key: &str, found: &str, expected: &str| {
        if found != expected {
            report.fault(key, format!("found {found:?}; expected {expected:?}"));
        }
    };
    differs("game", &header.game, &battle.id);
    differs("scenario", header.scenario.as_deref().unwrap_or(&battle.scenario), &battle.scenario);
    if value.get("options").is_some_and(|options| !options.is_null()) {
        let mut chosen = header.options;
        let mut known = battle.options.numbers.clone();
        chosen.sort_unstable();
        chosen.dedup();
        known.sort_unstable();
        differs("options", &chosen.join(", "), &known.join(", "));
    }
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

fn check_seed(report: &mut Report, seed: &Value) {
    let good = match seed {
        Value::Number(number) => number.as_u64().is_some(),
        Value::String(text) => text.len() == 64 && Seed::parse(text).is_ok(),
        _ => false,
    };
    if !good {
        expected::<()>(report, "seed", seed, "a whole number or 64 hexadecimal digits");
    }
}
