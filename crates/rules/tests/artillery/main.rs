//! Artillery, lines of sight, terrain, and the door of positions: a module a printed rule, named after its number.

#[path = "../common/fixture.rs"]
mod fixture;
