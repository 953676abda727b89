//! What every single step costs: the ground of a map as one kind of unit feels it, folded into tables.

use std::num::NonZeroU8;

use super::StepPrices;
use super::block::{Block, Lane, WIDTH};
use crate::tiling::Tiling;
use crate::{Cell, CellSet, Direction, Grid, MAX_COLUMNS};

/// Blocks of [`WIDTH`] lanes that cover every column.
pub(super) const BLOCKS: usize = MAX_COLUMNS / WIDTH;

/// The cost of every step of a map: terrain, hexsides and roads folded into one number per cell and
/// direction. Made once for a map and a kind of unit, then asked by any number of searches.
#[derive(Clone, Debug)]
pub struct StepCosts {
    tiling: Tiling,
    cells: CellSet,
    pass_only: CellSet,
    /// By the cell one leaves, then by direction.
    prices: Vec<StepPrices>,
    /// The same by the cell one comes to.
    entries: Vec<StepPrices>,
    /// The same as lists of the cells one comes from.
    origins: Vec<Origins>,
    pub(super) ground: Ground,
}

/// The same costs as bits: 32-bit lanes for sheets of up to 32 rows, else 64-bit ones.
#[derive(Clone, Debug)]
pub(super) enum Ground {
    Low(Bits<u32>),
    High(Bits<u64>),
}

impl StepCosts {
    /// Asks for the price of every step of the grid: from a cell, in a direction, to the next cell.
    /// `None` where one may not go.
    pub fn new(
        grid: &Grid,
        mut price: impl FnMut(Cell, Direction, Cell) -> Option<NonZeroU8>,
    ) -> StepCosts {
        let tallest = grid.rows(0).max(grid.rows(1));
        let ground = if tallest <= u32::BITS as usize {
            Ground::Low(Bits::new(grid.tiling()))
        } else {
            Ground::High(Bits::new(grid.tiling()))
        };
        let mut costs = StepCosts {
            tiling: grid.tiling(),
            cells: *grid.all(),
            pass_only: CellSet::EMPTY,
            prices: vec![[None; 8]; grid.slots()],
            entries: vec![[None; 8]; grid.slots()],
            origins: vec![Origins::NONE; grid.slots()],
            ground,
        };
        for cell in grid.cells() {
            for (direction, next) in grid.neighbours(cell) {
                costs.set_price(cell, direction, price(cell, direction, next));
            }
        }
        costs
    }

    /// The same costs with cells in which no move may end: ferries, bridges, narrow defiles. They are
    /// entered only by a move that has the points to leave them again.
    pub fn with_pass_only(mut self, cells: CellSet) -> StepCosts {
        self.pass_only = cells;
        self
    }

    /// The cells in which no move may end.
    pub fn pass_only(&self) -> &CellSet {
        &self.pass_only
    }

    /// What a step costs, if it is allowed.
    pub fn price(&self, from: Cell, direction: Direction) -> Option<NonZeroU8> {
        self.prices.get(from.index())?[direction.index()]
    }

    /// What the steps out of a cell cost; see [`Walk::starting_with`](crate::Walk::starting_with).
    pub fn steps_from(&self, cell: Cell) -> StepPrices {
        self.prices.get(cell.index()).copied().unwrap_or_default()
    }

    /// Changes what a step costs: a ford is found, a bridge burned. Says whether the sheet has that
    /// step at all.
    pub fn set_price(
        &mut self,
        from: Cell,
        direction: Direction,
        price: Option<NonZeroU8>,
    ) -> bool {
        let next = self.tiling.step(from, direction).filter(|&next| self.cells.contains(next));
        let (Some(next), true) = (next, self.cells.contains(from)) else { return false };
        let before = std::mem::replace(&mut self.prices[from.index()][direction.index()], price);
        self.entries[next.index()][direction.index()] = price;
        self.origins[next.index()].put(from, price);
        match &mut self.ground {
            Ground::Low(bits) => bits.reprice(next, direction, before, price),
            Ground::High(bits) => bits.reprice(next, direction, before, price),
        }
        true
    }

    /// What the steps into a cell cost, by the direction one goes.
    pub(super) fn steps_into(&self, cell: Cell) -> StepPrices {
        self.entries.get(cell.index()).copied().unwrap_or_default()
    }

