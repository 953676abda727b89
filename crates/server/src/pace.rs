//! The pace of a game: how much time its players have, and who keeps it.
//!
//! [`Pace`] is what was agreed when the game was set up. [`Ledger`] counts the time that each stint of a player has
//! taken; [`ServerTime`] is the time by which it counts: the time while the server ran and could write, whatever becomes
//! of the machine's hour. The time limit of a phase is one kind of stint among the others. Which stint it is, the table
//! says; nothing here knows a game.

mod ledger;
mod server_time;
mod terms;
mod view;

pub use ledger::{Alarm, Grant, Key, Ledger, Next, StintKind, Timer};
pub use server_time::{BEAT, ServerTime};
pub use terms::{AtEnd, DAY, HOUR, Pace, Time, span};
pub use view::{ClockView, PacePlace, PaceView, PauseStage, PauseView, SeatPace, SeatsPace};
