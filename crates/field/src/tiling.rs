//! The arithmetic of the two tilings, on unbounded rows and columns.
//!
//! A [`Grid`](crate::Grid) answers from tables made with this; what exists on a sheet is not known here.

use crate::{Cell, Direction, MAX_COLUMNS, MAX_ROWS};

/// How cells cover the plane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tiling {
    /// Flat-top hexes; columns that are odd from zero stand half a hex lower.
    Hex,
    /// Squares with eight neighbours.
    Square,
}

impl Tiling {
    /// The ways out of a cell, clockwise from the top.
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Tiling::Hex => &Direction::HEX,
            Tiling::Square => &Direction::ALL,
        }
    }

    /// Columns and rows gained by a step in each direction out of a column; nothing where there is no
    /// such direction.
    const fn offsets(self, column: usize) -> &'static [(isize, isize); 8] {
        match self {
            Tiling::Hex if column.is_multiple_of(2) => {
                &[(0, -1), (1, -1), (0, 0), (1, 0), (0, 1), (-1, 0), (0, 0), (-1, -1)]
            }
            Tiling::Hex => &[(0, -1), (1, 0), (0, 0), (1, 1), (0, 1), (-1, 1), (0, 0), (-1, 0)],
            Tiling::Square => {
                &[(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
            }
        }
    }

    /// The next cell in a direction, if some grid could have it.
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (columns, rows) = self.offsets(cell.column())[direction.index()];
        let column = cell.column().wrapping_add_signed(columns);
        let row = cell.row().wrapping_add_signed(rows);
        let fits = column < MAX_COLUMNS && row < MAX_ROWS && (columns, rows) != (0, 0);
        fits.then(|| Cell::at(column, row))
    }

    /// The fewest steps from one cell to another on an endless sheet.
    pub fn distance(self, a: Cell, b: Cell) -> usize {
        match self {
            Tiling::Hex => {
                let (a, b) = (cube(a), cube(b));
                (0..3).map(|axis| a[axis].abs_diff(b[axis]) as usize).max().unwrap_or(0)
            }
            Tiling::Square => a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row())),
        }
    }

    /// Where a cell stands in the order of printed names: hexes by column, squares by row.
    pub const fn printed_rank(self, cell: Cell) -> usize {
        match self {
            Tiling::Hex => cell.index(),
            Tiling::Square => cell.row() * MAX_COLUMNS + cell.column(),
        }
    }
}

/// A hex in cube coordinates: three numbers of sum zero, of which each step changes two by one.
pub(crate) fn cube(cell: Cell) -> [i32; 3] {
    let (column, row) = (cell.column() as i32, cell.row() as i32);
    let y = row - column / 2;
    [column, y, -column - y]
}

/// The hex with these cube coordinates, if some grid could have it.
pub(crate) fn from_cube([column, y, _]: [i32; 3]) -> Option<Cell> {
    let row = y + column.div_euclid(2);
    let fits = (0..MAX_COLUMNS as i32).contains(&column) && (0..MAX_ROWS as i32).contains(&row);
    fits.then(|| Cell::at(column as usize, row as usize))
}
