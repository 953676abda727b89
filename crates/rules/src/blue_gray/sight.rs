//! Line of sight [BG 8.3] and lines over water, worked out once for the fixed ground.

use field::{Cell, CellSet};

use super::ground::Ground;

/// What can be seen from each hex up to the longest range of any gun.
#[derive(Clone, Debug)]
pub struct Sight {
    longest: u8,
    /// Per hex, the hexes in its line of sight.
    clear: Vec<CellSet>,
    /// Per hex, the hexes whose line from it crosses water.
    wet: Vec<CellSet>,
}

impl Sight {
    /// Looks from every hex to every hex in range.
    pub fn new(ground: &Ground, longest: u8) -> Sight {
        let grid = &ground.grid;
        let mut sight = Sight {
            longest,
            clear: vec![CellSet::EMPTY; grid.slots()],
            wet: vec![CellSet::EMPTY; grid.slots()],
        };
        if longest == 0 {
            return sight;
        }
        for from in grid.cells().filter(|&cell| ground.land.contains(cell)) {
            let mut around = grid.disc(from, usize::from(longest)) & ground.land;
            around.remove(from);
            for to in around {
                if is_clear(ground, from, to) {
                    sight.clear[from.index()].insert(to);
                }
                if crosses_water(ground, from, to) {
                    sight.wet[from.index()].insert(to);
                }
            }
        }
        sight
    }

    /// [BG 8.31] Whether nothing blocks the line between two hexes, which must be within the longest range.
    pub fn is_clear(&self, from: Cell, to: Cell) -> bool {
        self.clear[from.index()].contains(to)
    }

    /// [BG 9.0] Whether the line between two hexes crosses water: a bombardment over it doubles the defender.
    pub fn crosses_water(&self, from: Cell, to: Cell) -> bool {
        self.wet[from.index()].contains(to)
    }

    /// The hexes in the line of sight, up to the longest range of any gun.
    pub fn seen_from(&self, from: Cell) -> &CellSet {
        &self.clear[from.index()]
    }

    /// The longest range that was looked at.
    pub fn longest(&self) -> u8 {
        self.longest
    }
}

/// [BG 8.31?, 8.32, 8.34] Whether nothing blocks the line: a hex it crosses blocks, and where it runs along a
/// hexside both hexes together; its ends never do, and neither does a hex it meets in a corner. What is off
/// the field of play blocks nothing. [BG 8.35] Units are not asked.
fn is_clear(ground: &Ground, from: Cell, to: Cell) -> bool {
    !ground.grid.line(from, to).is_blocked_by(&ground.blocking)
}

/// [BG 9.0?] Whether the line crosses water. A line along a hexside or through a corner is moved a hair to
/// the left and to the right, and crosses water if both do.
fn crosses_water(ground: &Ground, from: Cell, to: Cell) -> bool {
    let line = ground.grid.line(from, to);
    let wet_cell = |cell: Option<Cell>| cell.is_some_and(|cell| ground.river.contains(cell));
    let wet_edge = |edge| {
        let (a, b) = ground.grid.edge_cells(edge);
        ground.crosses_creek(a, b)
    };
    (line.left_path().any(wet_cell) || line.left_edges().any(wet_edge))
        && (line.right_path().any(wet_cell) || line.right_edges().any(wet_edge))
}