    /// The cells from which the ground allows a step into a cell, and its price: what
    /// [`steps_into`](StepCosts::steps_into) says, without what cannot be gone.
    #[inline]
    pub(super) fn origins_of(&self, cell: Cell) -> &[(Cell, NonZeroU8)] {
        let origins = self.origins.get(cell.index()).unwrap_or(&Origins::NONE);
        &origins.steps[..usize::from(origins.count)]
    }

    /// Which arithmetic the cells follow.
    pub(super) fn tiling(&self) -> Tiling {
        self.tiling
    }

    /// The cells of the sheet.
    pub(super) fn cells(&self) -> &CellSet {
        &self.cells
    }
}

/// The cells from which one steps into a cell, with the price, in no order.
#[derive(Clone, Copy, Debug)]
struct Origins {
    count: u8,
    steps: [(Cell, NonZeroU8); 8],
}

impl Origins {
    /// Nobody comes.
    const NONE: Origins = Origins { count: 0, steps: [(Cell::at(0, 0), NonZeroU8::MIN); 8] };

    /// Changes what it costs to come from a cell, or that one cannot.
    fn put(&mut self, from: Cell, price: Option<NonZeroU8>) {
        let count = usize::from(self.count);
        let known = self.steps[..count].iter().position(|&(cell, _)| cell == from);
        match (known, price) {
            (Some(at), Some(price)) => self.steps[at] = (from, price),
            (Some(at), None) => {
                self.steps.swap(at, count - 1);
                self.count -= 1;
            }
            (None, Some(price)) => {
                self.steps[count] = (from, price);
                self.count += 1;
            }
            (None, None) => {}
        }
    }
}

/// The steps of one cost into the cells of one block.
#[derive(Clone, Debug)]
pub(super) struct Steps<L> {
    /// What each costs.
    pub cost: NonZeroU8,
    /// By direction, the cells that are entered at this cost going that way.
    pub into: [Block<L>; 8],
}

/// Step costs turned inside out: for each block and each cost that occurs in it, who is entered so.
#[derive(Clone, Debug)]
pub(super) struct Bits<L> {
    /// By block, then by rising cost.
    steps: [Vec<Steps<L>>; BLOCKS],
    /// The blocks that can be entered at all, one bit each.
    pub blocks: u32,
    /// The lanes of a block from which steps sideways and up change the row.
    pub rises: Block<L>,
    /// The lanes of a block from which steps sideways and down change the row.
    pub falls: Block<L>,
}

impl<L: Lane> Bits<L> {
    /// Bits for ground without any step.
    fn new(tiling: Tiling) -> Bits<L> {
        let (all, none) = (L::ALL, L::NONE);
        // Blocks begin with an even column, which stands high among hexes.
        let (rises, falls) = match tiling {
            Tiling::Hex => ([all, none, all, none], [none, all, none, all]),
            Tiling::Square => ([all; WIDTH], [all; WIDTH]),
        };
        let steps = std::array::from_fn(|_| Vec::new());
        Bits { steps, blocks: 0, rises: Block(rises), falls: Block(falls) }
    }

    /// The steps into a block, the cheapest first.
    pub fn steps_into(&self, block: usize) -> &[Steps<L>] {
        &self.steps[block]
    }

    /// Changes what it costs to enter a cell in a direction.
    fn reprice(
        &mut self,
        cell: Cell,
        direction: Direction,
        before: Option<NonZeroU8>,
        after: Option<NonZeroU8>,
    ) {
        let (block, column) = (cell.column() / WIDTH, cell.column() % WIDTH);
        let row = L::of(1 << cell.row());
        if let Some(cost) = before {
            let lane = &mut self.of_cost(block, cost).into[direction.index()].0[column];
            *lane = *lane & !row;
        }
        if let Some(cost) = after {
            self.of_cost(block, cost).into[direction.index()].0[column] |= row;
            self.blocks |= 1 << block;
        }
    }

    /// The steps of one cost into a block, listed from now on if they were not.
    fn of_cost(&mut self, block: usize, cost: NonZeroU8) -> &mut Steps<L> {
        let list = &mut self.steps[block];
        let at = list.partition_point(|steps| steps.cost < cost);
        if list.get(at).is_none_or(|steps| steps.cost != cost) {
            list.insert(at, Steps { cost, into: [Block::EMPTY; 8] });
        }
        &mut list[at]
    }
}
