//! Storage, behind one small interface: games with their facts, the hashes of their tokens, their entries.
//!
//! What these methods promise: when one that writes returns `Ok`, the change survives the death of the
//! process and of the machine; when it returns `Err`, nothing of it was written; two entries of a game
//! never have the same number. Nothing outside `store/` knows SQL.

mod row;
mod sqlite;
mod writer;

use std::fmt;
use std::sync::Arc;

use atlas::Side;
use rules::dice::Seed;

use crate::entry::Entry;
use crate::facts::Facts;
use crate::moment::Moment;
use crate::phase_clock::PhaseClock;
use crate::tokens::{Invitation, Keys, Role, TokenHash};

pub use sqlite::Store;

/// A game as it is stored, without its entries.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: String,
    /// What is fixed about it.
    pub facts: Facts,
    /// The secret behind its dice; unknown for a record that does not reveal it.
    pub seed: Option<Seed>,
}

/// What is stored of a game, not understood.
#[derive(Clone, Debug)]
pub struct Remains {
    /// What is fixed about it.
    pub facts: String,
    /// The secret behind its dice.
    pub seed: Option<String>,
    /// Its entries.
    pub entries: Vec<Scrap>,
}

/// An entry, not understood.
#[derive(Clone, Debug)]
pub struct Scrap {
    /// The version after it.
    pub version: i64,
    /// When.
    pub at: Moment,
    /// The word for what it tells.
    pub kind: String,
    /// The rest of it.
    pub body: String,
}

/// A change that is written as a whole or not at all.
#[derive(Clone, Debug)]
pub enum Change {
    /// A new game.
    Create {
        /// The game.
        game: Box<StoredGame>,
        /// What opens it.
        keys: Box<Keys>,
        /// Its first entries.
        entries: Vec<Arc<Entry>>,
    },
    /// More entries of a game.
    Append {
        /// The game.
        game: String,
        /// The entries.
        entries: Vec<Arc<Entry>>,
    },
    /// Another key, and the entries that tell of it.
    Rekey {
        /// The game.
        game: String,
        /// The key.
        key: KeyChange,
        /// When.
        at: Moment,
        /// The entries.
        entries: Vec<Arc<Entry>>,
    },
    /// How much time the phases of a game have taken.
    Clock {
        /// The game.
        game: String,
        /// The clock.
        clock: PhaseClock,
    },
    /// That the holder of a role was heard of.
    Seen {
        /// The game.
        game: String,
        /// The role.
        role: Role,
        /// When.
        at: Moment,
    },
    /// The owner leaves a game to these seats: no other key opens it any more.
    LeaveTo {
        /// The game.
        game: String,
        /// The seats.
        stay: Vec<Side>,
    },
    /// The end of games that nobody touches.
    Expire {
        /// Games in which nothing was ever done, if nobody has touched them since.
        unplayed: Moment,
        /// All others, likewise.
        untouched: Moment,
    },
    /// The end of a game and of all that belongs to it.
    Delete {
        /// The game.
        game: String,
    },
}

/// What becomes of the keys of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyChange {
    /// A role has another token; the old one dies.
    Token(Role, TokenHash),
    /// An invitation to a seat was made; its token dies.
    Invite(Side, TokenHash),
    /// The invitation to a seat was redeemed for this token.
    Redeem(Side, TokenHash),
}

impl KeyChange {
    /// Makes it count; the token that died.
    pub fn make(&self, keys: &mut Keys, now: Moment) -> Option<TokenHash> {
        match *self {
            KeyChange::Token(role, hash) => keys.replace(role, Some(hash)),
            KeyChange::Invite(side, hash) => {
                keys.invite(Invitation { side, hash, spent: false });
                keys.seen[side] = None;
                keys.replace(Role::of(side), None)
            }
            KeyChange::Redeem(side, hash) => {
                for offer in keys.invitations.iter_mut().filter(|offer| offer.side == side) {
                    offer.spent = true;
                }
                keys.seen[side] = Some(now);
                keys.replace(Role::of(side), Some(hash))
            }
        }
    }
}

/// Why something could not be read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The entry, or the game, is there already: somebody else has written.
    Conflict,
    /// What is stored cannot be understood.
    Damaged(String),
    /// The database failed.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else has written it already"),
            StoreError::Damaged(what) => write!(f, "what is stored cannot be read: {what}"),
            StoreError::Failed(what) => write!(f, "the database failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => {
                StoreError::Conflict
            }
            _ => StoreError::Failed(error.to_string()),
        }
    }
}
