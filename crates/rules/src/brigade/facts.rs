//! What a battle's files say to the rules, as data: charts, landmarks, who may be activated, what
//! comes late.
//!
//! These are read from `rules.toml` of the battle's folder; a battle that uses only what is here
//! plays without code.

use atlas::Side;
use atlas::battle::{Arm, Guns, Unit};
use field::Cell;

use super::results::CombatResults;

/// Who moves alike: a column of the terrain effects chart [BR 6.0].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gait {
    /// Infantry.
    Infantry,
    /// Regular and Parrott guns.
    Guns,
    /// Horse artillery.
    HorseGuns,
    /// Cavalry.
    Cavalry,
}

impl Gait {
    /// All of them, in the order of the chart's columns.
    pub const ALL: [Gait; 4] = [Gait::Infantry, Gait::Guns, Gait::HorseGuns, Gait::Cavalry];

    /// How a unit moves.
    pub fn of(unit: &Unit) -> Gait {
        match (unit.arm, unit.special.guns) {
            (Arm::Infantry, _) => Gait::Infantry,
            (Arm::Cavalry, _) => Gait::Cavalry,
            (Arm::Artillery, Some(Guns::Horse)) => Gait::HorseGuns,
            (Arm::Artillery, _) => Gait::Guns,
        }
    }
}

/// A number for each column of the terrain effects chart.
pub type ByGait = [u8; 4];

/// The terrain effects chart in half-points [BR 6.0?]. Where a hex costs nothing it may not be
/// entered; where a surcharge is nothing, nothing is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerrainChart {
    /// Open ground.
    pub clear: ByGait,
    /// Any hex entered by road.
    pub road: ByGait,
    /// Woods.
    pub woods: ByGait,
    /// A road through woods, not entered by it.
    pub road_in_woods: ByGait,
    /// A town, not entered by road.
    pub town: ByGait,
    /// A sunken road.
    pub sunken_road: ByGait,
    /// Added going up to an elevated hex.
    pub slope: ByGait,
    /// Added over a stream.
    pub stream: ByGait,
    /// Added over a bridge.
    pub bridge: ByGait,
    /// Added through a ford.
    pub ford: ByGait,
}

/// The movement allowances in half-points [BR 6.0].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowances {
    /// Infantry.
    pub infantry: u8,
    /// Cavalry.
    pub cavalry: u8,
    /// Guns, by kind: regular, Parrott, horse.
    pub guns: [u8; 3],
}

impl Allowances {
    /// What a unit may spend.
    pub fn of(&self, unit: &Unit) -> u8 {
        match (unit.arm, unit.special.guns) {
            (Arm::Infantry, _) => self.infantry,
            (Arm::Cavalry, _) => self.cavalry,
            (Arm::Artillery, guns) => self.guns[guns.unwrap_or(Guns::Regular) as usize],
        }
    }
}

/// How far a kind of guns fires [BR 7.0].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// From level ground.
    pub level: u8,
    /// From an elevated hex.
    pub elevated: u8,
}

/// Whose corps must be activated [BR 3.0]; every other corps and side is always active.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActivationFacts {
    /// Whose.
    pub side: Side,
    /// The corps, in the order in which they are drawn for solitaire play.
    pub corps: Vec<String>,
    /// How many of them a player-turn may name at most.
    pub most: u8,
    /// By corps, the first turn on which it may be named.
    pub not_before: Vec<u8>,
}

/// [BR 14.0] The search for a hidden ford.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchFacts {
    /// Who searches.
    pub side: Side,
    /// The least face that finds one.
    pub least: u8,
}

/// [BR 15.0] A group that a die brings on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HillFacts {
    /// The group of the set-up.
    pub group: String,
    /// The first turn on which the die is thrown.
    pub from_turn: u8,
    /// The least face that brings it on.
    pub least: u8,
    /// Where.
    pub cell: Cell,
    /// Whose it is.
    pub side: Side,
}

/// [BR 16.0] A key landmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmark {
    /// Where.
    pub cell: Cell,
    /// What it is worth.
    pub points: u32,
    /// What it is called.
    pub name: String,
}

/// [BR 16.0] A level of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The least points for it.
    pub at_least: u32,
    /// Who has won; `None`: nobody.
    pub winner: Option<Side>,
    /// What it is called.
    pub name: String,
}

/// The facts of one scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The combat results table [BR 9.0].
    pub results: CombatResults,
    /// From this distance on a bombardment is less exact [BR 9.0].
    pub far: u8,
    /// The terrain effects chart.
    pub terrain: TerrainChart,
    /// The movement allowances.
    pub allowances: Allowances,
    /// The ranges by kind of guns: regular, Parrott, horse.
    pub ranges: [Range; 3],
    /// [BR 4.0] The least face that rallies a unit.
    pub rally: u8,
    /// Whose corps must be activated.
    pub activation: Option<ActivationFacts>,
    /// The search for a hidden ford.
    pub search: Option<SearchFacts>,
    /// The group that a die brings on.
    pub hill: Option<HillFacts>,
    /// The key landmarks, in the order of their hexes.
    pub landmarks: Vec<Landmark>,
    /// The levels of victory, the best for the Union first.
    pub levels: Vec<Level>,
}

/// What an optional rule changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// [BR 4.0] This side throws two dice to rally.
    TwoDiceRally(Side),
    /// [BR 6.0] Cavalry and guns may withdraw before infantry.
    Withdrawal,
    /// This hexside is a ford from the start, and nobody searches.
    Ford(Cell, Cell),
    /// Roads through woods stop zones of control.
    WoodedRoadsStopControl,
    /// A hex may be bombarded more than once in a phase.
    RepeatedBombardment,
    /// A defender under cover is always doubled.
    CoverAgainstCover,
    /// A corps may not be activated before a turn.
    NotBefore {
        /// Its place in the list of corps.
        corps: usize,
        /// The first turn on which it may.
        turn: u8,
    },
    /// [BR 3.0] The corps are drawn, not chosen.
    DrawnActivation,
    /// [BR 16.0?] The scenario has these levels of victory instead of its own.
    Levels(Vec<Level>),
}

/// An optional rule of the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionFact {
    /// Its number.
    pub number: String,
    /// What it changes.
    pub effects: Vec<Effect>,
}
