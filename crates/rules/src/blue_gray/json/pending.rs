//! A combat that waits for a choice, as JSON.

use atlas::fault::{Report, one_of};
use field::{Cell, CellSet};
use serde_json::{Value, json};

use super::action::{attack, attack_to_json};
use super::pending_check;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::{Column, CombatResult};
use crate::blue_gray::ids::{Around, UnitSet};
use crate::blue_gray::pending::{Chain, Combat, Pending, Step};
use crate::blue_gray::state::{Flags, Place, State};
use crate::json::{Object, cell, each, expected, hexes, number, side, unit, units};

const STEPS: [Step; 5] = [Step::Elect, Step::Losses, Step::Retreat, Step::Advance, Step::Withdraw];

/// The die of a combat whose position does not tell it.
const UNTOLD: u8 = 0;

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
        value["attack"] = attack_to_json(battle, &combat.attack);
        if combat.die != UNTOLD {
            value["die"] = json!(combat.die);
        }
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
    let step = object.need(report, "step").and_then(|value| read_step(report, value));
    let combat = combat(report, battle, state, &mut object, step);
    let decider = match object.find("decider") {
        None => Some(None),
        Some(value) => side(report, "pending, decider", value).map(Some),
    };
    let undecided = match object.need(report, "units") {
        None => None,
        Some(value) => units(report, "pending, units", value, battle),
    };
    let elected = named(report, battle, &mut object, "elected");
    let vacated = match object.find("vacated") {
        None => {
            let combat = combat.as_ref().and_then(Option::as_ref);
            Some(combat.map_or(Around::EMPTY, |combat| pending_check::vacated(state, combat)))
        }
        Some(value) => hexes(report, "pending, vacated", value, battle),
    };
    let chain = chain(report, battle, state, &mut object);
    object.finish(report);
    let (step, combat, decider) = (step?, combat?, decider?);
    let due = pending_check::decider(state, step, combat.as_ref());
    let pending = Pending {
        step,
        decider: decider.unwrap_or(due),
        combat,
        units: undecided?,
        elected: elected?.unwrap_or(UnitSet::EMPTY),
        vacated: vacated?,
        chain: chain?,
    };
    pending_check::check(report, battle, state, &pending);
    Some(pending)
}

fn read_step(report: &mut Report, value: &Value) -> Option<Step> {
    value.as_str().and_then(Step::parse).or_else(|| {
        let known = one_of(STEPS.iter().map(|step| step.word()));
        expected(report, "pending, step", value, &known)
    })
}

/// The units of a field; `Some(None)` if there is no such field.
fn named(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
    key: &'static str,
) -> Option<Option<UnitSet>> {
    let Some(value) = object.find(key) else { return Some(None) };
    units(report, &object.at(key), value, battle).map(Some)
}

/// The combat, unless ineffective units withdraw. Who took part is taken from the hexes of the attack
/// where the position does not say: those that have attacked if any of them has, and in defence those that
/// have not advanced.
fn combat(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    object: &mut Object<'_>,
    step: Option<Step>,
) -> Option<Option<Combat>> {
    let attackers = named(report, battle, object, "attackers");
    let defenders = named(report, battle, object, "defenders");
    let parts = [object.find("attack"), object.find("die"), object.find("result")];
    if step == Some(Step::Withdraw) {
        if parts.iter().any(Option::is_some) {
            let message =
                "found a combat; at this step ineffective units withdraw after all combats";
            report.fault("pending", message);
        }
        return Some(None);
    }
    let attack_value = object.need(report, "attack");
    let result_value = object.need(report, "result");
    let attack = attack_value.and_then(|value| {
        let mut fields = Object::of(report, "pending, attack", value)?;
        let attack = attack(report, battle, &mut fields);
        fields.finish(report);
        attack
    });
    let die = match parts[1] {
        None => Some(i64::from(UNTOLD)),
        Some(value) => number(report, "pending, die", value, (1, 6)),
    };
    let result = result_value.and_then(|value| {
        let found = value.as_str().and_then(CombatResult::parse);
        found.or_else(|| expected(report, "pending, result", value, "Ae, Ar, Ex, Dr or De"))
    });
    let (attack, die, result) = (attack?, die?, result?);
    let (own, enemy) = (battle.of_side(state.side), battle.of_side(state.side.other()));
    let in_hexes = |cells: &[Cell], whose: UnitSet| -> UnitSet {
        let there = cells.iter().map(|&cell| state.units_at(cell));
        there.fold(UnitSet::EMPTY, UnitSet::union).intersection(whose)
    };
    let attackers = attackers?.unwrap_or_else(|| {
        let there = in_hexes(&attack.attackers, own);
        // What is wrong with the units still to be decided is reported where they are read.
        let undecided = object
            .find("units")
            .and_then(|value| units(&mut Report::new(), "pending, units", value, battle));
        let undecided = undecided.unwrap_or(UnitSet::EMPTY);
        those_marked(state, there, Flags::used).union(undecided.intersection(there))
    });
    let defenders = defenders?.unwrap_or_else(|| {
        let there = in_hexes(&attack.defenders, enemy);
        let attacked = there.iter().filter(|&unit| !state.flags(unit).advanced()).collect();
        if attacked == UnitSet::EMPTY { fallen(state, enemy) } else { attacked }
    });
    let column = attack.column.unwrap_or(Column::WORST);
    Some(Some(Combat { attack, column, die: die as u8, result, attackers, defenders }))
}

/// [BG 7.14] Whoever takes part in the combat that waits has attacked or been attacked in this phase, whether the
/// position marks it or not. Where a gun fired from is known as long as nobody has retreated with it.
pub(super) fn mark(state: &mut State) {
    let Some(pending) = state.pending() else { return };
    let Some(combat) = pending.combat else { return };
    let retreats = combat.result == CombatResult::AttackerRetreats && pending.step != Step::Elect;
    let on_map = |units: UnitSet| -> UnitSet {
        units.iter().filter(|&unit| state.cell(unit).is_some()).collect()
    };
    let used = on_map(combat.attackers.union(combat.attack.bombard));
    let attacked = on_map(combat.defenders);
    let marks = &mut state.board.marks;
    marks.used = marks.used.union(used);
    marks.attacked = marks.attacked.union(attacked);
    for gun in combat.attack.bombard.iter().filter(|_| !retreats) {
        let from = state.bombarded_from(gun);
        state.set_bombarded_from(gun, from.or(state.cell(gun)));
    }
}

/// The eliminated enemies that were attacked in this phase; if none is marked so, all of them.
fn fallen(state: &State, enemy: UnitSet) -> UnitSet {
    let lost: UnitSet =
        enemy.iter().filter(|&unit| state.place(unit) == Place::Eliminated).collect();
    those_marked(state, lost, Flags::attacked)
}

/// The units with a mark; if none has it, all of them.
fn those_marked(state: &State, units: UnitSet, is_marked: fn(Flags) -> bool) -> UnitSet {
    let marked: UnitSet = units.iter().filter(|&unit| is_marked(state.flags(unit))).collect();
    if marked.is_empty() { units } else { marked }
}

/// A displacement under way: the unit that has lost its place, and the hexes visited so far.
fn chain(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    object: &mut Object<'_>,
) -> Option<Option<Chain>> {
    let displaced = object.find("displaced");
    let hexes = object.find("chain");
    let Some(displaced) = displaced else {
        if hexes.is_some() {
            report.fault("pending, chain", "found hexes without a unit that is \"displaced\"");
        }
        return Some(None);
    };
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
