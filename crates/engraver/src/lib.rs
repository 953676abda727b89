//! Maps, counters and boards drawn from the model: SVG, and PNG made from it.
//!
//! A map is surveyed once (lines, areas, where names go) and then drawn layer by layer; the same file
//! gives the same bytes everywhere. Nothing here reads a file or knows a rule of play.

pub mod counter;
mod cover;
mod crossings;
mod farms;
pub mod figure;
pub mod film;
pub mod font;
mod furniture;
pub mod geometry;
mod grid_art;
mod ground;
mod labels;
mod legend;
mod legend_art;
mod marks;
mod noise;
mod outline;
mod palette;
pub mod png;
mod point;
mod polyline;
pub mod print;
mod roads;
mod sheet;
mod survey;
mod svg;
mod towns;
pub mod units;
mod water;
mod water_art;
mod works;

pub use furniture::credit;
pub use palette::Theme;
pub use point::Point;
pub use sheet::{
    BLEED, Options, battle_svg, board_fragment, board_svg, legend_svg, map_svg, position_svg,
};
pub use svg::escape;
