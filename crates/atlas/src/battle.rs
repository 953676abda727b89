//! The model of a battle: what `battle.toml` and its set-ups say.
//!
//! A battle is one map, one roster of options and one or more scenarios, each with its set-up. The
//! facts that only one system's rules read are added by that system; these are common to all.

use field::Cell;

use crate::Side;
use crate::map::Map;

/// A battle free of faults: everything in its folder.
#[derive(Clone, Debug)]
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
    /// Optional rules, by their printed number.
    pub options: Vec<RuleOption>,
    /// The scenarios, the default one first.
    pub scenarios: Vec<Scenario>,
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
}

/// A rule that players may agree to use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// The printed number, as in "20.1".
    pub number: String,
    /// A short name.
    pub title: String,
    /// What it changes, in one sentence.
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
    /// Who moves first in each game-turn.
    pub first: Side,
    /// Game-turns at night.
    pub night: Vec<u8>,
    /// Game-turns in fog.
    pub fog: Vec<u8>,
    /// The most units in a cell at the end of a phase.
    pub stacking: u8,
    /// Real time of each game-turn, in words, if known: one entry a turn.
    pub clock: Vec<String>,
    /// The units.
    pub units: Vec<Unit>,
}

/// What a unit fights with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
}

/// How big a unit is, for the marks on its counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// A battery: I.
    Battery,
    /// A battalion of guns: II.
    Battalion,
    /// A regiment, or a group of batteries: III.
    Regiment,
    /// A group of batteries: III.
    Group,
    /// Half a brigade (grand-tactical): II.
    HalfBrigade,
    /// A brigade: X.
    Brigade,
    /// A division: XX.
    Division,
    /// A corps: XXX.
    Corps,
}

/// Where a unit begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    At(Cell),
    /// Later, at one of these cells.
    Arrives {
        /// The first turn it may come, or the turns among which it comes; empty if a die or an option decides.
        turns: Vec<u8>,
        /// Where.
        cells: Vec<Cell>,
        /// The group it comes with.
        group: Option<String>,
    },
}

/// A unit as printed on its counter, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Designation, unique in its scenario.
    pub id: String,
    /// What the counter says, if shorter than the designation.
    pub short: Option<String>,
    /// Commander or full name.
    pub name: Option<String>,
    /// Whose.
    pub side: Side,
    /// What it fights with.
    pub arm: Arm,
    /// How big it is.
    pub size: Size,
    /// Printed strength; men or guns in the grand-tactical game.
    pub strength: u16,
    /// Strength of the reverse side (brigade).
    pub reduced: Option<u16>,
    /// Corps, where the data name it.
    pub corps: Option<String>,
    /// Division, where the data name it.
    pub division: Option<String>,
    /// Where it begins.
    pub start: Start,
    /// It plays only with this option or as this alternative.
    pub optional: Option<String>,
    /// Where the facts come from.
    pub provenance: String,
    /// Facts that only one system reads.
    pub special: Special,
}

/// Facts of a unit that only some systems read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// It never moves of its own will (Blue & Gray artillery).
    pub immobile: bool,
    /// Bombardment range, if not the system's.
    pub range: Option<u8>,
    /// Game-turns on which it may not move.
    pub may_not_move_on: Vec<u8>,
    /// Kind of guns (brigade).
    pub guns: Option<String>,
    /// Direction it faces, 1 to 8 clockwise from north (grand-tactical).
    pub facing: Option<u8>,
    /// Formation (grand-tactical).
    pub mode: Option<String>,
    /// Leaders with it, as (name, rank) (grand-tactical).
    pub leaders: Vec<(String, String)>,
}
