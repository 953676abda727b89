//! Brigade as one of the house's systems: each method is a line to the module that does the work.

use atlas::battle::Battle as Files;
use atlas::fault::Faults;
use atlas::{BySide, Side};
use serde_json::Value;

use super::action::Action;
use super::event::Event;
use super::json::{self, Position};
use super::pending::Attack;
use super::prepared::Prepared;
use super::refusal::Refusal;
use super::state::State;
use super::{check, narrate, orders, paper, random, show, typed, victory, view};
use crate::bid::Bid;
use crate::dice::{Chance, Dice, Notation};
use crate::game::{CannotPlay, Seat};
use crate::moment::{Moment, Outcome};
use crate::paper::OnPaper;
use crate::printed::OnSheet;
use crate::random::RandomPlayer;
use crate::rule::Refused;
use crate::system::{Capabilities, Key, Look, Stand, System};

/// The attack that an action makes, if it makes one.
fn attack_of(action: &Action) -> Option<Attack> {
    match *action {
        Action::Assault(assault) => Some(Attack::Assault(assault)),
        Action::Bombard(fire) => Some(Attack::Bombardment(fire)),
        _ => None,
    }
}

impl System for Prepared {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;
    type Random = random::RandomPlayer;

    const SYSTEM: atlas::map::System = atlas::map::System::Brigade;
    const CELLS: &'static str = "hexes";
    const LOOKS: &'static [Look] = &[
        Look { member: "faces", state: None },
        Look { member: "faces_reduced", state: Some("reduced") },
    ];
    const SIGNS: &'static [(&'static str, &'static str, i16, i16)] = &[
        ("must assault", "must", 45, -44),
        ("assaulted", "attacked", 45, -44),
        ("bombarded", "attacked", 45, -44),
        ("moved", "moved", 36, -4),
        ("rallied", "advanced", -36, -4),
        ("searched", "immobile", -36, -4),
    ];
    const ON_PAPER: OnPaper = paper::ON_PAPER;
    const TYPED_HELP: &'static str = typed::HELP;

    fn ready(
        files: &Files,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Prepared, CannotPlay> {
        Prepared::new(files, scenario, options)
    }

    fn key(&self) -> Key<'_> {
        let battle = &self.battle;
        Key { battle: &battle.id, scenario: &battle.scenario, options: &battle.options.numbers }
    }

    fn bid(&self) -> Option<Bid> {
        self.battle.bid
    }

    fn with_bid(mut self, bid: Option<Bid>) -> Self {
        self.battle.bid = bid;
        self
    }

    fn books(&self) -> Vec<String> {
        vec!["BR".to_owned()]
    }

    fn on_sheet(&self) -> OnSheet {
        self.battle.on_sheet()
    }

    fn capabilities(&self) -> Capabilities {
        let others = self.battle.options.drawn_activation;
        Capabilities {
            hidden: false,
            notation: Notation { die: Some(6), others },
            orders: true,
            time_limit: None,
            threats: true,
            most_draws: 8,
        }
    }

    fn start<D: Dice + ?Sized>(&self, dice: &mut D, events: &mut Vec<Event>) -> State {
        super::new_game(&self.battle, dice, events)
    }

    fn moment(&self, state: &State) -> Moment {
        let (turn, turns) = (state.turn.into(), self.battle.turns.into());
        Moment { turn, turns, side: state.side, phase: state.phase.word() }
    }

    fn sequence(&self, state: &State) -> u32 {
        state.sequence
    }

    fn decider(&self, state: &State) -> Option<Side> {
        super::decision(state).side()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        view::outcome(&self.battle, state)
    }

    fn points(&self, state: &State) -> BySide<i64> {
        BySide { union: victory::points(&self.battle, state).into(), confederate: 0 }
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        super::actions(&self.battle, state).into_iter().map(|listed| listed.action).collect()
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        check(&self.battle, state, action)
    }

    fn apply_legal<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: &Action,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) {
        super::apply_listed(&self.battle, state, action, dice, events);
    }

    fn read_action(&self, seen: &State, action: &Value) -> Result<Action, Faults> {
        json::read_action(&self.battle, seen, action)
    }

    fn write_action(&self, action: &Action) -> Value {
        json::action_to_json(&self.battle, action)
    }

    fn write_event(&self, event: &Event) -> Value {
        json::event_to_json(&self.battle, event)
    }

    fn read_position(&self, position: &Value) -> Result<State, Faults> {
        Position::read(&self.battle, position).map(|read| read.state)
    }

    fn write_position(&self, state: &State, seed: Option<&Value>) -> Value {
        Position::write(&self.battle, state, seed)
    }

    fn explain(&self, refusal: &Refusal) -> Refused {
        Refused { rule: refusal.rule(&self.battle), reason: refusal.reason(&self.battle) }
    }

    fn decision(&self, seen: &State) -> Value {
        view::decision(&self.battle, seen)
    }

    fn view(&self, seen: &State, _: Seat) -> Value {
        view::view(self, seen)
    }

    fn view_closed(&self, state: &State, _: Seat) -> Value {
        view::view_closed(self, state)
    }

    fn ask(&self, seen: &State, _: Seat, question: &Value) -> Result<Value, String> {
        view::ask(&self.battle, seen, question)
    }

    fn list(&self, seen: &State) -> Vec<Value> {
        let listed = super::actions(&self.battle, seen);
        listed.iter().map(|one| json::listed_to_json(&self.battle, one)).collect()
    }

    fn odds(&self, seen: &State, action: &Action) -> Option<Value> {
        let preview = super::preview::preview(&self.battle, seen, &attack_of(action)?);
        Some(json::odds_to_json(&self.battle, &preview))
    }

    fn odds_text(&self, seen: &State, action: &Action) -> Option<String> {
        Some(show::odds(&self.battle, seen, &attack_of(action)?))
    }

    fn facts(&self, files: &Files) -> Value {
        view::facts(self, files)
    }

    fn orders_form(&self) -> Option<Value> {
        Some(orders::form())
    }

    fn check_orders(&self, orders: &Value) -> Result<Value, String> {
        view::check_orders(orders)
    }

    fn obey(&self, seen: &State, orders: &Value) -> Option<Action> {
        view::obey(&self.battle, seen, orders)
    }

    fn headline(&self, seen: &State) -> String {
        show::headline(&self.battle, seen)
    }

    fn narrate(&self, told: &Value) -> Option<String> {
        narrate::sentence(self, told)
    }

    fn show(&self, seen: &State) -> String {
        show::text(&self.battle, seen)
    }

    fn counters(&self, seen: &State) -> Vec<Stand> {
        show::counters(&self.battle, seen)
    }

    fn typed(words: &[&str]) -> Result<Value, String> {
        typed::action_words(words)
    }
}

impl RandomPlayer<Prepared> for random::RandomPlayer {
    fn new(seed: u64) -> random::RandomPlayer {
        random::RandomPlayer::new(seed)
    }

    fn choose(&mut self, system: &Prepared, state: &State) -> Option<Action> {
        random::RandomPlayer::choose(self, &system.battle, state)
    }

    fn chance(&mut self) -> &mut Chance {
        random::RandomPlayer::chance(self)
    }
}
