//! The arithmetic of an attack, unit by unit, and what dice decide.

use serde_json::{Value, json};

use super::{hex, id};
use crate::brigade::battle::Battle;
use crate::brigade::pending::Attack;
use crate::brigade::preview::Preview;
use crate::brigade::state::State;
use crate::brigade::strength::{crosses, doublings};
use crate::ids::{UnitId, UnitSet};

/// What each unit counts for in an attack, and why: `{"attack":[…],"defence":[…]}`.
pub fn terms(battle: &Battle, state: &State, attack: &Attack, preview: &Preview) -> Value {
    let (attack_doubles, defence_doubles) = match attack {
        Attack::Assault(assault) => doublings(battle, state, assault),
        Attack::Bombardment(_) => (false, false),
    };
    let targets = attack.targets();
    let term = |unit: UnitId, halved: bool, doubled: bool| {
        let mut why = Vec::new();
        if halved {
            why.push("over a bridge or ford");
        }
        if doubled {
            why.push("cover");
        }
        let strength = state.strength(battle, unit);
        let twice = if halved { strength } else { 2 * strength };
        json!({
            "unit": id(battle, unit),
            "hex": state.cell(unit).map(|cell| hex(battle, cell)),
            "strength": strength,
            "doubled": if doubled { 2 * twice } else { twice },
            "why": why.join(", "),
        })
    };
    let attacker = |unit: UnitId| {
        let halved = attack.is_assault() && crosses(battle, state, unit, targets);
        term(unit, halved, attack_doubles)
    };
    let defender = |unit: UnitId| {
        let covered = state.cell(unit).is_some_and(|cell| battle.ground.cover.contains(cell));
        term(unit, false, defence_doubles && covered)
    };
    let each = |units: UnitSet, one: &dyn Fn(UnitId) -> Value| -> Vec<Value> {
        units.iter().map(one).collect()
    };
    json!({
        "attack": each(attack.attackers(), &attacker),
        "defence": each(preview.strengths.defenders, &defender),
    })
}

/// What dice decide besides combats: how many are thrown, and the least face that succeeds.
pub fn chances(battle: &Battle) -> Value {
    let facts = &battle.facts;
    let chance = |dice: u8, least: u8| json!({"dice": dice, "least": least});
    let rally = |side| {
        let two = battle.options.two_dice_rally == Some(side);
        chance(if two { 2 } else { 1 }, facts.rally)
    };
    let searched = facts.search.filter(|_| battle.options.ford.is_none());
    json!({
        "rally": {
            "union": rally(atlas::Side::Union),
            "confederate": rally(atlas::Side::Confederate),
        },
        "search": searched.map(|search| chance(1, search.least)),
        "arrival": battle.hill().map(|hill| chance(1, hill.least)),
    })
}
