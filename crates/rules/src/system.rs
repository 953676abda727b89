//! What a system of rules is to records, tables, laboratories and terminals.
//!
//! [`System`] is implemented once a system, by a battle made ready for play. Everything else is written
//! once on top of it: [`record`](crate::record), [`perft`](crate::perft), [`random`](crate::random), the
//! laboratory, the table. [`Game`](crate::game::Game) is the enum over all systems for whoever holds JSON.
//! `docs/adding-a-system.md` goes through it step by step.

use std::borrow::Cow;
use std::fmt::Debug;

use atlas::battle::Battle as Files;
use atlas::fault::Faults;
use atlas::{BySide, Side};
use serde_json::{Value, json};

use crate::bid::Bid;
use crate::dice::{Dice, Notation};
use crate::game::{CannotPlay, Seat};
use crate::moment::{Moment, Outcome};
use crate::paper::OnPaper;
use crate::printed::OnSheet;
use crate::random::RandomPlayer;
use crate::rule::Refused;

/// What a system can do and needs, so that tables and pages ask instead of knowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// Whether a seat sees less than everything in this game.
    pub hidden: bool,
    /// How draws are written.
    pub notation: Notation,
    /// Whether players can leave standing orders.
    pub orders: bool,
    /// How many seconds a player has for a phase that is played against the clock; `None`: no phase of
    /// this game is.
    pub time_limit: Option<u32>,
    /// Whether it answers the question `threats`: what the other side could do in its coming turn.
    pub threats: bool,
    /// The most draws by hand that one action can use.
    pub most_draws: usize,
}

/// Which game this is: the battle, its scenario and the optional rules chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<'a> {
    /// Folder of the battle below the battles.
    pub battle: &'a str,
    /// The scenario.
    pub scenario: &'a str,
    /// Numbers of the optional rules, in the battle's order.
    pub options: &'a [String],
}

/// How the counters of a system look and what is put on them, for whoever draws them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The member of a sheet that holds the counters of this look.
    pub member: &'static str,
    /// The state that this look shows, in the engraver's word; none for a counter as printed.
    pub state: Option<&'static str>,
}

