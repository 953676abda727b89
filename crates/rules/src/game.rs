//! The one face that every game shows to servers, terminals and other programs, whatever its system.
//!
//! A [`Game`] is a battle made ready; a [`GameState`] is one moment of it. Everything goes in and comes out
//! as JSON of the shapes in `docs/systems/`, so that a table can seat games it knows nothing about. A
//! method that takes a [`Seat`] works on what that seat observes and on nothing else.
//! Nothing here keeps a game, a clock or a file: whoever holds the table does.

mod begin;
mod error;
mod seat;
mod systems;

use std::borrow::Cow;
use std::time::Duration;

use atlas::{BySide, Side};
use serde_json::{Map, Value, json};

use crate::bid::Bid;
use crate::dice::{FixedDie, Seed};
use crate::moment::{Moment, Outcome};
use crate::paper::OnPaper;
use crate::perft::perft;
use crate::printed::OnSheet;
use crate::record::{self, ActionLine, Done, HeaderLine, NotRecorded, Replay, Source, Verified};
use crate::rule::Refused;
use crate::system::{Capabilities, Key, Look, Stand, System};
use systems::{with_game, with_state};

pub use error::{ActError, AskError, CannotPlay};
pub use seat::{BySeat, Seat};
pub use systems::{Game, GameState, InGame, Visitor};

/// What each seat may hear of an action in a hidden game.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// What happened, as each seat may hear it.
    pub events: BySeat<Vec<Value>>,
    /// The side that alone hears of it until the phase is over.
    pub private_to: Option<Side>,
    /// Whether a phase is over with it: everybody hears what was kept back.
    pub phase_over: bool,
}

/// An action that was carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Acted {
    /// Its line in the record, without the hash of the line before.
    pub line: ActionLine,
    /// The state after it.
    pub state: GameState,
    /// What each seat may hear of it; `None` in an open game, where everybody hears the line.
    pub told: Option<Told>,
}

/// A record being replayed, whatever its system.
pub trait Replaying {
    /// How many actions the record holds.
    fn len(&self) -> usize;
    /// Whether it holds none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The state as far as it has been replayed.
    fn state(&self) -> GameState;
    /// Replays the next action, if there is one, and compares everything.
    fn step(&mut self) -> Result<(), record::RecordError>;
    /// The line that was replayed last.
    fn last(&self) -> Option<&ActionLine>;
    /// Replays all that is left.
    fn finish(&mut self) -> Result<Verified, record::RecordError>;
}

impl<S: InGame> Replaying for Replay<'_, S> {
    fn len(&self) -> usize {
        Replay::len(self)
    }

    fn state(&self) -> GameState {
        S::state(Replay::state(self).clone())
    }

    fn step(&mut self) -> Result<(), record::RecordError> {
        Replay::step(self).map_or(Ok(()), |step| step.map(|_| ()))
    }

    fn last(&self) -> Option<&ActionLine> {
        Replay::last(self)
    }

    fn finish(&mut self) -> Result<Verified, record::RecordError> {
        Replay::finish(self)
    }
}

impl Game {
    /// Makes a scenario of a battle ready with these optional rules; without a scenario, its first.
    pub fn new(
        files: &atlas::battle::Battle,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Game, CannotPlay> {
        systems::ready(files, scenario, options)
    }

    /// The same game with points given to a side beforehand.
    pub fn with_bid(&self, bid: Option<Bid>) -> Game {
        with_game!(self, s => InGame::game(s.clone().with_bid(bid)))
    }

    /// The points that were given to a side beforehand, if any were.
    pub fn bid(&self) -> Option<Bid> {
        with_game!(self, s => s.bid())
    }

    /// Does something with this game over the types of its system.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        with_game!(self, s => visitor.visit(s))
    }

