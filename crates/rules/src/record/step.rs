//! One step of a recorded game, made or read back: everything that writes records and everything that reads
//! them comes through here.
//!
//! A draw is bound to the seed, to the number of its action and to the action's canonical bytes; the
//! draws of a set-up are bound to [`START`]. Nothing here keeps a game: states come in and go out.

use std::fmt;

use atlas::Side;
use serde_json::Value;

use super::clock;
use super::header::HeaderLine;
use super::line::{ActionLine, Cause, FORMAT, written};
use super::witness::UsedLinks;
use crate::dice::{
    BadDraw, BadFace, Contribution, Dice, Draw, ForcedDice, Link, Notation, Seed, SeededDice,
};
use crate::game::Seat;
use crate::system::System;

/// The action bytes to which the draws of a set-up are bound.
pub const START: &[u8] = br#"{"start":{}}"#;

/// Where the draws of a recorded game come from, and in which format it is written.
#[derive(Clone, Debug)]
pub struct Source {
    /// The seed, as it was committed to.
    pub seed: Seed,
    /// What the players have added to it, in order.
    pub contributions: Vec<Contribution>,
    /// The links with which the next action is witnessed.
    pub links: Option<UsedLinks>,
    /// The format of the record.
    pub format: u32,
}

impl Source {
    /// The source of a new game.
    pub fn new(seed: Seed) -> Source {
        Source { seed, contributions: Vec::new(), links: None, format: FORMAT }
    }

    /// The source of a game that begins with this header.
    pub fn of(header: &HeaderLine, seed: Seed) -> Result<Source, String> {
        let contributions = header.contributed()?;
        let links = header.links.clone();
        Ok(Source { seed, contributions, links, format: header.longroll_record })
    }

    /// The dice of an action, by its number and its canonical bytes.
    pub fn dice(&self, sequence: u32, action: &[u8]) -> SeededDice {
        let seed = self.seed.with(&self.contributions);
        let seed = match self.links.as_ref().map(UsedLinks::read) {
            Some(Ok(links)) => seed.with_links(&links),
            // Links that cannot be read are refused before they come here.
            Some(Err(_)) | None => seed,
        };
        seed.dice(sequence, action)
    }

    /// Adds the last links of both witnesses to the seed: from here on the dice are the host's.
    pub fn go_on_with_host(&mut self, links: &UsedLinks) -> Result<(), String> {
        let links = links.read()?;
        for by in Side::BOTH {
            self.contributions.push(Contribution { by, bytes: Link::bytes(&links[by]) });
        }
        Ok(())
    }
}

/// The hash of a state: that of its position as JSON, without the seed.
pub fn state_hash<S: System>(system: &S, state: &S::State) -> String {
    blake3::hash(system.write_position(state, None).to_string().as_bytes()).to_hex().to_string()
}

/// Whether a hash is that of a state, as this release or an earlier one wrote it.
pub(super) fn is_hash_of<S: System>(system: &S, state: &S::State, hash: &str) -> bool {
    let of = |position: Value| blake3::hash(position.to_string().as_bytes()).to_hex();
    of(system.write_position(state, None)).as_str() == hash
        || system.earlier_position(state).is_some_and(|earlier| of(earlier).as_str() == hash)
}

/// Why an action was not recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRecorded<R> {
    /// The rules forbid it.
    Refused(R),
    /// A draw given by hand is none that the system knows.
    BadFace(BadFace),
    /// A draw given by hand does not fit the draw that was made.
    BadDraw(BadDraw),
}

impl<R: fmt::Debug> fmt::Display for NotRecorded<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRecorded::Refused(refusal) => write!(f, "refused: {refusal:?}"),
            NotRecorded::BadFace(error) => write!(f, "{error}"),
            NotRecorded::BadDraw(error) => write!(f, "{error}"),
        }
    }
}

impl<R: fmt::Debug> std::error::Error for NotRecorded<R> {}

/// An action that was carried out.
#[derive(Clone, Debug)]
pub struct Done<S: System> {
    /// Its line in the record, without the hash of the line before.
    pub line: ActionLine,
    /// The state after it.
    pub state: S::State,
    /// What happened.
    pub events: Vec<S::Event>,
}

