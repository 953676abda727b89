//! What is kept of a game, in the shape in which a journal holds it: what every system has, and beside it
//! whatever the system's own room keeps.

use atlas::{BySide, Side};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a system keeps of a game or of a turn beside what every system has: members of the same JSON object,
/// behind those.
pub type Own = Map<String, Value>;

/// Members of a room's own, as the journal holds them.
pub fn own(members: &impl Serialize) -> Own {
    match serde_json::json!(members) {
        Value::Object(own) => own,
        _ => Own::new(),
    }
}

/// Takes a room's own members out of what the journal holds, or says what is wrong with them.
pub fn taken<T: DeserializeOwned>(own: &mut Own) -> Result<T, String> {
    serde_json::from_value(Value::Object(std::mem::take(own))).map_err(|error| error.to_string())
}

/// A value for each side.
pub fn by_side<T>(value: impl Fn(Side) -> T) -> BySide<T> {
    BySide { union: value(Side::Union), confederate: value(Side::Confederate) }
}

/// How clearly a game was won: the place in a list that the system knows, or the system's word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Level {
    /// A place, from 0.
    Place(u8),
    /// A word.
    Word(String),
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// The set of options, from 0.
    pub set: u32,
    /// Its number, from 1.
    pub game: u32,
    /// Who won; `None`: a draw.
    pub winner: Option<Side>,
    /// How clearly.
    pub level: Level,
    /// Whether it was won before the last turn.
    pub early: bool,
    /// The points at the end.
    pub points: BySide<i64>,
    /// How many actions it took.
    pub actions: u32,
    /// Its game-turns.
    pub turns: Vec<TurnRow>,
    /// What the system keeps of it.
    #[serde(flatten)]
    pub own: Own,
}

impl GameRow {
    /// How far the Union is ahead.
    pub fn margin(&self) -> i64 {
        self.points.union - self.points.confederate
    }
}

/// A game-turn, as it stood at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRow {
    /// Its number.
    pub turn: u16,
    /// The points if the game had ended then.
    pub points: BySide<i64>,
    /// What the system keeps of it.
    #[serde(flatten)]
    pub own: Own,
}
