//! What is known of a map's lines and areas before anything is drawn.

use std::collections::BTreeMap;

use atlas::map::{Map, Terrain};
use field::{Cell, Grid};

use crate::geometry::{Geometry, on_board};
use crate::noise::Chance;
use crate::outline::{Classes, Hand, Partition, Region};
use crate::point::Point;
use crate::polyline::Line;
use crate::roads::Network;
use crate::water::Waters;

/// Areas of cover, by what grows or stands there.
pub(crate) struct Covers {
    pub(crate) forest: Region,
    pub(crate) rough: Region,
    pub(crate) forest_rough: Region,
    pub(crate) corn: Region,
    pub(crate) town: Region,
    pub(crate) sunken: Region,
}

/// Everything that several layers need to know.
pub(crate) struct Survey<'a> {
    pub(crate) map: &'a Map,
    pub(crate) grid: &'a Grid,
    pub(crate) geometry: Geometry,
    pub(crate) board: Region,
    pub(crate) network: Network,
    pub(crate) waters: Waters,
    pub(crate) covers: Covers,
    pub(crate) road_points: Nearby,
    /// Discs that names cover: textures keep clear of them.
    pub(crate) lettering: Vec<(Point, f64)>,
    /// Column and row of a larger map from which the upper left cell is taken; nothing unless the map is a part
    /// of one.
    pub(crate) first: (usize, usize),
    /// Begins the ids of this drawing, so that several can share a page.
    pub(crate) prefix: String,
}

impl<'a> Survey<'a> {
    pub(crate) fn new(map: &'a Map) -> Survey<'a> {
        let geometry = Geometry::new(&map.grid);
        let network = Network::trace(map, &geometry);
        let lines = network.roads.iter().map(|road| &road.line).chain(&network.rails);
        let prefix: String = map
            .id
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        Survey {
            map,
            grid: &map.grid,
            board: board(&geometry, &map.grid),
            waters: Waters::trace(map, &geometry),
            covers: covers(map, &geometry),
            road_points: Nearby::along(lines),
            network,
            geometry,
            lettering: Vec::new(),
            first: (0, 0),
            prefix: format!("map-{prefix}"),
        }
    }

    pub(crate) fn id(&self, name: &str) -> String {
        format!("{}-{name}", self.prefix)
    }

    /// The printed name of a cell.
    pub(crate) fn name(&self, cell: Cell) -> String {
        let (column, row) = self.first;
        self.grid.name(Cell::at(cell.column() + column, cell.row() + row)).to_string()
    }

    /// Whether a point lies on the board, at least about `margin` from its edge.
    pub(crate) fn inside(&self, p: Point, margin: f64) -> bool {
        let (width, height) = self.geometry.size();
        let far = margin + 60.0;
        let deep = p.x > far && p.x < width - far && p.y > far && p.y < height - far;
        deep || self.board.contains_well(p, margin)
    }

    /// Whether a name is written over a point, or within a gap of it.
    pub(crate) fn lettered(&self, p: Point, gap: f64) -> bool {
        self.lettering.iter().any(|&(q, radius)| {
            (p.x - q.x).abs() < radius + gap && p.distance(q) < radius * 0.86 + gap
        })
    }

    pub(crate) fn terrain(&self, cell: Cell) -> Terrain {
        self.map.ground(cell).terrain
    }
}

/// The outline of the board itself.
fn board(geometry: &Geometry, grid: &Grid) -> Region {
    let mut classes = Classes::new(geometry, grid, |_| 1);
    for place in classes.places() {
        if on_board(place, grid).is_none() {
            classes.set(place, 0);
        }
    }
    let hand = Hand { pieces: 0, rounds: 0, limit: 0.0, tremble: 0.0 };
    Region::new(Partition::new(geometry, &classes, hand).loops(1))
}

fn covers(map: &Map, geometry: &Geometry) -> Covers {
    let class = |cell: Cell| match map.ground(cell).terrain {
        Terrain::Forest | Terrain::Woods | Terrain::RoadInWoods => 1,
        Terrain::Rough => 2,
        Terrain::ForestRough => 3,
        Terrain::Cornfield => 4,
        Terrain::Town => 5,
        Terrain::SunkenRoad => 6,
        Terrain::Clear | Terrain::River | Terrain::Stream | Terrain::Bridge | Terrain::Ford => 0,
    };
    let classes = Classes::new(geometry, &map.grid, class);
    let hand = if geometry.is_hex() {
        Hand { pieces: 5, rounds: 14, limit: 11.0, tremble: 5.0 }
    } else {
        Hand { pieces: 6, rounds: 22, limit: 18.0, tremble: 8.0 }
    };
    let partition = Partition::new(geometry, &classes, hand);
    let region = |class| Region::new(partition.loops(class));
    Covers {
        forest: region(1),
        rough: region(2),
        forest_rough: region(3),
        corn: region(4),
        town: region(5),
        sunken: region(6),
    }
}

/// Places spread evenly but not regularly over an area, the upper ones first, each with its own chance.
pub(crate) fn scatter(
    survey: &Survey,
    region: &Region,
    step: f64,
    margin: f64,
    salt: u64,
) -> Vec<(Point, Chance)> {
    let mut out = scatter_in(region, step, margin, salt);
    out.retain(|(p, _)| survey.inside(*p, 3.0));
    out
}

/// The same over an area that need not be on the board.
pub(crate) fn scatter_in(
    region: &Region,
    step: f64,
    margin: f64,
    salt: u64,
) -> Vec<(Point, Chance)> {
    let mut out = Vec::new();
    if region.is_empty() {
        return out;
    }
    let (low, high) = region.bounds();
    let row_step = step * 0.87;
    let rows = (low.y / row_step).floor() as i64..=(high.y / row_step).ceil() as i64;
    for row in rows {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        let columns = (low.x / step).floor() as i64..=(high.x / step).ceil() as i64;
        for column in columns {
            let mut chance = Chance::at(salt, column, row);
            let jitter =
                Point::new(chance.between(-0.38, 0.38), chance.between(-0.38, 0.38)) * step;
            let p = Point::new((column as f64 + shift) * step, row as f64 * row_step) + jitter;
            if region.contains_well(p, margin) {
                out.push((p, chance));
            }
        }
    }
    out
}

/// Points in boxes, to ask quickly whether one is near.
pub(crate) struct Nearby {
    boxes: BTreeMap<(i32, i32), Vec<Point>>,
}

const BOX: f64 = 20.0;

impl Nearby {
    pub(crate) fn along<'a>(lines: impl Iterator<Item = &'a Line>) -> Nearby {
        let mut boxes: BTreeMap<(i32, i32), Vec<Point>> = BTreeMap::new();
        for line in lines {
            let count = (line.length() / 4.0).ceil() as usize;
            for i in 0..=count {
                let p = line.at(i as f64 * 4.0);
                boxes.entry(Self::key(p)).or_default().push(p);
            }
        }
        Nearby { boxes }
    }

    fn key(p: Point) -> (i32, i32) {
        let index = |x: f64| (x / BOX).floor().clamp(-1e6, 1e6) as i32;
        (index(p.x), index(p.y))
    }

    /// The distance to the nearest point, if it is below the limit (at most a box, 20 units).
    pub(crate) fn within(&self, p: Point, limit: f64) -> Option<f64> {
        let (x, y) = Self::key(p);
        let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        around
            .filter_map(|key| self.boxes.get(&key))
            .flatten()
            .map(|q| q.distance(p))
            .filter(|&distance| distance < limit)
            .min_by(f64::total_cmp)
    }
}
