//! What clients get: everything here is made from what a seat observes.

use std::fmt::Write as _;

use atlas::Side;
use atlas::battle::Battle as Files;
use serde_json::{Map, Value, json};

use super::play::{DIE, REPULSE, SUCCESS};
use super::{Action, Id, Place, State, Toy, door};
use crate::rule::Refused;
use crate::system::{Stand, System};

impl Toy {
    pub(super) fn decision_json(&self, seen: &State) -> Value {
        if seen.over {
            return json!({"side": null, "kind": "over", "words": "The game is over."});
        }
        let words = format!("The {} side moves, attacks and scouts.", seen.side);
        json!({"side": seen.side.word(), "kind": "operations", "words": words})
    }

    pub(super) fn view_json(&self, seen: &State, closed: bool) -> Value {
        let open = !seen.over && !closed;
        let unit = |piece: Id| {
            let (place, cell) = match seen.places[piece] {
                Place::On(cell) => ("map", Some(self.name(cell))),
                Place::Lost => ("eliminated", None),
                Place::Unseen => ("unseen", None),
            };
            let acted = seen.acted.has(piece);
            let marks: &[&str] = if acted { &["acted"] } else { &[] };
            json!({"id": self.id(piece), "place": place, "cell": cell, "marks": marks})
        };
        let can_act = |&piece: &Id| open && !seen.acted.has(piece) && seen.cell(piece).is_some();
        let movable = self.of(seen.side).filter(can_act).map(|piece| self.id(piece));
        let outcome = self.outcome(seen);
        json!({
            "turn": seen.turn, "turns": self.turns, "side": seen.side.word(), "phase": "operations",
            "units": (0..self.pieces.len()).map(unit).collect::<Vec<_>>(),
            "movable": movable.collect::<Vec<_>>(),
            "points": {"union": {"total": seen.points.union}, "confederate": {"total": seen.points.confederate}},
            "standing": outcome.as_ref().map(Value::from),
            "end_phase": {"can": open, "rule": null, "reason": null, "link": null, "unfinished": []},
        })
    }

    pub(super) fn answer(&self, seen: &State, question: &Value) -> Result<Value, String> {
        let (kind, body) = door::fields(question)?;
        let action = || {
            let action = body.get("action").ok_or("the field \"action\" is missing")?;
            self.action_of(seen, action).map_err(|faults| faults.to_string())
        };
        match kind {
            "actions" => Ok(json!({"actions": self.list(seen)})),
            "why" => {
                let judged = self.judge(seen, &action()?).map_err(|refusal| self.explain(&refusal));
                Ok(match judged {
                    Ok(()) => json!({"legal": true}),
                    Err(Refused { rule, reason }) => {
                        json!({"legal": false, "rule": rule.to_string(), "reason": reason, "link": rule.link()})
                    }
                })
            }
            "odds" => Ok(json!({"odds": self.chances(&action()?)})),
            "reach" => {
                let unit = body.get("unit").ok_or("the field \"unit\" is missing")?;
                let listed = self.listed(seen);
                let to = listed.iter().filter_map(|action| match action {
                    Action::Move { piece, to } if *unit == self.id(*piece) => Some(self.name(*to)),
                    _ => None,
                });
                Ok(json!({"unit": unit, "to": to.collect::<Vec<_>>()}))
            }
            _ => Err("a question is one of reach, why, odds and actions".into()),
        }
    }

    /// Of ten throws, how many end how.
    pub(super) fn chances(&self, action: &Action) -> Option<Value> {
        match action {
            Action::Attack { .. } => Some(json!({
                "of": DIE, "attacker_lost": REPULSE + 1, "enemy_lost": DIE - SUCCESS,
            })),
            Action::Scout { .. } => Some(json!({"of": DIE, "success": DIE - SUCCESS})),
            _ => None,
        }
    }

    pub(super) fn facts_json(&self, files: &Files) -> Value {
        let scenario = files.scenario(Some(&self.scenario));
        let units = scenario.map_or(&[][..], |scenario| &scenario.units).iter().zip(&self.pieces);
        let units = units.map(|(unit, piece)| {
            let told = json!({
                "name": unit.id, "called": unit.called(), "short": unit.id, "side": unit.side.word(),
                "arm": unit.arm.word(), "size": unit.size.word(), "strength": unit.strength,
                "start": self.name(piece.start), "note": unit.note,
            });
            (unit.id.clone(), told)
        });
        let cells = self.grid.cells().map(|cell| {
            let worth = if cell == self.town { "a point each game-turn" } else { "" };
            (self.name(cell), json!({"name": files.map.name_of(cell), "words": worth}))
        });
        let turn = |turn: u8| {
            let time = scenario.and_then(|scenario| scenario.clock.get(usize::from(turn) - 1));
            json!({"turn": turn, "time": time, "light": "day", "arrivals": []})
        };
        json!({
            "battle": self.battle, "system": files.map.system.word(), "title": files.title,
            "subtitle": files.subtitle, "scenario": self.scenario,
            "scenario_title": scenario.map(|scenario| &scenario.title), "options": self.options,
            "turns": (1..=self.turns).map(turn).collect::<Vec<_>>(), "first": self.first.word(),
            "stacking": 1, "units": units.collect::<Map<_, _>>(), "cells": cells.collect::<Map<_, _>>(),
            "charts": [],
        })
    }

    /// A letter a square: who is there, small for the second piece of a side.
    pub(super) fn board(&self, seen: &State) -> String {
        let mut text = format!("{}\n", self.headline(seen));
        for row in 0..self.grid.rows(0) {
            for column in 0..self.grid.columns() {
                let here = self.grid.cell(&format!("{row},{column}")).map(Place::On);
                let piece = seen.places.iter().position(|&place| Some(place) == here);
                let letter = piece.map_or('.', |piece| match self.pieces[piece].side {
                    Side::Union => 'U',
                    Side::Confederate => 'C',
                });
                let _ = write!(text, " {letter}");
            }
            text.push('\n');
        }
        text
    }

    pub(super) fn stands(&self, seen: &State) -> Vec<Stand> {
        let stand = |piece| {
            let cell = seen.cell(piece)?;
            let states = if seen.acted.has(piece) { vec!["moved"] } else { Vec::new() };
            Some(Stand { unit: self.id(piece).to_owned(), cell, states })
        };
        (0..self.pieces.len()).filter_map(stand).collect()
    }
}
