//! The one writer. Changes that arrive while it is busy are committed together, so that many games share
//! one flush of the disk; each is acknowledged only after its commit. A connection on which a commit failed
//! is given up for a new one: a full disk leaves it in the middle of a transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use atlas::Side;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    Acquire, AssertSqlSafe, ConnectOptions, Connection, Row as _, SqliteConnection,
    SqliteTransaction,
};
use tokio::sync::{mpsc, oneshot};

use super::adopt;
use super::chain::{Chain, Link};
use super::clocks;
use super::row::Row;
use super::{Change, Fault, Faults, KeyChange, StoreError};
use crate::entry::Entry;
use crate::moment::Moment;
use crate::tokens::{Role, TokenHash};

/// The most changes in one commit.
const MOST_TOGETHER: usize = 128;
/// The most changes that wait.
const MOST_WAITING: usize = 1024;

type Done = oneshot::Sender<Result<(), StoreError>>;

/// Something the writer is to do.
enum Job {
    Write(Box<Change>, Done),
    Probe(Done),
    Stop,
}

/// The way to the writer.
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    well: Arc<AtomicBool>,
}

impl Writer {
    /// Starts a writer on a connection of its own, which is made again in the same way if it fails.
    pub fn start(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        faults: Faults,
    ) -> (Writer, tokio::task::JoinHandle<()>) {
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let well = Arc::new(AtomicBool::new(true));
        let pen = Pen { connection: Some(connection), options, well: Arc::clone(&well), faults };
        (Writer { jobs, well }, tokio::spawn(run(pen, waiting)))
    }

