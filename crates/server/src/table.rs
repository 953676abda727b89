//! A table: the entries of one game folded into what stands now, and what may be done next.
//!
//! Pure: no clock, no storage, no network. [`Table::plan`] says which entries a request would add, or why
//! it may not; once they are safely stored, [`Table::take`] makes them count. The same `take` builds the
//! table again from storage, where every recorded action is done anew and compared.

mod draft;
mod eyes;
mod fair;
mod fair_view;
mod keys;
mod look;
mod pacing;
mod paper;
mod plan;
mod seat;
mod sitting;
mod story;
mod timed;
mod undo;
mod view;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use atlas::{BySide, Side};
use rules::Outcome;
use rules::dice::Seed;
use rules::game::{BySeat, GameState, Seat};
use rules::record::Source;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::catalogue::Ready;
use crate::entry::{Entry, Kind};
use crate::facts::Facts;
use crate::moment::Moment;
use crate::play::Play;
use crate::problem::Problem;
use crate::staff::{Level, Staff};
use crate::store::StoredGame;
use crate::tokens::Role;
use crate::words::SideWord;

use fair::Fair;
use keys::first_keys;
use look::ViewCache;
use pacing::Pacing;
use paper::Paper;
use story::{Stories, is_of_play};
use timed::Began;

pub use draft::{After, Step};
pub use eyes::Looking;
pub use fair::DiceNews;
pub use fair_view::{ChainView, ChainsView, FairView, LinkNumbers, ThrowView};
pub use keys::{Absence, LostSeat, SILENCE, SeatKey, makes_invitation};
pub use look::{Digest, eyes};
pub use pacing::{ClockNews, PauseWord, Ring, VacationWord};
pub use paper::Aside;
pub use plan::{Command, DrawWord, MOST_ASIDES, Planned, Request};
pub use seat::Stand;
pub use sitting::{DiceWord, policy_of, seats_of};
pub use timed::ClocksShown;
pub use view::{Around, GameView, SeatView, SeatsView, Status, StepsView, Summary, WhereInPlay};

