//! Printed names: "0816" and "28,11" for cells, "0805|0806" for edges, read and written.

use std::fmt;

use crate::tiling::Tiling;
use crate::{Cell, Edge, Grid, MAX_COLUMNS, MAX_ROWS};

/// The printed name of a cell: "0816" on hexes, "28,11" on squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    cell: Cell,
    tiling: Tiling,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (self.cell.column(), self.cell.row());
        match self.tiling {
            Tiling::Hex => write!(f, "{:02}{:02}", column + 1, row + 1),
            Tiling::Square => write!(f, "{row},{column}"),
        }
    }
}

/// The printed name of an edge: its two cells, the smaller name first, as in "0805|0806".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EdgeName {
    first: CellName,
    second: CellName,
}

impl fmt::Display for EdgeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.first, self.second)
    }
}

impl Grid {
    /// The printed name of a cell.
    pub fn name(&self, cell: Cell) -> CellName {
        CellName { cell, tiling: self.tiling() }
    }

    /// The cell with this printed name, if the sheet has it. Only the printed form is understood:
    /// four digits, or two plain numbers with a comma.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let (column, row) = match self.tiling() {
            Tiling::Hex => {
                let digits = name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_digit());
                let number: usize = if digits { name.parse().ok()? } else { return None };
                ((number / 100).checked_sub(1)?, (number % 100).checked_sub(1)?)
            }
            Tiling::Square => {
                let (x, y) = name.split_once(',')?;
                (plain_number(y)?, plain_number(x)?)
            }
        };
        (column < MAX_COLUMNS && row < MAX_ROWS)
            .then(|| Cell::at(column, row))
            .filter(|&cell| self.contains(cell))
    }

    /// The printed name of an edge.
    ///
    /// # Panics
    /// If the edge is not of this grid.
    pub fn edge_name(&self, edge: Edge) -> EdgeName {
        let (a, b) = self.edge_cells(edge);
        let in_order = self.printed_rank(a) < self.printed_rank(b);
        let (first, second) = if in_order { (a, b) } else { (b, a) };
        EdgeName { first: self.name(first), second: self.name(second) }
    }

    /// The edge with this printed name, if the sheet has it. Only the printed form is understood:
    /// two names of neighbours with a bar between them, the smaller first.
    pub fn edge_named(&self, name: &str) -> Option<Edge> {
        let (first, second) = name.split_once('|')?;
        let (first, second) = (self.cell(first)?, self.cell(second)?);
        let in_order = self.printed_rank(first) < self.printed_rank(second);
        if in_order { self.edge(first, second) } else { None }
    }

    /// Where a cell stands in the order of printed names. Hexes are counted down the columns, as their
    /// ids are; squares along the rows.
    pub fn printed_rank(&self, cell: Cell) -> usize {
        self.tiling().printed_rank(cell)
    }
}

/// A number of one or two digits as it would be printed: no sign, no leading zero.
fn plain_number(text: &str) -> Option<usize> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = text == "0" || !text.starts_with('0');
    (digits && canonical).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn hexes() -> Grid {
        Grid::new(Shape::HexFlat { columns: 25, rows_odd: 28, rows_even: 27 }).unwrap()
    }

    fn squares() -> Grid {
        Grid::new(Shape::Square { columns: 36, rows: 42 }).unwrap()
    }

    #[test]
    fn hexes_print_column_then_row_from_0101() {
        let grid = hexes();
        assert_eq!(grid.name(Cell::at(0, 0)).to_string(), "0101");
        assert_eq!(grid.name(Cell::at(7, 15)).to_string(), "0816");
        assert_eq!(grid.cell("0816"), Some(Cell::at(7, 15)));
        assert_eq!(grid.cell("2528"), Some(Cell::at(24, 27)));
    }

    #[test]
    fn squares_print_row_then_column_from_zero() {
        let grid = squares();
        assert_eq!(grid.name(Cell::at(11, 28)).to_string(), "28,11");
        assert_eq!(grid.cell("28,11"), Some(Cell::at(11, 28)));
        assert_eq!(grid.cell("41,35"), Some(Cell::at(35, 41)));
    }

    #[test]
    fn every_cell_is_found_by_its_own_name() {
        for grid in [hexes(), squares()] {
            for cell in grid.cells() {
                assert_eq!(grid.cell(&grid.name(cell).to_string()), Some(cell));
            }
        }
    }

    #[test]
    fn names_that_are_no_hex_of_the_sheet_are_refused() {
        let grid = hexes();
        let bad = [
            "",
            "0",
            "010",
            "00101",
            "0100",
            "0001",
            "0000",
            "0228",
            "0129",
            "2601",
            "9999",
            "6565",
            "abcd",
            "08",
            "０８",
            "０８１６",
            "é12",
            "01 1",
            " 0101",
            "0101 ",
            "+101",
            "-101",
            "1,1",
            "0x10",
            "1e10",
            "01.1",
            "0101|0102",
            "٠١٠١",
        ];
        for name in bad {
            assert_eq!(grid.cell(name), None, "{name:?}");
        }
    }

    #[test]
    fn names_that_are_no_square_of_the_sheet_are_refused() {
        let grid = squares();
        let bad = [
            "",
            ",",
            "1",
            "1,",
            ",1",
            "1,2,3",
            "-1,0",
            "0,-1",
            "01,2",
            "1,02",
            "00,0",
            "+1,2",
            "1, 2",
            " 1,2",
            "1,2 ",
            "42,0",
            "0,36",
            "100,0",
            "0,100",
            "64,64",
            "99,99",
            "a,b",
            "１,２",
            "1;2",
            "0101",
            "1.0,2",
            "18446744073709551617,0",
        ];
        for name in bad {
            assert_eq!(grid.cell(name), None, "{name:?}");
        }
    }

    #[test]
    fn edges_print_the_smaller_name_first() {
        let grid = hexes();
        let (a, b) = (grid.cell("0805").unwrap(), grid.cell("0806").unwrap());
        let edge = grid.edge(b, a).unwrap();
        assert_eq!(grid.edge_name(edge).to_string(), "0805|0806");
        assert_eq!(grid.edge_named("0805|0806"), Some(edge));

        let grid = squares();
        let (a, b) = (grid.cell("1,0").unwrap(), grid.cell("0,1").unwrap());
        assert_eq!(grid.edge_name(grid.edge(a, b).unwrap()).to_string(), "0,1|1,0");
    }

    #[test]
    fn every_edge_is_found_by_its_own_name() {
        for grid in [hexes(), squares()] {
            for edge in grid.edges() {
                assert_eq!(grid.edge_named(&grid.edge_name(edge).to_string()), Some(edge));
            }
        }
    }

    #[test]
    fn names_that_are_no_edge_of_the_sheet_are_refused() {
        let grid = hexes();
        let bad = [
            "",
            "|",
            "0805",
            "0805|",
            "|0806",
            "0806|0805",
            "0805|0805",
            "0805|0807",
            "0805|0806|0807",
            "0805||0806",
            "0805-0806",
            "0805 | 0806",
            "0127|0128|",
            "0227|0228",
            "abcd|0806",
        ];
        for name in bad {
            assert_eq!(grid.edge_named(name), None, "{name:?}");
        }
    }
}
