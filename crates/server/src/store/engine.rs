//! The database of a server, on either engine.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use atlas::Side;

use super::lines::in_time;
use super::sql::Line;
use super::statement::{self, Column, Found, Statement};
use super::{
    Address, Change, Faults, Lease, Loaded, Mailbox, Place, Remains, Stand, StoreError, Tail,
    clocks, lease, listeners, postgres, read, sqlite,
};
use crate::pace::Ledger;
use crate::tokens::Keys;

/// The database of a server.
pub struct Store {
    engine: Engine,
    /// What this server is called among those who share the database.
    name: String,
    /// How long a lease stands that nobody renews.
    lease: Duration,
}

enum Engine {
    Sqlite(Box<sqlite::Database>),
    Postgres(Box<postgres::Database>),
}

/// Reads from whichever engine it is.
macro_rules! reading {
    ($store:expr, |$line:ident| $read:expr) => {
        match &$store.engine {
            Engine::Sqlite(database) => {
                let mut reader = database.reader().await?;
                let $line = &mut Line::Sqlite(&mut reader);
                $read.await
            }
            Engine::Postgres(database) => {
                let mut held = database.line().await?;
                let read = {
                    let $line = &mut held.line();
                    in_time($read).await
                };
                held.settle(read)
            }
        }
    };
}

/// Writes a little thing beside the changes of games.
macro_rules! beside {
    ($store:expr, |$line:ident| $write:expr) => {
        match &$store.engine {
            Engine::Sqlite(database) => {
                let mut aside = database.aside().await?;
                let $line = &mut Line::Sqlite(&mut aside);
                $write.await
            }
            Engine::Postgres(_) => reading!($store, |$line| $write),
        }
    };
}

mod notices;

impl Store {
    /// Opens the database at a place, which is made if there is none, and brings its tables up to date.
    pub async fn open_at(place: &Place, faults: Faults) -> Result<Store, StoreError> {
        match place {
            Place::File(file) => Store::open(file, faults).await,
            Place::Postgres(address) => Store::share(address, faults).await,
        }
    }

    /// Opens the database in a file, which is made if it is not there, and brings its tables up to date. A file that
    /// is none of ours is refused.
    pub async fn open(file: &Path, faults: Faults) -> Result<Store, StoreError> {
        let engine = Engine::Sqlite(Box::new(sqlite::Database::open(file, faults).await?));
        Ok(Store { engine, name: name()?, lease: lease::STANDS })
    }

    /// Opens a PostgreSQL database, which other servers may have open.
    pub async fn share(address: &Address, faults: Faults) -> Result<Store, StoreError> {
        let engine = Engine::Postgres(Box::new(postgres::Database::open(address, faults).await?));
        Ok(Store { engine, name: name()?, lease: address.lease })
    }

