//! Outlines of areas: the board cut into classes, with shared boundaries smoothed once.
//!
//! Boundaries are walked along the cells' integer corners, divided finely, relaxed within a limit (so
//! that no area strays from its cells) and drawn with a slightly unsteady hand. Both sides of a boundary
//! use the same points: areas meet without gap or overlap.

use std::collections::{BTreeMap, BTreeSet};

use field::{Cell, Grid};

use crate::geometry::{Geometry, Place, Vertex, on_board};
use crate::noise;
use crate::point::Point;

/// A class per place: the board's cells and one ring around it, so that areas run off the sheet.
pub(crate) struct Classes {
    columns: i32,
    rows: i32,
    values: Vec<u8>,
}

impl Classes {
    /// Classes of the cells; the ring continues the cell it touches.
    pub(crate) fn new(geometry: &Geometry, grid: &Grid, class: impl Fn(Cell) -> u8) -> Classes {
        let columns = grid.columns() as i32;
        let rows = (0..grid.columns()).map(|c| grid.rows(c)).max().unwrap_or(0) as i32;
        let mut classes =
            Classes { columns, rows, values: vec![0; ((columns + 2) * (rows + 2)) as usize] };
        for place in classes.places() {
            let inside = on_board(place, grid).or_else(|| {
                let mut around = geometry.across(place);
                around.sort_by_key(|&(column, row)| (column != place.0, row != place.1));
                around.into_iter().find_map(|next| on_board(next, grid))
            });
            let value = inside.map_or(0, &class);
            classes.set(place, value);
        }
        classes
    }

    fn slot(&self, (column, row): Place) -> Option<usize> {
        ((-1..=self.columns).contains(&column) && (-1..=self.rows).contains(&row))
            .then(|| ((column + 1) * (self.rows + 2) + row + 1) as usize)
    }

    pub(crate) fn get(&self, place: Place) -> u8 {
        self.slot(place).map_or(0, |slot| self.values[slot])
    }

    pub(crate) fn set(&mut self, place: Place, value: u8) {
        if let Some(slot) = self.slot(place) {
            self.values[slot] = value;
        }
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        (-1..=self.columns).flat_map(|c| (-1..=self.rows).map(move |r| (c, r))).collect()
    }
}

/// How boundaries are smoothed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// Points between two corners.
    pub(crate) pieces: usize,
    /// Rounds of smoothing.
    pub(crate) rounds: usize,
    /// How far a point may move from the cells' true boundary.
    pub(crate) limit: f64,
    /// How unsteady the hand is.
    pub(crate) tremble: f64,
}

struct Node {
    home: Point,
    at: Point,
    links: Vec<(usize, bool)>,
}

/// A directed piece of boundary: the corners of one side and the points between.
struct Side {
    class: u8,
    place: Place,
    from: Vertex,
    nodes: Vec<usize>,
    to: Vertex,
}

/// The boundaries of all classes of a board.
pub(crate) struct Partition {
    nodes: Vec<Node>,
    sides: Vec<Side>,
}

impl Partition {
    /// Cuts, smooths and trembles.
    pub(crate) fn new(geometry: &Geometry, classes: &Classes, hand: Hand) -> Partition {
        let mut partition = Partition { nodes: Vec::new(), sides: Vec::new() };
        partition.cut(geometry, classes, hand.pieces);
        partition.relax(hand.rounds, hand.limit);
        for node in &mut partition.nodes {
            node.at = noise::wobble(node.at, hand.tremble);
        }
        partition
    }

