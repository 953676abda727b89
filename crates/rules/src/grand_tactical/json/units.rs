//! The units of a position as JSON.

use atlas::battle::Mode;
use atlas::fault::Report;
use serde_json::{Value, json};

use super::direction_number;
use super::read;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::sequence::HIGHEST_FORT;
use crate::grand_tactical::start;
use crate::grand_tactical::state::{Place, State, Unit};
use crate::json::{Object, expected, list, number};

/// The most operation points that a position can give a unit.
const MOST_OP: i64 = crate::grand_tactical::action::MOST_STEPS as i64;

/// Every unit that has a part in the game.
pub(super) fn to_json(battle: &Battle, state: &State) -> Value {
    let all = battle.roster().filter(|&unit| state.unit(unit).place != Place::Absent);
    json!(all.map(|unit| unit_to_json(battle, state, unit)).collect::<Vec<_>>())
}

/// One unit; what is as usual is left out.
fn unit_to_json(battle: &Battle, state: &State, unit: UnitId) -> Value {
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    let word = match now.place {
        Place::On(_) => None,
        Place::Reserve => Some("reserve"),
        Place::Eliminated => Some("eliminated"),
        Place::Absent => Some("absent"),
        Place::Unseen => Some("unseen"),
    };
    if let Some(word) = word {
        return json!({"id": facts.id, "state": word});
    }
    let mut told = json!({"id": facts.id});
    if let Some(cell) = now.cell() {
        told["square"] = json!(battle.name(cell));
    }
    told[if facts.is_artillery() { "guns" } else { "men" }] = json!(now.strength);
    told["fatigue"] = json!(now.fatigue);
    told["op"] = json!(now.op);
    let basic = battle.options.basic();
    if !basic {
        told["facing"] = json!(direction_number(now.facing));
        told["mode"] = json!(now.mode.word());
    }
    if now.fort > 0 {
        told["fort"] = json!(now.fort);
    }
    if now.moved > 0 {
        told["moved"] = json!(now.moved);
    }
    if let Some(square) = now.fire {
        told["fire"] = json!(battle.name(square));
    }
    let flags = [
        ("ammo", now.ammo, true),
        ("in_command", now.in_command, true),
        ("routed", now.routed, false),
        ("disrupted", now.disrupted, false),
        ("melee", now.melee, false),
        ("advance", now.advance, false),
    ];
    for (key, flag, usual) in flags {
        if flag != usual {
            told[key] = json!(flag);
        }
    }
    told
}

/// Reads the units of a position into a state without any: exactly these, the others have no part
/// in it.
pub(super) fn read(report: &mut Report, battle: &Battle, state: &mut State, value: &Value) {
    let mut known = crate::grand_tactical::UnitSet::EMPTY;
    for (index, item) in list(report, "units", value).unwrap_or_default().iter().enumerate() {
        let place = format!("units, item {}", index + 1);
        let Some((id, unit)) = read_unit(report, battle, state, &place, item) else { continue };
        let name = &battle.unit(id).id;
        if !known.insert(id) {
            report.fault(format!("unit {name}"), "found twice; expected once");
            continue;
        }
        *state.unit_mut(id) = unit;
        if let Place::On(cell) = unit.place {
            state.unit_mut(id).place = Place::Absent;
            if !battle.passable(&state.fords, cell) {
                let what = format!("found in {}, where nobody can stand", battle.name(cell));
                report.fault(format!("unit {name}"), what);
            }
            state.put(battle, id, cell);
        }
    }
    check_squares(report, battle, state);
}

