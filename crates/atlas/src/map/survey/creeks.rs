//! Creeks and streams as lines of hexsides that join at corners.
//!
//! Corners are counted in whole numbers, so that two hexsides meet exactly or not at all.

use std::collections::{BTreeMap, BTreeSet};

use field::{Cell, Direction, Edge, Grid};

use crate::map::{Map, Terrain};

/// A corner of hexes: x in quarters of a hex's width, y in halves of its height, from the centre of
/// the sheet's first hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Corner {
    /// To the right.
    pub x: i32,
    /// Downward.
    pub y: i32,
}

/// What is at the end of a line of water.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The edge of the sheet.
    Border,
    /// A river hex.
    River,
    /// Water of another name on a hexside.
    OtherWater,
    /// Land: a source, or a gap.
    Land,
}

/// Hexsides of one water that hang together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaterLine {
    /// What the water is called.
    pub name: String,
    /// Its hexsides: in order from end to end if the line is unbroken, else as they were met.
    pub edges: Vec<Edge>,
    /// The corners where it ends.
    pub ends: Vec<(Corner, End)>,
    /// The corners where more than two of its hexsides meet.
    pub forks: Vec<Corner>,
    /// Whether it meets the border, a river or other water anywhere, be it at its end or on its way.
    pub drains: bool,
}

impl WaterLine {
    /// Whether it runs from one end to another without branches.
    pub fn is_unbroken(&self) -> bool {
        self.ends.len() == 2 && self.forks.is_empty()
    }
}

/// The creeks, by name: a creek with gaps gives a line for each piece.
pub fn creek_lines(map: &Map) -> Vec<WaterLine> {
    lines(map, |side| side.creek.as_deref())
}

/// The smaller streams, by name.
pub fn stream_lines(map: &Map) -> Vec<WaterLine> {
    lines(map, |side| side.stream.as_deref())
}

fn lines(map: &Map, name_of: fn(&crate::map::Hexside) -> Option<&str>) -> Vec<WaterLine> {
    let mut by_name: BTreeMap<&str, BTreeSet<Edge>> = BTreeMap::new();
    for (&edge, side) in &map.hexsides {
        if let Some(name) = name_of(side) {
            by_name.entry(name).or_default().insert(edge);
        }
    }
    by_name.into_iter().flat_map(|(name, edges)| pieces(map, name, edges)).collect()
}

/// Splits the hexsides of one name into pieces that hang together.
fn pieces(map: &Map, name: &str, mut edges: BTreeSet<Edge>) -> Vec<WaterLine> {
    let mut meeting: BTreeMap<Corner, Vec<Edge>> = BTreeMap::new();
    for &edge in &edges {
        for corner in corners(&map.grid, edge) {
            meeting.entry(corner).or_default().push(edge);
        }
    }
    let mut pieces = Vec::new();
    while let Some(&first) = edges.first() {
        let piece = connected(&map.grid, &meeting, first);
        for edge in &piece {
            edges.remove(edge);
        }
        let touched: BTreeSet<Corner> =
            piece.iter().flat_map(|&edge| corners(&map.grid, edge)).collect();
        let count = |corner: &Corner| meeting[corner].len();
        let ends: Vec<Corner> = touched.iter().copied().filter(|c| count(c) == 1).collect();
        let forks = touched.iter().copied().filter(|corner| count(corner) > 2).collect();
        // Followed from an end, the pieces of an unbroken line come in order.
        let start = ends.first().map_or(first, |end| meeting[end][0]);
        pieces.push(WaterLine {
            name: name.to_owned(),
            edges: connected(&map.grid, &meeting, start),
            ends: ends.into_iter().map(|corner| (corner, end_at(map, name, corner))).collect(),
            forks,
            drains: touched.iter().any(|&corner| end_at(map, name, corner) != End::Land),
        });
    }
    pieces
}

/// The hexsides that hang together with one, followed from it.
fn connected(grid: &Grid, meeting: &BTreeMap<Corner, Vec<Edge>>, start: Edge) -> Vec<Edge> {
    let mut seen = BTreeSet::from([start]);
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&edge) = found.get(next) {
        next += 1;
        for corner in corners(grid, edge) {
            found.extend(meeting[&corner].iter().copied().filter(|&other| seen.insert(other)));
        }
    }
    found
}