/// An action as it is recorded: in format 1 as it was given, since then in its one spelling.
fn spelled<S: System>(system: &S, state: &S::State, action: &S::Action, format: u32) -> S::Action {
    if format == 1 { action.clone() } else { system.canonical(state, action) }
}

/// The bytes of an action to which its dice are bound: its JSON, compact.
fn bytes<S: System>(system: &S, action: &S::Action) -> Vec<u8> {
    system.write_action(action).to_string().into_bytes()
}

/// Carries out an action with its own dice, or with these draws first.
pub fn act<S: System>(
    system: &S,
    state: &S::State,
    source: &Source,
    action: &S::Action,
    forced: &[u16],
) -> Result<Done<S>, NotRecorded<S::Refusal>> {
    carry_out(system, state, source, action, forced, None)
}

/// What the table does when the decider's time has run out; `None` where nothing is played against the clock.
pub fn expire<S: System>(system: &S, state: &S::State, source: &Source) -> Option<Done<S>> {
    // Format 1 has no place to say so.
    let action = system.at_expiry(state).filter(|_| source.format > 1)?;
    carry_out(system, state, source, &action, &[], Some(Cause::Clock)).ok()
}

fn carry_out<S: System>(
    system: &S,
    state: &S::State,
    source: &Source,
    action: &S::Action,
    forced: &[u16],
    cause: Option<Cause>,
) -> Result<Done<S>, NotRecorded<S::Refusal>> {
    let notation = system.capabilities().notation;
    let by = system.decider(state);
    let seen = match by {
        Some(side) => system.seen(state, Seat::Side(side)),
        None => system.seen(state, Seat::Watcher),
    };
    system.check(&seen, action).map_err(NotRecorded::Refused)?;
    let action = spelled(system, &seen, action, source.format);
    let own = source.dice(system.sequence(state).saturating_add(1), &bytes(system, &action));
    let forced_dice = ForcedDice::new(notation, forced, own).map_err(NotRecorded::BadFace)?;
    let mut dice = Noted::new(forced_dice);
    let mut after = state.clone();
    let mut events = Vec::new();
    system.apply_legal(&mut after, &action, &mut dice, &mut events);
    if let Some(bad) = dice.dice.bad() {
        return Err(NotRecorded::BadDraw(bad.clone()));
    }
    let (values, of) = written(notation, &dice.drawn, source.format);
    let by = by.map_or("", |side| side.word());
    let line = ActionLine {
        n: system.sequence(&after),
        by: by.to_owned(),
        action: system.write_action(&action),
        forced: !forced.is_empty() && !values.is_empty(),
        links: source.links.clone().filter(|_| !values.is_empty()),
        dice: values,
        of,
        reveals: events.iter().any(|event| system.reveals(event)),
        cause,
        events: told(system, cause, by, &events),
        hash: state_hash(system, &after),
        chain: None,
    };
    Ok(Done { line, state: after, events })
}

/// Carries out a recorded action with its recorded draws, and compares everything; with a source the
/// draws are checked as well. The state after it, and what happened.
pub fn redo<S: System>(
    system: &S,
    state: &S::State,
    line: &ActionLine,
    notation: Notation,
    format: u32,
    source: Option<&Source>,
) -> Result<(S::State, Vec<S::Event>), String> {
    let by = system.decider(state);
    let seen = system.seen(state, by.map_or(Seat::Watcher, Seat::Side));
    let action = system.read_action(&seen, &line.action).map_err(|faults| faults.to_string())?;
    let due = system.sequence(state).saturating_add(1);
    if line.n != due {
        return Err(format!("number {}; expected {due}", line.n));
    }
    let by = by.map_or("", |side| side.word());
    if line.by != by {
        return Err(format!("by {:?}; it is the decision of {by:?}", line.by));
    }
    system.check(&seen, &action).map_err(|refusal| {
        let refused = system.explain(&refusal);
        format!("refused by {}: {}", refused.rule, refused.reason)
    })?;
    clock::check_cause(system, &seen, &action, line)?;
    // There is one spelling of an action, down to its text: dice are bound to it.
    let due = spelled(system, &seen, &action, format);
    if format > 1 && bytes(system, &due) != line.action.to_string().as_bytes() {
        return Err("the action is not spelled as this format spells it".into());
    }
    let mut dice = Recorded::new(notation, format, &line.dice, &line.of)?;
    let mut after = state.clone();
    let mut events = Vec::new();
    system.apply_legal(&mut after, &action, &mut dice, &mut events);
    dice.check("the action")?;
    if let (Some(source), false) = (source, line.forced) {
        check_draws(notation, source.dice(line.n, &bytes(system, &action)), &dice.drawn)?;
    }
    compare(&told(system, line.cause, by, &events), &line.events)?;
    if line.reveals != events.iter().any(|event| system.reveals(event)) {
        return Err("it does not say whether it reveals something".into());
    }
    if !is_hash_of(system, &after, &line.hash) {
        return Err("the hash is not that of the state after this action".into());
    }
    Ok((after, events))
}

