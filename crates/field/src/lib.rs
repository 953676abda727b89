#![doc = include_str!("../README.md")]

mod cell;
mod cell_set;
mod grid;
mod line;
mod measure;
mod name;
mod patch;
mod reach;
mod shift;
mod stepped;
mod table;
mod tiling;

pub use cell::{Cell, Direction, Edge, MAX_COLUMNS, MAX_ROWS};
pub use cell_set::{CellSet, Cells, IntoCells};
pub use grid::{Grid, GridError, Shape};
pub use line::{Line, LineStep};
pub use name::{CellName, EdgeName};
pub use patch::Patch;
pub use reach::{
    Ends, Path, Reach, Search, SlowReach, StepCosts, StepPrices, Trail, Walk, reach_slow,
};
pub use shift::Gates;
pub use table::{CellMap, EdgeMap};