    /// The system of rules, in the word that files have for it.
    pub fn system(&self) -> &'static str {
        self.system_of_map().word()
    }

    /// The system of rules, as maps name it.
    pub fn system_of_map(&self) -> atlas::map::System {
        with_game!(self, s => system_of(s))
    }

    /// Which game this is.
    pub fn key(&self) -> Key<'_> {
        with_game!(self, s => s.key())
    }

    /// The codes of the books that hold its optional rules, the battle's own first.
    pub fn books(&self) -> Vec<String> {
        with_game!(self, s => s.books())
    }

    /// What it can do and needs.
    pub fn capabilities(&self) -> Capabilities {
        with_game!(self, s => s.capabilities())
    }

    /// What its rules count that a sheet prints.
    pub fn on_sheet(&self) -> OnSheet {
        with_game!(self, s => s.on_sheet())
    }

    /// What its facts call the cells of the map.
    pub fn cells_member(&self) -> &'static str {
        with_game!(self, s => cells_of(s))
    }

    /// The looks of its counters.
    pub fn looks(&self) -> &'static [Look] {
        with_game!(self, s => looks_of(s))
    }

    /// Whether strength, facing, formation and leaders of its counters change in play.
    pub fn changing(&self) -> bool {
        with_game!(self, s => is_changing(s))
    }

    /// The signs that come and go on its counters.
    pub fn signs(&self) -> &'static [(&'static str, &'static str, i16, i16)] {
        with_game!(self, s => signs_of(s))
    }

    /// What it needs when it is played on paper.
    pub fn on_paper(&self) -> OnPaper {
        with_game!(self, s => paper_of(s))
    }

    // ---- recorded play

    /// Begins a game: the first line of its record, and the first state.
    pub fn begin(&self, seed: &Seed, seats: Map<String, Value>) -> (HeaderLine, GameState) {
        with_game!(self, s => {
            let (header, state) = record::begin(s, seed, seats);
            (header, wrap(s, state))
        })
    }

    /// Begins a game from any state of it: a what-if, with a seed of its own.
    pub fn begin_from(
        &self,
        seed: &Seed,
        seats: Map<String, Value>,
        state: &GameState,
    ) -> HeaderLine {
        with_state!(self, state, (s, state) => record::begin_from(s, seed, seats, state))
    }

    /// The first state of a record, checked against its header.
    pub fn first_state(&self, header: &HeaderLine) -> Result<GameState, String> {
        with_game!(self, s => {
            record::first_state(s, header, None).map(|state| wrap(s, state))
        })
    }

    /// Carries out an action of the decider with the dice of its source, or with these draws first.
    pub fn act(
        &self,
        state: &GameState,
        source: &Source,
        action: &Value,
        forced: &[u16],
    ) -> Result<Acted, ActError> {
        with_state!(self, state, (s, state) => {
            let seen = s.seen(state, decider_seat(s, state));
            let action = s.read_action(&seen, action).map_err(ActError::Malformed)?;
            match record::act(s, state, source, &action, forced) {
                Ok(done) => Ok(acted(s, state, done)),
                Err(NotRecorded::BadFace(error)) => Err(ActError::Draws(error.to_string())),
                Err(NotRecorded::BadDraw(error)) => Err(ActError::Draws(error.to_string())),
                Err(NotRecorded::Refused(refusal)) => Err(ActError::Refused(s.explain(&refusal))),
            }
        })
    }

    /// How long the decider may take for the phase that stands; `None`: as long as he likes.
    ///
    /// The time is that of the whole phase: it begins when the [moment](Game::moment) is another than that of the
    /// decision before, whoever's that was; a moment may come again in a later round of the same turn. No game
    /// reads a clock; whoever keeps the table does, and calls [`expire`](Game::expire) when it has run out.
    pub fn time_limit(&self, state: &GameState) -> Option<Duration> {
        with_state!(self, state, (s, state) => {
            s.at_expiry(state)?;
            s.capabilities().time_limit.map(|seconds| Duration::from_secs(seconds.into()))
        })
    }

    /// The decider's time has run out: what the table then does for him, recorded as the clock's doing.
    /// `None` where nothing is played against the clock.
    pub fn expire(&self, state: &GameState, source: &Source) -> Option<Acted> {
        with_state!(self, state, (s, state) => {
            record::expire(s, state, source).map(|done| acted(s, state, done))
        })
    }

    /// Carries out a recorded action with its recorded draws and checks its events and its hash.
    pub fn redo(
        &self,
        state: &GameState,
        header: &HeaderLine,
        line: &ActionLine,
    ) -> Result<(GameState, Option<Told>), String> {
        with_state!(self, state, (s, state) => {
            let format = header.longroll_record;
            let (after, events) =
                record::redo(s, state, line, header.notation(), format, None)?;
            let told = told(s, state, line, &events, &after);
            Ok((wrap(s, after), told))
        })
    }

    /// Replays a whole record of this game and compares everything in it.
    pub fn verify(&self, text: &str) -> Result<Verified, record::RecordError> {
        with_game!(self, s => Replay::open(s, text)?.finish())
    }

    /// Opens a record of this game, to be replayed step by step.
    pub fn replay<'g>(
        &'g self,
        text: &str,
    ) -> Result<Box<dyn Replaying + 'g>, record::RecordError> {
        with_game!(self, s => Ok(Box::new(Replay::open(s, text)?)))
    }

    /// The hash of a state, as records have it.
    pub fn state_hash(&self, state: &GameState) -> String {
        with_state!(self, state, (s, state) => record::state_hash(s, state))
    }

    // ---- where it stands

    /// Where the game stands in its sequence of play.
    pub fn moment(&self, state: &GameState) -> Moment {
        with_state!(self, state, (s, state) => s.moment(state))
    }

    /// Whose decision it is; `None` if the game is over.
    pub fn decider(&self, state: &GameState) -> Option<Side> {
        with_state!(self, state, (s, state) => s.decider(state))
    }

    /// Number of the last recorded action.
    pub fn sequence(&self, state: &GameState) -> u32 {
        with_state!(self, state, (s, state) => s.sequence(state))
    }

    /// How the game ended, if it has.
    pub fn outcome(&self, state: &GameState) -> Option<Outcome> {
        with_state!(self, state, (s, state) => s.outcome(state))
    }

    /// The points of both sides as they stand.
    pub fn points(&self, state: &GameState) -> BySide<i64> {
        with_state!(self, state, (s, state) => s.points(state))
    }

    /// The side that alone hears what is done in this phase, until it is over.
    pub fn private_to(&self, state: &GameState) -> Option<Side> {
        with_state!(self, state, (s, state) => s.private_to(state))
    }

    // ---- what a seat is told

    /// The state as a seat observes it; in an open game the state itself.
    pub fn seen<'s>(&self, state: &'s GameState, seat: Seat) -> Cow<'s, GameState> {
        with_state!(self, state, (s, inner) => match s.seen(inner, seat) {
            Cow::Borrowed(_) => Cow::Borrowed(state),
            Cow::Owned(seen) => Cow::Owned(wrap(s, seen)),
        })
    }

    /// Who must choose, and what about: `{"side","kind","words"}`.
    pub fn decision(&self, state: &GameState, seat: Seat) -> Value {
        with_state!(self, state, (s, state) => s.decision(&s.seen(state, seat)))
    }

    /// What a seat sees.
    pub fn view(&self, state: &GameState, seat: Seat) -> Value {
        with_state!(self, state, (s, state) => s.view(&s.seen(state, seat), seat))
    }

    /// What a seat sees of a game that was given up: the whole truth, as at every end, and nothing is to be
    /// decided any more.
    pub fn view_closed(&self, state: &GameState, seat: Seat) -> Value {
        with_state!(self, state, (s, state) => s.view_closed(state, seat))
    }

    /// Answers a question of a seat about a state.
    pub fn ask(&self, state: &GameState, seat: Seat, question: &Value) -> Result<Value, AskError> {
        with_state!(self, state, (s, state) => {
            s.ask(&s.seen(state, seat), seat, question).map_err(AskError::Malformed)
        })
    }

    /// Every legal action as a seat may list it: `{"action":{…}}`, with costs where there are any.
    pub fn list(&self, state: &GameState, seat: Seat) -> Vec<Value> {
        with_state!(self, state, (s, state) => s.list(&s.seen(state, seat)))
    }

    /// Whether an action is legal as far as a seat can see.
    pub fn check(&self, state: &GameState, seat: Seat, action: &Value) -> Result<(), ActError> {
        with_state!(self, state, (s, state) => {
            let seen = s.seen(state, seat);
            let action = s.read_action(&seen, action).map_err(ActError::Malformed)?;
            let refused = |refusal| ActError::Refused(s.explain(&refusal));
            s.check(&seen, &action).map_err(refused)
        })
    }

    /// What a legal action would do; `None` if this kind of action has no odds.
    pub fn odds(
        &self,
        state: &GameState,
        seat: Seat,
        action: &Value,
    ) -> Result<Option<Value>, ActError> {
        self.check(state, seat, action)?;
        with_state!(self, state, (s, state) => {
            let seen = s.seen(state, seat);
            let action = s.read_action(&seen, action).map_err(ActError::Malformed)?;
            Ok(s.odds(&seen, &action))
        })
    }

    /// The same for a reader at a terminal.
    pub fn odds_text(
        &self,
        state: &GameState,
        seat: Seat,
        action: &Value,
    ) -> Result<Option<String>, ActError> {
        self.check(state, seat, action)?;
        with_state!(self, state, (s, state) => {
            let seen = s.seen(state, seat);
            let action = s.read_action(&seen, action).map_err(ActError::Malformed)?;
            Ok(s.odds_text(&seen, &action))
        })
    }

    /// What never changes: units, cells, turns, charts.
    pub fn facts(&self, files: &atlas::battle::Battle) -> Value {
        with_game!(self, s => s.facts(files))
    }

    // ---- positions

    /// The state as a position that `longroll position` reads, without a seed.
    pub fn position(&self, state: &GameState) -> Value {
        self.position_with(state, None)
    }

    /// The state as a position, with a seed.
    pub fn position_with(&self, state: &GameState, seed: Option<&Value>) -> Value {
        with_state!(self, state, (s, state) => s.write_position(state, seed))
    }

    /// Reads a position of this battle, scenario and set of options.
    pub fn read_position(&self, position: &Value) -> Result<GameState, atlas::fault::Faults> {
        with_game!(self, s => s.read_position(position).map(|state| wrap(s, state)))
    }

    // ---- standing orders

    /// The form of its standing orders; `None` if it has none.
    pub fn orders_form(&self) -> Option<Value> {
        with_game!(self, s => s.orders_form())
    }

    /// Standing orders as they are kept, with everything that was left out; or what is wrong.
    pub fn check_orders(&self, orders: &Value) -> Result<Value, String> {
        with_game!(self, s => s.check_orders(orders))
    }

    /// An action for the decider, if his standing orders cover this decision.
    pub fn obey(&self, state: &GameState, orders: &Value) -> Option<Value> {
        with_state!(self, state, (s, state) => {
            let seen = s.seen(state, decider_seat(s, state));
            s.obey(&seen, orders).map(|action| s.write_action(&action))
        })
    }

    // ---- at a terminal

    /// Whose decision it is and what kind, in one sentence.
    pub fn headline(&self, state: &GameState, seat: Seat) -> String {
        with_state!(self, state, (s, state) => s.headline(&s.seen(state, seat)))
    }

    /// Something that happened, as a seat was told it, in a sentence; `None`: it deserves no line.
    pub fn narrate(&self, told: &Value) -> Option<String> {
        record::sentence(told).or_else(|| with_game!(self, s => s.narrate(told)))
    }

    /// The board in characters, as a seat sees it.
    pub fn show(&self, state: &GameState, seat: Seat) -> String {
        with_state!(self, state, (s, state) => s.show(&s.seen(state, seat)))
    }

    /// Which counters a seat sees where, for a drawing.
    pub fn counters(&self, state: &GameState, seat: Seat) -> Vec<Stand> {
        with_state!(self, state, (s, state) => s.counters(&s.seen(state, seat)))
    }

    /// The help on typed words.
    pub fn typed_help(&self) -> &'static str {
        with_game!(self, s => help_of(s))
    }

    /// Typed words as an action in JSON, or what is wrong with them.
    pub fn typed(&self, words: &[&str]) -> Result<Value, String> {
        with_game!(self, s => typed_by(s, words))
    }

    // ---- mass play

    /// Counts sequences of listed actions, every die showing the same.
    pub fn perft(&self, state: &GameState, depth: u32, die: FixedDie) -> u64 {
        with_state!(self, state, (s, state) => perft(s, state, depth, die))
    }

    /// A new game whose dice always show the same.
    pub fn start_with(&self, mut die: FixedDie) -> GameState {
        with_game!(self, s => wrap(s, s.start(&mut die, &mut Vec::new())))
    }
}

