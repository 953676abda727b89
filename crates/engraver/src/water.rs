//! Water: rivers that fill cells, creeks and canals along hexsides.

use std::collections::{BTreeMap, BTreeSet};

use atlas::map::{Map, Terrain};
use field::Cell;

use crate::geometry::{Geometry, UNIT, Vertex, on_board, place};
use crate::noise;
use crate::outline::{Classes, Hand, Partition, Region};
use crate::point::Point;
use crate::polyline::{Line, relax, spline, strokes};

/// What sort of water runs along hexsides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Creek,
    Canal,
    Ditch,
    Stream,
}

impl Kind {
    /// Width at the mouth.
    pub(crate) const fn width(self) -> f64 {
        match self {
            Kind::Creek => 9.4,
            Kind::Canal => 7.0,
            Kind::Ditch => 4.6,
            Kind::Stream => 4.4,
        }
    }
}

/// Water that is a line.
pub(crate) struct Creek {
    pub(crate) kind: Kind,
    pub(crate) names: BTreeSet<String>,
    /// From the source to the mouth.
    pub(crate) line: Line,
    /// Widths at source and mouth.
    pub(crate) widths: (f64, f64),
}

impl Creek {
    pub(crate) fn width_at(&self, distance: f64) -> f64 {
        let t = (distance / self.line.length().max(1.0)).clamp(0.0, 1.0);
        self.widths.0 + (self.widths.1 - self.widths.0) * t.sqrt()
    }

    /// The water as a polygon.
    pub(crate) fn banks(&self, extra: f64) -> Vec<Point> {
        let mut left = Vec::new();
        let mut right = Vec::new();
        let mut distance = 0.0;
        for (i, &p) in self.line.points.iter().enumerate() {
            if i > 0 {
                distance += p.distance(self.line.points[i - 1]);
            }
            let swell = 1.0 + 0.12 * noise::value(77, p, 40.0);
            let half = self.width_at(distance) * 0.5 * swell + extra;
            let side = self.line.along(distance, 2.5).turned() * half;
            left.push(p - side);
            right.push(p + side);
        }
        let tips = match self.line.points[..] {
            [first, second, .., before, last] => {
                let reach = |distance: f64| (self.width_at(distance) * 0.5 + extra).max(0.0) * 0.9;
                let start = first + (first - second).unit() * reach(0.0);
                let end = last + (last - before).unit() * reach(self.line.length());
                vec![start, end]
            }
            _ => Vec::new(),
        };
        left.extend(tips.last());
        right.reverse();
        left.extend(right);
        left.extend(tips.first());
        left
    }
}

/// A river or a stream that fills cells.
pub(crate) struct Course {
    pub(crate) name: String,
    pub(crate) line: Line,
    pub(crate) stream: bool,
}

/// All water of a map.
pub(crate) struct Waters {
    /// Open water of rivers.
    pub(crate) river: Region,
    /// Low ground that belongs to stream cells.
    pub(crate) meadow: Region,
    pub(crate) courses: Vec<Course>,
    pub(crate) creeks: Vec<Creek>,
    /// Where creeks run, by hexside, for bridges: the point on the water and its direction.
    pub(crate) sides: BTreeSet<(Cell, Cell)>,
}

impl Waters {
    pub(crate) fn trace(map: &Map, geometry: &Geometry) -> Waters {
        let courses = courses(map, geometry);
        let mut creeks: Vec<Creek> =
            courses.iter().filter(|course| course.stream).map(ribbon).collect();
        creeks.extend(along_sides(map, geometry));
        let sides = map
            .hexsides
            .iter()
            .filter(|(_, side)| side.creek.is_some() || side.stream.is_some())
            .map(|(&edge, _)| map.grid.edge_cells(edge))
            .collect();
        Waters {
            river: filled(map, geometry, false),
            meadow: filled(map, geometry, true),
            courses,
            creeks,
            sides,
        }
    }
}

