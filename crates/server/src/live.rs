//! A game in memory: its table as it stands, who holds its tokens, who listens.
//!
//! Whoever looks takes the table of the moment and keeps it; whoever changes it waits for his turn.
//! So nobody who looks waits for a change that is being stored, and no change for somebody who
//! looks.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Instant;

use atlas::{BySide, Side};
use rules::game::Seat;
use serde::Serialize;
use tokio::sync::{Notify, broadcast};

use crate::entry::Entry;
use crate::moment::Moment;
use crate::pace::{Ledger, Next};
use crate::staff::ComputerSeats;
use crate::store::{KeyChange, Stand as Stored};
use crate::table::{Around, ClocksShown, Stand, Table};
use crate::tokens::{Keys, Opened, Role, TokenHash};

/// How many news a slow listener may be behind before its stream is closed; it then resumes from
/// storage.
const MOST_BEHIND: usize = 256;

/// How exactly it is known when the holder of a seat was last heard of, in milliseconds.
const NOTED_EVERY: i64 = 60 * 60 * 1000;

/// What listeners are told.
#[derive(Clone, Debug)]
pub enum News {
    /// Something happened at the table, and everybody is told of it alike.
    Entry(Arc<EntryText>),
    /// A seat is told of something in a hidden game.
    SeatEntry(Seat, Arc<EntryText>),
    /// Somebody came or went, or a computer began or ceased to think.
    Presence(Presence),
    /// A token died: whoever listens by it hears no more.
    TokenGone(TokenHash),
    /// The game is no longer here.
    Gone,
}

/// Who is at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Presence {
    /// Whose page listens.
    #[serde(flatten)]
    pub connected: BySide<bool>,
    /// Whose computer is thinking.
    pub thinking: Option<Side>,
}

/// An entry and its text, made once for all listeners.
#[derive(Debug)]
pub struct EntryText {
    /// Its number.
    pub seq: u64,
    /// As it is sent.
    pub json: String,
}

impl EntryText {
    /// An entry as it is sent.
    pub fn of(entry: &Entry) -> EntryText {
        EntryText { seq: entry.seq, json: serde_json::to_string(entry).unwrap_or_default() }
    }
}

/// A game in memory.
pub struct Live {
    /// Its id.
    pub id: String,
    table: Mutex<Arc<Table>>,
    /// Whoever changes the game has the turn until the change is stored and the table shows it.
    pub turn: tokio::sync::Mutex<()>,
    keys: RwLock<Keys>,
    clock: Mutex<Ledger>,
    /// Whether somebody keeps the clock.
    pub keeps_clock: AtomicBool,
    /// Told when another clock runs, or none.
    pub clock_changed: Notify,
    /// Whether the clock differs from what was written down of it.
    pub clock_is_new: AtomicBool,
    /// Whether somebody writes it down.
    pub notes_clock: AtomicBool,
    /// Its computers.
    pub computer_seats: ComputerSeats,
    news: broadcast::Sender<News>,
    listening: Mutex<BySide<usize>>,
    /// Which seats listen at other servers.
    elsewhere: Mutex<BySide<bool>>,
    /// How often its keys had changed when they were read.
    keys_read: AtomicI64,
    streams: AtomicUsize,
    dead: AtomicBool,
    touched: AtomicU64,
    born: Instant,
}

impl Live {
    /// A game with its keys and its clock.
    pub fn new(table: Table, keys: Keys, clock: Ledger) -> Live {
        let computer_seats = ComputerSeats::default();
        computer_seats.set_due(table.due().map(|(side, _)| side));
        computer_seats.visit();
        Live {
            computer_seats,
            id: table.id.clone(),
            table: Mutex::new(Arc::new(table)),
            turn: tokio::sync::Mutex::default(),
            keys: RwLock::new(keys),
            clock: Mutex::new(clock),
            keeps_clock: AtomicBool::new(false),
            clock_changed: Notify::new(),
            clock_is_new: AtomicBool::new(false),
            notes_clock: AtomicBool::new(false),
            news: broadcast::channel(MOST_BEHIND).0,
            listening: Mutex::default(),
            elsewhere: Mutex::default(),
            keys_read: AtomicI64::new(0),
            streams: AtomicUsize::new(0),
            dead: AtomicBool::new(false),
            touched: AtomicU64::new(0),
            born: Instant::now(),
        }
    }

