//! Line of sight [BR 7.0], worked out once for the fixed ground.

use field::{Cell, CellSet};

use super::ground::Ground;

/// What can be seen from each hex, up to the longest range of any gun.
#[derive(Clone, Debug)]
pub struct Sight {
    clear: Vec<CellSet>,
}

impl Sight {
    /// Looks from every hex to every hex in range.
    pub fn new(ground: &Ground, longest: u8) -> Sight {
        let grid = &ground.grid;
        let mut clear = vec![CellSet::EMPTY; grid.slots()];
        for from in ground.land.iter() {
            let mut around = grid.disc(from, usize::from(longest)) & ground.land;
            around.remove(from);
            clear[from.index()] = match ground.elevated.contains(from) {
                // [BR 7.0] Elevated guns fire over whatever lies between.
                true => around,
                false => around.iter().filter(|&to| is_clear(ground, from, to)).collect(),
            };
        }
        Sight { clear }
    }

    /// Whether a gun in one hex sees another, which must be within the longest range.
    #[inline]
    pub fn is_clear(&self, from: Cell, to: Cell) -> bool {
        self.clear[from.index()].contains(to)
    }

    /// The hexes that a gun in a hex sees, up to the longest range.
    #[inline]
    pub fn seen_from(&self, from: Cell) -> &CellSet {
        &self.clear[from.index()]
    }
}

/// [BR 7.0?] Whether nothing lies in the way: one hex for each hex of distance, or where the line
/// runs along a hexside the two beside it, which block only together. What is off the map blocks
/// nothing.
fn is_clear(ground: &Ground, from: Cell, to: Cell) -> bool {
    !ground.grid.stepped_line(from, to).any(|step| step.is_blocked_by(&ground.blocking))
}
