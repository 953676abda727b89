//! A battle made ready for play: one scenario with its options, everything fixed worked out once.

use atlas::Side;
use atlas::battle::{Arm, Size};
use field::{Cell, CellSet, Grid};

use super::facts::{EntrantsCount, Facts, QuotaFacts};
use super::ground::Ground;
use super::ids::{MAX_UNITS, UnitId, UnitSet};
use super::options::Options;
use super::sight::Sight;
use crate::bid::Bid;

/// A unit as the rules read it [BG 2.4].
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
    /// How big it is.
    pub size: Size,
    /// Printed strength.
    pub strength: u32,
    /// Bombardment range; 0 if it is not artillery.
    pub range: u8,
    /// It never moves, never advances, and is eliminated instead of retreating.
    pub immobile: bool,
    /// It stands still until it is released.
    pub held: bool,
    /// Game-turns on which it may not move.
    pub standstill: Vec<u8>,
    /// Where it begins.
    pub start: UnitStart,
}

impl Unit {
    /// Whether sentences speak of it as of many: guns retreat, a battery retreats.
    pub fn is_plural(&self) -> bool {
        crate::words::is_plural(&self.called)
    }
}

/// Where a unit begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnitStart {
    /// In a hex.
    At(Cell),
    /// It arrives.
    Arrives(Arrival),
    /// Its group is not in this game.
    Absent,
}

/// When and where a unit arrives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The first turn on which it may come; `None`: when a die has admitted its group.
    pub turn: Option<u8>,
    /// Where.
    pub cells: Vec<Cell>,
    /// Its owner picks one of the alternatives; these are the units of the others.
    pub instead_of: UnitSet,
    /// Whether an option, not the book's own chart, brings it on.
    pub by_option: bool,
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
    /// Who moves first in each game-turn.
    pub first: Side,
    /// The most units in a hex.
    pub stacking: usize,
    /// The optional rules in force.
    pub options: Options,
    /// Points that were given to a side beforehand.
    pub bid: Option<Bid>,
    /// The facts of the battle's book.
    pub facts: Facts,
    /// The ground.
    pub ground: Ground,
    /// What guns see.
    pub sight: Sight,
    pub(super) units: Vec<Unit>,
    by_side: [UnitSet; 2],
    guns: UnitSet,
    held: UnitSet,
    /// By game-turn, the units that stand still whatever happens.
    standing: Vec<UnitSet>,
    night: Vec<u8>,
    fog: Vec<u8>,
    /// The hexes whose last visitor matters.
    pub(super) watched: Vec<Cell>,
    watched_set: CellSet,
}

/// The parts a [`Battle`] is put together from.
pub(super) struct Parts {
    pub id: String,
    pub scenario: String,
    pub turns: u8,
    pub first: Side,
    pub stacking: usize,
    pub night: Vec<u8>,
    pub fog: Vec<u8>,
    pub options: Options,
    pub facts: Facts,
    pub ground: Ground,
    pub units: Vec<Unit>,
}

impl Battle {
    /// Puts the parts together and works out what is fixed.
    pub(super) fn assemble(parts: Parts) -> Battle {
        let Parts {
            id,
            scenario,
            turns,
            first,
            stacking,
            night,
            fog,
            options,
            facts,
            ground,
            units,
        } = parts;
        debug_assert!(units.len() <= MAX_UNITS);
        let of = |wanted: &dyn Fn(&Unit) -> bool| -> UnitSet {
            (0..units.len()).filter(|&i| wanted(&units[i])).map(|i| UnitId(i as u8)).collect()
        };
        let by_side = Side::BOTH.map(|side| of(&|unit| unit.side == side));
        let guns = of(&|unit| unit.arm == Arm::Artillery);
        let held = of(&|unit| unit.held);
        let stands_on = |unit: &Unit, turn: u8| {
            unit.immobile || unit.standstill.contains(&turn) && !options.no_standstill
        };
        let standing = (0..=u8::MAX).map(|turn| of(&|unit| stands_on(unit, turn))).collect();
        let longest = units.iter().map(|unit| unit.range).max().unwrap_or(0);
        let sight = Sight::new(&ground, longest);
        let mut watched: Vec<Cell> = facts.control.iter().map(|(cell, _)| *cell).collect();
        watched.sort_unstable();
        watched.dedup();
        let watched_set = watched.iter().copied().collect();
        Battle {
            id,
            scenario,
            turns,
            first,
            stacking,
            options,
            bid: None,
            facts,
            ground,
            sight,
            units,
            by_side,
            guns,
            held,
            standing,
            night,
            fog,
            watched,
            watched_set,
        }
    }

