//! A few cells close to one another, as bits of three neighbouring lanes: what is around a cell.
//!
//! Questions about a neighbourhood are asked of whole patches at once, where asking a set cell by cell
//! would be slow.

use crate::{Cell, CellSet, MAX_COLUMNS};

/// Columns of a patch.
const WIDTH: usize = 3;

/// Some cells of three neighbouring columns. `Copy`, 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Patch {
    /// The column of the first lane.
    first: usize,
    lanes: [u64; WIDTH],
}

impl Patch {
    /// The patch without cells.
    pub const EMPTY: Patch = Patch { first: 0, lanes: [0; WIDTH] };

    /// The patch of these cells, if three neighbouring columns hold them all.
    pub fn of(cells: impl IntoIterator<Item = Cell>) -> Option<Patch> {
        let cells: CellSet = cells.into_iter().collect();
        let column = cells.first().map_or(0, Cell::column);
        let first = column.min(MAX_COLUMNS - WIDTH);
        let patch = Patch { first, lanes: std::array::from_fn(|i| cells.lanes[first + i]) };
        patch.iter().eq(cells.iter()).then_some(patch)
    }

    /// Whether one of its cells is in the set.
    #[inline]
    pub fn meets(&self, cells: &CellSet) -> bool {
        let common = self.lanes.iter().zip(self.lanes_of(cells));
        common.fold(0, |all, (lane, other)| all | lane & other) != 0
    }

    /// Those of its cells that are in the set.
    #[inline]
    pub fn within(&self, cells: &CellSet) -> Patch {
        let mut common = *self;
        for (lane, other) in common.lanes.iter_mut().zip(self.lanes_of(cells)) {
            *lane &= other;
        }
        common
    }

    /// Whether it has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lanes == [0; WIDTH]
    }

    /// Its cells in the order of their ids.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let Patch { first, mut lanes } = self;
        std::iter::from_fn(move || {
            let at = lanes.iter().position(|&lane| lane != 0)?;
            let row = lanes[at].trailing_zeros() as usize;
            lanes[at] &= lanes[at] - 1;
            Some(Cell::at(first + at, row))
        })
    }

    /// The lanes of a set that lie over those of the patch.
    #[inline]
    fn lanes_of<'a>(&self, cells: &'a CellSet) -> &'a [u64] {
        &cells.lanes[self.first..self.first + WIDTH]
    }
}

impl CellSet {
    /// Adds every cell of a patch.
    #[inline]
    pub fn insert_all(&mut self, patch: &Patch) {
        let lanes = &mut self.lanes[patch.first..patch.first + WIDTH];
        for (lane, other) in lanes.iter_mut().zip(patch.lanes) {
            *lane |= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Shape};

    #[test]
    fn a_patch_answers_as_the_set_of_its_cells_does() {
        let grid = Grid::new(Shape::HexFlat { columns: 64, rows_odd: 64, rows_even: 64 }).unwrap();
        let some: CellSet = grid.cells().filter(|cell| cell.index() % 5 == 0).collect();
        for cell in grid.cells() {
            let around: CellSet = grid.neighbours(cell).map(|(_, next)| next).collect();
            let patch = Patch::of(around).unwrap();
            assert!(patch.iter().eq(around.iter()));
            assert_eq!(patch.meets(&some), around.intersects(&some));
            assert!(patch.within(&some).iter().eq((around & some).iter()));
            assert_eq!(patch.within(&some).is_empty(), !patch.meets(&some));
            let mut both = some;
            both.insert_all(&patch);
            assert_eq!(both, some | around);
        }
    }

    #[test]
    fn what_is_far_apart_is_no_patch() {
        assert_eq!(Patch::of([]), Some(Patch::EMPTY));
        assert!(Patch::of([Cell::at(61, 0), Cell::at(63, 63)]).is_some());
        assert_eq!(Patch::of([Cell::at(3, 0), Cell::at(6, 0)]), None);
    }
}
