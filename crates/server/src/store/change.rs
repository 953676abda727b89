//! What a change does to the tables, on either engine.
//!
//! An entry is guarded by the end of its game's chain: whoever read another end before him finds it moved, and his
//! change is refused as a conflict.

use std::sync::Arc;

use atlas::Side;
use sqlx::AssertSqlSafe;

use super::adopt;
use super::chain::{Chain, Link};
use super::lease;
use super::outbox;
use super::row::Row;
use super::sql::{Line, query};
use super::{Change, KeyChange, StoreError};
use super::{clocks, club, statement};
use crate::entry::{Entry, Kind};
use crate::moment::Moment;
use crate::tokens::{Role, TokenHash};

/// Writes a change.
pub async fn write(to: &mut Line<'_>, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::Create { game, keys, entries } => {
            let facts = serde_json::to_string(&game.facts)
                .map_err(|error| StoreError::Damaged(error.to_string()))?;
            let seed = game.seed.map(|seed| seed.to_hex());
            let head = Link::head(&game.id, game.facts.created, seed.as_deref(), &facts).to_hex();
            query("INSERT INTO games (id, created, seed, facts) VALUES ($1, $2, $3, $4)")
                .bind(&game.id)
                .bind(game.facts.created)
                .bind(seed)
                .bind(facts)
                .execute(to)
                .await?;
            let chain = Chain { link: head.clone(), head, seq: 0, adopted: None };
            adopt::insert(to, &game.id, &chain).await?;
            for (role, hash) in &keys.tokens {
                insert_token(to, &game.id, *role, hash, None).await?;
            }
            for offer in &keys.invitations {
                invite(to, &game.id, offer.side, &offer.hash).await?;
            }
            insert_entries(to, &game.id, entries).await
        }
        Change::Append { game, entries } => insert_entries(to, game, entries).await,
        Change::Rekey { game, key, at, entries } => {
            insert_entries(to, game, entries).await?;
            rekey(to, game, key, *at).await
        }
        Change::Clock { game, clock, at } => clocks::note(to, game, clock, *at).await,
        Change::Time { at } => clocks::set_time(to, *at).await,
        Change::Seen { game, role, at } => {
            query("UPDATE tokens SET seen = $3 WHERE game = $1 AND role = $2")
                .bind(game)
                .bind(role.word())
                .bind(at.0)
                .execute(to)
                .await?;
            Ok(())
        }
        Change::LeaveTo { game, stay } => {
            for role in Role::ALL {
                let stays = role.side().is_some_and(|side| stay.contains(&side));
                if !stays {
                    let gone = "DELETE FROM tokens WHERE game = $1 AND role = $2";
                    query(gone).bind(game).bind(role.word()).execute(to).await?;
                    if let Some(side) = role.side() {
                        outbox::forget_seat(to, game, side).await?;
                    }
                }
            }
            let open = "DELETE FROM invitations WHERE game = $1 AND NOT spent";
            query(open).bind(game).execute(to).await?;
            tell_keys(to, game).await
        }
        Change::Expire { unplayed, untouched } => expire(to, *unplayed, *untouched).await,
        Change::Delete { game } => {
            query("DELETE FROM games WHERE id = $1").bind(game).execute(to).await?;
            Ok(())
        }
        Change::Telling(change, telling) => {
            Box::pin(write(to, change)).await?;
            outbox::tell(to, telling).await
        }
        Change::Club(statements) => statement::carry_out(to, statements).await,
        Change::Outbox(change) => outbox::write(to, change).await,
        Change::Fenced { lease, change } => {
            lease::hold(to, lease).await?;
            Box::pin(write(to, change)).await
        }
    }
}

/// Deletes games that nobody has touched since these moments.
async fn expire(to: &mut Line<'_>, unplayed: Moment, untouched: Moment) -> Result<(), StoreError> {
    let unseen = "NOT EXISTS (SELECT 1 FROM tokens WHERE game = games.id AND seen >= $1)";
    let never = format!(
        "DELETE FROM games WHERE created < $1 AND {unseen} AND NOT EXISTS \
         (SELECT 1 FROM entries WHERE game = games.id AND kind NOT IN ('started', 'seat', 'dice', 'begun'))"
    );
    let long = format!(
        "DELETE FROM games WHERE created < $1 AND {unseen} AND NOT EXISTS \
         (SELECT 1 FROM entries WHERE game = games.id AND at >= $1)"
    );
    for (sql, since) in [(never, unplayed), (long, untouched)] {
        let gone = query(AssertSqlSafe(sql)).bind(since.0).execute(to).await?;
        if gone > 0 {
            tracing::info!(games = gone, "deleted, for nobody touches them");
        }
    }
    Ok(())
}

