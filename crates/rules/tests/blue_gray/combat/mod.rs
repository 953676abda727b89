//! Combat: who attacks whom, odds, results, retreat, displacement and advance: a module a printed rule,
//! named after its number.

mod reference;
pub mod words;

mod advance;
mod brute_force;
mod chains;
mod displacement;
mod elections;
mod exchange;
mod loaded;
mod multi_hex;
mod odds;
mod results;
mod retreat;
mod who_attacks;