    fn cut(&mut self, geometry: &Geometry, classes: &Classes, pieces: usize) {
        let mut corner_of: BTreeMap<Vertex, usize> = BTreeMap::new();
        let mut between: BTreeMap<(Vertex, Vertex), Vec<usize>> = BTreeMap::new();
        for place in classes.places() {
            let class = classes.get(place);
            let vertices = geometry.vertices(place);
            for (i, next) in geometry.across(place).into_iter().enumerate() {
                let other = classes.get(next);
                if other == class {
                    continue;
                }
                let (from, to) = (vertices[i], vertices[(i + 1) % vertices.len()]);
                let key = (from.min(to), from.max(to));
                let chain = between.entry(key).or_insert_with(|| {
                    self.chain(geometry, &mut corner_of, key, pieces, class == 0 || other == 0)
                });
                let mut nodes = chain.clone();
                if key.0 != from {
                    nodes.reverse();
                }
                nodes.pop();
                if class != 0 {
                    self.sides.push(Side { class, place, from, nodes, to });
                }
            }
        }
    }

    /// The nodes from one corner to the next, both included; strong if it bounds empty ground.
    fn chain(
        &mut self,
        geometry: &Geometry,
        corner_of: &mut BTreeMap<Vertex, usize>,
        (from, to): (Vertex, Vertex),
        pieces: usize,
        strong: bool,
    ) -> Vec<usize> {
        let (a, b) = (geometry.point(from), geometry.point(to));
        let mut chain = Vec::with_capacity(pieces + 2);
        for i in 0..=pieces + 1 {
            let home = a.towards(b, i as f64 / (pieces + 1) as f64);
            let fresh = |nodes: &mut Vec<Node>| {
                nodes.push(Node { home, at: home, links: Vec::new() });
                nodes.len() - 1
            };
            chain.push(match i {
                0 => *corner_of.entry(from).or_insert_with(|| fresh(&mut self.nodes)),
                i if i == pieces + 1 => {
                    *corner_of.entry(to).or_insert_with(|| fresh(&mut self.nodes))
                }
                _ => fresh(&mut self.nodes),
            });
        }
        for pair in chain.windows(2) {
            self.nodes[pair[0]].links.push((pair[1], strong));
            self.nodes[pair[1]].links.push((pair[0], strong));
        }
        chain
    }

    fn relax(&mut self, rounds: usize, limit: f64) {
        for _ in 0..rounds {
            let moved: Vec<Point> =
                self.nodes.iter().map(|node| self.pulled(node, limit)).collect();
            for (node, at) in self.nodes.iter_mut().zip(moved) {
                node.at = at;
            }
        }
    }

    fn pulled(&self, node: &Node, limit: f64) -> Point {
        let strong = node.links.iter().filter(|link| link.1).count();
        let chosen: Vec<Point> = node
            .links
            .iter()
            .filter(|link| node.links.len() == 2 || strong != 2 || link.1)
            .map(|link| self.nodes[link.0].at)
            .collect();
        if !(2..=3).contains(&chosen.len()) {
            return node.at;
        }
        let sum = chosen.iter().fold(Point::default(), |sum, &p| sum + p);
        let target = node.at.middle(sum * (1.0 / chosen.len() as f64));
        let shift = target - node.home;
        let length = shift.length();
        if length > limit { node.home + shift * (limit / length) } else { target }
    }

    /// The closed outlines of a class, clockwise around it (holes the other way).
    pub(crate) fn loops(&self, class: u8) -> Vec<Vec<Point>> {
        let mut starting: BTreeMap<Vertex, Vec<usize>> = BTreeMap::new();
        for (i, side) in self.sides.iter().enumerate().filter(|(_, side)| side.class == class) {
            starting.entry(side.from).or_default().push(i);
        }
        let mut left: BTreeSet<usize> =
            (0..self.sides.len()).filter(|&i| self.sides[i].class == class).collect();
        let mut loops = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut points: Vec<Point> = Vec::new();
            let mut current = first;
            loop {
                let side = &self.sides[current];
                points.extend(side.nodes.iter().map(|&node| self.nodes[node].at));
                let next = starting[&side.to]
                    .iter()
                    .copied()
                    .filter(|next| left.contains(next))
                    .min_by_key(|&next| self.sides[next].place != side.place);
                let Some(next) = next else { break };
                left.remove(&next);
                current = next;
            }
            loops.push(points);
        }
        loops
    }
}

