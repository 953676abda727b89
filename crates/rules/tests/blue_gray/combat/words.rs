//! The actions of a combat, said shortly, and what a combat waits for.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// Open ground one hex wide, hexes 0101, 0102 and so on from north to south: a retreat has one way to go.
pub fn corridor(length: usize) -> Field {
    Field::new(&".\n".repeat(length))
}

/// Hexes attack hexes.
pub fn attack(attackers: &[&str], defenders: &[&str]) -> Value {
    combined(attackers, &[], defenders)
}

/// Guns bombard a hex.
pub fn bombard(guns: &[&str], defender: &str) -> Value {
    combined(&[], guns, &[defender])
}

/// Hexes attack hexes, and guns join in.
pub fn combined(attackers: &[&str], guns: &[&str], defenders: &[&str]) -> Value {
    json!({"attack": {"defenders": defenders, "attackers": attackers, "bombard": guns}})
}

/// Hexes attack hexes on a column announced.
pub fn announced(attackers: &[&str], defenders: &[&str], column: &str) -> Value {
    let mut action = attack(attackers, defenders);
    action["attack"]["column"] = json!(column);
    action
}

/// A unit retreats.
pub fn retreat(unit: &str, to: &str) -> Value {
    json!({"retreat": {"unit": unit, "to": to}})
}

/// A unit retreats and displaces another.
pub fn displace(unit: &str, to: &str, other: &str) -> Value {
    json!({"retreat": {"unit": unit, "to": to, "displace": other}})
}

/// A gun chooses whether it shares a retreat.
pub fn elect(unit: &str, retreat: bool) -> Value {
    json!({"elect": {"unit": unit, "retreat": retreat}})
}

/// The attackers lost in an exchange.
pub fn losses(units: &[&str]) -> Value {
    json!({"losses": {"units": units}})
}

/// A unit advances.
pub fn advance(unit: &str, to: &str) -> Value {
    json!({"advance": {"unit": unit, "to": to}})
}

/// Nobody advances.
pub fn decline() -> Value {
    json!({"decline": {}})
}

/// The phase ends.
pub fn end_phase() -> Value {
    json!({"end_phase": {}})
}

/// What the combat waits for; null if for nothing.
pub fn pending(game: &Game) -> Value {
    game.json()["pending"].clone()
}

/// The step the combat waits at and who decides, as in "retreat confederate"; "none" if at none.
pub fn step(game: &Game) -> String {
    match pending(game) {
        Value::Null => "none".to_owned(),
        pending => format!("{} {}", word(&pending["step"]), word(&pending["decider"])),
    }
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

/// The listed actions of a kind, without their kind, in the order of their text.
pub fn listed(game: &Game, kind: &str) -> Vec<Value> {
    let mut found: Vec<Value> =
        game.actions().iter().filter_map(|one| one["action"].get(kind).cloned()).collect();
    found.sort_by_key(Value::to_string);
    found
}

/// Where a unit may retreat to, without displacing anybody.
pub fn retreats_of(game: &Game, unit: &str) -> Vec<String> {
    listed(game, "retreat")
        .iter()
        .filter(|way| way["unit"] == unit && way.get("displace").is_none())
        .map(|way| word(&way["to"]).to_owned())
        .collect()
}

/// The strengths and the column of an attack, as in "13 : 4, 3-1".
pub fn odds(game: &Game, action: Value) -> String {
    let odds = game.odds(action["attack"].clone());
    format!("{} : {}, {}", odds["attack"], odds["defence"], word(&odds["column"]))
}
