//! A game at one moment: a plain value that is copied without allocating.

use atlas::battle::{Mode, Rank};
use atlas::{BySide, Side};
use field::{Cell, CellSet, Direction};

use super::battle::Battle;
use super::ids::*;

/// A game at one moment. Whatever the position door writes is all there is to it; who stands where
/// is kept a second time by squares, which [`State::put`], [`State::lift`] and
/// [`State::set_routed`] keep in step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The game-turn, from 1.
    pub turn: u8,
    /// What is to be decided.
    pub phase: Phase,
    /// First or second operations phase of the turn: 1 or 2.
    pub round: u8,
    /// Whose phase it is.
    pub side: Side,
    /// The units, by [`UnitId`].
    pub units: [Unit; MOST_UNITS],
    /// The leaders, by [`LeaderId`].
    pub leaders: [Leader; MOST_LEADERS],
    /// Who holds each post, by [`PostId`].
    pub holders: [Option<LeaderId>; MOST_POSTS],
    /// [GT 1.3] The stream squares that turned out to be fords.
    pub fords: CellSet,
    /// [GT 3.2] How many divisions may be activated this turn.
    pub limit: u8,
    /// [GT 3.1] Divisions activated this turn, as a set of posts.
    pub activated: Posts,
    /// [GT-QS 2.0] Formations of the timetable that have been released, by their place in it.
    pub released: u32,
    /// [GT 6.0] Groups of reinforcements whose time has come, by [`GroupId`].
    pub due: u32,
    /// What each side has lost.
    pub losses: BySide<Losses>,
    /// [GT 10.2] The score of the last Victory Determination Phase.
    pub score: i32,
    /// [GT 2.1] Enemy units that each side sees, or has seen fall.
    pub sighted: BySide<UnitSet>,
    /// Number of the last action; 0 in what a seat observes of a hidden game.
    pub sequence: u32,
    /// Who stands where.
    pub(super) places: Places,
}

/// A set of posts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Posts(UnitSet);

impl Posts {
    /// Whether it is a member.
    pub const fn has(&self, post: PostId) -> bool {
        self.0.has(UnitId(post.0))
    }

    /// Adds a post; whether it was new.
    pub const fn insert(&mut self, post: PostId) -> bool {
        self.0.insert(UnitId(post.0))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = PostId> {
        self.0.iter().map(|unit| PostId(unit.0))
    }
}

/// What asks for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// [GT 3.0] Divisions are activated.
    Activation,
    /// [GT 7.0] Units move and plot.
    Operations,
    /// The game is over.
    Over,
}

impl Phase {
    /// All of them.
    pub const ALL: [Phase; 3] = [Phase::Activation, Phase::Operations, Phase::Over];

    /// As it is written in doors.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Activation => "activation",
            Phase::Operations => "operations",
            Phase::Over => "over",
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In a square.
    On(Cell),
    /// It comes later.
    Reserve,
    /// It is no more.
    Eliminated,
    /// It has no part in this game.
    Absent,
    /// Somewhere or nowhere: only in what a seat observes of a hidden game.
    Unseen,
}

/// A unit at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// [GT 7.13] The square to be fired at first.
    pub fire: Option<Cell>,
    /// Men, or guns of artillery.
    pub strength: u16,
    /// [GT 8.10] How tired it is, 0 to 100.
    pub fatigue: u8,
    /// [GT 7.4] Operation points left.
    pub op: u8,
    /// [GT 7.9] Which way it looks.
    pub facing: Direction,
    /// [GT 7.8] Its formation.
    pub mode: Mode,
    /// [GT 7.11] Level of fortification, 0 to 5.
    pub fort: u8,
    /// Squares entered in the owner's last operations phase.
    pub moved: u8,
    /// [GT 8.6] Whether it has routed.
    pub routed: bool,
    /// [GT 8.8] Whether it is disrupted.
    pub disrupted: bool,
    /// [GT 8.9] Whether it has ammunition.
    pub ammo: bool,
    /// [GT 4.0] Whether it is in command control.
    pub in_command: bool,
    /// [GT 7.13] Whether it is to melee.
    pub melee: bool,
    /// [GT 7.13] Whether it is to advance.
    pub advance: bool,
}

impl Unit {
    /// A unit that has no part in the game, or of which nothing is known.
    pub const fn nowhere(place: Place) -> Unit {
        Unit {
            place,
            fire: None,
            strength: 0,
            fatigue: 0,
            op: 0,
            facing: Direction::North,
            mode: Mode::Normal,
            fort: 0,
            moved: 0,
            routed: false,
            disrupted: false,
            ammo: true,
            in_command: true,
            melee: false,
            advance: false,
        }
    }

