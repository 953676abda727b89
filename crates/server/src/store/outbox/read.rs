//! What the outbox holds, read.

use atlas::Side;

use crate::moment::Moment;
use crate::notices::{Channel, Means, Pace, Said, What};
use crate::store::StoreError;
use crate::store::sql::{Line, Record, query};
use crate::tokens::Role;

/// What is written of a message that was taken by whoever passes it on.
pub(super) const SENT: &str = "sent";
/// Of one that is read where it lies.
pub(super) const LISTED: &str = "listed";
/// Of one whose reader was at the table by himself.
const SEEN: &str = "seen";

/// How many messages of a feed are shown.
const SHOWN: i64 = 50;

/// How far a message has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// It waits; why it did not go before, if it was tried.
    Waits(Option<String>),
    /// It was taken by whoever passes it on, or can be read.
    Sent,
    /// Nobody needed it: whoever was to be told was there.
    Seen,
    /// It was given up; why.
    GivenUp(String),
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Its id, by which a repetition is known.
    pub id: String,
    /// What is told.
    pub what: What,
    /// In which words.
    pub said: Said,
    /// When it was written.
    pub created: Moment,
    /// When it is to go, or went.
    pub at: Moment,
    /// How often it was tried.
    pub attempts: i64,
    /// How far it has come.
    pub delivery: Delivery,
}

/// A message that was taken, with the way it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leased {
    /// The message.
    pub message: Message,
    /// The way.
    pub channel: Channel,
}

/// How the holder of a seat is reached, with the last message of each way.
pub(in crate::store) async fn channels(
    to: &mut Line<'_>,
    game: &str,
    side: Side,
    now: Moment,
) -> Result<Vec<(Channel, Option<Message>)>, StoreError> {
    let sql = "SELECT id AS channel_id, game, side, means, pace, target, keys, created AS opened, \
               confirmed FROM channels WHERE game = $1 AND side = $2 ORDER BY created, id";
    let rows = query(sql).bind(game).bind(side.word()).fetch_all(to).await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        let channel = channel_of(row)?;
        // A reminder that is not due yet is nothing that happened.
        let last = "SELECT id, what, body, created, due, attempts, done, outcome FROM outbox \
                    WHERE channel = $1 AND (what <> 'reminder' OR due <= $2 OR attempts > 0) \
                    ORDER BY COALESCE(done, created) DESC, id LIMIT 1";
        let last = query(last).bind(&channel.id).bind(now.0).fetch_optional(to).await?;
        found.push((channel, last.as_ref().map(message).transpose()?));
    }
    Ok(found)
}

/// Whether the holder of a seat is reached in any way.
pub(in crate::store) async fn is_told(
    to: &mut Line<'_>,
    game: &str,
    side: Side,
) -> Result<bool, StoreError> {
    let sql = "SELECT id FROM channels WHERE game = $1 AND side = $2 LIMIT 1";
    let found = query(sql).bind(game).bind(side.word());
    Ok(found.fetch_optional(to).await?.is_some())
}

/// One way to reach somebody.
pub(in crate::store) async fn channel(
    to: &mut Line<'_>,
    id: &str,
) -> Result<Option<Channel>, StoreError> {
    let sql = "SELECT id AS channel_id, game, side, means, pace, target, keys, created AS opened, \
               confirmed FROM channels WHERE id = $1";
    let found = query(sql).bind(id).fetch_optional(to).await?;
    found.as_ref().map(channel_of).transpose()
}

/// What was taken under a lease.
pub(in crate::store) async fn leased(
    to: &mut Line<'_>,
    lease: &str,
) -> Result<Vec<Leased>, StoreError> {
    let sql = "SELECT outbox.id, what, body, outbox.created, due, attempts, done, outcome, \
               channels.id AS channel_id, game, side, means, pace, target, keys, \
               channels.created AS opened, confirmed \
               FROM outbox JOIN channels ON channels.id = outbox.channel \
               WHERE lease = $1 AND done IS NULL ORDER BY due, outbox.id";
    let rows = query(sql).bind(lease).fetch_all(to).await?;
    rows.iter()
        .map(|row| Ok(Leased { message: message(row)?, channel: channel_of(row)? }))
        .collect()
}

