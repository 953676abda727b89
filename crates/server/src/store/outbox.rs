//! The outbox: messages to those who are not at the table, written together with what causes them, and the ways by
//! which they are reached. SQL that both SQLite and PostgreSQL read.
//!
//! A message is taken by a lease: whoever writes the name of a lease into it first may send it until the lease ends, and
//! only who still holds the lease may say what came of it. A server that dies lets its leases end, and another takes
//! them. So each message is sent at least once; its id says when it is the same again.

mod read;

use super::StoreError;
use super::sql::{Line, Record, query};
use crate::moment::Moment;
use crate::notices::{Channel, HOUR, Means, Notice, Pace, QUIET, REMIND, Said, Telling, What};
use atlas::Side;
use read::{means, pace, side};

pub use read::{Delivery, Leased, Message};
pub(super) use read::{asked_since, channel, channels, is_told, leased, listed, next_due, secret};

/// How long it is known what was sent, in milliseconds.
const REMEMBERED: i64 = 30 * 24 * HOUR;
/// How long an address waits to be confirmed, in milliseconds.
const UNCONFIRMED: i64 = 7 * 24 * HOUR;

/// What became of a message that was to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was taken by whoever passes it on.
    Sent,
    /// It was not, and is to be sent again at that moment; why.
    Again(Moment, String),
    /// It was not even tried, and is to be at that moment.
    Later(Moment),
    /// It was not, and will not be; why.
    GivenUp(String),
}

