//! Replaying a record: the same states, the same hashes, the same throws, or the line that differs.

use std::fmt;

use super::line::{ActionLine, Cause, DicePolicy, EndLine, HeaderLine, Line, LineError};
use super::step::{self, Source};
use super::text::chain_of;
use crate::dice::{Contribution, Notation, Seed};
use crate::system::System;

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
    /// How many actions were the clock's doing.
    pub by_clock: usize,
}

/// A record being replayed, step by step.
pub struct Replay<'b, S: System> {
    system: &'b S,
    header: HeaderLine,
    notation: Notation,
    steps: Vec<Step>,
    source: Option<Source>,
    state: S::State,
    done: usize,
}

/// What a record holds between its header and its end, with the number of its line.
enum Step {
    Action(usize, Box<ActionLine>),
    Contribution(Contribution),
}

/// The header of a record, by which its battle is found.
pub fn header_of(text: &str) -> Result<HeaderLine, RecordError> {
    let first = text.lines().next().unwrap_or_default();
    match Line::read(first) {
        Ok(Line::Header(header)) => Ok(*header),
        Ok(_) => Err(at(1, "expected the header of a record")),
        Err(error) => Err(wrong(1, &error)),
    }
}

/// What stands behind the header; the end with the number of its line.
struct Lines {
    steps: Vec<Step>,
    end: Option<(usize, EndLine)>,
}

/// The lines after the header, their chain checked.
fn read_lines(text: &str, format: u32) -> Result<Lines, RecordError> {
    let (mut steps, mut end) = (Vec::new(), None);
    let mut before = (1, text.lines().next().unwrap_or_default());
    for (index, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
        let number = index + 1;
        if end.is_some() {
            return Err(at(number, "found a line after the end of the game"));
        }
        let due = (format > 1).then(|| chain_of(before.1));
        let check = |chain: &Option<String>| {
            let problem =
                format!("line {number} pins another line before it: one of the two was changed");
            if *chain == due { Ok(()) } else { Err(at(before.0, problem)) }
        };
        let read = Line::read(line).map_err(|error| wrong(number, &error))?;
        read.check(line, format).map_err(|problem| at(number, problem))?;
        match read {
            Line::Header(_) => return Err(at(number, "found a second header")),
            Line::Action(action) => {
                check(&action.chain)?;
                steps.push(Step::Action(number, action));
            }
            Line::Contribution(line) => {
                check(&line.chain)?;
                let read = line.contribution.read().map_err(|problem| at(number, problem))?;
                steps.push(Step::Contribution(read));
            }
            Line::End(line) => {
                check(&line.chain)?;
                end = Some((number, line));
            }
        }
        before = (number, line);
    }
    Ok(Lines { steps, end })
}

impl<'b, S: System> Replay<'b, S> {
    /// Opens a record of a battle that is ready.
    pub fn open(system: &'b S, text: &str) -> Result<Replay<'b, S>, RecordError> {
        let header = header_of(text)?;
        header.check(text.lines().next().unwrap_or_default()).map_err(|problem| at(1, problem))?;
        let Lines { steps, end } = read_lines(text, header.longroll_record)?;
        let mut source = None;
        if let Some((number, line)) = &end {
            let seed = Seed::parse(&line.seed).map_err(|error| at(*number, error.to_string()))?;
            if seed.commitment() != header.commitment {
                return Err(at(*number, "the seed is not the one the header committed to"));
            }
            source = Some(Source::of(&header, seed).map_err(|problem| at(1, problem))?);
        }
        let state = step::first_state(system, &header, source.as_ref())
            .map_err(|problem| at(1, problem))?;
        let last = steps.iter().rev().find_map(|step| match step {
            Step::Action(_, line) => Some(&line.hash),
            Step::Contribution(_) => None,
        });
        if let Some((number, line)) = &end
            && last.unwrap_or(&header.hash) != &line.end
        {
            return Err(at(*number, "the final hash is not that of the last action"));
        }
        let notation = header.notation();
        Ok(Replay { system, header, notation, steps, source, state, done: 0 })
    }

    /// The header.
    pub fn head(&self) -> &HeaderLine {
        &self.header
    }

    /// The state as far as it has been replayed.
    pub fn state(&self) -> &S::State {
        &self.state
    }

    /// How many actions the record holds.
    pub fn len(&self) -> usize {
        self.lines().count()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn lines(&self) -> impl Iterator<Item = &ActionLine> {
        self.steps.iter().filter_map(|step| match step {
            Step::Action(_, line) => Some(&**line),
            Step::Contribution(_) => None,
        })
    }

    /// The line that was replayed last.
    pub fn last(&self) -> Option<&ActionLine> {
        self.steps[..self.done].iter().rev().find_map(|step| match step {
            Step::Action(_, line) => Some(&**line),
            Step::Contribution(_) => None,
        })
    }

    /// Replays the next action and compares everything; `None` at the end of the record.
    pub fn step(&mut self) -> Option<Result<Vec<S::Event>, RecordError>> {
        loop {
            let step = self.steps.get(self.done)?;
            self.done += 1;
            match step {
                Step::Contribution(added) => {
                    if let Some(source) = &mut self.source {
                        source.contributions.push(*added);
                    }
                }
                Step::Action(number, line)
                    if line.forced && self.header.dice_policy == Some(DicePolicy::Host) =>
                {
                    let problem = "draws by hand in a game whose dice are the host's";
                    return Some(Err(at(*number, problem)));
                }
                Step::Action(number, line) => {
                    let format = self.header.longroll_record;
                    let (notation, source) = (self.notation, self.source.as_ref());
                    let redone =
                        step::redo(self.system, &self.state, line, notation, format, source);
                    return Some(match redone {
                        Ok((state, events)) => {
                            self.state = state;
                            Ok(events)
                        }
                        Err(problem) => Err(at(*number, problem)),
                    });
                }
            }
        }
    }

    /// Replays all that is left.
    pub fn finish(&mut self) -> Result<Verified, RecordError> {
        while let Some(step) = self.step() {
            step?;
        }
        let forced = self.lines().filter(|line| line.forced).count();
        let by_clock = self.lines().filter(|line| line.cause == Some(Cause::Clock)).count();
        Ok(Verified { actions: self.len(), dice: self.source.is_some(), forced, by_clock })
    }
}

fn at(line: usize, problem: impl Into<String>) -> RecordError {
    RecordError { line, problem: problem.into() }
}

fn wrong(line: usize, error: &LineError) -> RecordError {
    at(line, error.to_string())
}
