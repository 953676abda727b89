//! Going back from a destination along the cheapest ways until they meet the start.

use std::cell::RefCell;
use std::mem;

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
                for (origin, cost) in self.tight_origins(costs, walk, cell, cost) {
                    if origin == walk.start {
                        trail.at = Some(next);
                        return trail;
                    }
                    if seen.insert(origin) {
                        marks.push(Mark { cell: origin, cost, next });
                    }
                }
            }
            ring = ring.end..marks.len();
            // A cell that was reached has a way from the start, so there is always a further ring.
            assert!(!ring.is_empty(), "a way that leads nowhere");
            marks[ring.clone()].sort_unstable_by_key(|mark| costs.tiling().printed_rank(mark.cell));
        }
    }

    /// The cells from which a step into a cell is part of cheapest ways, and what they cost themselves.
    #[inline(always)]
    fn tight_origins(
        &self,
        costs: &StepCosts,
        walk: &Walk<'_>,
        cell: Cell,
        cost: u8,
    ) -> impl Iterator<Item = (Cell, u8)> {
        let tiling = costs.tiling();
        let prices = costs.steps_into(cell);
        tiling.directions().iter().filter_map(move |&direction| {
            let origin = tiling.step(cell, direction.opposite())?;
            let price = match walk.first_steps {
                Some(first) if origin == walk.start => first[direction.index()],
                _ => prices[direction.index()],
            };
            let before = cost.checked_sub(price?.get())?;
            (self.is_cost(origin, before) && walk.goes_on_from(origin)).then_some((origin, before))
        })
    }
}
