//! How long a phase has taken at this terminal, by a clock that is passed in.

use std::time::{Duration, Instant};

use rules::Moment;
use rules::game::{Game, GameState};

/// A clock: how long it has been running.
pub type Now<'c> = &'c dyn Fn() -> Duration;

/// The clock on the wall, from now on.
pub fn wall() -> impl Fn() -> Duration {
    let began = Instant::now();
    move || began.elapsed()
}

/// The clock of the phase that is being played.
pub struct PhaseClock<'c> {
    now: Now<'c>,
    /// The phase it runs for, and when that began; stops are added to it.
    phase: Option<(Moment, Duration)>,
}

impl<'c> PhaseClock<'c> {
    /// A clock that runs for no phase yet.
    pub fn new(now: Now<'c>) -> PhaseClock<'c> {
        PhaseClock { now, phase: None }
    }

    /// Somebody is to decide: in another phase than before the clock begins anew.
    pub fn start(&mut self, game: &Game, state: &GameState) {
        let moment = game.moment(state);
        if self.phase.as_ref().is_none_or(|(known, _)| *known != moment) {
            self.phase = Some((moment, (self.now)()));
        }
    }

    /// What is left of a limit; nothing once it has run out.
    pub fn left(&self, limit: Duration) -> Duration {
        let spent = self.phase.as_ref().map(|(_, began)| (self.now)().saturating_sub(*began));
        limit.saturating_sub(spent.unwrap_or_default())
    }

    /// What time it is, to be given to [`resume`](PhaseClock::resume).
    pub fn stop(&self) -> Duration {
        (self.now)()
    }

    /// The clock stood still since then.
    pub fn resume(&mut self, stopped: Duration) {
        let stood = (self.now)().saturating_sub(stopped);
        if let Some((_, began)) = &mut self.phase {
            *began += stood;
        }
    }
}
