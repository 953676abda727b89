//! Replaying a record: the same states, the same hashes, the same throws, or the line that differs.

use std::fmt;

use super::begin;
use super::header::HeaderLine;
use super::line::{ActionLine, Cause, DicePolicy, EndLine, Line, LineError};
use super::step::{self, Source};
use super::text::Chaining;
use super::witness::{Deposit, UsedLinks, Witnesses};
use crate::dice::{Contribution, Seed};
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
    /// How many throws were witnessed.
    pub witnessed: usize,
    /// Whether both players agreed to go on with the host's dice.
    pub host_agreed: bool,
}

/// A record being replayed, step by step.
pub struct Replay<'b, S: System> {
    system: &'b S,
    header: HeaderLine,
    steps: Vec<Step>,
    source: Option<Source>,
    witnesses: Witnesses,
    state: S::State,
    done: usize,
}

/// What a record holds between its header and its end, with the number of its line.
enum Step {
    Action(usize, Box<ActionLine>),
    Contribution(Contribution),
    NewChain(usize, Deposit),
    HostDice(usize, UsedLinks),
}

impl Step {
    fn action(&self) -> Option<&ActionLine> {
        match self {
            Step::Action(_, line) => Some(line),
            Step::Contribution(_) | Step::NewChain(..) | Step::HostDice(..) => None,
        }
    }
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
    /// What each line says of the one before it, with its number.
    chain: Vec<(usize, Option<String>)>,
}

/// The lines after the header.
fn read_lines(text: &str, format: u32) -> Result<Lines, RecordError> {
    let mut lines = Lines { steps: Vec::new(), end: None, chain: Vec::new() };
    for (index, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
        let number = index + 1;
        if lines.end.is_some() {
            return Err(at(number, "found a line after the end of the game"));
        }
        let read = Line::read(line).map_err(|error| wrong(number, &error))?;
        read.check(line, format).map_err(|problem| at(number, problem))?;
        let (step, chain) = match read {
            Line::Header(_) => return Err(at(number, "found a second header")),
            Line::Action(action) => {
                let chain = action.chain.clone();
                (Step::Action(number, action), chain)
            }
            Line::Contribution(line) => {
                let read = line.contribution.read().map_err(|problem| at(number, problem))?;
                (Step::Contribution(read), line.chain)
            }
            Line::NewChain(line) => (Step::NewChain(number, line.new_chain), line.chain),
            Line::HostDice(line) => (Step::HostDice(number, line.host_dice), line.chain),
            Line::End(line) => {
                lines.chain.push((number, line.chain.clone()));
                lines.end = Some((number, line));
                continue;
            }
        };
        lines.chain.push((number, chain));
        lines.steps.push(step);
    }
    Ok(lines)
}

/// Checks that each line pins the one before it. A keyed chain can be checked once the seed is revealed.
fn check_chain(
    text: &str,
    header: &HeaderLine,
    chain: &[(usize, Option<String>)],
    seed: Option<&Seed>,
) -> Result<(), RecordError> {
    let keyed = header.chain.is_some();
    let chaining = Chaining::new(seed.filter(|_| keyed));
    let texts: Vec<&str> = text.lines().collect();
    let mut before = 1;
    for (number, found) in chain {
        let due = (header.longroll_record > 1)
            .then(|| chaining.of(texts.get(before - 1).copied().unwrap_or_default()));
        let right = match (keyed, seed) {
            (true, None) => found.is_some(),
            _ => *found == due,
        };
        if !right {
            let problem =
                format!("line {number} pins another line before it: one of the two was changed");
            return Err(at(before, problem));
        }
        before = *number;
    }
    Ok(())
}

