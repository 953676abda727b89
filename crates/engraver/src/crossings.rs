//! Bridges, fords, ferries and pontoons.

use atlas::map::{CrossingKind, RoadClass, Terrain};
use field::Cell;

use crate::palette::Palette;
use crate::point::Point;
use crate::polyline::Line;
use crate::roads::widths;
use crate::survey::Survey;
use crate::svg::{PathData, Svg};
use crate::towns::rectangle;

/// The parts of crossings, gathered by how they are painted.
#[derive(Default)]
pub(crate) struct Crossings {
    shadows: PathData,
    decks: PathData,
    parapets: PathData,
    stones: PathData,
    boulders: PathData,
    boats: PathData,
    planks: PathData,
    plank_edges: PathData,
    ropes: PathData,
    ruins: PathData,
    crosses: PathData,
}

impl Crossings {
    /// A bridge in the direction `way`, over water `half` units to each side.
    pub(crate) fn bridge(&mut self, p: Point, way: Point, half: f64, wide: f64) {
        let side = way.turned();
        self.shadows.polygon(&rectangle(
            p + Point::new(1.6, 2.2),
            way,
            half * 2.0,
            wide * 2.0 + 3.0,
        ));
        self.decks.polygon(&rectangle(p, way, half * 2.0 + 4.0, wide * 2.0));
        for hand in [-1.0, 1.0] {
            let edge = side * (hand * wide);
            let wing = side * (hand * (wide + 4.6));
            self.parapets.polyline(&[
                p - way * (half + 6.0) + wing,
                p - way * half + edge,
                p + way * half + edge,
                p + way * (half + 6.0) + wing,
            ]);
        }
    }

    /// A ford: stepping stones in two files, larger ones if the files are far apart.
    pub(crate) fn ford(&mut self, p: Point, way: Point, half: f64, apart: f64) {
        let side = way.turned();
        let (stones, pitch) =
            if apart > 6.0 { (&mut self.boulders, 8.6) } else { (&mut self.stones, 5.2) };
        let count = (half * 2.0 / pitch).round().max(3.0) as usize;
        for hand in [-1.0, 1.0] {
            for i in 0..count {
                let along = (i as f64 / (count - 1) as f64 - 0.5) * 2.0 * half;
                stones.dot(p + way * along + side * (hand * apart));
            }
        }
    }

    /// A bridge that was burned: its ends, and a cross.
    pub(crate) fn ruin(&mut self, p: Point, way: Point) {
        let side = way.turned();
        for (hand, end) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            let edge = side * (hand * 5.5);
            self.ruins.polyline(&[
                p + way * (end * 13.0) + side * (hand * 9.0),
                p + way * (end * 8.0) + edge,
                p + way * (end * 4.5) + edge,
            ]);
        }
        let (u, v) = (Point::new(5.5, 5.5), Point::new(5.5, -5.5));
        self.crosses.segment(p - u, p + u);
        self.crosses.segment(p - v, p + v);
    }

    /// A pontoon bridge: boats under a deck of planks.
    pub(crate) fn pontoon(&mut self, from: Point, to: Point) {
        let way = (to - from).unit();
        let side = way.turned();
        let length = from.distance(to);
        let count = ((length - 8.0) / 11.5).round().max(2.0);
        for i in 0..=count as usize {
            let p = from + way * (4.0 + (length - 8.0) * i as f64 / count);
            let (bow, stern) = (p - side * 12.0, p + side * 11.0);
            self.boats.move_to(bow);
            self.boats.quad_to(p - side * 5.0 + way * 3.6, p + way * 2.6);
            self.boats.line_to(stern + way * 2.0);
            self.boats.line_to(stern - way * 2.0);
            self.boats.line_to(p - way * 2.6);
            self.boats.quad_to(p - side * 5.0 - way * 3.6, bow);
            self.boats.close();
        }
        self.planks.polygon(&rectangle(from.middle(to), way, length + 6.0, 9.0));
        let mut along = -2.0;
        while along < length + 2.0 {
            let p = from + way * along;
            self.plank_edges.segment(p - side * 4.2, p + side * 4.2);
            along += 3.4;
        }
    }

    /// A ferry: its rope, and the boat.
    pub(crate) fn ferry(&mut self, from: Point, to: Point) {
        self.ropes.segment(from, to);
        let way = (to - from).unit();
        let side = way.turned();
        let p = from.middle(to);
        self.boats.polygon(&[
            p - way * 11.0,
            p - way * 6.0 - side * 5.0,
            p + way * 6.0 - side * 5.0,
            p + way * 11.0,
            p + way * 6.0 + side * 5.0,
            p - way * 6.0 + side * 5.0,
        ]);
        self.planks.polygon(&rectangle(p, way, 10.0, 5.0));
        for end in [from, to] {
            self.boats.circle(end, 3.2);
        }
    }

    pub(crate) fn draw(&self, svg: &mut Svg, palette: &Palette) {
        let (timber, plank) = (palette.timber, palette.plank);
        svg.path(
            &self.ropes,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-opacity=\".7\"",
                palette.halo
            ),
        );
        svg.path(&self.ropes, format_args!("fill=\"none\" stroke=\"{timber}\" stroke-width=\"2.4\" stroke-dasharray=\".1 5\" stroke-linecap=\"round\""));
        svg.path(&self.boats, format_args!("fill=\"{timber}\" stroke=\"{timber}\" stroke-width=\".8\" stroke-linejoin=\"round\""));
        svg.path(
            &self.planks,
            format_args!("fill=\"{plank}\" stroke=\"{timber}\" stroke-width=\"1.3\""),
        );
        svg.path(
            &self.plank_edges,
            format_args!("fill=\"none\" stroke=\"{timber}\" stroke-width=\".6\""),
        );
        svg.path(&self.shadows, format_args!("fill=\"{}\" fill-opacity=\".3\"", palette.shadow));
        svg.path(&self.decks, format_args!("fill=\"{}\"", palette.deck));
        svg.path(&self.parapets, format_args!("fill=\"none\" stroke=\"{timber}\" stroke-width=\"2.7\" stroke-linejoin=\"round\" stroke-linecap=\"round\""));
        for (data, rim, stone) in [(&self.stones, 5.0, 3.0), (&self.boulders, 8.0, 5.2)] {
            for (colour, width) in [(palette.bank, rim), (palette.halo, stone)] {
                svg.path(
                    data,
                    format_args!(
                        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
                    ),
                );
            }
        }
        svg.path(
            &self.ruins,
            format_args!(
                "fill=\"none\" stroke=\"{timber}\" stroke-width=\"2.2\" stroke-linecap=\"round\""
            ),
        );
        svg.path(
            &self.crosses,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" stroke-linecap=\"round\"",
                palette.burned
            ),
        );
    }
}

