//! The tables of the book, as a page prints them: a title, columns and rows of text.

use atlas::Side;
use atlas::battle::Weapon;
use serde_json::{Value, json};

use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::tables::{Entry, LONGEST_RANGE};

/// Every chart.
pub(super) fn charts(battle: &Battle) -> Vec<Value> {
    vec![
        costs(battle),
        weapons(battle),
        melee(battle),
        modifiers(battle),
        fatigue(battle),
        ammunition(battle),
        victory(battle),
    ]
}

fn chart(id: &str, title: &str, rule: &str, columns: &[&str], rows: Vec<Vec<String>>) -> Value {
    json!({"id": id, "title": title, "rule": rule, "columns": columns, "rows": rows})
}

fn row(title: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(title.to_owned()).chain(cells).collect()
}

/// [GT-T 1.0]
fn costs(battle: &Battle) -> Value {
    let table = &battle.tables.costs;
    let figure = |points: u8| if points == 0 { "P".to_owned() } else { points.to_string() };
    let entry = |entry: Entry| format!("{}({})", figure(entry.side), figure(entry.corner));
    let open = |points: Option<u8>| points.map_or("P".to_owned(), |points| format!("+{points}"));
    let plus = |points: u8| format!("+{points}");
    let rows = vec![
        row("Clear", table.clear.map(entry)),
        row("Town", table.town.map(entry)),
        row("Woods", table.woods.map(entry)),
        row("Cornfield", table.cornfield.map(entry)),
        row("Ford", table.ford.map(entry)),
        row("Bridge", table.bridge.map(entry)),
        row("Road rate", table.road.map(entry)),
        row("Enter higher elevation", table.higher.map(plus)),
        row("Enter or leave enemy zone", table.zone.map(plus)),
        row("Zone to zone", table.zone_to_zone.map(open)),
        row("Change mode", table.change_mode.map(figure)),
        row("Fire", table.fire.map(figure)),
        row("Melee, attacking", table.melee.map(|points| figure(points.unwrap_or(0)))),
        row("Melee, defending", table.defend.map(figure)),
        row("Fortify", [figure(table.fortify), "P".into(), "P".into()]),
    ];
    let columns = ["", "Infantry, dismounted", "Mounted", "Artillery"];
    chart("costs", "Operation costs", "GT-T 1.0", &columns, rows)
}

/// [GT-T 2.0]
fn weapons(battle: &Battle) -> Value {
    let at = |weapon, range| battle.tables.weapons.rate(weapon, range).to_string();
    let starts = [1, 2, 3, 4, 7, 11];
    let rows = Weapon::ALL.map(|weapon| row(weapon.word(), starts.map(|range| at(weapon, range))));
    let last = format!("11-{LONGEST_RANGE}");
    let columns = ["", "1", "2", "3", "4-6", "7-10", &last];
    chart("weapons", "Casualties by weapon and range", "GT-T 2.0", &columns, rows.to_vec())
}

/// [GT-T 3.0]
fn melee(battle: &Battle) -> Value {
    let table = &battle.tables.melee;
    let loss = |more: u16| match more {
        0 => format!("1-{}", table.random),
        more => format!("1-{} + {more}", table.random),
    };
    let mut below: Option<i32> = None;
    let rows = table.rows.iter().map(|line| {
        let span = match (below, line.up_to) {
            (None, Some(most)) => format!("{most} or less"),
            (Some(low), Some(most)) => format!("{} to {most}", low + 1),
            (Some(low), None) => format!("{} or more", low + 1),
            (None, None) => "any".to_owned(),
        };
        below = line.up_to;
        row(
            &span,
            [
                loss(line.attacker),
                loss(line.defender),
                format!("{}%", line.attacker_retreats),
                format!("{}%", line.defender_retreats),
            ],
        )
    });
    let rows = rows.collect();
    let columns = [
        "Differential",
        "Attacker loses",
        "Defender loses",
        "Attacker retreats",
        "Defender retreats",
    ];
    chart("melee", "Melee", "GT-T 3.0", &columns, rows)
}

/// [GT-T 8.0, GT-T 9.0, GT-T 10.0]
fn modifiers(battle: &Battle) -> Value {
    let table = &battle.tables.modifiers;
    let percent = |n: u16| format!("{n}%");
    let all = [
        ("Infantry in column", table.column),
        ("Mounted cavalry", table.mounted),
        ("Dismounted cavalry", table.dismounted),
        ("Routed", table.routed),
        ("Target in woods", table.woods),
        ("Target in town", table.town),
        ("Target higher", table.higher),
        ("Attacker on bridge or ford", table.crossing),
        ("Out of ammunition", table.no_ammunition),
    ];
    let mut rows: Vec<Vec<String>> = all
        .into_iter()
        .map(|(title, one)| row(title, [percent(one.fire), percent(one.melee)]))
        .collect();
    rows.push(row(
        "Flanked target",
        [percent(table.flank_to_attacker), percent(table.flank_to_attacker)],
    ));
    rows.push(row(
        "Flanked defender fights back",
        [percent(table.flank_to_defender), percent(table.flank_to_defender)],
    ));
    rows.push(row(
        "Each level of fortification",
        [format!("-{}%", table.fortification), "-".into()],
    ));
    chart(
        "modifiers",
        "Modifiers on strength and casualties",
        "GT-T 10.0",
        &["", "Fire", "Melee"],
        rows,
    )
}

/// [GT-T 4.0, GT-T 5.0]
fn fatigue(battle: &Battle) -> Value {
    let table = &battle.tables.fatigue;
    let line = |title: &str, value: String| row(title, [value]);
    let rows = vec![
        line("Square entered", table.square.to_string()),
        line("Square entered in column, mounted, limbered", table.square_in_column.to_string()),
        line("Level of fortification", table.fortify.to_string()),
        line("Point of force march", table.force_march.to_string()),
        line("Leader lost", table.leader_lost.to_string()),
        line("Somebody retreats through", table.passed_through.to_string()),
        line("Recovered in an enemy zone", format!("effectiveness / {}", table.recovery_in_zone)),
        line("Recovered elsewhere", format!("effectiveness / {}", table.recovery_elsewhere)),
    ];
    chart("fatigue", "Fatigue", "GT-T 4.0", &["", "Points"], rows)
}

/// [GT-T 7.0]
fn ammunition(battle: &Battle) -> Value {
    let table = &battle.tables.ammunition;
    let rows = Side::BOTH.map(|side| {
        let one = table.resupply[side];
        let of = |whole: u8, half: u8| format!("{whole}% ({half}%)");
        row(
            &side.to_string(),
            [of(one.guns, one.guns_mid_turn), of(one.others, one.others_mid_turn)],
        )
    });
    let columns = ["", "Artillery (mid-turn)", "Infantry, cavalry (mid-turn)"];
    chart("ammunition", "Ammunition resupply", "GT-T 7.0", &columns, rows.to_vec())
}

/// [GT 10.2]
fn victory(battle: &Battle) -> Value {
    let rows = battle.tables.levels.iter().map(|level| {
        let from = level.from.map_or("less".to_owned(), |from| format!("{from} or more"));
        let winner =
            level.winner.map_or("Draw".to_owned(), |side| format!("{side} {}", level.level));
        vec![from, winner]
    });
    chart("victory", "Levels of victory", "GT 10.2", &["Score", ""], rows.collect())
}