    /// The grid of the map.
    pub fn grid(&self) -> &Grid {
        &self.ground.grid
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// Every unit, in the order of the set-up.
    pub fn roster(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The unit with this designation.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|index| UnitId(index as u8))
    }

    /// The units of a side.
    pub fn of_side(&self, side: Side) -> UnitSet {
        self.by_side[side as usize]
    }

    /// The artillery of both sides.
    pub fn guns(&self) -> UnitSet {
        self.guns
    }

    /// The units that stand still until they are released.
    pub(super) fn held(&self) -> UnitSet {
        self.held
    }

    /// The units that stand still on a game-turn: the immobile, and those told to.
    pub(super) fn standing(&self, turn: u8) -> UnitSet {
        self.standing[usize::from(turn)]
    }

    /// The hexes adjacent for combat and control [BG 6.6].
    #[inline]
    pub fn adjacent(&self, cell: Cell) -> &[Cell] {
        self.ground.adjacent(cell)
    }

    /// [BG 10.0] Whether a game-turn is at night.
    #[inline]
    pub fn is_night(&self, turn: u8) -> bool {
        self.night.contains(&turn)
    }

    /// [BG-F 14.32] Whether a game-turn is in fog.
    pub fn is_fog(&self, turn: u8) -> bool {
        self.fog.contains(&turn)
    }

    /// [BG 5.0, BG-F 18.0] The movement points of a unit on a game-turn.
    pub fn allowance(&self, turn: u8) -> u8 {
        if self.is_fog(turn) { self.facts.fog_allowance } else { self.facts.allowance }
    }

    /// The index of a watched hex.
    pub(super) fn watched_index(&self, cell: Cell) -> Option<usize> {
        self.watched_set.contains(cell).then(|| self.watched.binary_search(&cell).ok()).flatten()
    }

    /// The total printed strength of units.
    pub fn strength(&self, units: UnitSet) -> u32 {
        units.iter().map(|unit| self.unit(unit).strength).sum()
    }

    /// [BG-A 18.1, 20.2, BG-F 19.0, BG-C 17.11, 17.16] The quota in force with the options chosen.
    pub fn quota(&self) -> Option<&QuotaFacts> {
        self.facts.quota.as_ref().filter(|_| !self.options.no_quota)
    }

    /// [BG-A 18.1, 20.1] How many units the quota lets move on a game-turn, without its bonus.
    pub(super) fn quota_on(&self, quota: &QuotaFacts, turn: u8) -> u8 {
        let own = quota.on_turn.iter().find(|(on, _)| *on == turn).map(|(_, units)| *units);
        let usual = self.options.quota.unwrap_or(quota.units);
        // An option that raises the quota never lowers a turn that has a number of its own.
        own.map_or(usual, |own| own.max(self.options.quota.unwrap_or(0)))
    }

    /// [BG-A 18.1, 20.4, 20.5, BG-F 19.0, BG-C 17.12, 17.13] Whether a unit that moves or enters counts
    /// against the quota on a game-turn. Retreats and advances are never asked about.
    pub(super) fn entrant_counts(
        &self,
        unit: UnitId,
        quota: &QuotaFacts,
        turn: u8,
        entering: bool,
    ) -> bool {
        let UnitStart::Arrives(arrival) = &self.unit(unit).start else { return true };
        match quota.entrants_count {
            EntrantsCount::AtOnce => true,
            EntrantsCount::AfterArrivalTurn => {
                !(entering && (arrival.by_option || arrival.turn == Some(turn)))
            }
            EntrantsCount::FromTurn(from) => turn >= from,
        }
    }
}

impl crate::json::Names for Battle {
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
