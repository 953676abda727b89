//! The games: pure, deterministic, without I/O and without a clock.
//!
//! Each system of rules is a module of its own on one loop: *decision* (who must choose, and what about),
//! *actions* (every legal choice), *check* (legal, or a refusal with its rule number) and *apply* (the
//! only way a state changes). [`System`] is what they have in common; [`game::Game`] is the enum over
//! all of them; [`record`], [`perft`] and [`random`] are written once on top.

mod bid;
pub mod blue_gray;
pub mod brigade;
mod column;
pub mod dice;
mod facts_file;
pub mod game;
mod goals;
pub mod grand_tactical;
pub mod ids;
pub mod json;
pub mod lesson;
mod moment;
mod narrate;
pub mod paper;
pub mod perft;
pub mod places;
mod plan;
pub mod printed;
pub mod random;
pub mod record;
mod rule;
mod search;
mod sheet;
pub mod system;
mod threats;
#[cfg(feature = "toy")]
pub mod toy;
mod words;

pub use bid::Bid;
pub use moment::{Moment, Outcome};
pub use rule::{Refused, Rule};
pub use system::System;
