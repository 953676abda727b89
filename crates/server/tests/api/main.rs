//! The server as a client meets it: a real listener, a real file.

#[path = "../common/mod.rs"]
mod common;

mod assets;
mod computer;
mod connections;
mod folder;
mod fuzz;
mod games;
mod hidden;
mod learning;
mod limits;
mod manners;
mod openapi;
mod play;
mod records;
mod refusals;
mod storage;
mod stream;
mod takeover;
mod thinking;
