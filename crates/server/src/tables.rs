//! All games: those in memory, the others in storage. The only place where the two meet.
//!
//! A change is planned and stored by whoever has the game's turn, and counts in memory only after it is
//! stored. It runs in a task of its own: a client that hangs up cannot leave memory and storage different.

mod clocks;
mod keys;
mod load;
mod servers;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use atlas::Side;
use rules::game::Seat;
use tokio::sync::OnceCell;

use crate::app::Pass;
use crate::catalogue::Catalogue;
use crate::clock::Clock;
use crate::entry::Entry;
use crate::expiry;
use crate::live::Live;
use crate::notices::{Office, telling};
use crate::pace::{Ledger, ServerTime};
use crate::problem::Problem;
use crate::readers::{Line, Readers, Wish};
use crate::staff::{Origin, Thinkers, seats};
use crate::store::{Change, KeyChange, Lease, Store, StoreError};
use crate::table::{Around, GameView, Planned, Request, Table, eyes, makes_invitation};
use crate::tokens::{Keys, NoRandomness, Opened, Role, TokenHash};
use crate::unreadable_game::UnreadableGame;

pub use keys::{Reissued, Rekeyed};
use load::unreadable;
pub use load::{fold, lay, started};
use servers::Known;

/// How often a change is tried whose table was let go meanwhile, or to which another server has added something.
const MOST_TRIES: usize = 8;

type Slot = Arc<OnceCell<Arc<Live>>>;

/// What came of a request that was carried out.
pub struct Done {
    /// The version after it.
    pub version: u64,
    /// It had been carried out before.
    pub repeated: bool,
    /// The entries it made.
    pub news: Vec<Arc<Entry>>,
    /// The game after it, as the asker sees it.
    pub view: GameView,
}

/// A change that somebody wants.
#[derive(Clone)]
struct ChangeRequest {
    request: Request,
    /// By what right it is asked for.
    right: Right,
    /// Another key.
    key: Option<KeyChange>,
    /// What must still be held when it is made.
    lease: Option<Lease>,
}

/// Why a change was not made.
enum Hitch {
    /// It cannot be.
    Problem(Problem),
    /// Another server has changed the game meanwhile.
    Overtaken,
}

impl From<Problem> for Hitch {
    fn from(problem: Problem) -> Hitch {
        Hitch::Problem(problem)
    }
}

/// By what right something is asked for; it is looked at again when nothing can come between.
#[derive(Clone, Copy)]
enum Right {
    /// The server itself asks.
    Server,
    /// Somebody holds this token.
    Token(TokenHash),
    /// Somebody was invited.
    Invitation(TokenHash),
}

/// A change that was made.
struct Changed {
    /// The table after it.
    table: Arc<Table>,
    around: Around,
    repeated: bool,
    news: Vec<Arc<Entry>>,
}

/// A game that is stored.
pub enum Found {
    /// It can be played, or looked at.
    Game(Arc<Live>),
    /// It cannot be brought to a table.
    Unreadable(Box<UnreadableGame>),
}

/// All games.
pub struct Tables {
    store: Arc<Store>,
    catalogue: Arc<Catalogue>,
    slots: Mutex<HashMap<String, Slot>>,
    most: usize,
    workers: Workers,
    clock: Clock,
    time: ServerTime,
    stopping: AtomicBool,
}

/// Those who work for the tables.
pub struct Workers {
    /// They think for the computers.
    pub thinkers: Arc<Thinkers>,
    /// They read games.
    pub readers: Arc<Readers>,
    /// They write to players who are not here.
    pub office: Arc<Office>,
}

/// How a game is brought from storage to a table.
const OPENING: Wish = Wish { line: Line::Opening, origin: None };

impl Tables {
    /// The games of a store, of which so many stay in memory.
    pub fn new(
        store: Arc<Store>,
        catalogue: Arc<Catalogue>,
        workers: Workers,
        clock: Clock,
        most: usize,
    ) -> Tables {
        let (slots, stopping) = (Mutex::default(), AtomicBool::new(false));
        let time = ServerTime::new(clock.clone());
        Tables { store, catalogue, slots, most: most.max(1), workers, clock, time, stopping }
    }

    /// The hour.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The battles.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The storage.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Those who think for the computers.
    pub fn thinkers(&self) -> &Thinkers {
        &self.workers.thinkers
    }

    /// Those who read games.
    pub fn readers(&self) -> &Arc<Readers> {
        &self.workers.readers
    }