/// When something is next to be sent, or somebody's lease of it ends.
pub(in crate::store) async fn next_due(to: &mut Line<'_>) -> Result<Option<Moment>, StoreError> {
    // Each half is the first row of an index: it takes no longer when many messages wait for another day.
    let sql = "SELECT MIN(next) AS next FROM ( \
               SELECT MIN(due) AS next FROM outbox WHERE done IS NULL AND leased_until = 0 \
               UNION ALL SELECT MIN(leased_until) FROM outbox \
               WHERE done IS NULL AND leased_until > 0) AS ends";
    let row = query(sql).fetch_one(to).await?;
    Ok(row.try_get::<Option<i64>>("next")?.map(Moment))
}

/// What a feed shows, the newest first.
pub(in crate::store) async fn listed(
    to: &mut Line<'_>,
    channel: &str,
    now: Moment,
) -> Result<Vec<Message>, StoreError> {
    let sql = "SELECT id, what, body, created, due, attempts, done, outcome FROM outbox \
               WHERE channel = $1 AND due <= $2 ORDER BY due DESC, id LIMIT $3";
    let rows = query(sql).bind(channel).bind(now.0).bind(SHOWN).fetch_all(to).await?;
    rows.iter().map(message).collect()
}

/// How often an address was asked since then whether it is somebody's.
pub(in crate::store) async fn asked_since(
    to: &mut Line<'_>,
    means: Means,
    target: &str,
    since: Moment,
) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) AS n FROM asked WHERE means = $1 AND target = $2 AND at >= $3";
    let row =
        query(sql).bind(means.word()).bind(hidden(target)).bind(since.0).fetch_one(to).await?;
    row.try_get("n")
}

/// A key of the server itself.
pub(in crate::store) async fn secret(
    to: &mut Line<'_>,
    name: &str,
) -> Result<Option<String>, StoreError> {
    let found =
        query("SELECT value FROM secrets WHERE name = $1").bind(name).fetch_optional(to).await?;
    found.map(|row| row.try_get("value")).transpose()
}

/// An address as it is remembered after it was forgotten: for a day, to be asked no more than a few times.
pub(super) fn hidden(target: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 address asked");
    hasher.update(target.as_bytes()).finalize().to_hex().to_string()
}

fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(format!("a notice's {what}"))
}

pub(super) fn side(row: &Record) -> Result<Side, StoreError> {
    let word: String = row.try_get("side")?;
    Role::from_word(&word).and_then(Role::side).ok_or_else(|| damaged("side"))
}

pub(super) fn means(row: &Record) -> Result<Means, StoreError> {
    Means::from_word(&row.try_get::<String>("means")?).ok_or_else(|| damaged("means"))
}

pub(super) fn pace(row: &Record) -> Result<Pace, StoreError> {
    Pace::from_word(&row.try_get::<String>("pace")?).ok_or_else(|| damaged("pace"))
}

fn channel_of(row: &Record) -> Result<Channel, StoreError> {
    Ok(Channel {
        id: row.try_get("channel_id")?,
        game: row.try_get("game")?,
        side: side(row)?,
        means: means(row)?,
        pace: pace(row)?,
        target: row.try_get("target")?,
        keys: serde_json::from_str(&row.try_get::<String>("keys")?).map_err(|_| damaged("keys"))?,
        created: Moment(row.try_get("opened")?),
        confirmed: row.try_get::<Option<i64>>("confirmed")?.map(Moment),
    })
}

fn message(row: &Record) -> Result<Message, StoreError> {
    let done: Option<i64> = row.try_get("done")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    let delivery = match (done, outcome) {
        (None, why) => Delivery::Waits(why),
        (Some(_), Some(word)) if word == SENT || word == LISTED => Delivery::Sent,
        (Some(_), Some(word)) if word == SEEN => Delivery::Seen,
        (Some(_), why) => Delivery::GivenUp(why.unwrap_or_default()),
    };
    let due: i64 = row.try_get("due")?;
    Ok(Message {
        id: row.try_get("id")?,
        what: What::from_word(&row.try_get::<String>("what")?).ok_or_else(|| damaged("word"))?,
        said: serde_json::from_str(&row.try_get::<String>("body")?).map_err(|_| damaged("body"))?,
        created: Moment(row.try_get("created")?),
        at: Moment(done.map_or(due, |done| done.max(due))),
        attempts: row.try_get("attempts")?,
        delivery,
    })
}