/// The area of rivers, or of the cells that streams run through.
fn filled(map: &Map, geometry: &Geometry, stream: bool) -> Region {
    let wet = |cell: Cell| match map.ground(cell).terrain {
        Terrain::River => !stream,
        Terrain::Stream | Terrain::Bridge | Terrain::Ford => stream,
        _ => false,
    };
    let mut classes = Classes::new(geometry, &map.grid, |cell| u8::from(wet(cell)));
    for off in classes.places() {
        if on_board(off, &map.grid).is_none() {
            classes.set(off, 0);
        }
    }
    for river in map.rivers.iter().filter(|river| river.stream == stream) {
        for (end, before) in ends(&river.course) {
            let (at, from) = (geometry.centre(end), geometry.centre(before));
            let Some(out) = geometry.outward(end, at, from, &map.grid) else { continue };
            let next = geometry.across(place(end)).into_iter().min_by(|&a, &b| {
                geometry.middle(a).distance(out).total_cmp(&geometry.middle(b).distance(out))
            });
            if let Some(next) = next.filter(|&next| on_board(next, &map.grid).is_none()) {
                classes.set(next, 1);
            }
        }
    }
    let hand = match (stream, geometry.is_hex()) {
        (true, _) => Hand { pieces: 6, rounds: 50, limit: 22.0, tremble: 6.0 },
        (false, true) => Hand { pieces: 5, rounds: 60, limit: 27.0, tremble: 3.0 },
        (false, false) => Hand { pieces: 6, rounds: 160, limit: 36.0, tremble: 3.0 },
    };
    Region::new(Partition::new(geometry, &classes, hand).loops(1))
}

/// Both ends of a course, each with the cell before it.
fn ends(course: &[Cell]) -> Vec<(Cell, Cell)> {
    match course {
        [] => Vec::new(),
        [only] => vec![(*only, *only)],
        [first, second, ..] => {
            let n = course.len();
            vec![(*first, *second), (course[n - 1], course[n - 2])]
        }
    }
}

fn courses(map: &Map, geometry: &Geometry) -> Vec<Course> {
    let mut out = Vec::new();
    for river in &map.rivers {
        let mut points: Vec<Point> =
            river.course.iter().map(|&cell| geometry.centre(cell)).collect();
        for (end, _) in ends(&river.course).into_iter().rev() {
            let n = points.len();
            let before = points[n.saturating_sub(2)];
            points.extend(geometry.outward(end, points[n - 1], before, &map.grid));
            points.reverse();
        }
        let limits = vec![if river.stream { 0.24 } else { 0.2 } * UNIT; points.len()];
        let line = Line::new(spline(&relax(&points, &limits, 14), 8));
        out.push(Course { name: river.name.clone(), line, stream: river.stream });
    }
    out
}

/// A stream that fills cells, as a creek that is drawn in their middle.
fn ribbon(course: &Course) -> Creek {
    Creek {
        kind: Kind::Creek,
        names: BTreeSet::from([course.name.clone()]),
        line: course.line.clone(),
        widths: (30.0, 36.0),
    }
}

/// A stretch of water along hexsides, before it is smoothed.
struct Stretch {
    kind: Kind,
    names: BTreeSet<String>,
    path: Vec<Vertex>,
}

/// Creeks along hexsides.
fn along_sides(map: &Map, geometry: &Geometry) -> Vec<Creek> {
    let mut stretches = Vec::new();
    for kind in [Kind::Canal, Kind::Creek, Kind::Ditch, Kind::Stream] {
        stretches.extend(joined(map, geometry, kind));
    }
    let mut creeks: Vec<Creek> = Vec::new();
    for (i, stretch) in stretches.iter().enumerate() {
        let meets = |vertex: Vertex| {
            let others = stretches.iter().enumerate().filter(|(j, _)| *j != i);
            others.into_iter().any(|(_, other)| other.path.contains(&vertex))
        };
        let (line, widths) = lay(map, geometry, stretch, &creeks, meets);
        creeks.push(Creek { kind: stretch.kind, names: stretch.names.clone(), line, widths });
    }
    for i in 0..creeks.len() {
        creeks[i].line = reaching(i, &creeks);
    }
    creeks
}

/// The line of a creek, carried on to the waters that its ends all but touch.
fn reaching(i: usize, creeks: &[Creek]) -> Line {
    let mut points = creeks[i].line.points.clone();
    for _ in 0..2 {
        let Some(&end) = points.last() else { break };
        let nearest = (0..creeks.len())
            .filter(|&j| j != i)
            .map(|j| (creeks[j].line.project(end), &creeks[j].line))
            .min_by(|a, b| a.0.1.total_cmp(&b.0.1));
        if let Some(((distance, gap), line)) = nearest
            && (1.0..18.0).contains(&gap)
        {
            points.push(line.at(distance));
        }
        points.reverse();
    }
    Line::new(points)
}

