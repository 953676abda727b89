//! What covers the ground: woods, rough ground, corn.

use crate::ground::{closed, inside_stretches};
use crate::noise::{self, Chance};
use crate::outline::Region;
use crate::palette::Palette;
use crate::point::Point;
use crate::polyline::Line;
use crate::survey::{Survey, scatter};
use crate::svg::{PathData, Svg};

pub(crate) fn draw_cover(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let covers = &survey.covers;
    svg.layer("cover", "");
    for (region, tint) in [
        (&covers.rough, palette.rough),
        (&covers.forest_rough, palette.forest_rough),
        (&covers.forest, palette.forest),
        (&covers.town, palette.town),
        (&covers.sunken, palette.rough),
    ] {
        svg.path(&closed(region), format_args!("fill=\"{tint}\""));
    }
    draw_corn(svg, &covers.corn, palette);
    let mut rocks = Rocks::new();
    rocks.strew(survey, &covers.rough, 7.6);
    rocks.strew(survey, &covers.forest_rough, 9.0);
    rocks.draw(svg, palette);
    let step = if survey.geometry.is_hex() { 13.6 } else { 15.6 };
    let mut trees = Trees::new();
    trees.plant(survey, &covers.forest, step, 5.0);
    trees.plant(survey, &covers.forest_rough, step * 1.32, 5.0);
    trees.draw(svg, &survey.prefix, palette);
    svg.end();
}

/// Trees, sorted into turns of drawing so that crowns overlap one another.
///
/// A crown is a short crooked stroke with a broad round pen: dark for its edge, then green, then a small
/// light one for the sun from the upper left.
pub(crate) struct Trees {
    crowns: [PathData; TURNS],
}

const TURNS: usize = 4;

impl Trees {
    pub(crate) fn new() -> Trees {
        Trees { crowns: std::array::from_fn(|_| PathData::halves()) }
    }

    pub(crate) fn plant(&mut self, survey: &Survey, region: &Region, step: f64, margin: f64) {
        for (p, mut chance) in scatter(survey, region, step, margin, 51) {
            if survey.road_points.within(p, 9.5).is_none() && !survey.lettered(p, 3.0) {
                self.tree(p, &mut chance);
            }
        }
    }

    /// One crown about a point.
    pub(crate) fn tree(&mut self, p: Point, chance: &mut Chance) {
        let turn = chance.below(TURNS);
        let start = chance.between(0.0, 360.0);
        let hand = if chance.unit() < 0.5 { 1.0 } else { -1.0 };
        let count = 3 + chance.below(2);
        let points: Vec<Point> = (0..count)
            .map(|k| {
                let angle =
                    start + hand * (360.0 / count as f64) * k as f64 + chance.between(-22.0, 22.0);
                p + Point::polar(angle) * chance.between(1.6, 3.4)
            })
            .collect();
        self.crowns[turn].polyline(&points);
    }

    pub(crate) fn draw(&self, svg: &mut Svg, prefix: &str, palette: &Palette) {
        if self.crowns.iter().all(PathData::is_empty) {
            return;
        }
        svg.group("fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" transform=\"scale(.5)\"");
        let id = |turn: usize| format!("{prefix}-t{turn}");
        for (turn, crowns) in self.crowns.iter().enumerate() {
            svg.define(&id(turn), crowns);
        }
        let (shadow, edge) = (palette.crown_shadow, palette.crown_edge);
        for turn in 0..TURNS {
            svg.reuse(
                &id(turn),
                format_args!("stroke=\"{shadow}\" stroke-width=\"17\" stroke-opacity=\".6\" x=\"4\" y=\"5.4\""),
            );
        }
        for turn in 0..TURNS {
            let (crown, light) = (palette.crowns[turn], palette.crown_light);
            svg.reuse(&id(turn), format_args!("stroke=\"{edge}\" stroke-width=\"16.4\""));
            svg.reuse(&id(turn), format_args!("stroke=\"{crown}\" stroke-width=\"13.4\""));
            svg.reuse(
                &id(turn),
                format_args!("stroke=\"{light}\" stroke-width=\"3.8\" stroke-opacity=\".75\" x=\"-3\" y=\"-3.4\""),
            );
        }
        svg.end();
    }
}

