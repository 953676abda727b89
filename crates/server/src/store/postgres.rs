//! Storage in a PostgreSQL database, for any number of servers.
//!
//! Every change is a transaction of its own. The database must keep what it acknowledges: it is left as it is set up,
//! with `synchronous_commit` on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use tokio::task::JoinHandle;

use super::adopt::CHAINED;
use super::lines::{Held, Lines, in_time};
use super::news::{self, Mailbox};
use super::place::Address;
use super::sql::{Line, query};
use super::{Change, Fault, Faults, Stand, StoreError, change, file};
use crate::moment::Moment;

/// A database that servers share.
pub struct Database {
    lines: Lines,
    faults: Faults,
    well: AtomicBool,
    told: Arc<Mailbox>,
    heard: Arc<Mailbox>,
    tasks: Vec<JoinHandle<()>>,
}

impl Database {
    /// Opens it, and makes the tables that are missing; one server at a time does.
    pub async fn open(address: &Address, faults: Faults) -> Result<Database, StoreError> {
        let options = address.options();
        let mut connection = in_time(async { Ok(options.connect().await?) }).await?;
        // Whose tables these are, is asked before anything is changed.
        recognise(&mut connection).await?;
        file::migrator().run(&mut connection).await.map_err(file::not_migrated)?;
        // Its entries have been chained from the first.
        let mark = "INSERT INTO marks (name, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let mark = query(mark).bind(CHAINED).bind(Moment::now().0);
        mark.execute(&mut Line::Postgres(&mut connection)).await?;
        connection.close().await?;
        let lines = Lines::new(options.clone(), address.connections);
        let (told, heard) = (Arc::new(Mailbox::default()), Arc::new(Mailbox::default()));
        let tasks = vec![
            tokio::spawn(news::tell(options.clone(), Arc::clone(&told))),
            tokio::spawn(news::hear(options, Arc::clone(&heard))),
        ];
        let well = AtomicBool::new(true);
        Ok(Database { lines, faults, well, told, heard, tasks })
    }

    /// A connection.
    pub async fn line(&self) -> Result<Held<'_>, StoreError> {
        self.lines.take().await
    }

    /// Writes a change; returns once it is safe.
    pub async fn write(&self, change: &Change) -> Result<(), StoreError> {
        let fault = self.faults.next();
        let mut line = self.line().await.inspect_err(|_| self.judge(false))?;
        let written = in_time(commit(&mut line.line(), change, fault)).await;
        let written = line.settle(written);
        self.judge(!matches!(written, Err(StoreError::Failed(_))));
        // What failed may have been kept all the same.
        if !matches!(written, Err(StoreError::Conflict)) {
            self.told.put(change.news());
        }
        written
    }

    fn judge(&self, well: bool) {
        self.well.store(well, Ordering::Relaxed);
    }

    /// Whether it can be written: the last change went well, or one that changes nothing does now.
    pub async fn is_well(&self) -> bool {
        if self.well.load(Ordering::Relaxed) {
            return true;
        }
        let Ok(mut line) = self.line().await else { return false };
        let probe = "UPDATE marks SET at = at WHERE name = $1";
        let written = in_time(query(probe).bind("").execute(&mut line.line())).await;
        let well = line.settle(written).is_ok();
        self.judge(well);
        well
    }

    /// What other servers tell.
    pub fn heard(&self) -> &Arc<Mailbox> {
        &self.heard
    }

    /// Tells the other servers something.
    pub fn tell(&self, news: String) {
        self.told.put(Some(news));
    }

    /// Where these games stand, as far as there are such games.
    pub async fn stands(&self, games: &[String]) -> Result<Vec<(String, Stand)>, StoreError> {
        const TOGETHER: usize = 256;
        let mut line = self.line().await?;
        let mut stands = Vec::with_capacity(games.len());
        for games in games.chunks(TOGETHER) {
            let places: Vec<String> =
                (1..=games.len()).map(|number| format!("${number}")).collect();
            let places = places.join(", ");
            let sql = format!("SELECT game, seq, keys FROM chains WHERE game IN ({places})");
            let found = games.iter().fold(query(AssertSqlSafe(sql)), |query, id| query.bind(id));
            let found = in_time(found.fetch_all(&mut line.line())).await;
            let found = match found {
                Ok(found) => found,
                Err(error) => return line.settle(Err(error)),
            };
            for row in found {
                let stand = Stand { seq: row.try_get("seq")?, keys: row.try_get("keys")? };
                stands.push((row.try_get("game")?, stand));
            }
        }
        line.settle(Ok(stands))
    }

    /// Ends what was begun, and closes the connections.
    pub async fn close(&self) {
        self.told.close();
        self.heard.close();
        for task in &self.tasks {
            task.abort();
        }
        self.lines.close().await;
    }
}

async fn commit(line: &mut Line<'_>, change: &Change, fault: Fault) -> Result<(), StoreError> {
    let begun = std::time::Instant::now();
    let mut moment = line.begin().await?;
    let written = change::write(&mut moment.line(), change).await;
    if let Err(error) = written {
        moment.end().await?;
        return Err(error);
    }
    let told = |what: &str| StoreError::Failed(what.to_owned());
    if fault == Fault::NotWritten {
        return Err(told("a write failed, as was told"));
    }
    moment.commit().await?;
    if fault == Fault::NotSure {
        return Err(told("the database did not keep it for sure, as was told"));
    }
    metrics::histogram!("longroll_commit_seconds").record(begun.elapsed().as_secs_f64());
    metrics::counter!("longroll_changes_total").increment(1);
    Ok(())
}

/// Refuses tables that are another program's, or of a later version of this one; the last change of tables of ours, if
/// there are any.
pub async fn recognise(connection: &mut PgConnection) -> Result<Option<i64>, StoreError> {
    let line = &mut Line::Postgres(connection);
    let known = query(
        "SELECT to_regclass('games') IS NOT NULL AS games, \
         to_regclass('_sqlx_migrations') IS NOT NULL AS migrations",
    );
    let known = known.fetch_one(line).await?;
    let (games, migrations): (bool, bool) = (known.try_get("games")?, known.try_get("migrations")?);
    // Another server may be making them just now, the list of changes first.
    if games && !migrations {
        let words = "its tables are another program's; give this one a database of its own";
        return Err(StoreError::Foreign(words.to_owned()));
    }
    if !migrations {
        return Ok(None);
    }
    let newest = query("SELECT MAX(version) AS newest FROM _sqlx_migrations");
    let newest: Option<i64> = newest.fetch_one(line).await?.try_get("newest")?;
    if newest > Some(file::newest_version()) {
        return Err(file::later());
    }
    Ok(newest)
}
