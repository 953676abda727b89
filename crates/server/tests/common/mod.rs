//! What the tests share.

pub mod http;
pub mod table;
