//! The straight line between two centres, exactly: what it crosses, and what it would cross if it were
//! moved a hair to one side.
//!
//! Everything is decided by the sign of one integer: on which side of the line a corner of a cell lies.
//! So a line is never in doubt, and from `b` to `a` it crosses what it crosses from `a` to `b`, left
//! and right exchanged. Heights, obstacles and who sees whom are the business of games.
//!
//! [`Grid::line`] is the geometer's line. For rules that sample one cell per step of distance, see
//! [`Grid::stepped_line`].

use crate::tiling::Tiling;
use crate::{Cell, CellSet, Edge, Grid, MAX_COLUMNS, MAX_ROWS};

/// One station of a line, between its ends.
///
/// A cell is `None` where the sheet has none: the line runs along the border, or across the gap that
/// columns of very different length leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineStep {
    /// The line goes through the cell.
    Through(Option<Cell>),
    /// The line goes between two cells that have an equal part in it: the one on its left, the one on
    /// its right.
    Between(Option<Cell>, Option<Cell>),
}

impl LineStep {
    /// Whether the line is stopped here if these cells stop it: the cell it goes through, or both of
    /// the two it goes between. What is off the sheet stops nothing.
    pub fn is_blocked_by(self, obstacles: &CellSet) -> bool {
        let blocks = |cell: Option<Cell>| cell.is_some_and(|cell| obstacles.contains(cell));
        match self {
            LineStep::Through(cell) => blocks(cell),
            LineStep::Between(left, right) => blocks(left) && blocks(right),
        }
    }

    /// The step as it is met from the other end of the line.
    pub fn mirrored(self) -> LineStep {
        match self {
            LineStep::Through(cell) => LineStep::Through(cell),
            LineStep::Between(left, right) => LineStep::Between(right, left),
        }
    }
}

/// A point in units that make the centres and corners of all cells whole numbers; y grows downward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point {
    x: i32,
    y: i32,
}

impl Point {
    const fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    /// Twice the area between two arrows: positive if the second points to the right of the first.
    const fn cross(self, other: Point) -> i32 {
        self.x * other.y - self.y * other.x
    }
}

/// A side of a cell, seen from its centre: the corner where it begins, going clockwise, and the
/// centre of the cell beyond.
struct Side {
    corner: Point,
    beyond: Point,
}

const fn side(corner: (i32, i32), beyond: (i32, i32)) -> Side {
    Side { corner: Point { x: corner.0, y: corner.1 }, beyond: Point { x: beyond.0, y: beyond.1 } }
}

const HEX_SIDES: [Side; 6] = [
    side((-1, -1), (0, -2)),
    side((1, -1), (3, -1)),
    side((2, 0), (3, 1)),
    side((1, 1), (0, 2)),
    side((-1, 1), (-3, 1)),
    side((-2, 0), (-3, -1)),
];

const SQUARE_SIDES: [Side; 4] =
    [side((-1, -1), (0, -2)), side((1, -1), (2, 0)), side((1, 1), (0, 2)), side((-1, 1), (-2, 0))];

fn centre(tiling: Tiling, cell: Cell) -> Point {
    let (column, row) = (cell.column() as i32, cell.row() as i32);
    match tiling {
        Tiling::Hex => Point { x: 3 * column, y: 2 * row + column % 2 },
        Tiling::Square => Point { x: 2 * column, y: 2 * row },
    }
}

fn cell_around(tiling: Tiling, centre: Point) -> Option<Cell> {
    let (column, row) = match tiling {
        Tiling::Hex => {
            let column = centre.x.div_euclid(3);
            (column, (centre.y - column.rem_euclid(2)).div_euclid(2))
        }
        Tiling::Square => (centre.x.div_euclid(2), centre.y.div_euclid(2)),
    };
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    (column < MAX_COLUMNS && row < MAX_ROWS).then(|| Cell::at(column, row))
}

/// To which side a line is moved by a hair.
#[derive(Clone, Copy)]
enum Lean {
    Left,
    Right,
}

/// A place on a line, by the centres of the cells there.
#[derive(Clone, Copy)]
enum Station {
    /// Inside a cell.
    In(Point),
    /// On the side that two hexes share.
    Along { left: Point, right: Point },
}

/// The straight line from the centre of one cell to the centre of another; see [`Grid::line`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'g> {
    grid: &'g Grid,
    from: Point,
    to: Point,
}

impl Grid {
    /// The straight line between the centres of two cells.
    pub fn line(&self, from: Cell, to: Cell) -> Line<'_> {
        let tiling = self.tiling();
        Line { grid: self, from: centre(tiling, from), to: centre(tiling, to) }
    }
}

