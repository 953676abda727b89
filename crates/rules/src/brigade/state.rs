//! The state of a game: a plain value, changed only by `apply`.
//!
//! Where the units are is kept twice: per unit, and as sets of hexes for each side. The sets are kept up to date
//! move by move; `recomputed` makes them anew, and debug builds compare the two.

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

/// Where the units are and what they have done: nearly all of a state, in one piece that is copied at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub(super) struct Board {
    pub places: Places,
    /// The units with one step left.
    pub reduced: UnitSet,
    pub marks: [UnitSet; 6],
    /// Hexes with a unit.
    pub occupied: BySide<CellSet>,
    /// Hexes with as many units as may stack.
    pub full: BySide<CellSet>,
    /// Hexes closed to one more infantry or cavalry unit.
    pub closed: BySide<CellSet>,
    /// Hexes with infantry.
    pub infantry: BySide<CellSet>,
    /// Hexes in the zones of control of that infantry.
    pub controlled: BySide<CellSet>,
    /// Hexes that this phase keeps in mind: in a bombardment phase those bombarded, in an assault phase those
    /// that must still be assaulted.
    pub noted: CellSet,
}

const NOWHERE: BySide<CellSet> = BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY };

impl Board {
    /// Nobody on the map.
    pub const EMPTY: Board = Board {
        places: Places::NOBODY,
        reduced: UnitSet::EMPTY,
        marks: [UnitSet::EMPTY; 6],
        occupied: NOWHERE,
        full: NOWHERE,
        closed: NOWHERE,
        infantry: NOWHERE,
        controlled: NOWHERE,
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

/// What units of one side in a hex make of it.
#[derive(Clone, Copy)]
struct Stack {
    count: usize,
    foot: bool,
    infantry: bool,
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

    /// [BR 5.0] The hexes where one more unit of this arm and side may not stop.
    #[inline]
    pub fn closed_to(&self, side: Side, arm: Arm) -> &CellSet {
        match arm {
            Arm::Artillery => &self.board.full[side],
            Arm::Infantry | Arm::Cavalry => &self.board.closed[side],
        }
    }

    /// The hexes with infantry of this side.
    #[inline]
    pub fn infantry(&self, side: Side) -> &CellSet {
        &self.board.infantry[side]
    }

    /// [BR 6.0] The hexes in the zones of control of this side's infantry.
    #[inline]
    pub fn controlled_by(&self, side: Side) -> &CellSet {
        &self.board.controlled[side]
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

    /// Takes a unit from where it is to another place, and keeps the sets of hexes true.
    pub(super) fn put(&mut self, battle: &Battle, unit: UnitId, place: Place) {
        let side = battle.unit(unit).side;
        if let Place::On(cell) = self.board.places.set(unit, place) {
            self.survey(battle, side, cell);
        }
        if let Place::On(cell) = place {
            self.survey(battle, side, cell);
        }
    }

    /// Works out what a side's units in a hex make of it.
    fn survey(&mut self, battle: &Battle, side: Side, cell: Cell) {
        let stack = self.stack(battle, side, cell);
        let board = &mut self.board;
        set(&mut board.occupied[side], cell, stack.count > 0);
        set(&mut board.full[side], cell, stack.count > 1);
        set(&mut board.closed[side], cell, stack.count > 1 || stack.foot);
        if set(&mut board.infantry[side], cell, stack.infantry) {
            self.survey_control(battle, side, cell, stack.infantry);
        }
    }

    fn stack(&self, battle: &Battle, side: Side, cell: Cell) -> Stack {
        let there = self.board.places.at(cell).intersection(battle.of_side(side));
        Stack {
            count: there.len(),
            foot: !there.without(battle.guns()).is_empty(),
            infantry: !there.intersection(battle.of_arm(Arm::Infantry)).is_empty(),
        }
    }

    /// Infantry has come into a hex or left it: what is controlled around it changes, unless others control it.
    fn survey_control(&mut self, battle: &Battle, side: Side, cell: Cell, comes: bool) {
        let zone = battle.ground.zone(cell);
        let board = &mut self.board;
        if comes {
            board.controlled[side].insert_all(zone);
            return;
        }
        for next in zone.iter() {
            if !battle.ground.zone(next).meets(&board.infantry[side]) {
                board.controlled[side].remove(next);
            }
        }
    }

    /// The sets of hexes made anew from the places of the units: occupied, full, closed, infantry, controlled.
    pub fn recomputed(&self, battle: &Battle) -> [BySide<CellSet>; 5] {
        let [mut occupied, mut full, mut closed, mut infantry, mut controlled] = [NOWHERE; 5];
        for unit in battle.roster() {
            let Some(cell) = self.cell(unit) else { continue };
            let side = battle.unit(unit).side;
            let stack = self.stack(battle, side, cell);
            occupied[side].insert(cell);
            set(&mut full[side], cell, stack.count > 1);
            set(&mut closed[side], cell, stack.count > 1 || stack.foot);
            if battle.unit(unit).arm == Arm::Infantry {
                infantry[side].insert(cell);
                controlled[side].insert_all(battle.ground.zone(cell));
            }
        }
        [occupied, full, closed, infantry, controlled]
    }

    /// Whether the sets of hexes kept move by move equal those made anew.
    pub fn is_consistent(&self, battle: &Battle) -> bool {
        let board = &self.board;
        self.recomputed(battle)
            == [board.occupied, board.full, board.closed, board.infantry, board.controlled]
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

/// Puts a hex into a set or takes it out; whether that changed anything.
fn set(cells: &mut CellSet, cell: Cell, member: bool) -> bool {
    if member { cells.insert(cell) } else { cells.remove(cell) }
}
