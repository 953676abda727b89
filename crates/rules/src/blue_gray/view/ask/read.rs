//! Reading questions: the fields of an object, each known and of its kind, or what is wrong.

use field::Cell;
use serde_json::{Map, Value};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::UnitId;

/// The fields of a question, and which of them were looked at.
pub struct Fields<'q> {
    kind: &'q str,
    fields: &'q Map<String, Value>,
    known: Vec<&'static str>,
}

impl<'q> Fields<'q> {
    /// The fields of the question's object.
    pub fn of(kind: &'q str, body: &'q Value) -> Result<Fields<'q>, String> {
        match body {
            Value::Object(fields) => Ok(Fields { kind, fields, known: Vec::new() }),
            _ => Err(format!("{}: expected an object", shown(kind))),
        }
    }

    /// A field that may be missing or `null`.
    pub fn find(&mut self, key: &'static str) -> Option<&'q Value> {
        self.known.push(key);
        self.fields.get(key).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    pub fn need(&mut self, key: &'static str) -> Result<&'q Value, String> {
        self.find(key).ok_or_else(|| format!("{}, {key}: it is missing", self.kind))
    }

    /// The unit of a field that must be there.
    pub fn unit(&mut self, battle: &Battle, key: &'static str) -> Result<UnitId, String> {
        let value = self.need(key)?;
        value.as_str().and_then(|id| battle.find(id)).ok_or_else(|| {
            format!("{}, {key}: expected the designation of a unit of the scenario", self.kind)
        })
    }

    /// The hex of a field that may be missing.
    pub fn hex(&mut self, battle: &Battle, key: &'static str) -> Result<Option<Cell>, String> {
        self.find(key).map(|value| self.cell(battle, key, value)).transpose()
    }

    /// The hexes of a field that may be missing; at most so many.
    pub fn hexes(
        &mut self,
        battle: &Battle,
        key: &'static str,
        most: usize,
    ) -> Result<Option<Vec<Cell>>, String> {
        let Some(value) = self.find(key) else { return Ok(None) };
        match value.as_array().filter(|items| items.len() <= most) {
            Some(items) => {
                { items.iter().map(|item| self.cell(battle, key, item)).collect::<Result<_, _>>() }
                    .map(Some)
            }
            None => Err(format!("{}, {key}: expected a list of at most {most} hexes", self.kind)),
        }
    }

    fn cell(&self, battle: &Battle, key: &str, value: &Value) -> Result<Cell, String> {
        value.as_str().and_then(|name| battle.grid().cell(name)).ok_or_else(|| {
            format!("{}, {key}: expected the number of a hex of the map, as in \"0816\"", self.kind)
        })
    }

    /// Whether every field was one that the question has.
    pub fn finish(&self) -> Result<(), String> {
        match self.fields.keys().find(|key| !self.known.contains(&key.as_str())) {
            Some(key) => Err(format!("{}, {}: the field is unknown", self.kind, shown(key))),
            None => Ok(()),
        }
    }
}

/// As much of a word as is worth repeating.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}
