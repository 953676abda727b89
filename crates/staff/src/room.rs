//! A room's players behind the interface that every system shows.
//!
//! A system gives its players, what it expects of positions, and whoever looks back on games ([`Room`]). What servers and
//! terminals see of its staff is made of that here, once for all systems.

use std::sync::Arc;

use atlas::BySide;
use atlas::battle::Battle as Files;
use rules::game::{Game, GameState, InGame};
use serde_json::Value;

use crate::bout::{self, Arena, Think};
use crate::budget::{Budget, Due, Work};
use crate::contender::Contender;
use crate::interface::{Assessment, Choice, Judge, Player, Staff};
use crate::level::Level;
use crate::names::Names;
use crate::puzzle::{Fraction, Prover, Puzzle};
use crate::scale::Scale;

/// What a player decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen<A> {
    /// The action: legal in the state it was asked about.
    pub action: A,
    /// Why, in plain words; nothing from a player without reasons.
    pub why: String,
    /// How many positions were judged for it.
    pub nodes: u64,
}

impl<A> Chosen<A> {
    /// The choice as it is told: with its action as it is written, and in a sentence.
    pub fn told(self, action: Value, words: String) -> Choice {
        Choice { action, why: self.why, words, nodes: self.nodes }
    }
}

/// A computer player of a system, with what it remembers between decisions.
pub trait Officer<S: Room>: Send + 'static {
    /// Its level.
    fn level(&self) -> Level;
    /// Whether the next action is planned already, and takes no thought.
    fn has_plan(&self, seen: &S::State) -> bool;
    /// A legal action for whatever decision is due; `None` when the game is over.
    fn choose(
        &mut self,
        system: &S,
        seen: &S::State,
        budget: Budget<'_>,
    ) -> Option<Chosen<S::Action>>;
}

/// A system with a staff.
pub trait Room: InGame + Arena + 'static {
    /// The unit in which its margins count.
    const SCALE: Scale;

    /// Who plays it and says why.
    type Officer: Officer<Self>;
    /// Who says what its positions promise.
    type Assessor: Send + Sync + 'static;

    /// A player of a level, who calls places by these names.
    fn officer(&self, level: Level, seed: u64, names: &Names) -> Self::Officer;
    /// Who says what positions of this battle promise.
    fn assessor(&self) -> Self::Assessor;
    /// What a position promises.
    fn assess(&self, assessor: &Self::Assessor, seen: &Self::State) -> Assessment;
    /// A decision as it is told.
    fn told(&self, seen: &Self::State, chosen: Chosen<Self::Action>) -> Choice;
    /// Somebody to review a game.
    fn judge(staff: &StaffOf<Self>) -> Box<dyn Judge>;

    /// Whether a level thinks for long about decisions that are no plans.
    fn weighs_details(level: Level) -> bool {
        let _ = level;
        false
    }
    /// Somebody who proves puzzles; `None` if the system has none.
    fn prover(&self) -> Option<Box<dyn Prover + '_>> {
        None
    }
    /// Plays a game and makes puzzles of its positions; `None` if the system has none.
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
}

/// The staff of a battle of a system.
pub struct StaffOf<S: Room> {
    game: Arc<Game>,
    names: Names,
    assessor: Arc<S::Assessor>,
}

impl<S: Room> StaffOf<S> {
    /// The game that it plays.
    pub fn game(&self) -> Arc<Game> {
        Arc::clone(&self.game)
    }

    /// Who says what positions promise.
    pub fn assessor(&self) -> Arc<S::Assessor> {
        Arc::clone(&self.assessor)
    }

    /// A player of a level who gives reasons.
    pub fn officer(&self, level: Level, seed: u64) -> S::Officer {
        self.system().officer(level, seed, &self.names)
    }

    fn system(&self) -> &S {
        system_of(&self.game)
    }
}

/// The staff of a game, if it is one of this system.
pub fn staff_of<S: Room>(game: &Arc<Game>, files: &Files) -> Option<Arc<dyn Staff>> {
    let assessor = Arc::new(S::of_game(game)?.assessor());
    let staff: StaffOf<S> =
        StaffOf { game: Arc::clone(game), names: Names::of(&files.map), assessor };
    Some(Arc::new(staff))
}

/// The battle of a game that is known to be one of this system.
pub fn system_of<S: InGame>(game: &Game) -> &S {
    S::of_game(game).expect("a game of this system")
}

/// The state of a game that is known to be one of this system.
pub fn state_of<S: InGame>(state: &GameState) -> &S::State {
    S::of_state(state).expect("a state of this system")
}

impl<S: Room> Staff for StaffOf<S> {
    fn scale(&self) -> Scale {
        S::SCALE
    }

    fn player(&self, level: Level, seed: u64) -> Box<dyn Player> {
        Box::new(Seated::<S> { game: self.game(), officer: self.officer(level, seed) })
    }

    fn judge(&self) -> Box<dyn Judge> {
        S::judge(self)
    }

    fn assess(&self, seen: &GameState) -> Assessment {
        self.system().assess(&self.assessor, state_of::<S>(seen))
    }

    fn prover(&self) -> Option<Box<dyn Prover + '_>> {
        self.system().prover()
    }

    fn seek_puzzles(
        &self,
        files: &Files,
        seats: BySide<Contender>,
        seed: u64,
        most: u64,
    ) -> Option<Vec<(Fraction, Puzzle)>> {
        self.system().seek_puzzles(files, seats, seed, most)
    }

    fn bout(
        &self,
        seats: BySide<Contender>,
        seed: u64,
        think: &mut Think<'_>,
    ) -> Option<bout::Result> {
        bout::play(self.system(), seats, seed, think)
    }
}

/// A player at a seat.
struct Seated<S: Room> {
    game: Arc<Game>,
    officer: S::Officer,
}

impl<S: Room> Player for Seated<S> {
    fn level(&self) -> Level {
        self.officer.level()
    }

    fn choose(&mut self, seen: &GameState, budget: Budget<'_>) -> Option<Choice> {
        let (system, seen) = (system_of::<S>(&self.game), state_of::<S>(seen));
        let chosen = self.officer.choose(system, seen, budget)?;
        Some(system.told(seen, chosen))
    }

    fn due(&self, seen: &GameState) -> Option<Due> {
        system_of::<S>(&self.game).due(state_of::<S>(seen))
    }

    fn has_plan(&self, seen: &GameState) -> bool {
        self.officer.has_plan(state_of::<S>(seen))
    }

    fn is_quick(&self, seen: &GameState) -> bool {
        let seen = state_of::<S>(seen);
        let level = self.officer.level();
        level.is_quick()
            || match system_of::<S>(&self.game).work(seen) {
                Work::Detail => !S::weighs_details(level),
                _ => self.officer.has_plan(seen),
            }
    }
}
