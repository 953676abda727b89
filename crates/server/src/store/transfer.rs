//! All games from one place to another, an empty one: from a file to PostgreSQL, or back.
//!
//! Rows are carried as they are, whatever is in them, table by table in the order in which the tables came to be. What
//! only running servers need stays behind. Before anything counts at the other place, every row is read back, and
//! every chain followed on both sides.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection, SqliteConnection};

use super::read::{self, ChainState};
use super::sql::{Line, Query, Record, Value, query};
use super::{Copy, Place, StoreError, file, lines, sqlite};

/// Tables that belong to running servers, or to the database itself.
const LEFT: [&str; 4] = ["_sqlx_migrations", "leases", "listeners", "servers"];
/// Tables that speak of games, also of those that are no more.
const OUTLIVE: [&str; 1] = ["club_games"];
/// How many rows go into one statement.
const TOGETHER: usize = 50;

/// What was carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// How many games.
    pub games: usize,
    /// How many of them are damaged; they are at the new place as they were at the old.
    pub damaged: usize,
    /// How many entries.
    pub entries: usize,
}

/// A table, as both sides have it.
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Number,
    Flag,
}

impl Kind {
    fn of(word: &str) -> Option<Kind> {
        match word.to_ascii_lowercase().as_str() {
            "text" => Some(Kind::Text),
            "bigint" | "integer" => Some(Kind::Number),
            "boolean" => Some(Kind::Flag),
            _ => None,
        }
    }
}

/// The other place, to which is written.
enum Target {
    File(SqliteConnection),
    Server(PgConnection),
}

/// Carries all games from one place to another, which must have none. The first is not changed.
pub async fn move_data(from: &Place, to: &Place) -> Result<Moved, StoreError> {
    let mut source = Copy::open_at(from).await?;
    if !source.is_chained() {
        let words = "its entries are not chained yet: let a server open it once, or this program play from it";
        return Err(StoreError::Foreign(words.into()));
    }
    let mut target = prepare(to).await?;
    let mut target = match &mut target {
        Target::File(connection) => Line::Sqlite(connection),
        Target::Server(connection) => Line::Postgres(connection),
    };
    if read::count(&mut target).await? > 0 {
        return Err(StoreError::Foreign(format!("{to}: there are games already")));
    }
    let mut source = source.line();
    let mut old = source.look().await?;
    let mut new = target.begin().await?;
    let moved = carry(&mut old.line(), &mut new.line()).await?;
    new.commit().await?;
    old.end().await?;
    Ok(moved)
}

/// Makes the other place ready: its tables as they are now.
async fn prepare(to: &Place) -> Result<Target, StoreError> {
    match to {
        Place::File(path) => {
            // As a server would: it is made, or refused.
            sqlite::Database::open(path, super::Faults::Real).await?.close().await;
            Ok(Target::File(file::plain(path).connect().await?))
        }
        Place::Postgres(address) => {
            // A table of many games takes longer than a statement of a server may.
            let options = address.options().options([("statement_timeout", "0")]);
            let mut connection = lines::in_time(async { Ok(options.connect().await?) }).await?;
            super::postgres::recognise(&mut connection).await?;
            file::migrator().run(&mut connection).await.map_err(file::not_migrated)?;
            Ok(Target::Server(connection))
        }
    }
}

async fn carry(old: &mut Line<'_>, new: &mut Line<'_>) -> Result<Moved, StoreError> {
    let mut tables = same_tables(old, new).await?;
    // A database that was restored from a dump has its tables in the order of their names.
    tables.sort_by_key(|table| table.name != "games");
    let games = read::ids(old).await?;
    let of_games = |table: &&Table| {
        table.columns.iter().any(|(name, _)| name == "game") && !OUTLIVE.contains(&&*table.name)
    };
    let mut moved = Moved { games: games.len(), ..Moved::default() };
    for id in &games {
        for table in tables.iter().filter(|table| of_games(table) || table.name == "games") {
            let key = if table.name == "games" { "id" } else { "game" };
            copy(table, Some((key, id.as_str())), old, new).await?;
        }
        let (was, is) = (read::chain_state(old, id).await?, read::chain_state(new, id).await?);
        if was != is {
            return Err(differs(&format!("the chain of game {id}")));
        }
        let ChainState { entries, damage, .. } = is;
        moved.entries += entries;
        moved.damaged += usize::from(damage.is_some());
    }
    // Last, for some of them speak of what belongs to games.
    for table in tables.iter().filter(|table| !of_games(table) && table.name != "games") {
        replace(table, old, new).await?;
    }
    Ok(moved)
}

fn differs(what: &str) -> StoreError {
    StoreError::Failed(format!(
        "{what} is not at the new place as it was at the old; nothing was moved"
    ))
}

