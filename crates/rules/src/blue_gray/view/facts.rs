//! What never changes in a game: units, hexes, turns and charts.

mod charts;
mod hexes;
mod levels;
mod roster;
mod worth;

use atlas::battle as files;
use serde_json::{Value, json};

use super::light;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::Column;
use crate::blue_gray::prepared::Prepared;
use crate::blue_gray::reinforcements::arrival;

/// What never changes.
pub fn facts(table: &Prepared, files: &files::Battle) -> Value {
    let battle = &table.battle;
    let scenario = files.scenario(Some(&battle.scenario));
    json!({
        "battle": battle.id,
        "system": files.map.system.word(),
        "title": files.title,
        "subtitle": files.subtitle,
        "scenario": battle.scenario,
        "scenario_title": scenario.map(|scenario| scenario.title.as_str()),
        "options": battle.options.numbers,
        "turns": turns(table),
        "first": battle.first.word(),
        "stacking": battle.stacking,
        "units": scenario.map(|scenario| roster::units(battle, scenario)),
        "hexes": hexes::hexes(battle, &files.map),
        "table": results(battle),
        "levels": levels::levels(battle),
        "charts": charts::charts(table),
    })
}

/// The turn track.
fn turns(table: &Prepared) -> Vec<Value> {
    let battle = &table.battle;
    let comes_on = |turn: u8| -> Vec<&str> {
        let due = |group: &&crate::blue_gray::prepared::Coming| {
            let first = group.units.first().and_then(|&unit| arrival(battle, unit));
            first.is_some_and(|arrival| arrival.turn == Some(turn))
        };
        table.groups.iter().filter(due).map(|group| group.id.as_str()).collect()
    };
    (1..=battle.turns)
        .map(|turn| {
            json!({
                "turn": turn,
                "time": table.time(turn),
                "light": light(battle, turn),
                "arrivals": comes_on(turn),
            })
        })
        .collect()
}

/// The combat results table, a row for each face.
fn results(battle: &Battle) -> Value {
    let columns: Vec<&str> = Column::BEST.up_to().map(Column::name).collect();
    let rows: Vec<Vec<&str>> = (1..=6)
        .map(|die| {
            let column = |column| battle.facts.results.result(column, die).name();
            Column::BEST.up_to().map(column).collect()
        })
        .collect();
    json!({"columns": columns, "rows": rows})
}
