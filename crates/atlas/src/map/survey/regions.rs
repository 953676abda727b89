//! Which cells hang together: by land, by bridges and fords, by road.

use std::collections::HashSet;

use field::{Cell, CellSet};

use crate::map::{Map, Terrain};

/// What may be used to get over water.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Over {
    /// Nothing: creeks and rivers part the ground.
    Nothing,
    /// Bridges and fords.
    Bridges,
    /// Bridges and fords, and the crossings of rivers.
    Crossings,
}

/// The land cells that hang together without crossing a river or an unbridged creek, largest first.
pub fn banks(map: &Map) -> Vec<CellSet> {
    regions(map, Over::Bridges)
}

/// The cells that hang together with the given means, largest first. Scenery is in none; a bridge or
/// ford square and a river cell with a crossing are only where they may be used.
pub fn regions(map: &Map, over: Over) -> Vec<CellSet> {
    let open = map.grid.cells().filter(|&cell| is_open(map, cell, over)).collect();
    components(map, open, |a, b| joins(map, a, b, over))
}

/// The cells that roads join, largest network first.
pub fn road_network(map: &Map) -> Vec<CellSet> {
    let on_road = map.roads.iter().flat_map(|step| [step.a, step.b]).collect();
    let steps: HashSet<(Cell, Cell)> =
        map.roads.iter().flat_map(|step| [(step.a, step.b), (step.b, step.a)]).collect();
    components(map, on_road, |a, b| steps.contains(&(a, b)))
}

/// Whether units could stand in the cell.
fn is_open(map: &Map, cell: Cell, over: Over) -> bool {
    let ground = map.ground(cell);
    !ground.scenery
        && match ground.terrain {
            Terrain::River => over >= Over::Crossings && map.crossings.contains_key(&cell),
            Terrain::Stream => false,
            Terrain::Bridge | Terrain::Ford => over >= Over::Bridges,
            _ => true,
        }
}

/// Whether units could step from one open cell to its neighbour.
fn joins(map: &Map, a: Cell, b: Cell, over: Over) -> bool {
    let lets_through = |cell: Cell, other: Cell| {
        map.crossings.get(&cell).is_none_or(|crossing| crossing.open.contains(&other))
    };
    let dry = map.hexside(a, b).is_none_or(|side| {
        side.creek.is_none()
            || (over >= Over::Bridges && (side.bridge.is_some() || side.ford.is_some()))
    });
    dry && lets_through(a, b) && lets_through(b, a)
}

/// Splits a set of cells into parts joined step by step.
fn components(map: &Map, mut left: CellSet, joined: impl Fn(Cell, Cell) -> bool) -> Vec<CellSet> {
    let mut parts: Vec<CellSet> = Vec::new();
    while let Some(start) = left.iter().next() {
        left.remove(start);
        let mut part: CellSet = [start].into_iter().collect();
        let mut ahead = vec![start];
        while let Some(from) = ahead.pop() {
            for (_, to) in map.grid.neighbours(from) {
                if left.contains(to) && joined(from, to) {
                    left.remove(to);
                    part.insert(to);
                    ahead.push(to);
                }
            }
        }
        parts.push(part);
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}
