//! The units of a position as JSON.

use atlas::fault::Report;
use serde_json::{Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::{UnitId, UnitSet};
use crate::blue_gray::state::{Flags, Phase, Place, State};
use crate::json::{Object, cell, expected, list, unit};

/// The words of the flags, and how each is read and set.
type FlagWord = (&'static str, fn(Flags) -> bool, fn(&mut Flags, bool));

const FLAGS: [FlagWord; 7] = [
    ("moved", Flags::moved, Flags::set_moved),
    ("used", Flags::used, Flags::set_used),
    ("attacked", Flags::attacked, Flags::set_attacked),
    ("advanced", Flags::advanced, Flags::set_advanced),
    ("displaced", Flags::displaced, Flags::set_displaced),
    ("ineffective", Flags::ineffective, Flags::set_ineffective),
    ("released", Flags::released, Flags::set_released),
];

/// Every unit that is in the game.
pub(super) fn to_json(battle: &Battle, state: &State) -> Vec<Value> {
    let in_game = battle.roster().filter(|&unit| state.place(unit) != Place::Absent);
    in_game.map(|unit| unit_to_json(battle, state, unit)).collect()
}

fn unit_to_json(battle: &Battle, state: &State, unit: UnitId) -> Value {
    let mut value = json!({"id": battle.unit(unit).id});
    match state.place(unit) {
        Place::On(cell) => value["hex"] = json!(battle.grid().name(cell).to_string()),
        Place::Reserve => value["state"] = json!("reserve"),
        Place::Eliminated => value["state"] = json!("eliminated"),
        Place::Exited => value["state"] = json!("exited"),
        Place::Absent => value["state"] = json!("absent"),
    }
    let flags = state.flags(unit);
    for (word, is_set, _) in FLAGS {
        if is_set(flags) {
            value[word] = json!(true);
        }
    }
    if flags.withdraws() || seems_to_withdraw(battle, state, unit) {
        value["withdraws"] = json!(flags.withdraws());
    }
    if let Some(from) = state.bombarded_from(unit) {
        value["bombarded_from"] = json!(battle.grid().name(from).to_string());
    }
    value
}

/// [BG 11.31, 11.32] Whether an ineffective unit began the combat phase under enemy control, as far as the
/// units tell: it has not attacked in it, and next to it stands an enemy that has not advanced in it.
fn seems_to_withdraw(battle: &Battle, state: &State, unit: UnitId) -> bool {
    let flags = state.flags(unit);
    let side = battle.unit(unit).side;
    let due = battle.options.attack_effectiveness
        && state.phase == Phase::Combat
        && side == state.side
        && flags.ineffective()
        && !flags.used();
    let Some(cell) = state.cell(unit).filter(|_| due) else { return false };
    let beside = |enemy: UnitId| {
        state.cell(enemy).is_some_and(|at| battle.ground.are_adjacent(cell, at))
            && !state.flags(enemy).advanced()
    };
    state.on_map(battle, side.other()).iter().any(beside)
}

/// A unit as it is listed.
struct Listing {
    unit: UnitId,
    place: Option<Place>,
    withdraws: Option<bool>,
}

/// Exactly the units listed; all others are absent. A unit in the midst of being displaced is one more in
/// its hex than may stack.
pub(super) fn read(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    value: &Value,
    displaced: Option<UnitId>,
) {
    let mut known = UnitSet::EMPTY;
    let mut listings = Vec::new();
    for (index, item) in list(report, "units", value).unwrap_or_default().iter().enumerate() {
        let Some(listing) = read_unit(report, battle, state, index, item) else { continue };
        if known.contains(listing.unit) {
            report.fault(label(battle, listing.unit), "it is listed twice");
            continue;
        }
        known.insert(listing.unit);
        listings.push(listing);
    }
    let (last, first): (Vec<&Listing>, Vec<&Listing>) =
        listings.iter().partition(|listing| displaced == Some(listing.unit));
    first.into_iter().for_each(|listing| put(report, battle, state, listing, false));
    last.into_iter().for_each(|listing| put(report, battle, state, listing, true));
    for Listing { unit, withdraws, .. } in listings {
        let withdraws = withdraws.unwrap_or_else(|| seems_to_withdraw(battle, state, unit));
        state.board.marks.withdraws.set(unit, withdraws);
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
) -> Option<Listing> {
    let mut object = Object::of(report, &format!("units, item {}", index + 1), value)?;
    let id = object.need(report, "id");
    let id = id.and_then(|value| unit(report, &object.at("id"), value, battle))?;
    object.call(label(battle, id));
    let place = whereabouts(report, battle, &mut object);
    let mut flags = Flags::default();
    for (word, _, set) in FLAGS {
        set(&mut flags, object.flag(report, word));
    }
    let withdraws = object.answer(report, "withdraws");
    let from = object.find("bombarded_from");
    let from = from.and_then(|value| cell(report, &object.at("bombarded_from"), value, battle));
    if from.is_some() && battle.unit(id).range == 0 {
        report.fault(object.at("bombarded_from"), "it is not artillery [BG 8.0]");
    }
    object.finish(report);
    state.board.marks.put(id, flags);
    state.set_bombarded_from(id, from);
    Some(Listing { unit: id, place, withdraws })
}

fn whereabouts(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Place> {
    let hex = object.find("hex");
    let word = object.find("state");
    let off_map = match word.map(|value| (value, value.as_str())) {
        None | Some((_, Some("map"))) => None,
        Some((_, Some("reserve"))) => Some(Place::Reserve),
        Some((_, Some("eliminated"))) => Some(Place::Eliminated),
        Some((_, Some("exited"))) => Some(Place::Exited),
        Some((_, Some("absent"))) => Some(Place::Absent),
        Some((value, _)) => {
            let known = "\"map\", \"reserve\", \"eliminated\", \"exited\" or \"absent\"";
            return expected(report, &object.at("state"), value, known);
        }
    };
    match (off_map, hex) {
        (None, Some(value)) => cell(report, &object.at("hex"), value, battle).map(Place::On),
        (Some(place), None) => Some(place),
        (None, None) => {
            report
                .fault(object.at("hex"), "it is missing; expected one, or a \"state\" off the map");
            None
        }
        (Some(_), Some(_)) => {
            report.fault(object.at("hex"), "found one for a unit that is not on the map");
            None
        }
    }
}

/// Puts a unit where it is listed, if it can be there.
fn put(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    listing: &Listing,
    overstacks: bool,
) {
    let Some(place) = listing.place else { return };
    if let Place::On(cell) = place {
        let name = battle.grid().name(cell);
        let side = battle.unit(listing.unit).side;
        let fault = if !battle.ground.land.contains(cell) {
            Some(format!("it is in {name}, where no unit can stand: river or scenery [BG 5.24]"))
        } else if state.occupied(side.other()).contains(cell) {
            Some(format!("it is in {name} with an enemy unit [BG 5.12]"))
        } else if state.full(side).contains(cell) && !overstacks {
            Some(format!("it is one too many in {name}; {} may stack [BG 5.32]", battle.stacking))
        } else {
            None
        };
        if let Some(fault) = fault {
            report.fault(label(battle, listing.unit), fault);
            return;
        }
    }
    state.put(battle, listing.unit, place);
}
