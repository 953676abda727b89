//! The one face that every game shows to servers, pages and other programs, whatever its system of rules.
//!
//! A [`Game`] is a battle made ready; a [`GameState`] is one moment of it. Everything goes in and comes out
//! as JSON of the shapes in `docs/api-blue-gray.md`, so that a table can seat games it knows nothing about.
//! Nothing here keeps a game, a clock or a file: whoever holds the table does.

mod orders;

use std::fmt;

use atlas::Side;
use atlas::map::System;
use serde_json::{Map, Value};

use crate::blue_gray;
use crate::blue_gray::json::read_action;
use crate::blue_gray::view::{self, Table};
use crate::dice::Seed;
use crate::record::step::{self, NotRecorded};
use crate::record::{ActionLine, HeaderLine, RecordError, Replay, Verified};

pub use orders::{AdvanceOrder, ElectOrder, LossesOrder, RetreatOrder, StandingOrders};

/// One battle with its scenario and options, ready to be played: one variant a system.
#[derive(Clone, Debug)]
pub enum Game {
    /// Blue & Gray.
    BlueGray(Box<Table>),
}

/// A game at one moment: one variant a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameState {
    /// Blue & Gray.
    BlueGray(blue_gray::State),
}

/// Whose eyes look at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A player.
    Side(Side),
    /// Somebody who does not play.
    Watcher,
}

/// Why a battle cannot be made ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotPlay {
    /// There is no engine for the rules of this battle.
    NoEngine(String),
    /// The rules of Blue & Gray cannot be played with what was asked for.
    BlueGray(blue_gray::CannotPlay),
}

impl fmt::Display for CannotPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotPlay::NoEngine(id) => write!(f, "the rules of {id} cannot be played yet"),
            CannotPlay::BlueGray(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for CannotPlay {}

/// Why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActError {
    /// It cannot be understood.
    Malformed(String),
    /// The rules forbid it.
    Refused {
        /// The printed rule, as in `BG 7.72`.
        rule: String,
        /// Why, in a sentence.
        reason: String,
        /// Where the rulebook says so, as in `blue-gray/bg-7.72`.
        link: String,
    },
}

impl fmt::Display for ActError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActError::Malformed(problem) => write!(f, "{problem}"),
            ActError::Refused { rule, reason, .. } => write!(f, "{rule}: {reason}"),
        }
    }
}

impl std::error::Error for ActError {}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskError {
    /// It cannot be understood.
    Malformed(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::Malformed(problem) => write!(f, "{problem}"),
        }
    }
}

impl std::error::Error for AskError {}

impl Game {
    /// Makes a scenario of a battle ready with these optional rules; without a scenario, its first.
    pub fn new(
        files: &atlas::battle::Battle,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Game, CannotPlay> {
        match files.map.system {
            System::BlueGray => {
                let table = Table::new(files, scenario, options).map_err(CannotPlay::BlueGray)?;
                Ok(Game::BlueGray(Box::new(table)))
            }
            System::Brigade | System::GrandTactical => Err(CannotPlay::NoEngine(files.id.clone())),
        }
    }

    /// The system of rules, as in `blue-gray`.
    pub fn system(&self) -> &'static str {
        match self {
            Game::BlueGray(_) => System::BlueGray.word(),
        }
    }

    /// Begins a game: the first line of its record, and the first state.
    pub fn begin(&self, seed: &Seed, seats: Map<String, Value>) -> (HeaderLine, GameState) {
        match self {
            Game::BlueGray(table) => {
                let (header, state) = step::begin(&table.battle, seed, seats);
                (header, GameState::BlueGray(state))
            }
        }
    }

    /// Begins a game from any state of it: a what-if, with a seed of its own.
    pub fn begin_from(
        &self,
        seed: &Seed,
        seats: Map<String, Value>,
        state: GameState,
    ) -> (HeaderLine, GameState) {
        match (self, &state) {
            (Game::BlueGray(table), GameState::BlueGray(from)) => {
                (step::begin_from(&table.battle, seed, seats, from), state)
            }
        }
    }

    /// The first state of a record, checked against its header.
    pub fn first_state(&self, header: &HeaderLine) -> Result<GameState, String> {
        match self {
            Game::BlueGray(table) => {
                step::first_state(&table.battle, header, None).map(GameState::BlueGray)
            }
        }
    }

