//! Roads and railroads: steps joined into long strokes, relaxed into easy curves, drawn with casings.

use std::collections::{BTreeMap, BTreeSet};

use atlas::map::{Map, RoadClass, Terrain};
use field::Cell;

use crate::geometry::{Geometry, UNIT};
use crate::palette::Palette;
use crate::point::Point;
use crate::polyline::{Line, relax, spline, strokes};
use crate::survey::Survey;
use crate::svg::{PathData, Svg};

/// A stretch of road of one class.
pub(crate) struct Road {
    pub(crate) line: Line,
    pub(crate) class: RoadClass,
}

/// All roads, railroads, and where in each cell they run.
pub(crate) struct Network {
    pub(crate) roads: Vec<Road>,
    /// Whole strokes, for names that follow them.
    pub(crate) courses: Vec<Line>,
    pub(crate) rails: Vec<Line>,
    pub(crate) at: BTreeMap<Cell, Point>,
    /// How broad roads are drawn; 1 on hexes.
    pub(crate) breadth: f64,
}

type Link = (Cell, Cell);

fn link(a: Cell, b: Cell) -> Link {
    (a.min(b), a.max(b))
}

impl Network {
    pub(crate) fn trace(map: &Map, geometry: &Geometry) -> Network {
        let mut network = Network {
            roads: Vec::new(),
            courses: Vec::new(),
            rails: Vec::new(),
            at: BTreeMap::new(),
            breadth: if geometry.is_hex() { 1.0 } else { 1.25 },
        };
        let tracer = Tracer::new(map, geometry);
        for trails in [false, true] {
            let links: Vec<Link> = tracer
                .class
                .iter()
                .filter(|(_, class)| (**class == RoadClass::Trail) == trails)
                .map(|(&link, _)| link)
                .collect();
            for path in strokes(&links, |p, v, q| tracer.fit(p, v, q)) {
                tracer.lay(&path, &mut network);
            }
        }
        tracer.lay_approaches(&mut network);
        network.rails = tracer.rails();
        network
    }
}

struct Tracer<'a> {
    map: &'a Map,
    geometry: &'a Geometry,
    class: BTreeMap<Link, RoadClass>,
    name: BTreeMap<Link, &'a str>,
    degree: BTreeMap<Cell, usize>,
    pinned: BTreeSet<Link>,
}

