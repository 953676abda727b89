//! All games: those in memory, the others in storage. The only place where the two meet.
//!
//! A change is planned and stored while its table is locked, and counts in memory only after it is stored.
//! It runs in a task of its own: a client that hangs up cannot leave memory and storage different.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::entry::{Entry, Kind, Secret};
use crate::live::{Live, News, Told};
use crate::moment::Moment;
use crate::problem::Problem;
use crate::shelf::{Choice, Shelf};
use crate::store::{Change, Store, StoreError, StoredGame};
use crate::table::{Command, GameView, Planned, Request, Table};
use crate::tokens::{NoRandomness, Role, Token, TokenHash};

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

/// All games.
pub struct Tables {
    store: Arc<Store>,
    shelf: Arc<Shelf>,
    slots: Mutex<HashMap<String, Slot>>,
    most: usize,
}

impl Tables {
    /// The games of a store, of which so many stay in memory.
    pub fn new(store: Arc<Store>, shelf: Arc<Shelf>, most: usize) -> Tables {
        Tables { store, shelf, slots: Mutex::default(), most: most.max(1) }
    }

    /// The battles.
    pub fn shelf(&self) -> &Arc<Shelf> {
        &self.shelf
    }

    /// The storage.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
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
        let stored = self.store.game(id).await.map_err(failed)?.ok_or(Problem::UnknownGame)?;
        let tokens = self.store.tokens(id).await.map_err(failed)?;
        let entries = self.store.entries(id).await.map_err(failed)?;
        let shelf = Arc::clone(&self.shelf);
        let table = aside(move || fold(&shelf, stored, entries)).await??;
        Ok(Arc::new(Live::new(table, tokens)))
    }

    /// Stores a new game and opens it.
    pub async fn create(
        self: &Arc<Tables>,
        game: StoredGame,
        tokens: Vec<(Role, TokenHash)>,
        entries: Vec<Entry>,
    ) -> Result<Arc<Live>, Problem> {
        let id = game.id.clone();
        let change = Change::Create { game: Box::new(game), tokens, entries };
        let tables = Arc::clone(self);
        in_a_task(async move { tables.store.write(change).await.map_err(failed) }).await?;
        self.open(&id).await
    }

    /// Carries out a request of somebody whose token has been looked at.
    pub async fn command(self: &Arc<Tables>, id: &str, request: Request) -> Result<Done, Problem> {
        self.change(id, request, None).await
    }

    /// Makes a new token for a role; the old one dies.
    pub async fn reissue(self: &Arc<Tables>, id: &str, role: Role) -> Result<Token, Problem> {
        let token = Token::new()?;
        let request = Request {
            role: Role::Owner,
            request: None,
            version: None,
            command: Command::Reissued(role),
        };
        self.change(id, request, Some((role, token.hash()))).await?;
        Ok(token)
    }

    /// Deletes a game.
    pub async fn delete(self: &Arc<Tables>, id: &str) -> Result<(), Problem> {
        let (tables, game) = (Arc::clone(self), id.to_owned());
        in_a_task(async move {
            let live = tables.open(&game).await?;
            let table = live.table.lock().await;
            tables.store.write(Change::Delete { game }).await.map_err(failed)?;
            tables.bury(&live);
            drop(table);
            Ok(())
        })
        .await
    }

    async fn change(
        self: &Arc<Tables>,
        id: &str,
        request: Request,
        token: Option<(Role, TokenHash)>,
    ) -> Result<Done, Problem> {
        let (tables, id) = (Arc::clone(self), id.to_owned());
        in_a_task(async move {
            // A table that was let go while we waited for its lock is opened again.
            for _ in 0..3 {
                let live = tables.open(&id).await?;
                let table = Arc::clone(&live.table).lock_owned().await;
                if !live.is_dead() {
                    return tables.change_locked(&live, table, request, token).await;
                }
            }
            Err(Problem::Internal)
        })
        .await
    }

    async fn change_locked(
        &self,
        live: &Arc<Live>,
        table: tokio::sync::OwnedMutexGuard<Table>,
        request: Request,
        token: Option<(Role, TokenHash)>,
    ) -> Result<Done, Problem> {
        let role = request.role;
        let (planned, mut table) = aside(move || {
            let planned = table.plan(&request, Moment::now());
            (planned, table)
        })
        .await?;
        let (repeated, news) = match planned? {
            Planned::Repeated(range) => (true, table.made(range).to_vec()),
            Planned::New(steps) => {
                let from = table.seq();
                let game = live.id.clone();
                let entries = steps.iter().map(|step| step.entry.clone()).collect();
                let change = match token {
                    None => Change::Append { game, entries },
                    Some((role, hash)) => Change::Reissue { game, role, hash, entries },
                };
                self.write(live, change).await?;
                for step in steps {
                    table.take(step.entry, step.after);
                }
                if let Some((role, hash)) = token {
                    live.reissue(role, hash);
                }
                let news = table.entries_after(from).to_vec();
                for entry in &news {
                    live.tell(News::Entry(Arc::new(Told::of(entry))));
                }
                (false, news)
            }
        };
        let version = news.last().map_or(table.version(), |entry| entry.version);
        let connected = live.connected();
        let view = aside(move || table.view(role, connected)).await?;
        Ok(Done { version, repeated, news, view })
    }

    /// Stores a change of a game. If that fails, memory may be behind, and is given up.
    async fn write(&self, live: &Arc<Live>, change: Change) -> Result<(), Problem> {
        let Err(error) = self.store.write(change).await else { return Ok(()) };
        self.bury(live);
        match error {
            StoreError::Conflict => {
                let fresh = self.open(&live.id).await?;
                let version = fresh.table.lock().await.version();
                Err(Problem::StaleVersion { version })
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

/// Builds a table from what is stored.
fn fold(shelf: &Shelf, stored: StoredGame, entries: Vec<Entry>) -> Result<Table, Problem> {
    let StoredGame { id, facts, seed } = stored;
    let choice = Choice {
        battle: facts.battle.clone(),
        scenario: Some(facts.scenario.clone()),
        options: facts.options.clone(),
    };
    let cannot = |reason: String| {
        Problem::ReadOnly(format!("This game cannot be shown by these rules. {reason}"))
    };
    let ready = shelf.ready(&choice).map_err(|problem| cannot(problem.document().detail))?;
    let turns = ready.battle.scenario(Some(&facts.scenario)).map_or(0, |scenario| scenario.turns);
    let mut table = Table::new(id, facts, seed, ready.game, turns).map_err(cannot)?;
    entries.into_iter().for_each(|entry| table.take(entry, None));
    Ok(table)
}

/// The entry with which every game begins.
pub fn started(at: Moment) -> Entry {
    Entry {
        seq: 1,
        version: 1,
        kind: Kind::Started,
        at,
        by: None,
        auto: false,
        step: None,
        line: None,
        text: None,
        to: None,
        secret: Secret::default(),
    }
}

/// Runs what takes a while on a thread that serves nobody.
pub async fn aside<T: Send + 'static>(
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
