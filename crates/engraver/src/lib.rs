//! Drawing.

pub mod font;
