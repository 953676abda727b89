//! Answers to questions about a state.

use serde_json::{Value, json};

use super::words::refusal;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::check;
use crate::blue_gray::json::{listed_to_json, read_action};
use crate::blue_gray::state::State;

/// Answers a question; what is wrong with it otherwise.
pub fn ask(battle: &Battle, state: &State, question: &Value) -> Result<Value, String> {
    let fields = question.as_object().ok_or("a question is an object with one field")?;
    match fields.iter().next() {
        Some((kind, body)) if kind == "why" => why(battle, state, body),
        Some((kind, _)) if kind == "actions" => {
            let listed = crate::blue_gray::actions(battle, state);
            let listed: Vec<Value> = listed.iter().map(|one| listed_to_json(battle, one)).collect();
            Ok(json!({"actions": listed}))
        }
        _ => Err("a question is an object with one known field".into()),
    }
}

fn why(battle: &Battle, state: &State, body: &Value) -> Result<Value, String> {
    let action =
        read_action(battle, state, &body["action"]).map_err(|faults| faults.to_string())?;
    Ok(match check(battle, state, &action) {
        Ok(()) => json!({"legal": true}),
        Err(reason) => {
            let mut answer = refusal(battle, &reason);
            answer["legal"] = json!(false);
            answer
        }
    })
}
