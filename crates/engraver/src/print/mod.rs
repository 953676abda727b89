//! Pages of paper: map tiles, counter sheets, tables and running text, and the PDF that is made of them.
//!
//! Everything is laid out first, in millimetres, as a [`Document`] of [`Item`]s that can be counted and measured, and
//! only then written ([`write()`]). The same document gives the same bytes everywhere. Nothing here knows a rule of play.

pub mod counters;
pub mod flow;
mod page;
mod paper;
pub mod text;
pub mod tiles;
pub mod track;
mod vector;
mod write;

pub use page::{Colour, Document, DrawingId, Item, Mark, Page, Rect, Words};
pub use paper::{MARGIN, Paper};
pub use write::{PrintError, write};
