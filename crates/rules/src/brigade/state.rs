//! The state of a game: a plain value, changed only by `apply`.
//!
//! Where the units are is kept twice: per unit, and as a few sets of hexes. The sets are kept up to
//! date move by move; `recomputed` makes them anew, and debug builds compare the two. What is asked
//! for seldom, or is made of a few units, is not kept: every copy of a state would pay for it.

use atlas::battle::Arm;
use atlas::{BySide, Side};
use field::{Cell, CellSet, Edge};

use super::battle::{Battle, CorpsSet};
use super::pending::Pending;
use super::victory::Outcome;
use crate::ids::{UnitId, UnitSet};
pub use crate::places::Place;
use crate::places::Places;

/// A phase of a player-turn [BR 3.0].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Corps are named.
    Activation,
    /// Reduced units rally.
    Rally,
    /// Units move.
    Movement,
    /// Guns bombard.
    Bombardment,
    /// Units assault.
    Assault,
}

impl Phase {
    /// All of them, in the order of play.
    pub const ALL: [Phase; 5] =
        [Phase::Activation, Phase::Rally, Phase::Movement, Phase::Bombardment, Phase::Assault];

    /// As it is written in positions.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Activation => "activation",
            Phase::Rally => "rally",
            Phase::Movement => "movement",
            Phase::Bombardment => "bombardment",
            Phase::Assault => "assault",
        }
    }
}

/// What a unit has done or suffered in this turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// It has tried to rally.
    Rallied,
    /// It has moved.
    Moved,
    /// It has searched for a ford.
    Searched,
    /// It has bombarded.
    Bombarded,
    /// It has assaulted, or supported an assault.
    Assaulted,
    /// It has been assaulted.
    Defended,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 6] = [
        Mark::Rallied,
        Mark::Moved,
        Mark::Searched,
        Mark::Bombarded,
        Mark::Assaulted,
        Mark::Defended,
    ];

    /// As it is written in positions.
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Rallied => "rallied",
            Mark::Moved => "moved",
            Mark::Searched => "searched",
            Mark::Bombarded => "bombarded",
            Mark::Assaulted => "assaulted",
            Mark::Defended => "defended",
        }
    }
}

/// [BR 15.0] How far the group that a die brings on has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hill {
    /// Its die has not been thrown.
    Waiting,
    /// It comes at the next start of a turn at which no enemy is in its way.
    Due,
    /// It is there, or not in this scenario.
    Arrived,
}

impl Hill {
    /// All of them.
    pub const ALL: [Hill; 3] = [Hill::Waiting, Hill::Due, Hill::Arrived];

    /// As it is written in positions.
    pub const fn word(self) -> &'static str {
        match self {
            Hill::Waiting => "waiting",
            Hill::Due => "due",
            Hill::Arrived => "arrived",
        }
    }
}

/// Where the units are and what they have done: nearly all of a state, in one piece that is copied
/// at once. Up to two kilobytes are copied fastest, so sets of hexes that can be made when they are
/// asked for are not kept here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub(super) struct Board {
    pub places: Places,
    /// The units with one step left.
    pub reduced: UnitSet,
    pub marks: [UnitSet; 6],
    /// The units that are not alone in their hex.
    pub sharing: UnitSet,
    /// Hexes with a unit.
    pub occupied: BySide<CellSet>,
    /// Hexes that this phase keeps in mind. In a movement phase those in the zones of control of
    /// the player who does not move: his infantry stays where it is as long as the phase lasts. In
    /// a bombardment phase those bombarded, in an assault phase those that must still be assaulted.
    pub noted: CellSet,
}

const NOWHERE: BySide<CellSet> = BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY };

impl Board {
    /// Nobody on the map.
    pub const EMPTY: Board = Board {
        places: Places::NOBODY,
        reduced: UnitSet::EMPTY,
        marks: [UnitSet::EMPTY; 6],
        sharing: UnitSet::EMPTY,
        occupied: NOWHERE,
        noted: CellSet::EMPTY,
    };
}

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) board: Board,
    /// The game-turn, from 1.
    pub turn: u8,
    /// The phasing player.
    pub side: Side,
    /// Who is first in this turn.
    pub first: Side,
    /// The phase.
    pub phase: Phase,
    /// The corps named in this player-turn.
    pub active: CorpsSet,
    /// The ford that was found.
    pub ford: Option<Edge>,
    /// How far the group that a die brings on has come.
    pub hill: Hill,
    /// Bit per landmark: the Union holds it.
    pub(super) held: u64,
    pub(super) pending: Option<Box<Pending>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The number of the last recorded action.
    pub sequence: u32,
}

