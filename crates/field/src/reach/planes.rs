//! The fast search: one bit plane per point spent.
//!
//! Plane `k` holds the cells reached at a cost of at most `k`. The cells reached at exactly `k`, as far
//! as they may be left, all step out at once: for every cost `c` and direction, the shifted lanes and
//! the mask of cells that are entered so for `c` give arrivals in plane `k + c`. There is no queue and
//! no branch per cell; columns are worked on in [`Block`]s, and only those the search comes to are
//! touched at all.

use super::Walk;
use super::block::{Block, Lane, WIDTH};
use super::costs::{BLOCKS, Bits, StepCosts};
use crate::tiling::Tiling;
use crate::{Cell, CellSet, Direction, MAX_COLUMNS};

/// A set of cells by blocks.
type Plane<L> = [Block<L>; BLOCKS];

/// Blocks as bits.
pub(super) type BlockBits = u32;

/// The memory of a search, kept from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct Planes<L> {
    /// By points spent. Holds old rubbish in blocks that are not touched.
    planes: Vec<Plane<L>>,
    /// The blocks the latest search came to.
    touched: BlockBits,
    /// What may be entered, in the blocks touched.
    open: Plane<L>,
    /// What may be left once entered, in the blocks touched.
    through: Plane<L>,
    /// Empty between searches.
    frontier: Frontier<L>,
}

impl<L: Lane> Planes<L> {
    pub fn new() -> Planes<L> {
        Planes {
            planes: Vec::new(),
            touched: 0,
            open: [Block::EMPTY; BLOCKS],
            through: [Block::EMPTY; BLOCKS],
            frontier: Frontier::new(),
        }
    }

    /// Whether a cell was reached for so many points, or fewer.
    fn is_within(&self, cell: Cell, points: usize) -> bool {
        let block = cell.column() / WIDTH;
        let lane = self.planes[points][block].0[cell.column() % WIDTH];
        self.touched >> block & 1 != 0 && lane & L::of(1 << cell.row()) != L::NONE
    }

    /// The least cost at which a cell was reached.
    pub fn cost(&self, cell: Cell, allowance: u8) -> Option<u8> {
        // Each plane holds those before it: what the last has not, none has.
        let is_within = |&points: &u8| self.is_within(cell, usize::from(points));
        if is_within(&allowance) { (0..=allowance).find(is_within) } else { None }
    }

    /// Whether this is the least cost at which a cell was reached.
    pub fn is_cost(&self, cell: Cell, cost: u8) -> bool {
        let (block, column) = (cell.column() / WIDTH % BLOCKS, cell.column() % WIDTH);
        let within = |points: u8| self.planes[usize::from(points)][block].0[column];
        let before = cost.checked_sub(1).map_or(L::NONE, within);
        let here = within(cost) & !before & L::of(1 << cell.row());
        here != L::NONE && self.touched >> block & 1 != 0
    }

    /// The cells reached at a cost of at most `points`, without some.
    pub fn within(&self, points: u8, without: &CellSet) -> CellSet {
        let mut cells = CellSet::EMPTY;
        let plane = &self.planes[usize::from(points)];
        for block in blocks_in(self.touched) {
            for (i, lane) in plane[block].0.into_iter().enumerate() {
                let column = block * WIDTH + i;
                cells.lanes[column] = lane.wide() & !without.lanes[column];
            }
        }
        cells
    }

    /// The blocks the latest search came to.
    pub fn touched(&self) -> BlockBits {
        self.touched
    }

    /// The cells of a block the search came to that were reached for so many points, or fewer.
    #[inline(always)]
    pub fn reached(&self, points: u8, block: usize) -> Block<L> {
        self.planes[usize::from(points)][block]
    }

