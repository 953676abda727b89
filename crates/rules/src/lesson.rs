//! Lessons: a guided first battle as data, in `lesson.json` of a battle's folder.
//!
//! A lesson is a list of steps on the real board. A step says what to do and why, which actions do it, and
//! what to say of likely mistakes. [`Lesson::check`] plays every step with the engine, so that no lesson can
//! say what the rules do not do. `docs/lessons.md` describes the file.

mod check;

use atlas::Side;
use atlas::battle::Battle;
use atlas::fault::{Fault, Faults, Report, quoted};
use serde::Serialize;
use serde_json::Value;

use crate::game::Game;
use crate::json::{Object, each, number, parse, side, text};

/// A guided battle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence.
    pub words: String,
    /// Which scenario it is played in; without one, the battle's first.
    pub scenario: Option<String>,
    /// The side of the learner.
    pub side: &'static str,
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

/// One step of a lesson.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// Its name in addresses and in what the browser keeps.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What is to be understood, a paragraph each.
    pub words: Vec<String>,
    /// What is to be done, as an order.
    pub task: String,
    /// What is said when it is done: why it was right.
    pub done: String,
    /// The printed rule behind it: "BG 5.22".
    pub rule: String,
    /// Where the rulebook has it: book and anchor.
    pub link: String,
    /// Cells to look at.
    pub cells: Vec<String>,
    /// The position it begins with; without one it goes on where the step before it ended.
    pub position: Option<Value>,
    /// What is done in it, in order: by the learner, and for the other side by the page.
    pub deeds: Vec<Deed>,
    /// Likely mistakes, and what to say of them.
    pub slips: Vec<Slip>,
}

/// An action that a step is made of.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Deed {
    /// The action, as the door reads it.
    pub action: Value,
    /// What counts as well: actions of which only what matters is written.
    pub or: Vec<Value>,
    /// The draws it is given.
    pub dice: Vec<u16>,
    /// What its odds must say, as far as it is written here.
    pub odds: Option<Value>,
    /// What must happen by it, in this order, as far as it is written here.
    pub events: Vec<Value>,
}

/// A likely mistake.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Slip {
    /// The action, of which only what matters need be written unless it is refused or has draws, odds or events.
    pub action: Value,
    /// What to say of it.
    pub words: String,
    /// The rule that refuses it; without one it is legal.
    pub refused: Option<String>,
    /// The draws it is given.
    pub dice: Vec<u16>,
    /// What its odds must say.
    pub odds: Option<Value>,
    /// What must happen by it.
    pub events: Vec<Value>,
}

impl Lesson {
    /// The lesson of a battle, played through with the engine; `None` if it has none. Everything that is wrong
    /// with it is told at once.
    pub fn of(files: &Battle) -> Result<Option<Lesson>, Faults> {
        let Some(bytes) = &files.lesson else { return Ok(None) };
        let lesson = Lesson::read(bytes, &files.id, files.map.system.word())?;
        let game = Game::new(files, lesson.scenario.as_deref(), &[])
            .map_err(|error| Faults::from(Fault::new("lesson", error.to_string())))?;
        lesson.check(&game)?;
        Ok(Some(lesson))
    }

    /// Reads the bytes of `lesson.json` of a battle: the whole lesson, or everything that is wrong with its shape.
    fn read(bytes: &[u8], battle: &str, system: &str) -> Result<Lesson, Faults> {
        let told = |message: &str| Faults::from(Fault::new("lesson", message));
        let words = std::str::from_utf8(bytes).map_err(|_| told("expected UTF-8"))?;
        let value = parse("lesson", words)?;
        let mut report = Report::new();
        let lesson = lesson(&mut report, &value, battle, system);
        match (report.into_faults(), lesson) {
            (Some(faults), _) => Err(faults),
            (None, Some(lesson)) => Ok(lesson),
            (None, None) => Err(told("cannot be read")),
        }
    }
}

fn lesson(report: &mut Report, value: &Value, battle: &str, system: &str) -> Option<Lesson> {
    let mut fields = Object::of(report, "", value)?;
    let title = need_text(report, &mut fields, "title");
    let words = need_text(report, &mut fields, "words");
    let scenario = maybe_text(report, &mut fields, "scenario");
    let side = fields.need(report, "side").and_then(|value| side(report, "side", value));
    let steps = fields.need(report, "steps").and_then(|value| {
        each(report, "steps", value, |report, place, value| {
            let scenario = scenario.as_deref();
            step(report, place, value, system, |position| headed(position, battle, scenario))
        })
    });
    fields.finish(report);
    same_ids(report, value);
    let steps = steps?;
    if steps.is_empty() {
        report.fault("steps", "expected at least one");
    }
    let side: Side = side?;
    Some(Lesson { title: title?, words: words?, scenario, side: side.word(), steps })
}

/// Tells of every id that two steps have, whatever else is wrong with them.
fn same_ids(report: &mut Report, lesson: &Value) {
    let steps = lesson["steps"].as_array().map_or(&[][..], Vec::as_slice);
    let ids: Vec<&str> = steps.iter().filter_map(|step| step["id"].as_str()).collect();
    for (index, id) in ids.iter().enumerate() {
        if ids[..index].contains(id) {
            report.fault(format!("step {id}"), "another step has this id");
        }
    }
}