impl State {
    /// Where a unit is.
    pub fn place(&self, unit: UnitId) -> Place {
        self.board.places.get(unit)
    }

    /// The hex of a unit on the map.
    #[inline]
    pub fn cell(&self, unit: UnitId) -> Option<Cell> {
        self.board.places.cell(unit)
    }

    /// Whether a unit has one step left.
    #[inline]
    pub fn is_reduced(&self, unit: UnitId) -> bool {
        self.board.reduced.contains(unit)
    }

    /// The strength of a unit as it is.
    #[inline]
    pub fn strength(&self, battle: &Battle, unit: UnitId) -> u32 {
        let printed = battle.unit(unit);
        if self.is_reduced(unit) { printed.reduced } else { printed.full }
    }

    /// The units that have done or suffered something in this turn.
    #[inline]
    pub fn marked(&self, mark: Mark) -> UnitSet {
        self.board.marks[mark as usize]
    }

    /// Whether a unit has done or suffered something in this turn.
    #[inline]
    pub fn is_marked(&self, unit: UnitId, mark: Mark) -> bool {
        self.marked(mark).contains(unit)
    }

    /// Notes that units have done or suffered something.
    pub(super) fn mark(&mut self, units: UnitSet, mark: Mark) {
        let marked = &mut self.board.marks[mark as usize];
        *marked = marked.union(units);
    }

    /// The hexes with a unit of this side.
    #[inline]
    pub fn occupied(&self, side: Side) -> &CellSet {
        &self.board.occupied[side]
    }

    /// [BR 5.0] The hexes where one more unit of this arm and side may not stop: artillery where
    /// two are, others wherever somebody is but one gun alone.
    pub fn closed_to(&self, battle: &Battle, side: Side, arm: Arm) -> CellSet {
        let sharing = self.board.sharing;
        match arm {
            Arm::Artillery => self.hexes_of(sharing.intersection(battle.of_side(side))),
            Arm::Infantry | Arm::Cavalry => {
                let mut closed = self.board.occupied[side];
                let guns = self.on_map(battle, side).intersection(battle.guns());
                for gun in guns.without(sharing).iter() {
                    self.cell(gun).map(|cell| closed.remove(cell));
                }
                closed
            }
        }
    }

    /// The hexes with infantry of this side.
    pub fn infantry(&self, battle: &Battle, side: Side) -> CellSet {
        self.hexes_of(self.on_map(battle, side).intersection(battle.of_arm(Arm::Infantry)))
    }

    /// [BR 6.0] The hexes in the zones of control of this side's infantry.
    pub fn controlled_by(&self, battle: &Battle, side: Side) -> CellSet {
        match self.kept_zones(side) {
            Some(zones) => *zones,
            None => self.zones(battle, side),
        }
    }

    /// [BR 6.0] Whether a hex is in the zone of control of this side's infantry.
    #[inline]
    pub fn controls(&self, battle: &Battle, side: Side, cell: Cell) -> bool {
        match self.kept_zones(side) {
            Some(zones) => zones.contains(cell),
            None => self.has_infantry_near(battle, side, cell),
        }
    }

    /// The hexes in the zones of control of a side, if the phase keeps them.
    #[inline]
    pub(super) fn kept_zones(&self, side: Side) -> Option<&CellSet> {
        (self.phase == Phase::Movement && side != self.side).then_some(&self.board.noted)
    }

    fn zones(&self, battle: &Battle, side: Side) -> CellSet {
        let mut controlled = CellSet::EMPTY;
        for cell in self.infantry(battle, side).iter() {
            controlled.insert_all(battle.ground.zone(cell));
        }
        controlled
    }

    /// In a movement phase, notes the zones of control of the player who does not move.
    pub(super) fn note_zones(&mut self, battle: &Battle) {
        if self.phase == Phase::Movement {
            self.board.noted = self.zones(battle, self.side.other());
        }
    }

    /// Whether infantry of a side stands where it has a hex in its zone of control.
    fn has_infantry_near(&self, battle: &Battle, side: Side, cell: Cell) -> bool {
        let infantry = battle.of_side(side).intersection(battle.of_arm(Arm::Infantry));
        let near = battle.ground.zone(cell).within(&self.board.occupied[side]);
        near.iter().any(|at| !self.board.places.at(at).intersection(infantry).is_empty())
    }

