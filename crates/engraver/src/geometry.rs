//! Where the cells lie on the board, in drawing units: shared by the map, the counters and the page.
//!
//! A cell is [`UNIT`] units from side to side. The board's upper left corner is (0, 0).

use field::{Cell, Grid, Shape};

use crate::point::Point;

/// Drawing units from side to side of a cell.
pub const UNIT: f64 = 100.0;

const ROOT_3: f64 = 1.732_050_807_568_877_2;

/// The corner of a cell as integers: the same corner of neighbouring cells has the same numbers.
pub(crate) type Vertex = (i32, i32);

/// A place of the endless lattice that the board is cut from: column and row, also off the board.
pub(crate) type Place = (i32, i32);

/// The layout of a board.
#[derive(Clone, Debug)]
pub struct Geometry {
    shape: Shape,
}

impl Geometry {
    /// The layout of a grid's cells.
    pub fn new(grid: &Grid) -> Geometry {
        Geometry { shape: grid.shape() }
    }

    /// Whether the cells are hexes.
    pub fn is_hex(&self) -> bool {
        matches!(self.shape, Shape::HexFlat { .. })
    }

    /// Width and height of the board.
    pub fn size(&self) -> (f64, f64) {
        match self.shape {
            Shape::HexFlat { columns, rows_odd, rows_even } => {
                let low = if columns > 1 { rows_even as f64 + 0.5 } else { 0.0 };
                let across = (3.0 * (columns as f64 - 1.0) + 4.0) * ROOT_3 / 6.0;
                (across * UNIT, low.max(rows_odd as f64) * UNIT)
            }
            Shape::Square { columns, rows } => (columns as f64 * UNIT, rows as f64 * UNIT),
        }
    }

    /// Middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.middle(place(cell))
    }

    /// Corners of a cell, clockwise; of a hex from the rightmost, of a square from the upper right.
    pub fn corners(&self, cell: Cell) -> Vec<Point> {
        self.vertices(place(cell)).into_iter().map(|v| self.point(v)).collect()
    }

    /// The two ends of the side between neighbouring cells; `None` if they share no side.
    pub fn side(&self, a: Cell, b: Cell) -> Option<(Point, Point)> {
        let (from, to) = self.side_vertices(a, b)?;
        Some((self.point(from), self.point(to)))
    }

    /// The cell that a point of the board lies in.
    pub fn cell_at(&self, point: Point, grid: &Grid) -> Option<Cell> {
        let (width, height) = self.size();
        if !(0.0..=width).contains(&point.x) || !(0.0..=height).contains(&point.y) {
            return None;
        }
        let (x, y) = (point.x / UNIT, point.y / UNIT);
        if !self.is_hex() {
            let (column, row) = (x.floor() as i32, y.floor() as i32);
            return on_board((column, row), grid);
        }
        let near = ((x - 2.0 * ROOT_3 / 6.0) / (ROOT_3 / 2.0)).round() as i32;
        (near - 1..=near + 1)
            .flat_map(|column| {
                let row = (y - 0.5 - 0.5 * f64::from(column.rem_euclid(2))).round() as i32;
                (row - 1..=row + 1).map(move |row| (column, row))
            })
            .min_by(|&a, &b| {
                self.middle(a).distance(point).total_cmp(&self.middle(b).distance(point))
            })
            .and_then(|nearest| on_board(nearest, grid))
    }

    /// The common side of two cells as vertices, clockwise around the first.
    pub(crate) fn side_vertices(&self, a: Cell, b: Cell) -> Option<(Vertex, Vertex)> {
        let vertices = self.vertices(place(a));
        let others = self.vertices(place(b));
        let n = vertices.len();
        (0..n)
            .map(|i| (vertices[i], vertices[(i + 1) % n]))
            .find(|(from, to)| others.contains(from) && others.contains(to))
    }

    pub(crate) fn middle(&self, (column, row): Place) -> Point {
        if self.is_hex() {
            self.point((3 * column, 2 * row + 1 + column.rem_euclid(2)))
        } else {
            Point::new(f64::from(column) + 0.5, f64::from(row) + 0.5) * UNIT
        }
    }

    pub(crate) fn point(&self, (x, y): Vertex) -> Point {
        if self.is_hex() {
            Point::new(f64::from(x + 2) * ROOT_3 / 6.0, f64::from(y) / 2.0) * UNIT
        } else {
            Point::new(f64::from(x), f64::from(y)) * UNIT
        }
    }

    pub(crate) fn vertices(&self, (column, row): Place) -> Vec<Vertex> {
        if self.is_hex() {
            let (x, y) = (3 * column, 2 * row + 1 + column.rem_euclid(2));
            vec![
                (x + 2, y),
                (x + 1, y + 1),
                (x - 1, y + 1),
                (x - 2, y),
                (x - 1, y - 1),
                (x + 1, y - 1),
            ]
        } else {
            vec![(column + 1, row), (column + 1, row + 1), (column, row + 1), (column, row)]
        }
    }

    /// The places across each side, in the order of the sides (side `i` runs from corner `i` to `i + 1`).
    pub(crate) fn across(&self, (column, row): Place) -> Vec<Place> {
        if self.is_hex() {
            let d = column.rem_euclid(2);
            vec![
                (column + 1, row + d),
                (column, row + 1),
                (column - 1, row + d),
                (column - 1, row - 1 + d),
                (column, row - 1),
                (column + 1, row - 1 + d),
            ]
        } else {
            vec![(column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)]
        }
    }

    /// Directions (unit vectors) in which one leaves the sheet from a cell by a side.
    pub(crate) fn ways_out(&self, cell: Cell, grid: &Grid) -> Vec<Point> {
        let here = self.centre(cell);
        self.across(place(cell))
            .into_iter()
            .filter(|&next| on_board(next, grid).is_none())
            .map(|next| (self.middle(next) - here).unit())
            .collect()
    }

    /// Where a line that arrives at an edge cell coming from `before` leaves the sheet.
    pub(crate) fn outward(
        &self,
        cell: Cell,
        at: Point,
        before: Point,
        grid: &Grid,
    ) -> Option<Point> {
        let way = (at - before).unit();
        self.ways_out(cell, grid)
            .into_iter()
            .max_by(|a, b| a.dot(way).total_cmp(&b.dot(way)))
            .map(|out| at + out * (0.62 * UNIT))
    }
}

