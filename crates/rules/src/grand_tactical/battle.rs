//! A scenario with its options, ready for play: everything that never changes, worked out once.

use atlas::battle::{Arm, Mode, Rank, Weapon};
use atlas::map::Terrain;
use atlas::{BySide, Side};
use field::{Cell, CellMap, CellSet, Direction, Grid, Patch};

use super::ids::*;
use super::options::Options;
use super::sight::SightLines;
use super::tables::{Column, Tables};
use crate::bid::Bid;

/// A scenario of a battle, ready for play: what implements [`System`](crate::System).
#[derive(Clone, Debug)]
pub struct Battle {
    /// Folder of the battle.
    pub id: String,
    /// The scenario.
    pub scenario: String,
    /// Its options.
    pub options: Options,
    /// Points that were given to a side beforehand.
    pub bid: Option<Bid>,
    /// The tables of the book.
    pub tables: Tables,
    /// Number of game-turns.
    pub turns: u8,
    /// Who has the first phase of a round.
    pub first: Side,
    /// The time of each game-turn, in words; empty if unknown.
    pub clock: Vec<String>,
    /// The squares.
    pub grid: Grid,
    /// What each square is like.
    pub ground: CellMap<Ground>,
    /// The steps out of each square, by direction.
    pub(super) steps: CellMap<[Step; 8]>,
    /// The least that each of these steps costs, 0 where there is none: for each column of the
    /// table first without the road, then with it. Searches look here before anything else.
    pub(super) least: [CellMap<[u8; 8]>; 6],
    pub(super) around: CellMap<Patch>,
    /// [GT 1.3?] Stream squares that may turn out to be fords, by x, then y (D-12, D-82).
    pub ford_sites: Vec<Cell>,
    /// [GT 10.1] What squares are worth, by x, then y.
    pub objectives: Vec<Objective>,
    /// The units, in unit order.
    pub units: Vec<UnitFacts>,
    /// The leaders.
    pub leaders: Vec<LeaderFacts>,
    /// Corps, divisions and brigades.
    pub posts: Vec<Post>,
    /// Groups of reinforcements.
    pub groups: Vec<Group>,
    /// The units of each formation of the timetable.
    pub formations: Vec<UnitSet>,
    pub(super) by_side: BySide<UnitSet>,
    /// What fixed ground hides.
    pub(super) sight: SightLines,
}

/// What a square is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// What it is made of; a stream square may be a ford: ask [`Battle::terrain`].
    pub terrain: Terrain,
    /// Its level, 1 to 4.
    pub level: u8,
    /// Whether a road runs through it.
    pub road: bool,
    /// Drawn, never entered.
    pub scenery: bool,
}

impl Default for Ground {
    fn default() -> Ground {
        Ground { terrain: Terrain::River, level: 1, road: false, scenery: true }
    }
}

/// A step from a square to the next, as far as the ground decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// Where to; the square itself where the map ends.
    pub to: Cell,
    /// Terrain and height for each column of the Operation Costs Table; 0 where nobody goes. For a
    /// stream square: what it costs if it is a ford.
    pub cost: [u8; 3],
    /// The same at the road rate; 0 where no road is followed.
    pub by_road: [u8; 3],
    /// Only if the stream is a ford there.
    pub needs_ford: bool,
    /// Onto a bridge.
    pub onto_bridge: bool,
}

impl Default for Step {
    fn default() -> Step {
        Step {
            to: Cell::at(0, 0),
            cost: [0; 3],
            by_road: [0; 3],
            needs_ford: false,
            onto_bridge: false,
        }
    }
}

/// A square that is worth something to a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Where.
    pub cell: Cell,
    /// Whom it serves.
    pub side: Side,
    /// How much it is worth.
    pub points: i32,
    /// What it is called.
    pub name: String,
}

/// A unit as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitFacts {
    /// Its designation.
    pub id: String,
    /// What its counter says.
    pub short: String,
    /// Whose.
    pub side: Side,
    /// What it fights with.
    pub arm: Arm,
    /// [GT 3.3] Guns that ride with the cavalry.
    pub horse_artillery: bool,
    /// Men or guns.
    pub strength: u16,
    /// What its men carry.
    pub weapon: Weapon,
    /// How good it is.
    pub effectiveness: u8,
    /// Where it looks at the start.
    pub facing: Direction,
    /// Its formation at the start.
    pub mode: Mode,
    /// Its corps.
    pub corps: Option<PostId>,
    /// Its division.
    pub division: Option<PostId>,
    /// Its brigade.
    pub brigade: Option<PostId>,
    /// Where it begins; `None`: it arrives.
    pub start: Option<Cell>,
    /// The group it arrives with.
    pub group: Option<GroupId>,
    /// [GT 7.4] Game-turns without operation points.
    pub no_points_on: Vec<u8>,
}

