//! The Grand-tactical system: a battle by the hour, in squares of 200 yards, at three levels of rules.
//!
//! One module a chapter of the book: [`activation`](mod@activation), `command`, `recovery`, `reinforcements`,
//! `movement` and `operations`, `plots`, [`sight`](mod@sight), `combat` with `fire` and `melee`, `retreat`,
//! `losses`, `leaders`, `victory`. [`Battle`] is everything fixed, [`State`] a game at one moment. `json/` is
//! the door, `view/` what clients see, `seen` what a seat observes where units are hidden.
//!
//! Rule tags: `GT` the Intermediate and Advanced rules, `GT-QS` the Quick Start rules, `GT-T` the tables, in
//! the order in which they are printed. D-numbers are our decisions, in `docs/rules/grand-tactical.md`.

pub mod action;
pub mod activation;
pub mod battle;
mod combat;
mod command;
mod compile;
mod draw;
pub mod event;
pub mod ids;
pub mod json;
mod listing;
pub mod movement;
mod observe;
mod operations;
pub mod options;
mod places;
mod read_tables;
mod reasons;
mod recovery;
pub mod refusal;
mod reinforcements;
mod seen;
mod sequence;
pub mod sight;
pub mod start;
pub mod state;
pub mod tables;
pub mod victory;

pub use action::{Action, Path};
pub use battle::Battle;
pub use event::Event;
pub use ids::{LeaderId, PostId, UnitId, UnitSet};
pub use refusal::Refusal;
pub use state::State;