    /// Carries out an action with the dice of the seed, or with these faces first: its line in the record,
    /// and the state after it.
    pub fn act(
        &self,
        state: &GameState,
        seed: &Seed,
        action: &Value,
        forced: &[u8],
    ) -> Result<(ActionLine, GameState), ActError> {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                let battle = &table.battle;
                let action = read_action(battle, state, action)
                    .map_err(|faults| ActError::Malformed(faults.to_string()))?;
                match step::act(battle, state, seed, &action, forced) {
                    Ok(done) => Ok((done.line, GameState::BlueGray(done.state))),
                    Err(NotRecorded::BadFace(error)) => Err(ActError::Malformed(error.to_string())),
                    Err(NotRecorded::Refused(refusal)) => {
                        let rule = refusal.rule(battle);
                        Err(ActError::Refused {
                            link: rule.link(),
                            rule: rule.to_string(),
                            reason: refusal.reason(battle),
                        })
                    }
                }
            }
        }
    }

    /// Carries out a recorded action with its recorded throws and checks its events and its hash.
    pub fn redo(&self, state: &GameState, line: &ActionLine) -> Result<GameState, String> {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                let (after, _) = step::redo(&table.battle, state, line, None)?;
                Ok(GameState::BlueGray(after))
            }
        }
    }

    /// Replays a whole record of this game and compares everything in it.
    pub fn verify(&self, record: &str) -> Result<Verified, RecordError> {
        match self {
            Game::BlueGray(table) => Replay::open(&table.battle, record)?.finish(),
        }
    }

    /// Whose decision it is; `None` if the game is over.
    pub fn decider(&self, state: &GameState) -> Option<Side> {
        match state {
            GameState::BlueGray(state) => blue_gray::decision(state).side(),
        }
    }

    /// How the game ended, if it has: `{"winner","level","words"}`.
    pub fn outcome(&self, state: &GameState) -> Option<Value> {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                view::outcome(&table.battle, state)
            }
        }
    }

    /// Who must choose, and what about: `{"side","kind","words"}`.
    pub fn decision(&self, state: &GameState) -> Value {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                view::decision(&table.battle, state)
            }
        }
    }

    /// What a seat sees.
    pub fn view(&self, state: &GameState, seat: Seat) -> Value {
        match (self, state) {
            // Nothing is hidden in Blue & Gray.
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                let _ = seat;
                view::view(table, state)
            }
        }
    }

    /// What a seat sees of a game that was given up: nothing is to be decided in it any more.
    pub fn view_closed(&self, state: &GameState, seat: Seat) -> Value {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                let _ = seat;
                view::view_closed(table, state)
            }
        }
    }

    /// The state as a position that `longroll position` reads, without a seed.
    pub fn position(&self, state: &GameState) -> Value {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                step::position_of(&table.battle, state)
            }
        }
    }

    /// Reads a position of this battle, scenario and set of options.
    pub fn read_position(&self, position: &Value) -> Result<GameState, String> {
        match self {
            Game::BlueGray(table) => {
                step::read_position(&table.battle, position).map(GameState::BlueGray)
            }
        }
    }

    /// Answers a question of a seat about a state.
    pub fn ask(&self, state: &GameState, seat: Seat, question: &Value) -> Result<Value, AskError> {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                let _ = seat;
                view::ask(&table.battle, state, question).map_err(AskError::Malformed)
            }
        }
    }

    /// What never changes: units, hexes, turns, charts.
    pub fn facts(&self, files: &atlas::battle::Battle) -> Value {
        match self {
            Game::BlueGray(table) => view::facts(table, files),
        }
    }

    /// An action for the decider, if his standing orders cover this decision.
    pub fn standing(&self, state: &GameState, orders: &StandingOrders) -> Option<Value> {
        match (self, state) {
            (Game::BlueGray(table), GameState::BlueGray(state)) => {
                view::standing(&table.battle, state, orders)
            }
        }
    }

    /// Whether standing orders make sense in this battle: they name hexes of its map only.
    pub fn check_orders(&self, orders: &StandingOrders) -> Result<(), String> {
        match self {
            Game::BlueGray(table) => view::check_orders(&table.battle, orders),
        }
    }
}
