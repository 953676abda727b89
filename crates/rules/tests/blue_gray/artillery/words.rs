//! The attacks that these tests speak of, in short words.

use serde_json::{Value, json};

/// The end of the phase.
pub fn end_phase() -> Value {
    json!({"end_phase": {}})
}

/// Guns alone against a hex.
pub fn bombard(guns: &[&str], target: &str) -> Value {
    json!({"attack": {"defenders": [target], "attackers": [], "bombard": guns}})
}

/// Hexes against hexes, with guns.
pub fn attack(attackers: &[&str], guns: &[&str], targets: &[&str]) -> Value {
    json!({"attack": {"defenders": targets, "attackers": attackers, "bombard": guns}})
}

/// An attack without the word around it, as `odds` is asked.
pub fn bare(attack: Value) -> Value {
    attack["attack"].clone()
}

/// What the table says on a face.
pub fn fate(odds: &Value, die: usize, unit: &str) -> String {
    let fates = odds["faces"][die - 1]["fates"].as_array().expect("fates");
    let fate = fates.iter().find(|fate| fate["unit"] == unit).expect("the unit is in the attack");
    fate["fate"].as_str().expect("a word").to_owned()
}
