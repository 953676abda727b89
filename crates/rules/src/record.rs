//! Records: a game as JSON Lines, and its replay.
//!
//! The first line is the header; then a line an action with its throws, its events and the hash of the
//! state after it; at the end, if the game is over, the seed is revealed. Replaying a record gives the same
//! events and hashes on every machine, and every throw can be checked against the revealed seed.
//! `docs/records.md` describes the format.

mod line;
mod replay;
pub mod step;
mod write;

pub use line::{ActionLine, EndLine, FORMAT, HeaderLine, Line, LineError};
pub use replay::{RecordError, Replay, Verified};
pub use step::{NotRecorded, START, state_hash};
pub use write::Recorder;
