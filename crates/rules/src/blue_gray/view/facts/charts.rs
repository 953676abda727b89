//! The charts that lie beside the map: terrain, results, reinforcements, points.

use serde_json::{Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::facts::KillPoints;
use crate::blue_gray::prepared::Prepared;
use crate::blue_gray::reinforcements::arrival;
use crate::blue_gray::view::words::{capital, count, hexes, ids, list, the_army};

/// Every chart: `{"title","head","rows"}`.
pub fn charts(table: &Prepared) -> Vec<Value> {
    let battle = &table.battle;
    let mut charts = vec![terrain(battle), results()];
    let comes = reinforcements(table);
    if !comes.is_empty() {
        charts.push(chart("Reinforcements", &["group", "units", "turn", "hexes"], comes));
    }
    charts.push(points(battle));
    charts
}

fn chart(title: &str, head: &[&str], rows: Vec<Vec<String>>) -> Value {
    json!({"title": title, "head": head, "rows": rows})
}

/// [BG 9.0] The terrain effects chart.
fn terrain(battle: &Battle) -> Value {
    let ford = if battle.facts.creeks_are_fords { " (every creek but the canal)" } else { "" };
    let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
    chart(
        "Terrain",
        &["terrain", "movement points", "combat"],
        vec![
            row(["Clear", "1", "no effect"]),
            row(["Forest", "3", "blocks the line of sight"]),
            row(["Rough", "3", "doubles the defender"]),
            row(["Forest on rough ground", "6", "doubles the defender, blocks the line of sight"]),
            row(["Town", "1", "doubles the defender, blocks the line of sight"]),
            row(["River", "not entered", "not entered"]),
            row(["Road hexside", "1, whatever the terrain", "no effect"]),
            row(["Trail hexside", "2, or less if the terrain costs less", "no effect"]),
            row(["Creek hexside", "not crossed", "neither attack nor control passes it"]),
            row([
                "Bridge hexside",
                "no extra cost",
                "doubles a defender attacked over bridges and fords only",
            ]),
            vec![
                format!("Ford hexside{ford}"),
                "1 more".into(),
                "doubles a defender attacked over bridges and fords only".into(),
            ],
            row([
                "Redoubt hexside",
                "no effect",
                "triples a defender attacked over redoubts only, from their front",
            ]),
        ],
    )
}

/// [BG 7.6] What the results mean.
fn results() -> Value {
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    chart(
        "Combat results",
        &["result", "meaning"],
        vec![
            row(["Ae", "the attackers are eliminated"]),
            row(["Ar", "the attackers retreat one hex"]),
            row(["Ex", "the defenders are eliminated, and attackers worth at least as much"]),
            row(["Dr", "the defenders retreat one hex"]),
            row(["De", "the defenders are eliminated"]),
        ],
    )
}

fn reinforcements(table: &Prepared) -> Vec<Vec<String>> {
    let battle = &table.battle;
    let row = |group: &crate::blue_gray::prepared::Coming| {
        let arrival = arrival(battle, *group.units.first()?)?;
        let units = group.units.iter().copied().collect();
        let turn = match arrival.turn {
            Some(turn) if battle.facts.entry.lost_if_late => format!("{turn} only"),
            Some(turn) => format!("{turn} or later"),
            None => "after a die of 1".into(),
        };
        let at = hexes(battle, arrival.cells.iter().copied());
        Some(vec![group.title.clone(), list(&ids(battle, units)), turn, at.join(", ")])
    };
    table.groups.iter().filter_map(row).collect()
}

/// What scores, besides the hexes that say so themselves.
fn points(battle: &Battle) -> Value {
    let scoring = &battle.facts.scoring;
    let rate = |points: KillPoints| match points {
        KillPoints::Strength => "its strength".to_owned(),
        KillPoints::Each(points) => count(usize::from(points), "point", "points"),
    };
    let mut rows = vec![
        vec!["Confederate unit eliminated".into(), "the Union".into(), rate(scoring.union_kill)],
        vec![
            "Union unit eliminated".into(),
            "the Confederate".into(),
            rate(scoring.confederate_kill),
        ],
    ];
    for hex in &scoring.hexes {
        let whom = hex.to.map_or("whoever holds it", the_army);
        rows.push(vec![
            name(battle, hex.cell, "held at the end"),
            whom.into(),
            hex.points.to_string(),
        ]);
    }
    for group in &scoring.groups {
        let whom = group.to.map_or("whoever holds them", the_army);
        let what = format!("All hexes of {} held at the end", group.name);
        rows.push(vec![what, whom.into(), group.points.to_string()]);
    }
    for hex in &scoring.firsts {
        let whom = hex.to.map_or("whoever takes it", the_army);
        rows.push(vec![name(battle, hex.cell, "taken, once"), whom.into(), hex.points.to_string()]);
    }
    if let Some(town) = &scoring.threatened {
        let cells = list(&hexes(battle, town.cells.iter().copied()));
        let what = format!("Infantry in or next to a hex of the town at the end ({cells})");
        rows.push(vec![what, the_army(town.to).into(), format!("{} each", town.points)]);
    }
    if let Some(cut) = &scoring.cut_off {
        let what = name(battle, cut.to, "out of reach of a unit at the end");
        rows.push(vec![what, the_army(cut.side.other()).into(), "as if eliminated".into()]);
    }
    chart("Points", &["for", "to", "points"], rows)
}

fn name(battle: &Battle, cell: field::Cell, what: &str) -> String {
    capital(&format!("{} {what}", battle.grid().name(cell)))
}
