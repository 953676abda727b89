//! The seam between SQL and the engines: one query, whichever database it goes to.
//!
//! What is written here is the SQL that SQLite and PostgreSQL both read (`$1`, TEXT, BIGINT, BOOLEAN, ON CONFLICT,
//! RETURNING). A value or a column is a text, a whole number or a flag, and may be missing. What only one engine
//! understands stands with that engine.

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{
    Connection as _, Decode, PgConnection, PgTransaction, Postgres, Row as _, SqlSafeStr, SqlStr,
    Sqlite, SqliteConnection, SqliteTransaction, Type,
};

use super::StoreError;

/// A connection to either engine, borrowed: inside a transaction or not.
pub enum Line<'c> {
    /// To a file.
    Sqlite(&'c mut SqliteConnection),
    /// To a server.
    Postgres(&'c mut PgConnection),
}

/// A moment of the database: what is read in it belongs together, and what is written is written as a whole or not at
/// all. Dropped without a word, it is undone.
pub enum Moment<'c> {
    /// Of a file.
    Sqlite(SqliteTransaction<'c>),
    /// Of a server.
    Postgres(PgTransaction<'c>),
}

impl Line<'_> {
    /// Begins a moment in which is only read.
    pub async fn look(&mut self) -> Result<Moment<'_>, StoreError> {
        Ok(match self {
            Line::Sqlite(line) => Moment::Sqlite(line.begin().await?),
            Line::Postgres(line) => Moment::Postgres(
                line.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?,
            ),
        })
    }

    /// Begins a moment in which is written.
    pub async fn begin(&mut self) -> Result<Moment<'_>, StoreError> {
        Ok(match self {
            Line::Sqlite(line) => Moment::Sqlite(line.begin_with("BEGIN IMMEDIATE").await?),
            Line::Postgres(line) => Moment::Postgres(line.begin().await?),
        })
    }

    /// The hour of the database in milliseconds since 1970, as an expression: it is the same for all servers.
    pub const fn now(&self) -> &'static str {
        match self {
            Line::Sqlite(_) => "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)",
            Line::Postgres(_) => "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }
}

impl Moment<'_> {
    /// The connection within it.
    pub fn line(&mut self) -> Line<'_> {
        match self {
            Moment::Sqlite(moment) => Line::Sqlite(moment),
            Moment::Postgres(moment) => Line::Postgres(moment),
        }
    }

    /// Lets what was written count.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Moment::Sqlite(moment) => Ok(moment.commit().await?),
            Moment::Postgres(moment) => Ok(moment.commit().await?),
        }
    }

    /// Ends it; what was written in it is undone.
    pub async fn end(self) -> Result<(), StoreError> {
        match self {
            Moment::Sqlite(moment) => Ok(moment.rollback().await?),
            Moment::Postgres(moment) => Ok(moment.rollback().await?),
        }
    }
}

/// A value of a query.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text, or none.
    Text(Option<String>),
    /// A whole number, or none.
    Number(Option<i64>),
    /// Yes or no.
    Flag(bool),
}

/// Makes values of what stands for them.
macro_rules! values {
    ($($value:ident of $from:ty: |$given:ident| $made:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($given: $from) -> Value {
                Value::$value($made)
            }
        }
    )*};
}

values! {
    Text of &str: |text| Some(text.to_owned());
    Text of &String: |text| Some(text.clone());
    Text of String: |text| Some(text);
    Text of Option<String>: |text| text;
    Text of Option<&str>: |text| text.map(str::to_owned);
    Number of i64: |number| Some(number);
    Number of Option<i64>: |number| number;
    Flag of bool: |flag| flag;
}

/// A query with its values.
#[must_use = "a query does nothing until it is sent"]
pub struct Query {
    sql: SqlStr,
    values: Vec<Value>,
}

/// A query that has no values yet.
pub fn query(sql: impl SqlSafeStr) -> Query {
    Query { sql: sql.into_sql_str(), values: Vec::new() }
}

type ToSqlite = sqlx::query::Query<'static, Sqlite, SqliteArguments>;
type ToPostgres = sqlx::query::Query<'static, Postgres, PgArguments>;

impl Query {
    /// With the next value.
    pub fn bind(mut self, value: impl Into<Value>) -> Query {
        self.values.push(value.into());
        self
    }

    fn for_sqlite(self) -> ToSqlite {
        let plain: ToSqlite = sqlx::query(self.sql);
        self.values.into_iter().fold(plain, |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
        })
    }

    fn for_postgres(self) -> ToPostgres {
        let plain: ToPostgres = sqlx::query(self.sql);
        self.values.into_iter().fold(plain, |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
        })
    }

    /// Sends it; how many rows it touched.
    pub async fn execute(self, to: &mut Line<'_>) -> Result<u64, StoreError> {
        Ok(match to {
            Line::Sqlite(line) => self.for_sqlite().execute(&mut **line).await?.rows_affected(),
            Line::Postgres(line) => self.for_postgres().execute(&mut **line).await?.rows_affected(),
        })
    }

    /// Sends it; all rows it gives.
    pub async fn fetch_all(self, to: &mut Line<'_>) -> Result<Vec<Record>, StoreError> {
        Ok(match to {
            Line::Sqlite(line) => {
                let rows = self.for_sqlite().fetch_all(&mut **line).await?;
                rows.into_iter().map(Record::Sqlite).collect()
            }
            Line::Postgres(line) => {
                let rows = self.for_postgres().fetch_all(&mut **line).await?;
                rows.into_iter().map(Record::Postgres).collect()
            }
        })
    }

    /// Sends it; the first row, if there is one.
    pub async fn fetch_optional(self, to: &mut Line<'_>) -> Result<Option<Record>, StoreError> {
        Ok(match to {
            Line::Sqlite(line) => {
                self.for_sqlite().fetch_optional(&mut **line).await?.map(Record::Sqlite)
            }
            Line::Postgres(line) => {
                self.for_postgres().fetch_optional(&mut **line).await?.map(Record::Postgres)
            }
        })
    }

    /// Sends it; the row that it must give.
    pub async fn fetch_one(self, to: &mut Line<'_>) -> Result<Record, StoreError> {
        let found = self.fetch_optional(to).await?;
        found.ok_or_else(|| StoreError::Failed("the database gave no row".to_owned()))
    }
}

/// A row of an answer.
pub enum Record {
    /// From a file.
    Sqlite(SqliteRow),
    /// From a server.
    Postgres(PgRow),
}

/// What a column can be read as.
pub trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl Column for String {}
impl Column for Option<String> {}
impl Column for i64 {}
impl Column for Option<i64> {}
impl Column for bool {}

impl Record {
    /// What stands in a column, by its number.
    pub fn at<T: Column>(&self, column: usize) -> Result<T, StoreError> {
        Ok(match self {
            Record::Sqlite(row) => row.try_get(column)?,
            Record::Postgres(row) => row.try_get(column)?,
        })
    }

    /// What stands in a column.
    pub fn try_get<T: Column>(&self, column: &str) -> Result<T, StoreError> {
        Ok(match self {
            Record::Sqlite(row) => row.try_get(column)?,
            Record::Postgres(row) => row.try_get(column)?,
        })
    }
}
