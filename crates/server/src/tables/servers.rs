//! Other servers on the same database: what they do to games that are in memory here.
//!
//! A game in memory is true as long as it stands where the database has it: its last entry, and the number of changes
//! of its keys. That is looked at before anybody is let in by a token, when another server tells of a change, and now
//! and then. What has come to it is read and made to count by the same code that rebuilds a table from storage; those
//! who listen here are told of it as of what was done here.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use atlas::{BySide, Side};
use rules::game::{BySeat, Seat};
use tokio::sync::watch;

use super::{Tables, failed, off_thread};
use crate::entry::Entry;
use crate::live::{EntryText, Live, News};
use crate::problem::Problem;
use crate::store::{Post, StoreError};
use crate::table::{Stand, Table};

/// What is told of a game whose listeners have changed, before its id.
const LISTENERS: char = '~';

/// What was known of a table before something came to it.
pub(super) struct Known {
    stand: Stand,
    entries: usize,
    seq: BySeat<u64>,
}

impl Known {
    pub fn of(table: &Table) -> Known {
        let seq = BySeat::each(|seat| table.seq_for(seat));
        Known { stand: table.stand(), entries: table.entries().len(), seq }
    }
}

impl Tables {
    /// Brings a game in memory to where the database has it.
    pub async fn refresh(self: &Arc<Tables>, live: &Arc<Live>) -> Result<(), Problem> {
        if !self.store.is_shared() {
            return Ok(());
        }
        let stand = self.store.stand(&live.id).await.map_err(failed)?;
        let known = live.stored();
        // Of a damaged game only what holds is in memory, and nothing comes to it.
        let damaged = live.table().damaged().is_some();
        if stand.is_some_and(|stand| stand == known || (damaged && stand.keys == known.keys)) {
            return Ok(());
        }
        let _turn = live.turn.lock().await;
        self.catch_up(live).await
    }

    /// Makes count what other servers have done to a game, for whoever has the turn; a game that is gone or cannot be
    /// followed is let go, to be opened anew.
    pub(super) async fn catch_up(self: &Arc<Tables>, live: &Arc<Live>) -> Result<(), Problem> {
        if live.is_dead() {
            return Ok(());
        }
        let tail = match self.store.tail(&live.id, live.table().seq()).await {
            Ok(Some(tail)) => tail,
            Ok(None) | Err(StoreError::Damaged(_)) => {
                self.bury(live);
                return Ok(());
            }
            Err(error) => return Err(failed(error)),
        };
        if tail.entries.is_empty() && tail.stand == live.stored() {
            return Ok(());
        }
        live.renew_clock(tail.clock, self.time.now());
        let (table, entries) = (live.table(), tail.entries);
        let known = Known::of(&table);
        if !entries.is_empty() {
            let table = off_thread(move || {
                let mut table = Table::clone(&table);
                entries.into_iter().for_each(|entry| table.take(Arc::new(entry), None));
                table
            });
            let table = table.await?;
            live.change(|old| *old = table);
        }
        // Whoever lost his seat hears of it before he is sent away.
        self.announce(live, &known);
        live.renew_keys(tail.keys, tail.stand.keys);
        self.wake(live);
        Ok(())
    }

    /// Learns when other servers last heard of the holders of the seats, before a seat may be given out again.
    pub(super) async fn renew_seen(&self, live: &Live) -> Result<(), Problem> {
        if self.store.is_shared() {
            live.renew_seen(&self.store.keys(&live.id).await.map_err(failed)?);
        }
        Ok(())
    }

    /// Tells what has come to a table since it was looked at, to everybody who listens; for whoever has the turn.
    pub(super) fn announce(&self, live: &Live, known: &Known) -> Vec<Arc<Entry>> {
        let table = live.table();
        // As they are told, with the hash that pins the record after each.
        let news = table.entries()[known.entries..].to_vec();
        if table.is_told_by_seat() {
            for seat in Seat::ALL {
                for entry in table.entries_after(seat, known.seq[seat]) {
                    live.tell(News::SeatEntry(seat, Arc::new(EntryText::of(entry))));
                }
            }
        } else {
            for entry in &news {
                live.tell(News::Entry(Arc::new(EntryText::of(entry))));
            }
        }
        live.heed(known.stand);
        news
    }

