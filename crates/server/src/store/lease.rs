//! Leases: what one server at a time does for all, and another when it is not heard of any more.
//!
//! A lease is taken for a while and renewed as long as its work goes on. Whoever takes it gets a *fencing number* that
//! nobody had before him. A server that was asleep and wakes up after its time may believe that it still holds a lease;
//! what it writes by it ([`Change::Fenced`](super::Change::Fenced)) names an old number and is refused. The hour is that
//! of the database, so that the clocks of servers may differ.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::AssertSqlSafe;
use tokio::task::JoinHandle;

use super::sql::{Line, query};
use super::{Store, StoreError};

/// How long a lease stands if nobody renews it.
pub const STANDS: Duration = Duration::from_secs(10);

/// What is held, and by which right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Its name.
    pub name: String,
    /// The fencing number.
    pub fence: i64,
    /// How long it stands after it was last heard of, in milliseconds.
    pub stands: i64,
}

/// Takes a lease that nobody holds; `None` if somebody does. It ends with the game that it belongs to, if it does.
pub async fn take(
    to: &mut Line<'_>,
    (name, game): (&str, Option<&str>),
    holder: &str,
    stands: Duration,
) -> Result<Option<Lease>, StoreError> {
    let now = to.now();
    let stands = i64::try_from(stands.as_millis()).unwrap_or(i64::MAX);
    let sql = format!(
        "INSERT INTO leases (name, game, holder, fence, until) VALUES ($1, $2, $3, 1, {now} + $4) \
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = leases.fence + 1, \
         until = excluded.until WHERE leases.until <= {now} RETURNING fence"
    );
    let taken = query(AssertSqlSafe(sql)).bind(name).bind(game).bind(holder).bind(stands);
    let taken = match taken.fetch_all(to).await {
        // The game that it was for was deleted meanwhile.
        Err(StoreError::Conflict) => return Ok(None),
        taken => taken?,
    };
    let Some(row) = taken.first() else { return Ok(None) };
    Ok(Some(Lease { name: name.to_owned(), fence: row.try_get("fence")?, stands }))
}

/// Holds a lease for its time from now on, if it is still held; [`StoreError::Fenced`] if another has taken it.
pub async fn hold(to: &mut Line<'_>, lease: &Lease) -> Result<(), StoreError> {
    let now = to.now();
    let sql = format!("UPDATE leases SET until = {now} + $3 WHERE name = $1 AND fence = $2");
    let held = query(AssertSqlSafe(sql)).bind(&lease.name).bind(lease.fence).bind(lease.stands);
    match held.execute(to).await? {
        0 => Err(StoreError::Fenced),
        _ => Ok(()),
    }
}

/// Gives a lease back, if it is still held.
pub async fn release(to: &mut Line<'_>, lease: &Lease) -> Result<(), StoreError> {
    let free = "UPDATE leases SET until = 0 WHERE name = $1 AND fence = $2";
    query(free).bind(&lease.name).bind(lease.fence).execute(to).await?;
    Ok(())
}

/// A lease that renews itself until it is dropped or lost; dropped, it is given back.
pub struct Held {
    lease: Lease,
    lost: Arc<AtomicBool>,
    store: Arc<Store>,
    renewing: JoinHandle<()>,
}

impl Held {
    /// Keeps a lease from now on.
    pub fn keep(store: &Arc<Store>, lease: Lease) -> Held {
        let lost = Arc::new(AtomicBool::new(false));
        let renewing = tokio::spawn(renew(Arc::clone(store), lease.clone(), Arc::clone(&lost)));
        Held { lease, lost, store: Arc::clone(store), renewing }
    }

    /// The lease, to write by.
    pub fn lease(&self) -> &Lease {
        &self.lease
    }

    /// Whether another has taken it.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.renewing.abort();
        // Where nothing runs any more it ends by itself.
        if let Ok(running) = tokio::runtime::Handle::try_current() {
            let (store, lease) = (Arc::clone(&self.store), self.lease.clone());
            running.spawn(async move {
                if let Err(error) = store.release(&lease).await {
                    tracing::debug!(%error, "a lease was not given back: it ends by itself");
                }
            });
        }
    }
}

async fn renew(store: Arc<Store>, lease: Lease, lost: Arc<AtomicBool>) {
    let stands = Duration::from_millis(u64::try_from(lease.stands).unwrap_or_default());
    loop {
        tokio::time::sleep(stands / 3).await;
        match store.renew(&lease).await {
            Ok(()) => {}
            Err(StoreError::Fenced) => return lost.store(true, Ordering::Relaxed),
            Err(error) => tracing::warn!(%error, "a lease was not renewed"),
        }
    }
}
