//! The Grand-tactical system: a battle by the hour, in squares of 200 yards, at three levels of
//! rules.
//!
//! One module a chapter of the book: [`activation`](mod@activation), `command`, `recovery`,
//! `reinforcements`,
//! `movement` and `operations`, `plots`, [`sight`](mod@sight), `combat` with `fire` and `melee`,
//! `retreat`,
//! `losses`, `leaders`, `victory`. [`Battle`] is everything fixed, [`State`] a game at one moment.
//! `json/` is the door, `view/` what clients see, `seen` what a seat observes where units are
//! hidden.
//!
//! Rule tags: `GT` the Intermediate and Advanced rules, `GT-QS` the Quick Start rules, `GT-T` the
//! tables, in the order in which they are printed. D-numbers are our decisions, in
//! `docs/rules/grand-tactical.md`.

pub mod action;
pub mod activation;
mod advance;
pub mod battle;
mod combat;
mod command;
mod compile;
mod distribution;
mod draw;
pub mod event;
mod factors;
pub mod fire;
pub mod ids;
pub mod json;
mod leaders;
pub mod listing;
mod losses;
pub mod melee;
pub mod movement;
mod narrate;
mod observe;
pub mod odds;
mod odds_text;
mod on_sheet;
pub mod operations;
pub mod options;
mod paper;
pub mod perils;
mod places;
mod preview;
pub mod random;
mod reach;
mod read_tables;
mod reasons;
mod recovery;
pub mod refusal;
mod reinforcements;
mod retreat;
mod seen;
mod sequence;
mod show;
pub mod sight;
mod sight_lines;
pub mod start;
pub mod state;
mod system;
pub mod tables;
mod targets;
mod tell;
mod threats;
mod typed;
pub mod victory;
mod view;

pub use action::{Action, Path};
pub use battle::Battle;
pub use combat::resolve_phase;
pub use event::Event;
pub use ids::{LeaderId, PostId, UnitId, UnitSet};
pub use recovery::recovery_chance;
pub use refusal::Refusal;
pub use state::State;
