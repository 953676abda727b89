//! The way to a destination: of the cheapest ways, one of those with the fewest steps, and of these the
//! one whose list of printed names is smallest.

use std::ops::Deref;

use super::trail::Trail;
use super::{AnyPlanes, Reach};
use crate::Cell;

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

impl Reach<'_> {
    /// The way to a cell, if the move may end there: of least cost, then of fewest steps, then the
    /// smallest list of printed names.
    pub fn path(&self, to: Cell) -> Option<Path> {
        let cost = self.cost(to)?;
        Some(self.way(to, cost))
    }

    /// The cells that the [path](Reach::path) to a cell enters, one after another.
    pub fn steps(&self, to: Cell) -> Option<Trail<'_>> {
        let cost = self.cost(to)?;
        Some(self.trail(to, cost))
    }

    /// What the [round trip](Reach::round_trip) costs, without the way.
    pub fn round_trip_cost(&self) -> Option<u8> {
        self.round_trip_costs().min()
    }

    /// Whether there is a [round trip](Reach::round_trip).
    pub fn has_round_trip(&self) -> bool {
        self.round_trip_costs().next().is_some()
    }

    /// What it costs to leave the start and come back, by the side one comes back by.
    fn round_trip_costs(&self) -> impl Iterator<Item = u8> + '_ {
        let start = self.walk.start;
        let allowance = usize::from(self.walk.allowance);
        let closed = self.walk.forbidden.contains(start);
        self.origins(start)
            .filter(move |_| !closed)
            .filter_map(|(last, price)| Some(self.cost_turning_at(last)? + usize::from(price)))
            .filter(move |&cost| cost <= allowance)
            .filter_map(|cost| u8::try_from(cost).ok())
    }

    /// The least cost of coming to a neighbour of the start in order to go back from there.
    fn cost_turning_at(&self, last: Cell) -> Option<usize> {
        if !self.costs.pass_only().contains(last) {
            return self.passing_cost(last).map(usize::from);
        }
        if self.walk.forbidden.contains(last) {
            return None;
        }
        let turns =
            |before: Cell| before != self.walk.start && !self.costs.pass_only().contains(before);
        self.origins(last)
            .filter(|&(before, _)| turns(before))
            .filter_map(|(before, fare)| {
                Some(usize::from(self.passing_cost(before)?) + usize::from(fare))
            })
            .min()
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
        let spent = self.passing_cost(cell)?;
        let more: usize = steps.iter().map(|&(_, price)| usize::from(price)).sum();
        if usize::from(spent) + more > usize::from(self.walk.allowance) {
            return None;
        }
        let mut way = self.way(cell, spent);
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

    /// The way to a cell that was reached at this cost.
    fn way(&self, to: Cell, cost: u8) -> Path {
        let mut path = Path::staying(self.walk.start);
        let mut steps = self.trail(to, cost);
        while let Some((cell, cost)) = steps.step() {
            path.push(cell, cost - path.cost);
        }
        path
    }

    /// The cells entered on the way to a cell that was reached at this cost.
    fn trail(&self, to: Cell, cost: u8) -> Trail<'_> {
        let trail = Trail::staying(self.marks);
        match self.planes {
            _ if to == self.walk.start => trail,
            AnyPlanes::Low(planes) => planes.trail(self.costs, &self.walk, (to, cost), trail),
            AnyPlanes::High(planes) => planes.trail(self.costs, &self.walk, (to, cost), trail),
        }
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
