//! The ground of the built-in battles: does it hold water, do its roads join, does everyone stand
//! where he can and should?
//!
//! The loaders refuse files that say nothing sensible; these tests refuse maps that say the wrong
//! thing. Every failure names the cells in question. Exceptions stand here with their reasons.

mod gates;
mod reach;
mod roads;
mod starts;
mod stated;
mod water;

use std::sync::OnceLock;

use atlas::battle::{Battle, Scenario, Start, Unit};
use atlas::builtin;
use atlas::map::Map;
use field::{Cell, CellSet, Edge};

/// The built-in battles, read once.
fn battles() -> &'static [Battle] {
    static BATTLES: OnceLock<Vec<Battle>> = OnceLock::new();
    BATTLES.get_or_init(|| {
        let read = |id| builtin::battle(id).unwrap_or_else(|faults| panic!("{id}\n{faults}"));
        builtin::ids().map(read).collect()
    })
}

/// A built-in battle.
fn battle(id: &str) -> &'static Battle {
    battles().iter().find(|battle| battle.id == id).unwrap()
}

/// Every scenario of every battle.
fn scenarios() -> impl Iterator<Item = (&'static Battle, &'static Scenario)> {
    battles()
        .iter()
        .flat_map(|battle| battle.scenarios.iter().map(move |scenario| (battle, scenario)))
}

/// The cells with these printed names.
fn cells(map: &Map, names: &str) -> CellSet {
    let cell = |name| map.grid.cell(name).unwrap_or_else(|| panic!("{}: {name}", map.id));
    names.split_whitespace().map(cell).collect()
}

/// The printed names of cells.
fn names(map: &Map, cells: impl IntoIterator<Item = Cell>) -> String {
    let names: Vec<String> = cells.into_iter().map(|c| map.grid.name(c).to_string()).collect();
    names.join(" ")
}

/// A hexside as maps write it.
fn side_name(map: &Map, edge: Edge) -> String {
    let (a, b) = map.grid.edge_cells(edge);
    format!("{}|{}", map.grid.name(a), map.grid.name(b))
}

/// Where a unit stands at the start, if it does.
fn start(unit: &Unit) -> Option<Cell> {
    match unit.start {
        Start::At(cell) => Some(cell),
        Start::Arrives { .. } => None,
    }
}

/// Fails with every line of a list, if there is any.
#[track_caller]
fn none_of(what: &str, lines: Vec<String>) {
    assert!(lines.is_empty(), "{what}:\n  {}", lines.join("\n  "));
}
