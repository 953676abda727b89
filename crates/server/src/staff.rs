//! The computer at the table: it plays seats, gives hints, assesses positions and reviews finished
//! games.
//!
//! [`face`] is what every system of rules shows of its staff, and `blue_gray` is the first of them:
//! another system adds its own beside it. [`pool`] thinks on threads of its own, so that nobody who
//! is served ever waits for a thought; [`seats`] plays, [`hint`] advises, [`review`] looks back.
//! Whatever a computer decides goes through the same door as a person's action: nothing here
//! touches a state.

mod blue_gray;
pub mod face;
pub mod hint;
pub mod level;
pub mod pool;
pub mod quarters;
pub mod queue;
pub mod review;
pub mod seats;

pub use face::{Assessment, Choice, LevelChance, Staff, exists, of};
pub use level::{Level, LevelCard};
pub use pool::{NoThought, Thinkers, Times, Wish};
pub use quarters::Quarters;
pub use queue::{Haste, Origin};