    /// Searches until all points are spent, or until a cell is reached if only that is asked; the planes
    /// are the answer, up to that of the points given back.
    pub fn search(
        &mut self,
        costs: &StepCosts,
        bits: &Bits<L>,
        walk: &Walk<'_>,
        until: Option<Cell>,
    ) -> u8 {
        self.start(costs, walk);
        // A constant in each call, so that what only squares need vanishes from the copy for hexes.
        match costs.tiling() {
            Tiling::Hex => self.spread(Tiling::Hex, costs, bits, walk, until),
            Tiling::Square => self.spread(Tiling::Square, costs, bits, walk, until),
        }
    }

    /// Puts the start, and where one gets from it in one step, into the planes of their costs.
    fn start(&mut self, costs: &StepCosts, walk: &Walk<'_>) {
        let allowance = usize::from(walk.allowance);
        if self.planes.len() <= allowance {
            self.planes.resize(allowance + 1, [Block::EMPTY; BLOCKS]);
        }
        self.touched = 0;
        if !costs.cells().contains(walk.start) {
            return;
        }
        let column = walk.start.column();
        let beside = [column.saturating_sub(1), column, (column + 1).min(MAX_COLUMNS - 1)];
        let blocks = beside.iter().fold(0, |blocks, column| blocks | 1 << (column / WIDTH));
        self.touch(blocks, costs, walk);
        let mut arrive = |cell: Cell, cost: u8| {
            let block = &mut self.planes[usize::from(cost)][cell.column() / WIDTH];
            block.0[cell.column() % WIDTH] |= L::of(1 << cell.row());
        };
        arrive(walk.start, 0);
        for &direction in costs.tiling().directions() {
            if let Some(price) = walk.price(costs, walk.start, direction)
                && price.get() <= walk.allowance
                && let Some(next) = costs.tiling().step(walk.start, direction)
            {
                arrive(next, price.get());
            }
        }
    }

    /// Makes blocks ready that the search has not come to before.
    #[inline(always)]
    fn touch(&mut self, blocks: BlockBits, costs: &StepCosts, walk: &Walk<'_>) {
        for block in blocks_in(blocks & !self.touched) {
            for plane in &mut self.planes[..=usize::from(walk.allowance)] {
                plane[block] = Block::EMPTY;
            }
            let read = |cells: &CellSet| Block::of(&cells.lanes, block * WIDTH);
            self.open[block] = read(costs.cells()) & !read(walk.forbidden);
            self.through[block] = !read(walk.stops);
        }
        self.touched |= blocks;
    }

    /// Goes on from the first steps until all points are spent, or a cell is reached; the points spent.
    #[inline(always)]
    fn spread(
        &mut self,
        tiling: Tiling,
        costs: &StepCosts,
        bits: &Bits<L>,
        walk: &Walk<'_>,
        until: Option<Cell>,
    ) -> u8 {
        let allowance = usize::from(walk.allowance);
        for spent in 1..allowance {
            let next = self.settle(spent, bits) & bits.blocks;
            if until.is_some_and(|cell| self.is_within(cell, spent)) {
                self.empty_frontier(bits);
                return spent as u8;
            }
            self.touch(next, costs, walk);
            let later = &mut self.planes[spent + 1..=allowance];
            for block in blocks_in(next) {
                self.frontier.step_into(tiling, block, bits, later);
            }
        }
        if allowance > 0 {
            self.settle_last(allowance, bits);
        }
        walk.allowance
    }

    /// Turns the arrivals in a plane into all that is reached so far; those of them that are new and go
    /// on become the frontier. Gives the blocks into which these can step.
    fn settle(&mut self, spent: usize, bits: &Bits<L>) -> BlockBits {
        let mut next = 0;
        for block in blocks_in(self.touched) {
            let reached = self.planes[spent - 1][block];
            let fresh = self.planes[spent][block] & self.open[block] & !reached;
            self.planes[spent][block] = reached | fresh;
            let leaving = fresh & self.through[block];
            self.frontier.put(block, leaving, bits);
            let from = BlockBits::from(!leaving.is_empty()) << block;
            let [first, .., last] = leaving.0.map(|lane| BlockBits::from(lane != L::NONE) << block);
            next |= from | first >> 1 | last << 1;
        }
        next
    }

