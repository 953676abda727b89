//! How far one gets: the cells that can be reached with so many points, what each costs at least, and
//! the way there.
//!
//! The ground is in [`StepCosts`], one move's circumstances in a [`Walk`]; a [`Search`] owns the memory
//! and gives a [`Reach`]. [`reach_slow`] answers the same questions in the most obvious way and is the
//! reference the fast search is tested against.
//!
//! The rules of a walk:
//! * Each step pays its price, and only if the points left suffice.
//! * A *forbidden* cell is never entered.
//! * A *stop* cell may be entered and is then not left. The start is left all the same; a game in which
//!   units caught at the start may not move does not ask.
//! * A *pass-only* cell is no destination; it is entered only on the way to one.
//! * The start is not entered again, except as the end of a [round trip](Reach::round_trip).
//! * A start that is not on the sheet reaches nothing, not even itself.
//! * The first step may have prices of its own, for games in which breaking contact is special.
//!
//! Who may share a cell at the end of a move is not known here: take such cells out of
//! [`Reach::destinations`] afterwards. Friends that are passed through but not joined make no difference
//! to the search.

mod block;
mod costs;
mod ends;
mod path;
mod planes;
mod slow;
mod trail;

use std::cell::RefCell;
use std::num::NonZeroU8;

use crate::{Cell, CellSet, Direction};

use costs::Ground;
pub use costs::StepCosts;
pub use ends::Ends;
pub use path::Path;
use planes::Planes;
pub use slow::{SlowReach, reach_slow};
use trail::Mark;
pub use trail::Trail;

/// Prices of the steps out of one cell, by [`Direction::index`]; `None` where one may not go.
pub type StepPrices = [Option<NonZeroU8>; 8];

static NOWHERE: CellSet = CellSet::EMPTY;

/// One move: where it starts, what it may spend, and what is in its way.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// Where it starts.
    pub start: Cell,
    /// The points it may spend.
    pub allowance: u8,
    /// Cells that are not left once they are entered.
    pub stops: &'a CellSet,
    /// Cells that are not entered.
    pub forbidden: &'a CellSet,
    /// Prices of the first step, if they are not those of the ground.
    pub first_steps: Option<StepPrices>,
}

impl<'a> Walk<'a> {
    /// A move with nothing in its way.
    pub fn new(start: Cell, allowance: u8) -> Walk<'a> {
        Walk { start, allowance, stops: &NOWHERE, forbidden: &NOWHERE, first_steps: None }
    }

    /// The same move with cells that are not left once they are entered.
    pub fn stopping_at(self, stops: &'a CellSet) -> Walk<'a> {
        Walk { stops, ..self }
    }

    /// The same move with cells that are not entered.
    pub fn avoiding(self, forbidden: &'a CellSet) -> Walk<'a> {
        Walk { forbidden, ..self }
    }

    /// The same move with prices of its own for the first step.
    pub fn starting_with(self, prices: StepPrices) -> Walk<'a> {
        Walk { first_steps: Some(prices), ..self }
    }

    /// What a step of this move costs, if the ground allows it.
    fn price(&self, costs: &StepCosts, from: Cell, direction: Direction) -> Option<NonZeroU8> {
        match self.first_steps {
            Some(prices) if from == self.start => prices[direction.index()],
            _ => costs.price(from, direction),
        }
    }

    /// Whether a cell that was reached may be left again.
    fn goes_on_from(&self, cell: Cell) -> bool {
        cell == self.start || !self.stops.contains(cell)
    }
}

/// The memory of searches. Make one, use it for every search of a thread: after the first few, nothing
/// is allocated any more.
#[derive(Clone, Debug)]
pub struct Search {
    low: Planes<u32>,
    high: Planes<u64>,
    /// For the ways that are asked of a reach.
    marks: RefCell<Vec<Mark>>,
}

impl Search {
    /// Memory for searches, empty as yet.
    pub fn new() -> Search {
        Search { low: Planes::new(), high: Planes::new(), marks: RefCell::default() }
    }

    /// Finds out how far a move gets.
    pub fn reach<'s>(&'s mut self, costs: &'s StepCosts, walk: Walk<'s>) -> Reach<'s> {
        self.search(costs, walk, None)
    }

    /// Finds out how a move gets to one cell: of it the answer says what that of [`reach`](Search::reach)
    /// says, and it ends with the points that the cell costs, which is sooner found.
    pub fn reach_to<'s>(&'s mut self, costs: &'s StepCosts, walk: Walk<'s>, to: Cell) -> Reach<'s> {
        self.search(costs, walk, Some(to))
    }

    fn search<'s>(
        &'s mut self,
        costs: &'s StepCosts,
        mut walk: Walk<'s>,
        until: Option<Cell>,
    ) -> Reach<'s> {
        let planes = match &costs.ground {
            Ground::Low(bits) => {
                walk.allowance = self.low.search(costs, bits, &walk, until);
                AnyPlanes::Low(&self.low)
            }
            Ground::High(bits) => {
                walk.allowance = self.high.search(costs, bits, &walk, until);
                AnyPlanes::High(&self.high)
            }
        };
        Reach { costs, walk, planes, marks: &self.marks }
    }
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

#[derive(Clone, Copy, Debug)]
enum AnyPlanes<'s> {
    Low(&'s Planes<u32>),
    High(&'s Planes<u64>),
}

/// How far one move gets.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'s> {
    costs: &'s StepCosts,
    walk: Walk<'s>,
    planes: AnyPlanes<'s>,
    marks: &'s RefCell<Vec<Mark>>,
}

impl Reach<'_> {
    /// Every cell where the move may end, the start included.
    pub fn destinations(&self) -> CellSet {
        self.within(self.walk.allowance)
    }

    /// Every cell where the move may end after spending at most so many points, the start included.
    pub fn within(&self, points: u8) -> CellSet {
        let points = points.min(self.walk.allowance);
        match self.planes {
            AnyPlanes::Low(planes) => planes.within(points, self.costs.pass_only()),
            AnyPlanes::High(planes) => planes.within(points, self.costs.pass_only()),
        }
    }

    /// The least cost of ending the move in a cell, if it may end there; 0 for the start.
    pub fn cost(&self, cell: Cell) -> Option<u8> {
        if self.costs.pass_only().contains(cell) { None } else { self.passing_cost(cell) }
    }

    /// The least cost of coming to a cell, even if the move may not end there.
    fn passing_cost(&self, cell: Cell) -> Option<u8> {
        match self.planes {
            AnyPlanes::Low(planes) => planes.cost(cell, self.walk.allowance),
            AnyPlanes::High(planes) => planes.cost(cell, self.walk.allowance),
        }
    }
}