impl<'a> Tracer<'a> {
    fn new(map: &'a Map, geometry: &'a Geometry) -> Tracer<'a> {
        let mut class = BTreeMap::new();
        let mut name = BTreeMap::new();
        let mut degree: BTreeMap<Cell, usize> = BTreeMap::new();
        for step in &map.roads {
            let key = link(step.a, step.b);
            if class.insert(key, step.class).is_none() {
                *degree.entry(step.a).or_default() += 1;
                *degree.entry(step.b).or_default() += 1;
            }
            name.insert(key, step.name.as_str());
        }
        let pinned = map
            .hexsides
            .iter()
            .filter(|(_, side)| side.bridge.is_some() || side.ford.is_some())
            .map(|(&edge, _)| map.grid.edge_cells(edge))
            .map(|(a, b)| link(a, b))
            .collect();
        Tracer { map, geometry, class, name, degree, pinned }
    }

    fn bend(&self, p: Cell, v: Cell, q: Cell) -> f64 {
        let here = self.geometry.centre(v);
        (self.geometry.centre(p) - here).unit().dot((self.geometry.centre(q) - here).unit())
    }

    fn fit(&self, p: Cell, v: Cell, q: Cell) -> Option<f64> {
        let bend = self.bend(p, v, q);
        let (one, two) = (link(p, v), link(v, q));
        let same_name = self.name[&one] == self.name[&two];
        let same_class = self.class[&one] == self.class[&two];
        let value = bend - if same_name { 1.2 } else { 0.0 } - if same_class { 0.4 } else { 0.0 };
        (bend <= 0.3).then_some(value)
    }

    /// Relaxes a stroke of cells into control points: centres and middles of sides in turn.
    fn controls(
        &self,
        path: &[Cell],
        at: &BTreeMap<Cell, Point>,
        shift: Point,
        reach: f64,
    ) -> Vec<Point> {
        let centre =
            |cell: Cell| at.get(&cell).copied().unwrap_or(self.geometry.centre(cell) + shift);
        let mut points = Vec::new();
        let mut limits = Vec::new();
        for (i, &cell) in path.iter().enumerate() {
            if i > 0 {
                let before = path[i - 1];
                let middle = self.geometry.centre(before).middle(self.geometry.centre(cell));
                let pinned = self.pinned.contains(&link(before, cell));
                points.push(if pinned { middle } else { middle + shift });
                limits.push(if pinned { 0.0 } else { reach * UNIT });
            }
            let end = i == 0 || i == path.len() - 1;
            let sharp = !end && self.bend(path[i - 1], cell, path[i + 1]) > -0.1;
            points.push(centre(cell));
            limits.push(match (at.contains_key(&cell) || end, sharp) {
                (true, _) => 0.0,
                (false, true) => 0.38 * UNIT,
                (false, false) => reach * UNIT,
            });
        }
        relax(&points, &limits, 60)
    }

    fn lay(&self, path: &[Cell], network: &mut Network) {
        let reach = if self.geometry.is_hex() { 0.3 } else { 0.36 };
        let mut points = self.controls(path, &network.at, Point::default(), reach);
        let place = |i: usize| {
            let (before, here) = (points[(2 * i).saturating_sub(1)], points[2 * i]);
            let after = points[(2 * i + 1).min(points.len() - 1)];
            if i == 0 || i == path.len() - 1 {
                here
            } else {
                (before + after) * 0.125 + here * 0.75
            }
        };
        let places: Vec<Point> = (0..path.len()).map(place).collect();
        for (&cell, &point) in path.iter().zip(&places) {
            network.at.entry(cell).or_insert(point);
        }
        self.run_off(path, &mut points);
        let line = Line::new(spline(&points, 6));
        self.divide(path, &places, &line, network);
        network.courses.push(line);
    }

    /// Carries a stroke that ends in an edge cell out to the edge of the sheet.
    fn run_off(&self, path: &[Cell], points: &mut Vec<Point>) {
        for _ in 0..2 {
            points.reverse();
            let first_now = points[points.len() - 1];
            let cell = if self.geometry.centre(path[0]).distance(first_now)
                < self.geometry.centre(path[path.len() - 1]).distance(first_now)
            {
                path[0]
            } else {
                path[path.len() - 1]
            };
            if self.degree.get(&cell) == Some(&1) && points.len() > 1 {
                let (before, last) = (points[points.len() - 2], points[points.len() - 1]);
                points.extend(self.geometry.outward(cell, last, before, &self.map.grid));
            }
        }
    }

    /// Cuts a stroke where its class changes.
    fn divide(&self, path: &[Cell], places: &[Point], line: &Line, network: &mut Network) {
        let classes: Vec<RoadClass> =
            path.windows(2).map(|pair| self.class[&link(pair[0], pair[1])]).collect();
        let mut from = 0.0;
        for i in 0..classes.len() {
            if classes.get(i + 1) == Some(&classes[i]) {
                continue;
            }
            let to =
                if i + 1 == classes.len() { line.length() } else { line.project(places[i + 1]).0 };
            network.roads.push(Road { line: line.cut(from, to), class: classes[i] });
            from = to;
        }
    }

    /// The ways down to ferries and pontoons.
    fn lay_approaches(&self, network: &mut Network) {
        for (&cell, crossing) in &self.map.crossings {
            let middle = self.geometry.centre(cell);
            for bank in &crossing.open {
                let Some(&start) = network.at.get(bank) else { continue };
                let end = middle.towards(self.geometry.centre(*bank), 0.5);
                let trail = self
                    .class
                    .iter()
                    .filter(|((a, b), _)| a == bank || b == bank)
                    .all(|(_, class)| *class == RoadClass::Trail);
                let class = if trail { RoadClass::Trail } else { RoadClass::Road };
                network.roads.push(Road { line: Line::new(vec![start, end]), class });
            }
        }
    }

    fn rails(&self) -> Vec<Line> {
        let links: Vec<Link> = self.map.railroads.iter().map(|&(a, b)| link(a, b)).collect();
        let fit = |p, v, q| Some(self.bend(p, v, q)).filter(|bend| *bend <= 0.3);
        let mut at: BTreeMap<Cell, Point> = BTreeMap::new();
        let mut lines = Vec::new();
        for path in strokes(&links, fit) {
            let shift = Point::new(0.1, 0.1) * UNIT;
            let mut points = self.controls(&path, &at, shift, 0.34);
            for (i, &cell) in path.iter().enumerate() {
                at.entry(cell).or_insert(points[2 * i]);
            }
            for end in [path[path.len() - 1], path[0]] {
                let n = points.len();
                points.extend(self.geometry.outward(
                    end,
                    points[n - 1],
                    points[n - 2],
                    &self.map.grid,
                ));
                points.reverse();
            }
            lines.push(Line::new(spline(&points, 6)));
        }
        lines
    }
}

/// Widths of casing and surface.
pub(crate) const fn widths(class: RoadClass) -> (f64, f64) {
    match class {
        RoadClass::Pike => (8.8, 5.8),
        RoadClass::Road => (6.6, 4.0),
        RoadClass::Trail => (2.6, 0.0),
    }
}

pub(crate) fn draw_roads(svg: &mut Svg, network: &Network, palette: &Palette) {
    svg.layer("roads", "");
    paint_roads(svg, network, palette);
    svg.end();
}

