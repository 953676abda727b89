//! A file of games that is looked through and not changed: a backup, or one that a server has open.

use std::path::Path;

use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::file::{self, AtPlace};
use super::sqlite::{self, Chained};
use super::{Loaded, StoreError};

/// How many faults of its pages are told.
const MOST_FAULTS: usize = 20;

/// A file of games that is not changed.
pub struct Copy {
    connection: SqliteConnection,
    chained: Chained,
}

impl Copy {
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
        Ok(Copy { connection, chained })
    }

    /// Whether its entries have their chains; an earlier file gets them when a server opens it.
    pub fn is_chained(&self) -> bool {
        self.chained == Chained::Yes
    }

    /// What is wrong with its pages and with what belongs together in it.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        let found = sqlx::query("PRAGMA integrity_check(20)").fetch_all(&mut self.connection).await;
        match found.map_err(StoreError::from) {
            Ok(rows) => {
                let told = rows.iter().filter_map(|row| row.try_get::<String, _>(0).ok());
                faults.extend(told.filter(|told| told != "ok").take(MOST_FAULTS));
            }
            Err(StoreError::Damaged(fault)) => faults.push(fault),
            Err(error) => return Err(error),
        }
        let lost = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut self.connection).await;
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
        let rows = sqlx::query("SELECT id FROM games ORDER BY created, id")
            .fetch_all(&mut self.connection)
            .await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// A game with its entries as far as they hold.
    pub async fn load(&mut self, id: &str) -> Result<Option<Loaded>, StoreError> {
        sqlite::load(&mut self.connection, id, self.chained).await
    }

    /// Closes it.
    pub async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }
}
