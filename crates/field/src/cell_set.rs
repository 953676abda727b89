//! A set of cells as bits: one 64-bit lane a column, one bit a row.
//!
//! Here is what any set can do; how whole sets move across a sheet is in `shift`.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::{Cell, Grid, MAX_COLUMNS};

/// A set of cells. `Copy`, 512 bytes, no allocation.
///
/// `&`, `|`, `^` and `-` are intersection, union, symmetric difference and difference. A set does not
/// know its grid; [`complement`](CellSet::complement) is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet {
    pub(crate) lanes: [u64; MAX_COLUMNS],
}

impl CellSet {
    /// The set without members.
    pub const EMPTY: CellSet = CellSet { lanes: [0; MAX_COLUMNS] };

    /// The set of one cell.
    pub const fn of(cell: Cell) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

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
        self.lanes.iter().fold(0, |all, &lane| all | lane) == 0
    }

    /// Whether every member is also in the other set.
    pub fn is_subset(&self, other: &CellSet) -> bool {
        (self - other).is_empty()
    }

    /// Whether the two sets have a member in common.
    pub fn intersects(&self, other: &CellSet) -> bool {
        !(self & other).is_empty()
    }

    /// The cells of the grid that are not in this set.
    pub fn complement(&self, grid: &Grid) -> CellSet {
        grid.all() - self
    }

    /// The member with the smallest id.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The member that has `n` members before it, in the order of ids.
    pub fn nth(&self, n: usize) -> Option<Cell> {
        let mut left = n;
        for (column, &lane) in self.lanes.iter().enumerate() {
            let here = lane.count_ones() as usize;
            if left < here {
                let rest = (0..left).fold(lane, |rest, _| rest & (rest - 1));
                return Some(Cell::at(column, rest.trailing_zeros() as usize));
            }
            left -= here;
        }
        None
    }

    /// The members of both sets in some columns, in the order of their ids, without making a set of them.
    #[inline]
    pub fn common<'a>(
        &'a self,
        other: &'a CellSet,
        columns: std::ops::Range<usize>,
    ) -> impl Iterator<Item = Cell> + 'a {
        let columns = columns.start.min(MAX_COLUMNS)..columns.end.min(MAX_COLUMNS);
        columns.flat_map(|column| {
            let mut rest = self.lanes[column] & other.lanes[column];
            std::iter::from_fn(move || {
                let row = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(Cell::at(column, row))
            })
        })
    }

    /// The members in the order of their ids.
    pub fn iter(&self) -> Cells<'_> {
        Cells { column: 0, rest: self.lanes[0], lanes: &self.lanes }
    }
}

/// How many empty columns are passed at once.
const STRIDE: usize = 8;

/// The members of a [`CellSet`], in the order of their ids.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    column: usize,
    rest: u64,
    lanes: &'a [u64],
}

impl Cells<'_> {
    /// Goes on to the next stride of columns that has a member, or to the end.
    #[inline]
    fn pass_empty_columns(&mut self) {
        let is_empty = |stride: &[u64]| stride.iter().fold(0, |all, &lane| all | lane) == 0;
        while self.lanes.get(self.column..self.column + STRIDE).is_some_and(is_empty) {
            self.column += STRIDE;
        }
    }
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.rest == 0 {
            self.column += 1;
            if self.column.is_multiple_of(STRIDE) {
                self.pass_empty_columns();
            }
            self.rest = *self.lanes.get(self.column)?;
        }
        let row = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(Cell::at(self.column, row))
    }
}

impl std::iter::FusedIterator for Cells<'_> {}

impl<'a> IntoIterator for &'a CellSet {
    type Item = Cell;
    type IntoIter = Cells<'a>;

    fn into_iter(self) -> Cells<'a> {
        self.iter()
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = IntoCells;

    fn into_iter(self) -> IntoCells {
        IntoCells { column: 0, rest: self }
    }
}

/// The members of a [`CellSet`] that is given away, in the order of their ids.
#[derive(Clone, Debug)]
pub struct IntoCells {
    /// The columns before it are empty.
    column: usize,
    rest: CellSet,
}

impl Iterator for IntoCells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        loop {
            let lane = self.rest.lanes.get_mut(self.column)?;
            if *lane != 0 {
                let row = lane.trailing_zeros() as usize;
                *lane &= *lane - 1;
                return Some(Cell::at(self.column, row));
            }
            self.column += 1;
        }
    }
}

