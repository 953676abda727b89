//! Ground without games.
//!
//! A [`Grid`] is a sheet of numbered cells, flat-top hexes or squares. A [`Cell`] and an
//! [`Edge`] are small integers that make sense together with the grid they came from; a
//! [`CellSet`] is a bit set of cells with set algebra and shifts to neighbours.
//!
//! Nothing here knows of terrain, units or turns, and nothing computes with floating point.

mod cell;
mod cell_set;
mod grid;
mod lanes;
mod line;
mod measure;
mod name;
mod reach;
mod shift;
mod stepped;
mod table;
mod tiling;

pub use cell::{Cell, Direction, Edge, MAX_COLUMNS, MAX_ROWS};
pub use cell_set::{CellSet, Cells};
pub use grid::{Grid, GridError, Shape};
pub use line::{Line, LineStep};
pub use name::{CellName, EdgeName};
pub use reach::{FirstSteps, Path, Reach, Search, SlowReach, StepCosts, Walk, reach_slow};
pub use shift::Gates;
pub use table::{CellMap, EdgeMap};
