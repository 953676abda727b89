//! All games: those in memory, the others in storage. The only place where the two meet.
//!
//! A change is planned and stored by whoever has the game's turn, and counts in memory only after it is
//! stored. It runs in a task of its own: a client that hangs up cannot leave memory and storage different.

mod load;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use atlas::BySide;
use rules::game::{BySeat, Seat};
use tokio::sync::OnceCell;

use crate::app::Pass;
use crate::catalogue::Catalogue;
use crate::entry::Entry;
use crate::live::{EntryText, Live, News};
use crate::moment::Moment;
use crate::problem::Problem;
use crate::staff::{Origin, Thinkers, seats};
use crate::store::{Change, Store, StoreError};
use crate::table::{Command, GameView, Planned, Request, Table, eyes};
use crate::tokens::{NoRandomness, Role, Token, TokenHash, role_of};
use crate::unreadable_game::UnreadableGame;

use load::{fold, unreadable};
pub use load::{lay, started};

/// How often a table that was let go meanwhile is opened again.
const MOST_TRIES: usize = 3;

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
struct ChangeRequest {
    request: Request,
    /// The token by whose right it is asked for; it is looked at again when nothing can come between. None
    /// if the server itself asks.
    token: Option<TokenHash>,
    /// A new token in place of a role's old one.
    new: Option<(Role, TokenHash)>,
}

/// A change that was made.
struct Changed {
    /// The table after it.
    table: Arc<Table>,
    connected: BySide<bool>,
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
    thinkers: Arc<Thinkers>,
}

impl Tables {
    /// The games of a store, of which so many stay in memory.
    pub fn new(
        store: Arc<Store>,
        catalogue: Arc<Catalogue>,
        thinkers: Arc<Thinkers>,
        most: usize,
    ) -> Tables {
        Tables { store, catalogue, slots: Mutex::default(), most: most.max(1), thinkers }
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
        &self.thinkers
    }

