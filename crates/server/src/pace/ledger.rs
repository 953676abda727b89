//! How much time each stint of a game has taken.
//!
//! A stint is what is timed as one: a phase with a limit, a turn, a choice in the other's turn, the wait for a
//! witness, days of vacation, the notice that a pause ends. It is known by its kind, its player and the step after
//! which it began. Whoever undoes his way back into a stint finds its time where it was; of stints that were taken back
//! nothing is kept. All times are of the server's own time, in milliseconds.

use std::collections::BTreeMap;

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::DAY;

/// The most stints that are kept: so far back agreed take-backs find the time where it was.
const MOST_STINTS: usize = 64;

/// The part of a stint's time after which its player is reminded: four fifths.
const REMINDED_AT: i64 = 5;

/// What is timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StintKind {
    /// A phase with a limit of its own.
    Phase,
    /// A player's turn.
    Turn,
    /// A choice in the other's turn.
    Choice,
    /// The wait for a witness of dice.
    Witness,
    /// Days on which a player's clock stands.
    Vacation,
    /// How long it takes until a pause is over.
    Notice,
}

impl StintKind {
    /// Whether it begins after a step of the game, and goes when that is taken back; the others begin with an entry.
    pub const fn is_of_play(self) -> bool {
        matches!(self, StintKind::Phase | StintKind::Turn | StintKind::Choice | StintKind::Witness)
    }

    /// Whether its player is reminded before it is over.
    const fn reminds(self) -> bool {
        matches!(self, StintKind::Turn | StintKind::Choice | StintKind::Witness)
    }
}

/// Which stint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Key {
    /// What is timed.
    pub kind: StintKind,
    /// Whose time it is.
    pub side: Side,
    /// The step after which it began, or the number of the entry with which it did.
    pub began: usize,
    /// How often its player had come back to his seat before.
    #[serde(default)]
    pub round: u32,
}

impl Key {
    fn is(&self, other: &Key) -> bool {
        // Clocks from before did not say whose phase it was.
        let phase = self.kind == StintKind::Phase && other.kind == StintKind::Phase;
        self == other || (phase && self.began == other.began)
    }

    /// Whether it began after a later step than this, and is gone when the game goes on from there.
    pub fn is_beyond(&self, step: usize) -> bool {
        self.kind.is_of_play() && self.began > step
    }
}

/// How much time a stint is given when it begins, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// So much.
    Fixed(i64),
    /// What the player's store holds.
    Banked {
        /// At first.
        bank: i64,
        /// More with each turn.
        increment: i64,
        /// The most.
        cap: i64,
        /// But so much at least.
        least: i64,
    },
}

/// A stint that is played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// Which.
    pub key: Key,
    /// What it is given.
    pub grant: Grant,
    /// Whether its clock runs.
    pub runs: bool,
    /// Its player was reminded.
    pub reminded: bool,
    /// It was noted that its time has run out.
    pub noted: bool,
}

/// What a clock has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Alarm {
    /// Remind the player.
    Reminder,
    /// The time has run out.
    End,
}

/// What a clock has to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// Of which stint.
    pub timer: Timer,
    /// What.
    pub alarm: Alarm,
    /// In how many milliseconds; none, if it is due.
    pub after: i64,
    /// What is left of the time now.
    pub left: i64,
}

/// A stint, and what it has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Stint {
    #[serde(flatten)]
    key: Key,
    given: i64,
    spent: i64,
    /// Since when its clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<i64>,
}

impl Stint {
    fn left(&self, now: i64) -> i64 {
        let passing = self.since.map_or(0, |since| now.saturating_sub(since).max(0));
        self.given.saturating_sub(self.spent).saturating_sub(passing)
    }

    fn stop(&mut self, now: i64) {
        if let Some(since) = self.since.take() {
            self.spent += now.saturating_sub(since).max(0);
        }
    }
}

/// How much time the stints of a game have taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Noted")]
pub struct Ledger {
    /// In the order in which they began.
    stints: Vec<Stint>,
    /// How long the others have waited for a side's witness; it is taken from its next phase.
    owed: BySide<i64>,
    /// The witnesses that are waited for in a game with a limit of phases, and since when.
    waiting: Option<(BySide<bool>, i64)>,
    /// When a clock has something to do.
    due: Option<i64>,
}

