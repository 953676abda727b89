//! JSON text as a value. Two equal keys in one object are refused: serde_json's own tree would silently
//! keep the last of them.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use atlas::fault::{Fault, Faults, Report, quoted, shown};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a whole text as one value; `what` names it in messages.
pub fn parse(what: &str, text: &str) -> Result<Value, Faults> {
    let report = RefCell::new(Report::new());
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let tree = Tree { place: Place::Top(what), report: &report };
    let value = tree
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| Faults::from(Fault::new(what, complaint(text, &error))))?;
    report.into_inner().finish(value)
}

fn complaint(text: &str, error: &serde_json::Error) -> String {
    if text.trim().is_empty() {
        "the text is empty; expected a JSON object".into()
    } else if error.is_eof() {
        format!("the text breaks off: {error}")
    } else {
        format!("not JSON: {error}")
    }
}

/// Where in the text a value stands, put into words only if something is wrong there.
#[derive(Clone, Copy)]
enum Place<'p> {
    Top(&'p str),
    Key(&'p Place<'p>, &'p str),
    Item(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Top(what) => f.write_str(what),
            Place::Key(above, key) => write!(f, "{above}, {}", shown(key)),
            Place::Item(above, item) => write!(f, "{above}, item {}", item + 1),
        }
    }
}

/// Builds a value and notes doubled keys.
#[derive(Clone, Copy)]
struct Tree<'p> {
    place: Place<'p>,
    report: &'p RefCell<Report>,
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        let report = self.report;
        while let Some(item) = sequence
            .next_element_seed(Tree { place: Place::Item(&self.place, items.len()), report })?
        {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        let mut doubled = HashSet::new();
        let report = self.report;
        while let Some(key) = map.next_key::<String>()? {
            let place = Place::Key(&self.place, &key);
            let value = map.next_value_seed(Tree { place, report })?;
            if members.contains_key(&key) {
                if doubled.insert(key.clone()) {
                    let message = format!("the field {} stands twice", quoted(&key));
                    report.borrow_mut().fault(self.place.to_string(), message);
                }
                continue;
            }
            members.insert(key, value);
        }
        Ok(Value::Object(members))
    }
}
