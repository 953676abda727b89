//! The battles' own books: Antietam, Fredericksburg, Chattanooga: a module a printed rule, named after its number.

#[path = "../common/fixture.rs"]
mod fixture;
