//! How a table reaches players who are not at it: mail, calls of an address, notices of a browser, a feed.
//!
//! What a change of a game means to whom is worked out from the table before and after it (`tell`), with each seat's
//! own eyes, and written in the same transaction (`store/outbox.rs`). An [`office`] sends what is due; no command waits for
//! it. Nothing here knows what is played: a message says which battle, which turn and which phase.

pub mod address;
pub mod call;
mod channel;
mod feed;
mod mail;
pub mod office;
mod parcel;
pub mod seal;
mod tell;
mod webhook;
mod word;

pub use call::Caller;
pub use channel::{Channel, ChannelKeys, Means, Notice, Pace, Said, Telling, What};
pub use feed::atom;
pub use mail::{MailSettings, MailTls, read_address};
pub use office::{Offers, Office, Opened, Opening};
pub use tell::{said, telling};
pub use webhook::new_secret;
pub use word::{Purpose, Words};

/// An hour, in milliseconds.
pub const HOUR: i64 = 60 * 60 * 1000;
/// How long somebody must have done nothing at his table before he is told anything, in milliseconds.
pub const QUIET: i64 = 5 * 60 * 1000;
/// How long a decision waits before somebody is reminded of it, in milliseconds.
pub const REMIND: i64 = 24 * HOUR;
/// In how many ways one seat can be reached.
pub const MOST_CHANNELS: usize = 8;
/// How often an address is asked within a day whether it is somebody's.
pub const MOST_ASKED: i64 = 3;

/// What the host has settled about notices.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How mail is sent, if it is.
    pub mail: Option<MailSettings>,
    /// Whether players may have addresses of the host's own network called, and without TLS.
    pub allow_private: bool,
}
