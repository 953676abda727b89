//! Writing a record while a game is played.

use serde_json::{Map, Value};

use super::begin;
use super::line::EndLine;
use super::step::{self, Done, NotRecorded, Source, state_hash};
use super::text::Text;
use crate::dice::Seed;
use crate::system::System;

/// A game being played and recorded.
pub struct Recorder<'b, S: System> {
    system: &'b S,
    source: Source,
    state: S::State,
    text: Text,
    lines: Vec<String>,
}

impl<'b, S: System> Recorder<'b, S> {
    /// Begins a game at its set-up.
    pub fn begin(system: &'b S, seed: Seed, seats: Map<String, Value>) -> Recorder<'b, S> {
        let (header, state) = begin::begin(system, &seed, seats);
        Recorder::new(system, seed, state, &header)
    }

    /// Begins a game from any position.
    pub fn begin_from(
        system: &'b S,
        seed: Seed,
        seats: Map<String, Value>,
        state: S::State,
    ) -> Recorder<'b, S> {
        let header = begin::begin_from(system, &seed, seats, &state);
        Recorder::new(system, seed, state, &header)
    }

    fn new(
        system: &'b S,
        seed: Seed,
        state: S::State,
        header: &super::HeaderLine,
    ) -> Recorder<'b, S> {
        let (text, first) = Text::begin_with(header, Some(&seed));
        Recorder { system, source: Source::new(seed), state, text, lines: vec![first] }
    }

    /// The state now.
    pub fn state(&self) -> &S::State {
        &self.state
    }

    /// The lines so far.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Applies an action with its own dice, or with these draws first, and records it; the events.
    pub fn act(
        &mut self,
        action: &S::Action,
        forced: &[u16],
    ) -> Result<Vec<S::Event>, NotRecorded<S::Refusal>> {
        let done = step::act(self.system, &self.state, &self.source, action, forced)?;
        Ok(self.take(done))
    }

    /// The decider's time has run out: records what the clock does; `None` where there is no clock.
    pub fn expire(&mut self) -> Option<Vec<S::Event>> {
        let done = step::expire(self.system, &self.state, &self.source)?;
        Some(self.take(done))
    }

    fn take(&mut self, done: Done<S>) -> Vec<S::Event> {
        self.lines.push(self.text.line(&done.line));
        self.state = done.state;
        if self.system.decider(&self.state).is_none() {
            self.reveal();
        }
        done.events
    }

    /// Reveals the seed: nothing is drawn any more.
    pub fn reveal(&mut self) {
        let end = state_hash(self.system, &self.state);
        let end = EndLine { seed: self.source.seed.to_hex(), end, chain: None };
        self.lines.push(self.text.line(&end));
    }
}