/// Areas bounded by closed outlines, with a quick test whether a point lies inside.
pub(crate) struct Region {
    pub(crate) loops: Vec<Vec<Point>>,
    top: f64,
    bands: Vec<Vec<(Point, Point)>>,
}

const BAND: f64 = 12.0;

impl Region {
    pub(crate) fn new(loops: Vec<Vec<Point>>) -> Region {
        let ys = || loops.iter().flatten().map(|p| p.y);
        let top = ys().fold(f64::INFINITY, f64::min);
        let bottom = ys().fold(f64::NEG_INFINITY, f64::max);
        let count = if top <= bottom { ((bottom - top) / BAND) as usize + 1 } else { 0 };
        let mut bands = vec![Vec::new(); count];
        for points in &loops {
            for (i, &a) in points.iter().enumerate() {
                let b = points[(i + 1) % points.len()];
                let (low, high) = (a.y.min(b.y), a.y.max(b.y));
                let (first, last) = ((low - top) / BAND, (high - top) / BAND);
                for band in bands.iter_mut().take(last as usize + 1).skip(first as usize) {
                    band.push((a, b));
                }
            }
        }
        Region { loops, top, bands }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bands.is_empty()
    }

    pub(crate) fn contains(&self, p: Point) -> bool {
        if p.y < self.top {
            return false;
        }
        let Some(band) = self.bands.get(((p.y - self.top) / BAND) as usize) else { return false };
        let mut inside = false;
        for &(a, b) in band {
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                inside = !inside;
            }
        }
        inside
    }

    /// Whether a point lies inside and at least about `margin` from the outline.
    pub(crate) fn contains_well(&self, p: Point, margin: f64) -> bool {
        let d = margin * std::f64::consts::FRAC_1_SQRT_2;
        self.contains(p)
            && [
                (margin, 0.0),
                (-margin, 0.0),
                (0.0, margin),
                (0.0, -margin),
                (d, d),
                (d, -d),
                (-d, d),
                (-d, -d),
            ]
            .into_iter()
            .all(|(x, y)| self.contains(p + Point::new(x, y)))
    }

    /// Left, top, right and bottom of everything.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        let mut low = Point::new(f64::INFINITY, f64::INFINITY);
        let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
        for p in self.loops.iter().flatten() {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Shape;

    const HAND: Hand = Hand { pieces: 4, rounds: 12, limit: 12.0, tremble: 4.0 };

    #[test]
    fn areas_stay_true_to_their_cells() {
        for shape in [
            Shape::HexFlat { columns: 9, rows_odd: 8, rows_even: 8 },
            Shape::Square { columns: 9, rows: 8 },
        ] {
            let grid = Grid::new(shape).unwrap();
            let geometry = Geometry::new(&grid);
            let class = |cell: Cell| (cell.column() * 7 + cell.row() * 5) as u8 % 4;
            let classes = Classes::new(&geometry, &grid, class);
            let partition = Partition::new(&geometry, &classes, HAND);
            let regions: Vec<Region> =
                (0..4).map(|class| Region::new(partition.loops(class))).collect();
            for cell in grid.cells() {
                for corner in geometry.corners(cell) {
                    let p = geometry.centre(cell).towards(corner, 0.6);
                    for class in 1..4u8 {
                        let expected = classes.get(crate::geometry::place(cell)) == class;
                        assert_eq!(regions[class as usize].contains(p), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn a_hole_is_outside() {
        let grid = Grid::new(Shape::Square { columns: 5, rows: 5 }).unwrap();
        let geometry = Geometry::new(&grid);
        let hole = Cell::at(2, 2);
        let classes = Classes::new(&geometry, &grid, |cell| u8::from(cell != hole));
        let region = Region::new(Partition::new(&geometry, &classes, HAND).loops(1));
        assert!(!region.contains(geometry.centre(hole)));
        assert!(region.contains_well(geometry.centre(Cell::at(1, 2)), 20.0));
    }
}
