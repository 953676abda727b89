//! Whole sets moved across a sheet: one step in a direction, to all neighbours, through open sides.

use crate::lanes::{Departures, arrivals};
use crate::{Cell, CellSet, Direction, Grid};

impl CellSet {
    /// Every member moved one step in a direction; those that would leave the sheet are gone.
    pub fn shifted(&self, grid: &Grid, direction: Direction) -> CellSet {
        use Direction::*;
        let mut moved = CellSet::EMPTY;
        let columns = grid.columns();
        let (sources, targets) = match direction {
            North | South => (0..columns, 0..columns),
            NorthEast | East | SouthEast => (0..columns - 1, 1..columns),
            SouthWest | West | NorthWest => (1..columns, 0..columns - 1),
        };
        let sheet = &grid.all().lanes;
        for (source, target) in sources.zip(targets) {
            let lane = self.lanes[source] & sheet[source];
            let departures = Departures::from(grid.tiling(), source, lane);
            moved.lanes[target] = departures.towards(direction) & sheet[target];
        }
        moved
    }

    /// Every cell next to a member. Members themselves are in it only if they have a member beside them.
    pub fn neighbours(&self, grid: &Grid) -> CellSet {
        let sheet = &grid.all().lanes;
        self.step_out(grid, |target, west, here, east| {
            arrivals(west, here, east, |_| sheet[target])
        })
    }

    /// The set and every cell next to it.
    pub fn dilated(&self, grid: &Grid) -> CellSet {
        (self & grid.all()) | self.neighbours(grid)
    }

    /// Every cell one comes to from a member through an open side.
    pub fn neighbours_through(&self, grid: &Grid, gates: &Gates) -> CellSet {
        self.step_out(grid, |target, west, here, east| {
            arrivals(west, here, east, |direction| gates.entered(direction).lanes[target])
        })
    }

    /// Builds a set lane by lane from the departures of the lane to the west, of the lane itself and
    /// of the lane to the east.
    #[inline(always)]
    fn step_out<F>(&self, grid: &Grid, enter: F) -> CellSet
    where
        F: Fn(usize, &Departures<u64>, &Departures<u64>, &Departures<u64>) -> u64,
    {
        let mut result = CellSet::EMPTY;
        let columns = grid.columns();
        let sheet = &grid.all().lanes;
        let departures = |column: usize| {
            let lane = if column < columns { self.lanes[column] & sheet[column] } else { 0 };
            Departures::from(grid.tiling(), column, lane)
        };
        let mut west = Departures::from(grid.tiling(), 0, 0);
        let mut here = departures(0);
        for column in 0..columns {
            let east = departures(column + 1);
            result.lanes[column] = enter(column, &west, &here, &east);
            (west, here) = (here, east);
        }
        result
    }
}

/// Which sides of which cells let something through, in each direction: zones of control that do not
/// cross rivers, fire that does not cross walls.
#[derive(Clone, PartialEq, Eq, Debug)]
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

    /// The cells one may come into in this direction.
    pub fn entered(&self, direction: Direction) -> &CellSet {
        &self.entered[direction.index()]
    }
}