/// Rough ground: hachures down the slopes of an imagined relief, heavier away from the light.
pub(crate) struct Rocks {
    strokes: [PathData; 3],
}

impl Rocks {
    pub(crate) fn new() -> Rocks {
        Rocks { strokes: std::array::from_fn(|_| PathData::halves()) }
    }

    pub(crate) fn strew(&mut self, survey: &Survey, region: &Region, step: f64) {
        for (p, mut chance) in scatter(survey, region, step, 6.0, 53) {
            if survey.road_points.within(p, 8.0).is_none() && !survey.lettered(p, 3.0) {
                self.stroke(p, &mut chance);
            }
        }
    }

    /// One stroke down the slope at a point; none where it is flat.
    pub(crate) fn stroke(&mut self, p: Point, chance: &mut Chance) {
        let height = |p: Point| noise::value(58, p, 47.0) + 0.45 * noise::value(59, p, 21.0);
        let d = 2.0;
        let slope = Point::new(
            height(p + Point::new(d, 0.0)) - height(p - Point::new(d, 0.0)),
            height(p + Point::new(0.0, d)) - height(p - Point::new(0.0, d)),
        );
        let steep = (slope.length() * 6.0).min(1.0);
        if steep < 0.16 {
            return;
        }
        let down = -slope.unit();
        let lit = down.dot(Point::new(-0.6, -0.8));
        let pen = match lit {
            l if l > 0.35 => 0,
            l if l > -0.35 => 1,
            _ => 2,
        };
        let length = (2.6 + 6.4 * steep) * chance.between(0.8, 1.15);
        let bend = down.turned() * chance.between(-0.9, 0.9);
        let (from, to) = (p - down * (length / 2.0), p + down * (length / 2.0) + bend);
        self.strokes[pen].segment(from, to);
    }

    pub(crate) fn draw(&self, svg: &mut Svg, palette: &Palette) {
        svg.group(&format!(
            "fill=\"none\" stroke=\"{}\" stroke-linecap=\"round\" transform=\"scale(.5)\"",
            palette.rock
        ));
        for (data, (width, opacity)) in
            self.strokes.iter().zip([(1.6, 0.55), (2.3, 0.75), (3.4, 0.9)])
        {
            svg.path(data, format_args!("stroke-width=\"{width}\" stroke-opacity=\"{opacity}\""));
        }
        svg.end();
    }
}

/// Standing corn: rows of stalks within a fence.
pub(crate) fn draw_corn(svg: &mut Svg, region: &Region, palette: &Palette) {
    if region.is_empty() {
        return;
    }
    svg.path(
        &closed(region),
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.4\" stroke-dasharray=\"6 1.6\"",
            palette.corn, palette.corn_row
        ),
    );
    let (low, high) = region.bounds();
    let (mut rows, mut stalks) = (PathData::new(), PathData::halves());
    let way = Point::polar(-9.0);
    let mut y = low.y - 20.0;
    while y < high.y + (high.x - low.x) * 0.2 {
        let start = Point::new(low.x, y);
        let length = (high.x - low.x) * 1.02;
        inside_stretches(&Line::new(vec![start, start + way * length]), region, &mut rows);
        let mut along = 0.0;
        while along < length {
            let mut chance = Chance::at(55, along as i64, (y * 4.0) as i64);
            let p = start + way * (along + chance.between(-1.0, 1.0));
            if region.contains_well(p, 4.0) {
                stalks.segment(p, p + Point::new(chance.between(-0.6, 0.6), -6.0));
                stalks.segment(p + Point::new(0.0, -2.0), p + Point::new(2.6, -4.8));
                stalks.segment(p + Point::new(0.0, -2.4), p + Point::new(-2.6, -4.6));
            }
            along += 8.0;
        }
        y += 10.5;
    }
    svg.path(
        &rows,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".7\"", palette.corn_row),
    );
    svg.path(
        &stalks,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-linecap=\"round\" transform=\"scale(.5)\"", palette.corn_stalk),
    );
}