/// The lattice place of a cell.
pub(crate) fn place(cell: Cell) -> Place {
    (cell.column() as i32, cell.row() as i32)
}

/// The cell at a lattice place, if the board has one there.
pub(crate) fn on_board((column, row): Place, grid: &Grid) -> Option<Cell> {
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    (column < grid.columns() && row < grid.rows(column)).then(|| Cell::at(column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> [Grid; 2] {
        [
            Grid::new(Shape::HexFlat { columns: 7, rows_odd: 6, rows_even: 5 }).unwrap(),
            Grid::new(Shape::Square { columns: 6, rows: 4 }).unwrap(),
        ]
    }

    #[test]
    fn cells_fill_the_board_and_are_found_again() {
        for grid in grids() {
            let geometry = Geometry::new(&grid);
            let (width, height) = geometry.size();
            for cell in grid.cells() {
                assert_eq!(geometry.cell_at(geometry.centre(cell), &grid), Some(cell));
                for corner in geometry.corners(cell) {
                    assert!((-1e-9..=width + 1e-9).contains(&corner.x));
                    assert!((-1e-9..=height + 1e-9).contains(&corner.y));
                    let inside = corner.towards(geometry.centre(cell), 0.1);
                    assert_eq!(geometry.cell_at(inside, &grid), Some(cell));
                }
            }
        }
    }

    #[test]
    fn sides_lie_halfway_between_neighbours() {
        for grid in grids() {
            let geometry = Geometry::new(&grid);
            for cell in grid.cells() {
                for next in
                    geometry.across(place(cell)).into_iter().filter_map(|p| on_board(p, &grid))
                {
                    let (a, b) = geometry.side(cell, next).unwrap();
                    let half = geometry.centre(cell).middle(geometry.centre(next));
                    assert!(a.middle(b).distance(half) < 1e-6);
                }
            }
        }
    }
}
