//! The preview of an attack as JSON.

use serde_json::{Map, Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::preview::Preview;

/// Strengths, multipliers, columns and what each face would do.
pub fn odds_to_json(battle: &Battle, preview: &Preview) -> Value {
    let multipliers: Map<String, Value> = preview
        .odds
        .multipliers
        .iter()
        .map(|(cell, multiplier)| (battle.grid().name(*cell).to_string(), json!(multiplier)))
        .collect();
    let columns: Vec<&str> = preview.odds.column.up_to().map(|column| column.name()).collect();
    let faces: Vec<Value> = preview
        .faces
        .iter()
        .map(|face| {
            let fates: Vec<Value> = face
                .fates
                .iter()
                .map(|(unit, fate)| json!({"unit": battle.unit(*unit).id, "fate": fate.words()}))
                .collect();
            json!({"die": face.die, "result": face.result.name(), "fates": fates})
        })
        .collect();
    json!({
        "attack": preview.odds.attack,
        "defence": preview.odds.defence,
        "multipliers": multipliers,
        "column": preview.column.name(),
        "columns": columns,
        "faces": faces,
    })
}