/// A change of the outbox.
#[derive(Clone, Debug)]
pub enum OutboxChange {
    /// A new way to reach somebody, and whether a message asks him to confirm it.
    Open(Box<Channel>, Option<Said>),
    /// How often he is told.
    Pace(String, Pace),
    /// An address is forgotten, with all that was sent to it.
    Close(String),
    /// Of all seats that an address gathers notices for, it is forgotten.
    CloseDigest(Means, String),
    /// An address was confirmed.
    Confirm(String, Moment),
    /// The holder of a seat did something at the table.
    Active(String, Side, Moment),
    /// A message that he asks for himself.
    Send(String, What, Said, Moment),
    /// Messages that are due are taken under this lease, until this moment; so many at most.
    Take {
        /// Now.
        now: Moment,
        /// The name of the lease.
        lease: String,
        /// When it ends.
        until: Moment,
        /// How many.
        most: i64,
    },
    /// All leases end: whoever held them is dead.
    Release,
    /// What became of a message that was taken under a lease.
    Finish(String, String, Moment, Outcome),
    /// What nobody needs to know any more is forgotten.
    Sweep(Moment),
    /// A key of the server itself, unless there is one.
    Secret(&'static str, String),
}

/// Writes a change.
pub(super) async fn write(to: &mut Line<'_>, change: &OutboxChange) -> Result<(), StoreError> {
    match change {
        OutboxChange::Open(channel, confirm) => open(to, channel, confirm.as_ref()).await,
        OutboxChange::Pace(id, pace) => {
            let sql = "UPDATE channels SET pace = $2 WHERE id = $1";
            query(sql).bind(id).bind(pace.word()).execute(to).await?;
            Ok(())
        }
        OutboxChange::Close(id) => {
            query("DELETE FROM channels WHERE id = $1").bind(id).execute(to).await?;
            Ok(())
        }
        OutboxChange::CloseDigest(means, target) => {
            let sql = "DELETE FROM channels WHERE pace = 'digest' AND means = $1 AND target = $2";
            query(sql).bind(means.word()).bind(target).execute(to).await?;
            Ok(())
        }
        OutboxChange::Confirm(id, at) => {
            let sql = "UPDATE channels SET confirmed = $2 WHERE id = $1 AND confirmed IS NULL";
            query(sql).bind(id).bind(at.0).execute(to).await?;
            Ok(())
        }
        OutboxChange::Active(game, side, at) => active(to, game, *side, *at).await,
        OutboxChange::Send(channel, what, said, at) => {
            let id = name(channel, u64::try_from(at.0).unwrap_or_default(), *what);
            insert(to, &Row { id, channel, what: *what, said, at: *at, due: *at, listed: false })
                .await
        }
        OutboxChange::Take { now, lease, until, most } => {
            take(to, *now, lease, *until, *most).await
        }
        OutboxChange::Finish(id, lease, at, outcome) => finish(to, id, lease, *at, outcome).await,
        OutboxChange::Release => {
            let sql = "UPDATE outbox SET lease = NULL, leased_until = 0 \
                       WHERE done IS NULL AND leased_until > 0";
            query(sql).execute(to).await?;
            Ok(())
        }
        OutboxChange::Sweep(now) => sweep(to, *now).await,
        OutboxChange::Secret(name, value) => {
            let sql =
                "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
            query(sql).bind(*name).bind(value).execute(to).await?;
            Ok(())
        }
    }
}

/// Forgets how the holder of a seat is reached: somebody else gets it.
pub(super) async fn forget_seat(
    to: &mut Line<'_>,
    game: &str,
    side: Side,
) -> Result<(), StoreError> {
    query("DELETE FROM channels WHERE game = $1 AND side = $2")
        .bind(game)
        .bind(side.word())
        .execute(to)
        .await?;
    Ok(())
}

/// Writes what a change of a game is to tell, for whoever is to be told; where nobody is, nothing.
pub(super) async fn tell(to: &mut Line<'_>, telling: &Telling) -> Result<(), StoreError> {
    let Telling { game, at, cause, by, left, notices } = telling;
    let channels = confirmed(to, game).await?;
    if channels.is_empty() {
        return Ok(());
    }
    if let Some(side) = by {
        active(to, game, *side, *at).await?;
    }
    for side in left {
        withdraw(to, game, *side, *at).await?;
    }
    for Notice { side, what, said } in notices {
        for (id, of, means, pace) in &channels {
            if of != side {
                continue;
            }
            let listed = *means == Means::Feed;
            let mut queue = vec![(*what, *at)];
            if *what == What::Turn {
                queue.push((What::Reminder, Moment(at.0.saturating_add(REMIND))));
            }
            for (what, due) in queue.into_iter().filter(|(what, _)| pace.wants(*what)) {
                let name = name(id, *cause, what);
                let row = Row { id: name, channel: id, what, said, at: *at, due, listed };
                insert(to, &row).await?;
            }
        }
    }
    Ok(())
}

type Reached = (String, Side, Means, Pace);

/// How the holders of the seats of a game are reached.
async fn confirmed(to: &mut Line<'_>, game: &str) -> Result<Vec<Reached>, StoreError> {
    let sql = "SELECT id, side, means, pace FROM channels \
               WHERE game = $1 AND confirmed IS NOT NULL ORDER BY created, id";
    let rows = query(sql).bind(game).fetch_all(to).await?;
    let read = |row: &Record| -> Result<Reached, StoreError> {
        Ok((row.try_get("id")?, side(row)?, means(row)?, pace(row)?))
    };
    rows.iter().map(read).collect()
}

async fn active(to: &mut Line<'_>, game: &str, side: Side, at: Moment) -> Result<(), StoreError> {
    let sql = "UPDATE channels SET active = $3 WHERE game = $1 AND side = $2 AND active < $3";
    query(sql).bind(game).bind(side.word()).bind(at.0).execute(to).await?;
    Ok(())
}

/// Takes back what would tell somebody that it is his turn: it no longer is.
async fn withdraw(to: &mut Line<'_>, game: &str, side: Side, at: Moment) -> Result<(), StoreError> {
    let sql = "DELETE FROM outbox WHERE what IN ('turn', 'reminder') AND (done IS NULL OR due > $3) \
               AND channel IN (SELECT id FROM channels WHERE game = $1 AND side = $2)";
    query(sql).bind(game).bind(side.word()).bind(at.0).execute(to).await?;
    Ok(())
}

async fn open(
    to: &mut Line<'_>,
    channel: &Channel,
    confirm: Option<&Said>,
) -> Result<(), StoreError> {
    let keys = serde_json::to_string(&channel.keys)
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    query(
        "INSERT INTO channels \
         (id, game, side, means, pace, target, keys, created, confirmed, active, sent) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, 0)",
    )
    .bind(&channel.id)
    .bind(&channel.game)
    .bind(channel.side.word())
    .bind(channel.means.word())
    .bind(channel.pace.word())
    .bind(&channel.target)
    .bind(keys)
    .bind(channel.created.0)
    .bind(channel.confirmed.map(|at| at.0))
    .execute(to)
    .await?;
    let Some(said) = confirm else { return Ok(()) };
    let (what, at, means, target) =
        (What::Confirm, channel.created, channel.means, channel.target.as_str());
    let channel = channel.id.as_str();
    query("INSERT INTO asked (means, target, at) VALUES ($1, $2, $3)")
        .bind(means.word())
        .bind(read::hidden(target))
        .bind(at.0)
        .execute(to)
        .await?;
    let id = name(channel, 0, what);
    insert(to, &Row { id, channel, what, said, at, due: at, listed: false }).await
}

/// A message to be written.
struct Row<'a> {
    id: String,
    channel: &'a str,
    what: What,
    said: &'a Said,
    at: Moment,
    due: Moment,
    /// It is read where it lies: nobody sends it.
    listed: bool,
}

