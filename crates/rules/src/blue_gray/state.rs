//! The state of a game: a plain value, changed only by `apply`.
//!
//! Where the units are is kept twice: per unit, and as sets of hexes for each side (occupied, full,
//! controlled). The sets are kept up to date move by move; `recomputed` makes them anew, and debug builds
//! compare the two.

use atlas::{BySide, Side};
use field::{Cell, CellSet};

use super::battle::Battle;
use super::ids::{UnitId, UnitSet};
pub use super::marks::Flags;
use super::marks::Marks;
use super::pending::Pending;
pub use super::places::Place;
use super::places::Places;
use super::victory::Outcome;

/// Whose decision the game waits for in the ordinary course, or that it is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The phasing player moves.
    Movement,
    /// The phasing player attacks.
    Combat,
}

/// A side's points by where they come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Points {
    /// For enemy units eliminated.
    pub eliminated: i32,
    /// For own units that left the map, and those given at the start for it.
    pub exited: i32,
    /// For hexes taken during play.
    pub awarded: i32,
}

/// Where the units are and what they have done: nearly all of a state, in one piece that is copied at once,
/// a quarter faster on whole cache lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub(super) struct Board {
    pub places: Places,
    pub marks: Marks,
    /// The hexes that guns bombarded from in this phase [BG 8.14]; all others are absent.
    pub bombarded_from: Places,
    pub occupied: BySide<CellSet>,
    pub full: BySide<CellSet>,
    pub controlled: BySide<CellSet>,
}

impl Board {
    /// Nobody on the map.
    pub const EMPTY: Board = Board {
        places: Places::NOBODY,
        marks: Marks::NONE,
        bombarded_from: Places::NOBODY,
        occupied: NOWHERE,
        full: NOWHERE,
        controlled: NOWHERE,
    };
}

const NOWHERE: BySide<CellSet> = BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY };

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) board: Board,
    /// The game-turn, from 1.
    pub turn: u8,
    /// The phasing player.
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// Points won so far, without those given at the end.
    pub points: BySide<Points>,
    /// Bit per watched hex: the Confederates hold it.
    pub(super) held: u64,
    /// How many units have moved that count against the quota.
    pub moves_made: u8,
    /// The quota has ended for good.
    pub quota_lifted: bool,
    /// An enemy of the side under quota has crossed a creek, whether an option has ended the quota or not.
    pub creek_crossed: bool,
    /// The group that a die admits has been admitted.
    pub group_admitted: bool,
    /// Bit per hex that scores once: it has.
    pub(super) firsts_scored: u32,
    /// A combat that waits for a choice.
    pub(super) pending: Option<Box<Pending>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The number of the last recorded action.
    pub sequence: u32,
}

impl State {
    /// [BG-C 20.11] Whether the hex with this number in the list of those that score once has scored.
    pub fn has_scored(&self, first: usize) -> bool {
        self.firsts_scored >> first & 1 != 0
    }

    /// Where a unit is.
    pub fn place(&self, unit: UnitId) -> Place {
        self.board.places.get(unit)
    }

    /// The hex of a unit on the map.
    pub fn cell(&self, unit: UnitId) -> Option<Cell> {
        self.board.places.cell(unit)
    }

    /// What a unit has done or suffered.
    pub fn flags(&self, unit: UnitId) -> Flags {
        self.board.marks.of(unit)
    }

    /// [BG 11.1] The units of both sides that have lost their attack effectiveness.
    pub fn ineffective(&self) -> UnitSet {
        self.board.marks.ineffective
    }

    /// [BG 8.14] The hex that a gun has bombarded from in this phase.
    pub(super) fn bombarded_from(&self, gun: UnitId) -> Option<Cell> {
        self.board.bombarded_from.cell(gun)
    }

    /// Notes where a gun has bombarded from, or that it has not.
    pub(super) fn set_bombarded_from(&mut self, gun: UnitId, from: Option<Cell>) {
        self.board.bombarded_from.set(gun, from.map_or(Place::Absent, Place::On));
    }

    /// The hexes with a unit of this side.
    pub fn occupied(&self, side: Side) -> &CellSet {
        &self.board.occupied[side]
    }

    /// The hexes with as many units of this side as may stack.
    pub fn full(&self, side: Side) -> &CellSet {
        &self.board.full[side]
    }

    /// [BG 6.0, 6.1, 6.5] The hexes in the zone of control of this side's units. Each side has a set of its
    /// own: no unit cancels the other's control, and several controllers are one.
    pub fn controlled_by(&self, side: Side) -> &CellSet {
        &self.board.controlled[side]
    }

