//! Water runs: every creek is one line from source to mouth, every river goes from edge to edge.

use std::collections::BTreeSet;

use atlas::map::survey::{End, Over, creek_lines, on_border, regions, stream_lines};
use atlas::map::{Map, System, Terrain};
use field::{Cell, Direction};

use super::{battles, names, none_of, side_name};

/// Water without a mouth: the canal of Fredericksburg, filled above Taylor's Hill and led into a
/// basin in the town. The water ditch drains it from its side.
const STANDING: [(&str, &str); 1] = [("blue-gray/fredericksburg", "Rappahannock canal")];

#[test]
fn every_creek_is_one_line_from_source_to_mouth() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let mut seen = BTreeSet::new();
        for line in creek_lines(map).into_iter().chain(stream_lines(map)) {
            let at = format!("{}: {} at {}", battle.id, line.name, side_name(map, line.edges[0]));
            if !seen.insert(line.name.clone()) {
                wrong.push(format!("{at} is a second piece"));
            }
            if !line.forks.is_empty() {
                wrong.push(format!("{at} branches {} times", line.forks.len()));
            }
            if line.ends.len() != 2 {
                wrong.push(format!("{at} has {} ends", line.ends.len()));
            }
            let stands = STANDING.contains(&(battle.id.as_str(), line.name.as_str()));
            if !stands && line.ends.iter().all(|(_, end)| *end == End::Land) {
                wrong.push(format!("{at} has no mouth"));
            }
        }
    }
    none_of("creeks", wrong);
}

/// A creek that is played as such is crossed at bridges and fords and nowhere else: cells on its
/// two sides do not hang together around an end of it inside the sheet.
#[test]
fn the_antietam_parts_its_sheets() {
    for (id, west, east) in [
        ("blue-gray/antietam", "0716", "1711"),
        ("brigade/antietam", "2617", "1503"),
        ("grand-tactical/antietam", "28,11", "17,27"),
    ] {
        let map = &super::battle(id).map;
        let parts = regions(map, Over::Nothing);
        let west = map.grid.cell(west).unwrap();
        let east = map.grid.cell(east).unwrap();
        let part = parts.iter().find(|part| part.contains(west)).unwrap();
        assert!(!part.contains(east), "{id}: one can walk around the creek");
    }
}

#[test]
fn rivers_go_from_edge_to_edge_without_a_gap() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        for river in &map.rivers {
            for pair in river.course.windows(2) {
                if !touch(map, pair[0], pair[1]) {
                    let pair = names(map, pair.iter().copied());
                    wrong.push(format!("{}: {} breaks at {pair}", battle.id, river.name));
                }
            }
            let ends = [river.course[0], *river.course.last().unwrap()];
            let inland = ends.into_iter().filter(|&cell| !on_border(&map.grid, cell));
            for cell in inland {
                let name = map.grid.name(cell);
                wrong.push(format!("{}: {} ends inland at {name}", battle.id, river.name));
            }
        }
    }
    none_of("rivers", wrong);
}

/// Whether water can run from one cell into the other: over a side, not over a corner.
fn touch(map: &Map, a: Cell, b: Cell) -> bool {
    use Direction::*;
    match map.grid.direction(a, b) {
        None => false,
        Some(NorthEast | SouthEast | SouthWest | NorthWest) => map.grid.is_hex(),
        Some(_) => true,
    }
}

#[test]
fn every_cell_of_water_belongs_to_a_river() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let drawn: BTreeSet<Cell> = map.rivers.iter().flat_map(|r| r.course.clone()).collect();
        let loose = map.grid.cells().filter(|cell| {
            matches!(map.ground(*cell).terrain, Terrain::River | Terrain::Stream)
                && !drawn.contains(cell)
        });
        let loose: Vec<Cell> = loose.collect();
        if !loose.is_empty() {
            wrong.push(format!("{}: {}", battle.id, names(map, loose)));
        }
    }
    none_of("water outside the courses of rivers", wrong);
}

/// On squares no step, not even a diagonal one, leads over the creek but at its crossings.
#[test]
fn squares_are_crossed_at_bridges_and_fords_alone() {
    for battle in battles().iter().filter(|battle| battle.map.system == System::GrandTactical) {
        let map = &battle.map;
        let mut wrong = Vec::new();
        for river in &map.rivers {
            let course: BTreeSet<Cell> = river.course.iter().copied().collect();
            for &cell in &river.course {
                for (way, next) in map.grid.neighbours(cell) {
                    let diagonal = !touch(map, cell, next);
                    if !diagonal || !course.contains(&next) {
                        continue;
                    }
                    // Two squares of water that meet at a corner: one of the squares beside the
                    // corner must be water, too, or a unit slips through.
                    let (left, right) = beside(way);
                    let side = |way| map.grid.neighbour(cell, way);
                    let wet = [side(left), side(right)];
                    if !wet.iter().flatten().any(|cell| course.contains(cell)) {
                        wrong.push(names(map, [cell, next]));
                    }
                }
            }
        }
        none_of(&format!("{}: corners to slip through", battle.id), wrong);
    }
}

/// The two straight ways beside a diagonal one.
fn beside(way: Direction) -> (Direction, Direction) {
    let turn = |by: usize| Direction::ALL[(way.index() + by) % 8];
    (turn(7), turn(1))
}
