//! A set of cells as bits: one 64-bit lane a column, one bit a row.

use crate::{Cell, MAX_COLUMNS};

/// A set of cells. `Copy`, 512 bytes, no allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet {
    lanes: [u64; MAX_COLUMNS],
}

impl CellSet {
    /// The set without members.
    pub const EMPTY: CellSet = CellSet { lanes: [0; MAX_COLUMNS] };

    /// Whether the cell is a member.
    pub const fn contains(&self, cell: Cell) -> bool {
        self.lanes[cell.column()] >> cell.row() & 1 != 0
    }

    /// Adds a cell; says whether it was new.
    pub const fn insert(&mut self, cell: Cell) -> bool {
        let new = !self.contains(cell);
        self.lanes[cell.column()] |= 1 << cell.row();
        new
    }

    /// Takes a cell out; says whether it was there.
    pub const fn remove(&mut self, cell: Cell) -> bool {
        let was = self.contains(cell);
        self.lanes[cell.column()] &= !(1 << cell.row());
        was
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.lanes.iter().map(|lane| lane.count_ones() as usize).sum()
    }

    /// Whether it has no member.
    pub fn is_empty(&self) -> bool {
        self.lanes.iter().all(|&lane| lane == 0)
    }

    /// The members in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.lanes.iter().enumerate().flat_map(|(column, &lane)| {
            let mut rest = lane;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let row = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(Cell::at(column, row))
            })
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
