//! What a seat sees of a table: the shapes in which it is told.

use std::sync::Arc;

use atlas::{BySide, Side};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{Asked, Ended, FairView, LostSeat};
use crate::facts::{DicePolicy, Holder, UndoPolicy};
use crate::given::GivenPoints;
use crate::moment::Moment;
use crate::pace::{ClockView, PacePlace, PaceView};
use crate::staff::Level;
use crate::tokens::Role;
use crate::words::{LevelWord, SideWord};

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Nothing has begun: somebody has not sat down yet.
    Waiting,
    /// It does.
    Playing,
    /// It is over.
    Over,
    /// It can be looked at only.
    ReadOnly,
}

/// Who is looking.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct You {
    /// By which token.
    pub role: Role,
}

/// What is around a table when somebody looks at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Around {
    /// Whose page listens.
    pub connected: BySide<bool>,
    /// The clock.
    pub clock: Option<ClockView>,
    /// How the players stand with the pace.
    pub pace: Option<PacePlace>,
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// The name its holder goes by.
    pub name: Option<String>,
    /// Where the holder sits.
    pub holder: Holder,
    /// The level of the computer that plays it.
    #[schema(value_type = Option<LevelWord>)]
    pub level: Option<Level>,
    /// Whether its holder's page listens now; a computer always does.
    pub connected: bool,
    /// Whether a computer is thinking about its decision.
    pub thinking: bool,
    /// Whether an invitation to it waits to be redeemed.
    pub invited: bool,
    /// A wish to give it out again, because it is lost.
    pub lost: Option<LostSeat>,
}

/// Both seats.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatsView {
    /// The Union's.
    pub union: SeatView,
    /// The Confederates'.
    pub confederate: SeatView,
}

/// What can be taken back.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct UndoView {
    /// The table's custom.
    pub policy: UndoPolicy,
    /// Whose it would be to undo: the side that decides now, or whoever plays against a computer.
    #[schema(value_type = Option<SideWord>)]
    pub by: Option<Side>,
    /// Whether that side may undo the last action now.
    pub can: bool,
    /// If not, why.
    pub why_not: Option<&'static str>,
    /// A wish that waits for an answer.
    pub asked: Option<Asked>,
}

/// An offer of a draw.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct DrawView {
    /// Whose.
    #[schema(value_type = SideWord)]
    pub by: Side,
}

/// A game as a seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// Its version, which every change of the game raises.
    pub version: u64,
    /// Number of the last entry.
    pub seq: u64,
    /// The battle's id.
    pub battle: String,
    /// The system of rules.
    pub system: &'static str,
    /// The scenario's id.
    pub scenario: String,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// Points that a side was given beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<GivenPoints>,
    /// The battle's title.
    pub title: String,
    /// Whether it goes on.
    pub status: Status,
    /// Why it can be looked at only.
    pub why_read_only: Option<String>,
    /// When it was set up.
    #[schema(value_type = String, format = DateTime)]
    pub created: Moment,
    /// When something last happened.
    #[schema(value_type = String, format = DateTime)]
    pub updated: Moment,
    /// Who is looking.
    pub you: You,
    /// Who sits where.
    pub seats: SeatsView,
    /// Where the dice come from.
    pub dice: DicePolicy,
    /// Whether a computer lets throws be taken back.
    pub friendly: bool,
    /// What was given to the dice, and what they wait for.
    pub fair: FairView,
    /// With a time limit or a pace: the clock that counts now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// With a pace: as it was agreed on, and how the players stand with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<PaceView>,
    /// What can be taken back.
    pub undo: UndoView,
    /// An offer of a draw.
    pub draw: Option<DrawView>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// The hash that pins the seed.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// How many actions stand.
    pub steps: usize,
    /// Standing orders, as far as they are the looker's to know.
    #[schema(value_type = Object)]
    pub orders: Map<String, Value>,
    /// Who must choose, and what about.
    #[schema(value_type = Object)]
    pub decision: Value,
    /// The game itself, in the words of its system; null before it has begun.
    #[schema(value_type = Option<Object>)]
    pub game: Shared,
}

/// A piece of JSON that several answers have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared(pub(super) Arc<Value>);

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: u64,
    /// Number of the last entry.
    pub seq: u64,
    /// The battle's id.
    pub battle: String,
    /// The battle's title.
    pub title: String,
    /// The scenario's id.
    pub scenario: String,
    /// Whether it goes on.
    pub status: Status,
    /// The game-turn.
    pub turn: u64,
    /// How many there are.
    pub turns: u8,
    /// Who must choose, and what about.
    #[schema(value_type = Object)]
    pub decision: Value,
    /// Who sits where.
    pub seats: SeatsView,
    /// Why it can be looked at only.
    pub why_read_only: Option<String>,
    /// When something last happened.
    #[schema(value_type = String, format = DateTime)]
    pub updated: Moment,
    /// With a time limit or a pace: the clock that counts now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// How it ended.
    pub ended: Option<Ended>,
}

/// An action in the line of play.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WhereInPlay {
    /// Its place, from 1.
    pub n: usize,
    /// Whose decision it was.
    pub by: String,
    /// The action.
    #[schema(value_type = Object)]
    pub action: Value,
    /// The throws it took.
    pub dice: Vec<u16>,
    /// What happened.
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<Value>,
    /// The game-turn in which it was taken.
    pub turn: u64,
    /// Whose player-turn.
    pub side: Option<String>,
    /// Which phase.
    pub phase: Option<String>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
    /// Standing orders or a computer did it.
    pub auto: bool,
    /// With a computer's action: why.
    pub why: Option<String>,
    /// Through the eyes of a side: which step of the whole game it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<usize>,
}

/// The line of play as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct StepsView {
    /// First line of the record.
    #[schema(value_type = Object)]
    pub header: Value,
    /// The actions.
    pub steps: Vec<WhereInPlay>,
}