/// Changes the keys of a game. Words are stored as hashes.
async fn rekey(
    to: &mut Line<'_>,
    game: &str,
    key: &KeyChange,
    at: Moment,
) -> Result<(), StoreError> {
    let role = match key {
        KeyChange::Token(role, _) => *role,
        KeyChange::Invite(side, _) | KeyChange::Redeem(side, _) => Role::of(*side),
    };
    tell_keys(to, game).await?;
    query("DELETE FROM tokens WHERE game = $1 AND role = $2")
        .bind(game)
        .bind(role.word())
        .execute(to)
        .await?;
    match key {
        KeyChange::Token(_, hash) => insert_token(to, game, role, hash, Some(at)).await,
        KeyChange::Invite(side, hash) => {
            // Whoever held the seat is told nothing more of it.
            outbox::forget_seat(to, game, *side).await?;
            invite(to, game, *side, hash).await
        }
        KeyChange::Redeem(side, hash) => {
            let spend = "UPDATE invitations SET spent = TRUE WHERE game = $1 AND side = $2";
            query(spend).bind(game).bind(side.word()).execute(to).await?;
            insert_token(to, game, role, hash, Some(at)).await
        }
    }
}

/// Counts a change of the keys, by which servers that have the game in memory know that theirs are old.
async fn tell_keys(to: &mut Line<'_>, game: &str) -> Result<(), StoreError> {
    let told = "UPDATE chains SET keys = keys + 1 WHERE game = $1";
    query(told).bind(game).execute(to).await?;
    Ok(())
}

async fn invite(
    to: &mut Line<'_>,
    game: &str,
    side: Side,
    hash: &TokenHash,
) -> Result<(), StoreError> {
    query("DELETE FROM invitations WHERE game = $1 AND side = $2")
        .bind(game)
        .bind(side.word())
        .execute(to)
        .await?;
    query("INSERT INTO invitations (game, side, hash, spent) VALUES ($1, $2, $3, FALSE)")
        .bind(game)
        .bind(side.word())
        .bind(blake3::Hash::from_bytes(hash.0).to_hex().to_string())
        .execute(to)
        .await?;
    Ok(())
}

async fn insert_token(
    to: &mut Line<'_>,
    game: &str,
    role: Role,
    hash: &TokenHash,
    seen: Option<Moment>,
) -> Result<(), StoreError> {
    query("INSERT INTO tokens (game, role, hash, seen) VALUES ($1, $2, $3, $4)")
        .bind(game)
        .bind(role.word())
        .bind(blake3::Hash::from_bytes(hash.0).to_hex().to_string())
        .bind(seen.map(|seen| seen.0))
        .execute(to)
        .await?;
    Ok(())
}

/// How many entries go into one statement.
const TOGETHER: usize = 16;

/// Adds entries to the end of a game, if it is where they were made for.
async fn insert_entries(
    to: &mut Line<'_>,
    game: &str,
    entries: &[Arc<Entry>],
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let end = query("SELECT seq, link FROM chains WHERE game = $1")
        .bind(game)
        .fetch_optional(to)
        .await?
        .ok_or_else(|| StoreError::Damaged("the chain of a game".into()))?;
    let before: i64 = end.try_get("seq")?;
    let begin: String = end.try_get("link")?;
    let mut link = Link::parse(&begin);
    let mut rows = Vec::with_capacity(entries.len());
    for (entry, seq) in entries.iter().zip(before + 1..) {
        let next = Row::of(entry)?;
        if next.seq != seq {
            return Err(StoreError::Conflict);
        }
        let last = link.ok_or_else(|| StoreError::Damaged("the end of a chain".into()))?;
        link = Some(last.next(&next));
        rows.push(Row { link: link.map(Link::to_hex), ..next });
    }
    let Some((seq, link)) = rows.last().map(|row| (row.seq, row.link.clone())) else {
        return Ok(());
    };
    // Whoever else writes at the same time waits here, and then finds the end elsewhere.
    let moved = "UPDATE chains SET seq = $2, link = $3 WHERE game = $1 AND seq = $4 AND link = $5";
    let moved =
        query(moved).bind(game).bind(seq).bind(link).bind(before).bind(begin).execute(to).await?;
    if moved != 1 {
        return Err(StoreError::Conflict);
    }
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        insert_rows(to, game, rows.by_ref().take(TOGETHER).collect()).await?;
    }
    for entry in entries.iter().filter(|entry| entry.kind == Kind::Ended) {
        statement::carry_out(to, &[club::ended(game, entry.at)]).await?;
    }
    Ok(())
}

async fn insert_rows(to: &mut Line<'_>, game: &str, rows: Vec<Row>) -> Result<(), StoreError> {
    const OWN: usize = 10;
    let mut sql = "INSERT INTO entries \
         (game, seq, version, at, kind, side, automatic, role, request, body, link) VALUES"
        .to_owned();
    for number in 0..rows.len() {
        let own: String = (1..=OWN).map(|n| format!(", ${}", 1 + number * OWN + n)).collect();
        sql += &format!("{} ($1{own})", if number == 0 { "" } else { "," });
    }
    let insert = query(AssertSqlSafe(sql)).bind(game);
    let insert = rows.into_iter().fold(insert, |insert, row| {
        let insert = insert.bind(row.seq).bind(row.version).bind(row.at).bind(row.kind);
        let insert = insert.bind(row.side).bind(row.automatic).bind(row.role);
        insert.bind(row.request).bind(row.body).bind(row.link)
    });
    insert.execute(to).await?;
    Ok(())
}
