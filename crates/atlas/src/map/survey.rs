//! Looks at a map as a whole: do creeks run, do roads join, can every place be reached?
//!
//! Pure questions about a map that loaded. None of the answers is a fault: a creek may well sink away
//! and a lane end at a farm. [`Map::remarks`](super::Map::remarks) lists what a maker should look at twice.

mod creeks;
mod regions;
mod remarks;

pub use creeks::{Corner, End, WaterLine, creek_lines, stream_lines};
pub use regions::{Over, banks, regions, road_network};
pub use remarks::Remark;

use field::{Cell, CellSet, Grid};

/// Whether the sheet ends beside the cell.
pub fn on_border(grid: &Grid, cell: Cell) -> bool {
    grid.neighbours(cell).count() < grid.directions().len()
}

/// The cells at most so many steps away, and the cell itself.
fn within(grid: &Grid, cell: Cell, steps: usize) -> CellSet {
    let mut reached: CellSet = [cell].into_iter().collect();
    for _ in 0..steps {
        let next: Vec<Cell> =
            reached.iter().flat_map(|from| grid.neighbours(from).map(|(_, to)| to)).collect();
        next.into_iter().for_each(|cell| {
            reached.insert(cell);
        });
    }
    reached
}
