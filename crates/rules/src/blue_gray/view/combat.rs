//! What a combat phase asks for, and a combat that waits for a choice.

use serde_json::{Value, json};

use super::ready_guns;
use super::words::{due, hex, hexes, id, ids};
use crate::blue_gray::action::{Action, Attack};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::json::action_to_json;
use crate::blue_gray::listing::actions;
use crate::blue_gray::obligations::Obligations;
use crate::blue_gray::pending::Pending;
use crate::blue_gray::state::State;

/// Who can be attacked, who must attack and be attacked, and which guns reach whom.
pub fn duties(battle: &Battle, state: &State, duties: &Obligations) -> Value {
    let batteries: Vec<Value> = duties
        .batteries
        .iter()
        .map(|battery| {
            json!({
                "hex": hex(battle, battery.cell),
                "guns": ids(battle, ready_guns(battle, state, battery)),
                "reaches": hexes(battle, battery.reaches.iter()),
            })
        })
        .collect();
    json!({
        "targets": hexes(battle, duties.targets.iter()),
        "must_attack": hexes(battle, duties.must_attack.iter()),
        "must_be_attacked": hexes(battle, duties.must_be_attacked.iter()),
        "batteries": batteries,
    })
}

/// A choice that is due, with every way to make it.
pub fn pending(battle: &Battle, state: &State, pending: &Pending) -> Value {
    let listed = actions(battle, state);
    let choices: Vec<Value> =
        listed.iter().map(|one| action_to_json(battle, &one.action)).collect();
    json!({
        "step": pending.step.word(),
        "decider": pending.decider.word(),
        "attack": pending.combat.map(|combat| attack(battle, combat.attack)),
        "die": pending.combat.map(|combat| combat.die),
        "result": pending.combat.map(|combat| combat.result.name()),
        "units": ids(battle, pending.units),
        "vacated": hexes(battle, pending.vacated.iter().copied()),
        "displaced": pending.chain.as_ref().map(|chain| id(battle, chain.unit)),
        "words": due(battle, pending),
        "choices": choices,
    })
}

/// An attack as its action has it.
fn attack(battle: &Battle, attack: Attack) -> Value {
    action_to_json(battle, &Action::Attack(attack))["attack"].take()
}
