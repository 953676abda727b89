//! Orders and their reasons, in words.

pub mod actions;
pub mod words;
