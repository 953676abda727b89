//! The file of the database: whether it is ours, how a new one is made, and how it is opened.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqlSafeStr, SqlStr, SqliteConnection};

use super::StoreError;
use super::sql::Line;
use crate::folder;

/// The tables, in the order in which they came to be. A file that was published is never changed.
const MIGRATIONS: [(i64, &str, &str); 8] = [
    (1, "games", include_str!("../../migrations/0001_games.sql")),
    (2, "invitations", include_str!("../../migrations/0002_invitations.sql")),
    (3, "clocks", include_str!("../../migrations/0003_clocks.sql")),
    (5, "chains", include_str!("../../migrations/0005_chains.sql")),
    (10, "servers", include_str!("../../migrations/0010_servers.sql")),
    (20, "notices", include_str!("../../migrations/0020_notices.sql")),
    (30, "pace", include_str!("../../migrations/0030_pace.sql")),
    (40, "club", include_str!("../../migrations/0040_club.sql")),
];

/// With what every SQLite file begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Tables that every file of ours has had from the first.
const TABLES: [&str; 4] = ["games", "tokens", "entries", "_sqlx_migrations"];

/// What is at the place of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtPlace {
    /// Nothing: a new one can be made.
    Nothing,
    /// A database that may be ours.
    Database,
}

/// Looks at the place of the database. An empty file, one that is no database, and a write-ahead log that lost its
/// database are refused: something happened to the games that were there.
pub fn look(file: &Path) -> Result<AtPlace, StoreError> {
    let failed = |error: std::io::Error| StoreError::Failed(folder::plain_words(&error));
    let found = match std::fs::metadata(file) {
        Ok(found) => found,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let log = beside(file, "-wal");
            return match std::fs::metadata(&log) {
                Ok(log) if log.len() > 0 => Err(StoreError::Foreign(
                    "the file of the games is missing, and the write-ahead log that belongs to it is still here".into(),
                )),
                _ => Ok(AtPlace::Nothing),
            };
        }
        Err(error) => return Err(failed(error)),
    };
    if !found.is_file() {
        return Err(StoreError::Foreign("it is no file".into()));
    }
    if found.len() == 0 {
        let words = "it is empty: the games that were in it are lost; remove it to begin anew, or restore a backup";
        return Err(StoreError::Foreign(words.into()));
    }
    let mut begin = Vec::new();
    File::open(file).and_then(|file| file.take(16).read_to_end(&mut begin)).map_err(failed)?;
    match begin == MAGIC {
        true => Ok(AtPlace::Database),
        false => Err(StoreError::Foreign("it is no file of games".into())),
    }
}

/// Refuses a database that is another program's, or of a later version of this one.
pub async fn recognise(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    check_description(connection).await?;
    let known = sqlx::query("SELECT name FROM sqlite_master WHERE type = 'table'")
        .fetch_all(&mut *connection)
        .await?;
    let known: Vec<String> =
        known.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?;
    if !TABLES.iter().all(|table| known.iter().any(|name| name == table)) {
        let words = "it is a database of another program, and holds no games of this one";
        return Err(StoreError::Foreign(words.into()));
    }
    let newest = sqlx::query("SELECT MAX(version) AS newest FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?
        .try_get::<Option<i64>, _>("newest")?;
    if newest > Some(newest_version()) {
        return Err(later());
    }
    Ok(())
}

/// Refuses a database whose description of its tables is no text: the thread that reads for us dies of such a column.
async fn check_description(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let described = "SELECT CAST(coalesce(sql, '') AS BLOB) AS sql FROM sqlite_master";
    for row in sqlx::query(described).fetch_all(connection).await? {
        if std::str::from_utf8(row.try_get("sql")?).is_err() {
            let words = "the description of its tables is damaged; restore a backup";
            return Err(StoreError::Foreign(words.into()));
        }
    }
    Ok(())
}

/// The last change of the tables that this program knows.
pub fn newest_version() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or_default()
}

/// What is said of a database of a later version.
pub fn later() -> StoreError {
    let words = "it was written by a later version of this program, which alone can open it";
    StoreError::Foreign(words.into())
}

/// Whether the entries of a database have their chains; those of an earlier one get them when a server opens it.
pub async fn has_chains(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let table = sqlx::query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'marks'")
        .fetch_optional(&mut *connection)
        .await?;
    Ok(table.is_some() && super::adopt::is_done(&mut Line::Sqlite(connection)).await?)
}

/// How the database is opened: write-ahead log, full synchronisation, foreign keys.
pub fn options(file: &Path) -> SqliteConnectOptions {
    plain(file).journal_mode(SqliteJournalMode::Wal)
}

/// How a file is opened whatever its journal is, never to be made.
pub fn plain(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted leaves nothing behind in the file.
        .pragma("secure_delete", "ON")
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging()
}

/// Makes a new database. It comes to its place as a whole: a power cut leaves none, not an empty one.
pub async fn make(file: &Path) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::Failed(folder::plain_words(&error));
    let draft = beside(file, ".new");
    for old in [draft.clone(), beside(&draft, "-journal")] {
        match std::fs::remove_file(&old) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(failed(error));
            }
            _ => {}
        }
    }
    folder::make_private(&draft).map_err(failed)?;
    let mut connection = plain(&draft).connect().await?;
    bring_up_to_date(&mut connection).await?;
    connection.close().await?;
    move_to(&draft, file).map_err(failed)
}

/// Moves a finished file to its place, so that it is there after a power cut.
pub fn move_to(from: &Path, to: &Path) -> std::io::Result<()> {
    File::open(from)?.sync_all()?;
    std::fs::rename(from, to)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Where a folder cannot be opened as a file, the system keeps its names by itself.
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        folder.sync_all()?;
    }
    Ok(())
}

/// Makes the tables that are missing.
pub async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    migrator().run(connection).await.map_err(not_migrated)
}

/// Why the tables could not be brought up to date.
pub fn not_migrated(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(_) => later(),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => StoreError::Failed(other.to_string()),
    }
}

/// What makes the tables, on either engine: once, forwards, under a lock where others may do the same.
pub fn migrator() -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        let sql: SqlStr = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(MIGRATIONS.into_iter().map(migration).collect())
}

/// A file beside another, with its name and a little more.
pub fn beside(file: &Path, more: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(more);
    PathBuf::from(name)
}
