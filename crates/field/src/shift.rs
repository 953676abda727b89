//! Whole sets moved across a sheet: one step in a direction, to all neighbours, through open sides.

use crate::tiling::Tiling;
use crate::{Cell, CellSet, Direction, Grid, MAX_COLUMNS};

impl CellSet {
    /// Every member moved one step in a direction; those that would leave the sheet are gone.
    pub fn shifted(&self, grid: &Grid, direction: Direction) -> CellSet {
        self.stepped_out(grid, |target, west, here, east| {
            let lane =
                arrivals(west, here, east, |way| if way == direction { u64::MAX } else { 0 });
            lane & grid.all().lanes[target]
        })
    }

    /// Every cell next to a member. Members themselves are in it only if they have a member beside them.
    pub fn neighbours(&self, grid: &Grid) -> CellSet {
        let sheet = &grid.all().lanes;
        self.stepped_out(grid, |target, west, here, east| {
            arrivals(west, here, east, |_| sheet[target])
        })
    }

    /// The set and every cell next to it.
    pub fn dilated(&self, grid: &Grid) -> CellSet {
        (self & grid.all()) | self.neighbours(grid)
    }

    /// Every cell one comes to from a member through an open side.
    pub fn neighbours_through(&self, grid: &Grid, gates: &Gates) -> CellSet {
        self.stepped_out(grid, |target, west, here, east| {
            arrivals(west, here, east, |direction| gates.entered(direction).lanes[target])
        })
    }

    /// Builds a set lane by lane: `enter` is given a column and what leaves the lane to the west of it,
    /// the lane itself and the lane to the east.
    #[inline(always)]
    fn stepped_out(
        &self,
        grid: &Grid,
        enter: impl Fn(usize, Departures, Departures, Departures) -> u64,
    ) -> CellSet {
        // A constant in each call: the loop then has no branches and becomes vector instructions.
        match grid.tiling() {
            Tiling::Hex => self.stepped_out_on(Tiling::Hex, grid, enter),
            Tiling::Square => self.stepped_out_on(Tiling::Square, grid, enter),
        }
    }

    #[inline(always)]
    fn stepped_out_on(
        &self,
        tiling: Tiling,
        grid: &Grid,
        enter: impl Fn(usize, Departures, Departures, Departures) -> u64,
    ) -> CellSet {
        let columns = grid.columns().min(MAX_COLUMNS);
        // An empty lane on either side of the sheet.
        let mut lanes = [0; MAX_COLUMNS + 2];
        for (column, lane) in lanes[1..=columns].iter_mut().enumerate() {
            *lane = self.lanes[column] & grid.all().lanes[column];
        }
        let mut result = CellSet::EMPTY;
        for column in 0..columns {
            let west = Departures::new(tiling, column + 1, lanes[column]);
            let here = Departures::new(tiling, column, lanes[column + 1]);
            let east = Departures::new(tiling, column + 1, lanes[column + 2]);
            result.lanes[column] = enter(column, west, here, east);
        }
        result
    }
}

/// The rows in which the cells of one lane arrive when they leave it.
#[derive(Clone, Copy)]
struct Departures {
    /// Straight up, in the same lane.
    north: u64,
    /// Straight down, in the same lane.
    south: u64,
    /// Sideways and up, in either lane beside it.
    rising: u64,
    /// Sideways without slope (squares only).
    level: u64,
    /// Sideways and down.
    falling: u64,
}

impl Departures {
    /// Where the members of a lane go. Of the column it only matters whether it is odd.
    #[inline(always)]
    fn new(tiling: Tiling, column: usize, lane: u64) -> Departures {
        let (north, south) = (lane >> 1, lane << 1);
        match tiling {
            Tiling::Hex => {
                let high = (column as u64 & 1).wrapping_sub(1);
                let rising = (north & high) | (lane & !high);
                let falling = (lane & high) | (south & !high);
                Departures { north, south, rising, level: 0, falling }
            }
            Tiling::Square => {
                Departures { north, south, rising: north, level: lane, falling: south }
            }
        }
    }
}

/// The rows of a lane that are entered from the lane to the west, the lane itself and the lane to the
/// east, where `open` gives, by direction, the rows that may be entered going that way.
#[inline(always)]
fn arrivals(
    west: Departures,
    here: Departures,
    east: Departures,
    open: impl Fn(Direction) -> u64,
) -> u64 {
    (here.north & open(Direction::North))
        | (west.rising & open(Direction::NorthEast))
        | (west.level & open(Direction::East))
        | (west.falling & open(Direction::SouthEast))
        | (here.south & open(Direction::South))
        | (east.falling & open(Direction::SouthWest))
        | (east.level & open(Direction::West))
        | (east.rising & open(Direction::NorthWest))
}

/// Which sides of which cells let something through, in each direction: zones of control that do not
/// cross rivers, fire that does not cross walls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gates {
    /// By direction, the cells that one may come into going that way.
    entered: [CellSet; 8],
}

impl Gates {
    /// Asks for every step of the grid whether it is open.
    pub fn new(grid: &Grid, mut open: impl FnMut(Cell, Direction, Cell) -> bool) -> Gates {
        let mut gates = Gates { entered: [CellSet::EMPTY; 8] };
        for cell in grid.cells() {
            for (direction, next) in grid.neighbours(cell) {
                if open(cell, direction, next) {
                    gates.entered[direction.index()].insert(next);
                }
            }
        }
        gates
    }

    /// The cells one may come into going in this direction.
    pub fn entered(&self, direction: Direction) -> &CellSet {
        &self.entered[direction.index()]
    }
}