    /// [BR 7.0?] The hexes bombarded in this phase.
    pub fn bombarded(&self) -> &CellSet {
        if self.phase == Phase::Bombardment { &self.board.noted } else { &CellSet::EMPTY }
    }

    /// [BR 8.0] The hexes that must still be assaulted in this phase.
    pub fn obligations(&self) -> &CellSet {
        if self.phase == Phase::Assault { &self.board.noted } else { &CellSet::EMPTY }
    }

    /// The choice that is waited for in the midst of something.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_deref()
    }

    /// The units in a hex.
    pub fn units_at(&self, cell: Cell) -> UnitSet {
        // Most hexes are empty, and the sets of hexes know it.
        let occupied = Side::BOTH.iter().any(|&side| self.board.occupied[side].contains(cell));
        if occupied { self.board.places.at(cell) } else { UnitSet::EMPTY }
    }

    /// The units of a side in a hex.
    pub fn of_side_at(&self, battle: &Battle, side: Side, cell: Cell) -> UnitSet {
        match self.board.occupied[side].contains(cell) {
            true => self.board.places.at(cell).intersection(battle.of_side(side)),
            false => UnitSet::EMPTY,
        }
    }

    /// The units of a side on the map.
    #[inline]
    pub fn on_map(&self, battle: &Battle, side: Side) -> UnitSet {
        self.board.places.on_map().intersection(battle.of_side(side))
    }

    /// The hexes of units.
    pub(super) fn hexes_of(&self, units: UnitSet) -> CellSet {
        units.iter().filter_map(|unit| self.cell(unit)).collect()
    }

    /// Takes a unit from where it is to another place, and keeps true what is kept beside the
    /// places.
    pub(super) fn put(&mut self, battle: &Battle, unit: UnitId, place: Place) {
        if let Place::On(cell) = self.board.places.set(unit, place) {
            self.left(battle, unit, cell);
        }
        if let Place::On(cell) = place {
            self.entered(battle, unit, cell);
        }
    }

    /// A unit has left a hex.
    fn left(&mut self, battle: &Battle, unit: UnitId, cell: Cell) {
        let side = battle.unit(unit).side;
        if self.board.sharing.contains(unit) {
            self.board.sharing.remove(unit);
            let others = self.of_side_at(battle, side, cell);
            if others.len() == 1 {
                self.board.sharing = self.board.sharing.without(others);
            }
        } else {
            self.board.occupied[side].remove(cell);
        }
    }

    /// A unit has come into a hex.
    fn entered(&mut self, battle: &Battle, unit: UnitId, cell: Cell) {
        let side = battle.unit(unit).side;
        if !self.board.occupied[side].insert(cell) {
            let together = self.of_side_at(battle, side, cell);
            self.board.sharing = self.board.sharing.union(together);
        }
    }

    /// What is kept beside the places of the units, made anew from them: the hexes occupied, and
    /// the units that share a hex.
    pub fn recomputed(&self, battle: &Battle) -> (BySide<CellSet>, UnitSet) {
        let (mut occupied, mut sharing) = (NOWHERE, UnitSet::EMPTY);
        for unit in battle.roster() {
            let Some(cell) = self.cell(unit) else { continue };
            let side = battle.unit(unit).side;
            occupied[side].insert(cell);
            let there = self.board.places.at(cell).intersection(battle.of_side(side));
            sharing.set(unit, there.len() > 1);
        }
        (occupied, sharing)
    }

    /// Whether what is kept move by move equals what is made anew, the zones of control of a
    /// movement phase too.
    pub fn is_consistent(&self, battle: &Battle) -> bool {
        let enemy = self.side.other();
        self.recomputed(battle) == (self.board.occupied, self.board.sharing)
            && self.kept_zones(enemy).is_none_or(|kept| *kept == self.zones(battle, enemy))
    }

    /// [BR 16.0] Who holds a landmark; `None` if the hex is none.
    pub fn holder(&self, battle: &Battle, cell: Cell) -> Option<Side> {
        let index = battle.landmark(cell)?;
        Some(if self.held >> index & 1 != 0 { Side::Union } else { Side::Confederate })
    }

    /// Gives a landmark to a side.
    pub(super) fn hand_over(&mut self, index: usize, side: Side) {
        self.held = self.held & !(1 << index) | u64::from(side == Side::Union) << index;
    }
}