    /// Writes a change; returns once it is safe.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.ask(|done| Job::Write(Box::new(change), done)).await
    }

    /// Whether it can write: the last commit went well, or one that changes nothing does now.
    pub async fn is_well(&self) -> bool {
        self.well.load(Ordering::Relaxed) || self.ask(Job::Probe).await.is_ok()
    }

    async fn ask(&self, job: impl FnOnce(Done) -> Job) -> Result<(), StoreError> {
        let gone = || StoreError::Failed("the writer has stopped".to_owned());
        let (done, answer) = oneshot::channel();
        self.jobs.send(job(done)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Lets the writer finish what waits, and end.
    pub async fn stop(&self) {
        // It has stopped already if nobody takes the message.
        let _ = self.jobs.send(Job::Stop).await;
    }
}

async fn run(mut pen: Pen, mut waiting: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(MOST_TOGETHER);
    let mut stopping = false;
    while !stopping && waiting.recv_many(&mut batch, MOST_TOGETHER).await > 0 {
        let (mut changes, mut done) = (Vec::new(), Vec::new());
        for job in batch.drain(..) {
            match job {
                Job::Write(change, answer) => {
                    changes.push(*change);
                    done.push(answer);
                }
                Job::Probe(answer) => {
                    // Whoever asked may have gone.
                    let _ = answer.send(pen.probe().await);
                }
                Job::Stop => stopping = true,
            }
        }
        if changes.is_empty() {
            continue;
        }
        for (done, result) in done.into_iter().zip(pen.write(&changes).await) {
            // Whoever asked may have gone; the change stands all the same.
            let _ = done.send(result);
        }
    }
    if let Some(connection) = pen.connection
        && let Err(error) = connection.close().await
    {
        tracing::error!(%error, "the database did not close");
    }
}

/// The writer's connection, and how to make another.
struct Pen {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    well: Arc<AtomicBool>,
    faults: Faults,
}

impl Pen {
    /// Writes changes together, and says what came of each.
    async fn write(&mut self, changes: &[Change]) -> Vec<Result<(), StoreError>> {
        let fault = self.faults.next();
        let written = match self.connection().await {
            Ok(connection) => commit(connection, changes, fault).await,
            Err(error) => Err(error),
        };
        let results = written.unwrap_or_else(|error| vec![Err(error); changes.len()]);
        let failed = |result: &Result<(), StoreError>| match result {
            Err(error @ StoreError::Failed(_)) => Some(error.clone()),
            _ => None,
        };
        self.judge(results.iter().find_map(failed)).await;
        results
    }

    /// Makes a commit that changes nothing.
    async fn probe(&mut self) -> Result<(), StoreError> {
        let written = match self.connection().await {
            // Nobody reads this number, yet setting it writes a page.
            Ok(connection) => sqlx::query("PRAGMA user_version = 1")
                .execute(connection)
                .await
                .map(|_| ())
                .map_err(StoreError::from),
            Err(error) => Err(error),
        };
        self.judge(written.clone().err()).await;
        written
    }

    async fn connection(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Notes whether the database failed; if it did, the connection is given up.
    async fn judge(&mut self, fault: Option<StoreError>) {
        self.well.store(fault.is_none(), Ordering::Relaxed);
        let Some(error) = fault else { return };
        tracing::error!(%error, "a commit failed");
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close_hard().await
        {
            tracing::error!(%error, "the database did not close");
        }
    }
}

/// Writes changes in one transaction, each within a savepoint of its own: one that fails takes no other
/// with it.
async fn commit(
    connection: &mut SqliteConnection,
    changes: &[Change],
    fault: Fault,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let begun = std::time::Instant::now();
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(changes.len());
    for change in changes {
        let mut savepoint = transaction.begin().await?;
        let result = write(&mut savepoint, change).await;
        match &result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results.push(result);
    }
    let told = |what: &str| StoreError::Failed(what.to_owned());
    if fault == Fault::NotWritten {
        return Err(told("a write failed, as was told"));
    }
    transaction.commit().await?;
    if fault == Fault::NotSure {
        return Err(told("the disk did not keep it for sure, as was told"));
    }
    metrics::histogram!("longroll_commit_seconds").record(begun.elapsed().as_secs_f64());
    metrics::counter!("longroll_changes_total").increment(changes.len() as u64);
    Ok(results)
}

async fn write(to: &mut SqliteTransaction<'_>, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::Create { game, keys, entries } => {
            let facts = serde_json::to_string(&game.facts)
                .map_err(|error| StoreError::Damaged(error.to_string()))?;
            let seed = game.seed.map(|seed| seed.to_hex());
            let head = Link::head(&game.id, game.facts.created, seed.as_deref(), &facts).to_hex();
            sqlx::query("INSERT INTO games (id, created, seed, facts) VALUES ($1, $2, $3, $4)")
                .bind(&game.id)
                .bind(game.facts.created)
                .bind(seed)
                .bind(facts)
                .execute(&mut **to)
                .await?;
            let chain = Chain { link: head.clone(), head, seq: 0, adopted: None };
            adopt::insert(to, &game.id, &chain).await?;
            for (role, hash) in &keys.tokens {
                insert_token(to, &game.id, *role, hash, None).await?;
            }
            for offer in &keys.invitations {
                invite(to, &game.id, offer.side, &offer.hash).await?;
            }
            insert_entries(to, &game.id, entries).await
        }
        Change::Append { game, entries } => insert_entries(to, game, entries).await,
        Change::Rekey { game, key, at, entries } => {
            rekey(to, game, key, *at).await?;
            insert_entries(to, game, entries).await
        }
        Change::Clock { game, clock, at } => clocks::note(to, game, clock, *at).await,
        Change::Time { at } => clocks::set_time(to, *at).await,
        Change::Seen { game, role, at } => {
            sqlx::query("UPDATE tokens SET seen = $3 WHERE game = $1 AND role = $2")
                .bind(game)
                .bind(role.word())
                .bind(at.0)
                .execute(&mut **to)
                .await?;
            Ok(())
        }
        Change::LeaveTo { game, stay } => {
            for role in Role::ALL {
                let stays = role.side().is_some_and(|side| stay.contains(&side));
                if !stays {
                    let gone = "DELETE FROM tokens WHERE game = $1 AND role = $2";
                    sqlx::query(gone).bind(game).bind(role.word()).execute(&mut **to).await?;
                }
            }
            let open = "DELETE FROM invitations WHERE game = $1 AND NOT spent";
            sqlx::query(open).bind(game).execute(&mut **to).await?;
            Ok(())
        }
        Change::Expire { unplayed, untouched } => expire(to, *unplayed, *untouched).await,
        Change::Delete { game } => {
            sqlx::query("DELETE FROM games WHERE id = $1").bind(game).execute(&mut **to).await?;
            Ok(())
        }
    }
}

