//! Brigade: the rules by chapter of their booklet, the worked examples, whole games, records and
//! what the door refuses.
//!
//! Tests of a printed section are named after its number (`b8_0_…` is BR 8.0).

mod fixture;

mod advance;
mod arrivals;
mod assault;
mod bombardment;
mod brute_force;
mod door;
mod duties;
mod examples;
mod golden;
mod minimal;
mod movement;
mod questions;
mod random_games;
mod reference;
mod refusals;
mod retreat;
mod retreats;
mod rules_file;
mod turns;
mod withdrawal;
