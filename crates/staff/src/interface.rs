//! What every system shows of its staff to servers and terminals, so that they need not know which game they seat.
//!
//! **What a player knows.** Wherever a state is handed over it is called `seen`: what the seat that is asked sees of
//! the game (`Game::seen`), never the truth behind it. In an open game that is the state itself. A staff must not be
//! given more than its seat may know, and need not hide anything from itself.
//!
//! Actions go in and out as JSON in the words of their system, so that a computer's choice takes the same way as a
//! person's. Games that nobody reads, thousands of them, are played without JSON: see [`bout`].

use atlas::battle::Battle as Files;
use atlas::{BySide, Side};
use rules::game::GameState;
use serde_json::Value;

use crate::bout::{self, Think};
use crate::budget::{Budget, Due};
use crate::contender::Contender;
use crate::level::Level;
use crate::puzzle::{Fraction, Prover, Puzzle};
use crate::scale::Scale;

/// What a computer decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action, in the words of its system.
    pub action: Value,
    /// Why.
    pub why: String,
    /// The action in a sentence.
    pub words: String,
    /// How many positions were judged for it.
    pub nodes: u64,
}

/// A computer player at a seat, with what it remembers between decisions. It makes every decision of its own seat
/// and may be asked about any other's.
pub trait Player: Send {
    /// Its level.
    fn level(&self) -> Level;
    /// A legal action for whatever decision is due; `None` when the game is over. `seen` is what the seat whose
    /// decision it is sees; the same seed, budget and observations give the same actions. A player that is told to
    /// stop answers at once, in haste and legally.
    fn choose(&mut self, seen: &GameState, budget: Budget<'_>) -> Option<Choice>;
    /// What is due, for whoever shares out time; `None` when the game is over.
    fn due(&self, seen: &GameState) -> Option<Due>;
    /// Whether the next action is planned already and takes no thought at all.
    fn has_plan(&self, seen: &GameState) -> bool;
    /// Whether the choice takes next to no time, planned or not.
    fn is_quick(&self, seen: &GameState) -> bool;
}

/// The chance of one level of victory.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelChance {
    /// Who wins; `None`: a draw.
    pub winner: Option<Side>,
    /// What the level is called.
    pub level: String,
    /// The chance, from 0 to 1.
    pub chance: f64,
}

/// Four of five values lie within so many standard deviations.
const FOUR_OF_FIVE: f64 = 1.2816;

/// What a position promises. Margins are Union less Confederate points at the end of the game, in the unit of the
/// system's [`Scale`].
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// The margin expected.
    pub margin: f64,
    /// How far the final margin usually strays from that, as a standard deviation.
    pub spread: f64,
    /// The chance of each level, the best for the Union first.
    pub chances: Vec<LevelChance>,
    /// Whether the game is over.
    pub over: bool,
    /// Whether games of this battle have taught anything; otherwise it is what the board promises, and nothing more.
    pub known: bool,
}

impl Assessment {
    /// The margins between which four games of five end.
    pub fn range(&self) -> (f64, f64) {
        let stray = FOUR_OF_FIVE * self.spread;
        (self.margin - stray, self.margin + stray)
    }

    /// The chance that a side wins.
    pub fn wins(&self, side: Side) -> f64 {
        let own = self.chances.iter().filter(|chance| chance.winner == Some(side));
        own.map(|chance| chance.chance).sum()
    }
}

/// What a decision is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// By the end of its phase: moves, together with those before and after them.
    Phase,
    /// By the mean over what the dice can bring.
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

/// A judge was told to stop; asked again, it begins the same anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Goes through a game from its beginning and judges every decision.
pub trait Judge: Send {
    /// Judges what was done in a state as the decider saw it; `None` if it was no decision.
    fn judge(
        &mut self,
        seen: &GameState,
        done: &Value,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Judgement>, Interrupted>;
}

/// The staff of a battle: all that a system gives to be played by computers.
pub trait Staff: Send + Sync {
    /// The unit in which its margins count.
    fn scale(&self) -> Scale;
    /// A player of a level. The same seed, budgets and observations give the same actions.
    fn player(&self, level: Level, seed: u64) -> Box<dyn Player>;
    /// Somebody to review a game.
    fn judge(&self) -> Box<dyn Judge>;
    /// What a position promises to somebody who sees so much of it.
    fn assess(&self, seen: &GameState) -> Assessment;
    /// Somebody who proves puzzles; `None` if the system has none.
    fn prover(&self) -> Option<Box<dyn Prover + '_>> {
        None
    }
    /// Plays a game between contenders and makes a puzzle of every position in it that is one, with how much better
    /// its best answer is than the next.
    fn seek_puzzles(
        &self,
        files: &Files,
        seats: BySide<Contender>,
        seed: u64,
        most: u64,
    ) -> Option<Vec<(Fraction, Puzzle)>> {
        let _ = (files, seats, seed, most);
        None
    }
    /// Plays a whole game between contenders, without reasons; see [`bout::play`].
    fn bout(
        &self,
        seats: BySide<Contender>,
        seed: u64,
        think: &mut Think<'_>,
    ) -> Option<bout::Result>;
}