    /// The table as it stands.
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(&self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the table, for whoever has the turn. Those who look at it go on seeing it as it was.
    pub fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut table))
    }

    /// Where it stands, as it is known here.
    pub fn stored(&self) -> Stored {
        let keys = self.keys_read.load(Ordering::SeqCst);
        Stored { seq: self.table().seq().cast_signed(), keys }
    }

    /// Notes how often its keys have changed.
    pub fn note_keys(&self, changed: i64) {
        self.keys_read.store(changed, Ordering::SeqCst);
    }

    /// Takes over the keys that another server has changed; whoever listens by one that died is sent away.
    pub fn renew_keys(&self, new: Keys, changed: i64) {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut *keys, new);
        let gone = old.tokens.into_iter().filter(|known| !keys.tokens.contains(known));
        let gone: Vec<(Role, TokenHash)> = gone.collect();
        self.note_keys(changed);
        drop(keys);
        gone.into_iter().for_each(|(_, hash)| self.tell(News::TokenGone(hash)));
    }

    /// Takes over when the holders of the seats were last heard of elsewhere, where that is later.
    pub fn renew_seen(&self, other: &Keys) {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        for side in Side::BOTH {
            keys.seen[side] = keys.seen[side].max(other.seen[side]);
        }
    }

    /// Takes over what another server has counted of the phases' time.
    pub fn renew_clock(&self, other: Ledger, now: i64) {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).take_over(other, now);
    }

    /// What a token lets its holder do.
    pub fn role(&self, sent: &TokenHash) -> Option<Role> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).role(sent)
    }

    /// What a word opens.
    pub fn opens(&self, sent: &TokenHash) -> Option<Opened> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).opens(sent)
    }

    /// When the holder of a seat was last heard of.
    pub fn seen(&self, side: Side) -> Option<Moment> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).seen[side]
    }

    /// Notes that the holder of a role was heard of now; whether that is worth writing down.
    pub fn see(&self, role: Role, now: Moment) -> bool {
        let lately = |seen: Option<Moment>, every: i64| {
            seen.is_some_and(|seen| now.0.saturating_sub(seen.0) < every)
        };
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let known = match role.side() {
            Some(side) => lately(keys.seen[side], NOTED_EVERY),
            None => lately(keys.touched, 24 * NOTED_EVERY),
        };
        drop(keys);
        if !known {
            let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
            match role.side() {
                Some(side) => keys.seen[side] = Some(now),
                None => keys.touched = Some(now),
            }
        }
        !known
    }

    /// Leaves the game to these seats: no other token opens it any more.
    pub fn leave_to(&self, stay: &[Side]) {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let stays = |role: Role| role.side().is_some_and(|side| stay.contains(&side));
        let (kept, gone) = keys.tokens.iter().partition(|(role, _)| stays(*role));
        keys.tokens = kept;
        keys.invitations.retain(|offer| offer.spent && stay.contains(&offer.side));
        self.keys_read.fetch_add(1, Ordering::SeqCst);
        drop(keys);
        let gone: Vec<(Role, TokenHash)> = gone;
        gone.into_iter().for_each(|(_, hash)| self.tell(News::TokenGone(hash)));
    }

    /// Changes the keys; whoever listens by a token that dies is sent away.
    pub fn change_keys(&self, change: &KeyChange, now: Moment) {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let gone = change.make(&mut keys, now);
        self.keys_read.fetch_add(1, Ordering::SeqCst);
        drop(keys);
        gone.into_iter().for_each(|hash| self.tell(News::TokenGone(hash)));
    }

    /// Lets the clocks run for what stands, if it is played against any; what one of them has to do next.
    pub fn run_clock(&self, now: i64) -> Option<Next> {
        if !self.table().has_clock() {
            return None;
        }
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock: of two who let the clocks run, the later knows the later table.
        let table = self.table();
        let timers = table.timers();
        if clock.run(&timers, table.absent_witnesses(), table.play().count(), now) {
            self.clock_is_new.store(true, Ordering::SeqCst);
            self.clock_changed.notify_one();
        }
        timers.iter().filter_map(|timer| clock.next(timer, now)).min_by_key(|next| next.after)
    }

    /// The clocks as they are to be written down.
    pub fn clock(&self) -> Ledger {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many days of the vacation that a player is on have begun.
    pub fn days_begun(&self, side: Side, now: i64) -> i64 {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).days_begun(side, now)
    }

    /// What is around a table as it stands, and since when its clock runs; `stands`: no clock runs just now.
    pub fn around(&self, table: &Table, now: i64, stands: bool) -> (Around, Option<i64>) {
        let connected = self.connected();
        if !table.has_clock() {
            return (Around { connected, ..Around::default() }, None);
        }
        let clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let ClocksShown { clock, pace, since } = table.clocks_shown(&clock, now, stands);
        (Around { connected, clock, pace }, since.filter(|_| !stands))
    }

    /// Tells the listeners.
    pub fn tell(&self, news: News) {
        // Nobody listening is no fault.
        let _ = self.news.send(news);
    }

    /// Hears the news from now on.
    pub fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Which seats listen.
    pub fn connected(&self) -> BySide<bool> {
        self.with_elsewhere(&self.listening.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Which seats listen at this server.
    pub fn listen_here(&self) -> BySide<bool> {
        connected(&self.listening.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes which seats listen at other servers.
    pub fn note_elsewhere(&self, sides: BySide<bool>) {
        let listening = self.listening.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.with_elsewhere(&listening);
        *self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner) = sides;
        self.tell_presence(before, self.with_elsewhere(&listening));
    }

    fn with_elsewhere(&self, listening: &BySide<usize>) -> BySide<bool> {
        let here = connected(listening);
        let elsewhere = *self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        BySide {
            union: here.union || elsewhere.union,
            confederate: here.confederate || elsewhere.confederate,
        }
    }

    fn tell_presence(&self, before: BySide<bool>, after: BySide<bool>) {
        if before != after {
            let thinking = self.computer_seats.due();
            self.tell(News::Presence(Presence { connected: after, thinking }));
        }
    }

    /// How many listen.
    pub fn streams(&self) -> usize {
        self.streams.load(Ordering::Relaxed)
    }

    /// Counts a listener of these seats in.
    pub fn come(&self, seats: &[Side]) {
        self.streams.fetch_add(1, Ordering::Relaxed);
        self.count(seats, |count| count + 1);
    }

    /// Counts a listener of these seats out.
    pub fn leave(&self, seats: &[Side]) {
        self.streams.fetch_sub(1, Ordering::Relaxed);
        self.count(seats, |count| count.saturating_sub(1));
    }

    fn count(&self, seats: &[Side], change: impl Fn(usize) -> usize) {
        // Told under the lock: of two who come and go together, the later is told later.
        let mut listening = self.listening.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.with_elsewhere(&listening);
        for &side in seats {
            listening[side] = change(listening[side]);
        }
        self.tell_presence(before, self.with_elsewhere(&listening));
    }

    /// Who is at the table.
    pub fn presence(&self) -> Presence {
        Presence { connected: self.connected(), thinking: self.computer_seats.due() }
    }

    /// Lets the computers know that something happened; for whoever has the turn. What they think
    /// about is interrupted if the game is no longer where it was, or others play it.
    pub fn heed(&self, before: Stand) {
        let table = self.table();
        if table.stand() != before {
            self.computer_seats.interrupt();
        }
        let thinking = table.due().map(|(side, _)| side);
        let listening = self.listening.lock().unwrap_or_else(PoisonError::into_inner);
        if self.computer_seats.set_due(thinking) {
            let connected = self.with_elsewhere(&listening);
            self.tell(News::Presence(Presence { connected, thinking }));
        }
    }

    /// Marks it as no longer true: it was deleted, or storage and memory may differ.
    pub fn bury(&self) {
        self.dead.store(true, Ordering::SeqCst);
        self.tell(News::Gone);
    }

    /// Whether it is no longer true.
    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::SeqCst)
    }

    /// Notes that somebody wanted it.
    pub fn touch(&self) {
        let now = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.touched.store(now, Ordering::Relaxed);
    }

    /// How long nobody has wanted it, in milliseconds.
    pub fn idle(&self) -> u64 {
        let now = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        now.saturating_sub(self.touched.load(Ordering::Relaxed))
    }
}

fn connected(listening: &BySide<usize>) -> BySide<bool> {
    BySide { union: listening.union > 0, confederate: listening.confederate > 0 }
}
