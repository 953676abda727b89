//! The Grand-tactical system as one of the house's systems: each method is a line to the module
//! that does the work.

use std::borrow::Cow;

use atlas::battle::Battle as Files;
use atlas::fault::Faults;
use atlas::{BySide, Side};
use serde_json::Value;

use super::action::Action;
use super::battle::Battle;
use super::event::Event;
use super::refusal::Refusal;
use super::state::{Phase, State};
use super::{
    json, listing, odds_text, operations, paper, preview, random, seen, show, start, tell, typed,
    victory, view,
};
use crate::bid::Bid;
use crate::dice::{Chance, Dice, Notation};
use crate::game::{CannotPlay, Seat};
use crate::moment::{Moment, Outcome};
use crate::paper::OnPaper;
use crate::printed::OnSheet;
use crate::random::RandomPlayer;
use crate::rule::Refused;
use crate::system::{Capabilities, Key, Look, Stand, System};

impl System for Battle {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;
    type Random = random::RandomPlayer;

    const SYSTEM: atlas::map::System = atlas::map::System::GrandTactical;
    const CELLS: &'static str = "squares";
    const LOOKS: &'static [Look] = &[
        Look { member: "faces", state: None },
        Look { member: "faces_routed", state: Some("routed") },
        Look { member: "faces_disrupted", state: Some("disrupted") },
    ];
    const CHANGING: bool = true;
    const SIGNS: &'static [(&'static str, &'static str, i16, i16)] =
        &[("out of command", "command", -36, -4), ("moved", "moved", 36, -4)];
    const ON_PAPER: OnPaper = paper::ON_PAPER;
    const TYPED_HELP: &'static str = typed::HELP;

    fn ready(
        files: &Files,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Battle, CannotPlay> {
        Battle::new(files, scenario, options)
    }

    fn key(&self) -> Key<'_> {
        json::key(self)
    }

    fn bid(&self) -> Option<Bid> {
        self.bid
    }

    fn with_bid(mut self, bid: Option<Bid>) -> Self {
        self.bid = bid;
        self
    }

    fn books(&self) -> Vec<String> {
        vec!["GT".to_owned(), "GT-QS".to_owned()]
    }

    fn on_sheet(&self) -> OnSheet {
        Battle::on_sheet(self)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            hidden: self.options.hidden,
            notation: Notation { die: None, others: true },
            orders: false,
            time_limit: self.options.time_limit(),
            threats: true,
            most_draws: 4096,
        }
    }

    fn start<D: Dice + ?Sized>(&self, dice: &mut D, events: &mut Vec<Event>) -> State {
        start::new_game(self, dice, events)
    }

    fn moment(&self, state: &State) -> Moment {
        Moment {
            turn: state.turn.into(),
            turns: self.turns.into(),
            side: state.side,
            phase: state.phase.word(),
        }
    }

    fn sequence(&self, state: &State) -> u32 {
        state.sequence
    }

    fn decider(&self, state: &State) -> Option<Side> {
        (state.phase != Phase::Over).then_some(state.side)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| victory::outcome(self, state))
    }

    /// One score, announced in each Victory Determination Phase: the Union's.
    fn points(&self, state: &State) -> BySide<i64> {
        BySide { union: victory::counted(self, state).into(), confederate: 0 }
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        listing::actions(self, state)
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        operations::check(self, state, action)
    }

    fn apply_legal<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: &Action,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) {
        operations::apply(self, state, action, dice, events);
    }

    fn canonical(&self, state: &State, action: &Action) -> Action {
        json::canonical(self, state, action)
    }

    /// [GT 2.1?] The phase ends as by (C); only operations phases are limited (D-98).
    fn at_expiry(&self, state: &State) -> Option<Action> {
        let limited = self.options.minutes > 0 && state.phase == Phase::Operations;
        limited.then_some(Action::EndPhase)
    }

    fn seen<'s>(&self, state: &'s State, seat: Seat) -> Cow<'s, State> {
        seen::observe(self, state, seat)
    }

    fn private_to(&self, state: &State) -> Option<Side> {
        self.decider(state).filter(|_| self.options.hidden)
    }

    fn tell(&self, before: &State, event: &Event, after: &State, seat: Seat) -> Option<Value> {
        tell::tell(self, before, event, after, seat)
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Sighted { .. })
    }

    fn read_action(&self, seen: &State, action: &Value) -> Result<Action, Faults> {
        json::read_action(self, seen, action)
    }

    fn write_action(&self, action: &Action) -> Value {
        json::action_to_json(self, action)
    }

    fn write_event(&self, event: &Event) -> Value {
        json::event_to_json(self, event)
    }

    fn read_position(&self, position: &Value) -> Result<State, Faults> {
        json::read_position(self, position)
    }

    fn write_position(&self, state: &State, seed: Option<&Value>) -> Value {
        json::write_position(self, state, seed)
    }

    fn explain(&self, refusal: &Refusal) -> Refused {
        Refused { rule: refusal.rule(self), reason: refusal.reason(self) }
    }

    fn decision(&self, seen: &State) -> Value {
        view::decision(self, seen)
    }

    fn view(&self, seen: &State, seat: Seat) -> Value {
        view::view(self, seen, seat)
    }

    fn view_closed(&self, state: &State, seat: Seat) -> Value {
        view::view_closed(self, state, seat)
    }

    fn ask(&self, seen: &State, _: Seat, question: &Value) -> Result<Value, String> {
        view::ask(self, seen, question)
    }

    fn list(&self, seen: &State) -> Vec<Value> {
        view::list(self, seen)
    }

    fn odds(&self, seen: &State, action: &Action) -> Option<Value> {
        preview::odds_json(self, seen, action)
    }

    fn odds_text(&self, seen: &State, action: &Action) -> Option<String> {
        odds_text::text(self, seen, action)
    }

    fn facts(&self, files: &Files) -> Value {
        view::facts(self, files)
    }

    fn narrate(&self, told: &Value) -> Option<String> {
        super::narrate::sentence(self, told)
    }

    fn headline(&self, seen: &State) -> String {
        show::headline(self, seen)
    }

    fn show(&self, seen: &State) -> String {
        show::text(self, seen)
    }

    fn counters(&self, seen: &State) -> Vec<Stand> {
        show::counters(self, seen)
    }

    fn typed(words: &[&str]) -> Result<Value, String> {
        typed::action_words(words)
    }
}

impl RandomPlayer<Battle> for random::RandomPlayer {
    fn new(seed: u64) -> random::RandomPlayer {
        random::RandomPlayer::new(seed)
    }

    fn choose(&mut self, system: &Battle, state: &State) -> Option<Action> {
        random::RandomPlayer::choose(self, system, state)
    }

    fn chance(&mut self) -> &mut Chance {
        random::RandomPlayer::chance(self)
    }
}
