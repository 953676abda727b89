//! Going back from a destination along the cheapest ways until they meet the start.

use std::cell::RefCell;
use std::mem;
use std::num::NonZeroU8;

use super::Walk;
use super::block::Lane;
use super::costs::StepCosts;
use super::planes::Planes;
use crate::{Cell, CellSet};

/// A cell on a cheapest way to the destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    cell: Cell,
    /// What it costs to come here.
    cost: u8,
    /// Where in the list of marks the next cell of the preferred way is.
    next: u16,
}

/// The cells that a way enters one after another, the start left out.
#[derive(Debug)]
pub struct Trail<'s> {
    /// Where the memory of the marks is kept while there is no trail.
    home: &'s RefCell<Vec<Mark>>,
    /// The destination first, then ring by ring what is further from it.
    marks: Vec<Mark>,
    /// The mark to be entered next; none once the destination was.
    at: Option<u16>,
}

impl<'s> Trail<'s> {
    /// The way that stays where it is.
    pub(super) fn staying(home: &'s RefCell<Vec<Mark>>) -> Trail<'s> {
        let mut marks = home.take();
        marks.clear();
        Trail { home, marks, at: None }
    }

    /// The next cell entered, and what it has cost to come there.
    pub(super) fn step(&mut self) -> Option<(Cell, u8)> {
        let at = self.at?;
        let Mark { cell, cost, next } = self.marks[usize::from(at)];
        self.at = (at != 0).then_some(next);
        Some((cell, cost))
    }
}

impl Drop for Trail<'_> {
    fn drop(&mut self) {
        self.home.replace(mem::take(&mut self.marks));
    }
}

impl Iterator for Trail<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        self.step().map(|(cell, _)| cell)
    }
}

impl std::iter::FusedIterator for Trail<'_> {}

impl<L: Lane> Planes<L> {
    /// Fills a trail with the preferred way to a cell that was reached at this cost and is not the start.
    ///
    /// Ring by ring, each in the order of printed names: so the first to find a cell is the smallest
    /// name to go on to from it, and the first to find the start begins the way.
    pub(super) fn trail<'s>(
        &self,
        costs: &StepCosts,
        walk: &Walk<'_>,
        (to, cost): (Cell, u8),
        mut trail: Trail<'s>,
    ) -> Trail<'s> {
        let marks = &mut trail.marks;
        marks.push(Mark { cell: to, cost, next: 0 });
        let mut seen = CellSet::of(to);
        let mut ring = 0..1;
        loop {
            for index in ring.clone() {
                let Mark { cell, cost, .. } = marks[index];
                let next = index as u16;
                let begins = self.visit_origins(costs, walk, (cell, cost), |origin, cost| {
                    if seen.insert(origin) {
                        marks.push(Mark { cell: origin, cost, next });
                    }
                });
                if begins {
                    trail.at = Some(next);
                    return trail;
                }
            }
            ring = ring.end..marks.len();
            // A cell that was reached has a way from the start, so there is always a further ring.
            assert!(!ring.is_empty(), "a way that leads nowhere");
            if ring.len() > 1 {
                let rank = |mark: &Mark| costs.tiling().printed_rank(mark.cell);
                marks[ring.clone()].sort_unstable_by_key(rank);
            }
        }
    }

    /// Visits the cells from which a step into a cell is part of cheapest ways, with what they cost
    /// themselves, until the start is one of them; whether it was.
    #[inline(always)]
    fn visit_origins(
        &self,
        costs: &StepCosts,
        walk: &Walk<'_>,
        (cell, cost): (Cell, u8),
        mut visit: impl FnMut(Cell, u8),
    ) -> bool {
        let mut is_start = |origin: Cell, price: NonZeroU8| {
            let Some(before) = cost.checked_sub(price.get()) else { return false };
            if before == 0 {
                // Nothing but the start is reached for nothing.
                return origin == walk.start;
            }
            if self.is_cost(origin, before) && !walk.stops.contains(origin) {
                visit(origin, before);
            }
            false
        };
        let Some(first) = walk.first_steps else {
            return costs.origins_of(cell).iter().any(|&(origin, price)| is_start(origin, price));
        };
        // The first step may go where the ground does not allow it: every way in is looked at.
        let (tiling, prices) = (costs.tiling(), costs.steps_into(cell));
        tiling.directions().iter().any(|&direction| {
            let Some(origin) = tiling.step(cell, direction.opposite()) else { return false };
            let of_step = if origin == walk.start { &first } else { &prices };
            of_step[direction.index()].is_some_and(|price| is_start(origin, price))
        })
    }
}
