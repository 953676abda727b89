//! The first line of a record.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::line::{ChainKind, Contributed, DicePolicy, first_of, spelled};
use super::witness::{Deposit, UsedLinks};
use crate::bid::Bid;
use crate::dice::{Contribution, Notation};

/// The most contributions that a header may hold, and the most chains.
const MOST_CONTRIBUTIONS: usize = 16;

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
    /// Whether the game was set up as a friendly one: a computer lets throws be taken back.
    #[serde(default)]
    pub friendly: bool,
    /// The hash that pins the seed before the first draw.
    pub commitment: String,
    /// How lines pin one another, if not by their plain hashes.
    #[serde(default)]
    pub chain: Option<ChainKind>,
    /// What the players added to the seed before the first draw.
    #[serde(default)]
    pub contributions: Vec<Contributed>,
    /// The chains that the witnesses deposited before the first draw.
    #[serde(default)]
    pub chains: Vec<Deposit>,
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
    /// The links with which they were witnessed.
    #[serde(default)]
    pub links: Option<UsedLinks>,
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
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    friendly: bool,
    commitment: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<ChainKind>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    contributions: &'a [Contributed],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    chains: &'a [Deposit],
    #[serde(skip_serializing_if = "Option::is_none")]
    bid: Option<Bid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a Value>,
    dice: &'a [u16],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    of: &'a [u16],
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<&'a UsedLinks>,
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
            friendly: self.friendly,
            commitment: &self.commitment,
            chain: self.chain,
            contributions: &self.contributions,
            chains: &self.chains,
            bid: self.bid,
            clock: self.clock.as_ref(),
            from: self.from.as_ref(),
            dice: &self.dice,
            of: &self.of,
            links: self.links.as_ref(),
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
        if self.chains.len() > MOST_CONTRIBUTIONS {
            return Err(format!("more than {MOST_CONTRIBUTIONS} chains"));
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
            ("friendly", self.friendly),
            ("chain", self.chain.is_some()),
            ("contributions", !self.contributions.is_empty()),
            ("chains", !self.chains.is_empty()),
            ("links", self.links.is_some()),
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