/// Deletes games that nobody has touched since these moments.
async fn expire(
    to: &mut SqliteTransaction<'_>,
    unplayed: Moment,
    untouched: Moment,
) -> Result<(), StoreError> {
    let unseen = "NOT EXISTS (SELECT 1 FROM tokens WHERE game = games.id AND seen >= $1)";
    let never = format!(
        "DELETE FROM games WHERE created < $1 AND {unseen} AND NOT EXISTS \
         (SELECT 1 FROM entries WHERE game = games.id AND kind NOT IN ('started', 'seat', 'dice', 'begun'))"
    );
    let long = format!(
        "DELETE FROM games WHERE created < $1 AND {unseen} AND NOT EXISTS \
         (SELECT 1 FROM entries WHERE game = games.id AND at >= $1)"
    );
    for (sql, since) in [(never, unplayed), (long, untouched)] {
        let gone = sqlx::query(AssertSqlSafe(sql)).bind(since.0).execute(&mut **to).await?;
        if gone.rows_affected() > 0 {
            tracing::info!(games = gone.rows_affected(), "deleted, for nobody touches them");
        }
    }
    Ok(())
}

/// Changes the keys of a game. Words are stored as hashes.
async fn rekey(
    to: &mut SqliteTransaction<'_>,
    game: &str,
    key: &KeyChange,
    at: Moment,
) -> Result<(), StoreError> {
    let role = match key {
        KeyChange::Token(role, _) => *role,
        KeyChange::Invite(side, _) | KeyChange::Redeem(side, _) => Role::of(*side),
    };
    sqlx::query("DELETE FROM tokens WHERE game = $1 AND role = $2")
        .bind(game)
        .bind(role.word())
        .execute(&mut **to)
        .await?;
    match key {
        KeyChange::Token(_, hash) => insert_token(to, game, role, hash, Some(at)).await,
        KeyChange::Invite(side, hash) => invite(to, game, *side, hash).await,
        KeyChange::Redeem(side, hash) => {
            let spend = "UPDATE invitations SET spent = TRUE WHERE game = $1 AND side = $2";
            sqlx::query(spend).bind(game).bind(side.word()).execute(&mut **to).await?;
            insert_token(to, game, role, hash, Some(at)).await
        }
    }
}

async fn invite(
    to: &mut SqliteTransaction<'_>,
    game: &str,
    side: Side,
    hash: &TokenHash,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invitations WHERE game = $1 AND side = $2")
        .bind(game)
        .bind(side.word())
        .execute(&mut **to)
        .await?;
    sqlx::query("INSERT INTO invitations (game, side, hash, spent) VALUES ($1, $2, $3, FALSE)")
        .bind(game)
        .bind(side.word())
        .bind(blake3::Hash::from_bytes(hash.0).to_hex().to_string())
        .execute(&mut **to)
        .await?;
    Ok(())
}

async fn insert_token(
    to: &mut SqliteTransaction<'_>,
    game: &str,
    role: Role,
    hash: &TokenHash,
    seen: Option<Moment>,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO tokens (game, role, hash, seen) VALUES ($1, $2, $3, $4)")
        .bind(game)
        .bind(role.word())
        .bind(blake3::Hash::from_bytes(hash.0).to_hex().to_string())
        .bind(seen.map(|seen| seen.0))
        .execute(&mut **to)
        .await?;
    Ok(())
}

async fn insert_entries(
    to: &mut SqliteTransaction<'_>,
    game: &str,
    entries: &[Arc<Entry>],
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let end = sqlx::query("SELECT seq, link FROM chains WHERE game = $1")
        .bind(game)
        .fetch_optional(&mut **to)
        .await?
        .ok_or_else(|| StoreError::Damaged("the chain of a game".into()))?;
    let mut seq: i64 = end.try_get("seq")?;
    let link = Link::parse(end.try_get("link")?);
    let mut link = link.ok_or_else(|| StoreError::Damaged("the end of a chain".into()))?;
    for entry in entries {
        let row = Row::of(entry)?;
        if row.seq != seq + 1 {
            return Err(StoreError::Conflict);
        }
        (seq, link) = (row.seq, link.next(&row));
        sqlx::query(
            "INSERT INTO entries \
             (game, seq, version, at, kind, side, automatic, role, request, body, link) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(game)
        .bind(row.seq)
        .bind(row.version)
        .bind(row.at)
        .bind(row.kind)
        .bind(row.side)
        .bind(row.automatic)
        .bind(row.role)
        .bind(row.request)
        .bind(row.body)
        .bind(link.to_hex())
        .execute(&mut **to)
        .await?;
    }
    sqlx::query("UPDATE chains SET seq = $2, link = $3 WHERE game = $1")
        .bind(game)
        .bind(seq)
        .bind(link.to_hex())
        .execute(&mut **to)
        .await?;
    Ok(())
}
