//! Roads join what matters: one network over bridges and ferries, no ends in nowhere.

use std::collections::BTreeMap;

use atlas::map::Map;
use atlas::map::survey::on_border;
use field::{Cell, CellSet};

use super::{battles, cells, names, none_of, side_name};

/// Objectives and gates that are neither on nor beside a road, and why.
///
/// VI Corps comes on at the Boonsboro pike, 10,35; what finds no room there takes the squares of
/// the edge beside it, up to four away and over the fields (the book's squares are lost).
const OFF_THE_ROADS: [(&str, &str); 1] = [("grand-tactical/antietam", "6,35 7,35 8,35 13,35")];

/// Ends of roads inside the sheet that are at no crossing of a river, and what is there.
const ENDS: [(&str, &[(&str, &str)]); 5] = [
    ("blue-gray/antietam", &[("0405", "Mercersville")]),
    (
        "blue-gray/fredericksburg",
        &[
            ("0711", "the streets of Fredericksburg"),
            ("0716", "the burned bridge of the River road over the canal"),
            ("1308", "the burned bridge of the Bowling Green road over Deep Run"),
            ("1407", "the burned bridge of the Bowling Green road over Deep Run"),
        ],
    ),
    ("blue-gray/chattanooga", &[("0921", "the batteries on Moccasin Point")]),
    ("brigade/antietam", &[("0522", "Mercersville"), ("1120", "the guns on Nicodemus Heights")]),
    ("grand-tactical/antietam", &[("7,5", "Mercersville"), ("15,27", "Pry's ford")]),
];

/// The next cells by road, and by the crossings of rivers, which join the roads of their two banks.
fn steps(map: &Map) -> BTreeMap<Cell, Vec<Cell>> {
    let mut steps: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    let mut join = |a: Cell, b: Cell| {
        steps.entry(a).or_default().push(b);
        steps.entry(b).or_default().push(a);
    };
    map.roads.iter().for_each(|step| join(step.a, step.b));
    for crossing in map.crossings.values() {
        if let [a, b] = crossing.open[..] {
            join(a, b);
        }
    }
    steps
}

/// Everything that can be reached by road from a cell.
fn network(steps: &BTreeMap<Cell, Vec<Cell>>, from: Cell) -> CellSet {
    let mut reached: CellSet = [from].into_iter().collect();
    let mut ahead = vec![from];
    while let Some(cell) = ahead.pop() {
        for &next in &steps[&cell] {
            if !reached.contains(next) {
                reached.insert(next);
                ahead.push(next);
            }
        }
    }
    reached
}

#[test]
fn there_is_one_network() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let steps = steps(map);
        let main = network(&steps, map.roads[0].a);
        // The far bank of a crossing that has no road of its own is no part of the question.
        let lost: Vec<Cell> = steps.keys().copied().filter(|&cell| !main.contains(cell)).collect();
        if !lost.is_empty() {
            wrong.push(format!("{}: {}", battle.id, names(map, lost)));
        }
    }
    none_of("roads that no road leads to", wrong);
}

#[test]
fn objectives_and_gates_are_on_or_beside_it() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let roads: CellSet = map.roads.iter().flat_map(|step| [step.a, step.b]).collect();
        let off = OFF_THE_ROADS.iter().find(|(id, _)| *id == battle.id).map_or("", |(_, c)| c);
        let allowed = cells(map, off);
        let goals = map.objectives.keys().chain(map.entries.keys()).chain(map.exits.keys());
        let lost: CellSet = goals
            .copied()
            .filter(|&cell| {
                !roads.contains(cell)
                    && !map.grid.neighbours(cell).any(|(_, next)| roads.contains(next))
            })
            .collect();
        if lost != allowed {
            wrong.push(format!("{}: {}", battle.id, names(map, lost.iter())));
        }
    }
    none_of("goals and gates off the roads", wrong);
}

#[test]
fn every_bridge_carries_a_road() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let carried = |a: Cell, b: Cell| {
            map.roads.iter().any(|step| (step.a, step.b) == (a.min(b), a.max(b)))
        };
        for (&edge, side) in &map.hexsides {
            let (a, b) = map.grid.edge_cells(edge);
            if side.bridge.is_some() && !carried(a, b) {
                wrong.push(format!("{}: {}", battle.id, side_name(map, edge)));
            }
        }
        for cell in map.grid.cells() {
            let ground = map.ground(cell);
            let Some([west, east]) = ground.ends else { continue };
            if ground.terrain == atlas::map::Terrain::Bridge
                && !(carried(west, cell) && carried(cell, east))
            {
                wrong.push(format!("{}: {}", battle.id, map.grid.name(cell)));
            }
        }
    }
    none_of("bridges without a road", wrong);
}

#[test]
fn no_road_ends_in_nowhere() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let mut ends = CellSet::EMPTY;
        for (&cell, next) in &steps(map) {
            let banks = map.crossings.values().flat_map(|crossing| crossing.open.iter());
            let ferried = banks.into_iter().any(|&bank| bank == cell);
            if next.len() == 1 && !on_border(&map.grid, cell) && !ferried {
                ends.insert(cell);
            }
        }
        let known = ENDS.iter().find(|(id, _)| *id == battle.id).map_or(&[][..], |(_, ends)| ends);
        let known: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let known = cells(map, &known.join(" "));
        if ends != known {
            wrong.push(format!("{}: {}", battle.id, names(map, ends.iter())));
        }
    }
    none_of("ends of roads inside the sheet", wrong);
}

/// Railroads are scenery, but they, too, come from somewhere: off the sheet, or from other rails.
#[test]
fn no_railroad_ends_in_nowhere() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let mut steps: BTreeMap<Cell, usize> = BTreeMap::new();
        for cell in map.railroads.iter().flat_map(|&(a, b)| [a, b]) {
            *steps.entry(cell).or_default() += 1;
        }
        let ends = steps.into_iter().filter(|&(_, count)| count == 1).map(|(cell, _)| cell);
        let inland: Vec<Cell> = ends.filter(|&cell| !on_border(&map.grid, cell)).collect();
        if !inland.is_empty() {
            wrong.push(format!("{}: {}", battle.id, names(map, inland)));
        }
    }
    none_of("ends of railroads inside the sheet", wrong);
}
