//! A table: the entries of one game folded into what stands now, and what may be done next.
//!
//! Pure: no clock, no storage, no network. [`Table::plan`] says which entries a request would add, or why
//! it may not; once they are safely stored, [`Table::take`] makes them count. The same `take` builds the
//! table again from storage, where every recorded action is done anew and compared.

mod draft;
mod look;
mod plan;
mod seat;
mod undo;
mod view;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use atlas::{BySide, Side};
use rules::dice::Seed;
use rules::game::{GameState, StandingOrders};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::entry::{Entry, Kind};
use crate::facts::Facts;
use crate::moment::Moment;
use crate::play::Play;
use crate::shelf::Ready;
use crate::staff::{Level, Staff};
use crate::store::StoredGame;
use crate::tokens::Role;
use crate::words::SideWord;

use look::Looks;

pub use draft::Step;
pub use look::{Digest, eyes};
pub use plan::{Command, DrawWord, MOST_ASIDES, Planned, Request};
pub use seat::Stand;
pub use view::{GameView, SeatView, SeatsView, Status, StepsView, Summary, WhereInPlay};

/// A seat's wish to take back everything after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Asked {
    /// Who asks.
    #[schema(value_type = SideWord)]
    pub by: Side,
    /// How many steps would go.
    pub steps: usize,
    /// The step after which play would go on.
    pub to: usize,
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the rules.
    Rules,
    /// A side gave up.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Ended {
    /// In which way.
    pub how: How,
    /// Who won; nobody if null.
    #[schema(value_type = Option<SideWord>)]
    pub winner: Option<Side>,
    /// How clearly, in the battle's words.
    pub level: Option<String>,
    /// In a sentence.
    pub words: String,
}

impl Ended {
    /// The end to which the rules brought a game, from their own account of it.
    pub fn by_rules(outcome: &Value) -> Ended {
        let text = |name: &str| outcome[name].as_str().map(str::to_owned);
        let winner = Side::BOTH.into_iter().find(|side| outcome["winner"] == side.word());
        let words = text("words").unwrap_or_default();
        Ended { how: How::Rules, winner, level: text("level"), words }
    }

    /// Writes it into the entry that tells of it.
    pub fn tell(&self, entry: &mut Entry) {
        entry.text = Some(self.words.clone());
        entry.secret.data = Some(json!(self));
    }
}

/// One game and everything that has happened at its table. A copy shares most of what it holds.
#[derive(Clone)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// What is fixed about it.
    pub facts: Arc<Facts>,
    /// How many game-turns it has.
    pub turns: u8,
    seed: Option<Seed>,
    staff: Option<Arc<dyn Staff>>,
    play: Play,
    entries: Vec<Arc<Entry>>,
    version: u64,
    names: BySide<Option<String>>,
    orders: BySide<StandingOrders>,
    /// The computers that play.
    computers: BySide<Option<Level>>,
    /// Whether the computer of a side has played since it sat down, or had the seat from the start.
    settled: BySide<bool>,
    asked: Option<Asked>,
    draw: Option<Side>,
    ended: Option<Ended>,
    /// Why it can no longer be played, if its record does not replay.
    spoiled: Option<String>,
    /// Requests that were carried out, and the entries they made.
    requests: HashMap<(Role, Arc<str>), Range<usize>>,
    /// How many entries each role made that could go on for ever.
    spent: BTreeMap<Role, usize>,
    looks: Looks,
}

impl Table {
    /// How the game ended, if not by the rules: the position says nothing of it.
    pub fn given_up(&self) -> Option<&Ended> {
        self.ended.as_ref().filter(|ended| ended.how != How::Rules)
    }

    /// A table at which nothing has happened, or an account of why its first state cannot be made.
    pub fn new(stored: StoredGame, ready: &Ready, turns: u8) -> Result<Table, String> {
        let StoredGame { id, facts, seed } = stored;
        let game = Arc::clone(&ready.game);
        let first = game.first_state(&facts.header)?;
        Ok(Table {
            id,
            turns,
            seed,
            staff: ready.staff.clone(),
            play: Play::new(game, first),
            entries: Vec::new(),
            version: 0,
            names: facts.names.clone(),
            computers: facts.levels,
            settled: settled(&facts),
            facts: Arc::new(facts),
            orders: BySide::default(),
            asked: None,
            draw: None,
            ended: None,
            spoiled: None,
            requests: HashMap::new(),
            spent: BTreeMap::new(),
            looks: Looks::default(),
        })
    }

    /// What is to be stored of it besides its entries.
    pub fn stored(&self) -> StoredGame {
        StoredGame { id: self.id.clone(), facts: Facts::clone(&self.facts), seed: self.seed }
    }

