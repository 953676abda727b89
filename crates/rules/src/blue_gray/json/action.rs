//! Actions as JSON.

use atlas::fault::{Fault, Faults, Report, one_of, quoted};
use field::Cell;
use serde_json::{Value, json};

use crate::blue_gray::action::{Action, Attack};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::Column;
use crate::blue_gray::ids::{Around, Path, UnitId, UnitSet};
use crate::blue_gray::listing::Listed;
use crate::blue_gray::state::State;
use crate::json::{Object, cell, each, expected, hexes, unit, units};

const KINDS: [&str; 10] = [
    "move",
    "enter",
    "exit",
    "end_phase",
    "attack",
    "elect",
    "losses",
    "retreat",
    "advance",
    "decline",
];

/// Reads an action. A path may begin with the hex the unit is in (or, entering, with the entry hex).
pub fn parse_action(battle: &Battle, state: &State, text: &str) -> Result<Action, Faults> {
    read_action(battle, state, &crate::json::parse("action", text)?)
}

/// Reads an action that is JSON already.
pub fn read_action(battle: &Battle, state: &State, value: &Value) -> Result<Action, Faults> {
    let mut report = Report::new();
    let action = read(&mut report, battle, state, value);
    match (report.into_faults(), action) {
        (Some(faults), _) => Err(faults),
        (None, Some(action)) => Ok(action),
        (None, None) => Err(Fault::new("action", "cannot be read").into()),
    }
}

/// Reads an action from a JSON value.
pub(super) fn read(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    value: &Value,
) -> Option<Action> {
    let Value::Object(fields) = value else {
        return expected(report, "action", value, "an object with one action");
    };
    let mut entries = fields.iter();
    let (Some((kind, body)), None) = (entries.next(), entries.next()) else {
        report.fault("action", format!("found {} fields; expected one action", fields.len()));
        return None;
    };
    if !KINDS.contains(&kind.as_str()) {
        let known = one_of(KINDS);
        report.fault("action", format!("found {}; expected {known}", quoted(kind)));
        return None;
    }
    let mut object = Object::of(report, kind, body)?;
    let action = match kind.as_str() {
        "move" => march(report, battle, state, &mut object),
        "enter" => enter(report, battle, &mut object),
        "exit" => exit(report, battle, state, &mut object),
        "attack" => attack(report, battle, &mut object).map(Action::Attack),
        "elect" => {
            let unit = need_unit(report, battle, &mut object);
            let retreat = match object.need(report, "retreat") {
                Some(_) => object.answer(report, "retreat"),
                None => None,
            };
            unit.zip(retreat).map(|(unit, retreat)| Action::Elect { unit, retreat })
        }
        "losses" => {
            let lost = object.need(report, "units");
            let lost = lost.and_then(|value| units(report, "losses, units", value, battle));
            lost.map(|units| Action::Losses { units })
        }
        "retreat" => retreat(report, battle, &mut object),
        "advance" => {
            let unit = need_unit(report, battle, &mut object);
            let to = need_cell(report, battle, &mut object, "to");
            unit.zip(to).map(|(unit, to)| Action::Advance { unit, to })
        }
        "decline" => Some(Action::Decline),
        _ => Some(Action::EndPhase),
    };
    object.finish(report);
    action
}

