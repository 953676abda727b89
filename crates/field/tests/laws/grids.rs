//! Laws of sheets: neighbours, directions, distances, names.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::sheets::{grids, pick};
use field::{Cell, Direction, Grid, GridError, Shape};
use proptest::prelude::*;

/// Distances from a cell by walking, the obvious way.
fn walked(grid: &Grid, from: Cell) -> HashMap<Cell, usize> {
    let mut distances = HashMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        for (_, next) in grid.neighbours(here) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&here] + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

proptest! {
    #[test]
    fn the_way_back_is_the_opposite_direction(grid in grids(64, 64), number: usize) {
        let cell = pick(&grid, number);
        for (direction, next) in grid.neighbours(cell) {
            prop_assert!(grid.contains(next) && next != cell);
            prop_assert_eq!(grid.neighbour(next, direction.opposite()), Some(cell));
            prop_assert_eq!(grid.direction(cell, next), Some(direction));
            prop_assert_eq!(grid.edge(cell, next), grid.edge(next, cell));
            prop_assert_eq!(grid.edge_towards(cell, direction), grid.edge(cell, next));
            let (a, b) = grid.edge_cells(grid.edge(cell, next).unwrap());
            prop_assert!(a < b && [(cell, next), (next, cell)].contains(&(a, b)));
        }
    }

    #[test]
    fn edges_are_the_unordered_pairs_of_neighbours(grid in grids(12, 12)) {
        let pairs: HashSet<(Cell, Cell)> = grid
            .cells()
            .flat_map(|cell| grid.neighbours(cell).map(move |(_, next)| (cell.min(next), cell.max(next))))
            .collect();
        let edges: HashSet<(Cell, Cell)> = grid.edges().map(|edge| grid.edge_cells(edge)).collect();
        prop_assert_eq!(grid.edge_count(), edges.len());
        prop_assert_eq!(pairs, edges);
    }

    #[test]
    fn a_cell_is_on_the_border_when_a_way_leads_off(grid in grids(12, 12), number: usize) {
        let cell = pick(&grid, number);
        let leads_off = grid.directions().iter().any(|&way| grid.neighbour(cell, way).is_none());
        prop_assert_eq!(grid.is_border(cell), leads_off);
    }

    #[test]
    fn distance_is_a_metric(grid in grids(64, 64), a: usize, b: usize, c: usize) {
        let (a, b, c) = (pick(&grid, a), pick(&grid, b), pick(&grid, c));
        prop_assert_eq!(grid.distance(a, b) == 0, a == b);
        prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
        prop_assert_eq!(grid.distance(a, b) == 1, grid.direction(a, b).is_some());
    }

    #[test]
    fn distance_is_the_number_of_steps_of_the_shortest_walk(
        // Columns of nearly equal length: round a deep gap the walk is longer than the distance.
        (columns, rows, longer) in (1usize..16, 2usize..16, 0usize..2),
        hex: bool,
        number: usize,
    ) {
        let shape = if hex {
            Shape::HexFlat { columns, rows_odd: rows + longer, rows_even: rows }
        } else {
            Shape::Square { columns, rows }
        };
        let grid = Grid::new(shape).unwrap();
        let from = pick(&grid, number);
        let walked = walked(&grid, from);
        for cell in grid.cells() {
            prop_assert_eq!(walked[&cell], grid.distance(from, cell));
        }
    }

    #[test]
    fn rings_make_up_discs(grid in grids(64, 64), number: usize, radius in 0usize..70) {
        let centre = pick(&grid, number);
        let ring = grid.ring(centre, radius);
        prop_assert!(ring.iter().all(|cell| grid.distance(centre, cell) == radius));
        let disc: field::CellSet = (0..=radius).flat_map(|r| grid.ring(centre, r)).collect();
        prop_assert_eq!(disc, grid.disc(centre, radius));
    }

    #[test]
    fn names_come_back(grid in grids(64, 64), number: usize) {
        let cell = pick(&grid, number);
        prop_assert_eq!(grid.cell(&grid.name(cell).to_string()), Some(cell));
        for (_, next) in grid.neighbours(cell) {
            let edge = grid.edge(cell, next).unwrap();
            prop_assert_eq!(grid.edge_named(&grid.edge_name(edge).to_string()), Some(edge));
        }
    }

    #[test]
    fn any_text_is_a_printed_name_or_nothing(grid in grids(64, 64), text in "[0-9,|]{0,9}|.{0,6}") {
        if let Some(cell) = grid.cell(&text) {
            prop_assert_eq!(grid.name(cell).to_string(), text.clone());
        }
        if let Some(edge) = grid.edge_named(&text) {
            prop_assert_eq!(grid.edge_name(edge).to_string(), text);
        }
    }

    #[test]
    fn printed_ranks_order_as_the_names_do(grid in grids(64, 64), a: usize, b: usize) {
        let numbers = |cell: Cell| -> Vec<usize> {
            let name = grid.name(cell).to_string();
            if grid.is_hex() {
                vec![name.parse().unwrap()]
            } else {
                name.split(',').map(|part| part.parse().unwrap()).collect()
            }
        };
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        prop_assert_eq!(grid.printed_rank(a).cmp(&grid.printed_rank(b)), numbers(a).cmp(&numbers(b)));
    }

    #[test]
    fn turning_goes_round_the_directions(grid in grids(3, 3), way in 0usize..6, turns in -20i32..20) {
        let direction = grid.directions()[way];
        let all = grid.directions().len() as i32;
        prop_assert_eq!(grid.turned(direction, all), direction);
        prop_assert_eq!(grid.turned(grid.turned(direction, turns), -turns), direction);
        prop_assert_eq!(grid.turned(direction, all / 2), direction.opposite());
    }
}

