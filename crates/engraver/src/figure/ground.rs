//! The ground of a figure: a window of a battle's map, or clear ground.

use std::collections::BTreeMap;

use atlas::map::{Ground, Label, Map, Provenance, RoadStep, Sheet, System, Terrain, Watercourse};
use field::{Cell, Direction, Grid, GridError, Shape};

/// Which cells of a map a figure shows: columns and rows from the first to the last, counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) first: (usize, usize),
    pub(super) last: (usize, usize),
    /// Whether the cells are hexes; otherwise they are squares.
    pub(super) hex: bool,
}

impl Window {
    /// The grid of the window. Of hexes its first column must be one that is not shifted, as is the first of every
    /// grid.
    fn grid(self) -> Result<Grid, GridError> {
        let rows = self.last.1 - self.first.1 + 1;
        let columns = self.last.0 - self.first.0 + 1;
        Grid::new(match self.hex {
            true => Shape::HexFlat { columns, rows_odd: rows, rows_even: rows },
            false => Shape::Square { columns, rows },
        })
    }

    /// Where a cell of the map lies in the window.
    pub(super) fn inside(self, cell: Cell) -> Option<Cell> {
        let within = |value: usize, first: usize, last: usize| {
            (first..=last).contains(&value).then(|| value - first)
        };
        let column = within(cell.column(), self.first.0, self.last.0)?;
        Some(Cell::at(column, within(cell.row(), self.first.1, self.last.1)?))
    }
}

/// Clear ground as far as the window goes.
pub(super) fn clear(id: &str, system: System, window: Window) -> Result<Map, GridError> {
    let grid = window.grid()?;
    let mut ground = vec![None; grid.slots()];
    for cell in grid.cells() {
        ground[cell.index()] = Some(Ground {
            terrain: Terrain::Clear,
            road: false,
            elevated: false,
            elevation: 1,
            ends: None,
            name: None,
            scenery: false,
        });
    }
    Ok(Map {
        id: id.to_owned(),
        title: String::new(),
        system,
        grid,
        sheet: Sheet {
            cell_m: 1.0,
            up_bearing_deg: 0.0,
            numbering: String::new(),
            georeference: None,
        },
        ground,
        hexsides: BTreeMap::new(),
        roads: Vec::new(),
        railroads: Vec::new(),
        rivers: Vec::new(),
        crossings: BTreeMap::new(),
        labels: Vec::new(),
        objectives: BTreeMap::new(),
        entries: BTreeMap::new(),
        exits: BTreeMap::new(),
        provenance: Provenance::default(),
    })
}

/// The window of a map with the names that lie in it.
pub(super) fn cut(id: &str, map: &Map, window: Window) -> Result<Map, GridError> {
    let mut out = clear(id, map.system, window)?;
    for cell in map.grid.cells() {
        if let Some(here) = window.inside(cell) {
            let ground = map.ground(cell).clone();
            let ends = ground.ends.and_then(|[a, b]| Some([window.inside(a)?, window.inside(b)?]));
            out.ground[here.index()] = Some(Ground { ends, ..ground });
        }
    }
    for (&edge, hexside) in &map.hexsides {
        let (a, b) = map.grid.edge_cells(edge);
        let ends = window.inside(a).zip(window.inside(b));
        if let Some(here) = ends.and_then(|(a, b)| out.grid.edge(a, b)) {
            out.hexsides.insert(here, hexside.clone());
        }
    }
    for step in &map.roads {
        if let (Some(a), Some(b)) = (window.inside(step.a), window.inside(step.b)) {
            out.roads.push(RoadStep { a, b, ..step.clone() });
        }
    }
    for label in &map.labels {
        if let Some(at) = window.inside(label.at) {
            out.labels.push(Label { at, ..label.clone() });
        }
    }
    for river in &map.rivers {
        let inside: Vec<Option<Cell>> = river.course.iter().map(|&c| window.inside(c)).collect();
        // Where it leaves the window and comes back there are several pieces.
        for piece in inside.split(Option::is_none).filter(|piece| !piece.is_empty()) {
            let course = piece.iter().copied().flatten().collect();
            out.rivers.push(Watercourse { course, ..river.clone() });
        }
    }
    let objectives = map.objectives.iter();
    out.objectives = objectives
        .filter_map(|(&cell, objective)| Some((window.inside(cell)?, objective.clone())))
        .collect();
    Ok(out)
}

/// The squares that a crossing joins: on both sides of it, neither of them in the water.
pub(super) fn banks(grid: &Grid, course: &[Cell], crossing: Cell) -> Option<[Cell; 2]> {
    let next = |way: Direction| grid.neighbour(crossing, way).filter(|c| !course.contains(c));
    let join = |a: Direction| Some([next(a)?, next(a.opposite())?]);
    join(Direction::West).or_else(|| join(Direction::North))
}