/// The seat of whoever decides.
fn decider_seat<S: System>(system: &S, state: &S::State) -> Seat {
    system.decider(state).map_or(Seat::Watcher, Seat::Side)
}

/// An action that was carried out, with what each seat hears of it.
fn acted<S: InGame>(system: &S, before: &S::State, done: Done<S>) -> Acted {
    let Done { line, state: after, events } = done;
    let told = told(system, before, &line, &events, &after);
    Acted { line, state: wrap(system, after), told }
}

/// What each seat may hear of an action; nothing is worked out in an open game.
fn told<S: System>(
    system: &S,
    before: &S::State,
    line: &ActionLine,
    events: &[S::Event],
    after: &S::State,
) -> Option<Told> {
    system.capabilities().hidden.then(|| {
        let tell = |event, seat| system.tell(before, event, after, seat);
        // What the clock did everybody hears.
        let first = record::first_event(line.cause, &line.by);
        let heard = |seat| {
            let told = events.iter().filter_map(|event| tell(event, seat));
            first.clone().into_iter().chain(told).collect()
        };
        let private_to = system.private_to(before);
        let phase_over = system.moment(before) != system.moment(after)
            || system.private_to(after) != private_to
            || system.decider(after).is_none();
        Told { events: BySeat::each(heard), private_to, phase_over }
    })
}

