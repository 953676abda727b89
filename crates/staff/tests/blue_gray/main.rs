//! The staff of Blue & Gray.

mod assessment;
mod common;
mod kinds;
mod legal;
mod marches;
mod obvious;
mod obvious_last;
mod obvious_prices;
mod puzzles;
mod reasons;
mod review;
