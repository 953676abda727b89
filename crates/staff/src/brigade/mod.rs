//! The staff of the brigade game.
//!
//! [`Player`] chooses; its plans are made in `movement`, its assaults, bombardments and the choices after the die in
//! `combat`, all by what `position` says that a board is worth; `say` gives the reasons, `review` looks back on a
//! game, `puzzles` finds and proves puzzles, `machine` is the procedure that the rules print for solitaire play. `staff` gives all of it to the
//! [`interface`](crate::interface) that every system shows.

mod arena;
mod combat;
mod machine;
mod movement;
mod player;
mod position;
mod puzzles;
mod review;
mod say;
mod staff;
mod thought;

pub use arena::Seat;
pub use machine::Machine;
pub use player::{Chosen, Player, choose};
pub use position::assessment::Assessor;
pub use position::weights::Weights;
pub use staff::{SCALE, work_of};
pub use thought::Thought;
