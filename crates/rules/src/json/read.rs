//! Readers of plain JSON values that report where and what was expected: what every system's door is
//! made of.

use atlas::Side;
use atlas::fault::{Fault, Faults, Report, one_of, quoted};
use serde_json::{Map, Value};

/// The fields of an object, and which of them have been asked for.
pub(crate) struct Object<'v> {
    place: String,
    fields: &'v Map<String, Value>,
    known: Vec<&'static str>,
}

/// What stands somewhere, for a message.
fn described(value: &Value) -> String {
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
pub(crate) fn expected<T>(
    report: &mut Report,
    place: &str,
    value: &Value,
    what: &str,
) -> Option<T> {
    report.fault(place, format!("found {}; expected {what}", described(value)));
    None
}

impl<'v> Object<'v> {
    pub(crate) fn of(report: &mut Report, place: &str, value: &'v Value) -> Option<Object<'v>> {
        match value {
            Value::Object(fields) => {
                Some(Object { place: place.into(), fields, known: Vec::new() })
            }
            other => expected(report, place, other, "an object"),
        }
    }

    pub(crate) fn at(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}, {key}", self.place) }
    }

    /// A field that may be missing or null.
    pub(crate) fn find(&mut self, key: &'static str) -> Option<&'v Value> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.fields.get(key).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    pub(crate) fn need(&mut self, report: &mut Report, key: &'static str) -> Option<&'v Value> {
        let found = self.find(key);
        if found.is_none() {
            report.fault(self.place.as_str(), format!("the field {} is missing", quoted(key)));
        }
        found
    }

    /// A field that is true or false; `None` if it is missing or null.
    pub(crate) fn answer(&mut self, report: &mut Report, key: &'static str) -> Option<bool> {
        match self.find(key)? {
            Value::Bool(answer) => Some(*answer),
            other => expected(report, &self.at(key), other, "true or false"),
        }
    }

    /// A field that is false unless it is there.
    pub(crate) fn flag(&mut self, report: &mut Report, key: &'static str) -> bool {
        self.answer(report, key).unwrap_or(false)
    }

    /// Gives the object another name in messages, once it is known whose it is.
    pub(crate) fn call(&mut self, place: String) {
        self.place = place;
    }

    /// Notes the fields that nobody asked for.
    pub(crate) fn finish(self, report: &mut Report) {
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

/// Reads a text.
pub(crate) fn text<'v>(report: &mut Report, place: &str, value: &'v Value) -> Option<&'v str> {
    value.as_str().or_else(|| expected(report, place, value, "a text"))
}

/// Reads a list.
pub(crate) fn list<'v>(report: &mut Report, place: &str, value: &'v Value) -> Option<&'v [Value]> {
    match value {
        Value::Array(items) => Some(items),
        other => expected(report, place, other, "a list"),
    }
}

/// Reads a whole number between limits.
pub(crate) fn number(
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

/// Reads a side.
pub(crate) fn side(report: &mut Report, place: &str, value: &Value) -> Option<Side> {
    let found = Side::BOTH.into_iter().find(|side| value.as_str() == Some(side.word()));
    found.or_else(|| expected(report, place, value, "\"union\" or \"confederate\""))
}

/// Reads every item of a list; `None` if one is wrong.
pub(crate) fn each<T>(
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

/// Reads something as a whole: it, or everything that is wrong with it.
pub(crate) fn whole<T>(
    what: &'static str,
    read: impl FnOnce(&mut Report) -> Option<T>,
) -> Result<T, Faults> {
    let mut report = Report::new();
    let found = read(&mut report);
    match (report.into_faults(), found) {
        (Some(faults), _) => Err(faults),
        (None, Some(found)) => Ok(found),
        (None, None) => Err(Fault::new(what, "cannot be read").into()),
    }
}
