//! What open tables keep: players, the numbers they signed with, offers, who plays which game, cups. SQL that both
//! SQLite and PostgreSQL read; what has no column of its own is JSON that nobody asks the database about.

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};

use super::statement::Column::{self, Number, Text};
use super::statement::{Found, Statement};
use super::{Change, Store, StoreError};
use crate::moment::Moment;

/// A player: a public key with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// By which the others know him.
    pub id: String,
    /// His public key.
    pub key: String,
    /// His name as it is shown.
    pub tag: String,
    /// Since when he is there.
    pub since: Moment,
    /// When he was last heard of, to the day.
    pub seen: Moment,
}

/// A game that is offered.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredOffer {
    /// Its id.
    pub id: String,
    /// Who offers it.
    pub player: String,
    /// His name as it is shown.
    pub tag: String,
    /// Since when.
    pub made: Moment,
    /// Until when.
    pub expires: Moment,
    /// What is offered, as JSON.
    pub body: String,
}

/// Who plays a game of an open table, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct ClubGame {
    /// The game.
    pub game: String,
    /// The players.
    pub players: BySide<String>,
    /// The cup it belongs to.
    pub cup: Option<String>,
    /// When it was made.
    pub made: Moment,
    /// When it ended.
    pub ended: Option<Moment>,
    /// What is fixed about it, as JSON.
    pub body: String,
    /// What came of it, as JSON, once that was looked at.
    pub verdict: Option<String>,
}

/// A cup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCup {
    /// Its id.
    pub id: String,
    /// Who made it.
    pub organiser: String,
    /// When.
    pub made: Moment,
    /// How often it was changed.
    pub version: i64,
    /// All else, as JSON.
    pub body: String,
}

const PLAYER: [Column; 5] = [Text, Text, Text, Number, Number];
const OFFER: [Column; 6] = [Text, Text, Text, Number, Number, Text];
const GAME: [Column; 8] = [Text, Text, Text, Text, Number, Number, Text, Text];
const CUP: [Column; 5] = [Text, Text, Number, Number, Text];

/// What becomes of a game of an open table when it ends; of any other nothing.
pub(super) fn ended(game: &str, at: Moment) -> Statement {
    let sql = "UPDATE club_games SET ended = $2 WHERE game = $1";
    Statement::new(sql, vec![game.into(), at.0.into()])
}

impl Player {
    fn read(mut line: Found) -> Result<Player, StoreError> {
        Ok(Player {
            id: line.text()?,
            key: line.text()?,
            tag: line.text()?,
            since: Moment(line.number()?),
            seen: Moment(line.number()?),
        })
    }

    /// Adds him.
    pub fn add(&self, fold: &str) -> Change {
        let sql = "INSERT INTO club_players (id, key, tag, fold, since, seen) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let names = [&self.id, &self.key, &self.tag].map(|text| text.as_str().into());
        let rest = [fold.into(), self.since.0.into(), self.seen.0.into()];
        Change::Club(vec![Statement::one(sql, names.into_iter().chain(rest).collect())])
    }

    /// Gives him another name.
    pub fn rename(&self, tag: &str, fold: &str) -> Change {
        let sql = "UPDATE club_players SET tag = $2, fold = $3 WHERE id = $1";
        let values = vec![self.id.as_str().into(), tag.into(), fold.into()];
        Change::Club(vec![Statement::one(sql, values)])
    }

    /// Notes that he was heard of.
    pub fn see(&self, now: Moment) -> Change {
        let sql = "UPDATE club_players SET seen = $2 WHERE id = $1";
        Change::Club(vec![Statement::new(sql, vec![self.id.as_str().into(), now.0.into()])])
    }

    /// Forgets him, with what he offers.
    pub fn forget(&self) -> Change {
        let sql = "DELETE FROM club_players WHERE id = $1";
        Change::Club(vec![Statement::new(sql, vec![self.id.as_str().into()])])
    }
}

impl StoredOffer {
    fn read(mut line: Found) -> Result<StoredOffer, StoreError> {
        Ok(StoredOffer {
            id: line.text()?,
            player: line.text()?,
            tag: line.text()?,
            made: Moment(line.number()?),
            expires: Moment(line.number()?),
            body: line.text()?,
        })
    }

    /// Adds it.
    pub fn add(&self) -> Change {
        let sql = "INSERT INTO club_offers (id, player, made, expires, body) \
                   VALUES ($1, $2, $3, $4, $5)";
        let values = vec![
            self.id.as_str().into(),
            self.player.as_str().into(),
            self.made.0.into(),
            self.expires.0.into(),
            self.body.as_str().into(),
        ];
        Change::Club(vec![Statement::one(sql, values)])
    }

    /// Takes it back.
    pub fn withdraw(&self) -> Change {
        let sql = "DELETE FROM club_offers WHERE id = $1";
        Change::Club(vec![Statement::one(sql, vec![self.id.as_str().into()])])
    }

