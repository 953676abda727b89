//! Answers to questions about what a seat observes.

use atlas::Side;
use serde_json::{Map, Value, json};

use super::threats::{self, Asked};
use super::{group, orders, sight_from, sight_of};
use crate::dice::FixedDie;
use crate::grand_tactical::Action;
use crate::grand_tactical::action::MOST_STEPS;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::command;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::json::{canonical, listed_to_json, read_action};
use crate::grand_tactical::movement::Reach;
use crate::grand_tactical::operations::{self, check};
use crate::grand_tactical::refusal::Refusal;
use crate::grand_tactical::state::{Phase, Place, State};
use crate::grand_tactical::{json as door, listing, preview};

const KINDS: &str = "actions, why, odds, orders, reach, path, column, field, sight, threats, \
                     todo, command or group";

/// Answers a question; what is wrong with it otherwise.
pub fn ask(battle: &Battle, seen: &State, question: &Value) -> Result<Value, String> {
    let one = question.as_object().filter(|fields| fields.len() == 1);
    let Some((kind, Value::Object(body))) = one.and_then(|fields| fields.iter().next()) else {
        return Err(format!("a question is an object with one field: {KINDS}"));
    };
    let known: &[&str] = match kind.as_str() {
        "actions" | "todo" | "command" => &[],
        "why" | "odds" => &["action"],
        "reach" | "orders" | "field" => &["unit"],
        "path" => &["unit", "to", "via"],
        "group" => &["units", "order", "to", "dir"],
        "column" => &["units", "to"],
        "threats" => &["by", "unit", "cell"],
        "sight" => &["unit", "square", "dir"],
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("question {other:?}; expected {KINDS}"));
        }
    };
    if let Some(field) = body.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("{kind}: unknown field {field:?}"));
    }
    match kind.as_str() {
        "actions" => Ok(json!({"actions": list(battle, seen)})),
        "why" => why(battle, seen, body),
        "odds" => {
            let action = action(battle, seen, body)?;
            let mut told = json!({"odds": preview::odds_json(battle, seen, &action)});
            if let Some(perils) = preview::perils_json(battle, seen, &action) {
                told["may"] = perils;
            }
            Ok(told)
        }
        "reach" => reach(battle, seen, body),
        "orders" => Ok(orders::orders(battle, seen, unit(battle, seen, body)?)),
        "field" => Ok(orders::field(battle, seen, unit(battle, seen, body)?)),
        "todo" => Ok(orders::todo(battle, seen)),
        "command" => Ok(lines(battle, seen)),
        "group" => group::group(battle, seen, body),
        "column" => group::column(battle, seen, body),
        "path" => path(battle, seen, body),
        "threats" => threats(battle, seen, body),
        _ => sight(battle, seen, body),
    }
}

/// Every legal action as the door lists it.
pub fn list(battle: &Battle, seen: &State) -> Vec<Value> {
    let mut reach = None;
    let listed = listing::actions(battle, seen);
    listed.iter().map(|action| listed_to_json(battle, seen, &mut reach, action)).collect()
}

