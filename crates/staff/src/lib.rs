//! The computer players: one room a system, and above them what all systems share.
//!
//! [`interface`] is what programs see of a staff: a [`Player`] yields one legal action for whatever decision is due,
//! and says why; a [`Judge`] looks back on decisions; a [`Staff`] makes both, and assesses positions. [`of`] gives the
//! staff of a game, and is the only place here that knows which systems there are. The [`Level`]s differ in thought,
//! not in knowledge: all of them act through the engine's own actions, judge with its own odds, and are told only what
//! their seat sees.
//!
//! Players have no clock, no thread and no file. How long to think is a [`Budget`], and whoever has a clock passes it
//! in as a question; [`clock`] does so for those who play by it.

pub mod blue_gray;
pub mod bout;
pub mod brigade;
mod budget;
mod chances;
pub mod clock;
mod contender;
pub mod grand_tactical;
pub mod interface;
mod level;
mod names;
pub mod puzzle;
mod race;
mod review;
mod room;
mod say;
mod scale;
mod turning;

use std::sync::Arc;

use atlas::battle::Battle as Files;
use rules::blue_gray::Prepared as BlueGray;
use rules::brigade::Prepared as Brigade;
use rules::game::{Game, InGame};
use rules::grand_tactical::Battle as GrandTactical;

pub use budget::{Budget, Due, TurnTime, Work, share_of_nodes};
pub use clock::{Deadline, Time, Timed};
pub use contender::Contender;
pub use interface::{
    Assessment, Choice, Interrupted, Judge, Judgement, LevelChance, Player, Scope, Staff,
};
pub use level::Level;
pub use names::Names;
pub use scale::Scale;
pub use turning::{Better, Judged, TurningPoint, turning_points};

/// The staff of a game, which calls places by the names in its files; `None` if its system has none.
pub fn of(game: &Arc<Game>, files: &Files) -> Option<Arc<dyn Staff>> {
    room::staff_of::<BlueGray>(game, files)
        .or_else(|| room::staff_of::<Brigade>(game, files))
        .or_else(|| room::staff_of::<GrandTactical>(game, files))
}

/// Whether the system of a game has a staff.
pub fn exists(game: &Game) -> bool {
    is::<BlueGray>(game) || is::<Brigade>(game) || is::<GrandTactical>(game)
}

/// Whether the rules of a game print a procedure for solitaire play that can be seated.
pub fn has_machine(game: &Game) -> bool {
    is::<Brigade>(game)
}

fn is<S: InGame>(game: &Game) -> bool {
    S::of_game(game).is_some()
}
