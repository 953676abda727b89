//! How much one place may ask of the server: sizes, rates, places, time.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::problem::Problem;
use crate::tokens::TokenHash;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Longest body of a request, in bytes.
    pub body: usize,
    /// Longest record that can be brought in, in bytes.
    pub record: usize,
    /// Requests a second from one address, and how many at once.
    pub requests: (u32, u32),
    /// Games and records a minute from one address, and how many at once.
    pub games: (u32, u32),
    /// Games and records a day from one address.
    pub games_a_day: u32,
    /// Things said a minute from one seat, and how many at once.
    pub talk: (u32, u32),
    /// Hints a minute from one address, and how many at once.
    pub hints: (u32, u32),
    /// Most open streams of those who watch one game.
    pub streams_of_watchers: usize,
    /// Most open streams of each seat of a game, and of its owner.
    pub streams_of_seat: usize,
    /// Most open streams from one address.
    pub streams_of_address: usize,
    /// Most open streams of all, a quarter of which is kept from watchers.
    pub streams: usize,
    /// Most open connections.
    pub connections: usize,
    /// Most open connections from one address.
    pub connections_of_address: usize,
    /// Connections and streams that come from this machine are not counted by address.
    pub spare_loopback: bool,
    /// Proxies on other machines: they say who asks, and are not counted either.
    pub proxies: Vec<IpAddr>,
    /// How long a request may take; streams are not bound by it.
    pub request_time: Duration,
    /// How long the head of a request may take to arrive.
    pub head_time: Duration,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// How long an answer may wait for its reader without getting on.
    pub write_time: Duration,
    /// Time between two signs of life on a stream.
    pub heartbeat: Duration,
    /// How long computers play on among themselves when nobody looks; then they wait for somebody.
    pub unseen_show: Duration,
    /// How long computers among themselves wait at the beginning for somebody who says how much he has been shown.
    pub show_opening: Duration,
    /// How long a hint may take, with all its waiting.
    pub hint_time: Duration,
    /// How long a review goes on that nobody asks about.
    pub unasked_review: Duration,
    /// Most games in memory.
    pub games_in_memory: usize,
    /// Most games and records that are stored.
    pub stored_games: usize,
}

impl Limits {
    /// The place for which what is asked from an address is counted; none if it is not counted: what comes from this
    /// machine is its owner's, or that of a proxy or tunnel through which everybody comes.
    pub fn origin(&self, from: IpAddr) -> Option<IpAddr> {
        let here = self.spare_loopback && from.to_canonical().is_loopback();
        (!here && !self.is_proxy(from)).then(|| network(from))
    }

    /// Whether an address is that of a proxy on another machine.
    pub fn is_proxy(&self, from: IpAddr) -> bool {
        self.proxies.contains(&from.to_canonical())
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 256 << 10,
            record: 8 << 20,
            requests: (100, 400),
            games: (30, 30),
            games_a_day: 1000,
            talk: (30, 20),
            hints: (120, 60),
            streams_of_watchers: 64,
            streams_of_seat: 8,
            streams_of_address: 64,
            streams: 4096,
            connections: 8192,
            connections_of_address: 256,
            spare_loopback: true,
            proxies: Vec::new(),
            request_time: Duration::from_secs(30),
            head_time: Duration::from_secs(15),
            body_time: Duration::from_secs(20),
            write_time: Duration::from_secs(20),
            heartbeat: Duration::from_secs(15),
            unseen_show: Duration::from_secs(60),
            show_opening: Duration::from_secs(5),
            hint_time: Duration::from_secs(12),
            unasked_review: Duration::from_secs(30),
            games_in_memory: 1024,
            stored_games: 100_000,
        }
    }
}

/// Files that are not for connections: the database, the page, the listener, the log.
const OTHER_FILES: usize = 64;

impl Limits {
    /// With no more connections than the system has files for, and no address with more than a quarter of them:
    /// without this, many connections would keep the database from its files.
    pub fn within(self, files: Option<usize>) -> Limits {
        let room = files.map_or(usize::MAX, |files| files.saturating_sub(OTHER_FILES).max(4));
        let connections = self.connections.clamp(1, room);
        let of_address = self.connections_of_address.min(connections.div_ceil(4));
        Limits { connections, connections_of_address: of_address, ..self }
    }
}

