//! What is read from the tables, on either engine.

use rules::dice::Seed;

use super::chain::{self, Chain, Damage, Link};
use super::clocks;
use super::row::{self, Row};
use super::sql::{Line, Record, query};
use super::{Loaded, Remains, Scrap, Stand, StoreError, StoredGame, Tail};
use crate::moment::Moment;
use crate::tokens::{Invitation, Keys, Role, TokenHash};

/// Whether the entries of a file have their chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chained {
    /// They have.
    Yes,
    /// It is from before, and nobody has opened it to be played from since.
    NotYet,
}

/// What opens a game. A key that cannot be understood opens nothing, and keeps nobody else out.
pub async fn keys(from: &mut Line<'_>, game: &str) -> Result<Keys, StoreError> {
    let tokens = query("SELECT role, hash, seen FROM tokens WHERE game = $1")
        .bind(game)
        .fetch_all(from)
        .await?;
    let offers = query("SELECT side, hash, spent FROM invitations WHERE game = $1")
        .bind(game)
        .fetch_all(from)
        .await?;
    let mut keys = Keys::default();
    for row in &tokens {
        let Some((role, hash)) = key(row, "role") else { continue };
        keys.tokens.push((role, hash));
        if let Some(side) = role.side() {
            keys.seen[side] = row.try_get::<Option<i64>>("seen")?.map(Moment);
        } else {
            keys.touched = keys.touched.max(row.try_get::<Option<i64>>("seen")?.map(Moment));
        }
    }
    for row in &offers {
        if let Some((role, hash)) = key(row, "side")
            && let Some(side) = role.side()
        {
            keys.invitations.push(Invitation { side, hash, spent: row.try_get("spent")? });
        }
    }
    Ok(keys)
}

/// What a row of keys has: a role, and the hash of a word.
fn key(row: &Record, column: &str) -> Option<(Role, TokenHash)> {
    let read = || {
        let role = Role::from_word(&row.try_get::<String>(column).ok()?)?;
        let hash = blake3::Hash::from_hex(row.try_get::<String>("hash").ok()?).ok()?;
        Some((role, TokenHash(hash.into())))
    };
    let found = read();
    if found.is_none() {
        tracing::error!("a key cannot be read");
    }
    found
}

/// How many games are stored.
pub async fn count(from: &mut Line<'_>) -> Result<i64, StoreError> {
    query("SELECT COUNT(*) AS n FROM games").fetch_one(from).await?.try_get("n")
}

/// The ids of all games, the oldest first.
pub async fn ids(from: &mut Line<'_>) -> Result<Vec<String>, StoreError> {
    let rows = query("SELECT id FROM games ORDER BY created, id").fetch_all(from).await?;
    rows.iter().map(|row| row.try_get("id")).collect()
}

/// Where a game stands.
pub async fn stand(from: &mut Line<'_>, game: &str) -> Result<Option<Stand>, StoreError> {
    let found = query("SELECT seq, keys FROM chains WHERE game = $1");
    let Some(row) = found.bind(game).fetch_optional(from).await? else { return Ok(None) };
    Ok(Some(Stand { seq: row.try_get("seq")?, keys: row.try_get("keys")? }))
}

/// What has come to a game since an entry, as far as it follows from it; `None` if there is no such game or entry.
pub async fn tail(from: &mut Line<'_>, game: &str, after: i64) -> Result<Option<Tail>, StoreError> {
    let mut moment = from.look().await?;
    let line = &mut moment.line();
    let Some(stand) = stand(line, game).await? else { return Ok(None) };
    let begin = "SELECT link FROM entries WHERE game = $1 AND seq = $2";
    let begin = query(begin).bind(game).bind(after).fetch_optional(line).await?;
    let Some(begin) = begin else { return Ok(None) };
    let rows = query(row::AFTER).bind(game).bind(after).fetch_all(line).await?;
    let (keys, clock) = (keys(line, game).await?, clocks::clock(line, game).await?);
    moment.end().await?;
    let broken = || StoreError::Damaged("an entry that another server added".to_owned());
    let begin: Option<String> = begin.try_get("link")?;
    let mut link = begin.as_deref().and_then(Link::parse).ok_or_else(broken)?;
    let mut entries = Vec::with_capacity(rows.len());
    for (row, seq) in rows.iter().zip(after + 1..) {
        let row = Row::read(row)?;
        link = link.next(&row);
        if row.seq != seq || row.link.as_deref().and_then(Link::parse) != Some(link) {
            return Err(broken());
        }
        entries.push(row.entry()?);
    }
    Ok(Some(Tail { entries, keys, clock, stand }))
}

/// How the chain of a game is, sound or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainState {
    /// Where it begins and ends.
    pub chain: Option<Chain>,
    /// How many of its entries hold.
    pub entries: usize,
    /// What is wrong, if something is.
    pub damage: Option<Damage>,
}

