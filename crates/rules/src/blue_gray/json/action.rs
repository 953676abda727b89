//! Actions as JSON.

use atlas::fault::{Faults, Report};
use field::Cell;
use serde_json::{Value, json};

use crate::blue_gray::action::{Action, Attack};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::Column;
use crate::blue_gray::ids::{Around, UnitId, UnitSet};
use crate::blue_gray::listing::Listed;
use crate::blue_gray::state::State;
use crate::json::{
    Object, entry, expected, hexes, kind_and_body, march, need_cell, need_unit, path, unit, units,
    whole,
};

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
    whole("action", |report| read(report, battle, state, value))
}

/// Reads an action from a JSON value.
fn read(report: &mut Report, battle: &Battle, state: &State, value: &Value) -> Option<Action> {
    let (kind, mut object) = kind_and_body(report, value, &KINDS)?;
    let action =
        match kind {
            "move" => {
                let place = |unit| state.cell(unit);
                let read = march(report, battle, &mut object, place);
                read.map(|(unit, to, path)| Action::Move { unit, to, path })
            }
            "enter" => entry(report, battle, &mut object)
                .map(|(unit, hex, to, path)| Action::Enter { unit, hex, to, path }),
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
