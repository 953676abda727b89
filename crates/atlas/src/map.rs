//! The model of a map: what `map.json` says, once it has been found free of faults.
//!
//! Everything a player sees on the sheet and everything the rules read of the ground is in here and
//! nowhere else. `docs/maps.md` describes the file.

mod features;
mod ground;
mod json;
mod names;
mod read;
pub mod survey;
mod write;

use std::collections::BTreeMap;

use field::{Cell, Edge, Grid};

pub use features::{
    Crossing, CrossingKind, Entry, Exit, Label, LabelKind, Objective, Provenance, RoadClass,
    RoadStep, Sheet, Watercourse,
};
pub use ground::{Ground, Hexside, Redoubt, System, Terrain};
pub use read::MAX_BYTES;

/// A map free of faults.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// Short name, as in `blue-gray/antietam`.
    pub id: String,
    /// Title and subtitle with a colon between them.
    pub title: String,
    /// Whose rules it is drawn for.
    pub system: System,
    /// The cells.
    pub grid: Grid,
    /// The sheet as paper.
    pub sheet: Sheet,
    /// What each cell is like; by [`Cell::index`], `None` in slots without a cell.
    pub ground: Vec<Option<Ground>>,
    /// What lies on hexsides; only those with something on them.
    pub hexsides: BTreeMap<Edge, Hexside>,
    /// Steps of roads, in order.
    pub roads: Vec<RoadStep>,
    /// Steps of railroads: scenery.
    pub railroads: Vec<(Cell, Cell)>,
    /// Water that fills cells.
    pub rivers: Vec<Watercourse>,
    /// River cells that may be passed through.
    pub crossings: BTreeMap<Cell, Crossing>,
    /// Names on the sheet.
    pub labels: Vec<Label>,
    /// Cells that are worth something.
    pub objectives: BTreeMap<Cell, Objective>,
    /// Cells where reinforcements come on.
    pub entries: BTreeMap<Cell, Entry>,
    /// Cells where units may leave.
    pub exits: BTreeMap<Cell, Exit>,
    /// Where the facts come from.
    pub provenance: Provenance,
}

impl Map {
    /// What a cell is like.
    ///
    /// # Panics
    /// If the cell is not of this map's grid.
    pub fn ground(&self, cell: Cell) -> &Ground {
        self.ground[cell.index()].as_ref().expect("a cell of this map")
    }

    /// What lies between two neighbouring cells, if anything does.
    pub fn hexside(&self, a: Cell, b: Cell) -> Option<&Hexside> {
        self.hexsides.get(&self.grid.edge(a, b)?)
    }

    /// The name of an edge as files write it: its cells in print order.
    pub fn edge_name(&self, edge: Edge) -> String {
        let (a, b) = self.grid.edge_cells(edge);
        let (a, b) = if self.print_order(a) <= self.print_order(b) { (a, b) } else { (b, a) };
        format!("{}|{}", self.grid.name(a), self.grid.name(b))
    }

    /// Sorts cells as their printed names read: hexes by column and row, squares by x and y.
    pub fn print_order(&self, cell: Cell) -> (usize, usize) {
        if self.grid.is_hex() { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) }
    }
}
