//! The way to a destination: of the cheapest ways, one of those with the fewest steps, and of these the
//! one whose list of printed names is smallest.

use std::ops::Deref;

use super::Reach;
use crate::{Cell, CellSet};

/// As many cells as a path can have: each step costs a point at least, and 255 is the most to spend.
const CAPACITY: usize = u8::MAX as usize + 1;

/// A way from cell to cell, the start first, and what it costs. `Copy`, no allocation; it derefs to a
/// slice of cells.
#[derive(Clone, Copy)]
pub struct Path {
    cells: [Cell; CAPACITY],
    len: u16,
    cost: u8,
}

impl Path {
    /// The way that stays where it is.
    fn staying(start: Cell) -> Path {
        Path { cells: [start; CAPACITY], len: 1, cost: 0 }
    }

    fn push(&mut self, cell: Cell, price: u8) {
        self.cells[usize::from(self.len)] = cell;
        self.len += 1;
        self.cost += price;
    }

    /// What it costs in all.
    pub fn cost(&self) -> u8 {
        self.cost
    }

    /// The cells it goes through, from the start to the destination.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }
}

impl Deref for Path {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        self.cells()
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self.cost == other.cost && self.cells() == other.cells()
    }
}

impl Eq for Path {}

impl std::fmt::Debug for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Path").field("cells", &self.cells()).field("cost", &self.cost).finish()
    }
}

/// Rings of cells around a destination, one after another in a single list.
struct Rings {
    cells: Vec<Cell>,
    /// Where each ring ends.
    ends: Vec<usize>,
}

impl Rings {
    /// The destination alone.
    fn around(to: Cell) -> Rings {
        let mut cells = Vec::with_capacity(48);
        cells.push(to);
        let mut ends = Vec::with_capacity(16);
        ends.push(1);
        Rings { cells, ends }
    }

    /// The places of the outermost finished ring in the list.
    fn last(&self) -> std::ops::Range<usize> {
        let before = self.ends.len().checked_sub(2).map_or(0, |index| self.ends[index]);
        before..self.ends.last().copied().unwrap_or(0)
    }

    /// Finishes the ring that has been gathered behind the others.
    fn close(&mut self) {
        // A cell that was reached has a way from the start, so there is always a further ring.
        assert!(self.last().end < self.cells.len(), "a way that leads nowhere");
        self.ends.push(self.cells.len());
    }

    /// Forgets what has been gathered behind the finished rings.
    fn drop_unfinished(&mut self) {
        self.cells.truncate(self.last().end);
    }

    /// The ring so many steps from the destination.
    fn ring(&self, steps: usize) -> &[Cell] {
        let begin = steps.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[begin..self.ends[steps]]
    }
}

