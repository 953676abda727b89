//! Storage in one SQLite file: write-ahead log, full synchronisation, foreign keys.

use std::path::Path;
use std::time::Duration;

use rules::dice::Seed;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions, SqliteRow};
use sqlx::{Acquire, ConnectOptions, Row as _, SqliteConnection};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::adopt::adopt;
use super::chain::{self, Chain, Damage, Link};
use super::file::{self, AtPlace};
use super::row::{self, Row};
use super::writer::Writer;
use super::{Change, Faults, Loaded, Remains, Scrap, StoreError, StoredGame};
use crate::moment::Moment;
use crate::tokens::{Invitation, Keys, Role, TokenHash};

/// How many connections read beside the one that writes.
const READERS: u32 = 4;

/// How long connections that read are waited for at the end.
const CLOSING: Duration = Duration::from_secs(10);

/// The database of a server.
pub struct Store {
    pub(super) readers: SqlitePool,
    writer: Writer,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the database in a file, which is made if it is not there, and brings its tables up to date. A file that
    /// is none of ours is refused.
    pub async fn open(file: &Path, faults: Faults) -> Result<Store, StoreError> {
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
        let (writer, task) = Writer::start(writing, options, faults);
        Ok(Store { readers, writer, task: Mutex::new(Some(task)) })
    }

    /// Writes a change; returns once it is safe.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.writer.write(change).await
    }

    /// A game with its entries as far as they hold, or `None` if there is none with this id.
    pub async fn load(&self, id: &str) -> Result<Option<Loaded>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        load(&mut reader, id, Chained::Yes).await
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

    /// What is stored of a game, as it stands there, whether it can be understood or not.
    pub async fn remains(&self, id: &str) -> Result<Option<Remains>, StoreError> {
        let found = sqlx::query("SELECT CAST(created AS INTEGER) AS created, CAST(seed AS TEXT) AS seed, CAST(facts AS TEXT) AS facts FROM games WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
        let Some(game) = found else { return Ok(None) };
        let (facts, seed): (String, Option<String>) =
            (game.try_get("facts")?, game.try_get("seed")?);
        let rows = sqlx::query(row::REMAINS).bind(id).fetch_all(&self.readers).await?;
        let entry = |row: &SqliteRow| -> Result<Scrap, StoreError> {
            Ok(Scrap {
                version: row.try_get("version")?,
                at: Moment(row.try_get("at")?),
                kind: row.try_get("kind")?,
                body: row.try_get("body")?,
            })
        };
        let mut entries = rows.iter().map(entry).collect::<Result<Vec<Scrap>, _>>()?;
        let mut reader = self.readers.acquire().await?;
        let head = Link::head(id, game.try_get("created")?, seed.as_deref(), &facts);
        let (sound, damage) = chain::follow(
            head,
            chain_of(&mut reader, id).await?.as_ref(),
            &readable(&mut reader, id, row::ENTRIES).await?.0,
        );
        let head_holds = damage != Some(Damage::Head);
        if head_holds {
            entries.truncate(sound);
        }
        Ok(Some(Remains { head_holds, facts, seed, entries }))
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
        // A connection whose thread died of a damaged file never comes back.
        if tokio::time::timeout(CLOSING, self.readers.close()).await.is_err() {
            tracing::error!("a connection that reads did not close");
        }
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

/// Whether the entries of a file have their chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chained {
    /// They have.
    Yes,
    /// It is from before, and nobody has opened it to be played from since.
    NotYet,
}

/// Reads a game with its entries as far as they hold.
pub async fn load(
    reader: &mut SqliteConnection,
    id: &str,
    chained: Chained,
) -> Result<Option<Loaded>, StoreError> {
    // All of it at one moment.
    let mut moment = reader.begin().await?;
    let found = sqlx::query("SELECT created, seed, facts FROM games WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut *moment)
        .await?;
    let Some(found) = found else { return Ok(None) };
    let (chain, entries) = match chained {
        Chained::Yes => (chain_of(&mut moment, id).await?, row::ENTRIES),
        Chained::NotYet => (None, row::UNCHAINED),
    };
    let (mut rows, readable) = readable(&mut moment, id, entries).await?;
    moment.rollback().await?;
    let (seed, facts): (Option<String>, String) = (found.try_get("seed")?, found.try_get("facts")?);
    let head = Link::head(id, found.try_get("created")?, seed.as_deref(), &facts);
    let (sound, mut damage) = match chained {
        Chained::Yes => chain::follow(head, chain.as_ref(), &rows),
        Chained::NotYet => (rows.len(), None),
    };
    if damage == Some(Damage::Head) {
        return Err(StoreError::Damaged("what is fixed about a game".into()));
    }
    rows.truncate(sound);
    if !readable {
        damage = damage.or(Some(Damage::Entries));
    }
    let seed = seed.map(|text| Seed::parse(&text)).transpose();
    let mut seed = seed.map_err(|_| StoreError::Damaged("a seed".into()))?;
    let facts: crate::facts::Facts =
        serde_json::from_str(&facts).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let commitment = &facts.header.commitment;
    let committed = seed.map_or(facts.imported, |seed| chain::is_committed(&seed, commitment));
    if !committed {
        (seed, damage) = (None, damage.or(Some(Damage::Seed)));
    }
    let entries = rows.into_iter().map(Row::entry).collect::<Result<_, _>>()?;
    let adopted = chain.is_none_or(|chain| chain.adopted.is_some());
    let game = StoredGame { id: id.to_owned(), facts, seed };
    Ok(Some(Loaded { game, entries, damage, adopted }))
}

/// Where the chain of a game begins and ends.
async fn chain_of(reader: &mut SqliteConnection, id: &str) -> Result<Option<Chain>, StoreError> {
    let found = sqlx::query("SELECT head, seq, link, adopted FROM chains WHERE game = $1")
        .bind(id)
        .fetch_optional(reader)
        .await?;
    let Some(row) = found else { return Ok(None) };
    Ok(Some(Chain {
        head: row.try_get("head")?,
        seq: row.try_get("seq")?,
        link: row.try_get("link")?,
        adopted: row.try_get("adopted")?,
    }))
}

/// The entries of a game up to the first that cannot be read, and whether that is all of them.
async fn readable(
    reader: &mut SqliteConnection,
    id: &str,
    entries: &'static str,
) -> Result<(Vec<Row>, bool), StoreError> {
    let found = sqlx::query(entries).bind(id).fetch_all(reader).await?;
    let rows: Vec<Row> = found.iter().map_while(|row| Row::read(row).ok()).collect();
    let whole = rows.len() == found.len();
    Ok((rows, whole))
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
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;

    async fn count(store: &Store) -> i64 {
        store.count().await.expect("a number")
    }

    async fn entries(store: &Store) -> usize {
        store.remains("g").await.expect("remains").expect("a game").entries.len()
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
        let mut store = Store::open(&file, Faults::Real).await.expect("a database");
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
        let store = Store::open(&file, Faults::Real).await.expect("a database");
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
