//! The model of a battle: what the files of its folder say, once they have been found free of
//! faults.
//!
//! A battle is one map, the options players may agree on, and one or more scenarios, each with its
//! two armies. `docs/battles.md` describes the files. What is written here is common to all
//! systems, or a printed fact of a single unit; tables and quotas that only one system's rules read
//! are that system's.

mod balance;
mod folder;
pub mod read;
mod roster;
mod unit;

pub use balance::Balance;
pub use folder::Folder;
pub use roster::{Group, Leader, Rank};
pub use unit::{Arm, Guns, Mode, Size, Special, Start, Unit, Weapon};

use crate::Side;
use crate::map::Map;

/// A battle free of faults: everything in its folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Battle {
    /// Folder below `battles/`, as in `blue-gray/antietam`.
    pub id: String,
    /// What it is called: "Antietam".
    pub title: String,
    /// The line below the title: "The Bloodiest Day".
    pub subtitle: String,
    /// When it was fought, in words.
    pub date: String,
    /// What it is about, in a few sentences for someone who never heard of it.
    pub summary: String,
    /// How long a game takes, in words ("about two hours").
    pub length: String,
    /// How hard the rules are, 1 (a first wargame) to 5.
    pub complexity: u8,
    /// The ground.
    pub map: Map,
    /// Optional rules, by their number.
    pub options: Vec<RuleOption>,
    /// The scenarios, the default one first; at least one.
    pub scenarios: Vec<Scenario>,
    /// The bytes of `rules.toml`: charts and facts that only the rules of the battle's system read.
    pub rules: Option<Vec<u8>>,
    /// The bytes of `lesson.json`: a guided first battle, which the rules check.
    pub lesson: Option<Vec<u8>>,
    /// The bytes of `puzzles.json`: positions with a proven answer, which the staff checks.
    pub puzzles: Option<Vec<u8>>,
    /// Books and documents behind it.
    pub sources: Vec<String>,
    /// The licences of the folder's files, in words.
    pub licence: String,
}

impl Battle {
    /// The scenario with this id; without an id, the first.
    pub fn scenario(&self, id: Option<&str>) -> Option<&Scenario> {
        match id {
            None => self.scenarios.first(),
            Some(id) => self.scenarios.iter().find(|scenario| scenario.id == id),
        }
    }

    /// The option with this number.
    pub fn option(&self, number: &str) -> Option<&RuleOption> {
        self.options.iter().find(|option| option.number == number)
    }
}

/// A rule that players may agree to use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// The number printed in the book, as in "20.1"; for a reading of ours, the number of the
    /// decision.
    pub number: String,
    /// A short name.
    pub title: String,
    /// What it changes, in one sentence.
    pub meaning: String,
    /// What it can be set to; empty if it is simply used or not.
    pub values: Vec<OptionValue>,
    /// What it is set to when nobody says anything; a word of `values`, `None` without values.
    pub default: Option<String>,
}

/// One of the things an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionValue {
    /// The word for it: "advanced".
    pub word: String,
    /// What it means, in one sentence.
    pub meaning: String,
}

/// One way to play a battle: a day, a length, two armies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Short name, as in `may-3`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Number of game-turns.
    pub turns: u8,
    /// Who moves first in each game-turn (brigade: in the first).
    pub first: Side,
    /// Game-turns at night, in order.
    pub night: Vec<u8>,
    /// Game-turns in fog, in order.
    pub fog: Vec<u8>,
    /// The most units in a cell at rest; each system says more about which.
    pub stacking: u8,
    /// Only so many columns of the map, counted from its left edge, are in play; the rest is off the map
    /// (brigade).
    pub columns: Option<u8>,
    /// Movement points printed on counters, where the game prints them.
    pub movement: Option<u8>,
    /// Real time of each game-turn, in words: one entry a turn, or none if unknown.
    pub clock: Vec<String>,
    /// What studies say of it, if there are any.
    pub balance: Option<Balance>,
    /// What comes later, and where.
    pub groups: Vec<Group>,
    /// The units, in the order of the file.
    pub units: Vec<Unit>,
    /// Those who lead them (grand-tactical).
    pub leaders: Vec<Leader>,
}

impl Scenario {
    /// The unit with this designation.
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// The group of reinforcements with this name.
    pub fn group(&self, id: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// The group a unit arrives with; `None` if it stands on the map from the start.
    pub fn arrival(&self, unit: &Unit) -> Option<&Group> {
        match &unit.start {
            Start::At(_) => None,
            Start::Arrives { group } => self.group(group),
        }
    }
}
