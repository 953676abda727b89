//! Places that are taken and given back: connections by address; streams by game, role and address.
//! Each kind is counted under one lock, so that two who come together cannot both take the last
//! place.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::Limits;
use crate::problem::Problem;
use crate::tokens::Role;

/// How many of each; what there is none of takes no memory.
struct Tally<K>(HashMap<K, usize>);

impl<K: Eq + Hash> Tally<K> {
    fn of(&self, key: &K) -> usize {
        self.0.get(key).copied().unwrap_or(0)
    }

    fn come(&mut self, key: K) {
        *self.0.entry(key).or_default() += 1;
    }

    fn leave(&mut self, key: &K) {
        match self.0.get_mut(key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(self.0.remove(key)),
        }
    }
}

impl<K> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally(HashMap::new())
    }
}

/// Open connections by address.
#[derive(Clone, Default)]
pub struct Connections(Arc<Mutex<Tally<IpAddr>>>);

impl Connections {
    /// Takes a place for a connection from an address, if it may have one more.
    pub fn open(&self, from: IpAddr, limits: &Limits) -> Option<Connection> {
        let from = limits.origin(from);
        if let Some(address) = from {
            let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if open.of(&address) >= limits.connections_of_address {
                return None;
            }
            open.come(address);
        }
        Some(Connection { all: self.clone(), from })
    }
}

/// An open connection; counted out when it is dropped.
pub struct Connection {
    all: Connections,
    from: Option<IpAddr>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(address) = &self.from {
            self.all.0.lock().unwrap_or_else(PoisonError::into_inner).leave(address);
        }
    }
}

#[derive(Default)]
struct Streams {
    all: usize,
    watching: usize,
    of_role: Tally<(String, Role)>,
    of_address: Tally<IpAddr>,
}

/// Open streams.
#[derive(Clone, Default)]
pub struct OpenStreams(Arc<Mutex<Streams>>);

impl OpenStreams {
    /// Opens one, if there may be one more. Watchers cannot take the places of seats and owners:
    /// not in a game, where each role has its own, and not in all, where a quarter is kept from
    /// them.
    pub fn open(
        &self,
        limits: &Limits,
        game: &str,
        role: Role,
        from: IpAddr,
    ) -> Result<OpenStream, Problem> {
        let (game, from) = ((game.to_owned(), role), limits.origin(from));
        let watches = role == Role::Watch;
        let most = if watches { limits.streams_of_watchers } else { limits.streams_of_seat };
        let mut open = self.lock();
        let full = open.all >= limits.streams
            || watches && open.watching >= limits.streams - limits.streams / 4
            || open.of_role.of(&game) >= most
            || from.is_some_and(|from| open.of_address.of(&from) >= limits.streams_of_address);
        if full {
            return Err(Problem::TooManyStreams);
        }
        open.all += 1;
        open.watching += usize::from(watches);
        open.of_role.come(game.clone());
        from.into_iter().for_each(|from| open.of_address.come(from));
        drop(open);
        Ok(OpenStream { all: self.clone(), game, from })
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open stream; counted out when it is dropped.
pub struct OpenStream {
    all: OpenStreams,
    game: (String, Role),
    from: Option<IpAddr>,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.all.lock();
        open.all = open.all.saturating_sub(1);
        if self.game.1 == Role::Watch {
            open.watching = open.watching.saturating_sub(1);
        }
        open.of_role.leave(&self.game);
        self.from.iter().for_each(|from| open.of_address.leave(from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn connections_are_counted_by_address_and_given_back() {
        let limits = Limits { connections_of_address: 1, ..Limits::default() };
        let open = Connections::default();
        let first = open.open(address("192.0.2.1"), &limits);
        assert!(first.is_some());
        assert!(open.open(address("192.0.2.1"), &limits).is_none());
        assert!(open.open(address("192.0.2.2"), &limits).is_some());
        let here: Vec<_> = (0..3).map(|_| open.open(address("::1"), &limits)).collect();
        assert!(here.iter().all(Option::is_some), "this machine is not counted");
        drop(first);
        assert!(open.open(address("192.0.2.1"), &limits).is_some());
        drop(here);
        assert!(open.0.lock().unwrap().0.is_empty());
    }

    #[test]
    fn watchers_take_no_place_of_a_player() {
        let limits = Limits {
            streams: 8,
            streams_of_watchers: 2,
            streams_of_seat: 1,
            streams_of_address: 100,
            ..Limits::default()
        };
        let streams = OpenStreams::default();
        let open = |game: &str, role| streams.open(&limits, game, role, address("192.0.2.1"));
        let mut kept = vec![open("a", Role::Watch).unwrap(), open("a", Role::Watch).unwrap()];
        assert!(open("a", Role::Watch).is_err(), "a game has places for two");
        for role in [Role::Union, Role::Confederate] {
            kept.push(open("a", role).unwrap());
            assert!(open("a", role).is_err(), "a seat has one place");
        }
        for game in ["b", "b", "c", "c"] {
            kept.push(open(game, Role::Watch).unwrap());
        }
        assert_eq!(streams.count(), 8);
        assert!(open("d", Role::Owner).is_err(), "all places are taken");
        kept.truncate(2);
        kept.extend(["b", "b", "c", "c"].map(|game| open(game, Role::Watch).unwrap()));
        assert!(open("d", Role::Watch).is_err(), "the last quarter is not for watchers");
        kept.push(open("d", Role::Owner).unwrap());
        drop(kept);
        let left = streams.lock();
        assert_eq!((left.all, left.watching), (0, 0));
        assert!(left.of_role.0.is_empty() && left.of_address.0.is_empty());
    }

    #[test]
    fn one_address_cannot_take_all_streams() {
        let limits = Limits { streams_of_address: 1, ..Limits::default() };
        let streams = OpenStreams::default();
        let open = |game: &str, from: &str| streams.open(&limits, game, Role::Watch, address(from));
        let first = open("a", "192.0.2.1");
        assert!(first.is_ok() && open("b", "192.0.2.1").is_err());
        assert!(open("b", "192.0.2.2").is_ok());
        assert!(open("b", "127.0.0.1").and(open("c", "127.0.0.1")).is_ok());
    }
}
