//! Storage in one SQLite file: write-ahead log, full synchronisation, foreign keys.

use std::path::Path;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions, Row as _, Sqlite, SqliteConnection};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};
use tokio::task::JoinHandle;

use super::adopt::adopt;
use super::file::{self, AtPlace};
use super::writer::Writer;
use super::{Change, Faults, StoreError};

/// How many connections read beside the one that writes.
const READERS: u32 = 4;

/// How long connections that read are waited for at the end.
const CLOSING: Duration = Duration::from_secs(10);

/// A file of games, for one server.
pub struct Database {
    readers: SqlitePool,
    writer: Writer,
    task: Mutex<Option<JoinHandle<()>>>,
    options: SqliteConnectOptions,
    aside: Mutex<Option<SqliteConnection>>,
}

impl Database {
    /// Opens the database in a file, which is made if it is not there, and brings its tables up to date. A file that
    /// is none of ours is refused.
    pub async fn open(file: &Path, faults: Faults) -> Result<Database, StoreError> {
        if file::look(file)? == AtPlace::Nothing {
            file::make(file).await?;
        }
        // Whose file it is, is asked before anything in it is changed.
        let mut asking = file::plain(file).connect().await?;
        file::recognise(&mut asking).await?;
        sqlx::Connection::close(asking).await?;
        let options = file::options(file);
        let mut writing = options.connect().await?;
        file::bring_up_to_date(&mut writing).await?;
        let games = adopt(&mut writing).await?;
        if games > 0 {
            tracing::warn!(
                games,
                "these games are from before entries were chained; they are chained from now on, as they were found"
            );
        }
        look_through(&mut writing).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().read_only(true))
            .await?;
        let (writer, task) = Writer::start(writing, options.clone(), faults);
        let (task, aside) = (Mutex::new(Some(task)), Mutex::new(None));
        Ok(Database { readers, writer, task, options, aside })
    }

    /// Writes a change; returns once it is safe.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.writer.write(change).await
    }

    /// A connection that reads.
    pub async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        Ok(self.readers.acquire().await?)
    }

    /// A connection that writes little things beside the changes of games; it waits while they are written.
    pub async fn aside(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>, StoreError> {
        let mut aside = self.aside.lock().await;
        if aside.is_none() {
            *aside = Some(self.options.connect().await?);
        }
        let gone = |_| StoreError::Failed("the file is closed".to_owned());
        MutexGuard::try_map(aside, Option::as_mut).map_err(gone)
    }

    /// Whether it can be written.
    pub async fn is_well(&self) -> bool {
        self.writer.is_well().await
    }

    /// Writes what waits, and closes the file.
    pub async fn close(&self) {
        // A connection whose thread died of a damaged file never comes back.
        if tokio::time::timeout(CLOSING, self.readers.close()).await.is_err() {
            tracing::error!("a connection that reads did not close");
        }
        if let Some(aside) = self.aside.lock().await.take()
            && let Err(error) = sqlx::Connection::close(aside).await
        {
            tracing::error!(%error, "the database did not close");
        }
        self.writer.stop().await;
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writer did not end well");
        }
    }
}

/// The quick check at the start: the pages of the file, and whether every chain ends where it should. What it finds
/// is told and stops nobody: games that are damaged are read-only, the others are played on.
async fn look_through(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut *connection).await;
    let found = found.and_then(|row| row.try_get::<String, _>(0));
    match found.as_deref() {
        Ok("ok") => {}
        Ok(fault) => {
            tracing::error!(fault, "the file of the games is damaged: see `longroll check`")
        }
        Err(error) => {
            tracing::error!(%error, "the file of the games is damaged: see `longroll check`")
        }
    }
    let ends = "SELECT COUNT(*) AS n FROM games LEFT JOIN chains ON chains.game = games.id \
                WHERE chains.link IS NULL OR chains.link IS NOT COALESCE( \
                (SELECT link FROM entries WHERE entries.game = games.id ORDER BY seq DESC LIMIT 1), chains.head)";
    match sqlx::query(ends).fetch_one(connection).await {
        Ok(row) => {
            let games: i64 = row.try_get("n")?;
            if games > 0 {
                tracing::error!(
                    games,
                    "games are damaged and can be looked at only: see `longroll check`"
                );
            }
        }
        Err(error) => match StoreError::from(error) {
            damaged @ StoreError::Damaged(_) => {
                tracing::error!(%damaged, "not every game can be read")
            }
            other => return Err(other),
        },
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::chain::Link;
    use crate::store::read;
    use crate::store::sql::Line;

    async fn count(store: &Database) -> i64 {
        let mut reader = store.reader().await.expect("a reader");
        read::count(&mut Line::Sqlite(&mut reader)).await.expect("a number")
    }

    async fn entries(store: &Database) -> usize {
        let mut reader = store.reader().await.expect("a reader");
        let remains = read::remains(&mut Line::Sqlite(&mut reader), "g").await;
        remains.expect("remains").expect("a game").entries.len()
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
        let mut store = Database::open(&file, Faults::Real).await.expect("a database");
        store.close().await;
        let options = SqliteConnectOptions::new().filename(&file);
        let mut writing = options.connect().await.expect("a connection");
        sqlx::query("INSERT INTO games (id, created, facts) VALUES ('g', 0, '{}')")
            .execute(&mut writing)
            .await
            .expect("a game");
        let chain = "INSERT INTO chains (game, head, seq, link) VALUES ('g', '', 0, $1)";
        let link = Link::head("g", 0, None, "{}").to_hex();
        sqlx::query(chain).bind(link).execute(&mut writing).await.expect("a chain");
        // As if the disk were full: the file may not grow on this connection.
        sqlx::query("PRAGMA max_page_count = 1").execute(&mut writing).await.expect("a limit");
        store.readers = SqlitePool::connect_with(options.clone()).await.expect("readers");
        let (writer, task) = Writer::start(writing, options, Faults::Real);
        (store.writer, store.task) = (writer, Mutex::new(Some(task)));
        let full = store.write(large("g")).await;
        assert!(matches!(full, Err(StoreError::Failed(_))), "{full:?}");
        assert_eq!(entries(&store).await, 0);
        assert_eq!(store.write(large("g")).await, Ok(()), "there is room again");
        assert_eq!((entries(&store).await, count(&store).await), (1, 1));
        store.close().await;
        let _ = std::fs::remove_file(&file);
    }

    #[tokio::test]
    async fn a_writer_that_cannot_write_is_not_well_until_it_can() {
        let name = format!("longroll-unwell-{}.sqlite", std::process::id());
        let file = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&file);
        let store = Database::open(&file, Faults::Real).await.expect("a database");
        store.close().await;
        let options = SqliteConnectOptions::new().filename(&file);
        let writing = options.clone().read_only(true).connect().await.expect("a connection");
        let (writer, task) = Writer::start(writing, options, Faults::Real);
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