/// What is at a corner besides this water.
fn end_at(map: &Map, name: &str, corner: Corner) -> End {
    let cells = cells_at(&map.grid, corner);
    let others = cells
        .iter()
        .enumerate()
        .flat_map(|(i, &a)| cells[..i].iter().filter_map(move |&b| map.hexside(a, b)));
    let named = |water: &Option<String>| water.as_deref().is_some_and(|other| other != name);
    if cells.len() < 3 {
        End::Border
    } else if cells.iter().any(|&cell| map.ground(cell).terrain == Terrain::River) {
        End::River
    } else if others.into_iter().any(|side| named(&side.creek) || named(&side.stream)) {
        End::OtherWater
    } else {
        End::Land
    }
}

/// The centre of a hex in the units of corners.
fn centre(cell: Cell) -> Corner {
    let (column, row) = (cell.column() as i32, cell.row() as i32);
    Corner { x: 3 * column, y: 2 * row + column % 2 }
}

/// The two corners at which a hexside ends.
pub(super) fn corners(grid: &Grid, edge: Edge) -> [Corner; 2] {
    let (a, b) = grid.edge_cells(edge);
    let Corner { x, y } = centre(a);
    let at = |dx: i32, dy: i32| Corner { x: x + dx, y: y + dy };
    let (east, west) = (at(2, 0), at(-2, 0));
    let (north_east, north_west) = (at(1, -1), at(-1, -1));
    let (south_east, south_west) = (at(1, 1), at(-1, 1));
    match grid.direction(a, b) {
        Some(Direction::North) => [north_west, north_east],
        Some(Direction::NorthEast) => [north_east, east],
        Some(Direction::SouthEast) => [east, south_east],
        Some(Direction::South) => [south_east, south_west],
        Some(Direction::SouthWest) => [south_west, west],
        _ => [west, north_west],
    }
}

/// The hexes that share a corner: three within the sheet, fewer at its border.
pub(super) fn cells_at(grid: &Grid, corner: Corner) -> Vec<Cell> {
    let around = [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)];
    let mut cells: Vec<Cell> = around
        .iter()
        .filter_map(|&(dx, dy)| {
            let (x, y) = (corner.x + dx, corner.y + dy);
            let column = (x % 3 == 0).then_some(x / 3)?;
            let down = y - column.rem_euclid(2);
            let row = (down % 2 == 0).then_some(down / 2)?;
            let fits = |n: i32, most: usize| usize::try_from(n).ok().filter(|&n| n < most);
            let column = fits(column, grid.columns())?;
            let row = fits(row, grid.rows(column))?;
            Some(Cell::at(column, row))
        })
        .collect();
    cells.sort();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Shape;

    fn grid() -> Grid {
        Grid::new(Shape::HexFlat { columns: 5, rows_odd: 5, rows_even: 4 }).unwrap()
    }

    #[test]
    fn a_hexside_ends_where_its_two_cells_meet_a_third() {
        let grid = grid();
        for edge in grid.edges() {
            let (a, b) = grid.edge_cells(edge);
            for corner in corners(&grid, edge) {
                let cells = cells_at(&grid, corner);
                assert!(cells.contains(&a) && cells.contains(&b), "{a:?} {b:?} {corner:?}");
                for &one in &cells {
                    for &other in &cells {
                        assert!(one == other || grid.edge(one, other).is_some());
                    }
                }
            }
        }
    }

    #[test]
    fn every_inner_corner_joins_three_hexsides() {
        let grid = grid();
        let mut meeting: BTreeMap<Corner, usize> = BTreeMap::new();
        for edge in grid.edges() {
            for corner in corners(&grid, edge) {
                *meeting.entry(corner).or_default() += 1;
            }
        }
        for (corner, count) in meeting {
            let expected = if cells_at(&grid, corner).len() == 3 { 3 } else { 1 };
            assert_eq!(count, expected, "{corner:?}");
        }
    }
}