impl std::iter::FusedIterator for IntoCells {}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl Default for CellSet {
    fn default() -> CellSet {
        CellSet::EMPTY
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// An operator on sets, for every mixture of values and references, with its assigning form.
macro_rules! operator {
    ($Op:ident, $op:ident, $OpAssign:ident, $op_assign:ident, $combine:expr) => {
        impl $OpAssign<&CellSet> for CellSet {
            #[inline]
            fn $op_assign(&mut self, other: &CellSet) {
                let combine: fn(u64, u64) -> u64 = $combine;
                for (lane, &with) in self.lanes.iter_mut().zip(&other.lanes) {
                    *lane = combine(*lane, with);
                }
            }
        }

        impl $OpAssign for CellSet {
            #[inline]
            fn $op_assign(&mut self, other: CellSet) {
                self.$op_assign(&other);
            }
        }

        operator!(@ $Op, $op, $op_assign, CellSet, CellSet);
        operator!(@ $Op, $op, $op_assign, CellSet, &CellSet);
        operator!(@ $Op, $op, $op_assign, &CellSet, CellSet);
        operator!(@ $Op, $op, $op_assign, &CellSet, &CellSet);
    };
    (@ $Op:ident, $op:ident, $op_assign:ident, $Left:ty, $Right:ty) => {
        impl $Op<$Right> for $Left {
            type Output = CellSet;

            fn $op(self, other: $Right) -> CellSet {
                let mut result: CellSet = self.to_owned();
                result.$op_assign(other);
                result
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn set(cells: &[(usize, usize)]) -> CellSet {
        cells.iter().map(|&(column, row)| Cell::at(column, row)).collect()
    }

    #[test]
    fn inserting_and_removing_say_what_changed() {
        let mut cells = CellSet::EMPTY;
        assert!(cells.insert(Cell::at(63, 63)));
        assert!(!cells.insert(Cell::at(63, 63)));
        assert_eq!(cells.len(), 1);
        assert!(cells.remove(Cell::at(63, 63)));
        assert!(!cells.remove(Cell::at(63, 63)));
        assert!(cells.is_empty());
    }

    #[test]
    fn operators_are_the_set_algebra() {
        let a = set(&[(0, 0), (1, 1), (2, 2)]);
        let b = set(&[(1, 1), (3, 3)]);
        assert_eq!(a & b, set(&[(1, 1)]));
        assert_eq!(a | b, set(&[(0, 0), (1, 1), (2, 2), (3, 3)]));
        assert_eq!(a ^ b, set(&[(0, 0), (2, 2), (3, 3)]));
        assert_eq!(a - b, set(&[(0, 0), (2, 2)]));
        assert!((a & b).is_subset(&a) && !a.is_subset(&b));
        assert!(a.intersects(&b) && !(a - b).intersects(&b));
    }

    #[test]
    fn assigning_and_borrowing_forms_agree() {
        let (a, b) = (set(&[(0, 0), (1, 1)]), set(&[(1, 1), (3, 3)]));
        let mut c = a;
        c |= b;
        c -= &set(&[(0, 0)]);
        assert_eq!(c, b);
        for (left, right) in [(&a, &b), (&b, &a)] {
            assert_eq!(left & right, *left & *right);
            assert_eq!(left | *right, *left | right);
        }
        c ^= a;
        c &= &b;
        assert_eq!(c, set(&[(3, 3)]));
    }

    #[test]
    fn complement_stays_on_the_sheet() {
        let grid = Grid::new(Shape::HexFlat { columns: 3, rows_odd: 2, rows_even: 1 }).unwrap();
        assert_eq!(CellSet::EMPTY.complement(&grid), *grid.all());
        assert_eq!(
            set(&[(0, 0), (1, 0), (9, 9)]).complement(&grid),
            set(&[(0, 1), (2, 0), (2, 1)])
        );
    }

    #[test]
    fn members_come_in_the_order_of_ids() {
        let cells = set(&[(40, 0), (0, 63), (0, 1), (63, 63), (7, 7)]);
        let order: Vec<_> = cells.iter().map(|cell| (cell.column(), cell.row())).collect();
        assert_eq!(order, [(0, 1), (0, 63), (7, 7), (40, 0), (63, 63)]);
        assert!(cells.into_iter().eq(cells.iter()));
        assert!(cells.common(&cells, 0..usize::MAX).eq(cells.iter()));
        assert!(cells.common(&set(&[(7, 7), (7, 8), (40, 0)]), 1..40).eq([Cell::at(7, 7)]));
        assert_eq!(cells.first(), Some(Cell::at(0, 1)));
        assert_eq!(CellSet::EMPTY.first(), None);
        for (n, cell) in cells.iter().enumerate() {
            assert_eq!(cells.nth(n), Some(cell));
        }
        assert_eq!(cells.nth(5), None);
    }
}
