//! Mass play: many games between computer players, and what they say about a battle.
//!
//! A [`Study`] is a [`Plan`] with its battles made ready. [`run()`] plays its games on several threads and
//! keeps each in the [`Journal`] of a folder as soon as it is over; [`publish()`] makes tables and a report of
//! a journal. A game depends on the plan and on its own number alone, so neither the number of threads, nor
//! interruptions, nor the way a study is split over machines changes a byte of the tables.
//!
//! Everything above the rooms is the same for every system: a row a game, a row a turn, a report of how games
//! ended. A system's own tables and pictures are in the folder named after it, behind the trait `room::Room`.
//!
//! What is not here: terminals and arguments (the program's), how players think (`staff`), and rules.

mod blue_gray;
mod brigade;
mod fault;
mod grand_tactical;
mod journal;
mod merge;
mod plan;
mod play;
mod publish;
mod report;
mod room;
mod rooms;
mod rows;
mod run;
mod seats;
pub mod statistics;
mod summary;
mod tables;
mod wording;

pub use fault::LabError;
pub use journal::{Journal, NAME as JOURNAL};
pub use merge::{Merged, merge};
pub use plan::{Plan, Request, Shard, Study, fingerprint};
pub use play::{play, record};
pub use publish::{Published, publish};
#[doc(hidden)]
pub use rooms::without_room;
pub use rows::{GameRow, Level, Own, TurnRow};
pub use run::{Ran, run};
pub use staff::Contender;
pub use wording::counted;
