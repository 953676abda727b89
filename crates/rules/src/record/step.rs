//! One step of a recorded game, made or read back: everything that writes records and everything that reads
//! them comes through here.
//!
//! A throw is bound to the seed, to the number of its action and to the action's canonical bytes; the
//! throws of a set-up are bound to [`START`]. Nothing here keeps a game: states come in and go out.

use std::fmt;

use serde_json::{Map, Value, json};

use super::line::{ActionLine, FORMAT, HeaderLine};
use crate::blue_gray::json::{
    Position, action_to_json, canonical_bytes, event_to_json, read_action,
};
use crate::blue_gray::{self, Action, Battle, Event, Refusal, State};
use crate::dice::{BadFace, Dice, ForcedDice, Seed, SeededDice};

/// The action bytes to which the throws of a set-up are bound.
pub const START: &[u8] = br#"{"start":{}}"#;

/// A state as the position door writes it, without a seed.
pub fn position_of(battle: &Battle, state: &State) -> Value {
    let mut json = Position { state: state.clone(), seed: Value::Null }.to_json(battle);
    if let Value::Object(fields) = &mut json {
        fields.remove("seed");
    }
    json
}

/// The hash of a state: that of its position as JSON, without the seed.
pub fn state_hash(battle: &Battle, state: &State) -> String {
    blake3::hash(position_of(battle, state).to_string().as_bytes()).to_hex().to_string()
}

/// Why an action was not recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRecorded {
    /// The rules forbid it.
    Refused(Refusal),
    /// A face given by hand is none of a die.
    BadFace(BadFace),
}

