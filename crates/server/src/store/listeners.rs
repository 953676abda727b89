//! Who listens at which server, so that the players of a game at two servers see each other at the table.

use std::time::Duration;

use atlas::Side;
use sqlx::AssertSqlSafe;

use super::StoreError;
use super::sql::{Line, Query, query};

/// How long a server is held to be there if it is not heard of.
pub const STANDS: Duration = Duration::from_secs(15);
/// How many games go into one statement.
const TOGETHER: usize = 200;

/// Notes that a server is there, and forgets those that are not.
pub async fn beat(to: &mut Line<'_>, server: &str) -> Result<(), StoreError> {
    let now = to.now();
    let stands = i64::try_from(STANDS.as_millis()).unwrap_or(i64::MAX);
    let beat = format!(
        "INSERT INTO servers (name, until) VALUES ($1, {now} + $2) \
         ON CONFLICT (name) DO UPDATE SET until = excluded.until"
    );
    query(AssertSqlSafe(beat)).bind(server).bind(stands).execute(to).await?;
    let gone = format!("DELETE FROM servers WHERE until < {now} - 60000");
    query(AssertSqlSafe(gone)).execute(to).await?;
    let gone = "DELETE FROM listeners WHERE server NOT IN (SELECT name FROM servers)";
    query(gone).execute(to).await?;
    Ok(())
}

/// Notes which seats of a game listen at a server.
pub async fn note(
    to: &mut Line<'_>,
    server: &str,
    game: &str,
    sides: &[Side],
) -> Result<(), StoreError> {
    for side in Side::BOTH {
        let sql = match sides.contains(&side) {
            // The game may be gone.
            true => {
                "INSERT INTO listeners (game, server, side) \
                 SELECT id, $2, $3 FROM games WHERE id = $1 ON CONFLICT DO NOTHING"
            }
            false => "DELETE FROM listeners WHERE game = $1 AND server = $2 AND side = $3",
        };
        query(sql).bind(game).bind(server).bind(side.word()).execute(to).await?;
    }
    Ok(())
}

/// Which seats of these games listen at other servers.
pub async fn elsewhere(
    from: &mut Line<'_>,
    server: &str,
    games: &[String],
) -> Result<Vec<(String, Side)>, StoreError> {
    let mut found = Vec::new();
    for games in games.chunks(TOGETHER) {
        let places: Vec<String> = (2..games.len() + 2).map(|number| format!("${number}")).collect();
        let sql = format!(
            "SELECT listeners.game AS game, listeners.side AS side FROM listeners \
             JOIN servers ON servers.name = listeners.server \
             WHERE servers.until > {} AND listeners.server <> $1 AND listeners.game IN ({})",
            from.now(),
            places.join(", ")
        );
        let asked = games.iter().fold(query(AssertSqlSafe(sql)).bind(server), Query::bind);
        for row in asked.fetch_all(from).await? {
            let word: String = row.try_get("side")?;
            let side = Side::BOTH.into_iter().find(|side| side.word() == word);
            let side = side.ok_or_else(|| StoreError::Damaged("who listens".to_owned()))?;
            found.push((row.try_get("game")?, side));
        }
    }
    Ok(found)
}

/// Forgets a server: it ends.
pub async fn leave(to: &mut Line<'_>, server: &str) -> Result<(), StoreError> {
    for sql in ["DELETE FROM listeners WHERE server = $1", "DELETE FROM servers WHERE name = $1"] {
        query(sql).bind(server).execute(to).await?;
    }
    Ok(())
}
