//! The games: pure, deterministic, without I/O and without a clock.
//!
//! Each system is a module of its own on one loop: *decision* (who must choose, and what about),
//! *actions* (every legal choice), *check* (legal, or a refusal with its rule number) and *apply* (the
//! only way a state changes). They share the dice, the rule tags and the ground, and nothing by force.

pub mod blue_gray;
pub mod dice;
pub mod game;
pub mod record;
mod rule;

pub use rule::Rule;
