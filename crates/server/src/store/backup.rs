//! A copy of the database at one moment, taken while a server may be writing to it.

use std::path::Path;

use sqlx::{ConnectOptions, Connection, Row};

use super::StoreError;
use super::file::{self, AtPlace};
use crate::folder;

/// Copies a database into a new file; how many games are in the copy. It comes to its place as a whole, for its owner
/// alone, and only after it was looked through.
pub async fn back_up(from: &Path, to: &Path) -> Result<i64, StoreError> {
    let failed = |error: std::io::Error| StoreError::Failed(folder::plain_words(&error));
    if file::look(from)? == AtPlace::Nothing {
        return Err(StoreError::Foreign("there is no such file".into()));
    }
    if std::fs::symlink_metadata(to).is_ok() {
        let words = format!("{} is there already; nothing is overwritten", to.display());
        return Err(StoreError::Foreign(words));
    }
    let draft = file::beside(to, ".part");
    folder::make_private(&draft).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => StoreError::Foreign(format!(
            "{} is there: another backup is being made, or one was cut short; remove it then",
            draft.display()
        )),
        _ => failed(error),
    })?;
    let copied = copy(from, &draft).await;
    let moved = match copied {
        Ok(games) => file::move_to(&draft, to).map_err(failed).map(|()| games),
        Err(error) => Err(error),
    };
    if moved.is_err() {
        // What was told first is what matters.
        let _ = std::fs::remove_file(&draft);
    }
    moved
}

async fn copy(from: &Path, draft: &Path) -> Result<i64, StoreError> {
    let mut source = file::plain(from).read_only(true).connect().await?;
    file::recognise(&mut source).await?;
    let place = draft.to_str().ok_or_else(|| {
        StoreError::Foreign("the name of the copy is not text that the database can read".into())
    })?;
    sqlx::query("VACUUM INTO $1").bind(place).execute(&mut source).await?;
    source.close().await?;
    let mut copy = file::plain(draft).read_only(true).connect().await?;
    let found = sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut copy).await?;
    let found: String = found.try_get(0)?;
    if found != "ok" {
        return Err(StoreError::Damaged(format!("the copy, {found}")));
    }
    let games = sqlx::query("SELECT COUNT(*) AS n FROM games").fetch_one(&mut copy).await?;
    let games = games.try_get("n")?;
    copy.close().await?;
    Ok(games)
}