impl<'b, S: System> Replay<'b, S> {
    /// Opens a record of a battle that is ready.
    pub fn open(system: &'b S, text: &str) -> Result<Replay<'b, S>, RecordError> {
        let header = header_of(text)?;
        header.check(text.lines().next().unwrap_or_default()).map_err(|problem| at(1, problem))?;
        let Lines { steps, end, chain } = read_lines(text, header.longroll_record)?;
        let mut source = None;
        if let Some((number, line)) = &end {
            let seed = Seed::parse(&line.seed).map_err(|error| at(*number, error.to_string()))?;
            if seed.commitment() != header.commitment {
                return Err(at(*number, "the seed is not the one the header committed to"));
            }
            source = Some(Source::of(&header, seed).map_err(|problem| at(1, problem))?);
        }
        check_chain(text, &header, &chain, source.as_ref().map(|source| &source.seed))?;
        let witnesses = Witnesses::of(&header).map_err(|problem| at(1, problem))?;
        let state = begin::first_state(system, &header, source.as_ref())
            .map_err(|problem| at(1, problem))?;
        let last = steps.iter().rev().find_map(Step::action).map(|line| &line.hash);
        if let Some((number, line)) = &end
            && last.unwrap_or(&header.hash) != &line.end
        {
            return Err(at(*number, "the final hash is not that of the last action"));
        }
        Ok(Replay { system, header, steps, source, witnesses, state, done: 0 })
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
        self.steps.iter().filter_map(Step::action)
    }

    /// The line that was replayed last.
    pub fn last(&self) -> Option<&ActionLine> {
        self.steps[..self.done].iter().rev().find_map(Step::action)
    }

    /// Replays the next action and compares everything; `None` at the end of the record.
    pub fn step(&mut self) -> Option<Result<Vec<S::Event>, RecordError>> {
        loop {
            let place = self.done;
            self.done = (place + 1).min(self.steps.len());
            match self.steps.get(place)? {
                Step::Contribution(added) => {
                    if let Some(source) = &mut self.source {
                        source.contributions.push(*added);
                    }
                }
                Step::NewChain(number, deposit) => {
                    if let Err(problem) = self.witnesses.deposit(deposit) {
                        return Some(Err(at(*number, problem)));
                    }
                }
                Step::HostDice(number, links) => {
                    let agreed = self.witnesses.go_on_with_host(links);
                    let added = match &mut self.source {
                        Some(source) => source.go_on_with_host(links),
                        None => Ok(()),
                    };
                    if let Err(problem) = agreed.and(added) {
                        return Some(Err(at(*number, problem)));
                    }
                }
                Step::Action(number, line) => {
                    let redone = redo(
                        self.system,
                        &self.state,
                        line,
                        &self.header,
                        &mut self.source,
                        &mut self.witnesses,
                    );
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
        let count = |is: fn(&ActionLine) -> bool| self.lines().filter(|line| is(line)).count();
        let set_up = usize::from(self.header.links.is_some());
        Ok(Verified {
            actions: self.len(),
            dice: self.source.is_some(),
            forced: count(|line| line.forced),
            by_clock: count(|line| line.cause == Some(Cause::Clock)),
            witnessed: set_up + count(|line| line.links.is_some()),
            host_agreed: self.steps.iter().any(|step| matches!(step, Step::HostDice(..))),
        })
    }
}

/// Does a recorded action again, its witnesses checked.
fn redo<S: System>(
    system: &S,
    state: &S::State,
    line: &ActionLine,
    header: &HeaderLine,
    source: &mut Option<Source>,
    witnesses: &mut Witnesses,
) -> Result<(S::State, Vec<S::Event>), String> {
    match header.dice_policy {
        Some(DicePolicy::Host) if line.forced => {
            return Err("draws by hand in a game whose dice are the host's".into());
        }
        Some(DicePolicy::Witnessed) if line.forced => {
            return Err("draws by hand in a game whose dice are witnessed".into());
        }
        _ => {}
    }
    witnesses.check_links(line.links.as_ref(), !line.dice.is_empty(), "the action")?;
    if let Some(source) = source {
        source.links.clone_from(&line.links);
    }
    let (notation, format) = (header.notation(), header.longroll_record);
    step::redo(system, state, line, notation, format, source.as_ref())
}

fn at(line: usize, problem: impl Into<String>) -> RecordError {
    RecordError { line, problem: problem.into() }
}

fn wrong(line: usize, error: &LineError) -> RecordError {
    at(line, error.to_string())
}