/// Follows the chain of a game.
pub async fn chain_state(from: &mut Line<'_>, id: &str) -> Result<ChainState, StoreError> {
    let found = query("SELECT created, seed, facts FROM games WHERE id = $1");
    let found = found.bind(id).fetch_one(from).await?;
    let (seed, facts): (Option<String>, String) = (found.try_get("seed")?, found.try_get("facts")?);
    let head = Link::head(id, found.try_get("created")?, seed.as_deref(), &facts);
    let chain = chain_of(from, id).await?;
    let (rows, readable) = readable(from, id, row::ENTRIES).await?;
    let (entries, damage) = chain::follow(head, chain.as_ref(), &rows);
    let damage = damage.or((!readable).then_some(Damage::Entries));
    Ok(ChainState { chain, entries, damage })
}

/// What is stored of a game, as it stands there, whether it can be understood or not.
pub async fn remains(from: &mut Line<'_>, id: &str) -> Result<Option<Remains>, StoreError> {
    let found = query(
        "SELECT CAST(created AS BIGINT) AS created, CAST(seed AS TEXT) AS seed, \
         CAST(facts AS TEXT) AS facts FROM games WHERE id = $1",
    );
    let Some(game) = found.bind(id).fetch_optional(from).await? else { return Ok(None) };
    let (facts, seed): (String, Option<String>) = (game.try_get("facts")?, game.try_get("seed")?);
    let rows = query(row::REMAINS).bind(id).fetch_all(from).await?;
    let entry = |row: &Record| -> Result<Scrap, StoreError> {
        Ok(Scrap {
            version: row.try_get("version")?,
            at: Moment(row.try_get("at")?),
            kind: row.try_get("kind")?,
            body: row.try_get("body")?,
        })
    };
    let mut entries = rows.iter().map(entry).collect::<Result<Vec<Scrap>, _>>()?;
    let head = Link::head(id, game.try_get("created")?, seed.as_deref(), &facts);
    let chain = chain_of(from, id).await?;
    let rows = readable(from, id, row::ENTRIES).await?.0;
    let (sound, damage) = chain::follow(head, chain.as_ref(), &rows);
    let head_holds = damage != Some(Damage::Head);
    if head_holds {
        entries.truncate(sound);
    }
    Ok(Some(Remains { head_holds, facts, seed, entries }))
}

/// Reads a game with its entries as far as they hold.
pub async fn load(
    from: &mut Line<'_>,
    id: &str,
    chained: Chained,
) -> Result<Option<Loaded>, StoreError> {
    // All of it at one moment.
    let mut moment = from.look().await?;
    let line = &mut moment.line();
    let found = query("SELECT created, seed, facts FROM games WHERE id = $1");
    let Some(found) = found.bind(id).fetch_optional(line).await? else { return Ok(None) };
    let (chain, entries) = match chained {
        Chained::Yes => (chain_of(line, id).await?, row::ENTRIES),
        Chained::NotYet => (None, row::UNCHAINED),
    };
    let (mut rows, readable) = readable(line, id, entries).await?;
    moment.end().await?;
    let (seed, facts): (Option<String>, String) = (found.try_get("seed")?, found.try_get("facts")?);
    let head = Link::head(id, found.try_get("created")?, seed.as_deref(), &facts);
    let (sound, mut damage) = match chained {
        Chained::Yes => chain::follow(head, chain.as_ref(), &rows),
        Chained::NotYet => (rows.len(), None),
    };
    if damage == Some(Damage::Head) {
        return Err(StoreError::Damaged("what is fixed about a game".into()));
    }
    rows.truncate(sound);
    if !readable {
        damage = damage.or(Some(Damage::Entries));
    }
    let seed = seed.map(|text| Seed::parse(&text)).transpose();
    let mut seed = seed.map_err(|_| StoreError::Damaged("a seed".into()))?;
    let facts: crate::facts::Facts =
        serde_json::from_str(&facts).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let commitment = &facts.header.commitment;
    let committed = seed.map_or(facts.imported, |seed| chain::is_committed(&seed, commitment));
    if !committed {
        (seed, damage) = (None, damage.or(Some(Damage::Seed)));
    }
    let entries = rows.into_iter().map(Row::entry).collect::<Result<_, _>>()?;
    let adopted = chain.is_none_or(|chain| chain.adopted.is_some());
    let game = StoredGame { id: id.to_owned(), facts, seed };
    Ok(Some(Loaded { game, entries, damage, adopted }))
}

/// Where the chain of a game begins and ends.
async fn chain_of(from: &mut Line<'_>, id: &str) -> Result<Option<Chain>, StoreError> {
    let found = query("SELECT head, seq, link, adopted FROM chains WHERE game = $1");
    let Some(row) = found.bind(id).fetch_optional(from).await? else { return Ok(None) };
    Ok(Some(Chain {
        head: row.try_get("head")?,
        seq: row.try_get("seq")?,
        link: row.try_get("link")?,
        adopted: row.try_get("adopted")?,
    }))
}

/// The entries of a game up to the first that cannot be read, and whether that is all of them.
async fn readable(
    from: &mut Line<'_>,
    id: &str,
    entries: &'static str,
) -> Result<(Vec<Row>, bool), StoreError> {
    let found = query(entries).bind(id).fetch_all(from).await?;
    let rows: Vec<Row> = found.iter().map_while(|row| Row::read(row).ok()).collect();
    let whole = rows.len() == found.len();
    Ok((rows, whole))
}
