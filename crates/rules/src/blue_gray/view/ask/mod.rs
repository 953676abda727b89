//! Answers to questions about a state: where a unit can go, what an attack would do, what guns see.

mod attack;
mod march;
mod sight;

use std::borrow::Cow;

use serde_json::{Value, json};

use super::words::refusal;
use crate::blue_gray::Action;
use crate::blue_gray::Refusal;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::check::check;
use crate::blue_gray::json::{listed_to_json, read_action};
use crate::blue_gray::plan::Phase as Fighting;
use crate::blue_gray::state::{Phase, State};
use crate::blue_gray::threats::Armies;
use crate::column;
use crate::json::Question;
use crate::plan::{self, Wish};
use crate::threats;

const KINDS: &str = "reach, path, column, why, target, odds, sight, threats, plan or actions";

/// Answers a question; what is wrong with it otherwise.
pub fn ask(battle: &Battle, state: &State, question: &Value) -> Result<Value, String> {
    let one = question.as_object().filter(|fields| fields.len() == 1);
    let Some((kind, body)) = one.and_then(|fields| fields.iter().next()) else {
        return Err(format!("a question is an object with one field: {KINDS}"));
    };
    let mut fields = Question::of(kind, body)?;
    let answer = match kind.as_str() {
        "reach" => march::reach(battle, state, &mut fields),
        "path" => march::path(battle, state, &mut fields),
        "why" => why(battle, state, &mut fields),
        "target" => attack::target(battle, state, &mut fields),
        "odds" => attack::odds(battle, state, &mut fields),
        "sight" => sight::sight(battle, &mut fields),
        "threats" => threats::answer(&Armies { battle, state: Cow::Borrowed(state) }, &mut fields),
        "column" => column::answer(&march::Columns(battle), state, &mut fields),
        "plan" => plan(battle, state, &mut fields),
        "actions" => Ok(actions(battle, state)),
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("question {other:?}; expected {KINDS}"));
        }
    }?;
    fields.finish()?;
    Ok(answer)
}

/// Whether an action is legal, and if not, by which rule.
fn why(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let action = fields.need("action")?;
    let action = read_action(battle, state, action).map_err(|faults| faults.to_string())?;
    Ok(match check(battle, state, &action) {
        Ok(()) => json!({"legal": true}),
        Err(reason) => illegal(battle, &reason),
    })
}

/// A plan for every attack that is owed; with `cells` one that begins with an attack on these, with `action` what is left
/// once that is made.
fn plan(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let cells = fields.hexes(battle, "cells", 6)?;
    let wish = match (fields.find("action"), cells) {
        (Some(action), _) => {
            let action = read_action(battle, state, action).map_err(|faults| faults.to_string())?;
            let Action::Attack(attack) = action else {
                return Err("plan, action: expected an attack".into());
            };
            if let Err(reason) = check(battle, state, &action) {
                return Ok(illegal(battle, &reason));
            }
            Wish::After(attack)
        }
        (None, Some(mut cells)) => {
            cells.sort_unstable();
            Wish::On(cells)
        }
        (None, None) => Wish::All,
    };
    if state.phase != Phase::Combat || state.pending().is_some() || state.outcome.is_some() {
        return Ok(json!({"attacks": [], "owed": []}));
    }
    Ok(plan::answer(&Fighting(battle), state, wish))
}

/// Every legal action.
fn actions(battle: &Battle, state: &State) -> Value {
    let listed = crate::blue_gray::actions(battle, state);
    let listed: Vec<Value> = listed.iter().map(|one| listed_to_json(battle, one)).collect();
    json!({"actions": listed})
}

fn illegal(battle: &Battle, reason: &Refusal) -> Value {
    let mut answer = json!({"legal": false});
    if let (Value::Object(answer), Value::Object(told)) = (&mut answer, refusal(battle, reason)) {
        answer.extend(told);
    }
    answer
}