/// How many files this process may have open, if the system says so.
pub fn open_files() -> Option<usize> {
    most_files(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

fn most_files(told: &str) -> Option<usize> {
    let line = told.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Counts what comes from each address, and what each seat says.
pub struct Rates {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    games: DefaultKeyedRateLimiter<IpAddr>,
    games_a_day: DefaultKeyedRateLimiter<IpAddr>,
    talk: DefaultKeyedRateLimiter<TokenHash>,
    hints: DefaultKeyedRateLimiter<IpAddr>,
}

/// Addresses and seats that are remembered before those that are quiet again are forgotten.
const MOST_KEYS: usize = 10_000;

impl Rates {
    /// Nothing has come yet.
    pub fn new(limits: &Limits) -> Rates {
        let number = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let (rate, burst) = limits.requests;
        let requests = Quota::per_second(number(rate)).allow_burst(number(burst));
        let (rate, burst) = limits.games;
        let games = Quota::per_minute(number(rate)).allow_burst(number(burst));
        let a_day = number(limits.games_a_day);
        let each = Duration::from_secs(24 * 60 * 60) / a_day.get();
        let games_a_day = Quota::with_period(each).unwrap_or(games).allow_burst(a_day);
        let (rate, burst) = limits.talk;
        let talk = Quota::per_minute(number(rate)).allow_burst(number(burst));
        let (rate, burst) = limits.hints;
        let hints = Quota::per_minute(number(rate)).allow_burst(number(burst));
        Rates {
            requests: RateLimiter::keyed(requests),
            games: RateLimiter::keyed(games),
            games_a_day: RateLimiter::keyed(games_a_day),
            talk: RateLimiter::keyed(talk),
            hints: RateLimiter::keyed(hints),
        }
    }

    /// Counts a request.
    pub fn request(&self, from: IpAddr) -> Result<(), Problem> {
        check(&self.requests, &network(from))
    }

    /// Counts a game that is to be set up.
    pub fn game(&self, from: IpAddr) -> Result<(), Problem> {
        check(&self.games, &network(from))?;
        check(&self.games_a_day, &network(from))
    }

    /// Counts something said by whoever holds a token.
    pub fn talk(&self, token: &TokenHash) -> Result<(), Problem> {
        check(&self.talk, token)
    }

    /// Counts a hint that is to be thought about.
    pub fn hint(&self, from: IpAddr) -> Result<(), Problem> {
        check(&self.hints, &network(from))
    }
}

/// Counts something that comes from a place.
pub fn check<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), Problem> {
    if limiter.len() > MOST_KEYS {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Problem::TooManyRequests { after: wait.as_secs() + 1 }
    })
}

/// What counts as one place: an IPv4 address, or the network of 2^64 addresses that one customer
/// has.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::from((u128::from(address) & (u128::MAX << 64)).to_be_bytes())
        }
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_is_an_address_or_a_network() {
        let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
        assert!(same("192.0.2.1", "::ffff:192.0.2.1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
        assert!(same("2001:db8::1", "2001:db8::ffff:1"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
    }

    #[test]
    fn neither_this_machine_nor_a_proxy_that_was_named_is_counted() {
        let proxies = vec!["192.0.2.7".parse().unwrap()];
        let limits = Limits { proxies, ..Limits::default() };
        let counted = |from: &str| limits.origin(from.parse().unwrap()).is_some();
        assert!(!counted("127.0.0.1") && !counted("192.0.2.7") && !counted("::ffff:192.0.2.7"));
        assert!(counted("192.0.2.8") && counted("2001:db8::7"));
    }

    #[test]
    fn connections_leave_files_for_the_database() {
        let told = "Limit  Soft Limit  Hard Limit  Units\nMax processes  99  99  processes\n\
                    Max open files            1024                 524288               files\n";
        assert_eq!(most_files(told), Some(1024));
        assert_eq!(most_files("Max open files  unlimited  unlimited  files"), None);
        assert_eq!(most_files(""), None);
        let of = |files| {
            let limits = Limits::default().within(files);
            (limits.connections, limits.connections_of_address)
        };
        assert_eq!(of(None), (8192, 256));
        assert_eq!(of(Some(1024)), (960, 240));
        assert_eq!(of(Some(10)), (4, 1));
    }

    #[test]
    fn one_place_cannot_fill_the_server_with_games_within_days() {
        let limits = Limits { games: (1_000_000, 1_000_000), games_a_day: 3, ..Limits::default() };
        let rates = Rates::new(&limits);
        let (one, two) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert_eq!((0..10).filter(|_| rates.game(one).is_ok()).count(), 3);
        // The next is let in when a third of a day has gone.
        let Err(Problem::TooManyRequests { after }) = rates.game(one) else { panic!("let in") };
        assert!((28_000..=28_801).contains(&after), "{after}");
        assert!(rates.game(two).is_ok());
    }

    #[test]
    fn one_place_cannot_use_up_what_another_may_ask() {
        let rates = Rates::new(&Limits { requests: (1, 2), ..Limits::default() });
        let (one, two) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert!(rates.request(one).is_ok() && rates.request(one).is_ok());
        assert!(matches!(rates.request(one), Err(Problem::TooManyRequests { after: 1.. })));
        assert!(rates.request(two).is_ok());
    }
}
