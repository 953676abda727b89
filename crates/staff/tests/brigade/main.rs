//! The staff of the brigade game.

mod assessment;
mod common;
mod legal;
mod machine;
mod obvious;
mod puzzles;
mod reasons;
mod review;
