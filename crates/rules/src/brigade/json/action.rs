//! Actions as JSON.

use atlas::fault::{Faults, Report, one_of};
use field::Cell;
use serde_json::{Value, json};

use super::{hex, hexes as hex_list, id, ids};
use crate::brigade::action::{Action, Assault, Bombardment, Path};
use crate::brigade::battle::{Battle, CorpsSet};
use crate::brigade::listing::Listed;
use crate::brigade::state::State;
use crate::ids::{Around, UnitId, UnitSet};
use crate::json::{
    Object, cell, each, entry, expected, hexes, kind_and_body, march, need_cell, need_unit, text,
    unit, units, whole,
};

const KINDS: [&str; 13] = [
    "activate",
    "rally",
    "move",
    "search",
    "enter",
    "bombard",
    "assault",
    "loss",
    "retreat",
    "advance",
    "withdraw",
    "decline",
    "end_phase",
];

/// Reads an action. A path may begin with the hex the unit is in (or, entering, with the entry
/// hex).
pub fn read_action(battle: &Battle, state: &State, value: &Value) -> Result<Action, Faults> {
    whole("action", |report| read(report, battle, state, value))
}

fn read(report: &mut Report, battle: &Battle, state: &State, value: &Value) -> Option<Action> {
    let (kind, mut object) = kind_and_body(report, value, &KINDS)?;
    let action = body_of(report, battle, state, kind, &mut object);
    object.finish(report);
    action
}

fn body_of(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    kind: &str,
    object: &mut Object<'_>,
) -> Option<Action> {
    match kind {
        "activate" => corps(report, battle, object).map(|corps| Action::Activate { corps }),
        "rally" => need_unit(report, battle, object).map(|unit| Action::Rally { unit }),
        "loss" => need_unit(report, battle, object).map(|unit| Action::Loss { unit }),
        "move" => {
            let place = |unit| state.cell(unit);
            let read = march(report, battle, object, place);
            read.map(|(unit, to, path)| Action::Move { unit, to, path })
        }
        "enter" => entry(report, battle, object).map(|(unit, hex, to, path)| Action::Enter {
            unit,
            hex,
            to,
            path,
        }),
        "search" => {
            with_cell(report, battle, object, "hex").map(|(unit, hex)| Action::Search { unit, hex })
        }
        "advance" => {
            with_cell(report, battle, object, "to").map(|(unit, to)| Action::Advance { unit, to })
        }
        "withdraw" => {
            with_cell(report, battle, object, "to").map(|(unit, to)| Action::Withdraw { unit, to })
        }
        "bombard" => bombardment(report, battle, object).map(Action::Bombard),
        "assault" => assault(report, battle, object).map(Action::Assault),
        "retreat" => retreat(report, battle, object),
        "decline" => Some(Action::Decline),
        _ => Some(Action::EndPhase),
    }
}

/// Corps by their names, each once.
pub(super) fn corps(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
) -> Option<CorpsSet> {
    let value = object.need(report, "corps")?;
    read_corps(report, battle, &object.at("corps"), value)
}

/// The same from a list.
pub(super) fn read_corps(
    report: &mut Report,
    battle: &Battle,
    place: &str,
    value: &Value,
) -> Option<CorpsSet> {
    let names = battle.facts.activation.as_ref().map_or(&[][..], |facts| &facts.corps);
    let read = each(report, place, value, |report, place, value| {
        let name = text(report, place, value)?;
        let found = names.iter().position(|corps| corps == name);
        found.or_else(|| {
            let known = match names {
                [] => "none: no corps must be activated here".to_owned(),
                names => one_of(names.iter().map(String::as_str)),
            };
            expected(report, place, value, &known)
        })
    })?;
    let mut found = CorpsSet::EMPTY;
    for corps in read {
        if found.contains(corps) {
            report.fault(place, format!("{} is named twice", names[corps]));
            return None;
        }
        found = found.with(corps);
    }
    Some(found)
}

fn with_cell(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
    key: &'static str,
) -> Option<(UnitId, Cell)> {
    let unit = need_unit(report, battle, object);
    unit.zip(need_cell(report, battle, object, key))
}

/// A bombardment, also where a pending combat tells of one.
pub(super) fn bombardment(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
) -> Option<Bombardment> {
    let target = need_cell(report, battle, object, "target");
    let guns = object.need(report, "guns");
    let guns = guns.and_then(|value| units(report, &object.at("guns"), value, battle));
    target.zip(guns).map(|(target, guns)| Bombardment { target, guns })
}

