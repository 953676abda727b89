//! Plain statements and what they find: text and numbers. All that an engine must do for what is built on it is to
//! carry out a [`Statement`] and to read a [`Line`].

use std::vec::IntoIter;

use super::StoreError;

/// A value in a statement, or in what one finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Text, or nothing.
    Text(Option<String>),
    /// A number, or nothing.
    Number(Option<i64>),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(Some(text.to_owned()))
    }
}

impl From<Option<&str>> for Cell {
    fn from(text: Option<&str>) -> Cell {
        Cell::Text(text.map(str::to_owned))
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Number(Some(number))
    }
}

/// SQL that every engine reads, with its values.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The SQL, with `$1` and so on for the values.
    pub sql: &'static str,
    /// The values.
    pub values: Vec<Cell>,
    /// One row must be changed, or the whole change is a conflict.
    pub one: bool,
}

impl Statement {
    /// A statement that may change any number of rows.
    pub fn new(sql: &'static str, values: Vec<Cell>) -> Statement {
        Statement { sql, values, one: false }
    }

    /// A statement that is a conflict unless it changes one row.
    pub fn one(sql: &'static str, values: Vec<Cell>) -> Statement {
        Statement { sql, values, one: true }
    }
}

/// What the columns of a question are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Text, or nothing.
    Text,
    /// A number, or nothing.
    Number,
}

/// One row of what a question found, read from its first column on.
#[derive(Debug)]
pub struct Line(pub IntoIter<Cell>);

impl Line {
    /// The next column: text.
    pub fn text(&mut self) -> Result<String, StoreError> {
        self.text_or_none()?.ok_or_else(|| unlike("text"))
    }

    /// The next column: text, or nothing.
    pub fn text_or_none(&mut self) -> Result<Option<String>, StoreError> {
        match self.0.next() {
            Some(Cell::Text(text)) => Ok(text),
            _ => Err(unlike("text")),
        }
    }

    /// The next column: a number.
    pub fn number(&mut self) -> Result<i64, StoreError> {
        self.number_or_none()?.ok_or_else(|| unlike("a number"))
    }

    /// The next column: a number, or nothing.
    pub fn number_or_none(&mut self) -> Result<Option<i64>, StoreError> {
        match self.0.next() {
            Some(Cell::Number(number)) => Ok(number),
            _ => Err(unlike("a number")),
        }
    }
}

fn unlike(wanted: &str) -> StoreError {
    StoreError::Damaged(format!("a column that should be {wanted}"))
}