/// Carries a table whole, in the place of what a new database has in it.
async fn replace(table: &Table, old: &mut Line<'_>, new: &mut Line<'_>) -> Result<(), StoreError> {
    query(AssertSqlSafe(format!("DELETE FROM {}", table.name))).execute(new).await?;
    copy(table, None, old, new).await
}

/// Carries rows, and reads them back.
async fn copy(
    table: &Table,
    which: Option<(&str, &str)>,
    old: &mut Line<'_>,
    new: &mut Line<'_>,
) -> Result<(), StoreError> {
    let rows = rows(table, which, old).await?;
    for rows in rows.chunks(TOGETHER) {
        let width = table.columns.len();
        let places = |row: usize| {
            let own: Vec<String> = (1..=width).map(|n| format!("${}", row * width + n)).collect();
            format!("({})", own.join(", "))
        };
        let places: Vec<String> = (0..rows.len()).map(places).collect();
        let sql =
            format!("INSERT INTO {} ({}) VALUES {}", table.name, names(table), places.join(", "));
        let insert = rows.iter().flatten().cloned().fold(query(AssertSqlSafe(sql)), Query::bind);
        insert.execute(new).await?;
    }
    let there = self::rows(table, which, new).await?;
    let sorted = |rows: Vec<Vec<Value>>| {
        let mut words: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        words.sort();
        words
    };
    if sorted(rows) == sorted(there) {
        Ok(())
    } else {
        Err(differs(&format!("table {}", table.name)))
    }
}

fn names(table: &Table) -> String {
    let names: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
    names.join(", ")
}

async fn rows(
    table: &Table,
    which: Option<(&str, &str)>,
    from: &mut Line<'_>,
) -> Result<Vec<Vec<Value>>, StoreError> {
    let condition = which.map_or(String::new(), |(key, _)| format!(" WHERE {key} = $1"));
    let sql = format!("SELECT {} FROM {}{condition}", names(table), table.name);
    let asked = query(AssertSqlSafe(sql));
    let asked = match which {
        Some((_, id)) => asked.bind(id),
        None => asked,
    };
    asked.fetch_all(from).await?.iter().map(|row| values(table, row)).collect()
}

fn values(table: &Table, row: &Record) -> Result<Vec<Value>, StoreError> {
    let value = |(name, kind): &(String, Kind)| {
        Ok(match kind {
            Kind::Text => Value::Text(row.try_get(name)?),
            Kind::Number => Value::Number(row.try_get(name)?),
            Kind::Flag => Value::Flag(row.try_get(name)?),
        })
    };
    table.columns.iter().map(value).collect()
}

/// The tables to carry, which both sides must have alike.
async fn same_tables(old: &mut Line<'_>, new: &mut Line<'_>) -> Result<Vec<Table>, StoreError> {
    let (here, there) = (tables(old).await?, tables(new).await?);
    let shape = |tables: &[Table]| -> BTreeSet<(String, BTreeSet<String>)> {
        let columns = |table: &Table| table.columns.iter().map(|(name, _)| name.clone()).collect();
        tables.iter().map(|table| (table.name.clone(), columns(table))).collect()
    };
    if shape(&here) != shape(&there) {
        let words = "its tables are an earlier version's: let a server open it once";
        return Err(StoreError::Foreign(words.into()));
    }
    Ok(here)
}

/// The tables in the order in which they came to be, so that a row comes after the one that it refers to.
async fn tables(of: &mut Line<'_>) -> Result<Vec<Table>, StoreError> {
    let (tables, columns) = match of {
        Line::Sqlite(_) => (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid",
            "SELECT name, type AS kind FROM pragma_table_info($1) ORDER BY cid",
        ),
        Line::Postgres(_) => (
            "SELECT CAST(relname AS TEXT) AS name FROM pg_class \
             JOIN pg_namespace ON pg_namespace.oid = relnamespace \
             WHERE relkind = 'r' AND nspname = current_schema() ORDER BY pg_class.oid",
            "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS kind \
             FROM information_schema.columns WHERE table_name = $1 \
             AND table_schema = current_schema() ORDER BY ordinal_position",
        ),
    };
    let mut found = Vec::new();
    for row in query(tables).fetch_all(of).await? {
        let name: String = row.try_get("name")?;
        if LEFT.contains(&name.as_str()) {
            continue;
        }
        let mut table = Table { name, columns: Vec::new() };
        for row in query(columns).bind(&table.name).fetch_all(of).await? {
            let (name, kind): (String, String) = (row.try_get("name")?, row.try_get("kind")?);
            let kind = Kind::of(&kind).ok_or_else(|| {
                StoreError::Foreign(format!(
                    "{}.{name}: a column of type {kind} is not known",
                    table.name
                ))
            })?;
            table.columns.push((name, kind));
        }
        found.push(table);
    }
    Ok(found)
}