/// What is said of a game whose record does not replay.
const UNPLAYABLE: &str =
    "These rules do not play this game as it was recorded, so it can be looked at only";

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
    /// A side's time ran out, and the other claimed the game.
    Time,
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
    /// The end to which the rules brought a game.
    pub fn by_rules(outcome: Outcome) -> Ended {
        let Outcome { winner, level, words } = outcome;
        Ended { how: How::Rules, winner, level: Some(level), words }
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
    /// Standing orders, in the system's own form.
    orders: BySide<Value>,
    /// The computers that play.
    computers: BySide<Option<Level>>,
    /// Whether the computer of a side has played since it sat down, or had the seat from the start.
    settled: BySide<bool>,
    /// Who has the keys of the seats.
    keys: BySide<SeatKey>,
    /// Wishes to give a lost seat out again.
    lost: BySide<Option<LostSeat>>,
    /// Whether the owner let a computer play a guest's seat.
    lent: BySide<bool>,
    /// For each step after which ones its phase and its turn began; none in a game without a clock.
    stints: Vec<Began>,
    /// What is known of the players' time, in a game with a pace.
    pacing: Pacing,
    /// What the players gave to the dice, and which throw waits.
    fair: Fair,
    /// The record as it stands.
    paper: Paper,
    asked: Option<Asked>,
    draw: Option<Side>,
    ended: Option<Ended>,
    /// Why it can no longer be played, if its record does not replay.
    spoiled: Option<String>,
    /// What is said of it, if what is stored of it is damaged.
    damaged: Option<&'static str>,
    /// Requests that were carried out, and the entries they made.
    requests: HashMap<(Role, Arc<str>), Range<usize>>,
    /// How many entries each role made that could go on for ever.
    spent: BTreeMap<Role, usize>,
    views: ViewCache,
    /// What each seat was told, or saw in a record that was brought in; none in an open game, where everybody is told
    /// everything.
    stories: Option<Stories>,
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
        let stories = game.capabilities().hidden.then(Stories::default);
        let no_orders = game.check_orders(&json!({})).unwrap_or_default();
        Ok(Table {
            id,
            turns,
            seed,
            staff: ready.staff.clone(),
            play: Play::new(game, Arc::new(facts.header.clone()), first),
            entries: Vec::new(),
            version: 0,
            names: facts.names.clone(),
            computers: facts.levels,
            settled: settled(&facts),
            keys: first_keys(&facts),
            lost: BySide::default(),
            lent: BySide::default(),
            stints: vec![Began::default()],
            pacing: Pacing::default(),
            fair: Fair::new(&facts),
            paper: Paper::new(&facts.header, seed.as_ref()),
            facts: Arc::new(facts),
            orders: BySide { union: no_orders.clone(), confederate: no_orders },
            asked: None,
            draw: None,
            ended: None,
            spoiled: None,
            damaged: None,
            requests: HashMap::new(),
            spent: BTreeMap::new(),
            views: ViewCache::default(),
            stories,
        })
    }

    /// What is to be stored of it besides its entries.
    pub fn stored(&self) -> StoredGame {
        StoredGame { id: self.id.clone(), facts: Facts::clone(&self.facts), seed: self.seed }
    }

    /// Makes an entry count. The state after an action is done again from its line unless it is given; an
    /// action that comes out otherwise than recorded spoils the table for play.
    pub fn take(&mut self, mut entry: Arc<Entry>, after: Option<After>) {
        let told = BySeat::each(|seat| self.version_for(seat));
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
        let fair = self.fold_fair(&entry);
        if let Some(head) = self.head_after(entry.kind) {
            Arc::make_mut(&mut entry).head = Some(head);
        }
        self.entries.push(Arc::clone(&entry));
        if let Some(stories) = self.stories.as_mut().filter(|_| !is_of_play(entry.kind)) {
            stories.tell(&entry);
        }
        if let Err(reason) = fair.and(self.fold(&entry, after))
            && self.spoiled.is_none()
        {
            self.spoiled = Some(reason);
        }
        if entry.kind.is_new_version() || entry.kind == Kind::Begun {
            // What a seat was not told of changes nothing for it, not even how soon it is answered.
            let now = BySeat::each(|seat| self.version_for(seat));
            let begun = entry.kind == Kind::Begun;
            self.views.forget(|seat| begun || told[seat] != now[seat]);
        }
    }

    fn fold(&mut self, entry: &Arc<Entry>, after: Option<After>) -> Result<(), String> {
        match entry.kind {
            Kind::Action => {
                self.asked = None;
                if let (Some(side), Some(_)) = (entry.by, &entry.why) {
                    self.settled[side] = true;
                }
                let before = self.timed_place();
                let told = match after {
                    Some(After { state, told }) => {
                        self.play.push(Arc::clone(entry), state);
                        told
                    }
                    None => self.play.redo(Arc::clone(entry)).map_err(|reason| {
                        format!("Step {} does not replay: {reason}.", self.play.count())
                    })?,
                };
                self.note_place(before);
                // An offer stands until the other side itself has gone on playing, and whoever made it knows.
                let itself = !entry.auto || entry.why.is_some();
                let known =
                    told.as_ref().is_none_or(|told| told.private_to.is_none() || told.phase_over);
                if self.draw.is_some() && self.draw != entry.by && itself && known {
                    self.draw = None;
                }
                if let (Some(stories), Some(told)) = (&mut self.stories, told) {
                    stories.tell_action(entry, &told, self.play.count());
                }
            }
            Kind::Undo | Kind::TakeBackGranted => {
                self.asked = None;
                let to = entry.to.ok_or("an undo that does not say how far")?;
                self.play.cut(to)?;
                self.cut_stints(to);
                if let Some(stories) = &mut self.stories {
                    stories.tell_back(entry, to);
                }
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
                    self.orders[side] = self.play.game().check_orders(data)?;
                }
            }
            Kind::Ended => {
                (self.asked, self.draw) = (None, None);
                self.ended = entry.secret.data.as_ref().map(read).transpose()?;
            }
            Kind::Started | Kind::Resigned | Kind::Talk => {}
            // What was asked for before an action that cannot be taken back is no longer asked.
            Kind::ThrowWaits => self.asked = None,
            // The dice and the record have heard of it.
            Kind::Begun | Kind::Dice => {}
            Kind::Clock | Kind::ClockReminder => self.pacing.fold(entry)?,
        }
        Ok(())
    }

    /// Its version, as storage counts.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Number of the last entry, as storage counts.
    pub fn seq(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.seq)
    }

    /// Its version, as a seat counts: that of what it was told.
    pub fn version_for(&self, seat: Seat) -> u64 {
        self.by_seat().map_or(self.version, |stories| stories.of(seat).version)
    }

    /// Number of the last entry that a seat was told.
    pub fn seq_for(&self, seat: Seat) -> u64 {
        self.by_seat().map_or(self.seq(), |stories| stories.of(seat).seq())
    }

    /// Every entry, as storage has it.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The entries after a number, as a seat was told them.
    pub fn entries_after(&self, seat: Seat, seq: u64) -> &[Arc<Entry>] {
        let all = match self.by_seat() {
            None => &self.entries,
            Some(stories) => &stories.of(seat).entries,
        };
        let from = all.partition_point(|entry| entry.seq <= seq);
        &all[from..]
    }

    /// What a seat is told of these entries.
    pub fn told(&self, seat: Seat, entries: &[Arc<Entry>]) -> Vec<Arc<Entry>> {
        match self.by_seat() {
            None => entries.to_vec(),
            Some(stories) => stories.of(seat).about(entries),
        }
    }

    /// Whether seats see less than everything: it is a hidden game, and not over.
    pub fn is_hidden(&self) -> bool {
        self.by_seat().is_some() && self.ended.is_none()
    }

    /// Whether every seat has numbers of its own.
    pub fn is_told_by_seat(&self) -> bool {
        self.by_seat().is_some()
    }

    /// What each seat was told at this table; a record that was brought in is told to everybody alike.
    fn by_seat(&self) -> Option<&Stories> {
        self.stories.as_ref().filter(|_| !self.facts.imported)
    }

    /// How many actions a seat was told of that stand.
    pub fn steps_for(&self, seat: Seat) -> usize {
        match &self.stories {
            Some(stories) if self.is_hidden() => stories.of(seat).steps.len(),
            _ => self.play.count(),
        }
    }

    /// The step of the game that a seat means by a number; 0 is the start.
    pub fn step_for(&self, seat: Seat, step: usize) -> Result<usize, String> {
        match &self.stories {
            Some(stories) if self.is_hidden() => stories.of(seat).whole_step(step),
            _ => Ok(step),
        }
    }

    /// The game as a seat may know it now: during a phase that is private to the other side, as it was when that
    /// phase began. What it [sees](rules::System::seen) of that is for the rules to say.
    pub fn now_for(&self, seat: Seat) -> Cow<'_, GameState> {
        let (game, now) = (self.play.game(), self.play.now());
        let Some(stories) = self.stories.as_ref().filter(|_| self.is_hidden()) else {
            return Cow::Borrowed(now);
        };
        match game.private_to(now) {
            Some(side) if seat != Seat::Side(side) => {
                let told = stories.of(seat).steps.last().copied().unwrap_or(0);
                // Rather the start of the game than what must not be seen.
                self.play.at(told).map_or(Cow::Borrowed(self.play.first()), Cow::Owned)
            }
            _ => Cow::Borrowed(now),
        }
    }

    /// Whether a game that hides something is open to all: it is over, or somebody has brought its record in.
    pub fn shows_all(&self) -> bool {
        self.play.game().capabilities().hidden && !self.is_hidden()
    }

    /// Refuses what would show a hidden game that is not over.
    pub fn check_shown(&self) -> Result<(), Problem> {
        self.check_begun()?;
        if self.is_hidden() {
            let problem = "What is hidden in this game is shown when it is over.";
            return Err(Problem::NotAllowed(problem.into()));
        }
        Ok(())
    }

    /// Refuses what cannot be before everybody has sat down.
    pub fn check_begun(&self) -> Result<(), Problem> {
        if self.is_waiting() {
            return Err(Problem::NotAllowed(self.waiting_words()));
        }
        Ok(())
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

    /// Where the draws of its actions come from.
    fn source(&self) -> Option<Source> {
        let mut source = Source::of(&self.facts.header, self.seed?).ok()?;
        source.links = None;
        self.paper.add_to(&mut source).ok()?;
        Some(source)
    }

    /// When something last happened, as far as a seat knows.
    pub fn updated(&self, seat: Seat) -> Moment {
        let last = match self.by_seat() {
            Some(stories) => stories.of(seat).updated(),
            None => self.entries.last().map(|entry| entry.at),
        };
        last.unwrap_or_else(|| self.facts.created())
    }

    /// Why it can no longer be played, if its record does not replay.
    pub fn spoiled(&self) -> Option<&str> {
        self.spoiled.as_deref()
    }

    /// Closes it for good: what is stored of it is damaged.
    pub fn close_damaged(&mut self, words: &'static str) {
        self.damaged = Some(words);
    }

    /// What is said of it, if what is stored of it is damaged.
    pub fn damaged(&self) -> Option<&'static str> {
        self.damaged
    }

    /// Why nothing can be changed here, if that is so.
    pub fn why_read_only(&self) -> Option<String> {
        if let Some(words) = self.damaged {
            return Some(words.to_owned());
        }
        match &self.spoiled {
            // Why and where would tell of what is hidden.
            Some(_) if self.is_hidden() => Some(format!("{UNPLAYABLE}.")),
            Some(reason) => Some(format!("{UNPLAYABLE}. {reason}")),
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
