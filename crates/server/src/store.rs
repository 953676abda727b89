//! Storage, behind one small interface: games with their facts, the hashes of their tokens, their entries.
//!
//! What these methods promise: when one that writes returns `Ok`, the change survives the death of the
//! process and of the machine; when it returns `Err`, it is there as a whole or not at all (a disk that fails while it
//! is made to keep something may have kept it); two entries of a game never have the same number. Nothing outside
//! `store/` knows SQL.

mod adopt;
mod backup;
mod chain;
mod clocks;
mod copy;
mod faults;
mod file;
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
use crate::pace::Ledger;
use crate::tokens::{Invitation, Keys, Role, TokenHash};

pub use backup::back_up;
pub use chain::Damage;
pub use copy::Copy;
pub use faults::{Fault, Faults};
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

/// A game with its entries, as far as they hold.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: StoredGame,
    /// Its entries, up to the first that does not hold.
    pub entries: Vec<Entry>,
    /// What is wrong, if something is.
    pub damage: Option<Damage>,
    /// It is from before entries were chained: damage from then is not seen.
    pub adopted: bool,
}

/// What is stored of a game, not understood.
#[derive(Clone, Debug)]
pub struct Remains {
    /// Whether what is fixed about it is what it was.
    pub head_holds: bool,
    /// What is fixed about it.
    pub facts: String,
    /// The secret behind its dice.
    pub seed: Option<String>,
    /// Its entries, up to the first that does not hold.
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
    /// How much time the players of a game have taken.
    Clock {
        /// The game.
        game: String,
        /// Its clocks.
        clock: Ledger,
        /// The server's own time.
        at: i64,
    },
    /// The server's own time.
    Time {
        /// In milliseconds.
        at: i64,
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
    /// The file is not one of this program, or something happened to it.
    Foreign(String),
    /// The database failed.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else has written it already"),
            StoreError::Damaged(what) => write!(f, "what is stored cannot be read: {what}"),
            StoreError::Foreign(what) => f.write_str(what),
            StoreError::Failed(what) => write!(f, "the database failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// What SQLite says of a file whose pages are not what they were, and of one that is none of its own.
const CORRUPT: [u32; 2] = [11, 26];

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => {
                StoreError::Conflict
            }
            sqlx::Error::Database(database) => {
                let code = database.code().and_then(|code| code.parse::<u32>().ok());
                match code.is_some_and(|code| CORRUPT.contains(&(code & 0xff))) {
                    true => StoreError::Damaged(error.to_string()),
                    false => StoreError::Failed(error.to_string()),
                }
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                StoreError::Damaged(error.to_string())
            }
            _ => StoreError::Failed(error.to_string()),
        }
    }
}