    /// The same where no points are left to go on with.
    fn settle_last(&mut self, spent: usize, bits: &Bits<L>) {
        for block in blocks_in(self.touched) {
            let arrivals = self.planes[spent][block] & self.open[block];
            self.planes[spent][block] = self.planes[spent - 1][block] | arrivals;
            self.frontier.put(block, Block::EMPTY, bits);
        }
    }

    /// Leaves the frontier as the next search must find it.
    fn empty_frontier(&mut self, bits: &Bits<L>) {
        for block in blocks_in(self.touched) {
            self.frontier.put(block, Block::EMPTY, bits);
        }
    }
}

/// The numbers of blocks.
#[inline(always)]
pub(super) fn blocks_in(mut blocks: BlockBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let block = (blocks != 0).then(|| blocks.trailing_zeros() as usize % BLOCKS);
        blocks &= blocks.wrapping_sub(1);
        block
    })
}

/// Lanes side by side, with a block that stays empty before the first and behind the last.
type Row<L> = [L; (BLOCKS + 2) * WIDTH];

/// The cells reached just now, in the rows where they arrive when they leave their lane.
#[derive(Clone, Debug)]
struct Frontier<L> {
    north: Plane<L>,
    south: Plane<L>,
    rising: Row<L>,
    level: Row<L>,
    falling: Row<L>,
}

impl<L: Lane> Frontier<L> {
    fn new() -> Frontier<L> {
        let (plane, row) = ([Block::EMPTY; BLOCKS], [L::NONE; (BLOCKS + 2) * WIDTH]);
        Frontier { north: plane, south: plane, rising: row, level: row, falling: row }
    }

    /// Replaces what a block has on the frontier.
    #[inline(always)]
    fn put(&mut self, block: usize, cells: Block<L>, bits: &Bits<L>) {
        let at = (block + 1) * WIDTH;
        let (north, south) = (cells.north(), cells.south());
        self.north[block] = north;
        self.south[block] = south;
        ((north & bits.rises) | (cells & !bits.rises)).write(&mut self.rising, at);
        cells.write(&mut self.level, at);
        ((south & bits.falls) | (cells & !bits.falls)).write(&mut self.falling, at);
    }

    /// Lets the frontier step into a block, at every cost there is, of the planes that follow.
    #[inline(always)]
    fn step_into(&self, tiling: Tiling, block: usize, bits: &Bits<L>, later: &mut [Plane<L>]) {
        use Direction::*;
        let at = (block + 1) * WIDTH;
        let (north, south) = (self.north[block], self.south[block]);
        let (rising_east, rising_west) = beside(&self.rising, at);
        let (level_east, level_west) = beside(&self.level, at);
        let (falling_east, falling_west) = beside(&self.falling, at);
        for steps in bits.steps_into(block) {
            let Some(plane) = later.get_mut(usize::from(steps.cost.get()) - 1) else { break };
            let into = |direction: Direction| steps.into[direction.index()];
            let mut arrivals = (north & into(North))
                | (south & into(South))
                | (rising_east & into(NorthEast))
                | (falling_east & into(SouthEast))
                | (rising_west & into(NorthWest))
                | (falling_west & into(SouthWest));
            if tiling == Tiling::Square {
                arrivals = arrivals | (level_east & into(East)) | (level_west & into(West));
            }
            plane[block] = plane[block] | arrivals;
        }
    }
}

/// What comes into the block that begins at a lane: going east, from the lane before; going west, from
/// the lane behind.
#[inline(always)]
fn beside<L: Lane>(row: &Row<L>, at: usize) -> (Block<L>, Block<L>) {
    (Block::read(row, at - 1), Block::read(row, at + 1))
}
