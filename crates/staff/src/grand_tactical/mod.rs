//! The staff of the Grand-tactical game.
//!
//! [`Player`] chooses. A phase is planned as a whole (`plan`): foot and horse in `march`, who guards what in
//! `guards`, guns in `guns`, fronts, targets and assaults in `plots`, leaders in `leaders`, works and forced marches in
//! `works`, all at a `desk` by what `scene` says of every square, as a `temper` weighs it. `trial` plays rival manners out,
//! a General's with the even `luck`; `change` and `lots` improve the best of them. `value` says what a position promises,
//! `assessment` what that comes to by `experience`; `memory` is what a seat remembers of a hidden game; `say` gives the
//! reasons, `review` looks back on a game. `staff` gives all of it to the [`interface`](crate::interface) that every
//! system shows.

mod arena;
mod assessment;
mod change;
mod desk;
mod experience;
mod ground;
mod guards;
mod guns;
mod leaders;
mod lots;
mod luck;
mod march;
mod memory;
mod plan;
mod player;
mod plots;
mod puzzles;
mod review;
mod say;
mod scene;
mod staff;
mod temper;
mod trial;
mod value;
mod works;

pub use arena::Seat;
pub use assessment::Assessor;
pub use player::{Chosen, Player};
pub use staff::{SCALE, work_of};
pub use temper::Temper;
