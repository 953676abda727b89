//! Drawing.

pub mod font;
pub mod png;
