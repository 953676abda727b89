//! The record of a game: a header, a line for every action, and the seed at the end.
//!
//! JSON Lines, in the order of play. Replaying a record gives the same states on every machine, or the
//! build is broken; with the seed revealed, every draw can be checked against it. `docs/records.md`
//! describes the formats; everything here is the same for every system of rules.

mod clock;
mod line;
mod replay;
mod step;
mod text;
mod write;

pub use crate::bid::Bid;
pub use clock::TIME_EXPIRED;
pub(crate) use clock::{first_event, sentence};
pub(crate) use line::side_word;
pub use line::{
    ActionLine, Cause, Contributed, ContributionLine, DicePolicy, EndLine, FORMAT, HeaderLine,
    Line, LineError,
};
pub use replay::{RecordError, Replay, Verified, header_of};
pub use step::{
    Done, NotRecorded, START, Source, act, begin, begin_from, expire, first_state, redo, state_hash,
};
pub use text::Text;
pub use write::Recorder;
