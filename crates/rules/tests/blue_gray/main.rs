//! Blue & Gray: the rules by chapter of their books, whole games, records, and what clients see.
//!
//! Tests of a printed rule are named after its number; `crates/rules/index/blue_gray.index` says which letter
//! stands for which book.

#[macro_use]
mod kinds;

mod fixture;

mod artillery;
mod battles;
mod combat;
mod golden;
mod movement;
mod random_games;
mod records;
mod view;
