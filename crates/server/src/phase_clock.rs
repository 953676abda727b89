//! The clock of a game with a time limit: how long each phase has taken, counted while the server runs.
//!
//! A phase is known by the step after which it began. Whoever undoes his way back into a phase finds its clock
//! where it was; of phases that were taken back nothing is kept. What a phase has taken is written down every
//! few seconds, so that a server that is down takes nobody's time.

use std::collections::BTreeMap;

use atlas::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment::Moment;
use crate::words::SideWord;

/// A phase that is being played against the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimedPhase {
    /// Whose time it is.
    pub side: Side,
    /// The step after which the phase began.
    pub began: usize,
    /// How long it may take, in milliseconds.
    pub limit: i64,
    /// Whether the clock runs: not while a seat waits for its guest.
    pub runs: bool,
}

/// The clock as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// Whose time it is.
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// How long the phase may take, in seconds.
    #[schema(minimum = 0)]
    pub limit: i64,
    /// What is left of it now, in milliseconds.
    #[schema(minimum = 0)]
    pub left: i64,
    /// Whether it runs.
    pub running: bool,
}

/// How long each phase of a game has taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PhaseClock {
    /// By the step after which it began, in milliseconds.
    spent: BTreeMap<usize, i64>,
    /// The phase for which it runs, and since when.
    #[serde(skip)]
    running: Option<(usize, Moment)>,
}

impl PhaseClock {
    /// Runs for a phase from now on, or stands.
    pub fn run(&mut self, phase: Option<&TimedPhase>, now: Moment) {
        let wanted = phase.filter(|phase| phase.runs).map(|phase| phase.began);
        if self.running.map(|(began, _)| began) != wanted {
            self.settle(now);
            self.running = wanted.map(|began| (began, now));
        }
        if let Some(phase) = phase {
            self.spent.retain(|began, _| *began <= phase.began);
        }
    }

    /// Notes what has passed until now; it runs on if it ran.
    pub fn settle(&mut self, now: Moment) {
        if let Some((began, since)) = &mut self.running {
            let passed = now.0.saturating_sub(since.0).max(0);
            *self.spent.entry(*began).or_default() += passed;
            *since = now;
        }
    }

    /// What is left of a phase, in milliseconds; below zero if it should be over.
    pub fn left(&self, phase: &TimedPhase, now: Moment) -> i64 {
        let noted = self.spent.get(&phase.began).copied().unwrap_or_default();
        let passing = match self.running {
            Some((began, since)) if began == phase.began => now.0.saturating_sub(since.0).max(0),
            _ => 0,
        };
        phase.limit.saturating_sub(noted).saturating_sub(passing)
    }

    /// As everybody sees it.
    pub fn view(&self, phase: &TimedPhase, now: Moment) -> ClockView {
        let running = self.running.is_some_and(|(began, _)| began == phase.began);
        let left = self.left(phase, now).max(0);
        ClockView { side: phase.side, limit: phase.limit / 1000, left, running }
    }

    /// Since when it runs for the phase that stands, if it does.
    pub fn since(&self) -> Option<Moment> {
        self.running.map(|(_, since)| since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(began: usize) -> TimedPhase {
        TimedPhase { side: Side::Union, began, limit: 60_000, runs: true }
    }

    #[test]
    fn going_back_into_a_phase_gives_no_time_back_and_a_phase_taken_back_costs_none() {
        let mut clock = PhaseClock::default();
        clock.run(Some(&phase(0)), Moment(0));
        clock.run(Some(&phase(3)), Moment(20_000));
        assert_eq!(clock.left(&phase(3), Moment(25_000)), 55_000);
        clock.run(Some(&phase(0)), Moment(30_000));
        assert_eq!(clock.left(&phase(0), Moment(35_000)), 35_000);
        clock.run(Some(&phase(3)), Moment(36_000));
        assert_eq!(clock.left(&phase(3), Moment(36_000)), 60_000, "it is another phase");
    }

    #[test]
    fn a_clock_that_stands_takes_no_time_and_is_read_back_standing() {
        let mut clock = PhaseClock::default();
        let waiting = TimedPhase { runs: false, ..phase(0) };
        clock.run(Some(&waiting), Moment(0));
        assert_eq!(clock.left(&waiting, Moment(50_000)), 60_000);
        clock.run(Some(&phase(0)), Moment(50_000));
        clock.settle(Moment(60_000));
        let text = serde_json::to_string(&clock).unwrap();
        let mut read: PhaseClock = serde_json::from_str(&text).unwrap();
        assert_eq!(read.left(&phase(0), Moment(9_000_000)), 50_000);
        read.run(Some(&phase(0)), Moment(9_000_000));
        assert_eq!(read.view(&phase(0), Moment(9_010_000)).left, 40_000);
        assert_eq!(read.left(&phase(0), Moment(0)), 50_000, "the hour was set back");
    }
}
