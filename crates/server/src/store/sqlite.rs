//! Storage in one SQLite file: write-ahead log, full synchronisation, foreign keys.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use rules::dice::Seed;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Row, SqlSafeStr, SqlStr};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::writer::Writer;
use super::{Change, Remains, Scrap, StoreError, StoredGame, row};
use crate::entry::Entry;
use crate::moment::Moment;
use crate::phase_clock::PhaseClock;
use crate::tokens::{Invitation, Keys, Role, TokenHash};

/// The tables, in the order in which they came to be. A file that was published is never changed.
const MIGRATIONS: [(i64, &str, &str); 3] = [
    (1, "games", include_str!("../../migrations/0001_games.sql")),
    (2, "invitations", include_str!("../../migrations/0002_invitations.sql")),
    (3, "clocks", include_str!("../../migrations/0003_clocks.sql")),
];

/// How many connections read beside the one that writes.
const READERS: u32 = 4;

/// The database of a server.
pub struct Store {
    readers: SqlitePool,
    writer: Writer,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the database in a file, which is made if it is not there, and brings its tables up to date.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What is deleted leaves nothing behind in the file.
            .pragma("secure_delete", "ON")
            .busy_timeout(Duration::from_secs(10))
            .disable_statement_logging();
        let mut writing = options.connect().await?;
        migrator()
            .run(&mut writing)
            .await
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().read_only(true))
            .await?;
        let (writer, task) = Writer::start(writing, options);
        Ok(Store { readers, writer, task: Mutex::new(Some(task)) })
    }

    /// Writes a change; returns once it is safe.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.writer.write(change).await
    }

    /// A game, or `None` if there is none with this id.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let found = sqlx::query("SELECT seed, facts FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = found else { return Ok(None) };
        let seed = match row.try_get::<Option<String>, _>("seed")? {
            None => None,
            Some(text) => {
                Some(Seed::parse(&text).map_err(|_| StoreError::Damaged("a seed".into()))?)
            }
        };
        let facts = serde_json::from_str(&row.try_get::<String, _>("facts")?)
            .map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(Some(StoredGame { id: id.to_owned(), facts, seed }))
    }

    /// What opens a game. A key that cannot be understood opens nothing, and keeps nobody else out.
    pub async fn keys(&self, game: &str) -> Result<Keys, StoreError> {
        let tokens = sqlx::query("SELECT role, hash, seen FROM tokens WHERE game = $1")
            .bind(game)
            .fetch_all(&self.readers)
            .await?;
        let offers = sqlx::query("SELECT side, hash, spent FROM invitations WHERE game = $1")
            .bind(game)
            .fetch_all(&self.readers)
            .await?;
        let mut keys = Keys::default();
        for row in &tokens {
            let Some((role, hash)) = key(row, "role") else { continue };
            keys.tokens.push((role, hash));
            if let Some(side) = role.side() {
                keys.seen[side] = row.try_get::<Option<i64>, _>("seen")?.map(Moment);
            } else {
                keys.touched = keys.touched.max(row.try_get::<Option<i64>, _>("seen")?.map(Moment));
            }
        }
        for row in &offers {
            if let Some((role, hash)) = key(row, "side")
                && let Some(side) = role.side()
            {
                keys.invitations.push(Invitation { side, hash, spent: row.try_get("spent")? });
            }
        }
        Ok(keys)
    }

    /// How much time the phases of a game have taken. What cannot be read has taken none.
    pub async fn clock(&self, game: &str) -> Result<PhaseClock, StoreError> {
        let found = sqlx::query("SELECT spent FROM clocks WHERE game = $1")
            .bind(game)
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = found else { return Ok(PhaseClock::default()) };
        Ok(serde_json::from_str(&row.try_get::<String, _>("spent")?).unwrap_or_else(|error| {
            tracing::error!(%error, "a clock cannot be read");
            PhaseClock::default()
        }))
    }

    /// The entries of a game, in order.
    pub async fn entries(&self, game: &str) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(row::ENTRIES).bind(game).fetch_all(&self.readers).await?;
        rows.iter().map(row::entry).collect()
    }

    /// What is stored of a game, as it stands there, whether it can be understood or not.
    pub async fn remains(&self, id: &str) -> Result<Option<Remains>, StoreError> {
        let found =
            sqlx::query("SELECT seed, CAST(facts AS TEXT) AS facts FROM games WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
        let Some(game) = found else { return Ok(None) };
        let rows = sqlx::query(row::REMAINS).bind(id).fetch_all(&self.readers).await?;
        let entry = |row: &SqliteRow| -> Result<Scrap, StoreError> {
            Ok(Scrap {
                version: row.try_get("version")?,
                at: Moment(row.try_get("at")?),
                kind: row.try_get("kind")?,
                body: row.try_get("body")?,
            })
        };
        Ok(Some(Remains {
            facts: game.try_get("facts")?,
            seed: game.try_get("seed")?,
            entries: rows.iter().map(entry).collect::<Result<_, _>>()?,
        }))
    }

    /// Whether the database answers and can be written.
    pub async fn is_well(&self) -> bool {
        let answers = sqlx::query("SELECT 1").fetch_one(&self.readers).await.is_ok();
        answers && self.writer.is_well().await
    }

    /// How many games are stored.
    pub async fn count(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query("SELECT COUNT(*) AS n FROM games")
            .fetch_one(&self.readers)
            .await?
            .try_get("n")?)
    }

    /// Writes what waits, and closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.stop().await;
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writer did not end well");
        }
    }
}

