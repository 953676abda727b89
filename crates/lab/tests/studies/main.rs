//! Studies from the request to the files: what they hold, and that nothing but the plan decides it.

mod brigade;
mod common;
mod determinism;
mod faults;
mod files;
mod grand_tactical;
mod plans;
mod without_room;
