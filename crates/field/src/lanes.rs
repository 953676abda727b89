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
}

impl Lane for u32 {
    const NONE: u32 = 0;
    const ALL: u32 = u32::MAX;
}

impl Lane for u64 {
    const NONE: u64 = 0;
    const ALL: u64 = u64::MAX;
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
