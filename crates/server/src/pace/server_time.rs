//! The time by which clocks count: how long the server has run and could write, in milliseconds.
//!
//! It is written down every few seconds while some clock runs, and goes on from there when the server starts again:
//! a server that is down takes nobody's time. It is counted by a clock that nobody can set, so that it never goes back,
//! nor on, when the machine's hour is put right. While the database cannot be written it stands.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Clock;
use crate::moment::Moment;

/// How often it is written down while a clock runs. So much is lost, in the players' favour, when the machine fails.
pub const BEAT: Duration = Duration::from_secs(5);

/// The time while the server ran.
pub struct ServerTime {
    clock: Clock,
    state: Mutex<State>,
}

struct State {
    /// What it was when it was last looked at.
    at: i64,
    /// What the clock said then.
    seen: Moment,
    stands: bool,
}

impl ServerTime {
    /// The time by a clock, from zero until it is [set](ServerTime::catch_up).
    pub fn new(clock: Clock) -> ServerTime {
        let seen = clock.steady();
        ServerTime { clock, state: Mutex::new(State { at: 0, seen, stands: false }) }
    }

    /// Now.
    pub fn now(&self) -> i64 {
        self.look(|_| {})
    }

    /// Whether it stands: the database cannot be written.
    pub fn stands(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).stands
    }

    /// Lets it stand, or go on from where it stands.
    pub fn set_standing(&self, stands: bool) {
        self.look(|state| state.stands = stands);
    }

    /// Goes on from a time that was written down, if that is later.
    pub fn catch_up(&self, written: i64) {
        self.look(|state| state.at = state.at.max(written));
    }

    fn look(&self, change: impl FnOnce(&mut State)) -> i64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = self.clock.steady();
        if !state.stands {
            let passed = seen.0.saturating_sub(state.seen.0).max(0);
            state.at = state.at.saturating_add(passed);
        }
        state.seen = seen;
        change(&mut state);
        state.at
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::watch;

    use super::*;

    #[test]
    fn it_never_goes_back_and_stands_while_nothing_can_be_written() {
        let (hour, told) = watch::channel(Moment(5000));
        let time = ServerTime::new(Clock::Told(told));
        time.catch_up(100);
        hour.send_replace(Moment(6000));
        assert_eq!(time.now(), 1100);
        hour.send_replace(Moment(2000));
        assert_eq!(time.now(), 1100, "set back");
        hour.send_replace(Moment(2500));
        assert_eq!(time.now(), 1600, "and it goes on from there");
        time.set_standing(true);
        hour.send_replace(Moment(9000));
        assert_eq!((time.now(), time.stands()), (1600, true));
        time.set_standing(false);
        hour.send_replace(Moment(9001));
        assert_eq!(time.now(), 1601);
        time.catch_up(7);
        assert_eq!(time.now(), 1601, "what was written down earlier says nothing");
    }
}
