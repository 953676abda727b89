//! JSON as an ordered tree that remembers its lines and its doubled keys.
//!
//! serde_json's own tree keeps the last of two equal keys and forgets where anything stood. This one
//! keeps what a loader needs to say what is wrong where. It knows nothing of maps, and it refuses
//! more values than it was told to expect, so that no text of bounded length needs more than a
//! bounded multiple of its length in memory.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Read};

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use crate::fault::{Fault, Report, quoted, shown};

/// A value and the line it begins on.
#[derive(Debug)]
pub(super) struct Node {
    /// From 1.
    pub line: u32,
    /// What stands there.
    pub json: Json,
}

/// A JSON value.
#[derive(Debug)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Node>),
    Object(Vec<Member>),
}

/// A key of an object, its line and its value.
#[derive(Debug)]
pub(super) struct Member {
    pub key: String,
    pub line: u32,
    pub node: Node,
}

impl Node {
    /// What was found, for use in a message.
    pub fn described(&self) -> String {
        match &self.json {
            Json::Null => "null".to_owned(),
            Json::Bool(value) => value.to_string(),
            Json::Number(number) => number.to_string(),
            Json::Text(text) => quoted(text),
            Json::List(items) if items.is_empty() => "an empty list".to_owned(),
            Json::List(_) => "a list".to_owned(),
            Json::Object(_) => "an object".to_owned(),
        }
    }

    /// The same as a plain value, for what is kept as it stands.
    pub fn to_value(&self) -> Value {
        match &self.json {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(number) => Value::Number(number.clone()),
            Json::Text(text) => Value::String(text.clone()),
            Json::List(items) => items.iter().map(Node::to_value).collect(),
            Json::Object(members) => members
                .iter()
                .map(|member| (member.key.clone(), member.node.to_value()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }

    /// Reports every key that stands twice in one object, here and below.
    pub fn report_doubled_keys(&self, place: &str, report: &mut Report) {
        match &self.json {
            Json::Object(members) => {
                let mut seen = HashSet::with_capacity(members.len());
                for Member { key, line, node } in members {
                    if !seen.insert(key.as_str()) {
                        let message = format!("the key {} stands twice", quoted(key));
                        report.add(Fault::new(place, message).at_line(*line));
                    }
                    if matches!(node.json, Json::List(_) | Json::Object(_)) {
                        node.report_doubled_keys(&below(place, key), report);
                    }
                }
            }
            Json::List(items) => {
                items.iter().for_each(|item| item.report_doubled_keys(place, report));
            }
            _ => {}
        }
    }
}

/// The path of a key below a place.
fn below(place: &str, key: &str) -> String {
    let separator = if place.is_empty() { "" } else { ", " };
    format!("{place}{separator}{}", shown(key))
}

/// Reads a whole text as one value with at most this many values in it.
pub(super) fn parse(text: &str, max_values: u32) -> Result<Node, Fault> {
    let line = Cell::new(1);
    let left = Cell::new(max_values);
    let reader = Lines { rest: text.as_bytes(), line: &line };
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    Tree { line: &line, left: &left }
        .deserialize(&mut deserializer)
        .and_then(|node| deserializer.end().map(|()| node))
        .map_err(|error| syntax_fault(&error))
}

/// A parser's complaint as a fault.
fn syntax_fault(error: &serde_json::Error) -> Fault {
    let told = error.to_string();
    let suffix = format!(" at line {} column {}", error.line(), error.column());
    let what = told.strip_suffix(&suffix).unwrap_or(&told);
    let message = if error.is_eof() {
        format!("the file breaks off here ({what}); expected the rest of a JSON text")
    } else {
        format!("not JSON: {what}")
    };
    let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
    Fault::new(format!("column {}", error.column()), message).at_line(line)
}

/// Hands out bytes one by one and counts the lines; one at a time because the parser looks at most
/// one byte ahead, so the count is the parser's own place.
struct Lines<'a> {
    rest: &'a [u8],
    line: &'a Cell<u32>,
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (Some((&byte, rest)), Some(slot)) = (self.rest.split_first(), buffer.first_mut())
        else {
            return Ok(0);
        };
        if byte == b'\n' {
            self.line.set(self.line.get().saturating_add(1));
        }
        *slot = byte;
        self.rest = rest;
        Ok(1)
    }
}

/// Builds a [`Node`] and counts down what is left of the allowed number of values.
#[derive(Clone, Copy)]
struct Tree<'a> {
    line: &'a Cell<u32>,
    left: &'a Cell<u32>,
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        let Some(left) = self.left.get().checked_sub(1) else {
            return Err(de::Error::custom("more values than any map has"));
        };
        self.left.set(left);
        let line = self.line.get();
        Ok(Node { line, json: deserializer.deserialize_any(self)? })
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        Number::from_f64(value).map(Json::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let line = self.line.get();
            members.push(Member { key, line, node: map.next_value_seed(self)? });
        }
        Ok(Json::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_lines_and_order() {
        let node = parse("{\n\"b\": 1,\n\"a\": [true,\n null]}", 10).unwrap();
        let Json::Object(members) = &node.json else { panic!("an object") };
        let keys: Vec<_> = members.iter().map(|m| (m.key.as_str(), m.line)).collect();
        assert_eq!(keys, [("b", 2), ("a", 3)]);
        let Json::List(items) = &members[1].node.json else { panic!("a list") };
        assert_eq!((items[0].line, items[1].line), (3, 4));
        assert_eq!(node.to_value().to_string(), r#"{"b":1,"a":[true,null]}"#);
    }

    #[test]
    fn sees_doubled_keys_wherever_they_are() {
        let node =
            parse("{\"a\": {\"x\": 1,\n \"x\": 2}, \"b\": [{\"y\": 1, \"y\": 1}],\n\"a\": 3}", 20);
        let mut report = Report::new();
        node.unwrap().report_doubled_keys("", &mut report);
        assert_eq!(
            report.into_faults().unwrap().to_string(),
            "line 2: a: the key \"x\" stands twice\n\
             line 2: b: the key \"y\" stands twice\n\
             line 3: the key \"a\" stands twice"
        );
    }

    #[test]
    fn says_where_the_syntax_breaks() {
        let fault = |text: &str| parse(text, 10).unwrap_err().to_string();
        assert_eq!(fault("{\n \"a\" 1}"), "line 2: column 6: not JSON: expected `:`");
        assert_eq!(
            fault("{\"a\":\n [1,"),
            "line 2: column 4: the file breaks off here (EOF while parsing a value); \
             expected the rest of a JSON text"
        );
        assert_eq!(fault("{} x"), "line 1: column 4: not JSON: trailing characters");
        assert!(fault(&"[".repeat(10_000)).contains("more values than any map has"));
        assert!(parse(&"[".repeat(10_000), 1000).unwrap_err().to_string().contains("recursion"));
    }
}