fn action(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Action, String> {
    let action = body.get("action").ok_or("the field \"action\" is missing")?;
    read_action(battle, seen, action).map_err(|faults| faults.to_string())
}

/// Whether an action is legal, and if not, by which rule.
fn why(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Value, String> {
    let action = action(battle, seen, body)?;
    Ok(match check(battle, seen, &action) {
        Ok(()) => {
            let action = canonical(battle, seen, &action);
            let cost = door::cost(battle, seen, &mut None, &action);
            cost.map_or(json!({"legal": true}), |cost| json!({"legal": true, "cost": cost}))
        }
        Err(refusal) => illegal(battle, &refusal),
    })
}

pub(super) fn illegal(battle: &Battle, refusal: &Refusal) -> Value {
    let rule = refusal.rule(battle);
    json!({
        "legal": false, "rule": rule.to_string(), "reason": refusal.reason(battle),
        "link": rule.link(),
    })
}

fn unit(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<UnitId, String> {
    let id = body.get("unit").and_then(Value::as_str).ok_or("the field \"unit\" is missing")?;
    let known = battle.find(id).filter(|&unit| seen.unit(unit).place != Place::Unseen);
    known.ok_or_else(|| format!("unit {id:?}; expected one of yours or one in sight"))
}

fn square(
    battle: &Battle,
    body: &Map<String, Value>,
    key: &str,
) -> Result<Option<field::Cell>, String> {
    let Some(value) = body.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
    let cell = value.as_str().and_then(|name| battle.grid.cell(name));
    cell.map(Some).ok_or_else(|| format!("{key}: {value}; expected a square of the map, x,y"))
}

/// Where a unit can go, with what each square costs.
fn reach(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Value, String> {
    let unit = unit(battle, seen, body)?;
    let mut reach = Reach::new();
    let turn = seen.phase == Phase::Operations && battle.unit(unit).side == seen.side;
    if turn {
        reach.search(battle, seen, unit);
    }
    let mut squares: Vec<_> = reach.squares().collect();
    squares.sort_by_key(|(cell, ..)| (cell.row(), cell.column()));
    let told = squares.iter().map(
        |&(cell, cost, steps)| json!({"square": battle.name(cell), "cost": cost, "steps": steps}),
    );
    Ok(json!({"unit": battle.unit(unit).id, "to": told.collect::<Vec<_>>()}))
}

/// The cheapest way of a unit to a square, or through some squares one after another, with what
/// each step costs.
fn path(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Value, String> {
    let unit = unit(battle, seen, body)?;
    let legs: Vec<field::Cell> = match (square(battle, body, "to")?, body.get("via")) {
        (Some(to), None) => vec![to],
        (None, Some(Value::Array(via))) if !via.is_empty() && via.len() <= MOST_STEPS => {
            let cell = |name: &Value| name.as_str().and_then(|name| battle.grid.cell(name));
            let cells: Option<Vec<_>> = via.iter().map(cell).collect();
            cells.ok_or("via: expected squares of the map, x,y")?
        }
        _ => return Err("path: expected \"to\", or a list \"via\"".into()),
    };
    let mut now = *seen;
    let Some(from) = seen.cell(unit) else { return Ok(Value::Null) };
    let (mut squares, mut costs) = (Vec::new(), Vec::new());
    for to in legs {
        if let Err(refusal) = check(battle, &now, &Action::MoveTo { unit, to }) {
            let mut told = illegal(battle, &refusal);
            told["refusal"] = orders::refused(battle, &refusal);
            return Ok(told);
        }
        let Ok(way) = operations::way_to(battle, &now, unit, to) else { return Ok(Value::Null) };
        for &direction in way.ways() {
            let before = now.unit(unit).op;
            let (step, mut events) = (Action::Step { unit, direction }, Vec::new());
            // A step draws nothing.
            operations::apply(battle, &mut now, &step, &mut FixedDie(0), &mut events);
            squares.extend(now.cell(unit).map(|cell| battle.name(cell)));
            costs.push(before - now.unit(unit).op);
        }
    }
    let cost: u32 = costs.iter().map(|&cost| u32::from(cost)).sum();
    Ok(json!({
        "legal": true, "from": battle.name(from), "path": squares, "cost": cost, "costs": costs,
    }))
}

/// What a side could do next: all of it, what one unit could, what could come against a square, or
/// against a unit that stood there.
fn threats(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Value, String> {
    let cell = square(battle, body, "cell")?;
    let who = if body.contains_key("unit") { Some(unit(battle, seen, body)?) } else { None };
    let by = body.get("by").map(|value| {
        let known = Side::BOTH.into_iter().find(|side| value.as_str() == Some(side.word()));
        known.ok_or("threats, by: expected \"union\" or \"confederate\"")
    });
    Ok(threats::answer(battle, seen, Asked { who, cell, by: by.transpose()? }))
}

/// [GT 4.0] The lines of command of both sides, as far as they are seen.
fn lines(battle: &Battle, seen: &State) -> Value {
    let told = |line: command::Line| {
        let id = |unit| &battle.unit(unit).id;
        let from = seen.cell(line.unit).map(|cell| battle.name(cell));
        let to = seen.leader_cell(line.to).map(|cell| battle.name(cell));
        json!({
            "side": battle.unit(line.unit).side.word(), "unit": id(line.unit),
            "of": line.of.map(|leader| &battle.leader(leader).name),
            "leader": battle.leader(line.to).name, "from": from, "to": to,
            "squares": line.squares, "most": line.most, "holds": line.holds(),
        })
    };
    let lines = Side::BOTH.into_iter().flat_map(|side| command::lines(battle, seen, side));
    json!({"lines": lines.map(told).collect::<Vec<_>>()})
}

/// What a unit or a square sees.
fn sight(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Value, String> {
    let from = square(battle, body, "square")?;
    let facing = match body.get("dir").filter(|value| !value.is_null()) {
        None => None,
        Some(value) => {
            let number = value.as_u64().filter(|number| (1..=8).contains(number));
            let number = number.ok_or_else(|| format!("dir: {value}; expected 1 to 8"))?;
            Some(field::Direction::ALL[number as usize - 1])
        }
    };
    match (body.contains_key("unit"), from) {
        (true, None) if facing.is_none() => {
            let unit = unit(battle, seen, body)?;
            let nowhere = || format!("{} is not on the map", battle.unit(unit).id);
            sight_of(battle, seen, unit).ok_or_else(nowhere)
        }
        (false, Some(from)) => Ok(sight_from(battle, seen, from, facing)),
        _ => Err("sight: expected a \"unit\", or a \"square\" and perhaps a \"dir\"".into()),
    }
}
