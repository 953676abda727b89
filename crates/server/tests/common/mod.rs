//! What the tests share.

pub mod http;
#[allow(dead_code, reason = "not every test program starts a cluster of its own")]
pub mod postgres;
pub mod table;
