//! Sentences about what happened, for a reader at a terminal.
//!
//! They are made of the events as a seat was told them: in a hidden game nothing else may be said.

use atlas::Side;
use serde_json::Value;

use crate::words::list;

/// How the units and cells of a battle are called.
pub(crate) trait Names {
    /// What a unit is called, and whether a sentence speaks of it as of several; `None` if there is none of this id.
    fn unit(&self, id: &str) -> Option<(&str, bool)>;
    /// The name of a cell that has one.
    fn place(&self, cell: &str) -> Option<&str>;
}

/// An event as a seat was told it.
pub(crate) struct Told<'a, N> {
    event: &'a Value,
    names: &'a N,
}

impl<'a, N: Names> Told<'a, N> {
    /// An event, with the names of its battle.
    pub fn new(event: &'a Value, names: &'a N) -> Told<'a, N> {
        Told { event, names }
    }

    /// A member that holds a text; empty if there is none.
    pub fn text(&self, member: &str) -> &'a str {
        self.event[member].as_str().unwrap_or_default()
    }

    /// A member that holds a number; nought if there is none.
    pub fn number(&self, member: &str) -> i64 {
        self.event[member].as_i64().unwrap_or_default()
    }

    /// Whether a member is true.
    pub fn is(&self, member: &str) -> bool {
        self.event[member] == true
    }

    /// A member that holds a side; the Union if it holds none.
    pub fn side(&self, member: &str) -> Side {
        match self.text(member) == Side::Confederate.word() {
            true => Side::Confederate,
            false => Side::Union,
        }
    }

    /// A part of the event, to be told by itself.
    pub fn part(&self, member: &str) -> Told<'a, N> {
        Told { event: &self.event[member], names: self.names }
    }

    /// Texts that a member lists.
    pub fn texts(&self, member: &str) -> Vec<&'a str> {
        let items = self.event[member].as_array().map(Vec::as_slice).unwrap_or_default();
        items.iter().filter_map(Value::as_str).collect()
    }

    /// What a unit is called.
    pub fn unit(&self, id: &'a str) -> &'a str {
        self.names.unit(id).map_or(id, |(called, _)| called)
    }

    /// What the units that a member lists are called, in words.
    pub fn units(&self, member: &str) -> String {
        list(&self.texts(member).iter().map(|id| self.unit(id)).collect::<Vec<_>>())
    }

    /// What the event's unit does: `Hood moves`, `Cutts's guns move`.
    pub fn does(&self, one: &str, many: &str) -> String {
        let id = self.text("unit");
        let (called, several) = self.names.unit(id).unwrap_or((id, false));
        format!("{called} {}", if several { many } else { one })
    }

    /// A cell with its name, if it has one: `0713 (Dunker Church)`.
    pub fn place(&self, cell: &str) -> String {
        match self.names.place(cell) {
            Some(name) => format!("{cell} ({name})"),
            None => cell.to_owned(),
        }
    }

    /// The cells that a member lists, in words.
    pub fn places(&self, member: &str) -> String {
        list(&self.texts(member).iter().map(|cell| self.place(cell)).collect::<Vec<_>>())
    }

    /// Where something goes: the last cell of its way, or where it was.
    pub fn end_of_path(&self) -> &'a str {
        self.texts("path").last().copied().unwrap_or_else(|| self.text("from"))
    }
}
