//! Games from before entries were chained get their chains, as they are found, when a server first opens their file.

use sqlx::{Connection, SqliteConnection};

use super::StoreError;
use super::chain::{Chain, Link};
use super::row::{Row, UNCHAINED};
use super::sql::{Line, query};
use crate::moment::Moment;

/// The mark of a file whose games have their chains: a game without one has lost it.
pub const CHAINED: &str = "chained";

/// Gives every game its chain, once in the life of a file; how many games there were.
pub async fn adopt(connection: &mut SqliteConnection) -> Result<usize, StoreError> {
    if is_done(&mut Line::Sqlite(connection)).await? {
        return Ok(0);
    }
    let now = Moment::now();
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut to = Line::Sqlite(&mut transaction);
    let games =
        query("SELECT id FROM games WHERE id NOT IN (SELECT game FROM chains) ORDER BY created")
            .fetch_all(&mut to)
            .await?;
    for game in &games {
        let game: String = game.try_get("id")?;
        match adopt_game(&mut to, &game, now).await {
            // What cannot be read gets no chain, and is known as damaged by that.
            Ok(()) | Err(StoreError::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
    }
    query("INSERT INTO marks (name, at) VALUES ($1, $2)")
        .bind(CHAINED)
        .bind(now.0)
        .execute(&mut to)
        .await?;
    transaction.commit().await?;
    Ok(games.len())
}

/// Whether the games of a file have their chains.
pub async fn is_done(line: &mut Line<'_>) -> Result<bool, StoreError> {
    let marked =
        query("SELECT 1 FROM marks WHERE name = $1").bind(CHAINED).fetch_optional(line).await?;
    Ok(marked.is_some())
}

async fn adopt_game(to: &mut Line<'_>, game: &str, now: Moment) -> Result<(), StoreError> {
    let found = query("SELECT created, seed, facts FROM games WHERE id = $1")
        .bind(game)
        .fetch_one(to)
        .await?;
    let seed: Option<String> = found.try_get("seed")?;
    let facts: String = found.try_get("facts")?;
    let head = Link::head(game, found.try_get("created")?, seed.as_deref(), &facts);
    let rows = query(UNCHAINED).bind(game).fetch_all(to).await?;
    let rows = rows.iter().map(Row::read).collect::<Result<Vec<Row>, _>>()?;
    let mut link = head;
    for row in &rows {
        link = link.next(row);
        query("UPDATE entries SET link = $3 WHERE game = $1 AND seq = $2")
            .bind(game)
            .bind(row.seq)
            .bind(link.to_hex())
            .execute(to)
            .await?;
    }
    let seq = rows.last().map_or(0, |row| row.seq);
    let chain = Chain { head: head.to_hex(), seq, link: link.to_hex(), adopted: Some(now.0) };
    insert(to, game, &chain).await
}

/// Stores where a chain begins and ends.
pub async fn insert(to: &mut Line<'_>, game: &str, chain: &Chain) -> Result<(), StoreError> {
    query("INSERT INTO chains (game, head, seq, link, adopted) VALUES ($1, $2, $3, $4, $5)")
        .bind(game)
        .bind(&chain.head)
        .bind(chain.seq)
        .bind(&chain.link)
        .bind(chain.adopted)
        .execute(to)
        .await?;
    Ok(())
}
