//! Games against the clock: it runs while the server does, and when a time has run out, the table does what was agreed.
//!
//! What is due soon is waited for beside the game, in memory. What is due later is found in storage when it comes, so
//! that a game that nobody looks at takes up no room, and its players are reminded all the same.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use tokio::sync::watch;

use super::{ChangeRequest, Hitch, Right, Tables};
use crate::live::Live;
use crate::pace::{Alarm, BEAT, Next, ServerTime, StintKind};
use crate::problem::Problem;
use crate::store::{Change, StoreError};
use crate::table::{Around, Command, Request, Ring, Table};
use crate::tokens::Role;

/// How long before something is due it is waited for beside the game, in milliseconds.
const HORIZON: i64 = 60_000;

/// How many games are looked for in storage at once.
const MOST_DUE: i64 = 500;

/// How many games that cannot be opened are remembered, so that they are not in the way of others.
const MOST_CLOSED: usize = 10_000;

const fn beat() -> i64 {
    BEAT.as_millis() as i64
}

impl Tables {
    /// The time by which clocks count.
    pub fn time(&self) -> &ServerTime {
        &self.time
    }

    /// What is around a table now, and since when its clock runs.
    pub fn around(&self, live: &Live, table: &Table) -> (Around, Option<i64>) {
        live.around(table, self.time.now(), self.time.stands())
    }

    /// Goes on with the time where it was written down.
    pub async fn begin_time(&self) -> Result<(), StoreError> {
        self.time.catch_up(self.store.time().await?);
        Ok(())
    }

    /// Sees to it that somebody keeps the clocks of a game, if one of them soon has something to do, and that what is
    /// new about them is written down. Cheap enough for every request.
    pub fn keep_clock(self: &Arc<Tables>, live: &Arc<Live>) {
        let next = live.run_clock(self.time.now());
        self.note_clock(live);
        if next.is_some_and(|next| is_soon(&next)) && !live.keeps_clock.swap(true, Ordering::SeqCst)
        {
            tokio::spawn(Arc::clone(self).watch_clock(Arc::clone(live)));
        }
    }

