//! Games that are looked through and not changed: a backup, or what a server has open.

use std::path::Path;

use sqlx::{ConnectOptions, Connection, PgConnection, Row, SqliteConnection};

use super::file::{self, AtPlace};
use super::lines::in_time;
use super::read::{self, Chained};
use super::sql::Line;
use super::{Address, Loaded, Place, StoreError, postgres};

/// How many faults of its pages are told.
const MOST_FAULTS: usize = 20;

/// Games that are not changed.
pub struct Copy {
    connection: Connected,
    chained: Chained,
}

enum Connected {
    File(SqliteConnection),
    Server(PgConnection),
}

impl Connected {
    fn line(&mut self) -> Line<'_> {
        match self {
            Connected::File(connection) => Line::Sqlite(connection),
            Connected::Server(connection) => Line::Postgres(connection),
        }
    }
}

impl Copy {
    /// Opens games of ours at a place.
    pub async fn open_at(place: &Place) -> Result<Copy, StoreError> {
        match place {
            Place::File(file) => Copy::open(file).await,
            Place::Postgres(address) => Copy::share(address).await,
        }
    }

    /// Opens a file of ours.
    pub async fn open(path: &Path) -> Result<Copy, StoreError> {
        if file::look(path)? == AtPlace::Nothing {
            return Err(StoreError::Foreign("there is no such file".into()));
        }
        let mut connection = file::plain(path).read_only(true).connect().await?;
        file::recognise(&mut connection).await?;
        let chained = match file::has_chains(&mut connection).await? {
            true => Chained::Yes,
            false => Chained::NotYet,
        };
        Ok(Copy { connection: Connected::File(connection), chained })
    }

    /// Opens a PostgreSQL database of ours.
    pub async fn share(address: &Address) -> Result<Copy, StoreError> {
        let mut connection = in_time(async { Ok(address.options().connect().await?) }).await?;
        match postgres::recognise(&mut connection).await? {
            Some(newest) if newest == file::newest_version() => {}
            Some(_) => {
                let words = "its tables are an earlier version's: a server that opens it brings them up to date";
                return Err(StoreError::Foreign(words.into()));
            }
            None => return Err(StoreError::Foreign("there are no games in it".into())),
        }
        Ok(Copy { connection: Connected::Server(connection), chained: Chained::Yes })
    }

    /// Whether its entries have their chains; an earlier file gets them when a server opens it.
    pub fn is_chained(&self) -> bool {
        self.chained == Chained::Yes
    }

    /// What is wrong with the pages of a file and with what belongs together in it. PostgreSQL looks after its own.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreError> {
        let Connected::File(connection) = &mut self.connection else { return Ok(Vec::new()) };
        let mut faults = Vec::new();
        let found = sqlx::query("PRAGMA integrity_check(20)").fetch_all(&mut *connection).await;
        match found.map_err(StoreError::from) {
            Ok(rows) => {
                let told = rows.iter().filter_map(|row| row.try_get::<String, _>(0).ok());
                faults.extend(told.filter(|told| told != "ok").take(MOST_FAULTS));
            }
            Err(StoreError::Damaged(fault)) => faults.push(fault),
            Err(error) => return Err(error),
        }
        let lost = sqlx::query("PRAGMA foreign_key_check").fetch_all(connection).await;
        match lost.map_err(StoreError::from) {
            Ok(rows) if rows.is_empty() => {}
            Ok(rows) => faults.push(format!("{} rows belong to no game", rows.len())),
            Err(StoreError::Damaged(fault)) => faults.push(fault),
            Err(error) => return Err(error),
        }
        Ok(faults)
    }

    /// The ids of its games, the oldest first.
    pub async fn ids(&mut self) -> Result<Vec<String>, StoreError> {
        read::ids(&mut self.connection.line()).await
    }

    /// A game with its entries as far as they hold.
    pub async fn load(&mut self, id: &str) -> Result<Option<Loaded>, StoreError> {
        read::load(&mut self.connection.line(), id, self.chained).await
    }

    /// The connection, to read whatever is there.
    pub(super) fn line(&mut self) -> Line<'_> {
        self.connection.line()
    }

    /// Closes it.
    pub async fn close(self) -> Result<(), StoreError> {
        match self.connection {
            Connected::File(connection) => Ok(connection.close().await?),
            Connected::Server(connection) => Ok(connection.close().await?),
        }
    }
}
