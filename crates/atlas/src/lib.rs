//! The map and battle files: what they say, as a model, and everything that can be wrong with them.
//!
//! This crate reads *text that was already read*: it opens no file. A loader returns either the whole
//! model or every fault it found, each with its place and what was expected there.

pub mod battle;
pub mod builtin;
pub mod fault;
pub mod map;
mod side;

pub use side::{BySide, Side};
