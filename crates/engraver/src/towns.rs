//! Towns: blocks of houses and gardens along the streets.

use std::collections::BTreeSet;

use atlas::map::Terrain;
use field::Cell;

use crate::noise::Chance;
use crate::palette::Palette;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg};

/// Houses, gathered by the colour of their roofs.
#[derive(Default)]
pub(crate) struct Houses {
    gardens: PathData,
    shadows: PathData,
    roofs: [PathData; 2],
    ridges: PathData,
}

impl Houses {
    /// A house with its longer side along `way`.
    pub(crate) fn house(
        &mut self,
        p: Point,
        way: Point,
        long: f64,
        deep: f64,
        chance: &mut Chance,
    ) {
        let corners = rectangle(p, way, long, deep);
        let thrown: Vec<Point> = corners.iter().map(|&c| c + Point::new(1.3, 1.7)).collect();
        self.shadows.polygon(&thrown);
        self.roofs[chance.below(2)].polygon(&corners);
        self.ridges.segment(p - way * (long * 0.5), p + way * (long * 0.5));
    }

    pub(crate) fn draw(&self, svg: &mut Svg, palette: &Palette) {
        svg.path(&self.gardens, format_args!("fill=\"{}\" fill-opacity=\".75\"", palette.garden));
        svg.path(&self.shadows, format_args!("fill=\"{}\" fill-opacity=\".35\"", palette.shadow));
        for (data, roof) in self.roofs.iter().zip(palette.roofs) {
            svg.path(
                data,
                format_args!(
                    "fill=\"{roof}\" stroke=\"{}\" stroke-width=\".7\"",
                    palette.roof_edge
                ),
            );
        }
        svg.path(
            &self.ridges,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\".5\" stroke-opacity=\".6\"",
                palette.roof_edge
            ),
        );
    }
}

pub(crate) fn rectangle(p: Point, way: Point, long: f64, deep: f64) -> Vec<Point> {
    let (u, v) = (way * (long / 2.0), way.turned() * (deep / 2.0));
    vec![p - u - v, p + u - v, p + u + v, p - u + v]
}

pub(crate) fn draw_towns(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let mut houses = Houses::default();
    for town in towns(survey) {
        build(survey, &town, &mut houses);
    }
    svg.layer("towns", "");
    houses.draw(svg, palette);
    crate::farms::draw_farms(svg, survey, palette);
    svg.end();
}

/// The towns: groups of adjoining town cells.
fn towns(survey: &Survey) -> Vec<Vec<Cell>> {
    let mut left: BTreeSet<Cell> =
        survey.grid.cells().filter(|&cell| survey.terrain(cell) == Terrain::Town).collect();
    let mut out = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut town = vec![first];
        let mut next = 0;
        while next < town.len() {
            for (_, neighbour) in survey.grid.neighbours(town[next]) {
                if left.remove(&neighbour) {
                    town.push(neighbour);
                }
            }
            next += 1;
        }
        out.push(town);
    }
    out
}

/// Direction of the streets, from the roads that run through the town.
fn streets(survey: &Survey, town: &[Cell]) -> (Point, Vec<(Point, Point)>) {
    let mut pieces = Vec::new();
    let (mut c, mut s) = (0.0, 0.0);
    for road in &survey.network.roads {
        for pair in road.line.points.windows(2) {
            let middle = pair[0].middle(pair[1]);
            if survey.geometry.cell_at(middle, survey.grid).is_some_and(|cell| town.contains(&cell))
            {
                let way = pair[1] - pair[0];
                let angle = way.y.atan2(way.x) * 4.0;
                c += way.length() * angle.cos();
                s += way.length() * angle.sin();
                pieces.push((pair[0], pair[1]));
            }
        }
    }
    let degrees = if c == 0.0 && s == 0.0 {
        25.0 - survey.map.sheet.up_bearing_deg
    } else {
        s.atan2(c).to_degrees() / 4.0
    };
    (Point::polar(degrees), pieces)
}

const BLOCK: (f64, f64) = (37.0, 27.0);
const STREET: f64 = 7.0;

fn build(survey: &Survey, town: &[Cell], houses: &mut Houses) {
    let (way, pieces) = streets(survey, town);
    let side = way.turned();
    let origin = street_origin(way, &pieces).unwrap_or(survey.geometry.centre(town[0]));
    let pitch = (BLOCK.0 + STREET, BLOCK.1 + STREET);
    let reach = 60 + 4 * town.len() as i64;
    for i in -reach..=reach {
        for j in -reach..=reach {
            let p =
                origin + way * ((i as f64 + 0.5) * pitch.0) + side * ((j as f64 + 0.5) * pitch.1);
            let here = survey.geometry.cell_at(p, survey.grid);
            let near = here.is_some_and(|cell| {
                town.contains(&cell)
                    || survey.grid.neighbours(cell).any(|(_, next)| town.contains(&next))
            });
            if near {
                block(survey, p, way, houses, &mut Chance::at(71, p.x as i64, p.y as i64));
            }
        }
    }
}

/// Where the streets should cross: on the roads that run along them.
fn street_origin(way: Point, pieces: &[(Point, Point)]) -> Option<Point> {
    let side = way.turned();
    let middle = |along: Point, across: Point| {
        let (mut sum, mut weight) = (0.0, 0.0);
        for &(a, b) in pieces {
            if (b - a).unit().dot(along).abs() > 0.96 {
                let length = a.distance(b);
                sum += a.middle(b).dot(across) * length;
                weight += length;
            }
        }
        (weight > 0.0).then(|| sum / weight)
    };
    let first = pieces.first()?.0;
    let v = middle(way, side).unwrap_or(first.dot(side));
    let u = middle(side, way).unwrap_or(first.dot(way));
    Some(way * u + side * v)
}

/// One block: gardens within, houses along its longer sides.
fn block(survey: &Survey, p: Point, way: Point, houses: &mut Houses, chance: &mut Chance) {
    let side = way.turned();
    let free = |q: Point, margin: f64| {
        survey.covers.town.contains_well(q, margin)
            && survey.board.contains_well(q, 4.0)
            && !survey.waters.river.contains(q)
    };
    let corners = rectangle(p, way, BLOCK.0, BLOCK.1);
    let whole = corners.iter().chain([&p]).all(|&q| free(q, 1.0))
        && survey.road_points.within(p, 19.0).is_none();
    if whole {
        houses.gardens.polygon(&corners);
    }
    for row in [-1.0, 1.0] {
        let mut along = -BLOCK.0 / 2.0;
        while along < BLOCK.0 / 2.0 - 5.0 {
            let long = chance.between(5.5, 10.0).min(BLOCK.0 / 2.0 - along);
            let deep = chance.between(5.0, 7.0);
            let q = p + way * (along + long / 2.0) + side * (row * (BLOCK.1 - deep) / 2.0);
            along += long + chance.between(0.6, 3.4);
            let clear = survey.road_points.within(q, 9.0).is_none();
            if clear && free(q, 5.0) && chance.unit() > 0.1 {
                houses.house(q, way, long, deep, chance);
            }
        }
    }
    let yard = p + way * chance.between(-11.0, 11.0);
    if chance.unit() < 0.55 && survey.road_points.within(yard, 9.0).is_none() && free(yard, 5.0) {
        houses.house(yard, side, chance.between(4.5, 6.5), 4.2, chance);
    }
}
