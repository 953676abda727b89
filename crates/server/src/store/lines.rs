//! The connections of a server to PostgreSQL: so many and no more, made when they are wanted.
//!
//! A connection goes back only if its last work ended well. One on which something failed, or whose work was cut short,
//! is closed: the database undoes what was begun on it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::StoreError;
use super::sql::Line;

/// How long is waited for a connection, and for an answer.
pub const PATIENCE: Duration = Duration::from_secs(15);
/// A connection that nobody used for so long is asked whether it is still there.
const UNSURE: Duration = Duration::from_secs(1);
/// A connection that nobody used for so long is closed.
const UNUSED: Duration = Duration::from_secs(300);

/// The connections.
pub struct Lines {
    options: PgConnectOptions,
    idle: Mutex<Vec<(PgConnection, Instant)>>,
    places: Semaphore,
}

/// A connection in use.
pub struct Held<'l> {
    line: PgConnection,
    lines: &'l Lines,
    _place: SemaphorePermit<'l>,
}

impl Lines {
    /// So many connections.
    pub fn new(options: PgConnectOptions, most: u32) -> Lines {
        let most = usize::try_from(most).unwrap_or(usize::MAX).clamp(1, Semaphore::MAX_PERMITS);
        Lines { options, idle: Mutex::default(), places: Semaphore::new(most) }
    }

    /// Takes one; waits for it if all are in use, and makes one if none is idle.
    pub async fn take(&self) -> Result<Held<'_>, StoreError> {
        in_time(async {
            let closed = |_| StoreError::Failed("the database is closed".to_owned());
            let place = self.places.acquire().await.map_err(closed)?;
            while let Some((mut line, since)) = self.pop() {
                if since.elapsed() < UNSURE || line.ping().await.is_ok() {
                    return Ok(Held { line, lines: self, _place: place });
                }
            }
            let line = self.options.connect().await?;
            Ok(Held { line, lines: self, _place: place })
        })
        .await
    }

    fn pop(&self) -> Option<(PgConnection, Instant)> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|(_, since)| since.elapsed() < UNUSED);
        idle.pop()
    }

    /// Forgets those that are idle: one has failed, and likely all have.
    fn forget(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Closes all; nobody gets one any more.
    pub async fn close(&self) {
        self.places.close();
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        for (line, _) in idle {
            // It is closed either way.
            let _ = timeout(Duration::from_secs(1), line.close()).await;
        }
    }
}

impl Held<'_> {
    /// The connection.
    pub fn line(&mut self) -> Line<'_> {
        Line::Postgres(&mut self.line)
    }

    /// Gives it back, if what came of its work shows that it is sound; hands on what came of it.
    pub fn settle<T>(self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Failed(_)) = &done {
            self.lines.forget();
        } else {
            let mut idle = self.lines.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push((self.line, Instant::now()));
        }
        done
    }
}

/// Waits for the database, but not for ever.
pub async fn in_time<T>(
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let late = |_| StoreError::Failed("the database did not answer in time".to_owned());
    timeout(PATIENCE, work).await.map_err(late)?
}
