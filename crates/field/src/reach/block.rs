//! A few lanes side by side, worked on as one.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::MAX_COLUMNS;

/// A column of up to 32 or 64 rows as bits, row zero lowest.
pub(super) trait Lane:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No row.
    const NONE: Self;
    /// Every row.
    const ALL: Self;
    /// The rows of a set's lane that fit.
    fn of(lane: u64) -> Self;
    /// As a set's lane.
    fn wide(self) -> u64;
    /// How many rows.
    fn len(self) -> u32;
}

impl Lane for u32 {
    const NONE: u32 = 0;
    const ALL: u32 = u32::MAX;

    fn of(lane: u64) -> u32 {
        lane as u32
    }

    fn wide(self) -> u64 {
        self.into()
    }

    fn len(self) -> u32 {
        self.count_ones()
    }
}

impl Lane for u64 {
    const NONE: u64 = 0;
    const ALL: u64 = u64::MAX;

    fn of(lane: u64) -> u64 {
        lane
    }

    fn wide(self) -> u64 {
        self
    }

    fn len(self) -> u32 {
        self.count_ones()
    }
}

/// Lanes in a block.
pub(super) const WIDTH: usize = 4;

/// The rows of [`WIDTH`] neighbouring columns. Every operation does the same to each lane and has no
/// branches, so the compiler makes vector instructions of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub(super) struct Block<L>(pub [L; WIDTH]);

impl<L: Lane> Block<L> {
    /// No cell.
    pub const EMPTY: Block<L> = Block([L::NONE; WIDTH]);

    /// The block of the lanes of a set that begin at a column.
    #[inline(always)]
    pub fn of(lanes: &[u64; MAX_COLUMNS], column: usize) -> Block<L> {
        Block(Block::read(lanes, column).0.map(L::of))
    }

    /// The block of the lanes that begin somewhere in a row of lanes.
    #[inline(always)]
    pub fn read(row: &[L], from: usize) -> Block<L> {
        let mut lanes = [L::NONE; WIDTH];
        lanes.copy_from_slice(&row[from..from + WIDTH]);
        Block(lanes)
    }

    /// Writes the lanes into a row of lanes.
    #[inline(always)]
    pub fn write(self, row: &mut [L], from: usize) {
        row[from..from + WIDTH].copy_from_slice(&self.0);
    }

    /// Every cell one row further up.
    #[inline(always)]
    pub fn north(self) -> Block<L> {
        Block(self.0.map(|lane| lane >> 1))
    }

    /// Every cell one row further down.
    #[inline(always)]
    pub fn south(self) -> Block<L> {
        Block(self.0.map(|lane| lane << 1))
    }

    /// Whether there is no cell.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        (a | b) | (c | d) == L::NONE
    }

    /// How many cells.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.map(Lane::len).iter().sum::<u32>() as usize
    }

    /// Takes a cell out.
    #[inline(always)]
    pub fn remove(&mut self, lane: usize, row: usize) {
        self.0[lane] = self.0[lane] & !L::of(1 << row);
    }

    #[inline(always)]
    fn with(self, other: Block<L>, combine: impl Fn(L, L) -> L) -> Block<L> {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = combine(*lane, other);
        }
        Block(lanes)
    }
}

impl<L: Lane> BitAnd for Block<L> {
    type Output = Block<L>;

    #[inline(always)]
    fn bitand(self, other: Block<L>) -> Block<L> {
        self.with(other, |a, b| a & b)
    }
}

impl<L: Lane> BitOr for Block<L> {
    type Output = Block<L>;

    #[inline(always)]
    fn bitor(self, other: Block<L>) -> Block<L> {
        self.with(other, |a, b| a | b)
    }
}

impl<L: Lane> Not for Block<L> {
    type Output = Block<L>;

    #[inline(always)]
    fn not(self) -> Block<L> {
        Block(self.0.map(|lane| !lane))
    }
}
