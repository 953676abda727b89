//! Where a game stands in its sequence of play, in terms that every system has.

use atlas::Side;

/// One moment of a game: the game-turn, whose player-turn it is, and its phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    /// The game-turn, from 1.
    pub turn: u16,
    /// The last game-turn.
    pub turns: u16,
    /// Whose player-turn.
    pub side: Side,
    /// The phase, in the system's word.
    pub phase: &'static str,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None`: a draw.
    pub winner: Option<Side>,
    /// How clearly, in the battle's word.
    pub level: String,
    /// Both in a sentence without its stop.
    pub words: String,
}
