//! The preview of an attack as JSON.

use serde_json::{Value, json};

use super::id;
use crate::brigade::battle::Battle;
use crate::brigade::preview::Preview;

/// Strengths, column and what each face would do.
pub fn odds_to_json(battle: &Battle, preview: &Preview) -> Value {
    let faces: Vec<Value> = preview
        .faces
        .iter()
        .map(|face| {
            let fates: Vec<Value> = face
                .fates
                .iter()
                .map(|&(unit, fate)| json!({"unit": id(battle, unit), "fate": fate.words()}))
                .collect();
            json!({"die": face.die, "result": face.result.name(), "fates": fates})
        })
        .collect();
    json!({
        "attack_doubled": preview.strengths.attack,
        "defence_doubled": preview.strengths.defence,
        "column": battle.facts.results.name(preview.strengths.column),
        "faces": faces,
    })
}