/// How the game ended as clients read it: `{"winner","level","words"}`.
impl From<&Outcome> for Value {
    fn from(outcome: &Outcome) -> Value {
        json!({
            "winner": outcome.winner.map(|side| side.word()),
            "level": outcome.level,
            "words": outcome.words,
        })
    }
}

// What belongs to a type, asked of a value: the macros hold values.

fn wrap<S: InGame>(_: &S, state: S::State) -> GameState {
    S::state(state)
}

fn system_of<S: System>(_: &S) -> atlas::map::System {
    S::SYSTEM
}

fn cells_of<S: System>(_: &S) -> &'static str {
    S::CELLS
}

fn is_changing<S: System>(_: &S) -> bool {
    S::CHANGING
}

fn looks_of<S: System>(_: &S) -> &'static [Look] {
    S::LOOKS
}

fn signs_of<S: System>(_: &S) -> &'static [(&'static str, &'static str, i16, i16)] {
    S::SIGNS
}

fn paper_of<S: System>(_: &S) -> OnPaper {
    S::ON_PAPER
}

fn help_of<S: System>(_: &S) -> &'static str {
    S::TYPED_HELP
}

fn typed_by<S: System>(_: &S, words: &[&str]) -> Result<Value, String> {
    S::typed(words)
}

/// A refusal as clients read it: `{"rule","reason","link"}`.
impl From<&Refused> for Value {
    fn from(refused: &Refused) -> Value {
        json!({
            "rule": refused.rule.to_string(),
            "reason": refused.reason,
            "link": refused.rule.link(),
        })
    }
}
