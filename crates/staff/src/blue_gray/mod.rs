//! The staff of Blue & Gray.
//!
//! [`Player`] chooses; its plans are made in `movement`, its attacks and the choices after the die in `combat`, both by
//! what `position` says that a board is worth; `say` gives the reasons, `review` looks back on a game, `puzzles` finds and
//! proves puzzles; `staff` gives all of it to the [`interface`](crate::interface) that every system shows.

mod arena;
mod combat;
mod movement;
mod player;
mod position;
mod puzzles;
mod review;
mod say;
mod staff;

pub use arena::Seat;
pub use player::{Chosen, Player, choose};
pub use position::assessment::Assessor;
pub use position::weights::Weights;
pub use staff::{SCALE, work_of};
