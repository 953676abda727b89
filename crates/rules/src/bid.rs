//! A bid: points that the players give one side before the game, to make an uneven battle even.
//!
//! It is agreed when a game is set up, counts whenever points are counted, and stands in the record's header.

use std::fmt;
use std::str::FromStr;

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};

/// A handicap that counts when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// Which side is given the points.
    #[serde(with = "crate::record::side_word")]
    pub side: Side,
    /// How many.
    pub points: i64,
}

impl Bid {
    /// The most points that can be given: more than any battle brings.
    pub const MOST: i64 = 99_999;

    /// Points for a side, if they are as many as can be given.
    pub fn new(side: Side, points: i64) -> Result<Bid, String> {
        match points {
            1..=Bid::MOST => Ok(Bid { side, points }),
            _ => Err(format!("found {points} points; expected 1 to {}", Bid::MOST)),
        }
    }

    /// What it brings each side.
    pub fn by_side(bid: Option<Bid>) -> BySide<i32> {
        let mut given = BySide::default();
        if let Some(Bid { side, points }) = bid {
            given[side] = points.clamp(0, Bid::MOST) as i32;
        }
        given
    }

    /// What it adds to the Union's lead.
    pub fn lead(bid: Option<Bid>) -> i32 {
        let given = Bid::by_side(bid);
        given.union - given.confederate
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.side.word(), self.points)
    }
}

impl FromStr for Bid {
    type Err = String;

    fn from_str(text: &str) -> Result<Bid, String> {
        let expected = || format!("found {text:?}; expected a bid such as confederate+20");
        let (side, points) = text.split_once('+').ok_or_else(expected)?;
        let side = Side::BOTH.into_iter().find(|one| one.word() == side).ok_or_else(expected)?;
        Bid::new(side, points.parse().map_err(|_| expected())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bid_is_read_as_it_is_written_and_nothing_else_is() {
        let bid = Bid { side: Side::Confederate, points: 20 };
        assert_eq!(bid.to_string().parse(), Ok(bid));
        for bad in
            ["", "confederate", "+20", "lee+20", "union+0", "union+-3", "union+100000", "union+x"]
        {
            assert!(bad.parse::<Bid>().is_err(), "{bad}");
        }
    }

    #[test]
    fn it_counts_for_its_side_alone() {
        let bid = Bid { side: Side::Confederate, points: 20 };
        assert_eq!(Bid::by_side(Some(bid)), BySide { union: 0, confederate: 20 });
        assert_eq!((Bid::lead(Some(bid)), Bid::lead(None)), (-20, 0));
    }
}
