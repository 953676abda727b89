//! The ground hex by hex, in words.

use atlas::map::{Map, RoadClass, Terrain};
use field::Cell;
use serde_json::{Map as Object, Value, json};

use super::worth::worth;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::ground::FORBIDDEN;
use crate::blue_gray::view::words::{capital, count, hex, hexes as numbers, list};
use crate::words::direction_word;

/// Every hex of the sheet by its number.
pub fn hexes(battle: &Battle, map: &Map) -> Value {
    let grid = battle.grid();
    let told = |cell| (hex(battle, cell), one(battle, map, cell));
    Value::Object(grid.cells().map(told).collect::<Object<String, Value>>())
}

fn one(battle: &Battle, map: &Map, cell: Cell) -> Value {
    let ground = &battle.ground;
    let cost = Some(ground.terrain_cost(cell)).filter(|&cost| cost != FORBIDDEN);
    let mut neighbours = Object::new();
    let mut sides = Object::new();
    for (direction, next) in battle.grid().neighbours(cell) {
        neighbours.insert(direction_word(direction).into(), json!(hex(battle, next)));
        let between = side(battle, map, cell, next);
        if !between.is_empty() {
            sides.insert(direction_word(direction).into(), json!(between));
        }
    }
    json!({
        "terrain": terrain(map, cell),
        "words": words(battle, map, cell),
        "cost": cost,
        "double": ground.doubling.contains(cell),
        "blocks": ground.blocking.contains(cell),
        "names": map.names_of(cell),
        "neighbours": neighbours,
        "sides": sides,
        "worth": worth(battle, map, cell),
    })
}

fn terrain(map: &Map, cell: Cell) -> Vec<&'static str> {
    let ground = map.ground(cell);
    match ground.terrain {
        _ if ground.scenery => vec!["scenery"],
        Terrain::ForestRough => vec!["forest", "rough"],
        Terrain::River => match map.crossings.get(&cell) {
            Some(crossing) => vec!["river", crossing.kind.word()],
            None => vec!["river"],
        },
        other => vec![other.word()],
    }
}

/// What lies on a hexside and what goes over it.
fn side(battle: &Battle, map: &Map, cell: Cell, next: Cell) -> Vec<&'static str> {
    let mut found = Vec::new();
    if let Some(between) = map.hexside(cell, next) {
        if between.creek.is_some() {
            let kind = match (between.canal, between.ditch) {
                (true, _) => "canal",
                (_, true) => "ditch",
                _ => "creek",
            };
            found.push(kind);
        }
        let forded = between.ford.is_some()
            || battle.facts.creeks_are_fords
                && between.creek.is_some()
                && between.bridge.is_none()
                && !between.canal;
        if between.bridge.is_some() {
            found.push("bridge");
        }
        if forded {
            found.push("ford");
        }
        if between.redoubt.as_ref().is_some_and(|works| works.defender == cell) {
            found.push("redoubt");
        } else if between.redoubt.is_some() {
            found.push("redoubt in front");
        }
    }
    let steps = map.roads.iter();
    let here = |a: Cell, b: Cell| (a, b) == (cell, next) || (a, b) == (next, cell);
    let roads = steps.filter(|step| here(step.a, step.b)).map(|step| step.class);
    if let Some(best) = roads.min() {
        found.push(if best == RoadClass::Trail { "trail" } else { "road" });
    }
    if map.railroads.iter().any(|&(a, b)| here(a, b)) {
        found.push("railroad");
    }
    found
}

/// What a hex means for those who enter it, look over it and defend it.
fn words(battle: &Battle, map: &Map, cell: Cell) -> String {
    let ground = &battle.ground;
    if map.ground(cell).scenery {
        return "Scenery: off the map.".into();
    }
    if let Some(crossing) = map.crossings.get(&cell) {
        let kind = capital(crossing.kind.word());
        if !ground.crossings.contains(cell) {
            return format!("{kind}: closed in play.");
        }
        let banks = list(&numbers(battle, crossing.open.iter().copied()));
        let cost = points(crossing.cost);
        return format!(
            "{kind}: passed through between {banks}, {cost} to enter; nobody stays in it."
        );
    }
    if ground.river.contains(cell) {
        return "River: nobody enters it.".into();
    }
    let name = match map.ground(cell).terrain {
        Terrain::ForestRough => "Forest on rough ground".into(),
        Terrain::Rough => "Rough ground".into(),
        other => capital(other.word()),
    };
    let mut parts = vec![format!("{} to enter", points(ground.terrain_cost(cell)))];
    if ground.blocking.contains(cell) {
        parts.push("blocks the line of sight".into());
    }
    if ground.doubling.contains(cell) {
        parts.push("doubles the defender".into());
    }
    format!("{name}: {}.", parts.join(", "))
}

fn points(cost: u8) -> String {
    count(usize::from(cost), "movement point", "movement points")
}