async fn insert(to: &mut Line<'_>, row: &Row<'_>) -> Result<(), StoreError> {
    let body =
        serde_json::to_string(row.said).map_err(|error| StoreError::Damaged(error.to_string()))?;
    query(
        "INSERT INTO outbox (id, channel, what, body, created, due, attempts, leased_until, done, outcome) \
         VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&row.id)
    .bind(row.channel)
    .bind(row.what.word())
    .bind(body)
    .bind(row.at.0)
    .bind(row.due.0)
    .bind(row.listed.then_some(row.at.0))
    .bind(row.listed.then_some(read::LISTED))
    .execute(to)
    .await?;
    Ok(())
}

/// The id of a message: that of a cause, for one who is told. The same cause is told once, whoever writes it down.
fn name(channel: &str, cause: u64, what: What) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 notice");
    hasher.update(format!("{channel} {cause} {}", what.word()).as_bytes());
    let mut bytes = [0; 16];
    hasher.finalize_xof().fill(&mut bytes);
    // A UUID of nobody's scheme but our own (RFC 9562, version 8).
    let number = u128::from_be_bytes(bytes);
    let number = number & !(0xf << 76) & !(0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let text = format!("{number:032x}");
    let (a, b, c, d, e) = (&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]);
    format!("{a}-{b}-{c}-{d}-{e}")
}

