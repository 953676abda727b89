//! Tables with one entry for each cell or edge of a grid.

use std::ops::{Index, IndexMut};

use crate::{Cell, Edge, Grid};

/// A value for every cell of a grid, found by indexing with the cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellMap<T> {
    slots: Vec<T>,
}

impl<T: Clone> CellMap<T> {
    /// The same value for every cell.
    pub fn filled(grid: &Grid, value: T) -> CellMap<T> {
        CellMap { slots: vec![value; grid.slots()] }
    }
}

impl<T: Clone + Default> CellMap<T> {
    /// A value for each cell, worked out once.
    pub fn from_fn(grid: &Grid, mut value: impl FnMut(Cell) -> T) -> CellMap<T> {
        let mut map = CellMap::filled(grid, T::default());
        for cell in grid.cells() {
            map[cell] = value(cell);
        }
        map
    }
}

impl<T> CellMap<T> {
    /// The value of a cell, if it is one of the grid the map was made for.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.slots.get(cell.index())
    }
}

impl<T> Index<Cell> for CellMap<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.slots[cell.index()]
    }
}

impl<T> IndexMut<Cell> for CellMap<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.slots[cell.index()]
    }
}

/// A value for every edge of a grid, found by indexing with the edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeMap<T> {
    entries: Vec<T>,
}

impl<T: Clone> EdgeMap<T> {
    /// The same value for every edge.
    pub fn filled(grid: &Grid, value: T) -> EdgeMap<T> {
        EdgeMap { entries: vec![value; grid.edge_count()] }
    }
}

impl<T> EdgeMap<T> {
    /// A value for each edge, worked out once.
    pub fn from_fn(grid: &Grid, value: impl FnMut(Edge) -> T) -> EdgeMap<T> {
        EdgeMap { entries: grid.edges().map(value).collect() }
    }
}

impl<T> Index<Edge> for EdgeMap<T> {
    type Output = T;

    fn index(&self, edge: Edge) -> &T {
        &self.entries[edge.index()]
    }
}

impl<T> IndexMut<Edge> for EdgeMap<T> {
    fn index_mut(&mut self, edge: Edge) -> &mut T {
        &mut self.entries[edge.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn a_map_holds_a_value_for_each_cell_and_edge() {
        let grid = Grid::new(Shape::HexFlat { columns: 3, rows_odd: 3, rows_even: 2 }).unwrap();
        let mut rows = CellMap::from_fn(&grid, |cell| cell.row());
        let cell = grid.cell("0302").unwrap();
        assert_eq!(rows[cell], 1);
        rows[cell] = 7;
        assert_eq!(rows.get(cell), Some(&7));
        assert_eq!(rows.get(Cell::at(40, 0)), None);

        let mut first = EdgeMap::from_fn(&grid, |edge| grid.edge_cells(edge).0);
        for edge in grid.edges() {
            assert_eq!(first[edge], grid.edge_cells(edge).0);
            first[edge] = cell;
        }
        assert_eq!(first, EdgeMap::filled(&grid, cell));
    }
}