fn step(
    report: &mut Report,
    place: &str,
    value: &Value,
    system: &str,
    headed: impl Fn(Value) -> Value,
) -> Option<Step> {
    let mut fields = Object::of(report, place, value)?;
    let id = need_text(report, &mut fields, "id");
    if let Some(id) = &id {
        fields.call(format!("step {id}"));
    }
    let title = need_text(report, &mut fields, "title");
    let words = texts(report, &mut fields, "words");
    let task = need_text(report, &mut fields, "task");
    let done = need_text(report, &mut fields, "done");
    let rule = need_text(report, &mut fields, "rule");
    let cells = texts(report, &mut fields, "cells");
    let position = fields.find("position").cloned().map(headed);
    let at = fields.at("deeds");
    let deeds = fields.need(report, "deeds").and_then(|value| each(report, &at, value, deed));
    let slips = match fields.find("slips") {
        Some(value) => each(report, &fields.at("slips"), value, slip),
        None => Some(Vec::new()),
    };
    fields.finish(report);
    if deeds.as_ref().is_some_and(Vec::is_empty) {
        report.fault(at, "expected at least one");
    }
    let (rule, deeds) = (rule?, deeds?);
    let link = format!("{system}/{}", rule.to_lowercase().replace(' ', "-"));
    Some(Step {
        id: id?,
        title: title?,
        words,
        task: task?,
        done: done?,
        rule,
        link,
        cells,
        position,
        deeds,
        slips: slips?,
    })
}

/// A position with the head that every position of this battle has.
fn headed(mut position: Value, battle: &str, scenario: Option<&str>) -> Value {
    if let Value::Object(fields) = &mut position {
        fields.entry("game").or_insert_with(|| battle.into());
        if let Some(scenario) = scenario {
            fields.entry("scenario").or_insert_with(|| scenario.into());
        }
    }
    position
}

fn deed(report: &mut Report, place: &str, value: &Value) -> Option<Deed> {
    let mut fields = Object::of(report, place, value)?;
    let action = fields.need(report, "action").cloned();
    let or = values(report, &mut fields, "or");
    let dice = dice(report, &mut fields);
    let odds = fields.find("odds").cloned();
    let events = values(report, &mut fields, "events");
    fields.finish(report);
    Some(Deed { action: action?, or, dice, odds, events })
}

fn slip(report: &mut Report, place: &str, value: &Value) -> Option<Slip> {
    let mut fields = Object::of(report, place, value)?;
    let action = fields.need(report, "action").cloned();
    let words = need_text(report, &mut fields, "words");
    let refused = maybe_text(report, &mut fields, "refused");
    let dice = dice(report, &mut fields);
    let odds = fields.find("odds").cloned();
    let events = values(report, &mut fields, "events");
    fields.finish(report);
    Some(Slip { action: action?, words: words?, refused, dice, odds, events })
}

fn need_text(report: &mut Report, fields: &mut Object<'_>, key: &'static str) -> Option<String> {
    let found = fields.need(report, key)?;
    let place = fields.at(key);
    let words = text(report, &place, found)?;
    if words.trim().is_empty() {
        report.fault(place, format!("found {}; expected some words", quoted(words)));
        return None;
    }
    Some(words.to_owned())
}

fn maybe_text(report: &mut Report, fields: &mut Object<'_>, key: &'static str) -> Option<String> {
    let found = fields.find(key)?;
    text(report, &fields.at(key), found).map(str::to_owned)
}

fn texts(report: &mut Report, fields: &mut Object<'_>, key: &'static str) -> Vec<String> {
    let Some(found) = fields.find(key) else { return Vec::new() };
    let read = |r: &mut Report, p: &str, v: &Value| text(r, p, v).map(str::to_owned);
    each(report, &fields.at(key), found, read).unwrap_or_default()
}

fn values(report: &mut Report, fields: &mut Object<'_>, key: &'static str) -> Vec<Value> {
    let Some(found) = fields.find(key) else { return Vec::new() };
    each(report, &fields.at(key), found, |_, _, value| Some(value.clone())).unwrap_or_default()
}

fn dice(report: &mut Report, fields: &mut Object<'_>) -> Vec<u16> {
    let Some(found) = fields.find("dice") else { return Vec::new() };
    let read =
        |r: &mut Report, p: &str, v: &Value| number(r, p, v, (0, 10_000)).map(|draw| draw as u16);
    each(report, &fields.at("dice"), found, read).unwrap_or_default()
}

/// Whether a value says everything that a pattern does: lists in any order, objects as far as the pattern has
/// members. A march by a path counts as one `to` its end.
pub fn covers(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::Object(pattern), Value::Object(value)) => pattern.iter().all(|(key, wanted)| {
            let end = || (key == "to").then(|| value.get("path")?.as_array()?.last()).flatten();
            value.get(key).or_else(end).is_some_and(|found| covers(wanted, found))
        }),
        (Value::Array(pattern), Value::Array(value)) => {
            pattern.len() == value.len()
                && pattern.iter().all(|wanted| value.iter().any(|found| covers(wanted, found)))
        }
        _ => pattern == value,
    }
}
