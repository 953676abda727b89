//! Plain statements and what they find: text and numbers, for what is built on the store without queries of its own.

use std::vec::IntoIter;

use super::StoreError;
use super::sql::{Line, Query, Record, Value, query};

/// SQL that every engine reads, with its values.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The SQL, with `$1` and so on for the values.
    pub sql: &'static str,
    /// The values.
    pub values: Vec<Value>,
    /// One row must be changed, or the whole change is a conflict.
    pub one: bool,
}

impl Statement {
    /// A statement that may change any number of rows.
    pub fn new(sql: &'static str, values: Vec<Value>) -> Statement {
        Statement { sql, values, one: false }
    }

    fn query(self) -> Query {
        self.values.into_iter().fold(query(self.sql), Query::bind)
    }

    /// A statement that is a conflict unless it changes one row.
    pub fn one(sql: &'static str, values: Vec<Value>) -> Statement {
        Statement { sql, values, one: true }
    }
}

/// Carries out statements.
pub(super) async fn carry_out(
    to: &mut Line<'_>,
    statements: &[Statement],
) -> Result<(), StoreError> {
    for statement in statements {
        let changed = statement.clone().query().execute(to).await?;
        if statement.one && changed != 1 {
            return Err(StoreError::Conflict);
        }
    }
    Ok(())
}

/// What a question finds, with these columns.
pub(super) async fn find(
    to: &mut Line<'_>,
    question: Statement,
    columns: &[Column],
) -> Result<Vec<Found>, StoreError> {
    let read = |row: Record| {
        let value = |(index, column): (usize, &Column)| {
            Ok::<_, StoreError>(match column {
                Column::Text => Value::Text(row.at(index)?),
                Column::Number => Value::Number(row.at(index)?),
            })
        };
        let values = columns.iter().enumerate().map(value).collect::<Result<Vec<Value>, _>>();
        Ok(Found(values?.into_iter()))
    };
    question.query().fetch_all(to).await?.into_iter().map(read).collect()
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
pub struct Found(pub IntoIter<Value>);

impl Found {
    /// The next column: text.
    pub fn text(&mut self) -> Result<String, StoreError> {
        self.text_or_none()?.ok_or_else(|| unlike("text"))
    }

    /// The next column: text, or nothing.
    pub fn text_or_none(&mut self) -> Result<Option<String>, StoreError> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(text),
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
            Some(Value::Number(number)) => Ok(number),
            _ => Err(unlike("a number")),
        }
    }
}

fn unlike(wanted: &str) -> StoreError {
    StoreError::Damaged(format!("a column that should be {wanted}"))
}
