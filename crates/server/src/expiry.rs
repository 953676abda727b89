//! Games that nobody touches do not stay for ever.
//!
//! A game is touched when something happens in it, and when anybody opens it by a token (noted to the day). Once a
//! day what was not touched for long enough is deleted: [`UNPLAYED`] for games in which nothing was ever done,
//! [`UNTOUCHED`] for all others.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::moment::Moment;
use crate::store::Change;
use crate::tables::Tables;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// After how long a game is deleted in which nothing was ever done.
pub const UNPLAYED: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// After how long any other game is deleted that nobody touched.
pub const UNTOUCHED: Duration = Duration::from_secs(730 * 24 * 60 * 60);
/// Where no room is left: how old a game must be, in which nothing was ever done, to make room for another.
pub const IN_THE_WAY: Duration = DAY;

fn before(now: Moment, time: Duration) -> Moment {
    Moment(now.0.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))
}

/// Deletes what nobody has touched for long enough.
pub fn sweep(now: Moment) -> Change {
    Change::Expire { unplayed: before(now, UNPLAYED), untouched: before(now, UNTOUCHED) }
}

/// Deletes games in which nothing was ever done, to make room.
pub fn make_room(now: Moment) -> Change {
    Change::Expire { unplayed: before(now, IN_THE_WAY), untouched: before(now, UNTOUCHED) }
}

/// Sweeps once a day until the server stops.
pub async fn every_day(tables: Arc<Tables>, mut stopping: watch::Receiver<bool>) {
    loop {
        let now = tables.clock().now();
        if let Err(error) = tables.store().write(sweep(now)).await {
            tracing::warn!(%error, "games that nobody touches");
        }
        let day = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
        tokio::select! {
            () = tables.clock().reach(Moment(now.0.saturating_add(day))) => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}