    async fn watch_clock(self: Arc<Tables>, live: Arc<Live>) {
        loop {
            if self.tick(&live).await {
                continue;
            }
            live.keeps_clock.store(false, Ordering::SeqCst);
            // Something may have happened between the look and the laying down of the duty.
            let next = live.run_clock(self.time.now());
            let waits = next.is_some_and(|next| is_soon(&next) && next.after > 0);
            let over = live.is_dead() || self.is_stopping();
            if !waits || over || live.keeps_clock.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    }

    /// Waits for the next thing that a clock soon has to do, and does it; whether there may be more.
    async fn tick(self: &Arc<Tables>, live: &Arc<Live>) -> bool {
        let next = live.run_clock(self.time.now());
        self.note_clock(live);
        let Some(next) = next.filter(is_soon) else { return false };
        if live.is_dead() || self.is_stopping() {
            return false;
        }
        let stands = self.time.stands();
        if next.after > 0 || stands {
            let after = if stands { beat() } else { next.after };
            tokio::select! {
                () = self.clock.pass(after) => {}
                () = live.clock_changed.notified() => {}
            }
            return !self.is_stopping();
        }
        // At an empty table no phase is ended: it is done when somebody comes.
        let phase = next.timer.key.kind == StintKind::Phase;
        if phase
            && live.streams() == 0
            && !live.computer_seats.was_visited(self.thinkers().times().unseen)
        {
            return false;
        }
        match self.command(&live.id, self.ring(&next)).await {
            Ok(()) | Err(Problem::NotAllowed(_) | Problem::Over) => true,
            Err(problem) => {
                tracing::error!(?problem, "a time that has run out");
                false
            }
        }
    }

    fn ring(&self, next: &Next) -> Request {
        let Next { timer, alarm, .. } = *next;
        let ring = Ring { key: timer.key, alarm, left: next.left };
        let role = Role::of(timer.key.side);
        Request { role, request: None, version: None, command: Command::Ring(ring) }
    }

    /// Does what a time that has run out brings with it before anything else is done; for whoever has the turn.
    pub(super) async fn expire_in_turn(&self, live: &Arc<Live>) -> Result<(), Hitch> {
        let next = live.run_clock(self.time.now());
        let due = |next: &Next| next.after == 0 && next.alarm == Alarm::End;
        let Some(next) = next.filter(due).filter(|_| !self.time.stands()) else { return Ok(()) };
        let request = self.ring(&next);
        let wanted = ChangeRequest { request, right: Right::Server, key: None, lease: None };
        Box::pin(self.change_in_turn(live, wanted)).await.map(|_| ())
    }

    /// Sees to it that what is new about the clocks of a game is written down.
    fn note_clock(self: &Arc<Tables>, live: &Arc<Live>) {
        let new = live.clock_is_new.load(Ordering::SeqCst);
        if !new || live.is_dead() || live.notes_clock.swap(true, Ordering::SeqCst) {
            return;
        }
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            loop {
                let written = tables.write_clock(&live).await;
                live.notes_clock.store(false, Ordering::SeqCst);
                let again = written && live.clock_is_new.load(Ordering::SeqCst);
                if !again || live.notes_clock.swap(true, Ordering::SeqCst) {
                    return;
                }
            }
        });
    }

    /// Writes the clocks of a game down; whether that is done.
    async fn write_clock(&self, live: &Live) -> bool {
        live.clock_is_new.store(false, Ordering::SeqCst);
        let (game, clock, at) = (live.id.clone(), live.clock(), self.time.now());
        match self.store.write(Change::Clock { game, clock, at }).await {
            Ok(()) => {
                self.time.set_standing(false);
                true
            }
            Err(error) => {
                tracing::warn!(%error, "a clock was not noted: all clocks stand");
                self.time.set_standing(true);
                // It is, with the next request.
                live.clock_is_new.store(true, Ordering::SeqCst);
                false
            }
        }
    }

    /// Keeps the time until the server stops: it is written down while a clock runs, and games whose clocks have
    /// something to do are brought into memory.
    pub async fn keep_time(self: Arc<Tables>, mut stopping: watch::Receiver<bool>) {
        let mut closed = HashSet::new();
        loop {
            self.beat(&mut closed).await;
            tokio::select! {
                () = self.clock.pass(beat()) => {}
                _ = stopping.wait_for(|stopping| *stopping) => return,
            }
        }
    }

    async fn beat(self: &Arc<Tables>, closed: &mut HashSet<String>) {
        let due = match self.write_time().await {
            Ok(due) => due,
            Err(error) => {
                tracing::warn!(%error, "the time cannot be written down: all clocks stand");
                self.time.set_standing(true);
                return;
            }
        };
        if !due.is_empty() {
            self.time.set_standing(false);
        }
        let soon = self.time.now().saturating_add(HORIZON);
        for (game, due) in due {
            if due > soon || closed.contains(&game) || self.is_stopping() {
                continue;
            }
            match self.open(&game).await {
                Ok(live) => self.wake(&live),
                // It cannot be brought to a table, now or later.
                Err(Problem::ReadOnly(_) | Problem::Damaged(_)) => {
                    if closed.len() >= MOST_CLOSED {
                        closed.clear();
                    }
                    closed.insert(game);
                }
                Err(_) => {}
            }
        }
    }

    /// Writes the time down, if a clock runs; which games have something to do next.
    async fn write_time(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let due = self.store.clocks_due(MOST_DUE).await?;
        if !due.is_empty() {
            self.store.write(Change::Time { at: self.time.now() }).await?;
            // Another server may have counted further.
            self.time.catch_up(self.store.time().await?);
        }
        Ok(due)
    }

    /// Writes all clocks down: the server ends.
    pub async fn stop_clocks(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        let all: Vec<Arc<Live>> = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.values().filter_map(|slot| slot.get().cloned()).collect()
        };
        for live in all {
            live.run_clock(self.time.now());
            // What is on its way to storage must be there before the time is written down.
            let on_its_way = live.notes_clock.load(Ordering::SeqCst);
            if on_its_way || live.clock_is_new.load(Ordering::SeqCst) {
                self.write_clock(&live).await;
            }
        }
        if let Err(error) = self.write_time().await {
            tracing::warn!(%error, "the time was not written down at the end");
        }
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }
}

/// Whether something is waited for beside the game. The end of a phase always is: nobody is sent for it.
fn is_soon(next: &Next) -> bool {
    next.after <= HORIZON || next.timer.key.kind == StintKind::Phase
}
