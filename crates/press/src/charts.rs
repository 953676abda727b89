//! The charts of a game, from the facts that its own clients read.

use engraver::print::flow::{Block, Table};
use engraver::print::text::Span;
use rules::game::Game;
use serde_json::Value;

/// A chart: its title, and the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    title: String,
    table: Table,
}

/// The charts of a game.
pub fn charts(facts: &Value) -> Vec<Chart> {
    let results = facts["table"].is_object().then(|| results(&facts["table"]));
    let others = facts["charts"].as_array().into_iter().flatten().map(chart);
    results.into_iter().chain(others).chain(levels(facts)).collect()
}

/// What the sheet shows that counts, and what it counts for.
pub fn goals(game: &Game, files: &atlas::battle::Battle) -> Option<Chart> {
    let mut goals = game.on_sheet().goals;
    goals.sort();
    goals.dedup();
    let map = &files.map;
    let rows = goals.iter().map(|goal| {
        let name = map.names_of(goal.cell).join(", ");
        let to = goal.to.map_or("either side".to_owned(), |side| format!("the {side}"));
        [map.grid.name(goal.cell).to_string(), name, goal.points.to_string(), to]
            .map(|text| vec![Span::plain(text)])
            .to_vec()
    });
    let rows: Vec<_> = rows.collect();
    let head = ["Place", "Name", "Points", "To"].map(|text| vec![Span::plain(text)]).to_vec();
    let table = Table { head, rows, ..Table::default() };
    (!goals.is_empty()).then(|| Chart { title: "Places that count".into(), table })
}

/// Charts as blocks, a heading each.
pub fn blocks(charts: &[Chart]) -> Vec<Block> {
    let both =
        |chart: &Chart| [Block::heading(3, chart.title.clone()), Block::Table(chart.table.clone())];
    charts.iter().flat_map(both).collect()
}

fn cell(value: &Value) -> Vec<Span> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    vec![Span::plain(text)]
}

fn cells(value: &Value) -> Vec<Vec<Span>> {
    value.as_array().into_iter().flatten().map(cell).collect()
}

/// A row for each face of the die.
fn results(table: &Value) -> Chart {
    let head = [vec![vec![Span::plain("Die")]], cells(&table["columns"])].concat();
    let rows = table["rows"].as_array().into_iter().flatten().enumerate().map(|(face, row)| {
        let die = vec![Span::bold((face + 1).to_string())];
        [vec![die], cells(row)].concat()
    });
    let table = Table { head, rows: rows.collect(), ..Table::default() };
    Chart { title: "Combat Results Table".into(), table }
}

fn chart(facts: &Value) -> Chart {
    let head = if facts["head"].is_array() { &facts["head"] } else { &facts["columns"] };
    let rows = facts["rows"].as_array().into_iter().flatten().map(cells).collect();
    let table = Table { head: cells(head), rows, ..Table::default() };
    Chart { title: facts["title"].as_str().unwrap_or_default().to_owned(), table }
}

/// What is won when.
fn levels(facts: &Value) -> Option<Chart> {
    let words = |level: &Value| vec![cell(&level["words"])];
    let rows: Vec<_> = facts["levels"].as_array()?.iter().map(words).collect();
    let table = Table { rows, ..Table::default() };
    (!table.rows.is_empty()).then(|| Chart { title: "Victory".into(), table })
}