    /// The combat that waits for a choice.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_deref()
    }

    /// The units in a hex.
    pub fn units_at(&self, cell: Cell) -> UnitSet {
        // Most hexes are empty, and the sets of hexes know it.
        let occupied = Side::BOTH.iter().any(|&side| self.board.occupied[side].contains(cell));
        if occupied { self.board.places.at(cell) } else { UnitSet::EMPTY }
    }

    /// The units of a side that are on the map.
    pub fn on_map(&self, battle: &Battle, side: Side) -> UnitSet {
        self.board.places.on_map().intersection(battle.of_side(side))
    }

    /// The hexes with a unit of a side that is not one of these.
    pub(super) fn hexes_without(&self, battle: &Battle, side: Side, apart: UnitSet) -> CellSet {
        let own = self.on_map(battle, side);
        let mut hexes = self.board.occupied[side];
        for unit in own.intersection(apart).iter() {
            let Some(cell) = self.cell(unit) else { continue };
            if self.board.places.at(cell).intersection(own).without(apart).is_empty() {
                hexes.remove(cell);
            }
        }
        hexes
    }

    /// Takes a unit from where it is to another place, and keeps the sets of hexes true.
    pub(super) fn put(&mut self, battle: &Battle, unit: UnitId, place: Place) {
        let side = battle.unit(unit).side;
        let old = self.board.places.set(unit, place);
        if let Place::On(cell) = old {
            // Where two may stack, whoever is in a hex that is not full is there alone.
            let alone = battle.stacking <= 2 && !self.board.full[side].contains(cell);
            let left = if alone { 0 } else { self.count_at(battle, side, cell) };
            if left < battle.stacking {
                self.board.full[side].remove(cell);
            }
            if left == 0 {
                self.board.occupied[side].remove(cell);
                self.lose_control_around(battle, side, cell);
            }
        }
        if let Place::On(cell) = place {
            let alone = self.board.occupied[side].insert(cell);
            if alone {
                self.board.controlled[side].insert_all(battle.ground.around(cell));
            }
            let there = if alone { 1 } else { self.count_at(battle, side, cell) };
            if there >= battle.stacking {
                self.board.full[side].insert(cell);
            }
        }
    }

    /// How many units of a side are in a hex.
    fn count_at(&self, battle: &Battle, side: Side, cell: Cell) -> usize {
        self.board.places.at(cell).intersection(battle.of_side(side)).len()
    }

    /// A hex that was left no longer controls its neighbours; others may.
    fn lose_control_around(&mut self, battle: &Battle, side: Side, cell: Cell) {
        for &next in battle.adjacent(cell) {
            if !battle.ground.around(next).meets(&self.board.occupied[side]) {
                self.board.controlled[side].remove(next);
            }
        }
    }

    /// The sets of hexes made anew from the places of the units: occupied, full, controlled.
    pub fn recomputed(&self, battle: &Battle) -> [BySide<CellSet>; 3] {
        let empty = BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY };
        let [mut occupied, mut full, mut controlled] = [empty; 3];
        for unit in battle.roster() {
            let Place::On(cell) = self.place(unit) else { continue };
            let side = battle.unit(unit).side;
            occupied[side].insert(cell);
            if self.board.places.at(cell).len() >= battle.stacking {
                full[side].insert(cell);
            }
            for &next in battle.adjacent(cell) {
                controlled[side].insert(next);
            }
        }
        [occupied, full, controlled]
    }

    /// Whether the sets of hexes kept move by move equal those made anew.
    pub fn is_consistent(&self, battle: &Battle) -> bool {
        self.recomputed(battle) == [self.board.occupied, self.board.full, self.board.controlled]
    }

    /// [BG 6.4] Whether a unit stands in an enemy-controlled hex; its enemy then stands in one too.
    pub fn in_enemy_control(&self, battle: &Battle, unit: UnitId) -> bool {
        let enemy = battle.unit(unit).side.other();
        self.cell(unit).is_some_and(|cell| self.board.controlled[enemy].contains(cell))
    }

    /// Those of some units that stand in hexes which a side controls.
    pub(super) fn under_control(&self, units: UnitSet, side: Side) -> UnitSet {
        let controlled = &self.board.controlled[side];
        let caught = |&unit: &UnitId| self.cell(unit).is_some_and(|cell| controlled.contains(cell));
        units.iter().filter(caught).collect()
    }

    /// Who last entered or passed a watched hex; `None` if nobody watches it.
    pub fn holder(&self, battle: &Battle, cell: Cell) -> Option<Side> {
        let index = battle.watched_index(cell)?;
        Some(if self.held >> index & 1 != 0 { Side::Confederate } else { Side::Union })
    }
}