    /// Follows what other servers do, until the server stops.
    pub async fn follow(self: Arc<Tables>, mut stopping: watch::Receiver<bool>) {
        let Some(heard) = self.store.heard() else { return };
        // A server that nobody can hear is as late as that.
        let mut looks = tokio::time::interval(self.store.lease() / 2);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let post = tokio::select! {
                post = heard.take() => post,
                _ = looks.tick() => Some(Post::Lost),
                _ = stopping.wait_for(|stopping| *stopping) => None,
            };
            let done = match post {
                None => break,
                Some(Post::Lost) => self.look_around().await,
                Some(Post::News(news)) => self.hear(news).await,
            };
            if let Err(problem) = done {
                tracing::warn!(
                    ?problem,
                    "what other servers do is not known; it is looked at again"
                );
            }
        }
        if let Err(error) = self.store.leave().await {
            tracing::debug!(%error, "the other servers find out that this one has ended");
        }
    }

    /// A game that is in memory.
    fn known(&self, id: &str) -> Option<Arc<Live>> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.get(id).and_then(|slot| slot.get().cloned())
    }

    /// Looks at the games of which another server tells.
    async fn hear(self: &Arc<Tables>, news: Vec<String>) -> Result<(), Problem> {
        let mut presence = Vec::new();
        for message in news {
            if let Some(id) = message.strip_prefix(LISTENERS) {
                presence.extend(self.known(id));
                continue;
            }
            let (id, seq) = match message.split_once('@') {
                Some((id, seq)) => (id, seq.parse::<u64>().ok()),
                None => (message.as_str(), None),
            };
            let Some(live) = self.known(id) else { continue };
            // Most often it was told by this server itself.
            if seq.is_none_or(|seq| live.table().seq() < seq) {
                self.refresh(&live).await?;
            }
        }
        self.look_for_listeners(&presence).await
    }

    /// Looks at everything that somebody waits for here.
    async fn look_around(self: &Arc<Tables>) -> Result<(), Problem> {
        self.store.beat().await.map_err(failed)?;
        let all: Vec<Arc<Live>> = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.values().filter_map(|slot| slot.get().cloned()).collect()
        };
        let waited = |live: &Arc<Live>| live.streams() > 0 || live.computer_seats.due().is_some();
        let lives: Vec<Arc<Live>> = all.into_iter().filter(waited).collect();
        let ids: Vec<String> = lives.iter().map(|live| live.id.clone()).collect();
        let stands = self.store.stands(&ids).await.map_err(failed)?;
        let stands: HashMap<String, _> = stands.into_iter().collect();
        for live in &lives {
            if stands.get(&live.id) != Some(&live.stored()) {
                self.refresh(live).await?;
            }
            if live.streams() > 0 {
                self.note_listeners(live).await?;
            }
        }
        self.look_for_listeners(&lives).await
    }

    async fn look_for_listeners(&self, lives: &[Arc<Live>]) -> Result<(), Problem> {
        if lives.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> = lives.iter().map(|live| live.id.clone()).collect();
        let mut elsewhere: HashMap<String, BySide<bool>> = HashMap::new();
        for (game, side) in self.store.elsewhere(&ids).await.map_err(failed)? {
            elsewhere.entry(game).or_default()[side] = true;
        }
        for live in lives {
            live.note_elsewhere(elsewhere.remove(&live.id).unwrap_or_default());
        }
        Ok(())
    }

    async fn note_listeners(&self, live: &Live) -> Result<(), Problem> {
        let here = live.listen_here();
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|side| here[*side]).collect();
        self.store.note_listeners(&live.id, &sides).await.map_err(failed)
    }

    /// Lets the other servers know who listens here, if there are any; nobody waits for that.
    pub fn tell_listeners(self: &Arc<Tables>, live: &Arc<Live>) {
        let running = tokio::runtime::Handle::try_current();
        let (true, Ok(running)) = (self.store.is_shared(), running) else { return };
        let (tables, live) = (Arc::clone(self), Arc::clone(live));
        running.spawn(async move {
            if tables.note_listeners(&live).await.is_ok() {
                tables.store.tell(format!("{LISTENERS}{}", live.id));
            }
        });
    }
}
