//! What never changes in a game: units, squares, turns and charts.

use atlas::battle::{Battle as Files, Start, Unit};
use atlas::map::Map;
use field::Cell;
use serde_json::{Map as Object, Value, json};

use super::charts::charts;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::json::direction_number;
use crate::grand_tactical::sight;

/// What never changes.
pub fn facts(battle: &Battle, files: &Files) -> Value {
    let scenario = files.scenario(Some(&battle.scenario));
    let units = scenario.map(|scenario| battle.roster().zip(&scenario.units));
    let units = units.map(|units| {
        units.map(|(id, unit)| (unit.id.clone(), one(battle, id, unit))).collect::<Object<_, _>>()
    });
    let squares =
        battle.grid.cells().map(|cell| (battle.name(cell), square(battle, &files.map, cell)));
    let leaders = battle.leaders.iter().map(|leader| {
        json!({
            "name": leader.name, "side": leader.side.word(), "rank": leader.rank.word(),
            "commands": battle.post(leader.post).name, "bonus": leader.bonus,
        })
    });
    json!({
        "battle": battle.id, "system": files.map.system.word(), "title": files.title,
        "subtitle": files.subtitle, "scenario": battle.scenario,
        "scenario_title": scenario.map(|scenario| scenario.title.as_str()),
        "options": battle.options.numbers, "level": battle.options.level.word(),
        "hidden": battle.options.hidden,
        "turns": (1..=battle.turns).map(|turn| turn_facts(battle, turn)).collect::<Vec<_>>(),
        "first": battle.first.word(), "stacking": scenario.map(|scenario| scenario.stacking),
        "units": units, "leaders": leaders.collect::<Vec<_>>(),
        "squares": squares.collect::<Object<_, _>>(),
        "charts": charts(battle),
    })
}

fn turn_facts(battle: &Battle, turn: u8) -> Value {
    let comes = |group: &&crate::grand_tactical::battle::Group| group.turns.contains(&turn);
    let arrivals = battle.groups.iter().filter(comes).map(|group| group.id.as_str());
    json!({
        "turn": turn, "time": battle.clock.get(usize::from(turn) - 1), "light": "day",
        "visibility": battle.tables.sight.visibility.get(usize::from(turn) - 1),
        "arrivals": arrivals.collect::<Vec<_>>(),
    })
}

fn one(battle: &Battle, id: UnitId, unit: &Unit) -> Value {
    let facts = battle.unit(id);
    let start = match &unit.start {
        Start::At(cell) => json!(battle.name(*cell)),
        Start::Arrives { group } => json!({"group": group}),
    };
    json!({
        "name": unit.name.as_deref().unwrap_or(&facts.short), "called": facts.short,
        "short": facts.short, "side": facts.side.word(), "arm": facts.arm.word(),
        "size": unit.size.word(), "strength": facts.strength, "weapon": facts.weapon.word(),
        "effectiveness": facts.effectiveness, "facing": direction_number(facts.facing),
        "mode": facts.mode.word(), "horse_artillery": facts.horse_artillery,
        "corps": unit.corps, "division": unit.division, "brigade": unit.brigade,
        "range": battle.tables.weapons.reach(facts.weapon), "start": start,
        "no_points_on": facts.no_points_on, "note": unit.note,
    })
}

/// A square in words. Fords that chance gives are not fixed: the view has them.
fn square(battle: &Battle, map: &Map, cell: Cell) -> Value {
    let ground = &battle.ground[cell];
    let goal = battle.objectives.iter().find(|goal| goal.cell == cell);
    let worth = goal.map(|goal| format!("{} points to the {}", goal.points, goal.side));
    let road = if ground.road { ", road" } else { "" };
    let words = match ground.scenery {
        true => "Scenery: off the map.".to_owned(),
        false => format!("{}{road}, level {}.", ground.terrain.word(), ground.level),
    };
    json!({
        "terrain": [ground.terrain.word()], "level": ground.level, "road": ground.road,
        "scenery": ground.scenery, "words": words, "names": map.names_of(cell),
        "sees": sight::limit(battle, 3.min(battle.turns), cell), "worth": worth,
    })
}