impl UnitFacts {
    /// Whether it is artillery.
    #[inline]
    pub fn is_artillery(&self) -> bool {
        self.arm == Arm::Artillery
    }

    /// [GT 4.3] Whether it belongs to no division and no corps, as the brigade of Evans.
    pub const fn independent(&self) -> bool {
        self.corps.is_none() && self.division.is_none()
    }
}

/// A leader as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderFacts {
    /// His name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// His rank at the start.
    pub rank: Rank,
    /// His post at the start.
    pub post: PostId,
    /// What his presence adds, in per cent.
    pub bonus: u8,
    /// The unit he is with at the start.
    pub with: Option<UnitId>,
}

/// A corps, a division or a brigade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Corps, division or brigade.
    pub rank: Rank,
    /// Its units.
    pub units: UnitSet,
    /// The post above it, if it has one: of a brigade its division, of a division its corps.
    pub above: Option<PostId>,
}

/// A group of reinforcements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its name.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// The game-turns among which it comes.
    pub turns: Vec<u8>,
    /// Chances on all of these but the last.
    pub chances: Vec<u8>,
    /// Where, the first choice first.
    pub cells: Vec<Cell>,
    /// The square that keeps it off while an enemy stands there.
    pub blocked_by: Option<Cell>,
    /// Its units.
    pub units: UnitSet,
}

impl Battle {
    /// A unit as printed.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitFacts {
        &self.units[unit.index()]
    }

    /// A leader as printed.
    pub fn leader(&self, leader: LeaderId) -> &LeaderFacts {
        &self.leaders[leader.index()]
    }

    /// A post.
    pub fn post(&self, post: PostId) -> &Post {
        &self.posts[post.index()]
    }

    /// Every unit, in unit order.
    pub fn roster(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// Every leader, in the order of the set-up.
    pub fn staff(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }

    /// The units of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> UnitSet {
        self.by_side[side]
    }

    /// The unit with this designation.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|index| UnitId(index as u8))
    }

    /// The post of a side with this rank and name.
    pub fn find_post(&self, side: Side, rank: Rank, name: &str) -> Option<PostId> {
        let is = |post: &Post| post.side == side && post.rank == rank && post.name == name;
        self.posts.iter().position(is).map(|index| PostId(index as u8))
    }

    /// The eight squares round a square, as far as the map goes.
    #[inline]
    pub fn around(&self, cell: Cell) -> &Patch {
        &self.around[cell]
    }

    /// What a square is made of, with the fords that chance gave.
    #[inline]
    pub fn terrain(&self, fords: &CellSet, cell: Cell) -> Terrain {
        match self.ground[cell].terrain {
            Terrain::Stream if fords.contains(cell) => Terrain::Ford,
            other => other,
        }
    }

    /// [GT 7.5] Whether a unit can stand in a square at all.
    #[inline]
    pub fn passable(&self, fords: &CellSet, cell: Cell) -> bool {
        !self.ground[cell].scenery && !self.terrain(fords, cell).is_open_water()
    }

    /// [GT 7.6] Squares between two squares: the greater of the two differences (D-01).
    #[inline]
    pub fn distance(&self, a: Cell, b: Cell) -> usize {
        a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
    }

    /// [GT-T 1.0] The column of the Operation Costs Table for a unit in a mode; in the basic game
    /// modes do not count (D-76).
    #[inline]
    pub fn column(&self, unit: UnitId, mode: Mode) -> Column {
        match self.unit(unit).arm {
            Arm::Infantry => Column::Foot,
            Arm::Artillery => Column::Artillery,
            Arm::Cavalry if mode == Mode::Dismounted && !self.options.basic() => Column::Foot,
            Arm::Cavalry => Column::Mounted,
        }
    }

    /// [GT 2.1] What a side's casualties inflicted are multiplied by, in per cent.
    pub fn difficulty(&self, firing: Side) -> u16 {
        let level = usize::from(self.options.difficulty) - 1;
        match firing {
            Side::Union => self.tables.difficulty.union[level],
            Side::Confederate => self.tables.difficulty.confederate[level],
        }
    }

    /// The name of a square.
    pub fn name(&self, cell: Cell) -> String {
        self.grid.name(cell).to_string()
    }
}