fn read_unit(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    place: &str,
    value: &Value,
) -> Option<(UnitId, Unit)> {
    let mut object = Object::of(report, place, value)?;
    let id = object.need(report, "id")?;
    let id = read::unit(report, &object.at("id"), id, battle)?;
    object.call(format!("unit {}", battle.unit(id).id));
    let cell = object.find("square");
    let cell = cell.map(|value| read::cell(report, &object.at("square"), value, battle));
    let word = object.find("state");
    let at = match (cell, word.and_then(Value::as_str), word.is_some()) {
        (Some(cell), Some("map"), _) | (Some(cell), _, false) => Place::On(cell?),
        (None, Some("reserve"), _) if battle.unit(id).group.is_some() => Place::Reserve,
        (None, Some("eliminated"), _) => Place::Eliminated,
        (None, Some("absent"), _) => Place::Absent,
        _ => {
            let what =
                "a \"square\", or the state reserve (of a reinforcement), eliminated or absent";
            let found = word.unwrap_or(&Value::Null);
            return expected(report, &object.at("state"), found, what);
        }
    };
    let unit = match at {
        Place::On(_) => on_map(report, battle, state, id, at, &mut object),
        Place::Reserve => Unit { place: at, ..start::fresh(battle, id, state.turn) },
        _ => Unit::nowhere(at),
    };
    object.finish(report);
    Some((id, unit))
}

/// Reads a unit that is on the map.
fn on_map(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    id: UnitId,
    place: Place,
    object: &mut Object<'_>,
) -> Unit {
    let facts = battle.unit(id);
    let mut unit = Unit { place, ..start::fresh(battle, id, state.turn) };
    let figure = |report: &mut Report, object: &mut Object<'_>, key, usual: i64, limits| {
        let found = object.find(key);
        found.and_then(|value| number(report, &object.at(key), value, limits)).unwrap_or(usual)
    };
    let key = if facts.is_artillery() { "guns" } else { "men" };
    let printed = i64::from(facts.strength);
    unit.strength = figure(report, object, key, printed, (1, printed)) as u16;
    unit.fatigue = figure(report, object, "fatigue", 0, (0, 100)) as u8;
    unit.moved = figure(report, object, "moved", 0, (0, MOST_OP)) as u8;
    if battle.options.advanced() {
        unit.in_command = object.answer(report, "in_command").unwrap_or(true);
    }
    let points = &battle.tables.points;
    let usual = match () {
        () if facts.no_points_on.contains(&state.turn) => 0,
        () if unit.in_command => points.in_command,
        () => points.out_of_command,
    };
    unit.op = figure(report, object, "op", usual.into(), (0, MOST_OP)) as u8;
    unit.routed = object.flag(report, "routed");
    unit.melee = object.flag(report, "melee");
    unit.fire =
        object.find("fire").and_then(|value| read::cell(report, &object.at("fire"), value, battle));
    if battle.options.basic() {
        return unit;
    }
    unit.fort = figure(report, object, "fort", 0, (0, HIGHEST_FORT.into())) as u8;
    if let Some(value) = object.find("facing") {
        let read = read::direction(report, &object.at("facing"), value);
        unit.facing = read.unwrap_or(unit.facing);
    }
    if let Some(value) = object.find("mode") {
        let is = |mode: &Mode| mode.arm() == facts.arm && value.as_str() == Some(mode.word());
        let found = Mode::ALL.into_iter().find(is);
        let what = format!("a mode of {}", facts.arm.word());
        let found = found.or_else(|| expected(report, &object.at("mode"), value, &what));
        unit.mode = found.unwrap_or(unit.mode);
    }
    unit.ammo = object.answer(report, "ammo").unwrap_or(true);
    unit.disrupted = object.flag(report, "disrupted");
    unit.advance = object.flag(report, "advance");
    unit
}

/// Nobody stands with an enemy, in a crowd, or in a square in which somebody looks elsewhere.
fn check_squares(report: &mut Report, battle: &Battle, state: &State) {
    for unit in battle.roster() {
        let Some(cell) = state.cell(unit) else { continue };
        let (facts, name) = (battle.unit(unit), battle.name(cell));
        let place = || format!("unit {}", facts.id);
        let others = || state.stack(cell).filter(|&other| other != unit);
        if others().any(|other| battle.unit(other).side != facts.side) {
            report.fault(place(), format!("found with an enemy in {name}"));
        } else if crate::grand_tactical::places::room(battle, state, unit, cell).is_err() {
            report.fault(place(), format!("found in {name}, which has no room for so many"));
        }
        let facing = state.unit(unit).facing;
        let differs = |other| state.unit(other).facing != facing;
        if !battle.options.basic() && others().any(differs) {
            report.fault(place(), format!("found in {name} with another facing than others there"));
        }
    }
}
