//! [GT 7.2] Units and leaders of a state, with everything the two pages of unit data show.

use atlas::Side;
use serde_json::{Value, json};

use crate::grand_tactical::activation;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::json::{direction_number, leader_to_json};
use crate::grand_tactical::movement;
use crate::grand_tactical::state::{Phase, Place, State};

/// Every unit of the roster. `secret`: the side of which nobody but itself knows who is active.
pub(super) fn all(battle: &Battle, seen: &State, secret: Option<Side>) -> Vec<Value> {
    battle.roster().map(|unit| one(battle, seen, unit, secret)).collect()
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::On(_) => "map",
        Place::Reserve => "reserve",
        Place::Eliminated => "eliminated",
        Place::Absent => "absent",
        Place::Unseen => "unseen",
    }
}

fn one(battle: &Battle, seen: &State, unit: UnitId, secret: Option<Side>) -> Value {
    let (facts, now) = (battle.unit(unit), seen.unit(unit));
    let mut told = json!({"id": facts.id, "place": place_word(now.place)});
    let Some(cell) = now.cell() else { return told };
    told["cell"] = json!(battle.name(cell));
    told[if facts.is_artillery() { "guns" } else { "men" }] = json!(now.strength);
    told["fatigue"] = json!(now.fatigue);
    told["morale"] = json!(seen.morale(battle, unit));
    told["op"] = json!(now.op);
    told["melee"] = json!(now.melee);
    told["fire"] = json!(now.fire.map(|square| battle.name(square)));
    let known = secret != Some(facts.side);
    let active = known.then(|| activation::is_active(battle, seen, unit));
    told["active"] = json!(active);
    told["routed"] = json!(now.routed);
    told["moved"] = json!(now.moved);
    if !battle.options.basic() {
        told["facing"] = json!(direction_number(now.facing));
        told["mode"] = json!(now.mode.word());
        told["fort"] = json!(now.fort);
        told["ammo"] = json!(now.ammo);
        told["disrupted"] = json!(now.disrupted);
        told["advance"] = json!(now.advance);
    }
    if battle.options.advanced() {
        told["in_command"] = json!(now.in_command);
    }
    told["marks"] = json!(marks(seen, unit, active));
    told["holds"] = json!(holds(battle, seen, unit).filter(|_| known));
    told
}

/// The signs on a counter.
fn marks(seen: &State, unit: UnitId, active: Option<bool>) -> Vec<&'static str> {
    let now = seen.unit(unit);
    let all = [
        ("routed", now.routed),
        ("disrupted", now.disrupted),
        ("no ammunition", !now.ammo),
        ("out of command", !now.in_command),
        ("moved", now.moved > 0),
        ("melee", now.melee),
        ("inactive", active == Some(false)),
    ];
    all.into_iter().filter(|(_, is)| *is).map(|(word, _)| word).collect()
}

/// Why a unit of the side that decides stands still.
fn holds(battle: &Battle, seen: &State, unit: UnitId) -> Option<String> {
    let own = battle.unit(unit).side == seen.side && seen.phase == Phase::Operations;
    let refusal = movement::may_move(battle, seen, unit).err().filter(|_| own)?;
    Some(refusal.reason(battle))
}

/// The leaders, where the game has any.
pub(super) fn leaders(battle: &Battle, seen: &State) -> Vec<Value> {
    if !battle.options.advanced() {
        return Vec::new();
    }
    let told = |leader| {
        let mut told = leader_to_json(battle, seen, leader);
        told["bonus"] = json!(battle.leader(leader).bonus);
        told["cell"] = json!(seen.leader_cell(leader).map(|cell| battle.name(cell)));
        told
    };
    battle.staff().map(told).collect()
}
