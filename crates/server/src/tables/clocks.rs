//! Games against the clock: it runs while the server does, and when a phase's time has run out, the table ends it.

use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use super::{ChangeRequest, Hitch, Right, Tables};
use crate::live::Live;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::Change;
use crate::table::{Command, Request};
use crate::tokens::Role;

/// How often it is written down how much time a phase has taken, in milliseconds. So much is lost, in its player's
/// favour, when the machine fails.
const NOTED_EVERY: i64 = 5_000;

impl Tables {
    /// Sees to it that somebody keeps the clock of a game, if it has one that runs. Cheap enough for every request.
    pub fn keep_clock(self: &Arc<Tables>, live: &Arc<Live>) {
        let now = self.clock.now();
        let runs = live.run_clock(now).is_some_and(|(phase, _)| phase.runs);
        if runs && !live.keeps_clock.swap(true, Ordering::SeqCst) {
            tokio::spawn(Arc::clone(self).watch_clock(Arc::clone(live)));
        }
    }

    async fn watch_clock(self: Arc<Tables>, live: Arc<Live>) {
        loop {
            let again = self.tick(&live).await;
            if again {
                continue;
            }
            live.keeps_clock.store(false, Ordering::SeqCst);
            // Something may have happened between the look and the laying down of the duty.
            let now = self.clock.now();
            let runs = live.run_clock(now).is_some_and(|(phase, left)| phase.runs && left > 0);
            let over = live.is_dead() || self.is_stopping();
            if !runs || over || live.keeps_clock.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    }

    /// Waits for the next thing that the clock has to do, and does it; whether there may be more.
    async fn tick(self: &Arc<Tables>, live: &Arc<Live>) -> bool {
        let now = self.clock.now();
        let phase = live.run_clock(now);
        self.note_clock(live, now).await;
        let Some((phase, left)) = phase.filter(|(phase, _)| phase.runs) else { return false };
        if live.is_dead() || self.is_stopping() {
            return false;
        }
        if left > 0 {
            let next = Moment(now.0.saturating_add(left.min(NOTED_EVERY)));
            tokio::select! {
                () = self.clock.reach(next) => {}
                () = live.clock_changed.notified() => {}
            }
            return !self.is_stopping();
        }
        // At an empty table nobody is hurried: it is done when somebody comes.
        if live.streams() == 0 && !live.computer_seats.was_visited(self.thinkers().times().unseen) {
            return false;
        }
        let request = expiry(Role::of(phase.side), phase.began);
        match self.command(&live.id, request).await {
            Ok(()) | Err(Problem::NotAllowed(_) | Problem::Over) => true,
            Err(problem) => {
                tracing::error!(?problem, "a phase whose time has run out");
                false
            }
        }
    }

    /// Ends a phase whose time has run out before anything else is done; for whoever has the turn.
    pub(super) async fn expire_in_turn(&self, live: &Arc<Live>) -> Result<(), Hitch> {
        let run_out =
            live.run_clock(self.clock.now()).filter(|(phase, left)| phase.runs && *left <= 0);
        let Some((phase, _)) = run_out else { return Ok(()) };
        let request = expiry(Role::of(phase.side), phase.began);
        let wanted = ChangeRequest { request, right: Right::Server, key: None, lease: None };
        Box::pin(self.change_in_turn(live, wanted)).await.map(|_| ())
    }

    /// Writes down how much time the phases of a game have taken.
    async fn note_clock(&self, live: &Live, now: Moment) {
        let Some(clock) = live.settled_clock(now) else { return };
        let change = Change::Clock { game: live.id.clone(), clock };
        if let Err(error) = self.store.write(change).await {
            tracing::warn!(%error, "a clock was not noted");
        }
    }

    /// Stops all clocks and writes them down: the server ends.
    pub async fn stop_clocks(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        let now = self.clock.now();
        let all: Vec<Arc<Live>> = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.values().filter_map(|slot| slot.get().cloned()).collect()
        };
        for live in all {
            if live.run_clock(now).is_some() {
                self.note_clock(&live, now).await;
            }
        }
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }
}

fn expiry(role: Role, began: usize) -> Request {
    Request { role, request: None, version: None, command: Command::Expire(began) }
}