pub(super) fn check_draws(
    notation: Notation,
    mut dice: SeededDice,
    draws: &[Draw],
) -> Result<(), String> {
    for (index, &draw) in draws.iter().enumerate() {
        let derived = Draw { value: dice.roll(draw.sides), ..draw };
        if derived != draw {
            let (found, due) = (notation.write(draw), notation.write(derived));
            return Err(format!("throw {} shows {found}; the seed gives {due}", index + 1));
        }
    }
    Ok(())
}

/// What happened as a line tells it, first of all what carried the action out.
pub(super) fn told<S: System>(
    system: &S,
    cause: Option<Cause>,
    by: &str,
    events: &[S::Event],
) -> Vec<Value> {
    let events = events.iter().map(|event| system.write_event(event));
    clock::first_event(cause, by).into_iter().chain(events).collect()
}

pub(super) fn compare(events: &[Value], recorded: &[Value]) -> Result<(), String> {
    let differs = events.iter().zip(recorded).position(|(event, told)| event != told);
    let index = match differs {
        Some(index) => index,
        None if events.len() == recorded.len() => return Ok(()),
        None => events.len().min(recorded.len()),
    };
    Err(format!("event {} is not what happened", index + 1))
}

/// Dice that remember what was drawn.
pub(super) struct Noted<D> {
    dice: D,
    pub drawn: Vec<Draw>,
}

impl<D: Dice> Noted<D> {
    pub fn new(dice: D) -> Noted<D> {
        Noted { dice, drawn: Vec::new() }
    }
}

impl<D: Dice> Dice for Noted<D> {
    fn roll(&mut self, sides: u16) -> u16 {
        let value = self.dice.roll(sides);
        self.drawn.push(Draw { sides, value });
        value
    }
}

/// The draws of a record, in order.
pub(super) struct Recorded<'a> {
    notation: Notation,
    written: &'a [u16],
    /// The sides of each; empty in format 1, where all are six.
    of: &'a [u16],
    pub drawn: Vec<Draw>,
    wrong: bool,
}

impl<'a> Recorded<'a> {
    pub fn new(
        notation: Notation,
        format: u32,
        written: &'a [u16],
        of: &'a [u16],
    ) -> Result<Recorded<'a>, String> {
        let sides = if format == 1 { 0 } else { written.len() };
        if of.len() != sides {
            return Err(format!("{} numbers of sides; expected {sides}", of.len()));
        }
        Ok(Recorded { notation, written, of, drawn: Vec::new(), wrong: false })
    }

    /// Whether exactly the recorded draws were made.
    pub fn check(&self, what: &str) -> Result<(), String> {
        if self.wrong || self.drawn.len() != self.written.len() {
            let (found, due) = (self.written.len(), self.drawn.len());
            return Err(format!("{found} throws; {what} takes {due}"));
        }
        Ok(())
    }
}

impl Dice for Recorded<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        let index = self.drawn.len();
        let as_written = self.of.get(index).is_none_or(|&of| of == sides);
        let written = self.written.get(index).filter(|_| as_written);
        let draw = written.and_then(|&written| self.notation.read(sides, written));
        self.wrong |= draw.is_none();
        let draw = draw.unwrap_or(Draw { sides, value: 0 });
        self.drawn.push(draw);
        draw.value
    }
}