pub(crate) fn draw_crossings(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let mut parts = Crossings::default();
    sides(survey, &mut parts);
    squares(survey, &mut parts);
    for (&cell, crossing) in &survey.map.crossings {
        let ends = landings(survey, cell, &crossing.open);
        match crossing.kind {
            CrossingKind::Pontoon => parts.pontoon(ends.0, ends.1),
            CrossingKind::Ferry => parts.ferry(ends.0, ends.1),
        }
    }
    svg.layer("crossings", "");
    parts.draw(svg, palette);
    svg.end();
}

/// Bridges and fords on hexsides.
fn sides(survey: &Survey, parts: &mut Crossings) {
    for (&edge, side) in &survey.map.hexsides {
        let (a, b) = survey.grid.edge_cells(edge);
        let (from, to) = (survey.geometry.centre(a), survey.geometry.centre(b));
        let lines: Vec<&Line> = survey.waters.creeks.iter().map(|creek| &creek.line).collect();
        let (p, way) = over_water(survey, &lines, from.middle(to), (to - from).unit(), 16.0);
        let small = side.ditch || side.stream.is_some() && side.creek.is_none();
        if side.bridge.is_some() {
            parts.bridge(
                p,
                way,
                if small { 6.5 } else { 9.5 },
                widths(RoadClass::Pike).0 / 2.0 + 0.6,
            );
        } else if side.ford.is_some() {
            parts.ford(p, way, if small { 7.0 } else { 10.5 }, if small { 3.2 } else { 4.2 });
        }
        if side.burned_bridge.is_some() {
            parts.ruin(p, way);
        }
    }
}

/// Bridges and fords that are squares.
fn squares(survey: &Survey, parts: &mut Crossings) {
    for cell in survey.grid.cells() {
        let terrain = survey.terrain(cell);
        if !matches!(terrain, Terrain::Bridge | Terrain::Ford) {
            continue;
        }
        let middle = survey.geometry.centre(cell);
        let way = match survey.map.ground(cell).ends {
            Some([a, b]) => (survey.geometry.centre(b) - survey.geometry.centre(a)).unit(),
            None => Point::new(1.0, 0.0),
        };
        let lines: Vec<&Line> = survey.waters.courses.iter().map(|course| &course.line).collect();
        let (p, way) = over_water(survey, &lines, middle, way, 50.0);
        match terrain {
            Terrain::Bridge => parts.bridge(p, way, 21.0, widths(RoadClass::Pike).0 / 2.0 + 2.0),
            _ => parts.ford(p, way, 23.0, 9.0),
        }
    }
}

