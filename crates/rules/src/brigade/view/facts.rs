//! What never changes in a game: units, hexes, turns and charts.

use atlas::battle as files;
use atlas::battle::Guns;
use atlas::map::{Map as Sheet, Terrain};
use field::Cell;
use serde_json::{Map, Value, json};

use super::{hex, id, terms};
use crate::brigade::battle::{Battle, UnitStart};
use crate::brigade::facts::{ByGait, Gait, Level};
use crate::brigade::ground::Water;
use crate::brigade::prepared::Prepared;
use crate::ids::UnitId;
use crate::words::{capital, direction_word, halves, points_in_halves};

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
        "units": scenario.map(|scenario| units(battle, scenario)),
        "hexes": all_hexes(battle, &files.map),
        "landmarks": landmarks(battle),
        "table": results(battle),
        "levels": levels(battle),
        "charts": charts(battle),
        "chances": terms::chances(battle),
    })
}

/// The turn track.
fn turns(table: &Prepared) -> Vec<Value> {
    let battle = &table.battle;
    let comes_on = |turn: u8| -> Vec<&str> {
        let due = |group: &&crate::brigade::prepared::Coming| {
            let first = group.units.first().map(|&unit| &battle.unit(unit).start);
            match first {
                Some(UnitStart::Arrives { turn: first, .. }) => *first == turn,
                Some(UnitStart::Hill) => battle.hill().is_some_and(|hill| hill.from_turn == turn),
                _ => false,
            }
        };
        table.groups.iter().filter(due).map(|group| group.id.as_str()).collect()
    };
    (1..=battle.turns)
        .map(|turn| json!({"turn": turn, "time": table.time(turn), "arrivals": comes_on(turn)}))
        .collect()
}

/// Every unit by its designation.
fn units(battle: &Battle, scenario: &files::Scenario) -> Value {
    let told = |unit: UnitId| {
        let printed = scenario.unit(id(battle, unit))?;
        Some((printed.id.clone(), unit_facts(battle, unit, printed)))
    };
    Value::Object(battle.roster().filter_map(told).collect::<Map<_, _>>())
}

fn unit_facts(battle: &Battle, unit: UnitId, printed: &files::Unit) -> Value {
    let known = battle.unit(unit);
    let start = match (&known.start, &printed.start) {
        (UnitStart::At(cell), _) => json!(hex(battle, *cell)),
        (_, files::Start::Arrives { group }) => json!({"group": group}),
        (_, files::Start::At(cell)) => json!(hex(battle, *cell)),
    };
    json!({
        "name": printed.name.as_deref().unwrap_or(&known.called),
        "called": known.called,
        "short": printed.short.as_deref().unwrap_or(&printed.id),
        "side": known.side.word(),
        "arm": known.arm.word(),
        "guns": known.guns.map(Guns::word),
        "size": printed.size.word(),
        "strength": known.full,
        "reduced": known.reduced,
        "half_points": known.allowance,
        "range": known.guns.map(|_| json!([known.range.level, known.range.elevated])),
        "corps": printed.corps,
        "division": printed.division,
        "start": start,
        "note": printed.note,
    })
}

/// Every hex of the sheet by its number.
fn all_hexes(battle: &Battle, map: &Sheet) -> Value {
    let told = |cell| (hex(battle, cell), one_hex(battle, map, cell));
    Value::Object(battle.grid().cells().map(told).collect::<Map<_, _>>())
}

fn one_hex(battle: &Battle, map: &Sheet, cell: Cell) -> Value {
    let ground = &battle.ground;
    let mut neighbours = Map::new();
    let mut sides = Map::new();
    for (direction, next) in battle.grid().neighbours(cell) {
        neighbours.insert(direction_word(direction).into(), json!(hex(battle, next)));
        let mut between = Vec::new();
        match ground.water(cell, direction, None) {
            Water::None => {}
            Water::Stream => between.push("stream"),
            Water::Bridge => between.extend(["creek", "bridge"]),
            Water::Ford => between.extend(["creek", "ford"]),
            Water::Creek => between.push("creek"),
        }
        let joins = |a: Cell, b: Cell| (a, b) == (cell, next) || (a, b) == (next, cell);
        if map.roads.iter().any(|step| joins(step.a, step.b)) {
            between.push("road");
        }
        if !between.is_empty() {
            sides.insert(direction_word(direction).into(), json!(between));
        }
    }
    let landmark = battle.facts.landmarks.iter().find(|landmark| landmark.cell == cell);
    json!({
        "terrain": terrain_word(battle, map, cell),
        "words": words(battle, map, cell),
        "half_points": Gait::ALL.map(|gait| ground.entry_cost(gait, cell).map(|cost| cost.get())),
        "elevated": ground.elevated.contains(cell),
        "cover": ground.cover.contains(cell),
        "blocks": ground.blocking.contains(cell),
        "names": map.names_of(cell),
        "neighbours": neighbours,
        "sides": sides,
        "worth": landmark.map(|landmark| format!(
            "{} to the Union if its infantry was the last to rest there.",
            crate::words::count(landmark.points as usize, "point", "points")
        )),
    })
}