impl fmt::Display for NotRecorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRecorded::Refused(refusal) => write!(f, "refused: {refusal:?}"),
            NotRecorded::BadFace(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NotRecorded {}

/// An action that was carried out.
#[derive(Clone, Debug)]
pub struct Done {
    /// Its line in the record.
    pub line: ActionLine,
    /// The state after it.
    pub state: State,
    /// What happened.
    pub events: Vec<Event>,
}

/// Begins a game at its set-up: the first line of its record, and the first state.
pub fn begin(battle: &Battle, seed: &Seed, seats: Map<String, Value>) -> (HeaderLine, State) {
    let mut dice = Noted::new(seed.dice(0, START));
    let mut events = Vec::new();
    let state = blue_gray::new_game(battle, &mut dice, &mut events);
    let events = tell(battle, &events);
    (HeaderLine { dice: dice.thrown, events, ..head(battle, seed, seats, &state) }, state)
}

/// Begins a game from any state: the first line of its record holds the position.
pub fn begin_from(
    battle: &Battle,
    seed: &Seed,
    seats: Map<String, Value>,
    state: &State,
) -> HeaderLine {
    let from = Some(position_of(battle, state));
    HeaderLine { from, ..head(battle, seed, seats, state) }
}

fn head(battle: &Battle, seed: &Seed, seats: Map<String, Value>, state: &State) -> HeaderLine {
    HeaderLine {
        longroll_record: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        game: battle.id.clone(),
        scenario: battle.scenario.clone(),
        options: battle.options.numbers.clone(),
        seats,
        commitment: seed.commitment(),
        from: None,
        dice: Vec::new(),
        events: Vec::new(),
        hash: state_hash(battle, state),
    }
}

/// The first state of a record, checked against its header; with the seed its throws are checked as well.
pub fn first_state(
    battle: &Battle,
    header: &HeaderLine,
    seed: Option<&Seed>,
) -> Result<State, String> {
    let mut dice = Recorded::new(&header.dice);
    let mut events = Vec::new();
    let state = match &header.from {
        None => blue_gray::new_game(battle, &mut dice, &mut events),
        Some(from) => read_position(battle, from)?,
    };
    dice.check("the set-up")?;
    if let Some(seed) = seed {
        check_throws(seed.dice(0, START), &header.dice)?;
    }
    compare(battle, &events, &header.events)?;
    if state_hash(battle, &state) != header.hash {
        return Err("the hash is not that of the first state".into());
    }
    Ok(state)
}

/// Reads a position without a seed.
pub fn read_position(battle: &Battle, position: &Value) -> Result<State, String> {
    let mut position = position.clone();
    if let Value::Object(fields) = &mut position {
        fields.insert("seed".into(), json!(0));
    }
    let read = Position::read(battle, &position).map_err(|faults| faults.to_string())?;
    Ok(read.state)
}

/// Carries out an action with its own dice, or with these faces first.
pub fn act(
    battle: &Battle,
    state: &State,
    seed: &Seed,
    action: &Action,
    forced: &[u8],
) -> Result<Done, NotRecorded> {
    let by = blue_gray::decision(state).side();
    let own = seed.dice(state.sequence.saturating_add(1), &canonical_bytes(battle, action));
    let mut dice = Noted::new(ForcedDice::new(forced, own).map_err(NotRecorded::BadFace)?);
    let mut state = state.clone();
    let mut events = Vec::new();
    blue_gray::apply(battle, &mut state, action, &mut dice, &mut events)
        .map_err(NotRecorded::Refused)?;
    let line = ActionLine {
        n: state.sequence,
        by: by.map_or("", |side| side.word()).to_owned(),
        action: action_to_json(battle, action),
        forced: !forced.is_empty() && !dice.thrown.is_empty(),
        dice: dice.thrown,
        events: tell(battle, &events),
        hash: state_hash(battle, &state),
    };
    Ok(Done { line, state, events })
}

/// Carries out a recorded action with its recorded throws, and compares everything; with the seed the
/// throws are checked as well. The state after it, and what happened.
pub fn redo(
    battle: &Battle,
    state: &State,
    line: &ActionLine,
    seed: Option<&Seed>,
) -> Result<(State, Vec<Event>), String> {
    let action = read_action(battle, state, &line.action).map_err(|faults| faults.to_string())?;
    let due = state.sequence.saturating_add(1);
    if line.n != due {
        return Err(format!("number {}; expected {due}", line.n));
    }
    let by = blue_gray::decision(state).side().map_or("", |side| side.word());
    if line.by != by {
        return Err(format!("by {:?}; it is the decision of {by:?}", line.by));
    }
    let mut dice = Recorded::new(&line.dice);
    let mut after = state.clone();
    let mut events = Vec::new();
    blue_gray::apply(battle, &mut after, &action, &mut dice, &mut events).map_err(|refusal| {
        format!("refused by {}: {}", refusal.rule(battle), refusal.reason(battle))
    })?;
    dice.check("the action")?;
    if let (Some(seed), false) = (seed, line.forced) {
        check_throws(seed.dice(line.n, &canonical_bytes(battle, &action)), &line.dice)?;
    }
    compare(battle, &events, &line.events)?;
    if state_hash(battle, &after) != line.hash {
        return Err("the hash is not that of the state after this action".into());
    }
    Ok((after, events))
}

fn tell(battle: &Battle, events: &[Event]) -> Vec<Value> {
    events.iter().map(|event| event_to_json(battle, event)).collect()
}

fn check_throws(mut dice: SeededDice, faces: &[u8]) -> Result<(), String> {
    for (index, &face) in faces.iter().enumerate() {
        let derived = dice.throw();
        if derived != face {
            return Err(format!("throw {} shows {face}; the seed gives {derived}", index + 1));
        }
    }
    Ok(())
}

fn compare(battle: &Battle, events: &[Event], recorded: &[Value]) -> Result<(), String> {
    let told = tell(battle, events);
    if told == recorded {
        return Ok(());
    }
    let differs = told.iter().zip(recorded).position(|(a, b)| a != b);
    let index = differs.unwrap_or(told.len().min(recorded.len()));
    Err(format!("event {} is not what happened", index + 1))
}

/// Dice that remember what was thrown.
struct Noted<D> {
    dice: D,
    thrown: Vec<u8>,
}

impl<D: Dice> Noted<D> {
    fn new(dice: D) -> Noted<D> {
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

/// The faces of a record, in order.
struct Recorded<'a> {
    faces: &'a [u8],
    next: usize,
    missing: bool,
}

impl<'a> Recorded<'a> {
    fn new(faces: &'a [u8]) -> Recorded<'a> {
        Recorded { faces, next: 0, missing: false }
    }

    /// Whether exactly the recorded faces were thrown.
    fn check(&self, what: &str) -> Result<(), String> {
        if self.missing || self.next != self.faces.len() {
            return Err(format!("{} throws; {what} takes {}", self.faces.len(), self.next));
        }
        Ok(())
    }
}

impl Dice for Recorded<'_> {
    fn throw(&mut self) -> u8 {
        let face = self.faces.get(self.next).copied().filter(|face| (1..=6).contains(face));
        self.next += 1;
        self.missing |= face.is_none();
        face.unwrap_or(1)
    }
}
