//! Entries: the story of a game, one after another. They are what is stored, and nothing else about a
//! game's course is.

use atlas::Side;
use rules::record::ActionLine;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment::Moment;
use crate::table::{ClockNews, DiceNews};
use crate::tokens::Role;
use crate::words::SideWord;

/// What an entry tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The game was set up.
    Started,
    /// Everybody has sat down: what the set-up draws is thrown, and the game begins.
    Begun,
    /// A seat gave to the dice.
    Dice,
    /// An action that draws waits for its witnesses.
    ThrowWaits,
    /// An action was carried out.
    Action,
    /// The last action was undone.
    Undo,
    /// A seat asked to take back everything after a step.
    TakeBackAsked,
    /// The other seat agreed, and it was taken back.
    TakeBackGranted,
    /// The other seat refused, or the asker thought better of it.
    TakeBackRefused,
    /// A seat offered a draw.
    DrawOffered,
    /// The other seat refused, or the first withdrew.
    DrawRefused,
    /// The other seat agreed.
    DrawAgreed,
    /// A seat gave up.
    Resigned,
    /// Somebody said something.
    Talk,
    /// A seat changed its name or its link.
    Seat,
    /// A seat changed its standing orders.
    Orders,
    /// A player's time runs short: four fifths of it have passed.
    ClockReminder,
    /// Something happened to the clocks.
    Clock,
    /// The game ended.
    Ended,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 19] = [
        Kind::Started,
        Kind::Begun,
        Kind::Dice,
        Kind::ThrowWaits,
        Kind::Action,
        Kind::Undo,
        Kind::TakeBackAsked,
        Kind::TakeBackGranted,
        Kind::TakeBackRefused,
        Kind::DrawOffered,
        Kind::DrawRefused,
        Kind::DrawAgreed,
        Kind::Resigned,
        Kind::Talk,
        Kind::Seat,
        Kind::Orders,
        Kind::ClockReminder,
        Kind::Clock,
        Kind::Ended,
    ];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Started => "started",
            Kind::Begun => "begun",
            Kind::Dice => "dice",
            Kind::ThrowWaits => "throw_waits",
            Kind::Action => "action",
            Kind::Undo => "undo",
            Kind::TakeBackAsked => "take_back_asked",
            Kind::TakeBackGranted => "take_back_granted",
            Kind::TakeBackRefused => "take_back_refused",
            Kind::DrawOffered => "draw_offered",
            Kind::DrawRefused => "draw_refused",
            Kind::DrawAgreed => "draw_agreed",
            Kind::Resigned => "resigned",
            Kind::Talk => "talk",
            Kind::Seat => "seat",
            Kind::Orders => "orders",
            Kind::ClockReminder => "clock_reminder",
            Kind::Clock => "clock",
            Kind::Ended => "ended",
        }
    }

    /// Reads a kind.
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether it makes a new version of the game. Talk, offers and wishes must not outdate a move that is on
    /// its way: only what changes the play itself, and the end, do.
    pub const fn is_new_version(self) -> bool {
        match self {
            Kind::Started | Kind::ThrowWaits => true,
            Kind::Action | Kind::Undo | Kind::TakeBackGranted => true,
            Kind::DrawAgreed | Kind::Resigned | Kind::Ended => true,
            Kind::TakeBackAsked | Kind::TakeBackRefused | Kind::DrawOffered => false,
            Kind::DrawRefused | Kind::Talk | Kind::Seat | Kind::Orders | Kind::Dice => false,
            Kind::ClockReminder | Kind::Clock => false,
            // Nobody can have meant anything for what was not there.
            Kind::Begun => false,
        }
    }

    /// Whether a seat could go on making entries of it for ever while the game stands still.
    pub const fn is_repeatable(self) -> bool {
        match self {
            Kind::Talk | Kind::Seat | Kind::Orders | Kind::Dice | Kind::Clock => true,
            Kind::ClockReminder => false,
            Kind::Undo | Kind::TakeBackAsked | Kind::DrawOffered => true,
            Kind::Started | Kind::Begun | Kind::ThrowWaits | Kind::Action => false,
            Kind::TakeBackGranted | Kind::TakeBackRefused => false,
            Kind::DrawRefused | Kind::DrawAgreed | Kind::Resigned | Kind::Ended => false,
        }
    }
}

/// One thing that happened at a table, as everybody there may read it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Entry {
    /// Its number, from 1.
    pub seq: u64,
    /// The version of the game after it.
    pub version: u64,
    /// What it tells.
    pub kind: Kind,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
    /// Whose doing it was; nobody's, or the owner's, if null.
    #[schema(value_type = Option<SideWord>)]
    pub by: Option<Side>,
    /// Standing orders or a computer did it.
    pub auto: bool,
    /// With an action: its place in the line of play, from 1.
    pub step: Option<usize>,
    /// With an action: its line of the record.
    #[schema(value_type = Option<Object>)]
    pub line: Option<ActionLine>,
    /// What was said; how the game ended; what happened to the clocks; who sits down; why a computer refuses a draw; why a show of
    /// computers goes back.
    pub text: Option<String>,
    /// With what goes back: the step after which play goes on.
    pub to: Option<usize>,
    /// With a computer's action: why.
    pub why: Option<String>,
    /// With what was given to the dice, and with a throw that waits: what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceNews>,
    /// With what happened to the clocks: what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockNews>,
    /// With what changes the record: the hash of its last line, which pins all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// What only the server reads.
    #[serde(skip)]
    pub secret: Secret,
}

/// The part of an entry that is stored and not told.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Secret {
    /// Who sent the request behind it.
    pub role: Option<Role>,
    /// The request's own name, by which a repetition is known.
    pub request: Option<String>,
    /// What was asked for under that name, hashed.
    pub fingerprint: Option<String>,
    /// New standing orders, a new name, a computer in the seat, or how the game ended.
    pub data: Option<serde_json::Value>,
}

/// Writes shared entries as a list.
pub fn shared<S: serde::Serializer>(
    entries: &[std::sync::Arc<Entry>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(entries.iter().map(|entry| &**entry))
}
