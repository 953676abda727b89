//! Entries as rows, and back.

use atlas::Side;
use rules::record::ActionLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::StoreError;
use crate::entry::{Entry, Kind, Secret};
use crate::moment::Moment;
use crate::tokens::Role;

/// Reads the entries of a game in their order.
pub const ENTRIES: &str = "SELECT seq, version, at, kind, side, automatic, role, request, body FROM entries \
     WHERE game = $1 ORDER BY seq";

/// The same, whatever is in the columns.
pub const REMAINS: &str = "SELECT CAST(version AS INTEGER) AS version, CAST(at AS INTEGER) AS at, \
     CAST(kind AS TEXT) AS kind, CAST(body AS TEXT) AS body FROM entries WHERE game = $1 ORDER BY seq";

/// The part of an entry that nobody searches for.
#[derive(Serialize, Deserialize, Default)]
struct Body {
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<ActionLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

/// The body column of an entry.
pub fn body(entry: &Entry) -> Result<String, StoreError> {
    let body = Body {
        step: entry.step,
        line: entry.line.clone(),
        text: entry.text.clone(),
        to: entry.to,
        fingerprint: entry.secret.fingerprint.clone(),
        why: entry.why.clone(),
        data: entry.secret.data.clone(),
    };
    serde_json::to_string(&body).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// Reads an entry from its row.
pub fn entry(row: &SqliteRow) -> Result<Entry, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("an entry's {what}"));
    let number = |name: &str| -> Result<u64, StoreError> {
        u64::try_from(row.try_get::<i64, _>(name)?).map_err(|_| damaged(name))
    };
    let word = |name: &str| -> Result<Option<String>, StoreError> { Ok(row.try_get(name)?) };
    let kind = word("kind")?.as_deref().and_then(Kind::from_word).ok_or(damaged("kind"))?;
    let by = match word("side")? {
        None => None,
        Some(word) => Some(side(&word).ok_or(damaged("side"))?),
    };
    let role = match word("role")? {
        None => None,
        Some(word) => Some(Role::from_word(&word).ok_or(damaged("role"))?),
    };
    let text = row.try_get::<String, _>("body")?;
    let body: Body = serde_json::from_str(&text).map_err(|error| damaged(&error.to_string()))?;
    Ok(Entry {
        seq: number("seq")?,
        version: number("version")?,
        kind,
        at: Moment(row.try_get("at")?),
        by,
        auto: row.try_get("automatic")?,
        step: body.step,
        line: body.line,
        text: body.text,
        to: body.to,
        why: body.why,
        secret: Secret {
            role,
            request: word("request")?,
            fingerprint: body.fingerprint,
            data: body.data,
        },
    })
}

fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.word() == word)
}
