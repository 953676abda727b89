//! Readers of plain JSON values that report where and what was expected.

use atlas::Side;
use atlas::fault::{Report, one_of, quoted};
use field::Cell;
use serde_json::{Map, Value};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::{Hexes, UnitId, UnitSet};

/// The fields of an object, and which of them have been asked for.
pub(super) struct Object<'v> {
    place: String,
    fields: &'v Map<String, Value>,
    known: Vec<&'static str>,
}

/// What stands somewhere, for a message.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// Notes that something else should stand at a place.
pub(super) fn expected<T>(
    report: &mut Report,
    place: &str,
    value: &Value,
    what: &str,
) -> Option<T> {
    report.fault(place, format!("found {}; expected {what}", described(value)));
    None
}

impl<'v> Object<'v> {
    pub fn of(report: &mut Report, place: &str, value: &'v Value) -> Option<Object<'v>> {
        match value {
            Value::Object(fields) => {
                Some(Object { place: place.into(), fields, known: Vec::new() })
            }
            other => expected(report, place, other, "an object"),
        }
    }

    pub fn at(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}, {key}", self.place) }
    }

    /// A field that may be missing or null.
    pub fn find(&mut self, key: &'static str) -> Option<&'v Value> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.fields.get(key).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    pub fn need(&mut self, report: &mut Report, key: &'static str) -> Option<&'v Value> {
        let found = self.find(key);
        if found.is_none() {
            report.fault(self.place.as_str(), format!("the field {} is missing", quoted(key)));
        }
        found
    }

    /// A field that is true or false; `None` if it is missing or null.
    pub fn answer(&mut self, report: &mut Report, key: &'static str) -> Option<bool> {
        match self.find(key)? {
            Value::Bool(answer) => Some(*answer),
            other => expected(report, &self.at(key), other, "true or false"),
        }
    }

    /// A field that is false unless it is there.
    pub fn flag(&mut self, report: &mut Report, key: &'static str) -> bool {
        self.answer(report, key).unwrap_or(false)
    }

    /// Gives the object another name in messages, once it is known whose it is.
    pub fn call(&mut self, place: String) {
        self.place = place;
    }

    /// Notes the fields that nobody asked for.
    pub fn finish(self, report: &mut Report) {
        for key in self.fields.keys().filter(|key| !self.known.contains(&key.as_str())) {
            let known = match self.known.as_slice() {
                [] => "none".to_owned(),
                known => one_of(known.iter().copied()),
            };
            report.fault(
                self.place.as_str(),
                format!("unknown field {}; expected {known}", quoted(key)),
            );
        }
    }
}

pub(super) fn text<'v>(report: &mut Report, place: &str, value: &'v Value) -> Option<&'v str> {
    value.as_str().or_else(|| expected(report, place, value, "a text"))
}

pub(super) fn list<'v>(report: &mut Report, place: &str, value: &'v Value) -> Option<&'v [Value]> {
    match value {
        Value::Array(items) => Some(items),
        other => expected(report, place, other, "a list"),
    }
}

pub(super) fn number(
    report: &mut Report,
    place: &str,
    value: &Value,
    limits: (i64, i64),
) -> Option<i64> {
    let (least, most) = limits;
    value
        .as_i64()
        .filter(|number| (least..=most).contains(number))
        .or_else(|| expected(report, place, value, &format!("a whole number, {least} to {most}")))
}

pub(super) fn side(report: &mut Report, place: &str, value: &Value) -> Option<Side> {
    let found = Side::BOTH.into_iter().find(|side| value.as_str() == Some(side.word()));
    found.or_else(|| expected(report, place, value, "\"union\" or \"confederate\""))
}

pub(super) fn cell(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<Cell> {
    let found = value.as_str().and_then(|name| battle.grid().cell(name));
    found.or_else(|| {
        expected(report, place, value, "the number of a hex of the map, as in \"0816\"")
    })
}

/// Reads units, each named once.
pub(super) fn units(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<UnitSet> {
    let read = each(report, place, value, |r, p, v| unit(r, p, v, battle))?;
    let mut found = UnitSet::EMPTY;
    for id in read {
        if found.contains(id) {
            report.fault(place, format!("{} is named twice", battle.unit(id).id));
            return None;
        }
        found.insert(id);
    }
    Some(found)
}

/// Reads at most `N` hexes in any order, each named once.
pub(super) fn hexes<const N: usize>(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<Hexes<N>> {
    let cells = each(report, place, value, |r, p, v| cell(r, p, v, battle))?;
    let listed = cells.len();
    let Some(found) = Hexes::of(cells) else {
        report.fault(place, format!("found {listed} hexes; expected at most {N}"));
        return None;
    };
    let found = found.sorted();
    if found.len() < listed {
        report.fault(place, "a hex is named twice");
        return None;
    }
    Some(found)
}

pub(super) fn unit(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<UnitId> {
    let found = value.as_str().and_then(|id| battle.find(id));
    found.or_else(|| expected(report, place, value, "the designation of a unit of the scenario"))
}

/// Reads every item of a list; `None` if one is wrong.
pub(super) fn each<T>(
    report: &mut Report,
    place: &str,
    value: &Value,
    mut read: impl FnMut(&mut Report, &str, &Value) -> Option<T>,
) -> Option<Vec<T>> {
    let items = list(report, place, value)?;
    let read: Vec<Option<T>> = items
        .iter()
        .enumerate()
        .map(|(index, item)| read(report, &format!("{place}, item {}", index + 1), item))
        .collect();
    read.into_iter().collect()
}
