//! The record of a game: a header, a line for every action, and the seed at the end.
//!
//! JSON Lines, in the order of play. Replaying a record gives the same states on every machine, or the
//! build is broken; with the seed revealed, every draw can be checked against it. `docs/records.md`
//! describes the formats; everything here is the same for every system of rules.

mod begin;
mod clock;
mod header;
mod line;
mod replay;
mod step;
mod strict;
mod text;
mod witness;
mod write;

pub use crate::bid::Bid;
pub use begin::{Terms, begin, begin_from, begin_with, blank, first_state};
pub use clock::TIME_EXPIRED;
pub(crate) use clock::{first_event, sentence};
pub use header::HeaderLine;
pub(crate) use line::side_word;
pub use line::{
    ActionLine, Cause, ChainKind, Contributed, ContributionLine, DicePolicy, EndLine, FORMAT,
    HostDiceLine, Line, LineError, NewChainLine,
};
pub use replay::{RecordError, Replay, Verified, header_of};
pub use step::{Done, NotRecorded, START, Source, act, expire, redo, state_hash};
pub use text::Text;
pub use witness::{Chain, Deposit, UsedLink, UsedLinks, Witnesses};
pub use write::Recorder;
