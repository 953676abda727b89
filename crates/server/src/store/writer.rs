//! The one writer. Changes that arrive while it is busy are committed together, so that many games share
//! one flush of the disk; each is acknowledged only after its commit. A connection on which a commit failed
//! is given up for a new one: a full disk leaves it in the middle of a transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Acquire, ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::change;
use super::sql::Line;
use super::{Change, Fault, Faults, StoreError};

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
        let result = change::write(&mut Line::Sqlite(&mut savepoint), change).await;
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
