//! Entries as rows, and back.

use atlas::Side;
use rules::record::ActionLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::StoreError;
use super::sql::Record;
use crate::entry::{Entry, Kind, Secret};
use crate::moment::Moment;
use crate::table::{ClockNews, DiceNews};
use crate::tokens::Role;

/// Reads the entries of a game in their order.
pub const ENTRIES: &str = "SELECT seq, version, at, kind, side, automatic, role, request, body, link FROM entries \
     WHERE game = $1 ORDER BY seq";

/// Reads those after a number.
pub const AFTER: &str = "SELECT seq, version, at, kind, side, automatic, role, request, body, link FROM entries \
     WHERE game = $1 AND seq > $2 ORDER BY seq";

/// The same of a file from before entries were chained.
pub const UNCHAINED: &str = "SELECT seq, version, at, kind, side, automatic, role, request, body, NULL AS link FROM entries \
     WHERE game = $1 ORDER BY seq";

/// The same, whatever is in the columns.
pub const REMAINS: &str = "SELECT CAST(version AS BIGINT) AS version, CAST(at AS BIGINT) AS at, \
     CAST(kind AS TEXT) AS kind, CAST(body AS TEXT) AS body FROM entries WHERE game = $1 ORDER BY seq";

/// An entry as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its number.
    pub seq: i64,
    /// The version after it.
    pub version: i64,
    /// When.
    pub at: i64,
    /// The word for what it tells.
    pub kind: String,
    /// Whose doing it was.
    pub side: Option<String>,
    /// Standing orders or a computer did it.
    pub automatic: bool,
    /// Who sent the request behind it.
    pub role: Option<String>,
    /// The request's own name.
    pub request: Option<String>,
    /// The rest of it.
    pub body: String,
    /// The hash of it and of all before it.
    pub link: Option<String>,
}

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
    dice: Option<DiceNews>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockNews>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl Row {
    /// An entry, to be stored.
    pub fn of(entry: &Entry) -> Result<Row, StoreError> {
        let body = Body {
            step: entry.step,
            line: entry.line.clone(),
            text: entry.text.clone(),
            to: entry.to,
            fingerprint: entry.secret.fingerprint.clone(),
            why: entry.why.clone(),
            dice: entry.dice.clone(),
            clock: entry.clock.clone(),
            data: entry.secret.data.clone(),
        };
        let body =
            serde_json::to_string(&body).map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(Row {
            seq: entry.seq.cast_signed(),
            version: entry.version.cast_signed(),
            at: entry.at.0,
            kind: entry.kind.word().to_owned(),
            side: entry.by.map(|side| side.word().to_owned()),
            automatic: entry.auto,
            role: entry.secret.role.map(|role| role.word().to_owned()),
            request: entry.secret.request.clone(),
            body,
            link: None,
        })
    }

    /// As it was found.
    pub fn read(row: &Record) -> Result<Row, StoreError> {
        Ok(Row {
            seq: row.try_get("seq")?,
            version: row.try_get("version")?,
            at: row.try_get("at")?,
            kind: row.try_get("kind")?,
            side: row.try_get("side")?,
            automatic: row.try_get("automatic")?,
            role: row.try_get("role")?,
            request: row.try_get("request")?,
            body: row.try_get("body")?,
            link: row.try_get("link")?,
        })
    }

    /// The entry that it tells of.
    pub fn entry(self) -> Result<Entry, StoreError> {
        let damaged = |what: &str| StoreError::Damaged(format!("an entry's {what}"));
        let number = |number: i64, name: &str| u64::try_from(number).map_err(|_| damaged(name));
        let by = match &self.side {
            None => None,
            Some(word) => Some(side(word).ok_or(damaged("side"))?),
        };
        let role = match &self.role {
            None => None,
            Some(word) => Some(Role::from_word(word).ok_or(damaged("role"))?),
        };
        let body: Body =
            serde_json::from_str(&self.body).map_err(|error| damaged(&error.to_string()))?;
        Ok(Entry {
            seq: number(self.seq, "seq")?,
            version: number(self.version, "version")?,
            kind: Kind::from_word(&self.kind).ok_or(damaged("kind"))?,
            at: Moment(self.at),
            by,
            auto: self.automatic,
            step: body.step,
            line: body.line,
            text: body.text,
            to: body.to,
            why: body.why,
            dice: body.dice,
            clock: body.clock,
            // It follows from the entries.
            head: None,
            secret: Secret {
                role,
                request: self.request,
                fingerprint: body.fingerprint,
                data: body.data,
            },
        })
    }
}

fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.word() == word)
}
