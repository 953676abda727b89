//! Answers to questions about a state: where a unit can go, what an attack would do, what guns
//! reach and why others do not, who must be assaulted by whom.

use std::borrow::Cow;

use field::{Cell, LineStep};
use serde_json::{Value, json};

use super::{faces, hex, hexes, id, ids, march, planning, terms, words};
use crate::brigade::action::{Action, Assault, Bombardment};
use crate::brigade::battle::Battle;
use crate::brigade::check::check;
use crate::brigade::json::{listed_to_json, odds_to_json, read_action};
use crate::brigade::listing::{actions, adjacent};
use crate::brigade::pending::Attack;
use crate::brigade::plan::Phase as Assaulting;
use crate::brigade::preview::preview;
use crate::brigade::state::{Phase, State};
use crate::brigade::threats::Armies;
use crate::brigade::{Refusal, assault, bombardment, obligations};
use crate::column;
use crate::ids::{Around, UnitId, UnitSet};
use crate::json::Question;
use crate::plan::{self, Wish};
use crate::threats;
use crate::words::{count, list};

const KINDS: &str = "actions, why, reach, path, column, guns, fire, target, odds, duties, corps, zones, sight, threats or plan";

/// Answers a question; what is wrong with it otherwise.
pub fn ask(battle: &Battle, state: &State, question: &Value) -> Result<Value, String> {
    let one = question.as_object().filter(|fields| fields.len() == 1);
    let Some((kind, body)) = one.and_then(|fields| fields.iter().next()) else {
        return Err(format!("a question is an object with one field: {KINDS}"));
    };
    let mut fields = Question::of(kind, body)?;
    let answer = match kind.as_str() {
        "actions" => Ok(all_actions(battle, state)),
        "why" => why(battle, state, &mut fields),
        "reach" => march::reach(battle, state, &mut fields),
        "path" => march::path(battle, state, &mut fields),
        "guns" => guns(battle, state, &mut fields),
        "fire" => planning::fire(battle, state, &mut fields),
        "corps" => planning::corps(battle, state, &mut fields),
        "target" => target(battle, state, &mut fields),
        "odds" => odds(battle, state, &mut fields),
        "duties" => Ok(duties(battle, state)),
        "zones" => zone(battle, state, &mut fields),
        "sight" => sight(battle, &mut fields),
        "threats" => threats::answer(&Armies { battle, state: Cow::Borrowed(state) }, &mut fields),
        "column" => column::answer(&march::Columns(battle), state, &mut fields),
        "plan" => plan(battle, state, &mut fields),
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("question {other:?}; expected {KINDS}"));
        }
    }?;
    fields.finish()?;
    Ok(answer)
}

/// A plan for every assault that is owed; with `cells` one that begins with an assault on these, with `action` what is
/// left once that is made.
fn plan(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let cells = fields.hexes(battle, "cells", 6)?;
    let wish = match (fields.find("action"), cells) {
        (Some(action), _) => {
            let action = read_action(battle, state, action).map_err(|faults| faults.to_string())?;
            let Action::Assault(assault) = action else {
                return Err("plan, action: expected an assault".into());
            };
            if let Err(refusal) = check(battle, state, &action) {
                return Ok(illegal(battle, &refusal));
            }
            Wish::After(assault)
        }
        (None, Some(mut cells)) => {
            cells.sort_unstable();
            Wish::On(cells)
        }
        (None, None) => Wish::All,
    };
    if state.phase != Phase::Assault || state.pending().is_some() || state.outcome.is_some() {
        return Ok(json!({"attacks": [], "owed": []}));
    }
    Ok(plan::answer(&Assaulting(battle), state, wish))
}

/// Every legal action.
fn all_actions(battle: &Battle, state: &State) -> Value {
    let listed = actions(battle, state);
    let listed: Vec<Value> = listed.iter().map(|one| listed_to_json(battle, one)).collect();
    json!({"actions": listed})
}

/// Whether an action is legal, and if not, by which rule.
fn why(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let action = fields.need("action")?;
    let action = read_action(battle, state, action).map_err(|faults| faults.to_string())?;
    Ok(match check(battle, state, &action) {
        Ok(()) => json!({"legal": true}),
        Err(refusal) => illegal(battle, &refusal),
    })
}

fn illegal(battle: &Battle, refusal: &Refusal) -> Value {
    let mut answer = words::refusal(battle, refusal);
    answer["legal"] = json!(false);
    answer
}

/// What a gun could bombard now, and why it cannot bombard the other enemies in range.
fn guns(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let gun = fields.unit(battle, "unit")?;
    let Some(from) = state.cell(gun).filter(|_| battle.guns().contains(gun)) else {
        return Err("guns, unit: expected artillery on the map".into());
    };
    let range = bombardment::range(battle, state, gun);
    let enemies = state.occupied(battle.unit(gun).side.other());
    let mut targets = Vec::new();
    for target in enemies.iter() {
        let distance = battle.grid().distance(from, target);
        if distance > usize::from(range) {
            continue;
        }
        let fire = Action::Bombard(Bombardment { target, guns: UnitSet::one(gun) });
        let refusal = check(battle, state, &fire).err();
        targets.push(json!({
            "hex": hex(battle, target),
            "distance": distance,
            "legal": refusal.is_none(),
            "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
        }));
    }
    Ok(
        json!({"unit": id(battle, gun), "from": hex(battle, from), "range": range, "targets": targets}),
    )
}

