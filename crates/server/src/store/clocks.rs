//! Clocks in storage: what each game's stints have taken, when something is due, and the server's own time. SQL that
//! both SQLite and PostgreSQL read.

use super::StoreError;
use super::sql::{Line, query};
use crate::pace::Ledger;

/// The mark that holds the server's own time.
const TIME: &str = "server-time";

/// The clocks of a game. What cannot be read has taken no time.
pub async fn clock(from: &mut Line<'_>, game: &str) -> Result<Ledger, StoreError> {
    let found =
        query("SELECT spent FROM clocks WHERE game = $1").bind(game).fetch_optional(from).await?;
    let Some(row) = found else { return Ok(Ledger::default()) };
    Ok(serde_json::from_str(&row.try_get::<String>("spent")?).unwrap_or_else(|error| {
        tracing::error!(%error, "a clock cannot be read");
        Ledger::default()
    }))
}

/// The games whose clocks next have something to do, and when: so many at the most. None, if no clock runs.
pub async fn due(from: &mut Line<'_>, most: i64) -> Result<Vec<(String, i64)>, StoreError> {
    let next = "SELECT game, due FROM clocks WHERE due IS NOT NULL ORDER BY due, game LIMIT $1";
    let rows = query(next).bind(most).fetch_all(from).await?;
    rows.iter().map(|row| Ok((row.try_get("game")?, row.try_get("due")?))).collect()
}

/// The server's own time, as it was last written down.
pub async fn time(from: &mut Line<'_>) -> Result<i64, StoreError> {
    let found =
        query("SELECT at FROM marks WHERE name = $1").bind(TIME).fetch_optional(from).await?;
    found.map_or(Ok(0), |row| row.try_get("at"))
}

/// Writes the clocks of a game down, as they are at a time.
pub async fn note(
    to: &mut Line<'_>,
    game: &str,
    clock: &Ledger,
    at: i64,
) -> Result<(), StoreError> {
    let spent =
        serde_json::to_string(clock).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let note = "INSERT INTO clocks (game, spent, due) SELECT id, $2, $3 FROM games WHERE id = $1 \
                ON CONFLICT (game) DO UPDATE SET spent = excluded.spent, due = excluded.due";
    query(note).bind(game).bind(spent).bind(clock.due()).execute(to).await?;
    set_time(to, at).await
}

/// Writes the server's own time down; it never goes back.
pub async fn set_time(to: &mut Line<'_>, at: i64) -> Result<(), StoreError> {
    let note = "INSERT INTO marks (name, at) VALUES ($1, $2) \
                ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE marks.at < excluded.at";
    query(note).bind(TIME).bind(at).execute(to).await?;
    Ok(())
}