#[test]
fn even_columns_stand_half_a_hex_lower() {
    let grid = Grid::new(Shape::HexFlat { columns: 25, rows_odd: 28, rows_even: 27 }).unwrap();
    let around = |name| {
        let around = grid.neighbours(grid.cell(name).unwrap());
        around.map(|(_, next)| grid.name(next).to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(around("0805"), "0804 0905 0906 0806 0706 0705");
    assert_eq!(around("0905"), "0904 1004 1005 0906 0805 0804");
    assert_eq!(around("0101"), "0201 0102");
    assert_eq!(around("0227"), "0226 0327 0328 0128 0127");
}

#[test]
fn turning_clockwise_from_the_north() {
    let hexes = Grid::new(Shape::HexFlat { columns: 2, rows_odd: 2, rows_even: 2 }).unwrap();
    assert_eq!(hexes.turned(Direction::North, 1), Direction::NorthEast);
    assert_eq!(hexes.turned(Direction::North, 13), Direction::NorthEast);
    assert_eq!(hexes.turned(Direction::North, -2), Direction::SouthWest);
    let squares = Grid::new(Shape::Square { columns: 2, rows: 2 }).unwrap();
    assert_eq!(squares.turned(Direction::North, -2), Direction::West);
}

#[test]
fn shapes_that_cannot_be_sheets_say_why() {
    let hexes = |columns, rows_odd, rows_even| {
        Grid::new(Shape::HexFlat { columns, rows_odd, rows_even }).map(|grid| grid.len())
    };
    assert_eq!(hexes(0, 1, 1), Err(GridError::Columns(0)));
    assert_eq!(hexes(65, 1, 1), Err(GridError::Columns(65)));
    assert_eq!(hexes(1, 0, 1), Err(GridError::Rows(0)));
    assert_eq!(hexes(1, 1, 65), Err(GridError::Rows(65)));
    assert_eq!(hexes(64, 64, 64), Ok(4096));
    assert_eq!(hexes(25, 28, 27), Ok(688));
    assert_eq!(GridError::Columns(65).to_string(), "65 columns; expected 1 to 64");
}

#[test]
fn a_cell_of_another_sheet_has_no_neighbours() {
    let grid = Grid::new(Shape::Square { columns: 3, rows: 3 }).unwrap();
    let stranger = Cell::at(40, 40);
    assert!(!grid.contains(stranger) && !grid.is_border(stranger));
    assert_eq!(grid.neighbours(stranger).count(), 0);
    assert_eq!(grid.edge_towards(stranger, Direction::North), None);
}
