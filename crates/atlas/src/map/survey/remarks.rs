//! What a maker should look at twice.

use std::collections::BTreeMap;
use std::fmt;

use field::{Cell, CellSet};

use super::creeks::{WaterLine, creek_lines, stream_lines};
use super::regions::{Over, regions, road_network};
use super::{on_border, within};
use crate::fault::{counted, quoted};
use crate::map::{Map, Watercourse};

/// How far a label may stand from what it names, in cells.
const LABEL_REACH: usize = 2;
/// How many cells a remark names.
const NAMED_CELLS: usize = 6;

/// Something that may be meant, but is more often a slip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is about.
    pub place: String,
    /// What is odd.
    pub message: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Map {
    /// What a maker should look at twice: nothing here keeps the map from being played.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut list = Vec::new();
        remark_waters(&mut list, self, "creek", &creek_lines(self));
        remark_waters(&mut list, self, "stream", &stream_lines(self));
        remark_rivers(&mut list, self);
        remark_crossings(&mut list, self);
        remark_roads(&mut list, self);
        remark_labels(&mut list, self);
        remark_reach(&mut list, self);
        list
    }

    fn some_names(&self, cells: &CellSet) -> String {
        let names: Vec<String> =
            cells.iter().take(NAMED_CELLS).map(|cell| self.grid.name(cell).to_string()).collect();
        let more = if cells.len() > NAMED_CELLS { ", …" } else { "" };
        format!("{}{more}", names.join(", "))
    }
}

fn remark(list: &mut Vec<Remark>, place: String, message: impl Into<String>) {
    list.push(Remark { place, message: message.into() });
}

/// Water on hexsides: one line a name, without branches, from a source to a mouth.
fn remark_waters(list: &mut Vec<Remark>, map: &Map, kind: &str, lines: &[WaterLine]) {
    let mut by_name: BTreeMap<&str, Vec<&WaterLine>> = BTreeMap::new();
    for line in lines {
        by_name.entry(&line.name).or_default().push(line);
    }
    for (name, pieces) in by_name {
        let place = format!("{kind} {}", quoted(name));
        let begins = |line: &WaterLine| map.edge_name(line.edges[0]);
        if pieces.len() > 1 {
            let starts: Vec<String> = pieces.iter().map(|piece| begins(piece)).collect();
            let count = pieces.len();
            remark(list, place.clone(), format!("{count} pieces, at {}", starts.join(", ")));
        }
        for piece in pieces {
            let at = begins(piece);
            if !piece.forks.is_empty() {
                let corners = counted(piece.forks.len(), "corner", "corners");
                remark(list, place.clone(), format!("the line at {at} branches at {corners}"));
            } else if piece.ends.is_empty() {
                remark(list, place.clone(), format!("the line at {at} runs in a ring"));
            } else if !piece.drains {
                remark(list, place.clone(), format!("the line at {at} has no mouth"));
            }
        }
    }
}

/// Rivers run from edge to edge of the sheet, or into other water.
fn remark_rivers(list: &mut Vec<Remark>, map: &Map) {
    let joins_other = |river: &Watercourse, cell: Cell| {
        map.grid.neighbours(cell).any(|(_, next)| {
            map.ground(next).terrain.is_watercourse() && !river.course.contains(&next)
        })
    };
    for river in &map.rivers {
        let (Some(&first), Some(&last)) = (river.course.first(), river.course.last()) else {
            continue;
        };
        for cell in [first, last] {
            if !on_border(&map.grid, cell) && !joins_other(river, cell) {
                let place = format!("river {}", quoted(&river.name));
                let name = map.grid.name(cell);
                remark(list, place, format!("ends inland at {name}, at no other water"));
            }
        }
    }
}

/// A crossing needs two banks to be of use.
fn remark_crossings(list: &mut Vec<Remark>, map: &Map) {
    for (&cell, crossing) in &map.crossings {
        let place = format!("crossing {}", map.grid.name(cell));
        if crossing.open.len() == 1 && crossing.leads.is_none() {
            remark(list, place, "opens to one bank only, so it is closed in play");
        } else if let Some(bank) = crossing.open.iter().find(|&&bank| map.ground(bank).scenery) {
            remark(list, place, format!("opens to scenery at {}", map.grid.name(*bank)));
        }
    }
}

/// Roads hang together, unless they come from off the sheet.
fn remark_roads(list: &mut Vec<Remark>, map: &Map) {
    for part in road_network(map).iter().skip(1) {
        let leads_off = part.iter().any(|cell| on_border(&map.grid, cell));
        let ferried = map.crossings.values().any(|c| c.open.iter().any(|&b| part.contains(b)));
        if !leads_off && !ferried {
            let names = map.some_names(part);
            remark(list, "roads".to_owned(), format!("a stub apart from all others: {names}"));
        }
    }
}

/// A label stands near what it names.
fn remark_labels(list: &mut Vec<Remark>, map: &Map) {
    let named = named_cells(map);
    for label in &map.labels {
        let Some(cells) = named.get(&label.text.to_lowercase()) else { continue };
        let near = within(&map.grid, label.at, LABEL_REACH);
        if !cells.iter().any(|cell| near.contains(cell)) {
            let place = format!("label {}", quoted(&label.text));
            let (at, names) = (map.grid.name(label.at), map.some_names(cells));
            remark(list, place, format!("stands at {at}, far from what it names ({names})"));
        }
    }
}

/// The cells of everything that has a name, by name in small letters.
fn named_cells(map: &Map) -> BTreeMap<String, CellSet> {
    let mut named: BTreeMap<String, CellSet> = BTreeMap::new();
    let mut note = |name: &str, cell: Cell| {
        named.entry(name.to_lowercase()).or_insert(CellSet::EMPTY).insert(cell);
    };
    for cell in map.grid.cells() {
        if let Some(name) = &map.ground(cell).name {
            note(name, cell);
        }
    }
    for (&edge, side) in &map.hexsides {
        let (a, b) = map.grid.edge_cells(edge);
        for name in [&side.creek, &side.stream, &side.bridge, &side.ford].into_iter().flatten() {
            note(name, a);
            note(name, b);
        }
    }
    for step in &map.roads {
        note(&step.name, step.a);
        note(&step.name, step.b);
    }
    for river in &map.rivers {
        river.course.iter().for_each(|&cell| note(&river.name, cell));
    }
    for (&cell, crossing) in &map.crossings {
        note(&crossing.name, cell);
    }
    for (&cell, objective) in &map.objectives {
        note(&objective.name, cell);
    }
    named
}

/// Goals and entries lie on ground that hangs together.
fn remark_reach(list: &mut Vec<Remark>, map: &Map) {
    let grounds = regions(map, Over::Crossings);
    let Some(main) = grounds.first() else { return };
    let goals = map.objectives.keys().map(|&cell| ("objective", cell));
    let entries = map.entries.keys().map(|&cell| ("entry", cell));
    let exits = map.exits.keys().map(|&cell| ("exit", cell));
    for (kind, cell) in goals.chain(entries).chain(exits) {
        if !main.contains(cell) {
            let place = format!("{kind} {}", map.grid.name(cell));
            remark(list, place, "cannot be reached from most of the sheet");
        }
    }
}
