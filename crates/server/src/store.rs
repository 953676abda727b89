//! Storage, behind one small interface: games with their facts, the hashes of their tokens, their entries.
//!
//! What these methods promise: when one that writes returns `Ok`, the change survives the death of the
//! process and of the machine; when it returns `Err`, it is there as a whole or not at all (a disk that fails while it
//! is made to keep something may have kept it); two entries of a game never have the same number. Nothing outside
//! `store/` knows SQL. The engines are SQLite, a file for one server, and PostgreSQL, a database for many; `sql` is the
//! seam, and what stands on it (`read`, `change`, `lease`) is written once for both.

mod adopt;
mod backup;
mod chain;
mod change;
mod clocks;
pub mod club;
mod copy;
mod engine;
mod faults;
mod file;
mod lease;
mod lines;
mod listeners;
mod news;
mod outbox;
mod place;
mod postgres;
mod read;
mod row;
mod sql;
mod sqlite;
mod statement;
mod transfer;
mod writer;

use std::fmt;
use std::sync::Arc;

use atlas::Side;
use rules::dice::Seed;

use crate::entry::Entry;
use crate::facts::Facts;
use crate::moment::Moment;
use crate::notices::Telling;
use crate::pace::Ledger;
use crate::tokens::{Invitation, Keys, Role, TokenHash};

pub use backup::back_up;
pub use chain::Damage;
pub use copy::Copy;
pub use engine::Store;
pub use faults::{Fault, Faults};
pub use lease::{Held, Lease};
pub use news::{Mailbox, Post};
pub use outbox::{Delivery, Leased, Message, OutboxChange, Outcome};
pub use place::{Address, Place, has_password};
pub use transfer::{Moved, move_data};

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

/// Where a game stands: what tells whether a game in memory is still true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The number of its last entry.
    pub seq: i64,
    /// How often its keys have changed.
    pub keys: i64,
}

/// What another server has done to a game since an entry.
#[derive(Clone, Debug)]
pub struct Tail {
    /// The entries after it.
    pub entries: Vec<Entry>,
    /// Its keys now.
    pub keys: Keys,
    /// Its clock now.
    pub clock: Ledger,
    /// Where it stands.
    pub stand: Stand,
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
    /// A change, and what it tells those who are not at the table.
    Telling(Box<Change>, Box<Telling>),
    /// A change of the outbox.
    Outbox(OutboxChange),
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
    /// What becomes of the players of open tables, their offers, games and cups.
    Club(Vec<statement::Statement>),
    /// Something that only the holder of a lease may do.
    Fenced {
        /// The lease.
        lease: Lease,
        /// What he does.
        change: Box<Change>,
    },
}

impl Change {
    /// What other servers are told of it: a game, and the number of its last entry if that says all.
    pub fn news(&self) -> Option<String> {
        match self {
            Change::Append { game, entries } | Change::Rekey { game, entries, .. } => {
                entries.last().map(|entry| format!("{game}@{}", entry.seq))
            }
            Change::LeaveTo { game, .. } | Change::Delete { game } => Some(game.clone()),
            Change::Fenced { change, .. } | Change::Telling(change, _) => change.news(),
            Change::Create { .. }
            | Change::Clock { .. }
            | Change::Time { .. }
            | Change::Seen { .. }
            | Change::Expire { .. }
            | Change::Outbox(_)
            | Change::Club(_) => None,
        }
    }

    /// The same, with what it tells those who are not at the table.
    pub fn telling(self, telling: Option<Telling>) -> Change {
        match telling {
            Some(telling) => Change::Telling(Box::new(self), Box::new(telling)),
            None => self,
        }
    }
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
    /// The lease by which it was to be done is another's by now.
    Fenced,
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
            StoreError::Fenced => f.write_str("another server has taken it over"),
            StoreError::Damaged(what) => write!(f, "what is stored cannot be read: {what}"),
            StoreError::Foreign(what) => f.write_str(what),
            StoreError::Failed(what) => write!(f, "the database failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// What SQLite says of a file whose pages are not what they were, and of one that is none of its own.
const CORRUPT: [u32; 2] = [11, 26];
/// What PostgreSQL says of pages that are not what they were.
const CORRUPT_PAGES: [&str; 2] = ["XX001", "XX002"];
/// What PostgreSQL says when two that wait for each other cannot both go on, and of what was deleted meanwhile.
const CAME_BETWEEN: [&str; 3] = ["40001", "40P01", "23503"];

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => {
                StoreError::Conflict
            }
            sqlx::Error::Database(database) => {
                let code = database.code().unwrap_or_default();
                let postgres = database.try_downcast_ref::<sqlx::postgres::PgDatabaseError>();
                let number =
                    || code.parse::<u32>().is_ok_and(|code| CORRUPT.contains(&(code & 0xff)));
                match postgres {
                    Some(_) if CAME_BETWEEN.contains(&&*code) => StoreError::Conflict,
                    Some(_) if CORRUPT_PAGES.contains(&&*code) => {
                        StoreError::Damaged(error.to_string())
                    }
                    None if number() => StoreError::Damaged(error.to_string()),
                    _ => StoreError::Failed(error.to_string()),
                }
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                StoreError::Damaged(error.to_string())
            }
            _ => StoreError::Failed(error.to_string()),
        }
    }
}
