//! What the computers of one game in memory remember: whose decision is due, who thinks about it,
//! and what has been worked out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ::staff::Timed;
use atlas::{BySide, Side};
use tokio::sync::Notify;

use super::Level;
use super::hint::Adviser;
use super::queue::Origin;

/// How long it counts that a looker told how far he is; a page says it again and again.
const TOLD: Duration = Duration::from_secs(150);

/// A player and its level.
pub type Officer = (Level, Timed);

/// The computers of one game.
#[derive(Default)]
pub struct ComputerSeats {
    due: Mutex<Option<Side>>,
    playing: AtomicBool,
    visited: Mutex<Option<Instant>>,
    origin: Mutex<Origin>,
    /// The last entry that the foremost looker was shown, and when he said so.
    shown: Mutex<Option<(u64, Instant)>>,
    /// Told when computers that wait for their lookers may look again.
    pace: Notify,
    /// Raised whenever a thought about the game as it stood is no longer wanted.
    orders: AtomicU64,
    officers: Mutex<BySide<Option<Officer>>>,
    /// The phase that a computer plays in a hidden game, and when it began.
    phase: Mutex<Option<((Side, u64), Instant)>>,
    /// Whoever gives hints; one at a time.
    pub(super) adviser: Arc<tokio::sync::Mutex<Adviser>>,
}

impl ComputerSeats {
    /// The side whose computer must decide.
    pub fn due(&self) -> Option<Side> {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whose computer must decide; says whether that is new.
    pub fn set_due(&self, side: Option<Side>) -> bool {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *due, side) != side
    }

    /// Notes that somebody came to look.
    pub fn visit(&self) {
        *self.visited.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether somebody came to look in the last while.
    pub fn was_visited(&self, lately: Duration) -> bool {
        let visited = *self.visited.lock().unwrap_or_else(PoisonError::into_inner);
        visited.is_some_and(|visited| visited.elapsed() < lately)
    }

    /// Notes from where the game is played or looked at: its thoughts share the time of that place.
    pub fn set_origin(&self, origin: Origin) {
        *self.origin.lock().unwrap_or_else(PoisonError::into_inner) = origin;
    }

    /// From where it is played or looked at.
    pub fn origin(&self) -> Origin {
        *self.origin.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes up to which entry a looker has been shown a game between computers.
    pub fn set_shown(&self, seq: u64) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let before = shown.filter(|(_, at)| at.elapsed() < TOLD).map_or(0, |(before, _)| before);
        *shown = Some((seq.max(before), Instant::now()));
        self.pace.notify_one();
    }

    /// Up to which entry the foremost looker has been shown a game between computers, if anybody
    /// says so.
    pub(super) fn shown(&self) -> Option<u64> {
        let shown = *self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.filter(|(_, at)| at.elapsed() < TOLD).map(|(seq, _)| seq)
    }

    /// Waits until a looker has been shown more, the game has changed, or some time has passed.
    pub(super) async fn keep_pace(&self, longest: Duration) {
        let _ = tokio::time::timeout(longest, self.pace.notified()).await;
    }

    /// Says that whatever is being thought about is no longer so.
    pub fn interrupt(&self) {
        self.orders.fetch_add(1, Ordering::SeqCst);
        self.pace.notify_one();
    }

    /// A number by which [`ComputerSeats::is_outdated`] knows whether anything was interrupted since.
    pub fn orders(&self) -> u64 {
        self.orders.load(Ordering::SeqCst)
    }

    /// Whether a thought begun at this number is no longer wanted.
    pub fn is_outdated(&self, orders: u64) -> bool {
        self.orders() != orders
    }

    /// When a computer began with a phase of a hidden game, by its side and how much the others were told before.
    pub(super) fn phase_begun(&self, phase: (Side, u64)) -> Instant {
        let mut known = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        match *known {
            Some((same, begun)) if same == phase => begun,
            _ => known.insert((phase, Instant::now())).1,
        }
    }

    /// Takes the duty to play for the computers; somebody else has it already if this is false.
    pub(super) fn begin_playing(&self) -> bool {
        !self.playing.swap(true, Ordering::SeqCst)
    }

    /// Lays the duty down.
    pub(super) fn stop_playing(&self) {
        self.playing.store(false, Ordering::SeqCst);
    }

    /// The player of a side, if there is one of this level.
    pub(super) fn take_officer(&self, side: Side, level: Level) -> Option<Timed> {
        let mut officers = self.officers.lock().unwrap_or_else(PoisonError::into_inner);
        officers[side].take().filter(|(known, _)| *known == level).map(|(_, player)| player)
    }

    /// Keeps the player of a side for its next decision.
    pub(super) fn keep_officer(&self, side: Side, officer: Officer) {
        self.officers.lock().unwrap_or_else(PoisonError::into_inner)[side] = Some(officer);
    }

    /// Lets all players go: nothing is due to them any more.
    pub(super) fn dismiss(&self) {
        *self.officers.lock().unwrap_or_else(PoisonError::into_inner) = BySide::default();
        // Whoever is thinking about a hint just now is let go with the game.
        if let Ok(mut adviser) = self.adviser.try_lock() {
            *adviser = Adviser::default();
        }
    }
}