/// Takes what is due under a lease.
async fn take(
    to: &mut Line<'_>,
    now: Moment,
    lease: &str,
    until: Moment,
    most: i64,
) -> Result<(), StoreError> {
    // Whoever did something at the table since then has seen it; a reminder is for whoever looked and did not decide.
    let seen = "UPDATE outbox SET done = $1, outcome = 'seen' WHERE done IS NULL AND due <= $1 \
                AND leased_until <= $1 AND what NOT IN ('test', 'confirm', 'reminder') AND EXISTS \
                (SELECT 1 FROM channels WHERE id = outbox.channel AND active > outbox.created)";
    query(seen).bind(now.0).execute(to).await?;
    // Whoever did something a moment before may still be there: he is told when he has been quiet for a while.
    let quiet = "UPDATE outbox SET due = $2 + (SELECT active FROM channels WHERE id = outbox.channel) \
                 WHERE done IS NULL AND due <= $1 AND leased_until <= $1 \
                 AND what NOT IN ('test', 'confirm') AND EXISTS \
                 (SELECT 1 FROM channels WHERE id = outbox.channel AND active + $2 > $1)";
    query(quiet).bind(now.0).bind(QUIET).execute(to).await?;
    let gathered = "UPDATE outbox SET due = $2 + (SELECT sent FROM channels WHERE id = outbox.channel) \
                    WHERE done IS NULL AND due <= $1 AND leased_until <= $1 \
                    AND what NOT IN ('test', 'confirm') AND EXISTS (SELECT 1 FROM channels \
                    WHERE id = outbox.channel AND pace = 'digest' AND sent + $2 > $1)";
    query(gathered).bind(now.0).bind(HOUR).execute(to).await?;
    // The condition stands twice, for two servers that take at the same time: the second looks again.
    let taken = "UPDATE outbox SET lease = $2, leased_until = $3, attempts = attempts + 1 \
                 WHERE done IS NULL AND leased_until <= $1 AND id IN \
                 (SELECT id FROM outbox WHERE done IS NULL AND due <= $1 AND leased_until <= $1 \
                 ORDER BY due, id LIMIT $4)";
    let taken = query(taken).bind(now.0).bind(lease).bind(until.0).bind(most);
    taken.execute(to).await?;
    let gone = "UPDATE channels SET sent = $1 WHERE pace = 'digest' AND (means, target) IN \
                (SELECT other.means, other.target FROM outbox \
                JOIN channels AS other ON other.id = outbox.channel \
                WHERE outbox.lease = $2 AND outbox.what NOT IN ('test', 'confirm') \
                AND other.pace = 'digest')";
    query(gone).bind(now.0).bind(lease).execute(to).await?;
    Ok(())
}

async fn finish(
    to: &mut Line<'_>,
    id: &str,
    lease: &str,
    at: Moment,
    outcome: &Outcome,
) -> Result<(), StoreError> {
    let (done, due, words, tried) = match outcome {
        Outcome::Sent => (Some(at.0), None, Some(read::SENT), 0_i64),
        Outcome::Again(due, why) => (None, Some(due.0), Some(why.as_str()), 0),
        Outcome::Later(due) => (None, Some(due.0), None, 1),
        Outcome::GivenUp(why) => (Some(at.0), None, Some(why.as_str()), 0),
    };
    let sql = "UPDATE outbox SET done = $3, due = COALESCE($4, due), outcome = COALESCE($5, outcome), \
               attempts = attempts - $6, lease = NULL, leased_until = 0 \
               WHERE id = $1 AND lease = $2 AND done IS NULL";
    query(sql)
        .bind(id)
        .bind(lease)
        .bind(done)
        .bind(due)
        .bind(words)
        .bind(tried)
        .execute(to)
        .await?;
    Ok(())
}

async fn sweep(to: &mut Line<'_>, now: Moment) -> Result<(), StoreError> {
    let before = now.0.saturating_sub(REMEMBERED);
    query("DELETE FROM outbox WHERE done < $1 AND due < $1").bind(before).execute(to).await?;
    query("DELETE FROM channels WHERE confirmed IS NULL AND created < $1")
        .bind(now.0.saturating_sub(UNCONFIRMED))
        .execute(to)
        .await?;
    query("DELETE FROM asked WHERE at < $1")
        .bind(now.0.saturating_sub(24 * HOUR))
        .execute(to)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_has_one_id_for_each_who_is_told() {
        let id = name("a", 7, What::Turn);
        assert_eq!(id, name("a", 7, What::Turn));
        let others = [name("b", 7, What::Turn), name("a", 8, What::Turn), name("a", 7, What::Over)];
        assert!(!others.contains(&id));
        assert_eq!((id.len(), &id[14..15]), (36, "8"), "{id}");
        assert!(["8", "9", "a", "b"].contains(&&id[19..20]), "{id}");
    }
}
