//! A combat that waits for a choice, as JSON.

use atlas::fault::Report;
use field::{Cell, CellSet};
use serde_json::{Value, json};

use super::action::{attack, attack_to_json};
use super::read::{Object, cell, each, expected, number, side, text, unit};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::CombatResult;
use crate::blue_gray::ids::{Around, UnitId, UnitSet};
use crate::blue_gray::pending::{Chain, Combat, Pending, Step};
use crate::blue_gray::state::{Place, State};

/// A pending choice as JSON.
pub(super) fn to_json(battle: &Battle, pending: &Pending) -> Value {
    let ids = |units: UnitSet| -> Vec<&str> {
        units.iter().map(|unit| battle.unit(unit).id.as_str()).collect()
    };
    let hexes = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<String> {
        cells.map(|cell| battle.grid().name(cell).to_string()).collect()
    };
    let mut value = json!({"step": pending.step.word(), "decider": pending.decider.word()});
    if let Some(combat) = &pending.combat {
        let mut attack = combat.attack;
        attack.column = Some(combat.column);
        value["attack"] = attack_to_json(battle, &attack);
        value["die"] = json!(combat.die);
        value["result"] = json!(combat.result.name());
        value["attackers"] = json!(ids(combat.attackers));
        value["defenders"] = json!(ids(combat.defenders));
    }
    value["units"] = json!(ids(pending.units));
    value["vacated"] = json!(hexes(&mut pending.vacated.iter().copied()));
    if !pending.elected.is_empty() {
        value["elected"] = json!(ids(pending.elected));
    }
    if let Some(chain) = &pending.chain {
        value["displaced"] = json!(battle.unit(chain.unit).id);
        value["chain"] = json!(hexes(&mut chain.visited.iter()));
    }
    value
}

/// Reads a pending choice; the units of the state are in place already.
pub(super) fn read(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    value: &Value,
) -> Option<Pending> {
    let mut object = Object::of(report, "pending", value)?;
    let step = object.need(report, "step").and_then(|value| {
        let found = text(report, "pending, step", value).and_then(Step::parse);
        found.or_else(|| {
            let known = "\"elect\", \"losses\", \"retreat\", \"advance\" or \"withdraw\"";
            expected(report, "pending, step", value, known)
        })
    });
    let decider = object.need(report, "decider").and_then(|v| side(report, "pending, decider", v));
    let combat = combat(report, battle, state, &mut object, step);
    let units = units(report, battle, &mut object, "units");
    let elected = units_or_none(report, battle, &mut object, "elected");
    let vacated = match object.find("vacated") {
        None => Some(Around::EMPTY),
        Some(value) => each(report, "pending, vacated", value, |r, p, v| cell(r, p, v, battle))
            .and_then(Around::of),
    };
    let chain = chain(report, battle, state, &mut object);
    object.finish(report);
    Some(Pending {
        step: step?,
        decider: decider?,
        combat: combat?,
        units: units?,
        elected: elected?,
        vacated: vacated?,
        chain: chain?,
    })
}

fn units(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
    key: &'static str,
) -> Option<UnitSet> {
    let value = object.need(report, key)?;
    let place = object.at(key);
    let read = each(report, &place, value, |r, p, v| unit(r, p, v, battle))?;
    Some(read.into_iter().collect())
}

fn units_or_none(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
    key: &'static str,
) -> Option<UnitSet> {
    let Some(value) = object.find(key) else { return Some(UnitSet::EMPTY) };
    let place = object.at(key);
    let read = each(report, &place, value, |r, p, v| unit(r, p, v, battle))?;
    Some(read.into_iter().collect())
}

/// The combat, unless ineffective units withdraw. Who took part is taken from the hexes of the attack
/// where the position does not say.
fn combat(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    object: &mut Object<'_>,
    step: Option<Step>,
) -> Option<Option<Combat>> {
    let named_attackers = units_or_none(report, battle, object, "attackers");
    let named_defenders = units_or_none(report, battle, object, "defenders");
    let (attack_value, die_value, result_value) =
        (object.find("attack"), object.find("die"), object.find("result"));
    if step == Some(Step::Withdraw) {
        return Some(None);
    }
    let (Some(attack_value), Some(result_value)) = (attack_value, result_value) else {
        report.fault("pending", "the fields \"attack\" and \"result\" are needed at this step");
        return None;
    };
    let mut attack_object = Object::of(report, "pending, attack", attack_value)?;
    let attack = attack(report, battle, &mut attack_object);
    attack_object.finish(report);
    let die = match die_value {
        None => Some(0),
        Some(value) => number(report, "pending, die", value, (1, 6)),
    };
    let result = text(report, "pending, result", result_value)
        .and_then(CombatResult::parse)
        .or_else(|| expected(report, "pending, result", result_value, "Ae, Ar, Ex, Dr or De"));
    let (attack, die, result) = (attack?, die?, result?);
    let in_hexes = |cells: &[Cell], whose: UnitSet| -> UnitSet {
        cells
            .iter()
            .flat_map(|&cell| state.units_at(battle, cell).intersection(whose).iter())
            .collect()
    };
    let (own, enemy) = (battle.of_side(state.side), battle.of_side(state.side.other()));
    let attackers = some_or(named_attackers?, || in_hexes(&attack.attackers, own));
    let defenders = some_or(named_defenders?, || {
        some_or(in_hexes(&attack.defenders, enemy), || fallen(battle, state, enemy))
    });
    let column = attack.column.unwrap_or(crate::blue_gray::crt::Column::WORST);
    Some(Some(Combat { attack, column, die: die as u8, result, attackers, defenders }))
}

fn some_or(units: UnitSet, other: impl FnOnce() -> UnitSet) -> UnitSet {
    if units.is_empty() { other() } else { units }
}

/// The eliminated enemies that were attacked in this phase; if none is marked so, all of them.
fn fallen(battle: &Battle, state: &State, enemy: UnitSet) -> UnitSet {
    let lost: Vec<UnitId> =
        enemy.iter().filter(|&unit| state.place(unit) == Place::Eliminated).collect();
    let marked: UnitSet =
        lost.iter().copied().filter(|&unit| state.flags(unit).attacked()).collect();
    debug_assert!(lost.iter().all(|unit| unit.index() < battle.units.len()));
    some_or(marked, || lost.into_iter().collect())
}

fn chain(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    object: &mut Object<'_>,
) -> Option<Option<Chain>> {
    let displaced = object.find("displaced");
    let hexes = object.find("chain");
    let Some(displaced) = displaced else { return Some(None) };
    let unit = unit(report, "pending, displaced", displaced, battle)?;
    let mut visited: CellSet = match hexes {
        None => CellSet::EMPTY,
        Some(value) => each(report, "pending, chain", value, |r, p, v| cell(r, p, v, battle))?
            .into_iter()
            .collect(),
    };
    visited.extend(state.cell(unit));
    Some(Some(Chain { unit, visited }))
}
