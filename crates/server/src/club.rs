//! Open tables: players with names, games offered to whoever takes them, ratings, cups. A server has them only if its
//! host says so, and then no table that is set up in any other way has part in them.
//!
//! A player is a public key, whose other half his browser keeps. Nobody else knows more of him than a name that he
//! chose. What he asks for he signs; a seat at an open table is given to whoever signs for its player, by the
//! invitation that every seat has, and is held by a token from then on, as everywhere.

pub mod cups;
pub mod filter;
pub mod glicko;
pub mod key;
mod matching;
pub mod names;
pub mod offers;
mod pairing;
pub mod ratings;
pub mod verdict;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use atlas::Side;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits;
use crate::problem::Problem;
use crate::store::club::Player;
use crate::words::SideWord;

pub use filter::Filter;
pub use key::PlayerKey;
use ratings::{Counted, Standings};

/// Names that are chosen a day from one address.
const NAMES_A_DAY: u32 = 20;
/// Offers and cups that are made an hour from one address.
const OFFERS_AN_HOUR: u32 = 30;

/// Ratings with the results they were worked out from.
pub struct Rated {
    /// The results that count.
    pub results: Vec<Counted>,
    /// The ratings.
    pub standings: Standings,
    /// How many games had been looked at.
    pub verdicts: i64,
}

/// What a server with open tables has besides.
pub struct Club {
    /// What the host lets nobody say.
    pub filter: Filter,
    /// Held by whoever looks at games that have ended.
    pub judging: tokio::sync::Mutex<()>,
    rated: Mutex<Option<Arc<Rated>>>,
    names: DefaultKeyedRateLimiter<IpAddr>,
    offers: DefaultKeyedRateLimiter<IpAddr>,
}

impl Club {
    /// With what the host lets nobody say.
    pub fn new(filter: Filter) -> Club {
        let number = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let day = Duration::from_secs(24 * 60 * 60) / NAMES_A_DAY;
        let hourly = Quota::per_hour(number(OFFERS_AN_HOUR));
        let names = Quota::with_period(day).unwrap_or(hourly).allow_burst(number(NAMES_A_DAY));
        Club {
            filter,
            judging: tokio::sync::Mutex::default(),
            rated: Mutex::default(),
            names: RateLimiter::keyed(names),
            offers: RateLimiter::keyed(hourly),
        }
    }

    /// The ratings, if no game was looked at since they were worked out: what was said of one is never changed.
    pub fn rated(&self, verdicts: i64) -> Option<Arc<Rated>> {
        let known = self.rated.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|known| known.verdicts == verdicts).cloned()
    }

    /// Keeps ratings that were worked out.
    pub fn keep_rated(&self, fresh: &Arc<Rated>) {
        *self.rated.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(fresh));
    }

    /// Counts a name that is chosen.
    pub fn count_name(&self, from: IpAddr) -> Result<(), Problem> {
        limits::check(&self.names, &limits::network(from))
    }

    /// Counts something that is offered.
    pub fn count_offer(&self, from: IpAddr) -> Result<(), Problem> {
        limits::check(&self.offers, &limits::network(from))
    }

    /// Refuses what the host lets nobody say.
    pub fn check_talk(&self, text: &str) -> Result<(), Problem> {
        match self.filter.blocks_talk(text) {
            true => Err(blocked("These words are")),
            false => Ok(()),
        }
    }

    /// Refuses a name that the host lets nobody have.
    pub fn check_name(&self, name: &str) -> Result<(), Problem> {
        match self.filter.blocks_name(name) {
            true => Err(blocked("This name is")),
            false => Ok(()),
        }
    }
}

fn blocked(what: &str) -> Problem {
    Problem::NotAllowed(format!("{what} not allowed at the open tables of this server."))
}

/// A player, as the others know him.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerName {
    /// His id.
    pub id: String,
    /// His name; it has a sign of his key behind it, so that no two are alike. Null when he is there no longer.
    pub name: Option<String>,
}

impl PlayerName {
    /// As the others know him.
    pub fn of(player: &Player) -> PlayerName {
        PlayerName { id: player.id.clone(), name: Some(player.tag.clone()) }
    }
}

/// Which side whoever offers a game wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// The Union.
    Union,
    /// The Confederates.
    Confederate,
    /// The taker chooses.
    #[default]
    Either,
}

impl Wish {
    /// The side that whoever offers has, if the taker wants this one.
    pub fn settle(self, taker: Option<Side>) -> Option<Side> {
        let own = match self {
            Wish::Union => Side::Union,
            Wish::Confederate => Side::Confederate,
            Wish::Either => taker.unwrap_or(Side::Confederate).other(),
        };
        taker.is_none_or(|side| side == own.other()).then_some(own)
    }
}

/// A seat at a game of an open table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpenSeat {
    /// The game.
    pub game: String,
    /// The side.
    #[schema(value_type = SideWord)]
    pub side: Side,
}
