//! How much one place may ask of the server: sizes, rates, open streams, time.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::problem::Problem;

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
    /// Most open streams of one game.
    pub streams_of_game: usize,
    /// Most open streams of all.
    pub streams: usize,
    /// Most open connections.
    pub connections: usize,
    /// How long a request may take; streams are not bound by it.
    pub request_time: Duration,
    /// How long the head of a request may take to arrive.
    pub head_time: Duration,
    /// Time between two signs of life on a stream.
    pub heartbeat: Duration,
    /// Most games in memory.
    pub games_in_memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 256 << 10,
            record: 8 << 20,
            requests: (100, 400),
            games: (30, 30),
            streams_of_game: 64,
            streams: 4096,
            connections: 8192,
            request_time: Duration::from_secs(30),
            head_time: Duration::from_secs(15),
            heartbeat: Duration::from_secs(15),
            games_in_memory: 1024,
        }
    }
}

/// Counts what comes from each address.
pub struct Rates {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    games: DefaultKeyedRateLimiter<IpAddr>,
}

/// Addresses that are remembered before those that are quiet again are forgotten.
const MOST_ADDRESSES: usize = 10_000;

impl Rates {
    /// Nothing has come yet.
    pub fn new(limits: &Limits) -> Rates {
        let number = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let (rate, burst) = limits.requests;
        let requests = Quota::per_second(number(rate)).allow_burst(number(burst));
        let (rate, burst) = limits.games;
        let games = Quota::per_minute(number(rate)).allow_burst(number(burst));
        Rates { requests: RateLimiter::keyed(requests), games: RateLimiter::keyed(games) }
    }

    /// Counts a request.
    pub fn request(&self, from: IpAddr) -> Result<(), Problem> {
        check(&self.requests, from)
    }

    /// Counts a game that is to be set up.
    pub fn game(&self, from: IpAddr) -> Result<(), Problem> {
        check(&self.games, from)
    }
}

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, from: IpAddr) -> Result<(), Problem> {
    if limiter.len() > MOST_ADDRESSES {
        limiter.retain_recent();
    }
    limiter.check_key(&network(from)).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Problem::TooManyRequests { after: wait.as_secs() + 1 }
    })
}

/// What counts as one place: an IPv4 address, or the network of 2^64 addresses that one customer has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::from((u128::from(address) & (u128::MAX << 64)).to_be_bytes())
        }
        four => four,
    }
}

/// Counts open streams.
#[derive(Clone, Default)]
pub struct OpenStreams(Arc<AtomicUsize>);

impl OpenStreams {
    /// Opens one, if there may be one more.
    pub fn open(&self, most: usize) -> Result<OpenStream, Problem> {
        let more = |open: usize| (open < most).then_some(open + 1);
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(OpenStream(self.clone())),
            Err(_) => Err(Problem::TooManyStreams),
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// An open stream; counted out when it is dropped.
pub struct OpenStream(OpenStreams);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
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
    fn streams_are_counted_in_and_out() {
        let streams = OpenStreams::default();
        let first = streams.open(1).unwrap();
        assert!(streams.open(1).is_err());
        drop(first);
        assert!(streams.open(1).is_ok());
        assert_eq!(streams.count(), 0);
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
