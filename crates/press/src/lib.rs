//! What leaves the house: kits for playing on paper, and finished games as stories to share.
//!
//! A kit is put together from a battle's files, the facts of its games and the rulebook; the engraver sets the pages. A
//! story is a record replayed: a page that runs by itself, or an animated picture. No system of rules is named here:
//! what differs between them their games say themselves.

mod book;
mod cards;
mod charts;
mod kit;
mod pieces;
mod sheets;
pub mod story;

pub use kit::{Kind, Kit, KitError, Order, Part, Source, assemble, pdf};
