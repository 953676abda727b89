//! What the chapters on combat share: a game in clear weather, units that keep silent, and what was told.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// No ammunition gives out, nobody is disrupted: the highest value of a draw in a hundred.
pub const NO: u16 = 99;
/// The random modifier that changes nothing.
pub const EVEN: u16 = 50;

/// The set-up on Game-Turn 3, with full visibility, in the Union's first operations phase.
pub fn clear_day(field: &Field) -> Game {
    field.at(json!({"turn": 3}))
}

/// These units have no ammunition: they do not fire.
pub fn silence(game: &mut Game, units: &[&str]) {
    for unit in units {
        game.unit_mut(unit).ammo = false;
    }
}

/// A unit is to melee a square, to fire at it, and to advance.
pub fn plot_melee(game: &mut Game, unit: &str, square: &str) {
    let cell = game.battle().grid.cell(square);
    let now = game.unit_mut(unit);
    (now.fire, now.melee, now.advance) = (cell, true, true);
}

/// The shots of a unit.
pub fn shots(game: &Game, unit: &str) -> Vec<Value> {
    game.told("fired").into_iter().filter(|shot| shot["unit"] == unit).collect()
}

/// The casualties of the only shot of a unit, and its factors that are not 100.
pub fn shot(game: &Game, unit: &str) -> (u64, Value) {
    let shots = shots(game, unit);
    assert_eq!(shots.len(), 1, "{shots:?}");
    (shots[0]["casualties"].as_u64().unwrap(), shots[0]["factors"].clone())
}

/// Who lost how many men or guns, and the fatigue after it, in the order of events.
pub fn losses(game: &Game) -> Vec<(String, u64, u64)> {
    let one = |event: &Value| {
        let lost = event.get("men").or(event.get("guns")).and_then(Value::as_u64);
        let unit = event["unit"].as_str().unwrap().to_owned();
        (unit, lost.unwrap(), event["fatigue"].as_u64().unwrap())
    };
    game.told("lost").iter().map(one).collect()
}

/// What was drawn for, in order.
pub fn purposes(game: &Game) -> Vec<String> {
    game.draws().into_iter().map(|(purpose, _)| purpose).collect()
}

/// The path of the only retreat of a unit.
pub fn path(game: &Game, unit: &str) -> Vec<String> {
    let told = game.told("retreated").into_iter().filter(|event| event["unit"] == unit);
    let paths: Vec<Value> = told.map(|event| event["path"].clone()).collect();
    assert_eq!(paths.len(), 1, "{unit} retreated {} times", paths.len());
    serde_json::from_value(paths[0].clone()).unwrap()
}

/// The units of the events of a kind, in order.
pub fn units_told(game: &Game, kind: &str) -> Vec<String> {
    let name = |event: &Value| event["unit"].as_str().unwrap_or("-").to_owned();
    game.told(kind).iter().map(name).collect()
}
