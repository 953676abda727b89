//! Ways to reach the holder of a seat, and what he is told by them.

use atlas::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment::Moment;

/// By which means somebody is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// A mail.
    Mail,
    /// A call of an address of his own, with JSON.
    Webhook,
    /// A notice of his browser.
    Push,
    /// A feed that he reads himself.
    Feed,
}

impl Means {
    /// Every means.
    pub const ALL: [Means; 4] = [Means::Mail, Means::Webhook, Means::Push, Means::Feed];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Means::Mail => "mail",
            Means::Webhook => "webhook",
            Means::Push => "push",
            Means::Feed => "feed",
        }
    }

    /// Reads a means.
    pub fn from_word(word: &str) -> Option<Means> {
        Means::ALL.into_iter().find(|means| means.word() == word)
    }
}

/// How often somebody is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Each time a decision becomes his.
    #[default]
    Each,
    /// The same, gathered: at most once an hour for an address.
    Digest,
    /// Only when his decision has waited for a day, and when the game is over.
    Reminders,
}

impl Pace {
    /// Every pace.
    pub const ALL: [Pace; 3] = [Pace::Each, Pace::Digest, Pace::Reminders];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Each => "each",
            Pace::Digest => "digest",
            Pace::Reminders => "reminders",
        }
    }

    /// Reads a pace.
    pub fn from_word(word: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.word() == word)
    }

    /// Whether somebody of this pace wants to hear of it.
    pub const fn wants(self, what: What) -> bool {
        match (self, what) {
            (Pace::Each | Pace::Digest, _) => true,
            (Pace::Reminders, What::Turn | What::TakeBack) => false,
            (Pace::Reminders, What::Reminder | What::Over | What::Test | What::Confirm) => true,
        }
    }
}

/// What somebody is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A decision became his.
    Turn,
    /// It still waits for him.
    Reminder,
    /// The other side wishes to take something back.
    TakeBack,
    /// The game is over.
    Over,
    /// He wanted to see whether it works.
    Test,
    /// He is asked whether the address is his.
    Confirm,
}

impl What {
    /// Everything.
    pub const ALL: [What; 6] =
        [What::Turn, What::Reminder, What::TakeBack, What::Over, What::Test, What::Confirm];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            What::Turn => "turn",
            What::Reminder => "reminder",
            What::TakeBack => "take_back",
            What::Over => "over",
            What::Test => "test",
            What::Confirm => "confirm",
        }
    }

    /// Reads it.
    pub fn from_word(word: &str) -> Option<What> {
        What::ALL.into_iter().find(|what| what.word() == word)
    }
}

/// What is needed to use an address besides itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChannelKeys {
    /// Of a webhook: with what its calls are signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Of a browser: its public key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p256dh: Option<String>,
    /// Of a browser: what it shares with whoever may write to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth: Option<String>,
}

/// A way to reach the holder of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// Whose seat.
    pub side: Side,
    /// By which means.
    pub means: Means,
    /// How often.
    pub pace: Pace,
    /// The address; empty for a feed.
    pub target: String,
    /// What is needed to use it.
    pub keys: ChannelKeys,
    /// When it was given.
    pub created: Moment,
    /// When it was confirmed; nothing is sent to it before.
    pub confirmed: Option<Moment>,
}

/// What a message says, of any means: nothing but what whoever waits may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Said {
    /// The battle's title.
    pub title: String,
    /// The game-turn; none before the game has begun.
    pub turn: Option<u16>,
    /// How many there are.
    pub turns: Option<u16>,
    /// The phase, and whose it is.
    pub phase: Option<String>,
    /// How the game ended.
    pub ended: Option<String>,
}

/// Something that the holder of a seat is to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whose seat.
    pub side: Side,
    /// What.
    pub what: What,
    /// In which words.
    pub said: Said,
}

/// What a change of a game means to those who are not at the table; written with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Telling {
    /// The game.
    pub game: String,
    /// When.
    pub at: Moment,
    /// The number of the entry that causes it.
    pub cause: u64,
    /// Who did it: he is at the table.
    pub by: Option<Side>,
    /// Whose decision it no longer is: what waits to tell them so is no longer true.
    pub left: Vec<Side>,
    /// What is to be told.
    pub notices: Vec<Notice>,
}
