//! The lines of a record.

use std::fmt;

use atlas::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::header::HeaderLine;
use super::strict::check_members;
use super::witness::{Deposit, UsedLinks};
use crate::dice::{Contribution, Draw, Link, Notation};

/// The version of the format that new games are written in; all versions from 1 are read.
pub const FORMAT: u32 = 2;

/// The longest line that is read, in bytes.
const LONGEST: usize = 4 << 20;

/// Where the draws of a game come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DicePolicy {
    /// The host's seed, with whatever the players contributed.
    #[default]
    Host,
    /// A study table: players may give draws by hand.
    ByHand,
    /// The host's seed and a link of a chain from each of two browsers.
    Witnessed,
}

/// How each line pins the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChainKind {
    /// By a keyed hash, whose key follows from the seed: in a hidden game a line could be guessed from its hash.
    Keyed,
}

/// What carried out an action, if it was not the player's own decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The time of a phase had run out.
    Clock,
}

/// Bytes that a side contributed to the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contributed {
    /// Whose.
    #[serde(with = "side_word")]
    pub by: Side,
    /// The bytes, as 64 hexadecimal digits.
    pub bytes: String,
}

impl Contributed {
    /// As it is written.
    pub fn of(given: &Contribution) -> Contributed {
        Contributed { by: given.by, bytes: Link::from_bytes(given.bytes).to_hex() }
    }

    /// The bytes themselves.
    pub fn read(&self) -> Result<Contribution, String> {
        let bytes =
            Link::parse(&self.bytes).ok_or("a contribution is not 64 hexadecimal digits")?;
        Ok(Contribution { by: self.by, bytes: bytes.bytes() })
    }
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
    /// What it drew, as the system writes draws.
    pub dice: Vec<u16>,
    /// How many sides each draw had; from format 2 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<u16>,
    /// The links with which its draws were witnessed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<UsedLinks>,
    /// The draws were given by hand, not derived from the seed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// It showed its player something hidden: nothing goes back past it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reveals: bool,
    /// What carried it out, if not the player's decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened.
    pub events: Vec<Value>,
    /// Hash of the state after it.
    pub hash: String,
    /// Hash of the line before it, where it stands in a record; from format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// A line between actions: a side adds to the seed from here on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContributionLine {
    /// What is added.
    pub contribution: Contributed,
    /// Hash of the line before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// A line between actions: a witness deposits a new chain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChainLine {
    /// The chain.
    pub new_chain: Deposit,
    /// Hash of the line before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// A line between actions: both players agreed to go on with the host's dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostDiceLine {
    /// A last link of each, which is added to the seed like a contribution.
    pub host_dice: UsedLinks,
    /// Hash of the line before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// The last line of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndLine {
    /// The seed, revealed: 64 hexadecimal digits.
    pub seed: String,
    /// Hash of the final state.
    pub end: String,
    /// Hash of the line before it; from format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// Any line of a record.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// The first.
    Header(Box<HeaderLine>),
    /// One for each action.
    Action(Box<ActionLine>),
    /// A contribution to the seed.
    Contribution(ContributionLine),
    /// A witness's new chain.
    NewChain(NewChainLine),
    /// The agreement to go on with the host's dice.
    HostDice(HostDiceLine),
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
        check_members(text).map_err(unknown)?;
        let value: Value = serde_json::from_str(text).map_err(unknown)?;
        if let Some(version) = value.get("longroll_record") {
            match version.as_u64().and_then(|v| u32::try_from(v).ok()) {
                Some(1..=FORMAT) => {}
                Some(version) => return Err(LineError::Version(version)),
                None => return Err(LineError::Unknown("longroll_record is not a number".into())),
            }
            if version == 1 && value.get("battle").is_some() {
                return Err(LineError::Unknown("format 1 names the battle in `game`".into()));
            }
            let header = serde_json::from_value(value).map_err(unknown)?;
            Ok(Line::Header(Box::new(header)))
        } else if value.get("action").is_some() {
            Ok(Line::Action(Box::new(serde_json::from_value(value).map_err(unknown)?)))
        } else if value.get("contribution").is_some() {
            Ok(Line::Contribution(serde_json::from_value(value).map_err(unknown)?))
        } else if value.get("new_chain").is_some() {
            Ok(Line::NewChain(serde_json::from_value(value).map_err(unknown)?))
        } else if value.get("host_dice").is_some() {
            Ok(Line::HostDice(serde_json::from_value(value).map_err(unknown)?))
        } else if value.get("seed").is_some() {
            Ok(Line::End(serde_json::from_value(value).map_err(unknown)?))
        } else {
            Err(LineError::Unknown("neither a header, nor an action, nor an end".into()))
        }
    }
}

impl Line {
    /// What in a line is not of the record's format, or not spelled as that format spells it: the page's verifier
    /// reads the text, so there must be one text only.
    pub(super) fn check(&self, text: &str, format: u32) -> Result<(), String> {
        match self {
            Line::Action(line) if format == 1 => first_of([
                ("of", !line.of.is_empty()),
                ("links", line.links.is_some()),
                ("reveals", line.reveals),
                ("cause", line.cause.is_some()),
                ("chain", line.chain.is_some()),
            ]),
            Line::Contribution(_) if format == 1 => first_of([("contribution", true)]),
            Line::NewChain(_) if format == 1 => first_of([("new_chain", true)]),
            Line::HostDice(_) if format == 1 => first_of([("host_dice", true)]),
            Line::End(line) if format == 1 => first_of([("chain", line.chain.is_some())]),
            Line::Action(line) if line.forced && line.dice.is_empty() => {
                Err("draws by hand, but none were made".into())
            }
            Line::Action(line) => spelled(line, text),
            Line::Contribution(line) => spelled(line, text),
            Line::NewChain(line) => spelled(line, text),
            Line::HostDice(line) => spelled(line, text),
            Line::End(line) => spelled(line, text),
            Line::Header(_) => Ok(()),
        }
    }
}

/// The first of these members that is there: format 1 has none of them.
pub(super) fn first_of<const N: usize>(members: [(&str, bool); N]) -> Result<(), String> {
    match members.iter().find(|(_, there)| *there) {
        Some((name, _)) => Err(format!("the member {name:?} is not of format 1")),
        None => Ok(()),
    }
}

/// Whether a text is the one that this line is written as.
pub(super) fn spelled(line: &impl Serialize, text: &str) -> Result<(), String> {
    match serde_json::to_string(line) {
        Ok(written) if written == text => Ok(()),
        _ => Err("it is not spelled as this format spells it".into()),
    }
}

/// Draws as a line writes them: values, and the sides of each.
pub(super) fn written(notation: Notation, draws: &[Draw], format: u32) -> (Vec<u16>, Vec<u16>) {
    let dice = draws.iter().map(|&draw| notation.write(draw)).collect();
    // Format 1 has six-sided dice only and does not say so.
    let of = if format == 1 { Vec::new() } else { draws.iter().map(|draw| draw.sides).collect() };
    (dice, of)
}

/// Sides as words.
pub(crate) mod side_word {
    use atlas::Side;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.word())
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Side, D::Error> {
        let word = String::deserialize(from)?;
        let found = Side::BOTH.into_iter().find(|side| side.word() == word);
        found.ok_or_else(|| D::Error::custom(format!("no side `{word}`")))
    }
}