impl Reach<'_> {
    /// The way to a cell, if the move may end there: of least cost, then of fewest steps, then the
    /// smallest list of printed names.
    pub fn path(&self, to: Cell) -> Option<Path> {
        self.cost(to)?;
        Some(self.way(to))
    }

    /// What the [round trip](Reach::round_trip) costs, without the way.
    pub fn round_trip_cost(&self) -> Option<u8> {
        let start = self.walk.start;
        if self.walk.forbidden.contains(start) {
            return None;
        }
        let beyond = |last: Cell, price: u8| -> Option<usize> {
            let back = usize::from(price);
            if !self.costs.pass_only().contains(last) {
                return Some(usize::from(self.passing_cost(last)?) + back);
            }
            if self.walk.forbidden.contains(last) {
                return None;
            }
            self.origins(last)
                .filter(|&(before, _)| before != start && !self.costs.pass_only().contains(before))
                .filter_map(|(before, fare)| {
                    Some(usize::from(self.passing_cost(before)?) + usize::from(fare) + back)
                })
                .min()
        };
        self.origins(start)
            .filter_map(|(last, price)| beyond(last, price))
            .min()
            .and_then(|cost| u8::try_from(cost).ok())
            .filter(|&cost| cost <= self.walk.allowance)
    }

    /// The preferred way, by the same rule, that leaves the start and ends there again, if there is one.
    ///
    /// A pass-only cell is not turned round in: it is left by another side than it was entered by. Of
    /// two pass-only cells in a row before the return nothing is known here.
    pub fn round_trip(&self) -> Option<Path> {
        let start = self.walk.start;
        if self.walk.forbidden.contains(start) {
            return None;
        }
        let mut best: Option<Path> = None;
        let mut offer = |way: Option<Path>| {
            best = match (best, way) {
                (Some(best), Some(way)) if self.prefers(&best, &way) => Some(best),
                (best, way) => way.or(best),
            };
        };
        for (last, price) in self.origins(start) {
            if !self.costs.pass_only().contains(last) {
                offer(self.way_then(last, &[(start, price)]));
            } else if !self.walk.forbidden.contains(last) {
                for (before, fare) in self.origins(last) {
                    if before != start && !self.costs.pass_only().contains(before) {
                        offer(self.way_then(before, &[(last, fare), (start, price)]));
                    }
                }
            }
        }
        best
    }

    /// The way to a cell and some steps more, if the points suffice.
    fn way_then(&self, cell: Cell, steps: &[(Cell, u8)]) -> Option<Path> {
        let spent = usize::from(self.passing_cost(cell)?);
        let more: usize = steps.iter().map(|&(_, price)| usize::from(price)).sum();
        if spent + more > usize::from(self.walk.allowance) {
            return None;
        }
        let mut way = self.way(cell);
        for &(next, price) in steps {
            way.push(next, price);
        }
        Some(way)
    }

    /// Whether one way is chosen before another.
    fn prefers(&self, a: &Path, b: &Path) -> bool {
        let rank = |&cell: &Cell| self.costs.tiling().printed_rank(cell);
        let by_name = || a.iter().map(rank).cmp(b.iter().map(rank));
        (a.cost, a.len).cmp(&(b.cost, b.len)).then_with(by_name).is_lt()
    }

    /// The way to a cell that was reached.
    fn way(&self, to: Cell) -> Path {
        let mut path = Path::staying(self.walk.start);
        if to == self.walk.start {
            return path;
        }
        let rings = self.rings_around(to);
        let mut here = self.walk.start;
        for ring in (0..rings.ends.len()).rev().map(|index| rings.ring(index)) {
            let next = self
                .tight_steps(here)
                .filter(|(next, _)| ring.contains(next))
                .min_by_key(|&(next, _)| self.costs.tiling().printed_rank(next));
            let Some((next, price)) = next else { unreachable!("the steps were counted") };
            path.push(next, price);
            here = next;
        }
        path
    }

    /// The cells on cheapest ways to a destination, by the fewest steps to go on such a way: first the
    /// destination, last those one step from the start. Goes back until it meets the start.
    fn rings_around(&self, to: Cell) -> Rings {
        let mut rings = Rings::around(to);
        let mut seen = CellSet::of(to);
        loop {
            let inner = rings.last();
            for index in inner {
                for origin in self.tight_origins(rings.cells[index]) {
                    if origin == self.walk.start {
                        rings.drop_unfinished();
                        return rings;
                    }
                    if seen.insert(origin) {
                        rings.cells.push(origin);
                    }
                }
            }
            rings.close();
        }
    }

    /// The steps out of a cell that are part of cheapest ways, with their prices.
    fn tight_steps(&self, here: Cell) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let tiling = self.costs.tiling();
        let spent = self.passing_cost(here);
        tiling.directions().iter().filter_map(move |&direction| {
            let price = self.walk.price(self.costs, here, direction)?.get();
            let next = tiling.step(here, direction)?;
            self.is_passing_cost(next, spent?.checked_add(price)?).then_some((next, price))
        })
    }

    /// The cells from which a step into a cell is part of cheapest ways.
    fn tight_origins(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let spent = self.passing_cost(cell);
        self.origins(cell).filter_map(move |(origin, price)| {
            self.is_passing_cost(origin, spent?.checked_sub(price)?).then_some(origin)
        })
    }

    /// The cells from which the move may step into a cell if it gets to them, with the price.
    fn origins(&self, cell: Cell) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let tiling = self.costs.tiling();
        tiling.directions().iter().filter_map(move |&direction| {
            let origin = tiling.step(cell, direction.opposite())?;
            let price = self.walk.price(self.costs, origin, direction)?.get();
            self.walk.goes_on_from(origin).then_some((origin, price))
        })
    }
}