/// A battle of one system, ready for play.
///
/// Laws that `tests/every_system/` holds every system to: what [`actions`](System::actions) lists is what
/// [`check`](System::check) accepts; a refused action leaves the state alone; what the door writes it reads
/// back; a replay gives the same hashes; a seat's answers depend on what it has [`seen`](System::seen)
/// only; games end.
pub trait System: Clone + Debug + Send + Sync + Sized + 'static {
    /// A game at one moment: a plain value. Whatever the position door writes is all there is to it.
    type State: Clone + PartialEq + Eq + Debug + Send + Sync + 'static;
    /// What a person decides.
    type Action: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What then happened.
    type Event: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Why an action is not allowed.
    type Refusal: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Who plays it at random.
    type Random: RandomPlayer<Self>;

    /// Its name in files.
    const SYSTEM: atlas::map::System;
    /// What [`facts`](System::facts) call the cells of the map.
    const CELLS: &'static str = "cells";
    /// The looks of its counters.
    const LOOKS: &'static [Look];
    /// Whether strength, facing, formation and leaders of a counter change in play: it is then drawn without
    /// them, and whoever shows it puts them on.
    const CHANGING: bool = false;
    /// The signs that come and go on its counters: the mark as [`view`](System::view) tells it, the
    /// engraver's sign, and its place on a counter of 100 by 100.
    const SIGNS: &'static [(&'static str, &'static str, i16, i16)];

    /// What it needs when it is played on paper.
    const ON_PAPER: OnPaper = OnPaper::NOTHING;

    // ---- a battle made ready

    /// Makes a scenario of a battle ready with these optional rules; without a scenario, its first.
    fn ready(files: &Files, scenario: Option<&str>, options: &[String])
    -> Result<Self, CannotPlay>;
    /// Which game this is.
    fn key(&self) -> Key<'_>;
    /// The points that were given to a side beforehand, if any were.
    fn bid(&self) -> Option<Bid>;
    /// The same game with points given to a side beforehand; they count wherever points are counted.
    fn with_bid(self, bid: Option<Bid>) -> Self;
    /// The codes of the books that hold its optional rules, the battle's own first.
    fn books(&self) -> Vec<String>;
    /// What this game can do and needs.
    fn capabilities(&self) -> Capabilities;
    /// What its rules count that a sheet prints: [`printed`](crate::printed) holds one against the other.
    fn on_sheet(&self) -> OnSheet {
        OnSheet::default()
    }

    // ---- the loop

    /// A new game, and whatever is drawn when it is set up.
    fn start<D: Dice + ?Sized>(&self, dice: &mut D, events: &mut Vec<Self::Event>) -> Self::State;
    /// Where the game stands in its sequence of play.
    fn moment(&self, state: &Self::State) -> Moment;
    /// Number of the last recorded action.
    fn sequence(&self, state: &Self::State) -> u32;
    /// Whose decision it is; `None` if the game is over.
    fn decider(&self, state: &Self::State) -> Option<Side>;
    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// The points of both sides as they stand; a system with one score gives it to the Union.
    fn points(&self, state: &Self::State) -> BySide<i64>;
    /// Every legal action, up to choices that the system names as free.
    fn actions(&self, state: &Self::State) -> Vec<Self::Action>;
    /// Whether an action is legal, or why not.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<(), Self::Refusal>;
    /// Carries out an action that [`check`](System::check) accepts: the only way a state changes, and the
    /// only place where the whole truth is looked at.
    fn apply_legal<D: Dice + ?Sized>(
        &self,
        state: &mut Self::State,
        action: &Self::Action,
        dice: &mut D,
        events: &mut Vec<Self::Event>,
    );
    /// The one spelling of all actions that do the same, to which dice are bound.
    fn canonical(&self, state: &Self::State, action: &Self::Action) -> Self::Action {
        let _ = state;
        action.clone()
    }
    /// Carries out an action of the decider if it is legal as far as he can see; refuses any other and
    /// leaves the state as it was.
    fn apply<D: Dice + ?Sized>(
        &self,
        state: &mut Self::State,
        action: &Self::Action,
        dice: &mut D,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Refusal> {
        match self.decider(state) {
            Some(side) => self.check(&self.seen(state, Seat::Side(side)), action)?,
            None => self.check(state, action)?,
        }
        self.apply_legal(state, action, dice, events);
        Ok(())
    }

    // ---- the clock

    /// What the table does for the decider when the time of [`Capabilities::time_limit`] has run out; `None`
    /// where nothing is played against the clock. Always legal.
    ///
    /// No system reads a clock: whoever holds the table does, and says when the time is up.
    fn at_expiry(&self, state: &Self::State) -> Option<Self::Action> {
        let _ = state;
        None
    }

    // ---- what a seat knows

    /// The state as a seat observes it: the only input of everything that the seat is told. In an open
    /// game it is the state itself, borrowed; in a hidden one everything unseen is taken out, so that two
    /// states that look alike are equal. Once the game is over it is the whole truth.
    fn seen<'s>(&self, state: &'s Self::State, seat: Seat) -> Cow<'s, Self::State> {
        let _ = seat;
        Cow::Borrowed(state)
    }
    /// The side whose actions nobody else hears of until this phase is over; `None` where all is told at
    /// once.
    fn private_to(&self, state: &Self::State) -> Option<Side> {
        let _ = state;
        None
    }
    /// What a seat may hear of something that happened between two states; `None`: nothing.
    fn tell(
        &self,
        before: &Self::State,
        event: &Self::Event,
        after: &Self::State,
        seat: Seat,
    ) -> Option<Value> {
        let _ = (before, after, seat);
        Some(self.write_event(event))
    }
    /// Whether something that happened showed a player what was hidden: nothing goes back past it.
    fn reveals(&self, event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    // ---- the door

    /// Reads an action. `seen` is what the asker sees: an unseen unit is as unknown as one that is not.
    fn read_action(&self, seen: &Self::State, action: &Value) -> Result<Self::Action, Faults>;
    /// An action as JSON.
    fn write_action(&self, action: &Self::Action) -> Value;
    /// An event as JSON, its kind in `event`.
    fn write_event(&self, event: &Self::Event) -> Value;
    /// Reads a position of this game; its `seed` is checked and left to the reader.
    fn read_position(&self, position: &Value) -> Result<Self::State, Faults>;
    /// A state as a position, with a seed if one is given. Its text is what state hashes are made of.
    fn write_position(&self, state: &Self::State, seed: Option<&Value>) -> Value;
    /// A position as an earlier release wrote it, where that was otherwise: its records have the hash of that.
    fn earlier_position(&self, _state: &Self::State) -> Option<Value> {
        None
    }
    /// A refusal with its rule and its sentence.
    fn explain(&self, refusal: &Self::Refusal) -> Refused;

    // ---- for clients; `seen` is what the seat observes

    /// Who must choose, and what about: `{"side","kind","words"}`.
    fn decision(&self, seen: &Self::State) -> Value;
    /// What a seat sees.
    fn view(&self, seen: &Self::State, seat: Seat) -> Value;
    /// What a seat sees of a game that was given up: the whole truth, as at every end, and nothing is to be
    /// decided any more.
    fn view_closed(&self, state: &Self::State, seat: Seat) -> Value;
    /// Answers a question of a seat, or says what is wrong with it.
    fn ask(&self, seen: &Self::State, seat: Seat, question: &Value) -> Result<Value, String>;
    /// Every legal action as the door lists it: `{"action":{…}}`, with costs where there are any.
    fn list(&self, seen: &Self::State) -> Vec<Value> {
        let listed = |action: &Self::Action| json!({"action": self.write_action(action)});
        self.actions(seen).iter().map(listed).collect()
    }
    /// What a legal action would do, as the door tells it; `None` if this kind of action has no odds.
    fn odds(&self, seen: &Self::State, action: &Self::Action) -> Option<Value>;
    /// The same for a reader at a terminal.
    fn odds_text(&self, seen: &Self::State, action: &Self::Action) -> Option<String> {
        self.odds(seen, action).map(|odds| format!("{odds:#}\n"))
    }
    /// What never changes: units, cells, turns, charts.
    fn facts(&self, files: &Files) -> Value;

    // ---- standing orders

    /// The form of its standing orders; `None` if it has none.
    fn orders_form(&self) -> Option<Value> {
        None
    }
    /// Standing orders as they are kept, with everything that was left out; or what is wrong with them.
    fn check_orders(&self, orders: &Value) -> Result<Value, String> {
        let _ = orders;
        Err("there are no standing orders in this game".into())
    }
    /// An action for the decider, if his standing orders cover this decision.
    fn obey(&self, seen: &Self::State, orders: &Value) -> Option<Self::Action> {
        let _ = (seen, orders);
        None
    }

    // ---- at a terminal

    /// Whose decision it is and what kind, in one sentence.
    fn headline(&self, seen: &Self::State) -> String;
    /// Something that happened, as a seat was told it, in a sentence; `None`: it deserves no line.
    fn narrate(&self, told: &Value) -> Option<String> {
        Some(told.to_string())
    }
    /// The board in characters.
    fn show(&self, seen: &Self::State) -> String;
    /// Which counters stand where, for a drawing.
    fn counters(&self, seen: &Self::State) -> Vec<Stand>;
    /// The help on typed words.
    const TYPED_HELP: &'static str;
    /// Typed words as an action in JSON, or what is wrong with them.
    fn typed(words: &[&str]) -> Result<Value, String>;
}

/// A unit on the map, with the states that are drawn on its counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The unit's designation.
    pub unit: String,
    /// Where it stands; units of one cell follow one another from the bottom up.
    pub cell: field::Cell,
    /// What its counter shows, in the engraver's words.
    pub states: Vec<&'static str>,
}
