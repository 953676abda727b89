//! The reference: the same answers as the fast search, found in the most obvious way.

use super::{StepCosts, Walk};
use crate::{Cell, CellMap, Grid};

/// How far one move gets, with the best way to every cell spelled out.
#[derive(Clone, Debug)]
pub struct SlowReach {
    best: CellMap<Option<Way>>,
}

/// A way to a cell. Ways order as they are preferred: by cost, by number of steps, by the printed
/// names of the cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Way {
    cost: u32,
    steps: usize,
    names: Vec<usize>,
    cells: Vec<Cell>,
}

/// Finds out how far a move gets, by improving the best known way to every cell until nothing changes.
///
/// It allocates for every way it looks at and is a few hundred times slower than
/// [`Search::reach`](crate::Search::reach), whose results it defines.
pub fn reach_slow(grid: &Grid, costs: &StepCosts, walk: Walk<'_>) -> SlowReach {
    let start = Way { cost: 0, steps: 0, names: Vec::new(), cells: vec![walk.start] };
    let mut best = CellMap::filled(grid, None);
    let mut changed = grid.contains(walk.start);
    if changed {
        best[walk.start] = Some(start);
    }
    while changed {
        changed = false;
        for from in grid.cells() {
            let Some(way) = best[from].clone() else { continue };
            if from != walk.start && walk.stops.contains(from) {
                continue;
            }
            for (direction, to) in grid.neighbours(from) {
                let Some(price) = walk.price(costs, from, direction) else { continue };
                let longer = way.extended(grid, to, u32::from(price.get()));
                let allowed = to != walk.start
                    && !walk.forbidden.contains(to)
                    && longer.cost <= u32::from(walk.allowance);
                if allowed && best[to].as_ref().is_none_or(|known| longer < *known) {
                    best[to] = Some(longer);
                    changed = true;
                }
            }
        }
    }
    for cell in costs.pass_only() {
        if grid.contains(cell) {
            best[cell] = None;
        }
    }
    SlowReach { best }
}

impl Way {
    fn extended(&self, grid: &Grid, to: Cell, price: u32) -> Way {
        let mut longer = self.clone();
        longer.cost += price;
        longer.steps += 1;
        longer.names.push(grid.printed_rank(to));
        longer.cells.push(to);
        longer
    }
}

impl SlowReach {
    /// The least cost of ending the move in a cell, if it may end there; 0 for the start.
    pub fn cost(&self, cell: Cell) -> Option<u8> {
        let way = self.best.get(cell)?.as_ref()?;
        u8::try_from(way.cost).ok()
    }

    /// The preferred way to a cell, the start first, if the move may end there.
    pub fn path(&self, cell: Cell) -> Option<&[Cell]> {
        Some(&self.best.get(cell)?.as_ref()?.cells)
    }
}
