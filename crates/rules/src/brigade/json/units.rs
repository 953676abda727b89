//! The units of a position as JSON.

use atlas::battle::Arm;
use atlas::fault::Report;
use atlas::map::Terrain;
use serde_json::{Value, json};

use super::hex;
use crate::brigade::battle::{Battle, UnitStart};
use crate::brigade::stacking::may_share;
use crate::brigade::state::{Mark, Place, State};
use crate::ids::{UnitId, UnitSet};
use crate::json::{Object, cell, expected, list, number, unit};

/// Every unit that is in the game.
pub(super) fn to_json(battle: &Battle, state: &State) -> Vec<Value> {
    let in_game = battle.roster().filter(|&unit| state.place(unit) != Place::Absent);
    in_game.map(|unit| unit_to_json(battle, state, unit)).collect()
}

fn unit_to_json(battle: &Battle, state: &State, unit: UnitId) -> Value {
    let mut value = json!({"id": battle.unit(unit).id});
    match state.place(unit) {
        Place::On(cell) => value["hex"] = json!(hex(battle, cell)),
        Place::Reserve => value["state"] = json!("reserve"),
        Place::Eliminated => value["state"] = json!("eliminated"),
        Place::Exited | Place::Absent => value["state"] = json!("absent"),
    }
    if state.is_reduced(unit) {
        value["steps"] = json!(1);
    }
    for mark in Mark::ALL {
        if state.is_marked(unit, mark) {
            value[mark.word()] = json!(true);
        }
    }
    value
}

/// Exactly the units listed; all others are absent.
pub(super) fn read(report: &mut Report, battle: &Battle, state: &mut State, value: &Value) {
    let mut known = UnitSet::EMPTY;
    for (index, item) in list(report, "units", value).unwrap_or_default().iter().enumerate() {
        let Some((unit, place)) = read_unit(report, battle, state, index, item) else { continue };
        if known.contains(unit) {
            report.fault(label(battle, unit), "it is listed twice");
            continue;
        }
        known.insert(unit);
        if let Some(place) = place {
            put(report, battle, state, unit, place);
        }
    }
}

fn label(battle: &Battle, unit: UnitId) -> String {
    format!("unit {}", battle.unit(unit).id)
}

fn read_unit(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    index: usize,
    value: &Value,
) -> Option<(UnitId, Option<Place>)> {
    let mut object = Object::of(report, &format!("units, item {}", index + 1), value)?;
    let id = object.need(report, "id");
    let id = id.and_then(|value| unit(report, &object.at("id"), value, battle))?;
    object.call(label(battle, id));
    let place = whereabouts(report, battle, &mut object);
    if let Some(value) = object.find("steps")
        && let Some(steps) = number(report, &object.at("steps"), value, (1, 2))
    {
        state.board.reduced.set(id, steps == 1);
    }
    for mark in Mark::ALL {
        if object.flag(report, mark.word()) {
            state.mark(UnitSet::one(id), mark);
        }
    }
    object.finish(report);
    Some((id, place))
}

fn whereabouts(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Place> {
    let at = object.find("hex");
    let word = object.find("state");
    let off_map = match word.map(|value| (value, value.as_str())) {
        None | Some((_, Some("map"))) => None,
        Some((_, Some("reserve"))) => Some(Place::Reserve),
        Some((_, Some("eliminated"))) => Some(Place::Eliminated),
        Some((_, Some("absent"))) => Some(Place::Absent),
        Some((value, _)) => {
            let known = "\"map\", \"reserve\", \"eliminated\" or \"absent\"";
            return expected(report, &object.at("state"), value, known);
        }
    };
    match (off_map, at) {
        (None, Some(value)) => cell(report, &object.at("hex"), value, battle).map(Place::On),
        (Some(place), None) => Some(place),
        (None, None) => {
            let message = "it is missing; expected one, or a \"state\" off the map";
            report.fault(object.at("hex"), message);
            None
        }
        (Some(_), Some(_)) => {
            report.fault(object.at("hex"), "found one for a unit that is not on the map");
            None
        }
    }
}

/// Puts a unit where it is listed, if it can be there; stacking is looked at when all are in place.
fn put(report: &mut Report, battle: &Battle, state: &mut State, unit: UnitId, place: Place) {
    let printed = battle.unit(unit);
    let fault = match place {
        Place::On(cell) => {
            let name = hex(battle, cell);
            let closed = matches!(battle.ground.terrain(cell), Terrain::Woods | Terrain::Town)
                && printed.arm != Arm::Infantry;
            if !battle.ground.land.contains(cell) {
                Some(format!(
                    "it is in {name}, where no unit can stand: river or off the map [BR 2.0]"
                ))
            } else if closed {
                Some(format!("it is in {name}, closed to cavalry and guns [BR 6.0]"))
            } else if state.occupied(printed.side.other()).contains(cell) {
                Some(format!("it is in {name} with an enemy unit [BR 5.0]"))
            } else {
                None
            }
        }
        Place::Reserve if matches!(printed.start, UnitStart::At(_)) => {
            Some("it is in reserve; expected that only of units that come later".to_owned())
        }
        _ => None,
    };
    match fault {
        Some(fault) => report.fault(label(battle, unit), fault),
        None => state.put(battle, unit, place),
    }
}

/// [BR 5.0] Notes the hexes that hold more than may stack, but for a unit in the midst of being
/// displaced and for the group that has just arrived.
pub(super) fn check_stacking(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    displaced: Option<UnitId>,
) {
    let apart = displaced.map_or(UnitSet::EMPTY, UnitSet::one);
    for side in atlas::Side::BOTH {
        for cell in state.occupied(side).iter() {
            let mut there = state.of_side_at(battle, side, cell).without(apart);
            if just_arrived(battle, state, cell) {
                there = there.without(battle.hill_units());
            }
            if !may_share(battle, there) {
                let name = hex(battle, cell);
                let message = "found more units than may stack; expected one that is not artillery \
                               and one that is, or two that are [BR 5.0]";
                report.fault(format!("hex {name}"), message);
            }
        }
    }
}

/// [BR 15.0] Whether the group that a die brings on may still be crowded in a hex: until the end of
/// its first movement phase.
fn just_arrived(battle: &Battle, state: &State, cell: field::Cell) -> bool {
    use crate::brigade::state::Phase::{Movement, Rally};
    battle.hill().is_some_and(|hill| {
        let own = state.side == hill.side;
        let before = own && matches!(state.phase, Rally | Movement);
        hill.cell == cell && (before || !own && state.first == state.side)
    })
}
