//! The lines of a record.

use std::fmt;

use atlas::Side;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::bid::Bid;
use crate::dice::{Contribution, Draw, Notation};

/// The version of the format that new games are written in; all versions from 1 are read.
pub const FORMAT: u32 = 2;

/// The most contributions that a header may hold.
const MOST_CONTRIBUTIONS: usize = 16;

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
    /// The bytes themselves.
    pub fn read(&self) -> Result<Contribution, String> {
        let hash = blake3::Hash::from_hex(&self.bytes)
            .map_err(|_| "a contribution is not 64 hexadecimal digits".to_owned())?;
        Ok(Contribution { by: self.by, bytes: *hash.as_bytes() })
    }
}

/// The first line.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderLine {
    /// Version of the format.
    pub longroll_record: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// Folder of the battle; format 1 calls it `game`.
    #[serde(alias = "game")]
    pub battle: String,
    /// The scenario.
    pub scenario: String,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// Who sat where, by side.
    #[serde(default)]
    pub seats: Map<String, Value>,
    /// The sides of the die whose draws are written as faces from 1; from format 2 on.
    #[serde(default)]
    pub die: Option<u16>,
    /// Where the draws come from; from format 2 on.
    #[serde(default)]
    pub dice_policy: Option<DicePolicy>,
    /// The hash that pins the seed before the first draw.
    pub commitment: String,
    /// What the players added to the seed before the first draw.
    #[serde(default)]
    pub contributions: Vec<Contributed>,
    /// A handicap, if one was agreed.
    #[serde(default)]
    pub bid: Option<Bid>,
    /// The clock that the game was played with, as the table wrote it.
    #[serde(default)]
    pub clock: Option<Map<String, Value>>,
    /// The position it began from, if not the set-up; without its seed.
    #[serde(default)]
    pub from: Option<Value>,
    /// What was drawn when the game was set up.
    #[serde(default)]
    pub dice: Vec<u16>,
    /// How many sides each of these draws had; from format 2 on.
    #[serde(default)]
    pub of: Vec<u16>,
    /// What happened when it was set up.
    #[serde(default)]
    pub events: Vec<Value>,
    /// Hash of the first state.
    pub hash: String,
}

/// A header as it is written: the members of its format, in their order.
#[derive(Serialize)]
struct HeaderText<'a> {
    longroll_record: u32,
    program: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    battle: Option<&'a str>,
    scenario: &'a str,
    options: &'a [String],
    seats: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    die: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice_policy: Option<DicePolicy>,
    commitment: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    contributions: &'a [Contributed],
    #[serde(skip_serializing_if = "Option::is_none")]
    bid: Option<Bid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a Value>,
    dice: &'a [u16],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    of: &'a [u16],
    events: &'a [Value],
    hash: &'a str,
}

impl Serialize for HeaderLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first = self.longroll_record == 1;
        HeaderText {
            longroll_record: self.longroll_record,
            program: &self.program,
            game: first.then_some(self.battle.as_str()),
            battle: (!first).then_some(self.battle.as_str()),
            scenario: &self.scenario,
            options: &self.options,
            seats: &self.seats,
            die: self.die,
            dice_policy: self.dice_policy,
            commitment: &self.commitment,
            contributions: &self.contributions,
            bid: self.bid,
            clock: self.clock.as_ref(),
            from: self.from.as_ref(),
            dice: &self.dice,
            of: &self.of,
            events: &self.events,
            hash: &self.hash,
        }
        .serialize(serializer)
    }
}

impl HeaderLine {
    /// How the draws of this record are written. Format 1 knew six-sided dice only.
    pub fn notation(&self) -> Notation {
        match self.longroll_record {
            1 => Notation::die(6),
            _ => Notation { die: self.die, others: true },
        }
    }

    /// What in a header is not of its format, or not spelled as that format spells it.
    pub(super) fn check(&self, text: &str) -> Result<(), String> {
        if self.contributions.len() > MOST_CONTRIBUTIONS {
            return Err(format!("more than {MOST_CONTRIBUTIONS} contributions"));
        }
        if let Some(bid) = self.bid {
            Bid::new(bid.side, bid.points).map_err(|problem| format!("the bid: {problem}"))?;
        }
        if self.longroll_record > 1 {
            return spelled(self, text);
        }
        let later = [
            ("die", self.die.is_some()),
            ("dice_policy", self.dice_policy.is_some()),
            ("contributions", !self.contributions.is_empty()),
            ("bid", self.bid.is_some()),
            ("clock", self.clock.is_some()),
            ("of", !self.of.is_empty()),
        ];
        first_of(later)
    }

    /// What the players contributed before the first draw.
    pub fn contributed(&self) -> Result<Vec<Contribution>, String> {
        self.contributions.iter().map(Contributed::read).collect()
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
                Some(1..=FORMAT) => {}
                Some(version) => return Err(LineError::Version(version)),
                None => return Err(LineError::Unknown("longroll_record is not a number".into())),
            }
            let header = serde_json::from_value(value).map_err(unknown)?;
            Ok(Line::Header(Box::new(header)))
        } else if value.get("action").is_some() {
            Ok(Line::Action(Box::new(serde_json::from_value(value).map_err(unknown)?)))
        } else if value.get("contribution").is_some() {
            Ok(Line::Contribution(serde_json::from_value(value).map_err(unknown)?))
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
                ("reveals", line.reveals),
                ("cause", line.cause.is_some()),
                ("chain", line.chain.is_some()),
            ]),
            Line::Contribution(_) if format == 1 => first_of([("contribution", true)]),
            Line::End(line) if format == 1 => first_of([("chain", line.chain.is_some())]),
            Line::Action(line) if line.forced && line.dice.is_empty() => {
                Err("draws by hand, but none were made".into())
            }
            Line::Action(line) => spelled(line, text),
            Line::Contribution(line) => spelled(line, text),
            Line::End(line) => spelled(line, text),
            Line::Header(_) => Ok(()),
        }
    }
}

/// The first of these members that is there: format 1 has none of them.
fn first_of<const N: usize>(members: [(&str, bool); N]) -> Result<(), String> {
    match members.iter().find(|(_, there)| *there) {
        Some((name, _)) => Err(format!("the member {name:?} is not of format 1")),
        None => Ok(()),
    }
}

/// Whether a text is the one that this line is written as.
fn spelled(line: &impl Serialize, text: &str) -> Result<(), String> {
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