    /// Its square, if it is on the map.
    #[inline]
    pub const fn cell(&self) -> Option<Cell> {
        match self.place {
            Place::On(cell) => Some(cell),
            _ => None,
        }
    }

    /// [GT 8.8, 8.6] Forgets what it was to do in combat.
    pub const fn clear_plots(&mut self) {
        self.fire = None;
        self.melee = false;
        self.advance = false;
    }

    /// [GT 8.10?] Adds fatigue, to 100 at most (D-10).
    pub fn tire(&mut self, points: u32) {
        self.fatigue = (u32::from(self.fatigue) + points).min(100) as u8;
    }

    /// Spends operation points, as far as there are any.
    pub const fn pay(&mut self, points: u8) {
        self.op = self.op.saturating_sub(points);
    }
}

/// A leader at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    /// What he leads now: how much of it.
    pub rank: Rank,
    /// What he leads now.
    pub post: PostId,
    /// The unit he is with; `None` for leaders of brigades, deputies, and whoever is no more.
    pub with: Option<UnitId>,
    /// What has become of him.
    pub fate: Fate,
    /// [GT 7.12?] Whether he was transferred in this phase (D-39).
    pub transferred: bool,
}

impl Leader {
    /// Nobody: beyond the battle's leaders, or in a game without them.
    pub const NOBODY: Leader = Leader {
        rank: Rank::Brigade,
        post: PostId(0),
        with: None,
        fate: Fate::Gone,
        transferred: false,
    };
}

/// What has become of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// He leads.
    Leads,
    /// Killed or wounded: the enemy scores for it.
    Lost,
    /// He left play, and nobody scores.
    Gone,
    /// Nothing is known of him: only in what a seat observes of a hidden game.
    Unknown,
}

impl Fate {
    /// Those that a position can have.
    pub const ALL: [Fate; 3] = [Fate::Leads, Fate::Lost, Fate::Gone];

    /// As it is written in doors.
    pub const fn word(self) -> &'static str {
        match self {
            Fate::Leads => "map",
            Fate::Lost => "lost",
            Fate::Gone => "gone",
            Fate::Unknown => "unknown",
        }
    }
}

/// What a side has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Losses {
    /// Infantrymen.
    pub infantry: u32,
    /// Cavalrymen.
    pub cavalry: u32,
    /// Guns.
    pub guns: u32,
    /// Leaders of brigades.
    pub brigade: u32,
    /// Leaders of divisions.
    pub division: u32,
    /// Leaders of corps.
    pub corps: u32,
}

const NOBODY: u8 = u8::MAX;

/// Who stands where: for each square its first unit, for each unit the next of its square, in unit
/// order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Places {
    first: [u8; field::MAX_COLUMNS * field::MAX_ROWS],
    next: [u8; MOST_UNITS],
    /// Squares with units of a side.
    occupied: BySide<CellSet>,
    /// Squares with units of a side that have not routed: what zones of control are made of.
    steady: BySide<CellSet>,
    /// The squares next to those.
    zones: BySide<CellSet>,
}

impl std::fmt::Debug for Places {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Places").field("occupied", &self.occupied).finish_non_exhaustive()
    }
}

impl Places {
    /// Nobody anywhere.
    pub(super) const EMPTY: Places = Places {
        first: [NOBODY; field::MAX_COLUMNS * field::MAX_ROWS],
        next: [NOBODY; MOST_UNITS],
        occupied: BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY },
        steady: BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY },
        zones: BySide { union: CellSet::EMPTY, confederate: CellSet::EMPTY },
    };
}

impl State {
    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// A unit, to change it; but its place and whether it has routed, for which there are
    /// functions.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }

    /// The square of a unit, if it is on the map.
    #[inline]
    pub fn cell(&self, unit: UnitId) -> Option<Cell> {
        self.units[unit.index()].cell()
    }

