//! A sheet of numbered cells: which exist, what they are called, who is next to whom.

use std::fmt;

use crate::tiling::Tiling;
use crate::{Cell, CellSet, Direction, Edge, MAX_COLUMNS, MAX_ROWS};

/// The shape of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Flat-top hexes numbered CCRR from 0101; even columns stand half a hex lower. Odd and even
    /// columns may differ in length.
    HexFlat {
        /// Number of columns.
        columns: usize,
        /// Rows of the columns 1, 3, 5 …
        rows_odd: usize,
        /// Rows of the columns 2, 4, 6 …
        rows_even: usize,
    },
    /// Squares numbered "x,y" from "0,0": x counts southward (the row), y eastward (the column).
    Square {
        /// Number of columns.
        columns: usize,
        /// Number of rows.
        rows: usize,
    },
}

/// Why a [`Shape`] cannot be a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridError {
    /// The number of columns is zero or too large.
    Columns(usize),
    /// A number of rows is zero or too large.
    Rows(usize),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Columns(n) => write!(f, "{n} columns; expected 1 to {MAX_COLUMNS}"),
            GridError::Rows(n) => write!(f, "{n} rows; expected 1 to {MAX_ROWS}"),
        }
    }
}

impl std::error::Error for GridError {}

const NO_CELL: u16 = u16::MAX;
const NO_EDGE: u16 = u16::MAX;

/// A sheet of numbered cells with everything about neighbourhood worked out once.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    shape: Shape,
    columns: usize,
    all: CellSet,
    count: usize,
    /// Per slot and direction, the neighbour's index or [`NO_CELL`].
    neighbours: Vec<[u16; 8]>,
    /// Per slot and direction, the edge's index or [`NO_EDGE`].
    edge_of: Vec<[u16; 8]>,
    /// Per edge, its two cells, the smaller first.
    edges: Vec<(Cell, Cell)>,
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Grid").field(&self.shape).finish()
    }
}

impl Grid {
    /// Lays out a sheet.
    pub fn new(shape: Shape) -> Result<Grid, GridError> {
        let (columns, rows) = match shape {
            Shape::HexFlat { columns, rows_odd, rows_even } => (columns, [rows_odd, rows_even]),
            Shape::Square { columns, rows } => (columns, [rows, rows]),
        };
        if columns == 0 || columns > MAX_COLUMNS {
            return Err(GridError::Columns(columns));
        }
        if let Some(&bad) = rows.iter().find(|&&n| n == 0 || n > MAX_ROWS) {
            return Err(GridError::Rows(bad));
        }
        let all: CellSet = (0..columns)
            .flat_map(|column| (0..rows[column % 2]).map(move |row| Cell::at(column, row)))
            .collect();
        let mut grid = Grid {
            shape,
            columns,
            all,
            count: all.len(),
            neighbours: vec![[NO_CELL; 8]; columns * MAX_ROWS],
            edge_of: vec![[NO_EDGE; 8]; columns * MAX_ROWS],
            edges: Vec::new(),
        };
        grid.link();
        Ok(grid)
    }

    /// Fills the neighbour and edge tables.
    fn link(&mut self) {
        let tiling = self.tiling();
        let all = self.all;
        for cell in &all {
            for &direction in tiling.directions() {
                let Some(next) = tiling.step(cell, direction).filter(|&next| self.contains(next))
                else {
                    continue;
                };
                self.neighbours[cell.index()][direction.index()] = next.index() as u16;
                if cell < next {
                    let edge = self.edges.len() as u16;
                    self.edges.push((cell, next));
                    self.edge_of[cell.index()][direction.index()] = edge;
                    self.edge_of[next.index()][direction.opposite().index()] = edge;
                }
            }
        }
    }

    /// The shape this grid was made from.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether the cells are hexes.
    pub fn is_hex(&self) -> bool {
        self.tiling() == Tiling::Hex
    }

    /// Which arithmetic the cells follow.
    pub(crate) fn tiling(&self) -> Tiling {
        match self.shape {
            Shape::HexFlat { .. } => Tiling::Hex,
            Shape::Square { .. } => Tiling::Square,
        }
    }

    /// The ways out of a cell: six for hexes, eight for squares, clockwise from the top of the sheet.
    pub fn directions(&self) -> &'static [Direction] {
        self.tiling().directions()
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of rows of a column (from zero).
    pub fn rows(&self, column: usize) -> usize {
        match self.shape {
            Shape::HexFlat { rows_odd, rows_even, .. } => [rows_odd, rows_even][column % 2],
            Shape::Square { rows, .. } => rows,
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Never: a grid has at least one cell.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The length of a table indexed by [`Cell::index`]; slots without a cell stay unused.
    pub fn slots(&self) -> usize {
        self.columns * MAX_ROWS
    }

    /// Every cell, as a set.
    pub fn all(&self) -> &CellSet {
        &self.all
    }

    /// Every cell, in the order of ids (for hexes: of printed numbers).
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.all.iter()
    }

    /// Whether the cell exists here.
    pub fn contains(&self, cell: Cell) -> bool {
        self.all.contains(cell)
    }

    /// The next cell in a direction, if the sheet goes on there.
    #[inline]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let ways = self.neighbours.get(cell.index())?;
        Cell::from_index(ways[direction.index()] as usize)
    }

    /// The neighbours of a cell with the way to each, clockwise from the top.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> + '_ {
        self.directions()
            .iter()
            .filter_map(move |&direction| Some((direction, self.neighbour(cell, direction)?)))
    }

    /// The way from a cell to its neighbour, if it is one.
    #[inline]
    pub fn direction(&self, from: Cell, to: Cell) -> Option<Direction> {
        let ways = self.neighbours.get(from.index())?;
        let at = ways.iter().position(|&next| usize::from(next) == to.index())?;
        Some(Direction::ALL[at])
    }

    /// The direction a number of turns clockwise of another (counter-clockwise if negative): sixths of
    /// a circle on hexes, eighths on squares. Hexes know no east and no west; those stay as they are.
    pub fn turned(&self, direction: Direction, turns: i32) -> Direction {
        let ways = self.directions();
        match ways.iter().position(|&way| way == direction) {
            Some(at) => ways[(at + turns.rem_euclid(ways.len() as i32) as usize) % ways.len()],
            None => direction,
        }
    }

    /// Whether the cell lies on the edge of the sheet: some way out of it leads off.
    pub fn is_border(&self, cell: Cell) -> bool {
        self.contains(cell) && self.neighbours(cell).count() < self.directions().len()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Every edge.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + use<> {
        (0..self.edges.len() as u16).map(Edge)
    }

    /// The two cells of an edge, the one with the smaller id first.
    pub fn edge_cells(&self, edge: Edge) -> (Cell, Cell) {
        self.edges[edge.index()]
    }

    /// The edge between two cells, if they are neighbours.
    pub fn edge(&self, a: Cell, b: Cell) -> Option<Edge> {
        self.edge_towards(a, self.direction(a, b)?)
    }

    /// The edge by which one leaves a cell in a direction, if the sheet goes on there.
    pub fn edge_towards(&self, cell: Cell, direction: Direction) -> Option<Edge> {
        let index = self.edge_of.get(cell.index())?[direction.index()];
        (index != NO_EDGE).then_some(Edge(index))
    }
}
