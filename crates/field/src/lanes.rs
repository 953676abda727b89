//! How one lane of rows moves to the lanes beside it: the common core of set shifts and of reach.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::Direction;
use crate::tiling::Tiling;

/// A column of up to 32 or 64 rows as bits, row zero lowest.
pub(crate) trait Lane:
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
    /// The rows that fit.
    fn of(lane: u64) -> Self;
    /// As a lane of a set.
    fn wide(self) -> u64;
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
}

/// The rows in which the cells of one lane arrive when they leave it.
///
/// On hexes the slanting steps depend on whether the lane stands high or low; that is settled by a
/// mask, not by a branch, so that a loop over lanes becomes vector instructions.
#[derive(Clone, Copy)]
pub(crate) struct Departures<L> {
    /// Straight up, in the same lane.
    pub north: L,
    /// Straight down, in the same lane.
    pub south: L,
    /// Sideways and up, in either lane beside it.
    pub rising: L,
    /// Sideways without slope (squares only).
    pub level: L,
    /// Sideways and down.
    pub falling: L,
}

impl<L: Lane> Departures<L> {
    /// Where the members of a lane go, by the lane's column.
    #[inline(always)]
    pub fn from(tiling: Tiling, column: usize, lane: L) -> Departures<L> {
        let (north, south) = (lane >> 1, lane << 1);
        match tiling {
            Tiling::Hex => {
                let high = if column.is_multiple_of(2) { L::ALL } else { L::NONE };
                Departures {
                    north,
                    south,
                    rising: (north & high) | (lane & !high),
                    level: L::NONE,
                    falling: (lane & high) | (south & !high),
                }
            }
            Tiling::Square => {
                Departures { north, south, rising: north, level: lane, falling: south }
            }
        }
    }

    /// Where they go in one direction.
    pub fn towards(&self, direction: Direction) -> L {
        use Direction::*;
        match direction {
            North => self.north,
            South => self.south,
            NorthEast | NorthWest => self.rising,
            East | West => self.level,
            SouthEast | SouthWest => self.falling,
        }
    }
}

/// The rows of a lane that are entered from the lane to the west, the lane itself and the lane to the
/// east, where `open` gives, by direction, the rows that may be entered going that way.
#[inline(always)]
pub(crate) fn arrivals<L: Lane>(
    west: &Departures<L>,
    here: &Departures<L>,
    east: &Departures<L>,
    open: impl Fn(Direction) -> L,
) -> L {
    (here.north & open(Direction::North))
        | (west.rising & open(Direction::NorthEast))
        | (west.level & open(Direction::East))
        | (west.falling & open(Direction::SouthEast))
        | (here.south & open(Direction::South))
        | (east.falling & open(Direction::SouthWest))
        | (east.level & open(Direction::West))
        | (east.rising & open(Direction::NorthWest))
}
