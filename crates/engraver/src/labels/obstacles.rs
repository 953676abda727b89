//! What names should keep clear of.

use std::collections::BTreeMap;

use atlas::map::Terrain;

use crate::farms;
use crate::marks;
use crate::point::Point;
use crate::polyline::Line;
use crate::survey::Survey;
use crate::works;

/// A round thing on the sheet, and how bad it is to write over it.
#[derive(Clone, Copy, Debug)]
struct Thing {
    at: Point,
    radius: f64,
    harm: f64,
}

/// Everything on the sheet that names should keep clear of, in boxes.
pub(crate) struct Obstacles<'a> {
    survey: &'a Survey<'a>,
    boxes: BTreeMap<(i32, i32), Vec<Thing>>,
}

const BOX: f64 = 50.0;

impl<'a> Obstacles<'a> {
    pub(crate) fn of(survey: &'a Survey<'a>) -> Obstacles<'a> {
        let mut obstacles = Obstacles { survey, boxes: BTreeMap::new() };
        obstacles.add_lines();
        obstacles.add_cells();
        obstacles.add_crossings();
        obstacles.add_marks();
        obstacles
    }

    fn add(&mut self, at: Point, radius: f64, harm: f64) {
        let thing = Thing { at, radius, harm };
        self.boxes.entry(Self::key(at)).or_default().push(thing);
    }

    fn key(p: Point) -> (i32, i32) {
        let index = |x: f64| (x / BOX).floor().clamp(-1e6, 1e6) as i32;
        (index(p.x), index(p.y))
    }

    fn add_lines(&mut self) {
        let survey = self.survey;
        let roads = survey.network.roads.iter().map(|road| (&road.line, 4.6, 4.0));
        let rails = survey.network.rails.iter().map(|line| (line, 4.6, 2.2));
        let creeks = &survey.waters.creeks;
        let creeks = creeks.iter().map(|creek| (&creek.line, (creek.widths.1 / 2.0).max(4.6), 2.8));
        for (line, radius, harm) in roads.chain(rails).chain(creeks) {
            self.add_along(line, radius, harm);
        }
        for work in works::works(survey.map, &survey.geometry) {
            self.add_along(&work.line, 6.0, 9.0);
        }
    }

    fn add_along(&mut self, line: &Line, radius: f64, harm: f64) {
        let mut distance = 0.0;
        while distance < line.length() {
            self.add(line.at(distance), radius, harm);
            distance += 8.0;
        }
    }

    /// Printed numbers, the middle of cells where counters stand, and houses.
    fn add_cells(&mut self) {
        let survey = self.survey;
        for cell in survey.grid.cells() {
            let centre = survey.geometry.centre(cell);
            if survey.geometry.is_hex() {
                for dx in [-7.0, 7.0] {
                    self.add(centre + Point::new(dx, -41.0), 4.0, 3.0);
                }
            }
            for (dx, dy) in [(-14.0, -8.0), (14.0, -8.0), (-14.0, 14.0), (14.0, 14.0)] {
                self.add(centre + Point::new(dx, dy), 12.0, 0.5);
            }
            if survey.terrain(cell) == Terrain::Town {
                self.add(centre, 30.0, 1.2);
            }
        }
        for label in &survey.map.labels {
            if farms::site(survey, label).is_some() {
                self.add(farms::spot(survey, label), 10.0, 26.0);
            }
        }
    }

    fn add_crossings(&mut self) {
        let survey = self.survey;
        for (&edge, side) in &survey.map.hexsides {
            if side.bridge.is_some() || side.ford.is_some() || side.burned_bridge.is_some() {
                let (a, b) = survey.grid.edge_cells(edge);
                let p = survey.geometry.centre(a).middle(survey.geometry.centre(b));
                self.add(p, 14.0, 40.0);
            }
        }
        for cell in survey.grid.cells() {
            if matches!(survey.terrain(cell), Terrain::Bridge | Terrain::Ford) {
                self.add(survey.geometry.centre(cell), 24.0, 40.0);
            }
        }
        for (&cell, crossing) in &survey.map.crossings {
            let middle = survey.geometry.centre(cell);
            self.add(middle, 14.0, 30.0);
            for &bank in &crossing.open {
                let way = (survey.geometry.centre(bank) - middle).unit();
                for reach in [14.0, 26.0, 38.0, 50.0] {
                    self.add(middle + way * reach, 8.0, 18.0);
                }
            }
        }
    }

    fn add_marks(&mut self) {
        let survey = self.survey;
        for &cell in survey.map.objectives.keys() {
            self.add(marks::badge_spot(survey, cell), 17.0, 45.0);
            for pair in survey.geometry.corners(cell).windows(2) {
                for t in [0.25, 0.75] {
                    let p = survey.geometry.centre(cell).towards(pair[0].towards(pair[1], t), 0.9);
                    self.add(p, 2.0, 1.4);
                }
            }
        }
        for &cell in survey.map.entries.keys().chain(survey.map.exits.keys()) {
            let centre = survey.geometry.centre(cell);
            let ways = survey.geometry.ways_out(cell, survey.grid);
            if ways.is_empty() {
                self.add(centre + Point::new(-30.0, 33.0), 20.0, 30.0);
            }
            for way in ways {
                self.add(centre + way * 46.0, 17.0, 14.0);
            }
        }
    }

    /// How bad it is to write over a round place.
    pub(crate) fn harm(&self, p: Point, radius: f64) -> f64 {
        let mut sum = 0.0;
        let (x, y) = Self::key(p);
        for key in (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y))) {
            for thing in self.boxes.get(&key).into_iter().flatten() {
                let gap = thing.at.distance(p) - thing.radius - radius;
                if gap < 0.0 {
                    sum += thing.harm * (0.4 - gap / (thing.radius + radius));
                }
            }
        }
        if !self.survey.inside(p, radius + 3.0) {
            sum += 120.0;
        }
        sum
    }

    /// Whether a round place lies in a river.
    pub(crate) fn in_river(&self, p: Point) -> bool {
        self.survey.waters.river.contains(p)
    }
}