    /// Whether other servers may write to it.
    pub fn is_shared(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// Writes a change; returns once it is safe.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(database) => database.write(change).await,
            Engine::Postgres(database) => database.write(&change).await,
        }
    }

    /// A game with its entries as far as they hold, or `None` if there is none with this id.
    pub async fn load(&self, id: &str) -> Result<Option<Loaded>, StoreError> {
        reading!(self, |line| read::load(line, id, read::Chained::Yes))
    }

    /// What opens a game. A key that cannot be understood opens nothing, and keeps nobody else out.
    pub async fn keys(&self, game: &str) -> Result<Keys, StoreError> {
        reading!(self, |line| read::keys(line, game))
    }

    /// The clocks of a game. What cannot be read has taken no time.
    pub async fn clock(&self, game: &str) -> Result<Ledger, StoreError> {
        reading!(self, |line| clocks::clock(line, game))
    }

    /// The games whose clocks next have something to do, and when: so many at the most. None, if no clock runs.
    pub async fn clocks_due(&self, most: i64) -> Result<Vec<(String, i64)>, StoreError> {
        reading!(self, |line| clocks::due(line, most))
    }

    /// The server's own time, as it was last written down.
    pub async fn time(&self) -> Result<i64, StoreError> {
        reading!(self, |line| clocks::time(line))
    }

    /// What is stored of a game, as it stands there, whether it can be understood or not.
    pub async fn remains(&self, id: &str) -> Result<Option<Remains>, StoreError> {
        reading!(self, |line| read::remains(line, id))
    }

    /// What a plain question finds, with these columns.
    pub(super) async fn lines(
        &self,
        question: Statement,
        columns: &[Column],
    ) -> Result<Vec<Found>, StoreError> {
        reading!(self, |line| statement::find(line, question, columns))
    }

    /// How many games are stored.
    pub async fn count(&self) -> Result<i64, StoreError> {
        reading!(self, |line| read::count(line))
    }

    /// Where a game stands; `None` if there is none with this id.
    pub async fn stand(&self, game: &str) -> Result<Option<Stand>, StoreError> {
        reading!(self, |line| read::stand(line, game))
    }

    /// Where these games stand, as far as there are such games. Only a shared database need be asked.
    pub async fn stands(&self, games: &[String]) -> Result<Vec<(String, Stand)>, StoreError> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(Vec::new()),
            Engine::Postgres(database) => database.stands(games).await,
        }
    }

    /// What has come to a game since an entry; `None` if there is no such game, or no such entry in it.
    pub async fn tail(&self, game: &str, after: u64) -> Result<Option<Tail>, StoreError> {
        reading!(self, |line| read::tail(line, game, after.cast_signed()))
    }

    /// What other servers tell, if there are any.
    pub fn heard(&self) -> Option<Arc<Mailbox>> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(database) => Some(Arc::clone(database.heard())),
        }
    }

    /// How long a lease stands that nobody renews.
    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// Takes a lease that nobody holds; `None` if somebody does. It ends with the game that it belongs to, if it does.
    pub async fn take(&self, name: &str, game: Option<&str>) -> Result<Option<Lease>, StoreError> {
        beside!(self, |line| lease::take(line, (name, game), &self.name, self.lease))
    }

    /// Holds a lease for its time from now on; [`StoreError::Fenced`] if another has taken it.
    pub async fn renew(&self, lease: &Lease) -> Result<(), StoreError> {
        beside!(self, |line| lease::hold(line, lease))
    }

    /// Gives a lease back.
    pub async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        beside!(self, |line| lease::release(line, lease))
    }

    /// Tells the other servers something.
    pub fn tell(&self, news: String) {
        if let Engine::Postgres(database) = &self.engine {
            database.tell(news);
        }
    }

    /// Notes that this server is there.
    pub async fn beat(&self) -> Result<(), StoreError> {
        beside!(self, |line| listeners::beat(line, &self.name))
    }

    /// Notes which seats of a game listen at this server.
    pub async fn note_listeners(&self, game: &str, sides: &[Side]) -> Result<(), StoreError> {
        beside!(self, |line| listeners::note(line, &self.name, game, sides))
    }

    /// Which seats of these games listen at other servers.
    pub async fn elsewhere(&self, games: &[String]) -> Result<Vec<(String, Side)>, StoreError> {
        reading!(self, |line| listeners::elsewhere(line, &self.name, games))
    }

    /// Notes that this server ends.
    pub async fn leave(&self) -> Result<(), StoreError> {
        beside!(self, |line| listeners::leave(line, &self.name))
    }

    /// Whether the database answers and can be written.
    pub async fn is_well(&self) -> bool {
        let answers = self.stand("").await.is_ok();
        let can_be_written = match &self.engine {
            Engine::Sqlite(database) => database.is_well().await,
            Engine::Postgres(database) => database.is_well().await,
        };
        answers && can_be_written
    }

    /// Writes what waits, and closes the database.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(database) => database.close().await,
            Engine::Postgres(database) => database.close().await,
        }
    }
}

/// A name that no other server has.
fn name() -> Result<String, StoreError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Failed(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
