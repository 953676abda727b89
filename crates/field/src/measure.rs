//! Distances, discs and rings.

use crate::tiling::Tiling;
use crate::{Cell, CellSet, Grid, MAX_ROWS};

impl Grid {
    /// The fewest steps between two cells on open ground: hexes count hexes, squares count diagonal
    /// steps like straight ones.
    pub fn distance(&self, a: Cell, b: Cell) -> usize {
        self.tiling().distance(a, b)
    }

    /// Every cell of the sheet within a distance of a cell, itself included.
    pub fn disc(&self, centre: Cell, radius: usize) -> CellSet {
        let mut disc = CellSet::EMPTY;
        let first = centre.column().saturating_sub(radius);
        let last = centre.column().saturating_add(radius).min(self.columns() - 1);
        for column in first..=last {
            let (top, bottom) = self.disc_rows(centre, radius, column);
            disc.lanes[column] = rows_between(top, bottom) & self.all().lanes[column];
        }
        disc
    }

    /// The first and last row of a disc in one of its columns; they may lie off the sheet.
    fn disc_rows(&self, centre: Cell, radius: usize, column: usize) -> (isize, isize) {
        let radius = radius.min(2 * MAX_ROWS) as isize;
        let row = centre.row() as isize;
        match self.tiling() {
            Tiling::Square => (row - radius, row + radius),
            Tiling::Hex => {
                // A column that is `away` has one row less for each column of it; half of them are
                // lost at the top, and a low centre seen from a high column stands half a row lower.
                let away = column.abs_diff(centre.column()) as isize;
                let low = (centre.column() % 2) as isize;
                let top = row - radius + (away + low).div_euclid(2);
                (top, top + 2 * radius - away)
            }
        }
    }

    /// Every cell of the sheet at exactly a distance from a cell; at distance 0 the cell itself.
    pub fn ring(&self, centre: Cell, radius: usize) -> CellSet {
        match radius.checked_sub(1) {
            Some(inner) => self.disc(centre, radius) - self.disc(centre, inner),
            None => self.disc(centre, radius),
        }
    }
}

/// The rows from `top` to `bottom`, both included, as far as a lane has them.
fn rows_between(top: isize, bottom: isize) -> u64 {
    let (top, bottom) = (top.max(0), bottom.min(MAX_ROWS as isize - 1));
    if top > bottom { 0 } else { (u64::MAX >> (63 - (bottom - top))) << top }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn hexes() -> Grid {
        Grid::new(Shape::HexFlat { columns: 25, rows_odd: 28, rows_even: 27 }).unwrap()
    }

    fn names(grid: &Grid, cells: CellSet) -> String {
        cells.iter().map(|cell| grid.name(cell).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn distance_counts_hexes_as_printed_on_the_sheet() {
        let grid = hexes();
        let distance = |a, b| grid.distance(grid.cell(a).unwrap(), grid.cell(b).unwrap());
        assert_eq!(distance("0805", "0805"), 0);
        assert_eq!(distance("0805", "0905"), 1);
        assert_eq!(distance("0805", "0906"), 1);
        assert_eq!(distance("0805", "0904"), 2);
        assert_eq!(distance("0101", "2501"), 24);
        assert_eq!(distance("0101", "2528"), 39);
    }

    #[test]
    fn distance_on_squares_is_the_longer_difference() {
        let grid = Grid::new(Shape::Square { columns: 36, rows: 42 }).unwrap();
        let distance = |a, b| grid.distance(grid.cell(a).unwrap(), grid.cell(b).unwrap());
        assert_eq!(distance("3,4", "3,4"), 0);
        assert_eq!(distance("3,4", "4,5"), 1);
        assert_eq!(distance("0,0", "41,35"), 41);
    }

    #[test]
    fn rings_follow_the_stagger_of_the_columns() {
        let grid = hexes();
        let ring = |name, radius| names(&grid, grid.ring(grid.cell(name).unwrap(), radius));
        assert_eq!(ring("0805", 0), "0805");
        assert_eq!(ring("0805", 1), "0705 0706 0804 0806 0905 0906");
        assert_eq!(ring("0705", 1), "0604 0605 0704 0706 0804 0805");
        assert_eq!(ring("0101", 2), "0103 0202 0301 0302");
    }

    #[test]
    fn discs_hold_every_cell_within_reach_and_no_other() {
        let shapes = [
            Shape::HexFlat { columns: 9, rows_odd: 8, rows_even: 7 },
            Shape::Square { columns: 9, rows: 7 },
            Shape::HexFlat { columns: 64, rows_odd: 64, rows_even: 64 },
        ];
        for grid in shapes.map(|shape| Grid::new(shape).unwrap()) {
            for centre in grid.cells().step_by(1 + grid.len() / 40) {
                for radius in [0, 1, 2, 3, 5, 9, 63, 64, 127, 200, usize::MAX] {
                    let within = |&cell: &Cell| grid.distance(centre, cell) <= radius;
                    let expected: CellSet = grid.cells().filter(within).collect();
                    assert_eq!(grid.disc(centre, radius), expected, "{centre:?} {radius}");
                }
            }
        }
    }
}