fn need_unit(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<UnitId> {
    let value = object.need(report, "unit")?;
    unit(report, &object.at("unit"), value, battle)
}

fn need_cell(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
    key: &'static str,
) -> Option<Cell> {
    let value = object.need(report, key)?;
    cell(report, &object.at(key), value, battle)
}

/// A path, without the hex it starts from if that is named first.
fn path(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
    start: Option<Cell>,
) -> Option<Option<Path>> {
    let Some(value) = object.find("path") else { return Some(None) };
    let place = object.at("path");
    let mut cells = each(report, &place, value, |r, p, v| cell(r, p, v, battle))?;
    if cells.first().copied() == start && start.is_some() {
        cells.remove(0);
    }
    match Path::of(cells.iter().copied()) {
        Some(path) => Some(Some(path)),
        None => {
            report.fault(
                place,
                format!("found {} hexes; expected no more than a unit can enter", cells.len()),
            );
            None
        }
    }
}

fn march(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    object: &mut Object<'_>,
) -> Option<Action> {
    let unit = need_unit(report, battle, object);
    let start = unit.and_then(|unit| state.cell(unit));
    let to = object.find("to").map(|value| cell(report, "move, to", value, battle));
    let path = path(report, battle, object, start);
    let (unit, path) = (unit?, path?);
    let end = path.and_then(|path| path.last().copied());
    match (to, path, end.or(start)) {
        (Some(to), _, _) => Some(Action::Move { unit, to: to?, path }),
        (None, Some(_), Some(end)) => Some(Action::Move { unit, to: end, path }),
        (None, Some(_), None) => {
            report.fault("move, path", "found no hex; expected those that the unit enters");
            None
        }
        (None, None, _) => {
            report.fault("move", "found neither \"to\" nor \"path\"; expected one of them");
            None
        }
    }
}

fn enter(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Action> {
    let unit = need_unit(report, battle, object);
    let hex = need_cell(report, battle, object, "hex");
    let to = object.find("to").map(|value| cell(report, "enter, to", value, battle));
    let path = path(report, battle, object, hex);
    let (unit, hex, path) = (unit?, hex?, path?);
    let end = path.and_then(|path| path.last().copied());
    let to = match to {
        Some(to) => to?,
        None => end.unwrap_or(hex),
    };
    Some(Action::Enter { unit, hex, to, path: path.filter(|path| !path.is_empty()) })
}

fn exit(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    object: &mut Object<'_>,
) -> Option<Action> {
    let unit = need_unit(report, battle, object);
    let hex = need_cell(report, battle, object, "hex");
    let path = path(report, battle, object, unit.and_then(|unit| state.cell(unit)));
    let (unit, hex, path) = (unit?, hex?, path?);
    Some(Action::Exit { unit, hex, path })
}

pub(super) fn attack(
    report: &mut Report,
    battle: &Battle,
    object: &mut Object<'_>,
) -> Option<Attack> {
    let mut side = |report: &mut Report, key: &'static str| -> Option<Around> {
        let Some(value) = object.find(key) else { return Some(Around::EMPTY) };
        hexes(report, &object.at(key), value, battle)
    };
    let defenders = side(report, "defenders");
    let attackers = side(report, "attackers");
    let bombard = match object.find("bombard") {
        None => Some(UnitSet::EMPTY),
        Some(value) => units(report, &object.at("bombard"), value, battle),
    };
    let column = match object.find("column") {
        None => Some(None),
        Some(value) => match value.as_str().and_then(Column::parse) {
            Some(column) => Some(Some(column)),
            None => {
                let known = "a column from \"1-5\" to \"6-1\"";
                expected(report, &object.at("column"), value, known)
            }
        },
    };
    Some(Attack {
        defenders: defenders?,
        attackers: attackers?,
        bombard: bombard?,
        column: column?,
    })
}

fn retreat(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Action> {
    let who = need_unit(report, battle, object);
    let to = need_cell(report, battle, object, "to");
    let displace = match object.find("displace") {
        None => Some(None),
        Some(value) => unit(report, "retreat, displace", value, battle).map(Some),
    };
    let (unit, to, displace) = (who?, to?, displace?);
    Some(Action::Retreat { unit, to, displace })
}

/// An action as JSON.
pub fn action_to_json(battle: &Battle, action: &Action) -> Value {
    let id = |unit: UnitId| battle.unit(unit).id.as_str();
    let hex = |cell: Cell| battle.grid().name(cell).to_string();
    let hexes = |cells: &[Cell]| -> Vec<String> { cells.iter().map(|&cell| hex(cell)).collect() };
    match action {
        Action::Move { unit, path: Some(path), .. } => {
            json!({"move": {"unit": id(*unit), "path": hexes(path)}})
        }
        Action::Move { unit, to, path: None } => {
            json!({"move": {"unit": id(*unit), "to": hex(*to)}})
        }
        Action::Enter { unit, hex: at, path: Some(path), .. } => {
            json!({"enter": {"unit": id(*unit), "hex": hex(*at), "path": hexes(path)}})
        }
        Action::Enter { unit, hex: at, to, path: None } if at == to => {
            json!({"enter": {"unit": id(*unit), "hex": hex(*at)}})
        }
        Action::Enter { unit, hex: at, to, path: None } => {
            json!({"enter": {"unit": id(*unit), "hex": hex(*at), "to": hex(*to)}})
        }
        Action::Exit { unit, hex: at, path: Some(path) } => {
            json!({"exit": {"unit": id(*unit), "hex": hex(*at), "path": hexes(path)}})
        }
        Action::Exit { unit, hex: at, path: None } => {
            json!({"exit": {"unit": id(*unit), "hex": hex(*at)}})
        }
        Action::EndPhase => json!({"end_phase": {}}),
        Action::Attack(attack) => json!({"attack": attack_to_json(battle, attack)}),
        Action::Elect { unit, retreat } => {
            json!({"elect": {"unit": id(*unit), "retreat": retreat}})
        }
        Action::Losses { units } => {
            let units: Vec<&str> = units.iter().map(id).collect();
            json!({"losses": {"units": units}})
        }
        Action::Retreat { unit, to, displace: None } => {
            json!({"retreat": {"unit": id(*unit), "to": hex(*to)}})
        }
        Action::Retreat { unit, to, displace: Some(other) } => {
            json!({"retreat": {"unit": id(*unit), "to": hex(*to), "displace": id(*other)}})
        }
        Action::Advance { unit, to } => json!({"advance": {"unit": id(*unit), "to": hex(*to)}}),
        Action::Decline => json!({"decline": {}}),
    }
}

/// An attack as JSON.
pub(super) fn attack_to_json(battle: &Battle, attack: &Attack) -> Value {
    let hexes = |cells: &[Cell]| -> Vec<String> {
        cells.iter().map(|&cell| battle.grid().name(cell).to_string()).collect()
    };
    let bombard: Vec<&str> =
        attack.bombard.iter().map(|gun| battle.unit(gun).id.as_str()).collect();
    let mut value = json!({
        "defenders": hexes(&attack.defenders),
        "attackers": hexes(&attack.attackers),
        "bombard": bombard,
    });
    if let Some(column) = attack.column {
        value["column"] = json!(column.name());
    }
    value
}

/// The bytes of an action to which its dice are bound: its JSON, compact, hexes and units in order.
pub fn canonical_bytes(battle: &Battle, action: &Action) -> Vec<u8> {
    action_to_json(battle, action).to_string().into_bytes()
}

/// A listed action as JSON: the action, its cost, the guns that could join.
pub fn listed_to_json(battle: &Battle, listed: &Listed) -> Value {
    let mut value = json!({"action": action_to_json(battle, &listed.action)});
    if let Some(cost) = listed.cost {
        value["cost"] = json!(cost);
    }
    if let Some(guns) = listed.may_bombard {
        let guns: Vec<&str> = guns.iter().map(|gun| battle.unit(gun).id.as_str()).collect();
        value["may_bombard"] = json!(guns);
    }
    value
}