fn terrain_word(battle: &Battle, map: &Sheet, cell: Cell) -> &'static str {
    let ground = map.ground(cell);
    match ground.terrain {
        Terrain::River => "river",
        _ if !battle.ground.land.contains(cell) => "off the map",
        other => other.word(),
    }
}

/// What a hex means for those who enter it, look over it and defend it.
fn words(battle: &Battle, map: &Sheet, cell: Cell) -> String {
    let ground = &battle.ground;
    let name = capital(&terrain_word(battle, map, cell).replace('-', " "));
    if !ground.land.contains(cell) {
        return format!("{name}: nobody enters it.");
    }
    let cost =
        |gait: Gait| ground.entry_cost(gait, cell).map(|cost| points_in_halves(cost.get().into()));
    let mut parts = Vec::new();
    match (cost(Gait::Infantry), cost(Gait::Cavalry)) {
        (Some(foot), Some(horse)) if foot == horse => parts.push(foot),
        (Some(foot), None) => parts.push(format!("{foot} for infantry, closed to others")),
        (Some(foot), Some(horse)) => {
            parts.push(format!("{foot} for infantry, {horse} for cavalry"));
        }
        (None, _) => parts.push("closed".into()),
    }
    for (set, what) in [
        (&ground.elevated, "elevated"),
        (&ground.cover, "defensive terrain"),
        (&ground.blocking, "blocks the line of sight"),
    ] {
        if set.contains(cell) {
            parts.push(what.into());
        }
    }
    format!("{name}: {}.", parts.join(", "))
}

fn landmarks(battle: &Battle) -> Vec<Value> {
    let one = |landmark: &crate::brigade::facts::Landmark| {
        json!({
            "hex": hex(battle, landmark.cell), "name": landmark.name, "points": landmark.points,
        })
    };
    battle.facts.landmarks.iter().map(one).collect()
}

/// The combat results table, a row for each face.
fn results(battle: &Battle) -> Value {
    let table = &battle.facts.results;
    let columns: Vec<&str> = table.columns().map(|column| table.name(column)).collect();
    let rows: Vec<Vec<&str>> = (1..=6)
        .map(|die| table.columns().map(|column| table.result(column, die).name()).collect())
        .collect();
    json!({"columns": columns, "rows": rows})
}

/// Each level with what it takes, the best for the Union first.
fn levels(battle: &Battle) -> Vec<Value> {
    let levels = &battle.facts.levels;
    let one = |(index, level): (usize, &Level)| {
        let above = index.checked_sub(1).map(|above| levels[above].at_least - 1);
        let points = match above {
            None => format!("{} points or more", level.at_least),
            Some(most) if most == level.at_least => format!("{most} points"),
            Some(most) => format!("{} to {most} points", level.at_least),
        };
        let words = format!("{}: {points} in Union hands.", level.name);
        json!({"winner": level.winner.map(|side| side.word()), "words": words})
    };
    levels.iter().enumerate().map(one).collect()
}

/// The charts that lie beside the map: `{"title","head","rows"}`.
fn charts(battle: &Battle) -> Vec<Value> {
    let chart = &battle.facts.terrain;
    let entering = |cost: u8| if cost == 0 { "no".to_owned() } else { halves(cost.into()) };
    let adding = |cost: u8| format!("+{}", halves(cost.into()));
    let row = |name: &str, costs: ByGait, tell: &dyn Fn(u8) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(costs.map(tell)).collect()
    };
    let terrain = vec![
        row("Clear", chart.clear, &entering),
        row("Any hex by road", chart.road, &entering),
        row("Woods", chart.woods, &entering),
        row("Road in woods, off the road", chart.road_in_woods, &entering),
        row("Town", chart.town, &entering),
        row("Sunken road", chart.sunken_road, &entering),
        row("Going up to an elevated hex", chart.slope, &adding),
        row("Stream hexside", chart.stream, &adding),
        row("Bridge hexside", chart.bridge, &adding),
        row("Ford hexside", chart.ford, &adding),
    ];
    let ranges = Guns::ALL.map(|guns| {
        let range = battle.facts.ranges[guns as usize];
        vec![capital(guns.word()), range.level.to_string(), range.elevated.to_string()]
    });
    let codes = [
        ("A1", "one attacker loses a step"),
        ("AR", "the attackers retreat"),
        ("NE", "no effect"),
        ("EX", "a defender, then an attacker loses a step"),
        ("DR", "the defenders retreat"),
        ("D1", "one defender loses a step"),
    ];
    let codes: Vec<Vec<&str>> = codes.iter().map(|(code, words)| vec![*code, *words]).collect();
    vec![
        json!({
            "title": "Terrain, in movement points",
            "head": ["terrain", "infantry", "guns", "horse guns", "cavalry"], "rows": terrain,
        }),
        json!({
            "title": "Ranges, in hexes",
            "head": ["guns", "from level ground", "from an elevated hex"], "rows": ranges,
        }),
        json!({"title": "Combat results", "head": ["result", "meaning"], "rows": codes}),
    ]
}
