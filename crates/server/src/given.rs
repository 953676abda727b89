//! Points that a side is given before the game: a bid, as requests and answers have it.

use atlas::Side;
use rules::Bid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::words::SideWord;

/// Points that a side is given before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenPoints {
    /// Who is given them.
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// How many.
    #[schema(minimum = 1, maximum = 99_999)]
    pub points: i64,
}

impl GivenPoints {
    /// As they are told.
    pub fn of(bid: Bid) -> GivenPoints {
        GivenPoints { side: bid.side, points: bid.points }
    }

    /// As the rules take them.
    pub fn read(self) -> Result<Bid, Problem> {
        let bid = Bid::new(self.side, self.points);
        bid.map_err(|problem| Problem::Malformed(format!("The bid: {problem}.")))
    }
}