    /// How many games are in memory.
    pub fn in_memory(&self) -> usize {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Sees to it that somebody plays for the computers of a game and keeps its clock, if there is something to do.
    pub fn wake(self: &Arc<Tables>, live: &Arc<Live>) {
        seats::wake(self, live);
        self.keep_clock(live);
    }

    /// A game, brought into memory if it is not there.
    pub async fn open(&self, id: &str) -> Result<Arc<Live>, Problem> {
        let slot = self.slot(id);
        let opened = slot.get_or_try_init(|| self.load(id)).await.cloned();
        match &opened {
            Ok(live) => live.touch(),
            Err(_) => self.forget_empty(id, &slot),
        }
        opened
    }

    /// A game, also one that cannot be brought to a table.
    pub async fn find(&self, id: &str) -> Result<Found, Problem> {
        match self.open(id).await {
            Ok(live) => Ok(Found::Game(live)),
            Err(problem @ (Problem::ReadOnly(_) | Problem::Damaged(_))) => {
                let why = problem.document().detail;
                let remains = self.store.remains(id).await.map_err(failed)?;
                let remains = remains.ok_or(Problem::UnknownGame)?;
                Ok(Found::Unreadable(Box::new(UnreadableGame::new(id, why, remains))))
            }
            Err(problem) => Err(problem),
        }
    }

    /// What a word opens in a game; the game is not brought into memory for it.
    pub async fn opens(self: &Arc<Tables>, id: &str, token: &TokenHash) -> Result<Opened, Problem> {
        let live = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.get(id).and_then(|slot| slot.get().cloned())
        };
        if let Some(live) = live {
            self.refresh(&live).await?;
            if !live.is_dead() {
                return live.opens(token).ok_or(Problem::BadToken);
            }
        }
        let keys = self.store.keys(id).await.map_err(failed)?;
        // Every game has tokens.
        if keys.is_empty() {
            return Err(Problem::UnknownGame);
        }
        keys.opens(token).ok_or(Problem::BadToken)
    }