/// A ledger as it is written down.
#[derive(Serialize, Deserialize)]
struct Noted {
    stints: Vec<Stint>,
    owed: BySide<i64>,
    #[serde(default)]
    waiting: Option<(BySide<bool>, i64)>,
    #[serde(default)]
    due: Option<i64>,
}

impl TryFrom<Value> for Ledger {
    type Error = serde_json::Error;

    fn try_from(noted: Value) -> Result<Ledger, serde_json::Error> {
        if noted.get("stints").is_some() {
            let Noted { stints, owed, waiting, due } = serde_json::from_value(noted)?;
            return Ok(Ledger { stints, owed, waiting, due });
        }
        // Before there were other clocks only the phases were written down, at first without what was owed.
        let (spent, owed) = match (noted.get("spent"), noted.get("owed")) {
            (Some(spent), Some(owed)) => (spent.clone(), serde_json::from_value(owed.clone())?),
            _ => (noted, BySide::default()),
        };
        let spent: BTreeMap<usize, i64> = serde_json::from_value(spent)?;
        let stint = |(began, spent)| Stint {
            key: Key { kind: StintKind::Phase, side: Side::Union, began, round: 0 },
            given: 0,
            spent,
            since: None,
        };
        let stints = spent.into_iter().map(stint).collect();
        Ok(Ledger { stints, owed, ..Ledger::default() })
    }
}

impl From<Ledger> for Noted {
    fn from(ledger: Ledger) -> Noted {
        let Ledger { stints, owed, waiting, due } = ledger;
        Noted { stints, owed, waiting, due }
    }
}

impl Ledger {
    /// Lets the clocks of these stints run from now on, in a game of so many steps, and all others stand; whether
    /// anything of it is new and worth writing down.
    pub fn run(&mut self, timers: &[Timer], absent: BySide<bool>, steps: usize, now: i64) -> bool {
        let before = self.clone();
        let stands = |key: &Key| timers.iter().any(|timer| timer.key.is(key));
        self.stints.retain(|stint| match stint.key.kind.is_of_play() {
            true => !stint.key.is_beyond(steps),
            false => stands(&stint.key),
        });
        self.wait_for(absent, now);
        for stint in &mut self.stints {
            if !timers.iter().any(|timer| timer.runs && timer.key.is(&stint.key)) {
                stint.stop(now);
            }
        }
        for timer in timers {
            self.enter(timer, now);
        }
        self.forget(timers);
        self.due = timers.iter().filter_map(|timer| self.due_of(timer, now)).min();
        before != *self
    }

    /// Takes over what another server has counted of the same game: of a stint that both know, the one that has less left.
    pub fn take_over(&mut self, other: Ledger, now: i64) {
        let here = std::mem::replace(&mut self.stints, other.stints);
        for stint in here {
            match self.stints.iter_mut().find(|known| known.key.is(&stint.key)) {
                Some(known) if stint.left(now) < known.left(now) => *known = stint,
                Some(_) => {}
                None => self.stints.push(stint),
            }
        }
        for side in Side::BOTH {
            self.owed[side] = self.owed[side].max(other.owed[side]);
        }
        self.waiting = self.waiting.or(other.waiting);
    }

    fn enter(&mut self, timer: &Timer, now: i64) {
        let known = self.stints.iter().position(|stint| stint.key.is(&timer.key));
        let at = known.unwrap_or_else(|| {
            let given = self.given(timer);
            self.stints.push(Stint { key: timer.key, given, spent: 0, since: None });
            self.stints.len() - 1
        });
        let owes = timer.runs && timer.key.kind == StintKind::Phase;
        let owed = if owes { std::mem::take(&mut self.owed[timer.key.side]) } else { 0 };
        let stint = &mut self.stints[at];
        stint.key = timer.key;
        if let Grant::Fixed(given) = timer.grant {
            stint.given = given;
        }
        stint.spent += owed;
        if timer.runs && stint.since.is_none() {
            stint.since = Some(now);
        }
    }

