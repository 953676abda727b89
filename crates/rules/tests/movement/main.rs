//! The sequence of play, movement, zones of control, night and attack effectiveness: a module a printed rule, named after its number.

#[path = "../common/fixture.rs"]
mod fixture;

mod chapter_5;