    /// Takes it: it goes and its game comes, for one taker only.
    pub fn take(&self, game: &ClubGame, now: Moment) -> Change {
        let sql = "DELETE FROM club_offers WHERE id = $1 AND expires > $2";
        let gone = Statement::one(sql, vec![self.id.as_str().into(), now.0.into()]);
        Change::Club(vec![gone, game.insert()])
    }
}

impl ClubGame {
    fn read(mut line: Found) -> Result<ClubGame, StoreError> {
        Ok(ClubGame {
            game: line.text()?,
            players: BySide { union: line.text()?, confederate: line.text()? },
            cup: line.text_or_none()?,
            made: Moment(line.number()?),
            ended: line.number_or_none()?.map(Moment),
            body: line.text()?,
            verdict: line.text_or_none()?,
        })
    }

    fn insert(&self) -> Statement {
        let sql = "INSERT INTO club_games (game, union_id, southern_id, cup, made, body) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let values = vec![
            self.game.as_str().into(),
            self.players.union.as_str().into(),
            self.players.confederate.as_str().into(),
            self.cup.as_deref().into(),
            self.made.0.into(),
            self.body.as_str().into(),
        ];
        Statement::one(sql, values)
    }

    /// The side a player has.
    pub fn side(&self, player: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.players[*side] == player)
    }

    /// What is fixed about it.
    pub fn terms<T: for<'de> Deserialize<'de>>(&self) -> Result<T, StoreError> {
        from_json(&self.body)
    }

    /// Notes what came of it.
    pub fn judge(&self, verdict: &impl Serialize) -> Result<Change, StoreError> {
        let sql = "UPDATE club_games SET verdict = $2 WHERE game = $1";
        let verdict = to_json(verdict)?;
        let values = vec![self.game.as_str().into(), verdict.as_str().into()];
        Ok(Change::Club(vec![Statement::new(sql, values)]))
    }
}

impl StoredCup {
    fn read(mut line: Found) -> Result<StoredCup, StoreError> {
        Ok(StoredCup {
            id: line.text()?,
            organiser: line.text()?,
            made: Moment(line.number()?),
            version: line.number()?,
            body: line.text()?,
        })
    }

    /// Adds it.
    pub fn add(&self) -> Change {
        let sql = "INSERT INTO club_cups (id, organiser, made, version, body) \
                   VALUES ($1, $2, $3, $4, $5)";
        let values = vec![
            self.id.as_str().into(),
            self.organiser.as_str().into(),
            self.made.0.into(),
            self.version.into(),
            self.body.as_str().into(),
        ];
        Change::Club(vec![Statement::one(sql, values)])
    }

    /// Puts another body in the place of the one that was seen, with new games.
    pub fn change(&self, body: &str, games: &[ClubGame]) -> Change {
        let sql = "UPDATE club_cups SET body = $3, version = version + 1 \
                   WHERE id = $1 AND version = $2";
        let values = vec![self.id.as_str().into(), self.version.into(), body.into()];
        let mut all = vec![Statement::one(sql, values)];
        all.extend(games.iter().map(ClubGame::insert));
        Change::Club(all)
    }

    /// Ends it; its games are played on without it.
    pub fn delete(&self) -> Change {
        let id = || vec![self.id.as_str().into()];
        let free = Statement::new("UPDATE club_games SET cup = NULL WHERE cup = $1", id());
        let gone = Statement::one("DELETE FROM club_cups WHERE id = $1", id());
        Change::Club(vec![free, gone])
    }
}

/// Notes a number that a player signed with; a conflict if he has used it before.
pub fn spend(key: &str, nonce: &str, at: Moment) -> Change {
    let sql = "INSERT INTO club_nonces (key, nonce, at) VALUES ($1, $2, $3)";
    Change::Club(vec![Statement::one(sql, vec![key.into(), nonce.into(), at.0.into()])])
}

/// Forgets numbers of before a moment, offers that have run out, and players who were silent since another moment and
/// play in no game.
pub fn tidy(now: Moment, nonces: Moment, players: Moment) -> Change {
    let silent = "DELETE FROM club_players WHERE seen < $1 AND NOT EXISTS \
                  (SELECT 1 FROM club_games WHERE union_id = club_players.id OR southern_id = club_players.id)";
    Change::Club(vec![
        Statement::new("DELETE FROM club_nonces WHERE at < $1", vec![nonces.0.into()]),
        Statement::new("DELETE FROM club_offers WHERE expires <= $1", vec![now.0.into()]),
        Statement::new(silent, vec![players.0.into()]),
    ])
}

/// JSON for the database.
pub fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// JSON of the database.
pub fn from_json<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}

impl Store {
    async fn first<T>(
        &self,
        question: Statement,
        columns: &[Column],
        read: fn(Found) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.lines(question, columns).await?.into_iter().next().map(read).transpose()
    }

    async fn each<T>(
        &self,
        question: Statement,
        columns: &[Column],
        read: fn(Found) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.lines(question, columns).await?.into_iter().map(read).collect()
    }

    /// The player with a key.
    pub async fn player_of(&self, key: &str) -> Result<Option<Player>, StoreError> {
        let sql = "SELECT id, key, tag, since, seen FROM club_players WHERE key = $1";
        self.first(Statement::new(sql, vec![key.into()]), &PLAYER, Player::read).await
    }