    /// What a stint is given that begins.
    fn given(&self, timer: &Timer) -> i64 {
        match timer.grant {
            Grant::Fixed(given) => given,
            Grant::Banked { bank, increment, cap, least } => {
                let store = match self.last_turn(timer.key.side) {
                    None => bank,
                    Some(stint) => stint.left(stint.since.unwrap_or(0)).max(0) + increment,
                };
                store.min(cap).max(least)
            }
        }
    }

    fn last_turn(&self, side: Side) -> Option<&Stint> {
        let is_turn = |stint: &&Stint| stint.key.kind == StintKind::Turn && stint.key.side == side;
        self.stints.iter().rev().find(is_turn)
    }

    /// Forgets the oldest, but for what is played now and the last turn of each side, which holds its store.
    fn forget(&mut self, timers: &[Timer]) {
        while self.stints.len() > MOST_STINTS {
            let last = Side::BOTH.map(|side| self.last_turn(side).map(|stint| stint.key));
            let kept = |key: &Key| {
                last.contains(&Some(*key)) || timers.iter().any(|timer| timer.key.is(key))
            };
            let oldest = self.stints.iter().position(|stint| !kept(&stint.key));
            let Some(oldest) = oldest else { return };
            self.stints.remove(oldest);
        }
    }

    /// Lets the time of these witnesses run from now on: others wait for them.
    fn wait_for(&mut self, sides: BySide<bool>, now: i64) {
        let wanted = Some(sides).filter(|sides| sides.union || sides.confederate);
        if self.waiting.map(|(sides, _)| sides) == wanted {
            return;
        }
        if let Some((waited, since)) = self.waiting.take() {
            for side in Side::BOTH.into_iter().filter(|side| waited[*side]) {
                self.owed[side] += now.saturating_sub(since).max(0);
            }
        }
        self.waiting = wanted.map(|sides| (sides, now));
    }

    /// What is left of a stint, in milliseconds; below zero if it should be over.
    pub fn left(&self, timer: &Timer, now: i64) -> i64 {
        let known = self.stints.iter().find(|stint| stint.key.is(&timer.key));
        known.map_or_else(|| self.given(timer), |stint| stint.left(now))
    }

    /// What is left in the store of a side, if it has had a turn.
    pub fn store(&self, side: Side, now: i64) -> Option<i64> {
        self.last_turn(side).map(|stint| stint.left(now).max(0))
    }

    /// How many days of its vacation a side has begun.
    pub fn days_begun(&self, side: Side, now: i64) -> i64 {
        let of = |stint: &&Stint| stint.key.kind == StintKind::Vacation && stint.key.side == side;
        let stint = self.stints.iter().find(of);
        stint.map_or(0, |stint| (stint.given - stint.left(now) + DAY - 1).div_euclid(DAY).max(1))
    }

    /// How much a stint was given.
    pub fn whole(&self, timer: &Timer) -> i64 {
        let known = self.stints.iter().find(|stint| stint.key.is(&timer.key));
        known.map_or_else(|| self.given(timer), |stint| stint.given)
    }

    /// What its clock has to do next, if it runs.
    pub fn next(&self, timer: &Timer, now: i64) -> Option<Next> {
        if !timer.runs || timer.noted {
            return None;
        }
        let left = self.left(timer, now);
        let before = left - self.whole(timer) / REMINDED_AT;
        let reminds = timer.key.kind.reminds() && !timer.reminded && left > 0;
        let (alarm, after) = if reminds { (Alarm::Reminder, before) } else { (Alarm::End, left) };
        Some(Next { timer: *timer, alarm, after: after.max(0), left: left.max(0) })
    }

    fn due_of(&self, timer: &Timer, now: i64) -> Option<i64> {
        // For a phase nobody need be sent: it is done when somebody comes.
        let next = self.next(timer, now)?;
        let far = timer.key.kind == StintKind::Phase;
        Some(if far { i64::MAX } else { now.saturating_add(next.after) })
    }

    /// When a clock has something to do; none if no clock runs.
    pub fn due(&self) -> Option<i64> {
        self.due
    }

    /// Since when a stint's clock runs, if it does.
    pub fn since(&self, timer: &Timer) -> Option<i64> {
        self.stints.iter().find(|stint| stint.key.is(&timer.key)).and_then(|stint| stint.since)
    }
}

#[cfg(test)]
mod tests;
