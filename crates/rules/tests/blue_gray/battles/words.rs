//! Short words for the actions and positions that these tests are made of.

use serde_json::{Value, json};

use crate::fixture::Game;

/// Antietam, at a position.
pub fn antietam(position: Value) -> Game {
    battle("antietam", position)
}

/// Fredericksburg on 13 December, at a position.
pub fn fredericksburg(position: Value) -> Game {
    battle("fredericksburg", position)
}

/// Fredericksburg on 3 May, at a position.
pub fn may_3(mut position: Value) -> Game {
    position["scenario"] = json!("may-3");
    battle("fredericksburg", position)
}

/// Chattanooga, at a position.
pub fn chattanooga(position: Value) -> Game {
    battle("chattanooga", position)
}

fn battle(name: &str, mut position: Value) -> Game {
    position["game"] = json!(format!("blue-gray/{name}"));
    Game::of(position)
}

/// A unit in a hex.
pub fn at(id: &str, hex: &str) -> Value {
    json!({"id": id, "hex": hex})
}

/// A unit that waits to come on.
pub fn waits(id: &str) -> Value {
    json!({"id": id, "state": "reserve"})
}

/// A unit moves by the cheapest way.
pub fn march(unit: &str, to: &str) -> Value {
    json!({"move": {"unit": unit, "to": to}})
}

/// A unit moves along a way.
pub fn along(unit: &str, path: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": path}})
}

/// A reinforcement comes on and stays in the entry hex.
pub fn enter(unit: &str, hex: &str) -> Value {
    json!({"enter": {"unit": unit, "hex": hex}})
}

/// A reinforcement comes on and goes on.
pub fn enter_to(unit: &str, hex: &str, to: &str) -> Value {
    json!({"enter": {"unit": unit, "hex": hex, "to": to}})
}

/// A unit leaves the map.
pub fn exit(unit: &str, hex: &str) -> Value {
    json!({"exit": {"unit": unit, "hex": hex}})
}

/// The phase ends.
pub fn end() -> Value {
    json!({"end_phase": {}})
}

/// Hexes attack hexes.
pub fn attack(defenders: &[&str], attackers: &[&str]) -> Value {
    json!({"attack": {"defenders": defenders, "attackers": attackers}})
}

/// Guns bombard a hex.
pub fn bombard(target: &str, guns: &[&str]) -> Value {
    json!({"attack": {"defenders": [target], "attackers": [], "bombard": guns}})
}

/// A unit retreats.
pub fn retreat(unit: &str, to: &str) -> Value {
    json!({"retreat": {"unit": unit, "to": to}})
}

/// A unit advances.
pub fn advance(unit: &str, to: &str) -> Value {
    json!({"advance": {"unit": unit, "to": to}})
}

/// How many units may still move; null without a quota.
pub fn moves_left(game: &Game) -> Value {
    game.json()["moves_left"].clone()
}

/// Who holds a hex whose last visitor matters.
pub fn holder(game: &Game, hex: &str) -> String {
    game.json()["control"][hex].as_str().unwrap_or("nobody").to_owned()
}

/// A side's points of one kind.
pub fn points(game: &Game, side: &str, kind: &str) -> i64 {
    game.json()["points"][side][kind].as_i64().expect("points")
}

/// The units that the last action made happen to.
pub fn units_of(game: &Game, event: &str) -> Vec<String> {
    let of = game.events.iter().filter(|one| one["event"] == event);
    of.filter_map(|one| one["unit"].as_str().map(str::to_owned)).collect()
}

/// How the game ended: who won (or "nobody"), how, and with how many points.
pub fn ending(game: &Game) -> (String, String, i64, i64) {
    let ended = game.event("ended").expect("the game has ended");
    let winner = ended["winner"].as_str().unwrap_or("nobody");
    let level = ended["level"].as_str().expect("a level");
    let points = |side: &str| ended["points"][side].as_i64().expect("points");
    (winner.to_owned(), level.to_owned(), points("union"), points("confederate"))
}

/// What a listed entry, exit or move costs.
pub fn listed_cost(game: &Game, action: &Value) -> Option<u64> {
    let actions = game.actions();
    actions.iter().find(|listed| listed["action"] == *action)?["cost"].as_u64()
}
