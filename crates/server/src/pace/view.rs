//! Clocks as everybody at a table sees them.

use atlas::{BySide, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Pace, StintKind};
use crate::words::SideWord;

/// The clock that counts now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// What is timed: `phase`, `turn`, a `choice` in the other's turn, or the wait for a `witness` of dice.
    #[schema(value_type = String)]
    pub kind: StintKind,
    /// Whose time it is.
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// How much it was given, in seconds.
    #[schema(minimum = 0)]
    pub limit: i64,
    /// What is left of it now, in milliseconds.
    #[schema(minimum = 0)]
    pub left: i64,
    /// Whether it runs.
    pub running: bool,
}

/// The pace of a game, and how its players stand with it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PaceView {
    /// As it was agreed on.
    pub terms: Pace,
    /// The same in words.
    pub words: String,
    /// How the players stand.
    pub seats: SeatsPace,
    /// Whose time has run out, as long as he has not ended what he was late with.
    #[schema(value_type = Option<SideWord>)]
    pub time_up: Option<Side>,
    /// Who may claim the game now.
    #[schema(value_type = Option<SideWord>)]
    pub may_claim: Option<Side>,
    /// A pause that stands, or is asked for.
    pub pause: Option<PauseView>,
}

/// How both players stand.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatsPace {
    /// The Union's.
    pub union: SeatPace,
    /// The Confederates'.
    pub confederate: SeatPace,
}

/// How a player stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatPace {
    /// What he has for the turn that he is at, or for his next without what that adds, in milliseconds.
    #[schema(minimum = 0)]
    pub left: i64,
    /// Days of vacation that he has not taken.
    pub vacation_days: u8,
    /// With one who is on vacation: what is left of it, in milliseconds.
    #[schema(minimum = 0)]
    pub away: Option<i64>,
    /// The staff plays in his place, because his time has run out.
    pub stand_in: bool,
}

/// Where a pause is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PauseStage {
    /// It is asked for.
    Asked,
    /// The clocks stand.
    Paused,
    /// The clocks stand, and somebody wants to go on.
    Ending,
}

/// A pause.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct PauseView {
    /// Where it is.
    pub stage: PauseStage,
    /// Who asked for it, or wants to go on.
    #[schema(value_type = SideWord)]
    pub by: Side,
    /// With one that ends: after how many milliseconds, if the other does not agree before.
    #[schema(minimum = 0)]
    pub left: Option<i64>,
}

/// What a table does not know of its clocks: how much is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PacePlace {
    /// What each player has for the turn that he is at, or for his next.
    pub left: BySide<i64>,
    /// What is left of vacations.
    pub away: BySide<Option<i64>>,
    /// After how long a pause is over.
    pub notice: Option<i64>,
}
