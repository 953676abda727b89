//! Laws of sets that move across a sheet: by lanes as by single cells.

use crate::sheets::{grids, some_cells};
use field::{CellSet, Direction, Gates};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_shifted_set_holds_the_neighbours_of_its_members(
        grid in grids(64, 64), seed: u64, share in 1u64..20, way in 0usize..8,
    ) {
        let cells = some_cells(&grid, seed, share);
        let direction = Direction::ALL[way];
        let expected: CellSet = cells.iter().filter_map(|cell| grid.neighbour(cell, direction)).collect();
        prop_assert_eq!(cells.shifted(&grid, direction), expected);
    }

    #[test]
    fn the_neighbours_of_a_set_are_those_of_its_members(grid in grids(64, 64), seed: u64, share in 1u64..20) {
        let cells = some_cells(&grid, seed, share);
        let expected: CellSet =
            cells.iter().flat_map(|cell| grid.neighbours(cell).map(|(_, next)| next)).collect();
        prop_assert_eq!(cells.neighbours(&grid), expected);
        prop_assert_eq!(cells.dilated(&grid), expected | cells);
    }

    #[test]
    fn gates_let_through_where_they_are_open(grid in grids(64, 64), seed: u64, share in 1u64..20) {
        let cells = some_cells(&grid, seed, share);
        let shut = some_cells(&grid, !seed, 3);
        let open = |from, direction: Direction, to| {
            !shut.contains(from) || !shut.contains(to) || direction.is_diagonal()
        };
        let gates = Gates::new(&grid, open);
        let mut expected = CellSet::EMPTY;
        for cell in &cells {
            let through = grid.neighbours(cell).filter(|&(direction, next)| open(cell, direction, next));
            expected.extend(through.map(|(_, next)| next));
        }
        prop_assert_eq!(cells.neighbours_through(&grid, &gates), expected);
        for &direction in grid.directions() {
            prop_assert!(gates.entered(direction).is_subset(&grid.all().shifted(&grid, direction)));
        }
    }

    #[test]
    fn cells_off_the_sheet_never_come_onto_it(grid in grids(63, 63)) {
        let everywhere: CellSet = (0..4096).filter_map(field::Cell::from_index).collect();
        let outside = everywhere - grid.all();
        for direction in Direction::ALL {
            prop_assert!(outside.shifted(&grid, direction).is_empty());
        }
        prop_assert!(outside.dilated(&grid).is_empty());
    }

    #[test]
    fn algebra_agrees_with_membership(grid in grids(64, 64), a: u64, b: u64) {
        let (a, b) = (some_cells(&grid, a, 2), some_cells(&grid, b, 3));
        for cell in grid.cells() {
            let (in_a, in_b) = (a.contains(cell), b.contains(cell));
            prop_assert_eq!((a & b).contains(cell), in_a && in_b);
            prop_assert_eq!((a | b).contains(cell), in_a || in_b);
            prop_assert_eq!((a ^ b).contains(cell), in_a != in_b);
            prop_assert_eq!((a - b).contains(cell), in_a && !in_b);
            prop_assert_eq!(a.complement(&grid).contains(cell), !in_a);
        }
        prop_assert_eq!(a.len(), a.iter().count());
        prop_assert_eq!(a.is_subset(&b), a.iter().all(|cell| b.contains(cell)));
        prop_assert_eq!(a.intersects(&b), a.iter().any(|cell| b.contains(cell)));
    }
}
