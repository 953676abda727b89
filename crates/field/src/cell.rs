//! Cells, edges and directions: the small integers everything else is made of.

/// The most columns a grid can have: one lane of a [`CellSet`](crate::CellSet) each.
pub const MAX_COLUMNS: usize = 64;
/// The most rows a grid can have: one bit of a lane each.
pub const MAX_ROWS: usize = 64;

/// A cell of a grid: its column and row, counted from zero at the sheet's upper left, in one number.
///
/// Ids are dense within a column and start anew at each multiple of [`MAX_ROWS`], so a cell is at the
/// same time an index into tables of [`Grid::slots`](crate::Grid::slots) entries and a position in a
/// [`CellSet`](crate::CellSet), with no look-up between the two. They order as the hexes print.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The cell at a column and a row, both from zero. Whether a grid has it, the grid knows.
    ///
    /// # Panics
    /// If column or row exceed what any grid can have.
    #[inline]
    pub const fn at(column: usize, row: usize) -> Cell {
        assert!(column < MAX_COLUMNS && row < MAX_ROWS);
        Cell((column * MAX_ROWS + row) as u16)
    }

    /// The cell with this [`index`](Cell::index), if it is one that some grid could have.
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < MAX_COLUMNS * MAX_ROWS { Some(Cell(index as u16)) } else { None }
    }

    /// Where this cell stands in a table of [`Grid::slots`](crate::Grid::slots) entries.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from zero.
    pub const fn column(self) -> usize {
        self.0 as usize / MAX_ROWS
    }

    /// The row, from zero.
    pub const fn row(self) -> usize {
        self.0 as usize % MAX_ROWS
    }
}

/// An unordered pair of neighbouring cells (a hexside; on squares also a corner).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(pub(crate) u16);

impl Edge {
    /// Where this edge stands in a table of [`Grid::edge_count`](crate::Grid::edge_count) entries.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The eight ways out of a cell, clockwise from the top of the sheet. Flat-top hexes have no east and no west.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up the sheet.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right (squares only).
    East,
    /// Down and to the right.
    SouthEast,
    /// Down the sheet.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left (squares only).
    West,
    /// Up and to the left.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from the top: the ways out of a square.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The six ways out of a flat-top hex, clockwise from the top.
    pub const HEX: [Direction; 6] = [
        Direction::North,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    /// Position in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is one of the four slanting ways: on squares, the diagonals.
    pub const fn is_diagonal(self) -> bool {
        self as usize % 2 == 1
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }
}