/// Hexsides with one kind of water, joined into stretches by name.
fn joined(map: &Map, geometry: &Geometry, kind: Kind) -> Vec<Stretch> {
    let mut named: BTreeMap<(Vertex, Vertex), &str> = BTreeMap::new();
    for (&edge, side) in &map.hexsides {
        let (found, name) = match (&side.creek, &side.stream) {
            (Some(name), _) if side.ditch => (Kind::Ditch, name),
            (Some(name), _) if side.canal => (Kind::Canal, name),
            (Some(name), _) => (Kind::Creek, name),
            (None, Some(name)) => (Kind::Stream, name),
            (None, None) => continue,
        };
        let (a, b) = map.grid.edge_cells(edge);
        if let Some((v, w)) = geometry.side_vertices(a, b).filter(|_| found == kind) {
            named.insert((v.min(w), v.max(w)), name);
        }
    }
    let links: Vec<(Vertex, Vertex)> = named.keys().copied().collect();
    let name = |a: Vertex, b: Vertex| named[&(a.min(b), a.max(b))];
    let fit = |p, v, q| Some(if name(p, v) == name(v, q) { 0.0 } else { 1.0 });
    strokes(&links, fit)
        .into_iter()
        .map(|path| Stretch {
            kind,
            names: path.windows(2).map(|pair| name(pair[0], pair[1]).to_string()).collect(),
            path,
        })
        .collect()
}

/// How an end of a creek looks: the larger, the more likely a mouth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Source,
    Border,
    Joins,
    River,
}

/// What lies about the ends of creeks.
struct Shores<'a> {
    map: &'a Map,
    geometry: &'a Geometry,
}

impl Shores<'_> {
    fn touching(&self, vertex: Vertex) -> Vec<Cell> {
        let at = |&cell: &Cell| self.geometry.vertices(place(cell)).contains(&vertex);
        self.map.grid.cells().filter(at).collect()
    }

    fn is_river(&self, cell: Cell) -> bool {
        self.map.ground(cell).terrain == Terrain::River
    }

    fn end(&self, vertex: Vertex, meets: impl Fn(Vertex) -> bool) -> End {
        let cells = self.touching(vertex);
        if cells.iter().any(|&cell| self.is_river(cell)) {
            End::River
        } else if meets(vertex) {
            End::Joins
        } else if cells.len() < 3 {
            End::Border
        } else {
            End::Source
        }
    }

    /// The distance to the nearest river; without one, the lower end of the sheet counts as nearer.
    fn to_river(&self, vertex: Vertex) -> f64 {
        let p = self.geometry.point(vertex);
        let rivers = self.map.grid.cells().filter(|&cell| self.is_river(cell));
        let nearest = rivers.map(|cell| self.geometry.centre(cell).distance(p)).fold(1e6, f64::min);
        nearest - p.y * 1e-3
    }

    /// Carries a line on from its last point as its end demands.
    fn carry(&self, points: &mut Vec<Point>, end: End, vertex: Vertex, known: &[Creek]) {
        let [.., before, last] = points[..] else { return };
        match end {
            End::Border => points.push(last + (last - before).unit() * (0.5 * UNIT)),
            End::River => {
                let wet = self.touching(vertex).into_iter().find(|&cell| self.is_river(cell));
                points.extend(wet.map(|cell| last.towards(self.geometry.centre(cell), 0.5)));
            }
            End::Joins => {
                let p = self.geometry.point(vertex);
                let found = known
                    .iter()
                    .map(|creek| (creek.line.project(p), &creek.line))
                    .find(|((_, near), _)| *near < 16.0);
                if let (Some(((distance, _), line)), Some(end)) = (found, points.last_mut()) {
                    *end = line.at(distance);
                }
            }
            End::Source => {}
        }
    }
}

/// Smooths a stretch from source to mouth; its line, and its widths there.
fn lay(
    map: &Map,
    geometry: &Geometry,
    stretch: &Stretch,
    known: &[Creek],
    meets: impl Fn(Vertex) -> bool,
) -> (Line, (f64, f64)) {
    let shores = Shores { map, geometry };
    let (kind, mut path) = (stretch.kind, stretch.path.clone());
    let (first, last) = (path[0], path[path.len() - 1]);
    let (a, b) = (shores.end(first, &meets), shores.end(last, &meets));
    if a > b || (a == b && shores.to_river(first) < shores.to_river(last)) {
        path.reverse();
    }
    let mut points: Vec<Point> = path.iter().map(|&vertex| geometry.point(vertex)).collect();
    for (end, vertex) in [(a.max(b), path[path.len() - 1]), (a.min(b), path[0])] {
        shores.carry(&mut points, end, vertex, known);
        points.reverse();
    }
    let (limit, tremble) = if kind == Kind::Canal { (7.0, 0.6) } else { (11.0, 2.2) };
    let smooth = spline(&relax(&points, &vec![limit; points.len()], 10), 7);
    let line = Line::new(smooth.into_iter().map(|p| noise::wobble(p, tremble)).collect());
    let full = kind.width();
    let start = match (a.min(b), kind) {
        (_, Kind::Canal) => full,
        (End::Source, _) => full * 0.3,
        (_, _) => full * 0.8,
    };
    (line, (start, full))
}
