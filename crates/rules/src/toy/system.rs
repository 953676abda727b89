//! The toy as one of the house's systems.

use std::borrow::Cow;

use atlas::battle::{Battle as Files, Start};
use atlas::fault::Faults;
use atlas::{BySide, Side};
use serde_json::{Value, json};

use super::play::DIE;
use super::{Action, Event, Piece, Refusal, SECONDS, State, Toy};
use crate::bid::Bid;
use crate::dice::{Dice, Notation};
use crate::game::{CannotPlay, Seat};
use crate::moment::{Moment, Outcome};
use crate::random::Uniform;
use crate::rule::{Refused, Rule};
use crate::system::{Capabilities, Key, Look, Stand, System};

impl System for Toy {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;
    type Random = Uniform;

    const SYSTEM: atlas::map::System = atlas::map::System::Toy;
    const LOOKS: &'static [Look] = &[Look { member: "faces", state: None }];
    const SIGNS: &'static [(&'static str, &'static str, i16, i16)] = &[("acted", "moved", 36, -4)];
    const TYPED_HELP: &'static str = "\
  move UNIT SQUARE     move to a neighbouring square
  attack UNIT ENEMY    attack an enemy beside it
  scout UNIT           look for an unseen enemy
  end                  end the phase
";

    fn ready(files: &Files, scenario: Option<&str>, options: &[String]) -> Result<Toy, CannotPlay> {
        let found = files.scenario(scenario).ok_or_else(|| CannotPlay::NoScenario {
            wanted: scenario.unwrap_or_default().to_owned(),
            known: files.scenarios.iter().map(|one| one.id.clone()).collect(),
        })?;
        if let Some(wanted) = options.iter().find(|number| files.option(number).is_none()) {
            let known = files.options.iter().map(|option| option.number.clone()).collect();
            return Err(CannotPlay::NoOption { wanted: wanted.clone(), known });
        }
        let used = files.options.iter().map(|option| &option.number);
        let options: Vec<String> =
            used.filter(|number| options.contains(number)).cloned().collect();
        let town = files.map.objectives.keys().next().copied();
        let pieces = found.units.iter().map(|unit| match unit.start {
            Start::At(start) => Some(Piece { id: unit.id.clone(), side: unit.side, start }),
            Start::Arrives { .. } => None,
        });
        let pieces: Option<Vec<Piece>> = pieces.collect();
        let odd = || CannotPlay::NoEngine(files.id.clone());
        let pieces = pieces.filter(|pieces| pieces.len() <= 8).ok_or_else(odd)?;
        Ok(Toy {
            battle: files.id.clone(),
            scenario: found.id.clone(),
            open: options.iter().any(|number| number == "6"),
            timed: options.iter().any(|number| number == "8"),
            options,
            bid: None,
            grid: files.map.grid.clone(),
            town: town.ok_or_else(odd)?,
            turns: found.turns,
            first: found.first,
            pieces,
        })
    }