    /// A player by his id.
    pub async fn player(&self, id: &str) -> Result<Option<Player>, StoreError> {
        let sql = "SELECT id, key, tag, since, seen FROM club_players WHERE id = $1";
        self.first(Statement::new(sql, vec![id.into()]), &PLAYER, Player::read).await
    }

    /// All players.
    pub async fn players(&self) -> Result<Vec<Player>, StoreError> {
        let sql = "SELECT id, key, tag, since, seen FROM club_players";
        self.each(Statement::new(sql, Vec::new()), &PLAYER, Player::read).await
    }

    /// How many players there are.
    pub async fn count_players(&self) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM club_players";
        let found =
            self.first(Statement::new(sql, Vec::new()), &[Number], |mut line| line.number());
        Ok(found.await?.unwrap_or_default())
    }

    /// Offers that have not run out, the newest first.
    pub async fn offers(&self, now: Moment, most: i64) -> Result<Vec<StoredOffer>, StoreError> {
        let sql = "SELECT club_offers.id, player, tag, made, expires, body FROM club_offers \
                   JOIN club_players ON club_players.id = player \
                   WHERE expires > $1 ORDER BY made DESC, club_offers.id LIMIT $2";
        let question = Statement::new(sql, vec![now.0.into(), most.into()]);
        self.each(question, &OFFER, StoredOffer::read).await
    }

    /// An offer, also one that has run out.
    pub async fn offer(&self, id: &str) -> Result<Option<StoredOffer>, StoreError> {
        let sql = "SELECT club_offers.id, player, tag, made, expires, body FROM club_offers \
                   JOIN club_players ON club_players.id = player WHERE club_offers.id = $1";
        self.first(Statement::new(sql, vec![id.into()]), &OFFER, StoredOffer::read).await
    }

    /// Who plays a game; nobody, if it is of no open table.
    pub async fn club_game(&self, game: &str) -> Result<Option<ClubGame>, StoreError> {
        let sql = "SELECT game, union_id, southern_id, cup, made, ended, body, verdict \
                   FROM club_games WHERE game = $1";
        self.first(Statement::new(sql, vec![game.into()]), &GAME, ClubGame::read).await
    }

    /// The games of a player that are still stored, those made last first.
    pub async fn games_of(&self, player: &str, most: i64) -> Result<Vec<ClubGame>, StoreError> {
        let sql = "SELECT game, union_id, southern_id, cup, made, ended, body, verdict \
                   FROM club_games WHERE (union_id = $1 OR southern_id = $1) \
                   AND EXISTS (SELECT 1 FROM games WHERE id = game) ORDER BY made DESC, game LIMIT $2";
        let question = Statement::new(sql, vec![player.into(), most.into()]);
        self.each(question, &GAME, ClubGame::read).await
    }

    /// Games that have ended and were not looked at, in the order in which they ended.
    pub async fn unjudged(&self, most: i64) -> Result<Vec<ClubGame>, StoreError> {
        let sql = "SELECT game, union_id, southern_id, cup, made, ended, body, verdict \
                   FROM club_games WHERE ended IS NOT NULL AND verdict IS NULL \
                   ORDER BY ended, game LIMIT $1";
        self.each(Statement::new(sql, vec![most.into()]), &GAME, ClubGame::read).await
    }

    /// Games that were looked at, in the order in which they ended.
    pub async fn judged(&self) -> Result<Vec<ClubGame>, StoreError> {
        let sql = "SELECT game, union_id, southern_id, cup, made, ended, body, verdict \
                   FROM club_games WHERE verdict IS NOT NULL ORDER BY ended, game";
        self.each(Statement::new(sql, Vec::new()), &GAME, ClubGame::read).await
    }

    /// How many games were looked at.
    pub async fn count_verdicts(&self) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(verdict) FROM club_games";
        let found =
            self.first(Statement::new(sql, Vec::new()), &[Number], |mut line| line.number());
        Ok(found.await?.unwrap_or_default())
    }

    /// The games of a cup.
    pub async fn games_of_cup(&self, cup: &str) -> Result<Vec<ClubGame>, StoreError> {
        let sql = "SELECT game, union_id, southern_id, cup, made, ended, body, verdict \
                   FROM club_games WHERE cup = $1 ORDER BY made, game";
        self.each(Statement::new(sql, vec![cup.into()]), &GAME, ClubGame::read).await
    }

    /// The cups, the newest first.
    pub async fn cups(&self, most: i64) -> Result<Vec<StoredCup>, StoreError> {
        let sql = "SELECT id, organiser, made, version, body FROM club_cups \
                   ORDER BY made DESC, id LIMIT $1";
        self.each(Statement::new(sql, vec![most.into()]), &CUP, StoredCup::read).await
    }

    /// A cup.
    pub async fn cup(&self, id: &str) -> Result<Option<StoredCup>, StoreError> {
        let sql = "SELECT id, organiser, made, version, body FROM club_cups WHERE id = $1";
        self.first(Statement::new(sql, vec![id.into()]), &CUP, StoredCup::read).await
    }
}
