//! Random sheets and places on them, for all property tests.

use field::{Cell, CellSet, Grid, Shape};
use proptest::prelude::*;

/// Sheets of both kinds up to a size, odd and even columns of any length.
pub fn grids(columns: usize, rows: usize) -> impl Strategy<Value = Grid> {
    let hexes = (1..=columns, 1..=rows, 1..=rows)
        .prop_map(|(columns, rows_odd, rows_even)| Shape::HexFlat { columns, rows_odd, rows_even });
    let squares =
        (1..=columns, 1..=rows).prop_map(|(columns, rows)| Shape::Square { columns, rows });
    prop_oneof![2 => hexes, 1 => squares].prop_map(|shape| Grid::new(shape).unwrap())
}

/// A cell of the grid, chosen by any number.
pub fn pick(grid: &Grid, number: usize) -> Cell {
    grid.all().nth(number % grid.len()).unwrap()
}

/// About one cell in `share` of the grid, chosen by a seed.
pub fn some_cells(grid: &Grid, seed: u64, share: u64) -> CellSet {
    let mut noise = Noise(seed);
    grid.cells().filter(|_| noise.below(share) == 0).collect()
}

/// A small generator for choices too many to be shrunk one by one (SplitMix64).
pub struct Noise(pub u64);

impl Noise {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}
