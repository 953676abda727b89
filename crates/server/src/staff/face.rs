//! What every system of rules shows of its staff, so that tables need not know which game they
//! seat.

use std::sync::Arc;
use std::time::Duration;

use atlas::Side;
use atlas::battle::Battle;
use rules::game::{Game, GameState};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Level;
use super::blue_gray;
use crate::words::SideWord;

/// What a computer decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action, in the words of its system.
    pub action: Value,
    /// Why.
    pub why: String,
    /// The action in a sentence.
    pub words: String,
}

/// How long those levels may think that are told how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// This for all decisions of a player-turn together.
    Turn(Duration),
    /// For every decision as for the first of a player-turn that may take this.
    Each(Duration),
}

/// How long may be thought.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    /// By those levels that are told how long.
    pub time: Time,
    /// Whether to stop at once: the answer is no longer wanted.
    pub stop: &'a dyn Fn() -> bool,
}

/// A computer player, with what it remembers between decisions.
pub trait Mind: Send {
    /// A legal action for whatever decision is due; `None` when the game is over.
    fn choose(&mut self, state: &GameState, patience: Patience<'_>) -> Option<Choice>;
    /// Whether the choice in a state takes next to no time.
    fn is_quick(&self, state: &GameState) -> bool;
}

/// The chance of one level of victory.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LevelChance {
    /// Who wins; nobody if null.
    #[schema(value_type = Option<SideWord>)]
    pub winner: Option<Side>,
    /// What the level is called.
    pub level: String,
    /// The chance, from 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    pub chance: f64,
}

/// What a position promises. Margins are Union less Confederate points at the end of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// The margin expected.
    pub margin: f64,
    /// Four games of five end between this margin
    pub low: f64,
    /// and this one.
    pub high: f64,
    /// The chance of each level, the best for the Union first.
    pub chances: Vec<LevelChance>,
    /// All of it in a sentence.
    pub words: String,
}

impl Assessment {
    /// The chance that a side wins.
    pub fn wins(&self, side: Side) -> f64 {
        let own = self.chances.iter().filter(|chance| chance.winner == Some(side));
        own.map(|chance| chance.chance).sum()
    }

    /// Why a side plays on rather than agree on a draw, in a sentence.
    pub fn plays_on(&self, side: Side) -> String {
        let margin = if side == Side::Union { self.margin } else { -self.margin };
        let points = (2.0 * margin.abs()).round() / 2.0;
        let about = if points == 1.0 { "a point".into() } else { format!("{points} points") };
        let wins = self.wins(side);
        let to_win = (100.0 * wins).round();
        if points < 1.0 {
            "The staff expects the points to end about even.".into()
        } else if margin > 0.0 && wins >= 0.5 {
            format!("The staff expects to win by about {about}.")
        } else if margin > 0.0 {
            format!("The staff expects to end about {about} ahead.")
        } else if to_win >= 1.0 {
            format!(
                "The staff expects to end about {about} behind, but gives itself {to_win} % to win."
            )
        } else {
            format!(
                "The staff expects to end about {about} behind, but a draw can still be fought for."
            )
        }
    }
}

/// What a decision is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// By the end of its phase: moves, together with those before and after them.
    Phase,
    /// By the mean over the faces of a die.
    Attack,
    /// By what it leads to.
    Choice,
}

/// A decision compared with what the staff would have done.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The margin expected after what was done, whatever the dice then said.
    pub done: f64,
    /// The margin expected after the best that is known.
    pub best: f64,
    /// What it is judged by.
    pub scope: Scope,
    /// Whether it is the last decision judged by the same: if not, what is expected after it is
    /// what is expected of the next.
    pub ends: bool,
    /// What the staff would have done, if it is something else.
    pub choice: Option<Choice>,
    /// The whole rest of the phase as the staff would have moved, its choice included, where
    /// decisions are judged by the end of their phase and the staff's is another.
    pub plan: Vec<Value>,
}

/// Somebody was told to stop; asked again, he begins the same anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Goes through a game from its beginning and judges every decision.
pub trait Judge: Send {
    /// Judges what was done in a state; `None` if it was no decision.
    fn judge(
        &mut self,
        state: &GameState,
        done: &Value,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Judgement>, Interrupted>;
}

/// When something happens: the game-turn, and whose player-turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct When {
    /// The game-turn.
    pub turn: u8,
    /// Whose player-turn.
    pub side: Side,
    /// Which phase of it, by number.
    pub phase: u8,
}

/// The staff of a battle.
pub trait Staff: Send + Sync {
    /// A player of a level. The same seed, time and states give the same actions.
    fn mind(&self, level: Level, seed: u64) -> Box<dyn Mind>;
    /// Somebody to review a game.
    fn judge(&self) -> Box<dyn Judge>;
    /// What a position promises.
    fn assess(&self, state: &GameState) -> Assessment;
    /// When it is.
    fn when(&self, state: &GameState) -> When;
}

/// Whether the system of a game has a staff.
pub fn exists(game: &Game) -> bool {
    match game {
        Game::BlueGray(_) => true,
    }
}

/// The staff of a game, which calls places by the names in its files.
pub fn of(game: &Arc<Game>, files: &Battle) -> Option<Arc<dyn Staff>> {
    match &**game {
        Game::BlueGray(_) => Some(Arc::new(blue_gray::BlueGrayStaff::new(game, files))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_plays_on_says_what_he_expects() {
        let found = |margin: f64, union: f64, confederate: f64| {
            let chance = |winner, chance| LevelChance { winner, level: "victory".into(), chance };
            let chances = vec![
                chance(Some(Side::Union), union),
                chance(None, 1.0 - union - confederate),
                chance(Some(Side::Confederate), confederate),
            ];
            Assessment { margin, low: margin, high: margin, chances, words: String::new() }
        };
        let said =
            |margin, union, confederate, side| found(margin, union, confederate).plays_on(side);
        let (union, confederate) = (Side::Union, Side::Confederate);
        assert_eq!(said(12.2, 0.9, 0.1, union), "The staff expects to win by about 12 points.");
        assert_eq!(
            said(12.2, 0.7, 0.24, confederate),
            "The staff expects to end about 12 points behind, but gives itself 24 % to win."
        );
        assert_eq!(said(-0.4, 0.3, 0.3, union), "The staff expects the points to end about even.");
        assert_eq!(
            said(-1.1, 0.3, 0.4, confederate),
            "The staff expects to end about a point ahead."
        );
        assert_eq!(
            said(-2.0, 0.001, 0.4, union),
            "The staff expects to end about 2 points behind, but a draw can still be fought for."
        );
    }
}