    fn key(&self) -> Key<'_> {
        Key { battle: &self.battle, scenario: &self.scenario, options: &self.options }
    }

    fn bid(&self) -> Option<Bid> {
        self.bid
    }

    fn with_bid(mut self, bid: Option<Bid>) -> Self {
        self.bid = bid;
        self
    }

    fn books(&self) -> Vec<String> {
        vec!["TOY".to_owned()]
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            hidden: !self.open,
            notation: Notation { die: Some(DIE), others: true },
            orders: true,
            time_limit: self.timed.then_some(SECONDS),
            threats: false,
            most_draws: 2,
        }
    }

    fn start<D: Dice + ?Sized>(&self, _: &mut D, events: &mut Vec<Event>) -> State {
        events.push(Event::PhaseBegan { turn: 1, side: self.first });
        self.set_up()
    }

    fn moment(&self, state: &State) -> Moment {
        let (turn, turns) = (state.turn.into(), self.turns.into());
        Moment { turn, turns, side: state.side, phase: "operations" }
    }

    fn sequence(&self, state: &State) -> u32 {
        state.sequence
    }

    fn decider(&self, state: &State) -> Option<Side> {
        (!state.over).then_some(state.side)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let BySide { union, confederate } = state.points;
        let winner = match union.cmp(&confederate) {
            std::cmp::Ordering::Less => Some(Side::Confederate),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Union),
        };
        let words = winner.map_or("Draw".into(), |side| format!("{side} victory"));
        let level = if winner.is_some() { "victory" } else { "draw" };
        state.over.then(|| Outcome { winner, level: level.into(), words })
    }

    fn points(&self, state: &State) -> BySide<i64> {
        state.points
    }

    fn actions(&self, state: &State) -> Vec<Action> {
        self.listed(state)
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Refusal> {
        self.judge(state, action)
    }

    fn apply_legal<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: &Action,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) {
        self.carry_out(state, action, dice, events);
    }

    fn at_expiry(&self, state: &State) -> Option<Action> {
        (self.timed && !state.over).then_some(Action::EndPhase)
    }

    fn seen<'s>(&self, state: &'s State, seat: Seat) -> Cow<'s, State> {
        self.observe(state, seat)
    }

    fn private_to(&self, state: &State) -> Option<Side> {
        self.decider(state).filter(|_| !self.open)
    }

    fn tell(&self, before: &State, event: &Event, after: &State, seat: Seat) -> Option<Value> {
        self.hear(before, event, after, seat)
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Sighted { .. })
    }

    fn read_action(&self, seen: &State, action: &Value) -> Result<Action, Faults> {
        self.action_of(seen, action)
    }

    fn write_action(&self, action: &Action) -> Value {
        self.action_json(action)
    }

    fn write_event(&self, event: &Event) -> Value {
        self.event_json(event)
    }

    fn read_position(&self, position: &Value) -> Result<State, Faults> {
        self.position_of(position)
    }

    fn write_position(&self, state: &State, seed: Option<&Value>) -> Value {
        self.position_json(state, seed)
    }

    fn explain(&self, refusal: &Refusal) -> Refused {
        let (number, reason) = match refusal {
            Refusal::Over => ("7", "the game is over"),
            Refusal::NotYours => ("2", "it is not a piece of the side whose phase it is"),
            Refusal::Lost => ("2", "the piece is lost"),
            Refusal::Acted => ("2", "the piece has acted in this phase"),
            Refusal::TooFar => ("3", "the squares have no side in common"),
            Refusal::Taken => ("3", "somebody is in the square"),
            Refusal::Friend => ("4", "it is no enemy"),
            Refusal::NothingToScout => ("5", "there is nobody left to be sighted"),
        };
        Refused { rule: Rule::of(Self::SYSTEM, "TOY", number), reason: reason.into() }
    }

    fn decision(&self, seen: &State) -> Value {
        self.decision_json(seen)
    }

    fn view(&self, seen: &State, _: Seat) -> Value {
        self.view_json(seen, false)
    }

    fn view_closed(&self, state: &State, _: Seat) -> Value {
        self.view_json(state, true)
    }

    fn ask(&self, seen: &State, _: Seat, question: &Value) -> Result<Value, String> {
        self.answer(seen, question)
    }

    fn odds(&self, _: &State, action: &Action) -> Option<Value> {
        self.chances(action)
    }

    fn facts(&self, files: &Files) -> Value {
        self.facts_json(files)
    }

    fn orders_form(&self) -> Option<Value> {
        Some(json!({
            "title": "Standing orders",
            "words": "Attacks can be left to a standing order.",
            "none": "no standing orders",
            "items": [{"key": "attack", "title": "An enemy beside a piece", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "always", "title": "Attack", "words": "attack whoever is in sight"},
            ]}],
        }))
    }

    fn check_orders(&self, orders: &Value) -> Result<Value, String> {
        let given = orders.as_object().ok_or("orders are an object")?;
        if let Some(other) = given.keys().find(|&key| key != "attack") {
            return Err(format!("order {other:?}; expected attack"));
        }
        match given.get("attack").map_or(Some("ask"), Value::as_str) {
            Some(word @ ("ask" | "always")) => Ok(json!({"attack": word})),
            _ => Err("attack; expected ask or always".into()),
        }
    }

    fn obey(&self, seen: &State, orders: &Value) -> Option<Action> {
        let attack = |action: &Action| matches!(action, Action::Attack { .. });
        (orders["attack"] == "always").then(|| self.listed(seen).into_iter().find(attack))?
    }

    fn narrate(&self, told: &Value) -> Option<String> {
        told["event"].as_str().map(|kind| format!("{}.", kind.replace('_', " ")))
    }

    fn headline(&self, seen: &State) -> String {
        match self.outcome(seen) {
            Some(outcome) => format!("{}.", outcome.words),
            None => format!("Game-Turn {}: the {} side.", seen.turn, seen.side),
        }
    }

    fn show(&self, seen: &State) -> String {
        self.board(seen)
    }

    fn counters(&self, seen: &State) -> Vec<Stand> {
        self.stands(seen)
    }

    fn typed(words: &[&str]) -> Result<Value, String> {
        Ok(match words {
            ["end"] => json!({"end_phase": {}}),
            ["move" | "m", unit, to] => json!({"move": {"unit": unit, "to": to}}),
            ["attack" | "a", unit, target] => json!({"attack": {"unit": unit, "target": target}}),
            ["scout" | "s", unit] => json!({"scout": {"unit": unit}}),
            _ => return Err("not understood; type `help` for the commands".into()),
        })
    }
}