    fn slot(&self, id: &str) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(id) {
            return Arc::clone(slot);
        }
        if slots.len() >= self.most {
            make_room(&mut slots);
        }
        Arc::clone(slots.entry(id.to_owned()).or_default())
    }

    fn forget_empty(&self, id: &str, slot: &Slot) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.get(id).is_some_and(|known| Arc::ptr_eq(known, slot) && known.get().is_none()) {
            slots.remove(id);
        }
    }

    /// Lets go of a game whose memory is no longer true.
    fn bury(&self, live: &Arc<Live>) {
        live.bury();
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |slot: &Slot| slot.get().is_some_and(|known| Arc::ptr_eq(known, live));
        if slots.get(&live.id).is_some_and(same) {
            slots.remove(&live.id);
        }
    }

    async fn load(&self, id: &str) -> Result<Arc<Live>, Problem> {
        // Before what it tells of: what changes in between is seen at the next look.
        let stand = self.store.stand(id).await.map_err(unreadable)?;
        let loaded = self.store.load(id).await.map_err(unreadable)?.ok_or(Problem::UnknownGame)?;
        let keys = self.store.keys(id).await.map_err(failed)?;
        let catalogue = Arc::clone(&self.catalogue);
        let table = self.readers().read(OPENING, move || fold(&catalogue, loaded)).await??;
        let clock = self.store.clock(id).await.map_err(failed)?;
        let live = Live::new(table, keys, clock);
        live.note_keys(stand.map_or(0, |stand| stand.keys));
        Ok(Arc::new(live))
    }

    /// Whether there is room for another game; games in which nothing was ever done make some.
    async fn check_room(&self, most: usize) -> Result<(), Problem> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        if self.store.count().await.map_err(failed)? < most {
            return Ok(());
        }
        self.store.write(expiry::make_room(self.clock.now())).await.map_err(failed)?;
        if self.store.count().await.map_err(failed)? < most { Ok(()) } else { Err(Problem::NoRoom) }
    }

    /// Stores a new table, and gives the game as its owner sees it. It is stored last: what is stored can
    /// be shown.
    pub async fn create(
        self: &Arc<Tables>,
        table: Table,
        keys: Keys,
        most: usize,
        origin: Origin,
    ) -> Result<GameView, Problem> {
        let tables = Arc::clone(self);
        in_a_task(async move {
            let (table, view) = off_thread(move || {
                let view = table.view(Role::Owner, Around::default());
                (table, view)
            })
            .await?;
            tables.check_room(most).await?;
            let game = Box::new(table.stored());
            let entries = table.entries().to_vec();
            let change = Change::Create { game, keys: Box::new(keys.clone()), entries };
            tables.store.write(change).await.map_err(failed)?;
            let slot = tables.slot(&table.id);
            // Nobody has opened it yet: the id has not been told.
            let live = Arc::new(Live::new(table, keys, Ledger::default()));
            live.computer_seats.set_origin(origin);
            let _ = slot.set(Arc::clone(&live));
            tables.wake(&live);
            Ok(view)
        })
        .await
    }

    /// Carries out a request of the server itself.
    pub async fn command(self: &Arc<Tables>, id: &str, request: Request) -> Result<(), Problem> {
        self.command_by_lease(id, request, None).await
    }

    /// Carries out a request of the server itself, if it still holds what it must hold for it.
    pub async fn command_by_lease(
        self: &Arc<Tables>,
        id: &str,
        request: Request,
        lease: Option<Lease>,
    ) -> Result<(), Problem> {
        let wanted = ChangeRequest { request, right: Right::Server, key: None, lease };
        self.change(id, wanted).await.map(|_| ())
    }

    /// Carries out a request of whoever holds a token.
    pub async fn command_by(
        self: &Arc<Tables>,
        pass: &Pass,
        request: Request,
    ) -> Result<Done, Problem> {
        let role = request.role;
        let right = Right::Token(pass.token);
        let wanted = ChangeRequest { request, right, key: None, lease: None };
        let Changed { table, around, repeated, news } = self.change(&pass.game, wanted).await?;
        let seat = eyes(role);
        let news = table.told(seat, &news);
        let version = news.last().map_or(table.version_for(seat), |entry| entry.version);
        let view = off_thread(move || table.view(role, around)).await?;
        Ok(Done { version, repeated, news, view })
    }

    /// Deletes a game at the wish of its owner, also one that cannot be brought to a table. A finished game is left to
    /// the guests who played it.
    pub async fn delete(self: &Arc<Tables>, owner: &Pass) -> Result<(), Problem> {
        let (tables, game, token) = (Arc::clone(self), owner.game.clone(), owner.token);
        in_a_task(async move {
            // A table that was let go while we waited for our turn is opened again.
            for _ in 0..MOST_TRIES {
                let live = match tables.open(&game).await {
                    Ok(live) => live,
                    Err(Problem::UnknownGame) => return Err(Problem::UnknownGame),
                    // Nobody has it in memory, and nobody can.
                    Err(Problem::ReadOnly(_) | Problem::Damaged(_)) => {
                        return tables.delete_unreadable(game).await;
                    }
                    Err(problem) => return Err(problem),
                };
                let _turn = live.turn.lock().await;
                if live.is_dead() {
                    continue;
                }
                if tables.store.is_shared() {
                    tables.catch_up(&live).await?;
                    if live.is_dead() {
                        continue;
                    }
                }
                keys::check_right(&live, Right::Token(token), Role::Owner, None)?;
                // A finished game's record is its guests' as well.
                let stay: Vec<Side> = live.table().kept_by().collect();
                if stay.is_empty() {
                    tables.store.write(Change::Delete { game }).await.map_err(failed)?;
                    tables.bury(&live);
                } else {
                    let change = Change::LeaveTo { game, stay: stay.clone() };
                    tables.store.write(change).await.map_err(failed)?;
                    live.leave_to(&stay);
                }
                return Ok(());
            }
            Err(Problem::Internal)
        })
        .await
    }

    async fn change(
        self: &Arc<Tables>,
        id: &str,
        wanted: ChangeRequest,
    ) -> Result<Changed, Problem> {
        let (tables, id) = (Arc::clone(self), id.to_owned());
        in_a_task(async move {
            // A table that was let go while we waited for our turn is opened again.
            for _ in 0..MOST_TRIES {
                let live = tables.open(&id).await?;
                let turn = live.turn.lock().await;
                if live.is_dead() {
                    continue;
                }
                if wanted.key.is_some() {
                    tables.renew_seen(&live).await?;
                }
                let (repeated, news) = match tables.change_in_turn(&live, wanted.clone()).await {
                    Ok(changed) => changed,
                    Err(Hitch::Problem(problem)) => return Err(problem),
                    Err(Hitch::Overtaken) => {
                        let before = live.stored();
                        tables.catch_up(&live).await?;
                        if live.stored() == before {
                            // Memory and storage differ otherwise.
                            tables.bury(&live);
                        }
                        continue;
                    }
                };
                tables.wake(&live);
                let table = live.table();
                let (around, _) = tables.around(&live, &table);
                drop(turn);
                return Ok(Changed { table, around, repeated, news });
            }
            Err(Problem::Internal)
        })
        .await
    }

    /// Plans a change, stores it and makes it count: whether it was made before, and its entries.
    async fn change_in_turn(
        &self,
        live: &Arc<Live>,
        wanted: ChangeRequest,
    ) -> Result<(bool, Vec<Arc<Entry>>), Hitch> {
        if !matches!(wanted.right, Right::Server) {
            self.expire_in_turn(live).await?;
        }
        let ChangeRequest { request, right, key, lease } = wanted;
        if keys::check_right(live, right, request.role, key.as_ref())? == keys::Checked::Repeated {
            return Ok((true, Vec::new()));
        }
        self.see(live, request.role);
        let table = live.table();
        let now = self.clock.now();
        let absence = keys::absence(live, &table, now, self.time.now());
        let known = Known::of(&table);
        let seat = eyes(request.role);
        let by = request.role.side().filter(|_| !matches!(right, Right::Server));
        let (planned, telling) = off_thread(move || {
            let planned = table.plan(&request, now, absence)?;
            let telling = match &planned {
                Planned::New(steps) => telling(&table, steps, by, now),
                Planned::Repeated(_) => None,
            };
            Ok::<_, Problem>((planned, telling))
        })
        .await??;
        let steps = match planned {
            Planned::Repeated(range) => return Ok((true, live.table().made(range).to_vec())),
            Planned::New(steps) if steps.is_empty() => return Ok((false, Vec::new())),
            Planned::New(steps) => steps,
        };
        let entries: Vec<Arc<Entry>> = steps.iter().map(|step| Arc::clone(&step.entry)).collect();
        let game = live.id.clone();
        // A wish to give a seat out again makes no invitation yet.
        let key = key.filter(|key| match key {
            KeyChange::Invite(..) => entries.iter().any(|entry| makes_invitation(entry)),
            _ => true,
        });
        let change = match key {
            None => Change::Append { game, entries },
            Some(key) => Change::Rekey { game, key, at: now, entries },
        };
        let tells = telling.is_some();
        let change = change.telling(telling);
        let change = match lease {
            None => change,
            Some(lease) => Change::Fenced { lease, change: Box::new(change) },
        };
        self.write(live, change, seat).await?;
        if tells {
            self.workers.office.ring();
        }
        live.change(|table| {
            for step in steps {
                table.take(step.entry, step.after);
            }
        });
        if let Some(key) = &key {
            live.change_keys(key, now);
        }
        Ok((false, self.announce(live, &known)))
    }

    /// Stores a change of a game. If that fails, memory may be behind, and is given up.
    async fn write(&self, live: &Arc<Live>, change: Change, seat: Seat) -> Result<(), Hitch> {
        let Err(error) = self.store.write(change).await else { return Ok(()) };
        match error {
            StoreError::Conflict => Err(Hitch::Overtaken),
            // Another server may have deleted it.
            StoreError::Damaged(_) if self.store.is_shared() => Err(Hitch::Overtaken),
            // Whoever does it in our place has done it, or will.
            StoreError::Fenced => {
                let version = live.table().version_for(seat);
                Err(Problem::StaleVersion { version }.into())
            }
            other => {
                self.bury(live);
                Err(unreadable(other).into())
            }
        }
    }

    /// Deletes a game that cannot be brought to a table; once it is over, it too is left to the guests who played it.
    async fn delete_unreadable(&self, game: String) -> Result<(), Problem> {
        let remains = self.store.remains(&game).await.map_err(failed)?;
        let remains = remains.ok_or(Problem::UnknownGame)?;
        let keys = self.store.keys(&game).await.map_err(failed)?;
        let stay: Vec<Side> = match UnreadableGame::new(&game, String::new(), remains).is_over() {
            true => keys.invitations.iter().filter(|o| o.spent).map(|o| o.side).collect(),
            false => Vec::new(),
        };
        let change = match stay.is_empty() {
            true => Change::Delete { game },
            false => Change::LeaveTo { game, stay },
        };
        self.store.write(change).await.map_err(failed)
    }
}