/// The roads of a network: trails, then casings, then surfaces.
pub(crate) fn paint_roads(svg: &mut Svg, network: &Network, palette: &Palette) {
    let gather = |class: RoadClass| {
        let mut data = PathData::new();
        for road in network.roads.iter().filter(|road| road.class == class) {
            data.polyline(&thin(&road.line.points));
        }
        data
    };
    let [pikes, roads, trails] = [RoadClass::Pike, RoadClass::Road, RoadClass::Trail].map(gather);
    svg.group("fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    let halo = palette.halo;
    svg.path(&trails, format_args!("stroke=\"{halo}\" stroke-width=\"5\" stroke-opacity=\".55\""));
    svg.path(
        &trails,
        format_args!(
            "stroke=\"{}\" stroke-width=\"2.7\" stroke-dasharray=\"7 4.6\" stroke-linecap=\"butt\"",
            palette.trail
        ),
    );
    for (data, class) in [(&roads, RoadClass::Road), (&pikes, RoadClass::Pike)] {
        let casing = widths(class).0 * network.breadth;
        svg.path(data, format_args!("stroke=\"{}\" stroke-width=\"{casing}\"", palette.road_edge));
    }
    for (data, class, surface) in
        [(&roads, RoadClass::Road, palette.road), (&pikes, RoadClass::Pike, palette.pike)]
    {
        let inner = widths(class).1 * network.breadth;
        svg.path(data, format_args!("stroke=\"{surface}\" stroke-width=\"{inner}\""));
    }
    svg.end();
}

pub(crate) fn draw_rails(svg: &mut Svg, network: &Network, palette: &Palette) {
    if !network.rails.is_empty() {
        svg.layer("railroads", "");
        paint_rails(svg, &network.rails, palette);
        svg.end();
    }
}

/// Rails and their ties.
pub(crate) fn paint_rails(svg: &mut Svg, lines: &[Line], palette: &Palette) {
    let mut rails = PathData::new();
    let mut ties = PathData::new();
    for line in lines {
        rails.polyline(&thin(&line.points));
        let mut distance = 4.0;
        while distance < line.length() {
            let (p, way) = (line.at(distance), line.along(distance, 2.0).turned() * 5.2);
            ties.segment(p - way, p + way);
            distance += 10.5;
        }
    }
    svg.group("fill=\"none\"");
    svg.path(
        &rails,
        format_args!("stroke=\"{}\" stroke-width=\"6\" stroke-opacity=\".5\"", palette.halo),
    );
    svg.path(&rails, format_args!("stroke=\"{}\" stroke-width=\"2.3\"", palette.rail));
    svg.path(&ties, format_args!("stroke=\"{}\" stroke-width=\"1.6\"", palette.rail));
    svg.end();
}

/// The banks of a lane worn deep, drawn under its road.
pub(crate) fn draw_sunken(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let mut lines = Vec::new();
    for road in &survey.network.roads {
        let deep = |distance: f64| {
            let cell = survey.geometry.cell_at(road.line.at(distance), survey.grid);
            cell.is_some_and(|cell| survey.terrain(cell) == Terrain::SunkenRoad)
        };
        let count = (road.line.length() / 3.0) as usize;
        let mut start = None;
        for i in 0..=count + 1 {
            let distance = i as f64 * 3.0;
            match (i <= count && deep(distance), start) {
                (true, None) => start = Some(distance),
                (false, Some(from)) => {
                    lines.push(road.line.cut(from, (distance - 3.0).min(road.line.length())));
                    start = None;
                }
                _ => {}
            }
        }
    }
    lines.retain(|line| line.length() > 12.0);
    if !lines.is_empty() {
        svg.layer("sunken-roads", "");
        paint_sunken(svg, &lines, palette);
        svg.end();
    }
}

/// Banks with strokes that fall towards the lane.
pub(crate) fn paint_sunken(svg: &mut Svg, lines: &[Line], palette: &Palette) {
    let (mut edges, mut falls) = (PathData::new(), PathData::new());
    for line in lines {
        for hand in [-1.0, 1.0] {
            edges.polyline(&thin(&line.beside(hand * 13.0)));
            let mut distance = 1.5;
            while distance < line.length() {
                let side = line.along(distance, 3.0).turned() * hand;
                let p = line.at(distance);
                falls.segment(p + side * 13.0, p + side * 5.5);
                distance += 3.6;
            }
        }
    }
    let bank = palette.sunken_bank;
    svg.path(&falls, format_args!("fill=\"none\" stroke=\"{bank}\" stroke-width=\"1.2\""));
    svg.path(
        &edges,
        format_args!("fill=\"none\" stroke=\"{bank}\" stroke-width=\"2\" stroke-linecap=\"round\""),
    );
}

/// The same line without the points that a straight stroke does not need.
pub(crate) fn thin(points: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::with_capacity(points.len());
    for (i, &p) in points.iter().enumerate() {
        let last = i + 1 == points.len();
        let needed = match (out.last(), points.get(i + 1)) {
            (Some(&before), Some(&after)) => {
                let way = (after - before).unit();
                (p - before).dot(way.turned()).abs() > 0.18 || p.distance(before) > 60.0
            }
            _ => true,
        };
        if needed || last {
            out.push(p);
        }
    }
    out
}
