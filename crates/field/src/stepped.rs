//! The line that looks at one place per step of distance: the nearest cell there, or the two that are
//! equally near.
//!
//! It visits as many stations as there are cells between the ends, never more; the exact line of
//! [`Grid::line`] may cut the corner of further cells. Where this line passes through the middle of a
//! side, it goes between two cells; the exact line crosses both.

use crate::tiling::{Tiling, cube, from_cube};
use crate::{Cell, Grid, LineStep};

impl Grid {
    /// The steps of the line between two cells that are `n` apart, one for each whole distance from 1
    /// to `n - 1`: the cell nearest to that point of the straight line, or both if two are equally near.
    pub fn stepped_line(&self, from: Cell, to: Cell) -> impl Iterator<Item = LineStep> + '_ {
        let sampler = Sampler::new(self.tiling(), from, to);
        (1..sampler.steps).map(move |step| sampler.at(step).on(self))
    }
}

impl LineStep {
    /// The step with the cells the grid does not have left out.
    fn on(self, grid: &Grid) -> LineStep {
        let known = |cell: Option<Cell>| cell.filter(|&cell| grid.contains(cell));
        match self {
            LineStep::Through(cell) => LineStep::Through(known(cell)),
            LineStep::Between(left, right) => LineStep::Between(known(left), known(right)),
        }
    }
}

/// Coordinates in which a step changes the `major` one by exactly one and the `minor` one by at most
/// one: row and column on squares, two of the three cube coordinates on hexes.
struct Sampler {
    tiling: Tiling,
    start: [i32; 3],
    difference: [i32; 3],
    major: usize,
    minor: usize,
    steps: i32,
}

impl Sampler {
    fn new(tiling: Tiling, from: Cell, to: Cell) -> Sampler {
        let place = |cell: Cell| match tiling {
            Tiling::Hex => cube(cell),
            Tiling::Square => [cell.row() as i32, cell.column() as i32, 0],
        };
        let (start, end) = (place(from), place(to));
        let difference = [0, 1, 2].map(|axis| end[axis] - start[axis]);
        let steps = tiling.distance(from, to) as i32;
        let major = difference.iter().position(|d| d.abs() == steps).unwrap_or(0);
        let minor = match tiling {
            Tiling::Hex => (major + 1) % 3,
            Tiling::Square => 1 - major,
        };
        Sampler { tiling, start, difference, major, minor, steps }
    }

    /// What is nearest to the point `step` steps from the start.
    fn at(&self, step: i32) -> LineStep {
        let scaled = self.difference[self.minor] * step;
        let (floor, rest) = (scaled.div_euclid(self.steps), scaled.rem_euclid(self.steps));
        match (2 * rest).cmp(&self.steps) {
            std::cmp::Ordering::Less => LineStep::Through(self.cell(step, floor)),
            std::cmp::Ordering::Greater => LineStep::Through(self.cell(step, floor + 1)),
            std::cmp::Ordering::Equal => {
                let (low, high) = (self.cell(step, floor), self.cell(step, floor + 1));
                if self.minor_grows_to_the_right() {
                    LineStep::Between(low, high)
                } else {
                    LineStep::Between(high, low)
                }
            }
        }
    }

    /// The cell some steps on along the major axis and some cells aside along the minor one.
    fn cell(&self, step: i32, aside: i32) -> Option<Cell> {
        let mut place = self.start;
        place[self.major] += step * self.difference[self.major].signum();
        place[self.minor] += aside;
        match self.tiling {
            Tiling::Hex => {
                let third = 3 - self.major - self.minor;
                place[third] = -place[self.major] - place[self.minor];
                from_cube(place)
            }
            Tiling::Square => {
                let (row, column) =
                    (usize::try_from(place[0]).ok()?, usize::try_from(place[1]).ok()?);
                Some(Cell::at(column, row))
            }
        }
    }

    /// Whether a cell further along the minor axis lies to the right of a traveller on the line.
    fn minor_grows_to_the_right(&self) -> bool {
        let forward = self.difference[self.major] > 0;
        match self.tiling {
            // The cube axes point, on the sheet, to the right, to the lower left and to the upper left:
            // going up one of them, the next one lies to the right.
            Tiling::Hex => forward,
            // Going down the rows, columns grow to the left; going along the columns, rows grow to the right.
            Tiling::Square => forward == (self.major == 1),
        }
    }
}