/// An assault, also where a pending combat tells of one.
pub(super) fn assault(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
) -> Option<Assault> {
    let defenders = object.need(report, "defenders");
    let defenders: Option<Around> =
        defenders.and_then(|value| hexes(report, &object.at("defenders"), value, battle));
    let attackers = object.need(report, "attackers");
    let attackers: Option<UnitSet> =
        attackers.and_then(|value| units(report, &object.at("attackers"), value, battle));
    defenders.zip(attackers).map(|(defenders, attackers)| Assault { defenders, attackers })
}

fn retreat(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Action> {
    let who = need_unit(report, battle, object);
    let to = match object.find("to") {
        None => Some(None),
        Some(value) => cell(report, "retreat, to", value, battle).map(Some),
    };
    let displace = match object.find("displace") {
        None => Some(None),
        Some(value) => unit(report, "retreat, displace", value, battle).map(Some),
    };
    let (unit, to, displace) = (who?, to?, displace?);
    Some(Action::Retreat { unit, to, displace })
}

/// An action as JSON.
pub fn action_to_json(battle: &Battle, action: &Action) -> Value {
    let id = |unit: UnitId| id(battle, unit);
    let hex = |cell: Cell| hex(battle, cell);
    let path_of = |path: &Path| hex_list(battle, path.iter().copied());
    match action {
        Action::Activate { corps } => json!({"activate": {"corps": corps_names(battle, *corps)}}),
        Action::Rally { unit } => json!({"rally": {"unit": id(*unit)}}),
        Action::Move { unit, path: Some(path), .. } => {
            json!({"move": {"unit": id(*unit), "path": path_of(path)}})
        }
        Action::Move { unit, to, path: None } => {
            json!({"move": {"unit": id(*unit), "to": hex(*to)}})
        }
        Action::Search { unit, hex: at } => json!({"search": {"unit": id(*unit), "hex": hex(*at)}}),
        Action::Enter { unit, hex: at, path: Some(path), .. } => {
            json!({"enter": {"unit": id(*unit), "hex": hex(*at), "path": path_of(path)}})
        }
        Action::Enter { unit, hex: at, to, path: None } if at == to => {
            json!({"enter": {"unit": id(*unit), "hex": hex(*at)}})
        }
        Action::Enter { unit, hex: at, to, path: None } => {
            json!({"enter": {"unit": id(*unit), "hex": hex(*at), "to": hex(*to)}})
        }
        Action::Bombard(fire) => json!({"bombard": bombardment_to_json(battle, fire)}),
        Action::Assault(assault) => json!({"assault": assault_to_json(battle, assault)}),
        Action::Loss { unit } => json!({"loss": {"unit": id(*unit)}}),
        Action::Retreat { unit, to, displace } => {
            let mut body = json!({"unit": id(*unit)});
            if let Some(to) = to {
                body["to"] = json!(hex(*to));
            }
            if let Some(other) = displace {
                body["displace"] = json!(id(*other));
            }
            json!({"retreat": body})
        }
        Action::Advance { unit, to } => json!({"advance": {"unit": id(*unit), "to": hex(*to)}}),
        Action::Withdraw { unit, to } => json!({"withdraw": {"unit": id(*unit), "to": hex(*to)}}),
        Action::Decline => json!({"decline": {}}),
        Action::EndPhase => json!({"end_phase": {}}),
    }
}

/// The names of corps.
pub(super) fn corps_names(battle: &Battle, corps: CorpsSet) -> Vec<&str> {
    let names = battle.facts.activation.as_ref().map_or(&[][..], |facts| &facts.corps);
    corps.iter().filter_map(|one| names.get(one)).map(String::as_str).collect()
}

/// A bombardment as JSON.
pub(super) fn bombardment_to_json(battle: &Battle, fire: &Bombardment) -> Value {
    json!({"target": hex(battle, fire.target), "guns": ids(battle, fire.guns)})
}

/// An assault as JSON.
pub(super) fn assault_to_json(battle: &Battle, assault: &Assault) -> Value {
    let defenders = hex_list(battle, assault.defenders.iter().copied());
    json!({"defenders": defenders, "attackers": ids(battle, assault.attackers)})
}

/// A listed action as JSON: the action, what it costs, the guns that could join.
pub fn listed_to_json(battle: &Battle, listed: &Listed) -> Value {
    let mut value = json!({"action": action_to_json(battle, &listed.action)});
    if let Some(cost) = listed.half_points {
        value["half_points"] = json!(cost);
    }
    if let Some(guns) = listed.may_join {
        value["may_join"] = json!(ids(battle, guns));
    }
    value
}
