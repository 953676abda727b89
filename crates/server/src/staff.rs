//! The computer at the table: it plays seats, gives hints, assesses positions and reviews finished
//! games.
//!
//! Who thinks is crate `staff`, behind an interface that is the same for every system of rules; here
//! is when, and for whom. [`pool`] thinks on threads of its own, so that nobody who is served ever
//! waits for a thought; [`seats`] plays, [`hint`] advises, [`review`] looks back. Whatever a computer
//! decides goes through the same door as a person's action: nothing here touches a state. What a
//! computer is told of a game is what its seat sees (`Game::seen`).

pub mod computer_seats;
pub mod hint;
pub mod pool;
pub mod queue;
pub mod review;
pub mod seats;

pub use ::staff::{Level, Staff, exists, of};
pub use computer_seats::ComputerSeats;
pub use pool::{NoThought, Thinkers, Times, Wish};
pub use queue::{Haste, Origin};
