//! What was worked out of games, kept until they go on; and what is being worked out, for all who want it.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use rules::game::Seat;
use tokio::sync::watch;

use crate::asset::Asset;
use crate::problem::Problem;
use crate::table::Looking;
use crate::tokens::Role;

/// How many bytes are kept in all.
const MOST_BYTES: usize = 64 << 20;
/// What may be asked about one thing that is longer than this is not kept.
const LONGEST: usize = MOST_BYTES / 4;

/// What is worked out of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The game as a role sees it.
    View(Role),
    /// Whether its record holds.
    Verify,
    /// Its record.
    Record,
    /// The line of play as whoever looks was told it.
    Steps(Looking),
    /// The game after a step, as whoever looks sees it.
    Step(Looking, usize),
    /// The entries after a number, as a seat was told them.
    Entries(Seat, u64),
}

/// Something worked out of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// The game's id.
    pub game: String,
    /// What of it.
    pub what: What,
}

/// Something that is being worked out. It lives as long as somebody waits for it.
pub struct Flight {
    /// Becomes something when it is done.
    pub told: watch::Receiver<Option<Result<Asset, Problem>>>,
}

struct Ready {
    edition: String,
    asset: Asset,
    used: u64,
}

/// What was worked out, and what is being worked out.
#[derive(Default)]
pub struct Kept {
    ready: HashMap<Key, Ready>,
    flights: HashMap<(Key, String), Weak<Flight>>,
    bytes: usize,
    /// Rises with every look.
    uses: u64,
}

impl Kept {
    /// What is there of a game as it stands.
    pub fn get(&mut self, key: &Key, edition: &str) -> Option<Asset> {
        self.uses += 1;
        let ready = self.ready.get_mut(key).filter(|ready| ready.edition == edition)?;
        ready.used = self.uses;
        Some(ready.asset.clone())
    }

    /// What is being worked out already.
    pub fn flight(&self, key: &Key, edition: &str) -> Option<Arc<Flight>> {
        self.flights.get(&(key.clone(), edition.to_owned()))?.upgrade()
    }

    /// Notes what is being worked out.
    pub fn take_off(&mut self, key: Key, edition: String, flight: &Arc<Flight>) {
        // What was given up before it was begun is forgotten here.
        self.flights.retain(|_, flight| flight.strong_count() > 0);
        self.flights.insert((key, edition), Arc::downgrade(flight));
    }

    /// Notes that it is no longer being worked out, and keeps what came of it.
    pub fn land(&mut self, key: &Key, edition: &str, made: Option<&Asset>) {
        self.flights.remove(&(key.clone(), edition.to_owned()));
        let Some(asset) = made.filter(|asset| asset.bytes_kept() <= LONGEST) else { return };
        self.drop_one(key);
        self.uses += 1;
        self.bytes += asset.bytes_kept();
        let ready = Ready { edition: edition.to_owned(), asset: asset.clone(), used: self.uses };
        self.ready.insert(key.clone(), ready);
        while self.bytes > MOST_BYTES {
            let oldest = self.ready.iter().min_by_key(|(_, ready)| ready.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { return };
            self.drop_one(&oldest);
        }
    }

    fn drop_one(&mut self, key: &Key) {
        if let Some(gone) = self.ready.remove(key) {
            self.bytes -= gone.asset.bytes_kept();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(step: usize) -> Key {
        Key { game: "g".into(), what: What::Entries(Seat::Watcher, step as u64) }
    }

    fn asset(megabytes: usize) -> Asset {
        Asset::new(vec![0; megabytes << 20], "text/plain")
    }

    #[test]
    fn an_edition_takes_the_place_of_the_one_before() {
        let mut kept = Kept::default();
        kept.land(&key(1), "a", Some(&asset(1)));
        assert!(kept.get(&key(1), "a").is_some() && kept.get(&key(1), "b").is_none());
        kept.land(&key(1), "b", Some(&asset(2)));
        assert!(kept.get(&key(1), "a").is_none() && kept.get(&key(1), "b").is_some());
        assert_eq!(kept.bytes, 2 << 20);
    }

    #[test]
    fn bytes_are_bounded_and_what_nobody_asked_for_longest_goes() {
        let mut kept = Kept::default();
        for step in 0..8 {
            kept.land(&key(step), "a", Some(&asset(8)));
        }
        assert!(kept.get(&key(0), "a").is_some());
        kept.land(&key(8), "a", Some(&asset(8)));
        assert!(kept.get(&key(0), "a").is_some(), "it was asked for");
        assert!(kept.get(&key(1), "a").is_none());
        kept.land(&key(9), "a", Some(&asset(17)));
        assert!(kept.get(&key(9), "a").is_none(), "too long to be kept");
        assert!(kept.bytes <= MOST_BYTES);
    }
}
