//! What never changes in a game: units, hexes, turns and charts.

use atlas::battle as files;
use serde_json::{Value, json};

use super::table::Table;

/// What never changes.
pub fn facts(table: &Table, files: &files::Battle) -> Value {
    let battle = &table.battle;
    json!({
        "battle": battle.id,
        "system": files.map.system.word(),
        "title": files.title,
        "subtitle": files.subtitle,
        "scenario": battle.scenario,
        "options": battle.options.numbers,
        "first": battle.first.word(),
        "stacking": battle.stacking,
    })
}
