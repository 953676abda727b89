//! Answers to questions about a state: where a unit can go, what an attack would do, what guns see.

mod attack;
mod march;
mod sight;

use serde_json::{Value, json};

use super::words::refusal;
use crate::blue_gray::Refusal;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::check::check;
use crate::blue_gray::json::{listed_to_json, read_action};
use crate::blue_gray::state::State;
use crate::json::Question;

const KINDS: &str = "reach, path, why, target, odds, sight or actions";

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