    /// The units in a square, in unit order.
    #[inline]
    pub fn stack(&self, cell: Cell) -> impl Iterator<Item = UnitId> + Clone + '_ {
        let mut next = self.places.first[cell.index()];
        std::iter::from_fn(move || {
            let unit = UnitId(next);
            (next != NOBODY).then(|| {
                next = self.places.next[unit.index()];
                unit
            })
        })
    }

    /// Squares with units of a side.
    #[inline]
    pub fn occupied(&self, side: Side) -> &CellSet {
        &self.places.occupied[side]
    }

    /// Squares with units of a side that have not routed.
    #[inline]
    pub fn steady(&self, side: Side) -> &CellSet {
        &self.places.steady[side]
    }

    /// Whether any unit stands in a square.
    #[inline]
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.places.first[cell.index()] != NOBODY
    }

    /// Puts a unit into a square, out of the one it stood in.
    pub fn put(&mut self, battle: &Battle, unit: UnitId, cell: Cell) {
        self.unlink(battle, unit);
        self.units[unit.index()].place = Place::On(cell);
        let mut before = NOBODY;
        let mut at = self.places.first[cell.index()];
        while at < unit.0 {
            before = at;
            at = self.places.next[usize::from(at)];
        }
        self.places.next[unit.index()] = at;
        match before {
            NOBODY => self.places.first[cell.index()] = unit.0,
            before => self.places.next[usize::from(before)] = unit.0,
        }
        self.note(battle, battle.unit(unit).side, cell);
    }

    /// Takes a unit off the map for good; nothing of it is kept.
    pub fn lift(&mut self, battle: &Battle, unit: UnitId, place: Place) {
        self.unlink(battle, unit);
        self.units[unit.index()] = Unit::nowhere(place);
    }

    /// A unit routs, or rallies.
    pub fn set_routed(&mut self, battle: &Battle, unit: UnitId, routed: bool) {
        self.units[unit.index()].routed = routed;
        if let Some(cell) = self.cell(unit) {
            self.note(battle, battle.unit(unit).side, cell);
        }
    }

    fn unlink(&mut self, battle: &Battle, unit: UnitId) {
        let Some(cell) = self.cell(unit) else { return };
        let after = self.places.next[unit.index()];
        if self.places.first[cell.index()] == unit.0 {
            self.places.first[cell.index()] = after;
        } else {
            let mut at = self.places.first[cell.index()];
            while self.places.next[usize::from(at)] != unit.0 {
                at = self.places.next[usize::from(at)];
            }
            self.places.next[usize::from(at)] = after;
        }
        self.places.next[unit.index()] = NOBODY;
        self.units[unit.index()].place = Place::Absent;
        self.note(battle, battle.unit(unit).side, cell);
    }

    /// Notes anew whether a side has units, and steady ones, in a square.
    fn note(&mut self, battle: &Battle, side: Side, cell: Cell) {
        let (mut any, mut steady) = (false, false);
        for unit in self.stack(cell) {
            if battle.unit(unit).side == side {
                any = true;
                steady |= !self.unit(unit).routed;
            }
        }
        if any {
            self.places.occupied[side].insert(cell);
        } else {
            self.places.occupied[side].remove(cell);
        }
        if steady == self.places.steady[side].contains(cell) {
            return;
        }
        if steady {
            self.places.steady[side].insert(cell);
            self.places.zones[side].insert_all(battle.around(cell));
            return;
        }
        self.places.steady[side].remove(cell);
        for next in battle.around(cell).iter() {
            if !battle.around(next).meets(&self.places.steady[side]) {
                self.places.zones[side].remove(next);
            }
        }
    }

    /// [GT 7.6] Whether a square is in a zone of control of a side: next to one of its units that
    /// has not routed (D-35).
    #[inline]
    pub fn in_zone_of(&self, _: &Battle, side: Side, cell: Cell) -> bool {
        self.places.zones[side].contains(cell)
    }

    /// [GT 7.6] The zones of control of a side.
    #[inline]
    pub fn zones(&self, side: Side) -> &CellSet {
        &self.places.zones[side]
    }

    /// [GT 8.6] Effectiveness less fatigue.
    pub fn morale(&self, battle: &Battle, unit: UnitId) -> i32 {
        i32::from(battle.unit(unit).effectiveness) - i32::from(self.unit(unit).fatigue)
    }

    /// The units of a side that are on the map, in unit order.
    pub fn on_map<'s>(&'s self, battle: &Battle, side: Side) -> impl Iterator<Item = UnitId> + 's {
        battle.of_side(side).iter().filter(|&unit| self.cell(unit).is_some())
    }

    /// The leader of a post, if it has one.
    #[inline]
    pub fn leader_of(&self, post: Option<PostId>) -> Option<LeaderId> {
        self.holders[post?.index()]
    }

    /// Where a leader stands: the square of his unit. Leaders of brigades have no place of their
    /// own.
    pub fn leader_cell(&self, leader: LeaderId) -> Option<Cell> {
        self.cell(self.leaders[leader.index()].with?)
    }

    /// Whether a side sees a unit: its own, a sighted one, or any where nothing is hidden.
    #[inline]
    pub fn sees(&self, battle: &Battle, side: Side, unit: UnitId) -> bool {
        !battle.options.hidden || battle.unit(unit).side == side || self.sighted[side].has(unit)
    }
}