    /// Makes an entry count. The state after an action is done again from its line unless it is given; an
    /// action that comes out otherwise than recorded spoils the table for play.
    pub fn take(&mut self, entry: Arc<Entry>, after: Option<GameState>) {
        self.version = entry.version;
        if let Some(role) = entry.secret.role
            && entry.kind.is_repeatable()
        {
            *self.spent.entry(role).or_default() += 1;
        }
        if let (Some(role), Some(request)) = (entry.secret.role, &entry.secret.request) {
            let at = self.entries.len();
            let made = self.requests.entry((role, request.as_str().into())).or_insert(at..at);
            made.end = at + 1;
        }
        if entry.kind.is_new_version() {
            self.looks = Looks::default();
        }
        self.entries.push(Arc::clone(&entry));
        if let Err(reason) = self.fold(&entry, after)
            && self.spoiled.is_none()
        {
            self.spoiled = Some(reason);
        }
    }

    fn fold(&mut self, entry: &Arc<Entry>, after: Option<GameState>) -> Result<(), String> {
        match entry.kind {
            Kind::Action => {
                self.asked = None;
                // An offer stands until the other side itself has gone on playing.
                let itself = !entry.auto || entry.why.is_some();
                if self.draw.is_some() && self.draw != entry.by && itself {
                    self.draw = None;
                }
                if let (Some(side), Some(_)) = (entry.by, &entry.why) {
                    self.settled[side] = true;
                }
                match after {
                    Some(after) => self.play.push(Arc::clone(entry), after),
                    None => self.play.redo(Arc::clone(entry)).map_err(|reason| {
                        format!("Step {} does not replay: {reason}.", self.play.count())
                    })?,
                }
            }
            Kind::Undo | Kind::TakeBackGranted => {
                self.asked = None;
                let to = entry.to.ok_or("an undo that does not say how far")?;
                self.play.cut(to)?;
            }
            Kind::TakeBackAsked => {
                let (by, to) = (entry.by.ok_or("nobody asks")?, entry.to.ok_or("no step")?);
                self.asked = Some(Asked { by, to, steps: self.play.count().saturating_sub(to) });
            }
            Kind::TakeBackRefused => self.asked = None,
            Kind::DrawOffered => self.draw = entry.by,
            Kind::DrawRefused | Kind::DrawAgreed => self.draw = None,
            Kind::Seat => {
                if let Some(data) = &entry.secret.data {
                    self.fold_seat(entry.by, data)?;
                }
            }
            Kind::Orders => {
                if let (Some(side), Some(data)) = (entry.by, &entry.secret.data) {
                    self.orders[side] = read(data)?;
                }
            }
            Kind::Ended => {
                (self.asked, self.draw) = (None, None);
                self.ended = entry.secret.data.as_ref().map(read).transpose()?;
            }
            Kind::Started | Kind::Resigned | Kind::Talk => {}
        }
        Ok(())
    }

    /// Its version.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Number of the last entry.
    pub fn seq(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.seq)
    }

    /// The entries after a number.
    pub fn entries_after(&self, seq: u64) -> &[Arc<Entry>] {
        let from = self.entries.partition_point(|entry| entry.seq <= seq);
        &self.entries[from..]
    }

    /// How many entries a role made that could go on for ever.
    fn spent(&self, role: Role) -> usize {
        self.spent.get(&role).copied().unwrap_or_default()
    }

    /// The staff of its battle, if it has one.
    pub fn staff(&self) -> Option<&Arc<dyn Staff>> {
        self.staff.as_ref()
    }

    /// The line of play.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The seed, once nothing is thrown any more.
    pub fn revealed(&self) -> Option<&Seed> {
        self.seed.as_ref().filter(|_| self.ended.is_some() || self.facts.imported)
    }

    /// When something last happened.
    pub fn updated(&self) -> Moment {
        self.entries.last().map_or(self.facts.created(), |entry| entry.at)
    }

    /// Why it can no longer be played, if its record does not replay.
    pub fn spoiled(&self) -> Option<&str> {
        self.spoiled.as_deref()
    }

    /// Why nothing can be changed here, if that is so.
    pub fn why_read_only(&self) -> Option<String> {
        match &self.spoiled {
            Some(reason) => Some(format!(
                "These rules do not play this game as it was recorded, so it can be looked at only. {reason}"
            )),
            None if self.facts.imported => Some(
                "This is a record that was brought in; begin a game of your own from any step."
                    .into(),
            ),
            None => None,
        }
    }
}

fn settled(facts: &Facts) -> BySide<bool> {
    BySide { union: facts.levels.union.is_some(), confederate: facts.levels.confederate.is_some() }
}

fn read<T: for<'de> Deserialize<'de>>(data: &Value) -> Result<T, String> {
    T::deserialize(data).map_err(|error| error.to_string())
}
