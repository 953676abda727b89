//! What the position doors of all systems share: JSON read with its duplicates refused, readers that say
//! where something is wrong, and the head of a position.

mod action;
mod header;
mod named;
mod question;
mod read;
mod text;

pub use header::{Header, seed_of};
pub use text::parse;

pub(crate) use action::{entry, kind_and_body, march, need_cell, need_unit, path};
pub(crate) use header::{check_header, seed_and_sequence};
pub(crate) use named::{Names, cell, hexes, unit, units};
pub(crate) use question::Question;
pub(crate) use read::{Object, each, expected, list, number, side, text, whole};
