//! Replaying a record: the same states, the same hashes, the same throws, or the line that differs.

use std::fmt;

use serde_json::{Value, json};

use super::line::{ActionLine, HeaderLine, Line, LineError};
use super::write::{START, state_hash};
use crate::blue_gray::json::{Position, canonical_bytes, event_to_json, parse_action};
use crate::blue_gray::{self, Battle, Event, State};
use crate::dice::{Dice, Seed, SeededDice};

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for RecordError {}

/// What a complete replay found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many actions were replayed.
    pub actions: usize,
    /// Whether the seed was revealed and every throw agrees with it.
    pub dice: bool,
    /// How many throws were given by hand.
    pub forced: usize,
}

/// A record being replayed, step by step.
pub struct Replay<'b> {
    battle: &'b Battle,
    header: HeaderLine,
    actions: Vec<(usize, ActionLine)>,
    seed: Option<Seed>,
    state: State,
    done: usize,
}

impl<'b> Replay<'b> {
    /// The header of a record, by which its battle is found.
    pub fn header(text: &str) -> Result<HeaderLine, RecordError> {
        let first = text.lines().next().unwrap_or_default();
        match Line::read(first) {
            Ok(Line::Header(header)) => Ok(*header),
            Ok(_) => Err(at(1, "expected the header of a record")),
            Err(error) => Err(wrong(1, &error)),
        }
    }

    /// Opens a record of a battle that is ready.
    pub fn open(battle: &'b Battle, text: &str) -> Result<Replay<'b>, RecordError> {
        let header = Replay::header(text)?;
        let mut actions = Vec::new();
        let mut end = None;
        for (index, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            let number = index + 1;
            if end.is_some() {
                return Err(at(number, "found a line after the end of the game"));
            }
            match Line::read(line).map_err(|error| wrong(number, &error))? {
                Line::Header(_) => return Err(at(number, "found a second header")),
                Line::Action(action) => actions.push((number, *action)),
                Line::End(line) => end = Some((number, line)),
            }
        }
        let seed = match &end {
            None => None,
            Some((number, line)) => {
                let seed =
                    Seed::parse(&line.seed).map_err(|error| at(*number, error.to_string()))?;
                if seed.commitment() != header.commitment {
                    return Err(at(*number, "the seed is not the one the header committed to"));
                }
                Some(seed)
            }
        };
        let state = begin(battle, &header, seed.as_ref())?;
        if let Some((number, line)) = &end
            && actions.last().map_or(&header.hash, |(_, action)| &action.hash) != &line.end
        {
            return Err(at(*number, "the final hash is not that of the last action"));
        }
        Ok(Replay { battle, header, actions, seed, state, done: 0 })
    }

    /// The header.
    pub fn head(&self) -> &HeaderLine {
        &self.header
    }

    /// The state as far as it has been replayed.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many actions the record holds.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Replays the next action and compares everything; `None` at the end of the record.
    pub fn step(&mut self) -> Option<Result<Vec<Event>, RecordError>> {
        let (number, line) = self.actions.get(self.done)?.clone();
        self.done += 1;
        Some(self.replay(&line).map_err(|problem| RecordError { line: number, problem }))
    }

    fn replay(&mut self, line: &ActionLine) -> Result<Vec<Event>, String> {
        let battle = self.battle;
        let action = parse_action(battle, &self.state, &line.action.to_string())
            .map_err(|faults| faults.to_string())?;
        if line.n != self.state.sequence + 1 {
            return Err(format!("number {}; expected {}", line.n, self.state.sequence + 1));
        }
        let by = blue_gray::decision(&self.state).side().map_or("", |side| side.word());
        if line.by != by {
            return Err(format!("by {:?}; it is the decision of {by:?}", line.by));
        }
        let mut dice = Recorded { faces: &line.dice, next: 0, missing: false };
        let mut events = Vec::new();
        blue_gray::apply(battle, &mut self.state, &action, &mut dice, &mut events).map_err(
            |refusal| format!("refused by {}: {}", refusal.rule(battle), refusal.reason(battle)),
        )?;
        if dice.missing || dice.next != line.dice.len() {
            return Err(format!("{} throws; the action takes {}", line.dice.len(), dice.next));
        }
        if let (Some(seed), false) = (&self.seed, line.forced) {
            check_throws(seed.dice(line.n, &canonical_bytes(battle, &action)), &line.dice)?;
        }
        compare(battle, &events, &line.events)?;
        if state_hash(battle, &self.state) != line.hash {
            return Err("the hash is not that of the state after this action".into());
        }
        Ok(events)
    }

    /// Replays all that is left.
    pub fn finish(&mut self) -> Result<Verified, RecordError> {
        while let Some(step) = self.step() {
            step?;
        }
        let forced = self.actions.iter().filter(|(_, line)| line.forced).count();
        Ok(Verified { actions: self.actions.len(), dice: self.seed.is_some(), forced })
    }
}

/// The first state of a record, checked against its header.
fn begin(battle: &Battle, header: &HeaderLine, seed: Option<&Seed>) -> Result<State, RecordError> {
    let mut dice = Recorded { faces: &header.dice, next: 0, missing: false };
    let mut events = Vec::new();
    let state = match &header.from {
        None => blue_gray::new_game(battle, &mut dice, &mut events),
        Some(from) => {
            let mut from = from.clone();
            from["seed"] = json!(0);
            Position::read(battle, &from).map_err(|faults| at(1, faults.to_string()))?.state
        }
    };
    if dice.missing || dice.next != header.dice.len() {
        return Err(at(1, format!("{} throws; the set-up takes {}", header.dice.len(), dice.next)));
    }
    if let Some(seed) = seed {
        check_throws(seed.dice(0, START), &header.dice).map_err(|problem| at(1, problem))?;
    }
    compare(battle, &events, &header.events).map_err(|problem| at(1, problem))?;
    if state_hash(battle, &state) != header.hash {
        return Err(at(1, "the hash is not that of the first state"));
    }
    Ok(state)
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
    let told: Vec<Value> = events.iter().map(|event| event_to_json(battle, event)).collect();
    if told == recorded {
        return Ok(());
    }
    let differs = told.iter().zip(recorded).position(|(a, b)| a != b);
    let index = differs.unwrap_or(told.len().min(recorded.len()));
    Err(format!("event {} is not what happened", index + 1))
}

/// The faces of a record, in order.
struct Recorded<'a> {
    faces: &'a [u8],
    next: usize,
    missing: bool,
}

impl Dice for Recorded<'_> {
    fn throw(&mut self) -> u8 {
        let face = self.faces.get(self.next).copied().filter(|face| (1..=6).contains(face));
        self.next += 1;
        self.missing |= face.is_none();
        face.unwrap_or(1)
    }
}

fn at(line: usize, problem: impl Into<String>) -> RecordError {
    RecordError { line, problem: problem.into() }
}

fn wrong(line: usize, error: &LineError) -> RecordError {
    at(line, error.to_string())
}