/// Lets go of games that nobody uses, the longest unused first.
fn make_room(slots: &mut HashMap<String, Slot>) {
    let unused = |slot: &Slot| match slot.get() {
        // The map holds one reference to the slot, and the slot the only one to the game.
        Some(live) => {
            Arc::strong_count(slot) == 1 && Arc::strong_count(live) == 1 && live.streams() == 0
        }
        None => false,
    };
    let mut idle: Vec<(u64, String)> = slots
        .iter()
        .filter(|(_, slot)| unused(slot))
        .map(|(id, slot)| (slot.get().map_or(0, |live| live.idle()), id.clone()))
        .collect();
    idle.sort_unstable_by(|a, b| b.cmp(a));
    for (_, id) in idle.iter().take(slots.len() / 8 + 1) {
        slots.remove(id);
    }
}

/// Runs what takes a while on a thread that serves nobody.
pub async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work did not end well");
        Problem::Internal
    })
}

/// Runs to its end even if whoever asked has gone.
async fn in_a_task<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(work).await.map_err(|error| {
        tracing::error!(%error, "a change did not end well");
        Problem::Internal
    })?
}

/// A fault of storage, logged; the asker learns only that there was one.
pub fn failed(error: StoreError) -> Problem {
    tracing::error!(%error, "storage");
    Problem::Internal
}

impl From<NoRandomness> for Problem {
    fn from(_: NoRandomness) -> Problem {
        tracing::error!("the system gives no random bytes");
        Problem::Internal
    }
}
