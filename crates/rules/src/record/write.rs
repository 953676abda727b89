//! Writing a record while a game is played.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::line::EndLine;
use super::step::{self, NotRecorded, state_hash};
use crate::blue_gray::{Action, Battle, Event, State};
use crate::dice::Seed;

/// A game being played and recorded.
pub struct Recorder<'b> {
    battle: &'b Battle,
    seed: Seed,
    state: State,
    lines: Vec<String>,
}

impl<'b> Recorder<'b> {
    /// Begins a game at its set-up.
    pub fn begin(battle: &'b Battle, seed: Seed, seats: Map<String, Value>) -> Recorder<'b> {
        let (header, state) = step::begin(battle, &seed, seats);
        Recorder { battle, seed, state, lines: vec![text(&header)] }
    }

    /// Begins a game from any position.
    pub fn begin_from(
        battle: &'b Battle,
        seed: Seed,
        seats: Map<String, Value>,
        state: State,
    ) -> Recorder<'b> {
        let header = step::begin_from(battle, &seed, seats, &state);
        Recorder { battle, seed, state, lines: vec![text(&header)] }
    }

    /// The state now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The lines so far.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Applies an action with its own dice, or with these faces first, and records it; the events.
    pub fn act(&mut self, action: &Action, forced: &[u8]) -> Result<Vec<Event>, NotRecorded> {
        let done = step::act(self.battle, &self.state, &self.seed, action, forced)?;
        self.lines.push(text(&done.line));
        self.state = done.state;
        if self.state.outcome.is_some() {
            self.reveal();
        }
        Ok(done.events)
    }

    /// Reveals the seed: nothing is thrown any more.
    pub fn reveal(&mut self) {
        let end = EndLine { seed: self.seed.to_hex(), end: state_hash(self.battle, &self.state) };
        self.lines.push(text(&end));
    }
}

/// A line as it is written.
fn text(line: &impl Serialize) -> String {
    json!(line).to_string()
}