/// Where a road crosses the water nearest to a place, within so much of it, and the road's direction
/// there; without such a road, the point of the water itself.
fn over_water(
    survey: &Survey,
    waters: &[&Line],
    middle: Point,
    way: Point,
    reach: f64,
) -> (Point, Point) {
    let nearest = |a: &&&Line, b: &&&Line| a.project(middle).1.total_cmp(&b.project(middle).1);
    let Some(course) = waters.iter().min_by(nearest) else { return (middle, way) };
    let mut best: Option<(f64, Point, Point)> = None;
    for road in &survey.network.roads {
        let (near, distance) = road.line.project(middle);
        if distance > reach {
            continue;
        }
        for step in -30i32..=30 {
            let at = near + f64::from(step) * 2.0;
            let (p, along) = (road.line.at(at), road.line.along(at, 8.0));
            let gap = course.project(p).1;
            if along.dot(way).abs() > 0.6 && best.is_none_or(|(least, ..)| gap < least) {
                best = Some((gap, p, along));
            }
        }
    }
    match best {
        Some((gap, p, along)) if gap < 6.0 => (p, along),
        _ => (course.at(course.project(middle).0), way),
    }
}

/// Where a ferry or pontoon touches the banks.
fn landings(survey: &Survey, cell: Cell, open: &[Cell]) -> (Point, Point) {
    let middle = survey.geometry.centre(cell);
    let towards: Vec<Point> =
        open.iter().map(|&bank| (survey.geometry.centre(bank) - middle).unit()).collect();
    let shore = |way: Point| {
        let mut reach = 20.0;
        while reach < 70.0 && survey.waters.river.contains(middle + way * reach) {
            reach += 2.0;
        }
        middle + way * (reach + 1.0)
    };
    match towards[..] {
        [] => (middle - Point::new(40.0, 0.0), middle + Point::new(40.0, 0.0)),
        [one] => (shore(one), shore(-one)),
        [one, two, ..] => (shore(one), shore(two)),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use atlas::map::Map;

    use super::*;

    fn map(id: &str) -> Map {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(id);
        let text = std::fs::read_to_string(folder.join("map.json")).expect("a map file");
        Map::from_json(&text).expect("a sound map")
    }

    #[test]
    fn bridge_squares_carry_their_road_over_the_water() {
        let map = map("grand-tactical/antietam");
        let survey = Survey::new(&map);
        let mut bridges = 0;
        for cell in map.grid.cells().filter(|&cell| survey.terrain(cell) == Terrain::Bridge) {
            let lines: Vec<&Line> = survey.waters.courses.iter().map(|c| &c.line).collect();
            let middle = survey.geometry.centre(cell);
            let (p, _) = over_water(&survey, &lines, middle, Point::new(1.0, 0.0), 50.0);
            let road = survey.network.roads.iter().map(|road| road.line.project(p).1);
            let water = survey.waters.courses.iter().map(|course| course.line.project(p).1);
            assert!(road.fold(f64::INFINITY, f64::min) < 1.0);
            assert!(water.fold(f64::INFINITY, f64::min) < 6.0);
            bridges += 1;
        }
        assert_eq!(bridges, 3);
    }

    #[test]
    fn bridges_and_fords_on_hexsides_lie_on_the_water() {
        for id in ["blue-gray/antietam", "blue-gray/fredericksburg", "blue-gray/chattanooga"] {
            let map = map(id);
            let survey = Survey::new(&map);
            let lines: Vec<&Line> = survey.waters.creeks.iter().map(|creek| &creek.line).collect();
            let crossed = map.hexsides.iter().filter(|(_, side)| {
                side.bridge.is_some() || side.ford.is_some() || side.burned_bridge.is_some()
            });
            for (&edge, _) in crossed {
                let (a, b) = map.grid.edge_cells(edge);
                let (from, to) = (survey.geometry.centre(a), survey.geometry.centre(b));
                let middle = from.middle(to);
                let (p, _) = over_water(&survey, &lines, middle, (to - from).unit(), 16.0);
                let gap = lines.iter().map(|line| line.project(p).1).fold(f64::INFINITY, f64::min);
                let name = map.grid.edge_name(edge);
                assert!(gap < 6.0, "{id}: {name} is {gap} from the water");
                assert!(p.distance(middle) < 40.0, "{id}: {name} is far from its side");
            }
        }
    }

    #[test]
    fn landings_lie_on_the_banks() {
        let map = map("blue-gray/fredericksburg");
        let survey = Survey::new(&map);
        for (&cell, crossing) in &map.crossings {
            let (from, to) = landings(&survey, cell, &crossing.open);
            for end in [from, to] {
                let inward = end.towards(survey.geometry.centre(cell), 0.15);
                assert!(!survey.waters.river.contains(end), "{} ends in the water", crossing.name);
                assert!(survey.waters.river.contains(inward), "{} ends inland", crossing.name);
            }
        }
    }
}