/// What a row of keys has: a role, and the hash of a word.
fn key(row: &SqliteRow, column: &str) -> Option<(Role, TokenHash)> {
    let read = || {
        let role = Role::from_word(row.try_get(column).ok()?)?;
        let hash = blake3::Hash::from_hex(row.try_get::<&str, _>("hash").ok()?).ok()?;
        Some((role, TokenHash(hash.into())))
    };
    let found = read();
    if found.is_none() {
        tracing::error!("a key cannot be read");
    }
    found
}

fn migrator() -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        let sql: SqlStr = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(MIGRATIONS.into_iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn count(store: &Store) -> i64 {
        store.count().await.expect("a number")
    }

    /// A change that needs many pages.
    fn large(game: &str) -> Change {
        let mut entry = crate::tables::started(crate::moment::Moment(0));
        entry.text = Some("x".repeat(1 << 20));
        Change::Append { game: game.to_owned(), entries: vec![entry.into()] }
    }

    #[tokio::test]
    async fn after_a_full_disk_the_writer_goes_on() {
        let name = format!("longroll-full-disk-{}.sqlite", std::process::id());
        let file = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&file);
        let mut store = Store::open(&file).await.expect("a database");
        store.close().await;
        let options = SqliteConnectOptions::new().filename(&file);
        let mut writing = options.connect().await.expect("a connection");
        sqlx::query("INSERT INTO games (id, created, facts) VALUES ('g', 0, '{}')")
            .execute(&mut writing)
            .await
            .expect("a game");
        // As if the disk were full: the file may not grow on this connection.
        sqlx::query("PRAGMA max_page_count = 1").execute(&mut writing).await.expect("a limit");
        store.readers = SqlitePool::connect_with(options.clone()).await.expect("readers");
        let (writer, task) = Writer::start(writing, options);
        (store.writer, store.task) = (writer, Mutex::new(Some(task)));
        let full = store.write(large("g")).await;
        assert!(matches!(full, Err(StoreError::Failed(_))), "{full:?}");
        assert_eq!(store.entries("g").await.expect("entries").len(), 0);
        assert_eq!(store.write(large("g")).await, Ok(()), "there is room again");
        assert_eq!((store.entries("g").await.expect("entries").len(), count(&store).await), (1, 1));
        store.close().await;
        let _ = std::fs::remove_file(&file);
    }

    #[tokio::test]
    async fn a_writer_that_cannot_write_is_not_well_until_it_can() {
        let name = format!("longroll-unwell-{}.sqlite", std::process::id());
        let file = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&file);
        let store = Store::open(&file).await.expect("a database");
        store.close().await;
        let options = SqliteConnectOptions::new().filename(&file);
        let writing = options.clone().read_only(true).connect().await.expect("a connection");
        let (writer, task) = Writer::start(writing, options);
        assert!(writer.is_well().await);
        let change = Change::Delete { game: "g".into() };
        assert!(writer.write(change.clone()).await.is_err());
        assert!(writer.is_well().await, "a new connection can write");
        assert_eq!(writer.write(change).await, Ok(()));
        drop(writer);
        task.await.expect("the writer closes its connection");
        let _ = std::fs::remove_file(&file);
    }
}
