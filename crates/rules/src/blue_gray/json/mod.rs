//! Positions, actions, events and odds as JSON: one door for people, tests and other programs.
//!
//! The shapes are documented in `docs/systems/blue-gray.md`. Whatever is written here is read back as the same
//! value; whatever is read is either understood completely or refused with everything that is wrong.

mod action;
mod counts;
mod event;
mod odds;
mod pending;
mod pending_check;
mod position;
mod units;

pub use action::{action_to_json, canonical_bytes, listed_to_json, parse_action, read_action};
pub use event::event_to_json;
pub use odds::odds_to_json;
pub use position::Position;
