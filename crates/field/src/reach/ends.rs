//! Where a move may end, counted and picked without making a set of it: only the columns that the search
//! came to are looked at.

use super::block::{Block, Lane, WIDTH};
use super::planes::{Planes, blocks_in};
use super::{AnyPlanes, Reach};
use crate::{Cell, CellSet};

/// The cells other than the start where a move may end, without those that are closed to it.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'s> {
    reach: &'s Reach<'s>,
    closed: &'s CellSet,
}

impl<'s> Reach<'s> {
    /// The cells other than the start where the move may end, without some: those where there is no room.
    pub fn ends<'e>(&'e self, closed: &'e CellSet) -> Ends<'e> {
        Ends { reach: self, closed }
    }
}

impl Ends<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self.reach.planes {
            AnyPlanes::Low(planes) => self.count(planes),
            AnyPlanes::High(planes) => self.count(planes),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one that has `n` before it, in the order of ids.
    pub fn nth(&self, n: usize) -> Option<Cell> {
        match self.reach.planes {
            AnyPlanes::Low(planes) => self.pick(planes, n),
            AnyPlanes::High(planes) => self.pick(planes, n),
        }
    }

    fn count<L: Lane>(&self, planes: &Planes<L>) -> usize {
        blocks_in(planes.touched()).map(|block| self.in_block(planes, block).len()).sum()
    }

    fn pick<L: Lane>(&self, planes: &Planes<L>, n: usize) -> Option<Cell> {
        let mut left = n;
        for block in blocks_in(planes.touched()) {
            let here = self.in_block(planes, block);
            let count = here.len();
            if left < count {
                return nth_of(here, block, left);
            }
            left -= count;
        }
        None
    }

    /// Those in a block that the search came to.
    #[inline(always)]
    fn in_block<L: Lane>(&self, planes: &Planes<L>, block: usize) -> Block<L> {
        let walk = &self.reach.walk;
        let read = |cells: &CellSet| Block::of(&cells.lanes, block * WIDTH);
        let shut = read(self.closed) | read(self.reach.costs.pass_only());
        let mut here = planes.reached(walk.allowance, block) & !shut;
        if walk.start.column() / WIDTH == block {
            here.remove(walk.start.column() % WIDTH, walk.start.row());
        }
        here
    }
}

/// The cell of a block that has `n` before it.
fn nth_of<L: Lane>(cells: Block<L>, block: usize, n: usize) -> Option<Cell> {
    let mut left = n;
    for (i, lane) in cells.0.into_iter().enumerate() {
        let count = lane.len() as usize;
        if left < count {
            let rest = (0..left).fold(lane.wide(), |rest, _| rest & (rest - 1));
            return Some(Cell::at(block * WIDTH + i, rest.trailing_zeros() as usize));
        }
        left -= count;
    }
    None
}
