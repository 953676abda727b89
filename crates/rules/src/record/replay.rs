//! Replaying a record: the same states, the same hashes, the same throws, or the line that differs.

use std::fmt;

use super::line::{ActionLine, HeaderLine, Line, LineError};
use super::step;
use crate::blue_gray::{Battle, Event, State};
use crate::dice::Seed;

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
        let state =
            step::first_state(battle, &header, seed.as_ref()).map_err(|problem| at(1, problem))?;
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
        let (number, line) = self.actions.get(self.done)?;
        self.done += 1;
        match step::redo(self.battle, &self.state, line, self.seed.as_ref()) {
            Ok((state, events)) => {
                self.state = state;
                Some(Ok(events))
            }
            Err(problem) => Some(Err(RecordError { line: *number, problem })),
        }
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

fn at(line: usize, problem: impl Into<String>) -> RecordError {
    RecordError { line, problem: problem.into() }
}

fn wrong(line: usize, error: &LineError) -> RecordError {
    at(line, error.to_string())
}
