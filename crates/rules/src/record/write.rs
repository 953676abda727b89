//! Writing a record while a game is played.

use serde_json::{Map, Value};

use super::line::{ActionLine, EndLine, FORMAT, HeaderLine};
use crate::blue_gray::json::{Position, action_to_json, canonical_bytes, event_to_json};
use crate::blue_gray::{self, Action, Battle, Event, Refusal, State};
use crate::dice::{Dice, ForcedDice, Seed};

/// The action bytes to which the throws of a set-up are bound.
pub const START: &[u8] = br#"{"start":{}}"#;

/// The hash of a state: that of its position as JSON, without the seed.
pub fn state_hash(battle: &Battle, state: &State) -> String {
    let position = Position { state: state.clone(), seed: Value::Null };
    let mut json = position.to_json(battle);
    if let Value::Object(fields) = &mut json {
        fields.remove("seed");
    }
    blake3::hash(json.to_string().as_bytes()).to_hex().to_string()
}

/// Dice that remember what was thrown.
pub(super) struct Noted<D> {
    dice: D,
    pub thrown: Vec<u8>,
}

impl<D: Dice> Noted<D> {
    pub fn new(dice: D) -> Noted<D> {
        Noted { dice, thrown: Vec::new() }
    }
}

impl<D: Dice> Dice for Noted<D> {
    fn throw(&mut self) -> u8 {
        let face = self.dice.throw();
        self.thrown.push(face);
        face
    }
}

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
        let mut dice = Noted::new(seed.dice(0, START));
        let mut events = Vec::new();
        let state = blue_gray::new_game(battle, &mut dice, &mut events);
        let mut recorder = Recorder { battle, seed, state, lines: Vec::new() };
        recorder.head(seats, None, dice.thrown, &events);
        recorder
    }

    /// Begins a game from any position.
    pub fn begin_from(
        battle: &'b Battle,
        seed: Seed,
        seats: Map<String, Value>,
        state: State,
    ) -> Recorder<'b> {
        let mut from = Position { state: state.clone(), seed: Value::Null }.to_json(battle);
        if let Value::Object(fields) = &mut from {
            fields.remove("seed");
        }
        let mut recorder = Recorder { battle, seed, state, lines: Vec::new() };
        recorder.head(seats, Some(from), Vec::new(), &[]);
        recorder
    }

    fn head(
        &mut self,
        seats: Map<String, Value>,
        from: Option<Value>,
        dice: Vec<u8>,
        events: &[Event],
    ) {
        let header = HeaderLine {
            longroll_record: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.battle.id.clone(),
            scenario: self.battle.scenario.clone(),
            options: self.battle.options.numbers.clone(),
            seats,
            commitment: self.seed.commitment(),
            from,
            dice,
            events: self.tell(events),
            hash: state_hash(self.battle, &self.state),
        };
        self.lines.push(serde_json::json!(header).to_string());
    }

    fn tell(&self, events: &[Event]) -> Vec<Value> {
        events.iter().map(|event| event_to_json(self.battle, event)).collect()
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
    pub fn act(&mut self, action: &Action, forced: &[u8]) -> Result<Vec<Event>, Refusal> {
        let by = blue_gray::decision(&self.state).side();
        let bytes = canonical_bytes(self.battle, action);
        let own = self.seed.dice(self.state.sequence + 1, &bytes);
        let forced_dice = ForcedDice::new(forced, own.clone());
        let mut dice = Noted::new(forced_dice.unwrap_or_else(|_| ForcedDice::none(own)));
        let mut events = Vec::new();
        blue_gray::apply(self.battle, &mut self.state, action, &mut dice, &mut events)?;
        let line = ActionLine {
            n: self.state.sequence,
            by: by.map_or("", |side| side.word()).to_owned(),
            action: action_to_json(self.battle, action),
            forced: !forced.is_empty() && !dice.thrown.is_empty(),
            dice: dice.thrown,
            events: self.tell(&events),
            hash: state_hash(self.battle, &self.state),
        };
        self.lines.push(serde_json::json!(line).to_string());
        if self.state.outcome.is_some() {
            self.reveal();
        }
        Ok(events)
    }

    /// Reveals the seed: nothing is thrown any more.
    pub fn reveal(&mut self) {
        let end = EndLine { seed: self.seed.to_hex(), end: state_hash(self.battle, &self.state) };
        self.lines.push(serde_json::json!(end).to_string());
    }
}
