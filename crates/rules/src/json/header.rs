//! The head of a position: which battle it belongs to, and the seed its dice come from.

use atlas::fault::{Fault, Faults, Report};
use serde_json::Value;

use super::read::{Object, each, expected, number, text};
use super::text::parse;
use crate::dice::Seed;
use crate::system::Key;

/// What must be known of a position before its battle can be made ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Folder of the battle; positions call it `game`.
    pub battle: String,
    /// The scenario; without one, the battle's first.
    pub scenario: Option<String>,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
}

impl Header {
    /// Reads the head of a position and keeps the rest for [`System::read_position`](crate::System::read_position).
    pub fn read(text: &str) -> Result<(Header, Value), Faults> {
        let value = parse("position", text)?;
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
    Some(Header { battle: game?.to_owned(), scenario: scenario?, options: options? })
}

/// The battle was made ready from a header: this position must be of the same.
pub(crate) fn check_header(
    report: &mut Report,
    key: Key<'_>,
    value: &Value,
    object: &mut Object<'_>,
) {
    for known in ["game", "scenario", "options"] {
        object.find(known);
    }
    let Some(header) = header(report, value) else { return };
    let mut differs = |key: &str, found: &str, expected: &str| {
        if found != expected {
            report.fault(key, format!("found {found:?}; expected {expected:?}"));
        }
    };
    differs("game", &header.battle, key.battle);
    differs("scenario", header.scenario.as_deref().unwrap_or(key.scenario), key.scenario);
    if value.get("options").is_some_and(|options| !options.is_null()) {
        let mut chosen = header.options;
        let mut known = key.options.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        known.sort_unstable();
        differs("options", &chosen.join(", "), &known.join(", "));
    }
}

/// The seed of a position: a whole number or 64 hexadecimal digits; 0 where none stands.
pub fn seed_of(position: &Value) -> Seed {
    let text = match position.get("seed") {
        None | Some(Value::Null) => return Seed::from_number(0),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    Seed::parse(&text).unwrap_or(Seed::from_number(0))
}

/// Notes what is wrong with the seed of a position.
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

/// The seed of a position, as it is written, and the number of its last action.
pub(crate) fn seed_and_sequence(report: &mut Report, object: &mut Object<'_>) -> (Value, u32) {
    let seed = object.find("seed").cloned().unwrap_or(Value::from(0));
    check_seed(report, &seed);
    // So many that no game can count on to the end of the type.
    let most = 1 << 31;
    let sequence = object.find("sequence");
    let sequence = sequence.and_then(|value| number(report, "sequence", value, (0, most)));
    (seed, sequence.unwrap_or(0) as u32)
}
