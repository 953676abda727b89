//! The lines of a record.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format that is written.
pub const FORMAT: u32 = 1;

/// The longest line that is read, in bytes.
const LONGEST: usize = 4 << 20;

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderLine {
    /// Version of the format.
    pub longroll_record: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// Folder of the battle.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// Who sat where, by side.
    #[serde(default)]
    pub seats: serde_json::Map<String, Value>,
    /// The hash that pins the seed before the first throw.
    pub commitment: String,
    /// The position it began from, if not the set-up; without its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    /// Throws made when the game was set up.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// What happened when it was set up.
    #[serde(default)]
    pub events: Vec<Value>,
    /// Hash of the first state.
    pub hash: String,
}

/// A line for each action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionLine {
    /// Its sequence number.
    pub n: u32,
    /// Whose decision it was.
    pub by: String,
    /// The action.
    pub action: Value,
    /// The throws it took.
    pub dice: Vec<u8>,
    /// The throws were given by hand, not derived from the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// What happened.
    pub events: Vec<Value>,
    /// Hash of the state after it.
    pub hash: String,
}

/// The last line of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndLine {
    /// The seed, revealed: 64 hexadecimal digits.
    pub seed: String,
    /// Hash of the final state.
    pub end: String,
}

/// Any line of a record.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// The first.
    Header(Box<HeaderLine>),
    /// One for each action.
    Action(Box<ActionLine>),
    /// The last.
    End(EndLine),
}

/// Why a line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// It is longer than any honest line.
    TooLong(usize),
    /// It is not JSON of a known shape.
    Unknown(String),
    /// It is of a version this program does not know.
    Version(u32),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::TooLong(bytes) => write!(f, "{bytes} bytes; expected at most {LONGEST}"),
            LineError::Unknown(error) => write!(f, "{error}"),
            LineError::Version(version) => {
                write!(f, "format {version}; this program knows formats 1 to {FORMAT}")
            }
        }
    }
}

impl std::error::Error for LineError {}

impl Line {
    /// Reads a line.
    pub fn read(text: &str) -> Result<Line, LineError> {
        if text.len() > LONGEST {
            return Err(LineError::TooLong(text.len()));
        }
        let unknown = |error: serde_json::Error| LineError::Unknown(error.to_string());
        let value: Value = serde_json::from_str(text).map_err(unknown)?;
        if let Some(version) = value.get("longroll_record") {
            match version.as_u64().and_then(|v| u32::try_from(v).ok()) {
                Some(version @ 1..=FORMAT) => {
                    debug_assert!(version <= FORMAT);
                }
                Some(version) => return Err(LineError::Version(version)),
                None => return Err(LineError::Unknown("longroll_record is not a number".into())),
            }
            let header = serde_json::from_value(value).map_err(unknown)?;
            Ok(Line::Header(Box::new(header)))
        } else if value.get("action").is_some() {
            Ok(Line::Action(Box::new(serde_json::from_value(value).map_err(unknown)?)))
        } else if value.get("seed").is_some() {
            Ok(Line::End(serde_json::from_value(value).map_err(unknown)?))
        } else {
            Err(LineError::Unknown("neither a header, nor an action, nor an end".into()))
        }
    }
}
