//! A battle made ready for play: one scenario with its options, everything fixed worked out once.

use atlas::Side;
use atlas::battle::{Arm, Guns};
use field::{Cell, Edge, Grid, StepCosts};

use super::facts::{ActivationFacts, Facts, Gait, HillFacts, Range};
use super::ground::Ground;
use super::options::Options;
use super::sight::Sight;
use super::state::State;
use crate::bid::Bid;
use crate::ids::{MAX_UNITS, UnitId, UnitSet};
use crate::json::Names;

/// A unit as the rules read it [BR 2.0].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Designation.
    pub id: String,
    /// What it is called in a sentence.
    pub called: String,
    /// Whose.
    pub side: Side,
    /// What it fights with.
    pub arm: Arm,
    /// What kind of guns it has, if it is artillery.
    pub guns: Option<Guns>,
    /// How it moves.
    pub gait: Gait,
    /// Half-points of movement.
    pub allowance: u8,
    /// How far it fires; nowhere if it is not artillery.
    pub range: Range,
    /// Strength at full.
    pub full: u32,
    /// Strength on the reverse side.
    pub reduced: u32,
    /// Its corps, if that must be activated: its place in the list.
    pub corps: Option<usize>,
    /// What the set-up calls its corps; empty if it has none.
    pub command: String,
    /// Where it begins.
    pub start: UnitStart,
}

/// Where a unit begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnitStart {
    /// In a hex.
    At(Cell),
    /// [BR 15.0] It comes with the group that a die brings on.
    Hill,
    /// [BR 13] It comes on in the movement phase of a turn, or later.
    Arrives {
        /// The first turn on which it may.
        turn: u8,
        /// Where.
        cells: Vec<Cell>,
    },
}

/// A set of corps that must be activated, by their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CorpsSet(pub u16);

impl CorpsSet {
    /// No corps.
    pub const EMPTY: CorpsSet = CorpsSet(0);

    /// The same with one more.
    pub const fn with(self, corps: usize) -> CorpsSet {
        CorpsSet(self.0 | 1 << corps)
    }

    /// Whether a corps is a member.
    pub const fn contains(self, corps: usize) -> bool {
        self.0 >> corps & 1 != 0
    }

    /// How many members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |&corps| self.contains(corps))
    }
}

/// A battle made ready for play.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Folder of the battle.
    pub id: String,
    /// The scenario.
    pub scenario: String,
    /// Number of game-turns.
    pub turns: u8,
    /// Who is first on the first turn.
    pub first: Side,
    /// The optional rules in force.
    pub options: Options,
    /// Points that were given to a side beforehand.
    pub bid: Option<Bid>,
    /// The facts of the battle.
    pub facts: Facts,
    /// The ground.
    pub ground: Ground,
    /// What guns see.
    pub sight: Sight,
    units: Vec<Unit>,
    by_side: [UnitSet; 2],
    by_arm: [UnitSet; 3],
    /// By corps that must be activated, its units.
    corps: Vec<UnitSet>,
    /// The units that are active whoever is named.
    always: UnitSet,
    hill: UnitSet,
}

/// The parts a [`Battle`] is put together from.
pub(super) struct Parts {
    pub id: String,
    pub scenario: String,
    pub turns: u8,
    pub first: Side,
    pub options: Options,
    pub facts: Facts,
    pub ground: Ground,
    pub units: Vec<Unit>,
}

impl Battle {
    /// Puts the parts together and works out what is fixed.
    pub(super) fn assemble(parts: Parts) -> Battle {
        let Parts { id, scenario, turns, first, options, facts, ground, units } = parts;
        debug_assert!(units.len() <= MAX_UNITS);
        let of = |wanted: &dyn Fn(&Unit) -> bool| -> UnitSet {
            (0..units.len()).filter(|&i| wanted(&units[i])).map(|i| UnitId(i as u8)).collect()
        };
        let by_side = Side::BOTH.map(|side| of(&|unit| unit.side == side));
        let by_arm = Arm::ALL.map(|arm| of(&|unit| unit.arm == arm));
        let count = facts.activation.as_ref().map_or(0, |activation| activation.corps.len());
        let corps = (0..count).map(|corps| of(&|unit| unit.corps == Some(corps))).collect();
        let always = of(&|unit| unit.corps.is_none());
        let hill = of(&|unit| unit.start == UnitStart::Hill);
        let reach = |range: &Range| range.level.max(range.elevated);
        let longest = facts.ranges.iter().map(reach).max().unwrap_or(0);
        // Guns that support an assault look two hexes far, whatever their range.
        let sight = Sight::new(&ground, longest.max(2));
        Battle {
            id,
            scenario,
            turns,
            first,
            options,
            bid: None,
            facts,
            ground,
            sight,
            units,
            by_side,
            by_arm,
            corps,
            always,
            hill,
        }
    }

    /// The grid of the map.
    pub fn grid(&self) -> &Grid {
        &self.ground.grid
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// Every unit, in the order of designations.
    pub fn roster(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The unit with this designation.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|index| UnitId(index as u8))
    }

    /// The units of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> UnitSet {
        self.by_side[side as usize]
    }

    /// The units of an arm, of both sides.
    #[inline]
    pub fn of_arm(&self, arm: Arm) -> UnitSet {
        self.by_arm[arm as usize]
    }

    /// The artillery of both sides.
    #[inline]
    pub fn guns(&self) -> UnitSet {
        self.of_arm(Arm::Artillery)
    }

    /// [BR 15.0] The units that a die brings on.
    pub fn hill_units(&self) -> UnitSet {
        self.hill
    }

    /// [BR 15.0] The group that a die brings on, if the scenario has it.
    pub fn hill(&self) -> Option<&HillFacts> {
        self.facts.hill.as_ref().filter(|_| !self.hill.is_empty())
    }

    /// [BR 3.0] Whose corps must be activated, if this side's must.
    pub fn activation(&self, side: Side) -> Option<&ActivationFacts> {
        self.facts.activation.as_ref().filter(|activation| activation.side == side)
    }

    /// The units of a corps that must be activated.
    pub fn of_corps(&self, corps: usize) -> UnitSet {
        self.corps.get(corps).copied().unwrap_or(UnitSet::EMPTY)
    }

    /// [BR 3.0] The units of the phasing player that are active.
    pub fn active(&self, state: &State) -> UnitSet {
        let named = state.active.iter().map(|corps| self.of_corps(corps));
        named.fold(self.always, UnitSet::union).intersection(self.of_side(state.side))
    }

    /// What every step costs a unit, with the ford that was found.
    pub fn costs(&self, unit: UnitId, ford: Option<Edge>) -> &StepCosts {
        self.ground.costs(self.unit(unit).gait, ford)
    }

    /// The place of a landmark in the list of them.
    pub(super) fn landmark(&self, cell: Cell) -> Option<usize> {
        self.facts.landmarks.binary_search_by_key(&cell, |landmark| landmark.cell).ok()
    }
}

impl Names for Battle {
    fn cell_named(&self, name: &str) -> Option<Cell> {
        self.grid().cell(name)
    }

    fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.find(id)
    }

    fn hex_name(&self, cell: Cell) -> String {
        self.grid().name(cell).to_string()
    }

    fn designation(&self, unit: UnitId) -> &str {
        &self.unit(unit).id
    }
}