impl<'g> Line<'g> {
    /// What the line meets strictly between its ends, in order: the cells whose interior it crosses,
    /// and the pairs of hexes along whose common side it runs. Cells it only touches in a corner are
    /// not among them.
    pub fn steps(&self) -> impl Iterator<Item = LineStep> + use<'g> {
        let line = *self;
        let mut station = Station::In(line.from);
        std::iter::from_fn(move || {
            station = line.station_after(station)?;
            Some(match station {
                Station::In(centre) => LineStep::Through(line.cell(centre)),
                Station::Along { left, right } => {
                    LineStep::Between(line.cell(left), line.cell(right))
                }
            })
        })
    }

    /// Where the line is next, unless that is its end.
    fn station_after(&self, station: Station) -> Option<Station> {
        let next = match station {
            Station::Along { left, .. } => self.leave(left, Lean::Left),
            Station::In(here) if here == self.to => here,
            Station::In(here) => {
                let left = self.leave(here, Lean::Left);
                let right = self.leave(here, Lean::Right);
                // They differ where the line leaves through a corner. It goes on inside one of the two
                // and merely touches the other, or runs between them; but four squares meet in a
                // corner, and there it goes on inside the one opposite.
                if left == right || self.crosses(left) {
                    left
                } else if self.crosses(right) {
                    right
                } else if self.grid.is_hex() {
                    return Some(Station::Along { left, right });
                } else {
                    self.leave(left, Lean::Left)
                }
            }
        };
        (next != self.to).then_some(Station::In(next))
    }

    /// The cells the line would cross if it were moved a hair to the left, both ends included. Each is
    /// next to the one before it, by a side.
    ///
    /// Where the line runs along a side, this is the cell on its left; where it passes exactly through
    /// a corner whose third cell lies on the left, this includes that cell. A rule that asks whether a
    /// line crosses a creek asks the left and the right one: nobody can say of which bank a line is
    /// that runs in the water.
    pub fn left_path(&self) -> impl Iterator<Item = Option<Cell>> + use<'g> {
        self.path(Lean::Left)
    }

    /// The cells the line would cross if it were moved a hair to the right, both ends included.
    pub fn right_path(&self) -> impl Iterator<Item = Option<Cell>> + use<'g> {
        self.path(Lean::Right)
    }

    /// The edges between the cells of the [`left_path`](Line::left_path), as far as they are on the sheet.
    pub fn left_edges(&self) -> impl Iterator<Item = Edge> + use<'g> {
        self.edges(Lean::Left)
    }

    /// The edges between the cells of the [`right_path`](Line::right_path), as far as they are on the sheet.
    pub fn right_edges(&self) -> impl Iterator<Item = Edge> + use<'g> {
        self.edges(Lean::Right)
    }

    /// Whether some step of the line is [blocked](LineStep::is_blocked_by) by these cells. Its ends
    /// never block it.
    pub fn is_blocked_by(&self, obstacles: &CellSet) -> bool {
        self.steps().any(|step| step.is_blocked_by(obstacles))
    }

    fn path(&self, lean: Lean) -> impl Iterator<Item = Option<Cell>> + use<'g> {
        let line = *self;
        let mut next = Some(line.from);
        std::iter::from_fn(move || {
            let here = next?;
            next = (here != line.to).then(|| line.leave(here, lean));
            Some(line.cell(here))
        })
    }

    fn edges(&self, lean: Lean) -> impl Iterator<Item = Edge> + use<'g> {
        let grid = self.grid;
        let next = self.path(lean).skip(1);
        self.path(lean).zip(next).filter_map(move |(a, b)| grid.edge(a?, b?))
    }

    fn cell(&self, centre: Point) -> Option<Cell> {
        cell_around(self.grid.tiling(), centre).filter(|&cell| self.grid.contains(cell))
    }

    fn sides(&self) -> &'static [Side] {
        match self.grid.tiling() {
            Tiling::Hex => &HEX_SIDES,
            Tiling::Square => &SQUARE_SIDES,
        }
    }

    /// On which side of the line a point lies: negative for left, zero for on it, positive for right.
    fn bearing(&self, point: Point) -> i32 {
        let along = Point { x: self.to.x - self.from.x, y: self.to.y - self.from.y };
        along.cross(Point { x: point.x - self.from.x, y: point.y - self.from.y })
    }

    /// The centre of the cell that follows, if the line is moved a hair to one side.
    ///
    /// Moved to the left, it has the corners that were on it to its right, and the reverse; then it
    /// leaves a cell by the one side that begins, clockwise, on its left and ends on its right.
    fn leave(&self, here: Point, lean: Lean) -> Point {
        let sides = self.sides();
        let is_left = |side: &Side| {
            let bearing = self.bearing(here.plus(side.corner));
            match lean {
                Lean::Left => bearing < 0,
                Lean::Right => bearing <= 0,
            }
        };
        let mut begins_left = is_left(&sides[0]);
        for (at, side) in sides.iter().enumerate() {
            let ends_left = is_left(&sides[(at + 1) % sides.len()]);
            if begins_left && !ends_left {
                return here.plus(side.beyond);
            }
            begins_left = ends_left;
        }
        unreachable!("a line through a cell leaves it")
    }

    /// Whether the line crosses the interior of the cell around a centre: it has corners on both sides.
    fn crosses(&self, centre: Point) -> bool {
        let bearings = || self.sides().iter().map(|side| self.bearing(centre.plus(side.corner)));
        bearings().any(|bearing| bearing < 0) && bearings().any(|bearing| bearing > 0)
    }
}