    /// How many games are in memory.
    pub fn in_memory(&self) -> usize {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).len()
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
            Err(Problem::ReadOnly(why)) => {
                let remains = self.store.remains(id).await.map_err(failed)?;
                let remains = remains.ok_or(Problem::UnknownGame)?;
                Ok(Found::Unreadable(Box::new(UnreadableGame::new(id, why, remains))))
            }
            Err(problem) => Err(problem),
        }
    }

    /// What a token opens in a game; the game is not brought into memory for it.
    pub async fn role(&self, id: &str, token: &TokenHash) -> Result<Role, Problem> {
        let live = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.get(id).and_then(|slot| slot.get().cloned())
        };
        if let Some(live) = live {
            return live.role(token).ok_or(Problem::BadToken);
        }
        let tokens = self.store.tokens(id).await.map_err(failed)?;
        // Every game has tokens.
        if tokens.is_empty() {
            return Err(Problem::UnknownGame);
        }
        role_of(&tokens, token).ok_or(Problem::BadToken)
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
        let stored = self.store.game(id).await.map_err(unreadable)?.ok_or(Problem::UnknownGame)?;
        let tokens = self.store.tokens(id).await.map_err(failed)?;
        let entries = self.store.entries(id).await.map_err(unreadable)?;
        let catalogue = Arc::clone(&self.catalogue);
        let table = off_thread(move || fold(&catalogue, stored, entries)).await??;
        Ok(Arc::new(Live::new(table, tokens)))
    }

    /// Stores a new table, and gives the game as its owner sees it. It is stored last: what is stored can
    /// be shown.
    pub async fn create(
        self: &Arc<Tables>,
        table: Table,
        tokens: Vec<(Role, TokenHash)>,
        origin: Origin,
    ) -> Result<GameView, Problem> {
        let tables = Arc::clone(self);
        in_a_task(async move {
            let (table, view) = off_thread(move || {
                let view = table.view(Role::Owner, BySide::default());
                (table, view)
            })
            .await?;
            let game = Box::new(table.stored());
            let entries = table.entries().to_vec();
            let change = Change::Create { game, tokens: tokens.clone(), entries };
            tables.store.write(change).await.map_err(failed)?;
            let slot = tables.slot(&table.id);
            // Nobody has opened it yet: the id has not been told.
            let live = Arc::new(Live::new(table, tokens));
            live.computer_seats.set_origin(origin);
            let _ = slot.set(Arc::clone(&live));
            seats::wake(&tables, &live);
            Ok(view)
        })
        .await
    }

    /// Carries out a request of the server itself.
    pub async fn command(self: &Arc<Tables>, id: &str, request: Request) -> Result<(), Problem> {
        self.change(id, ChangeRequest { request, token: None, new: None }).await.map(|_| ())
    }

    /// Carries out a request of whoever holds a token.
    pub async fn command_by(
        self: &Arc<Tables>,
        pass: &Pass,
        request: Request,
    ) -> Result<Done, Problem> {
        let role = request.role;
        let wanted = ChangeRequest { request, token: Some(pass.token), new: None };
        let Changed { table, connected, repeated, news } = self.change(&pass.game, wanted).await?;
        let seat = eyes(role);
        let news = table.told(seat, &news);
        let version = news.last().map_or(table.version_for(seat), |entry| entry.version);
        let view = off_thread(move || table.view(role, connected)).await?;
        Ok(Done { version, repeated, news, view })
    }

    /// Makes a new token for a role at the wish of the owner; the old one dies.
    pub async fn reissue(self: &Arc<Tables>, owner: &Pass, role: Role) -> Result<Token, Problem> {
        let token = Token::new()?;
        let request = Request {
            role: Role::Owner,
            request: None,
            version: None,
            command: Command::Reissued(role),
        };
        let new = Some((role, token.hash()));
        self.change(&owner.game, ChangeRequest { request, token: Some(owner.token), new }).await?;
        Ok(token)
    }

    /// Deletes a game at the wish of its owner, also one that cannot be brought to a table.
    pub async fn delete(self: &Arc<Tables>, owner: &Pass) -> Result<(), Problem> {
        let (tables, game, token) = (Arc::clone(self), owner.game.clone(), owner.token);
        in_a_task(async move {
            // A table that was let go while we waited for our turn is opened again.
            for _ in 0..MOST_TRIES {
                let live = match tables.open(&game).await {
                    Ok(live) => live,
                    Err(Problem::UnknownGame) => return Err(Problem::UnknownGame),
                    // Nobody has it in memory, and nobody can.
                    Err(_) => {
                        return tables.store.write(Change::Delete { game }).await.map_err(failed);
                    }
                };
                let _turn = live.turn.lock().await;
                if live.is_dead() {
                    continue;
                }
                check_right(&live, Some(&token), Role::Owner)?;
                tables.store.write(Change::Delete { game }).await.map_err(failed)?;
                tables.bury(&live);
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
                let (repeated, news) = tables.change_in_turn(&live, wanted).await?;
                let (table, connected) = (live.table(), live.connected());
                drop(turn);
                seats::wake(&tables, &live);
                return Ok(Changed { table, connected, repeated, news });
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
    ) -> Result<(bool, Vec<Arc<Entry>>), Problem> {
        let ChangeRequest { request, token, new } = wanted;
        check_right(live, token.as_ref(), request.role)?;
        let table = live.table();
        let before = table.stand();
        let seat = eyes(request.role);
        let before_seq = BySeat::each(|seat| table.seq_for(seat));
        let unasked = takes_from_the_present(&table, &request, live.connected());
        let planned = off_thread(move || table.plan(&request, Moment::now())).await??;
        let steps = match planned {
            Planned::Repeated(range) => return Ok((true, live.table().made(range).to_vec())),
            Planned::New(steps) if steps.is_empty() => return Ok((false, Vec::new())),
            Planned::New(_) if unasked => {
                return Err(Problem::NotAllowed(
                    "Whoever holds the seat is at the table, and gives it away himself.".into(),
                ));
            }
            Planned::New(steps) => steps,
        };
        let news: Vec<Arc<Entry>> = steps.iter().map(|step| Arc::clone(&step.entry)).collect();
        let (game, entries) = (live.id.clone(), news.clone());
        let change = match new {
            None => Change::Append { game, entries },
            Some((role, hash)) => Change::Reissue { game, role, hash, entries },
        };
        self.write(live, change, seat).await?;
        live.change(|table| {
            for step in steps {
                table.take(step.entry, step.after);
            }
        });
        if let Some((role, hash)) = new {
            live.reissue(role, hash);
        }
        let table = live.table();
        if table.is_told_by_seat() {
            for seat in Seat::ALL {
                for entry in table.entries_after(seat, before_seq[seat]) {
                    live.tell(News::SeatEntry(seat, Arc::new(EntryText::of(entry))));
                }
            }
        } else {
            for entry in &news {
                live.tell(News::Entry(Arc::new(EntryText::of(entry))));
            }
        }
        live.heed(before);
        Ok((false, news))
    }

    /// Stores a change of a game. If that fails, memory may be behind, and is given up.
    async fn write(&self, live: &Arc<Live>, change: Change, seat: Seat) -> Result<(), Problem> {
        let Err(error) = self.store.write(change).await else { return Ok(()) };
        self.bury(live);
        match error {
            StoreError::Conflict => {
                let fresh = self.open(&live.id).await?;
                Err(Problem::StaleVersion { version: fresh.table().version_for(seat) })
            }
            other => Err(failed(other)),
        }
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

/// Whether a computer is to have the seat of another person who is there.
fn takes_from_the_present(table: &Table, request: &Request, connected: BySide<bool>) -> bool {
    match request.command {
        Command::SeatComputer(side, Some(_)) => {
            table.is_others_seat(request.role, side) && connected[side]
        }
        _ => false,
    }
}

/// Whether a token still gives the right to a role.
fn check_right(live: &Live, token: Option<&TokenHash>, role: Role) -> Result<(), Problem> {
    match token {
        Some(token) if live.role(token) != Some(role) => Err(Problem::BadToken),
        _ => Ok(()),
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
