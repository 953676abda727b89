//! The clock of a game with a time limit: how long each phase has taken, counted while the server runs.
//!
//! A phase is known by the step after which it began. Whoever undoes his way back into a phase finds its clock
//! where it was; of phases that were taken back nothing is kept. What a phase has taken is written down every
//! few seconds, so that a server that is down takes nobody's time.

use std::collections::BTreeMap;

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
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
#[serde(try_from = "Value", into = "Noted")]
pub struct PhaseClock {
    /// By the step after which it began, in milliseconds.
    spent: BTreeMap<usize, i64>,
    /// How long the others have waited for a side's witness; it is taken from its next phase.
    owed: BySide<i64>,
    /// The phase for which it runs, and since when.
    running: Option<(usize, Moment)>,
    /// The witnesses that are waited for, and since when.
    waiting: Option<(BySide<bool>, Moment)>,
}

/// A clock as it is written down.
#[derive(Serialize, Deserialize)]
struct Noted {
    spent: BTreeMap<usize, i64>,
    owed: BySide<i64>,
}

impl TryFrom<Value> for PhaseClock {
    type Error = serde_json::Error;

    fn try_from(noted: Value) -> Result<PhaseClock, serde_json::Error> {
        // Before throws were witnessed only the phases were written down.
        let Noted { spent, owed } = match noted.get("owed") {
            Some(_) => serde_json::from_value(noted)?,
            None => Noted { spent: serde_json::from_value(noted)?, owed: BySide::default() },
        };
        Ok(PhaseClock { spent, owed, ..PhaseClock::default() })
    }
}

impl From<PhaseClock> for Noted {
    fn from(clock: PhaseClock) -> Noted {
        Noted { spent: clock.spent, owed: clock.owed }
    }
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
            if phase.runs {
                let owed = std::mem::take(&mut self.owed[phase.side]);
                *self.spent.entry(phase.began).or_default() += owed;
            }
        }
    }

    /// Lets the time of these witnesses run from now on: others wait for them.
    pub fn wait_for(&mut self, sides: BySide<bool>, now: Moment) {
        let wanted = Some(sides).filter(|sides| sides.union || sides.confederate);
        if self.waiting.map(|(sides, _)| sides) != wanted {
            self.settle(now);
            self.waiting = wanted.map(|sides| (sides, now));
        }
    }

    /// Notes what has passed until now; it runs on if it ran.
    pub fn settle(&mut self, now: Moment) {
        if let Some((began, since)) = &mut self.running {
            let passed = now.0.saturating_sub(since.0).max(0);
            *self.spent.entry(*began).or_default() += passed;
            *since = now;
        }
        if let Some((sides, since)) = &mut self.waiting {
            let passed = now.0.saturating_sub(since.0).max(0);
            for side in Side::BOTH.into_iter().filter(|side| sides[*side]) {
                self.owed[side] += passed;
            }
            *since = now;
        }
    }

    /// Takes over what another server has counted, where it is more.
    pub fn take_over(&mut self, other: PhaseClock) {
        for (began, spent) in other.spent {
            let known = self.spent.entry(began).or_default();
            *known = spent.max(*known);
        }
        for side in Side::BOTH {
            self.owed[side] = self.owed[side].max(other.owed[side]);
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
    fn whoever_lets_others_wait_for_his_link_finds_it_on_his_own_clock() {
        let mut clock = PhaseClock::default();
        clock.run(Some(&phase(0)), Moment(0));
        let stands = TimedPhase { runs: false, ..phase(0) };
        clock.run(Some(&stands), Moment(10_000));
        clock.wait_for(BySide { union: false, confederate: true }, Moment(10_000));
        clock.wait_for(BySide::default(), Moment(35_000));
        clock.run(Some(&phase(0)), Moment(35_000));
        assert_eq!(clock.left(&phase(0), Moment(35_000)), 50_000, "the player's own clock stood");
        let text = serde_json::to_string(&clock).unwrap();
        let mut clock: PhaseClock = serde_json::from_str(&text).unwrap();
        let theirs = TimedPhase { side: Side::Confederate, ..phase(4) };
        clock.run(Some(&theirs), Moment(40_000));
        assert_eq!(clock.left(&theirs, Moment(40_000)), 35_000);
        clock.run(Some(&theirs), Moment(41_000));
        assert_eq!(clock.left(&theirs, Moment(41_000)), 34_000, "it is taken once");
        let old: PhaseClock = serde_json::from_str(r#"{"0":5000}"#).unwrap();
        assert_eq!(old.left(&phase(0), Moment(0)), 55_000, "as it was written before");
    }

    #[test]
    fn of_what_two_servers_have_counted_the_more_counts() {
        let mut here = PhaseClock::default();
        here.run(Some(&phase(0)), Moment(0));
        here.settle(Moment(10_000));
        let mut other = here.clone();
        other.settle(Moment(25_000));
        here.take_over(other.clone());
        assert_eq!(here.left(&phase(0), Moment(10_000)), 35_000);
        here.settle(Moment(20_000));
        here.take_over(other);
        assert_eq!(
            here.left(&phase(0), Moment(20_000)),
            25_000,
            "less than is known changes nothing"
        );
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
