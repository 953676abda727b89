//! The staff of the Grand-tactical game.

mod assessment;
mod common;
mod hidden;
mod legal;
mod obvious;
mod puzzles;
mod reasons;
mod review;
mod works;