/// Who can assault these hexes together, which guns may join, and why the others near by cannot.
fn target(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let cells = fields.hexes(battle, "hexes", 6)?.unwrap_or_default();
    let Some(defenders) = Around::of(cells).map(Around::sorted).filter(|all| !all.is_empty())
    else {
        return Err("target, hexes: expected one hex to six".into());
    };
    let free = assault::free(battle, state);
    let able = adjacent(battle, state, free, &defenders);
    let guns = assault::guns_that_may_join(battle, state, UnitSet::EMPTY, &defenders);
    let near = |unit: &UnitId| {
        let is_near =
            |cell: Cell| defenders.iter().any(|&hex| battle.grid().distance(cell, hex) <= 2);
        state.cell(*unit).is_some_and(is_near)
    };
    let units: Vec<Value> = state
        .on_map(battle, state.side)
        .iter()
        .filter(near)
        .map(|unit| {
            let alone = Assault { defenders, attackers: UnitSet::one(unit) };
            let joins = able.contains(unit) || guns.contains(unit);
            let refusal = check(battle, state, &Action::Assault(alone)).err();
            json!({
                "unit": id(battle, unit),
                "hex": state.cell(unit).map(|cell| hex(battle, cell)),
                "strength": state.strength(battle, unit),
                "can": joins,
                "alone": refusal.is_none(),
                "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
            })
        })
        .collect();
    let mut answer = planning::proposal(battle, state, &defenders, able);
    answer["attackers"] = json!(ids(battle, able));
    answer["may_join"] = json!(ids(battle, guns));
    answer["units"] = json!(units);
    Ok(answer)
}

/// Strengths, column and what each face would do; or why the attack is not legal.
fn odds(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let action = fields.need("action")?;
    let action = read_action(battle, state, action).map_err(|faults| faults.to_string())?;
    let attack = match action {
        Action::Assault(assault) => Attack::Assault(assault),
        Action::Bombard(fire) => Attack::Bombardment(fire),
        _ => return Err("odds, action: expected an assault or a bombardment".into()),
    };
    if let Err(refusal) = check(battle, state, &action) {
        return Ok(illegal(battle, &refusal));
    }
    let preview = preview(battle, state, &attack);
    let mut answer = odds_to_json(battle, &preview);
    answer["legal"] = json!(true);
    answer["terms"] = terms::terms(battle, state, &attack, &preview);
    answer["die_less"] = json!(preview.strengths.less);
    for (index, face) in preview.faces.iter().enumerate() {
        answer["faces"][index]["words"] = json!(faces::sentence(battle, face));
    }
    Ok(answer)
}

/// [BR 8.0] Every hex that must still be assaulted, with the infantry that answers for it.
fn duties(battle: &Battle, state: &State) -> Value {
    let able = obligations::able(battle, state);
    let one = |cell: Cell| {
        let answers = |unit: &UnitId| {
            state.cell(*unit).is_some_and(|at| battle.ground.zone(cell).iter().any(|it| it == at))
        };
        let units: UnitSet = able.iter().filter(answers).collect();
        json!({"hex": hex(battle, cell), "units": ids(battle, units)})
    };
    let owed: Vec<Value> = state.obligations().iter().map(one).collect();
    json!({"must_be_assaulted": owed})
}

/// The hexes that infantry in a hex would control, whoever it is.
fn zone(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let Some(cell) = fields.hex(battle, "hex")? else {
        return Ok(super::zones(battle, state));
    };
    Ok(
        json!({"hex": hex(battle, cell), "controls": hexes(battle, battle.ground.zone(cell).iter())}),
    )
}

/// What guns in a hex see, or whether they see another and what is in the way.
fn sight(battle: &Battle, fields: &mut Question<'_>) -> Result<Value, String> {
    let Some(from) = fields.hex(battle, "from")? else {
        return Err("sight, from: it is missing".into());
    };
    let Some(to) = fields.hex(battle, "to")? else {
        return Ok(json!({"seen": hexes(battle, battle.sight.seen_from(from).iter())}));
    };
    let high = battle.ground.elevated.contains(from);
    let mut in_the_way = Vec::new();
    for step in battle.grid().stepped_line(from, to) {
        if high || !step.is_blocked_by(&battle.ground.blocking) {
            continue;
        }
        match step {
            LineStep::Through(cell) => in_the_way.extend(cell),
            LineStep::Between(left, right) => in_the_way.extend(left.into_iter().chain(right)),
        }
    }
    let (here, there) = (hex(battle, from), hex(battle, to));
    let distance = battle.grid().distance(from, to);
    let words = match in_the_way.is_empty() {
        true => {
            let far = count(distance, "hex", "hexes");
            format!("The line of sight from {here} to {there} is clear, {far} long.")
        }
        false => {
            let what = list(&hexes(battle, in_the_way.iter().copied()));
            format!("The line of sight from {here} to {there} is blocked: {what}.")
        }
    };
    Ok(json!({
        "clear": in_the_way.is_empty(),
        "distance": distance,
        "blocked_by": hexes(battle, in_the_way),
        "words": words,
    }))
}
