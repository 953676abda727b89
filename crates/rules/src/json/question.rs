//! Reading questions: the fields of an object, each known and of its kind, or what is wrong.

use field::Cell;
use serde_json::{Map, Value};

use super::named::Names;
use crate::ids::UnitId;

/// The fields of a question, and which of them were looked at.
pub(crate) struct Question<'q> {
    kind: &'q str,
    fields: &'q Map<String, Value>,
    known: Vec<&'static str>,
}

impl<'q> Question<'q> {
    /// The fields of the question's object.
    pub(crate) fn of(kind: &'q str, body: &'q Value) -> Result<Question<'q>, String> {
        match body {
            Value::Object(fields) => Ok(Question { kind, fields, known: Vec::new() }),
            _ => Err(format!("{}: expected an object", shown(kind))),
        }
    }

    /// A field that may be missing or `null`.
    pub(crate) fn find(&mut self, key: &'static str) -> Option<&'q Value> {
        self.known.push(key);
        self.fields.get(key).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    pub(crate) fn need(&mut self, key: &'static str) -> Result<&'q Value, String> {
        self.find(key).ok_or_else(|| format!("{}, {key}: it is missing", self.kind))
    }

    /// The unit of a field that must be there.
    pub(crate) fn unit(
        &mut self,
        battle: &impl Names,
        key: &'static str,
    ) -> Result<UnitId, String> {
        let value = self.need(key)?;
        value.as_str().and_then(|id| battle.unit_named(id)).ok_or_else(|| {
            format!("{}, {key}: expected the designation of a unit of the scenario", self.kind)
        })
    }

    /// The hex of a field that may be missing.
    pub(crate) fn hex(
        &mut self,
        battle: &impl Names,
        key: &'static str,
    ) -> Result<Option<Cell>, String> {
        self.find(key).map(|value| self.cell(battle, key, value)).transpose()
    }

    /// The hexes of a field that may be missing; at most so many.
    pub(crate) fn hexes(
        &mut self,
        battle: &impl Names,
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

    fn cell(&self, battle: &impl Names, key: &str, value: &Value) -> Result<Cell, String> {
        value.as_str().and_then(|name| battle.cell_named(name)).ok_or_else(|| {
            format!("{}, {key}: expected the number of a hex of the map, as in \"0816\"", self.kind)
        })
    }

    /// Whether every field was one that the question has.
    pub(crate) fn finish(&self) -> Result<(), String> {
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
