//! What covers the ground: woods, rough ground, corn.

use crate::ground::{closed, inside_stretches};
use crate::noise::Chance;
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
    let mut rocks = Rocks::default();
    rocks.strew(survey, &covers.rough, 25.0);
    rocks.strew(survey, &covers.forest_rough, 29.0);
    rocks.draw(svg, palette);
    let step = if survey.geometry.is_hex() { 13.6 } else { 17.0 };
    let mut trees = Trees::default();
    trees.plant(survey, &covers.forest, step, 6.0);
    trees.plant(survey, &covers.forest_rough, step * 1.3, 5.5);
    trees.draw(svg, &survey.prefix, palette);
    svg.end();
}

/// Trees, sorted into turns of drawing so that crowns overlap one another.
#[derive(Default)]
pub(crate) struct Trees {
    trunks: [PathData; TURNS],
    lobes: [PathData; TURNS],
}

const TURNS: usize = 4;

impl Trees {
    pub(crate) fn plant(&mut self, survey: &Survey, region: &Region, step: f64, margin: f64) {
        for (p, mut chance) in scatter(survey, region, step, margin, 51) {
            if survey.road_points.within(p, 9.5).is_none() {
                self.tree(p, &mut chance);
            }
        }
    }

    /// One crown: a round mass with smaller ones about it.
    pub(crate) fn tree(&mut self, p: Point, chance: &mut Chance) {
        let turn = chance.below(TURNS);
        self.trunks[turn].dot(p);
        let start = chance.between(0.0, 360.0);
        for k in 0..2 + chance.below(2) {
            let angle = start + 120.0 * k as f64 + chance.between(-30.0, 30.0);
            self.lobes[turn].dot(p + Point::polar(angle) * chance.between(3.0, 4.2));
        }
    }

    pub(crate) fn draw(&self, svg: &mut Svg, prefix: &str, palette: &Palette) {
        if self.trunks.iter().all(PathData::is_empty) {
            return;
        }
        svg.group("fill=\"none\" stroke-linecap=\"round\"");
        for turn in 0..TURNS {
            let (trunks, lobes) = (format!("{prefix}-t{turn}"), format!("{prefix}-l{turn}"));
            svg.define(&trunks, &self.trunks[turn]);
            svg.define(&lobes, &self.lobes[turn]);
        }
        let all_shadow = palette.crown_shadow;
        for turn in 0..TURNS {
            let trunks = format!("{prefix}-t{turn}");
            svg.reuse(
                &trunks,
                format_args!("stroke=\"{all_shadow}\" stroke-width=\"11.5\" stroke-opacity=\".55\" x=\"2\" y=\"2.8\""),
            );
        }
        for turn in 0..TURNS {
            let (trunks, lobes) = (format!("{prefix}-t{turn}"), format!("{prefix}-l{turn}"));
            let (edge, crown) = (palette.crown_edge, palette.crowns[turn]);
            svg.reuse(&lobes, format_args!("stroke=\"{edge}\" stroke-width=\"6.9\""));
            svg.reuse(&trunks, format_args!("stroke=\"{edge}\" stroke-width=\"9.6\""));
            svg.reuse(&lobes, format_args!("stroke=\"{crown}\" stroke-width=\"5.5\""));
            svg.reuse(&trunks, format_args!("stroke=\"{crown}\" stroke-width=\"8.2\""));
            svg.reuse(
                &trunks,
                format_args!(
                    "stroke=\"{}\" stroke-width=\"3.2\" stroke-opacity=\".8\" x=\"-1.6\" y=\"-1.8\"",
                    palette.crown_light
                ),
            );
        }
        svg.end();
    }
}

/// Rocks and broken ground: jagged crests with strokes falling from them.
#[derive(Default)]
pub(crate) struct Rocks {
    crests: PathData,
    falls: PathData,
}

impl Rocks {
    pub(crate) fn strew(&mut self, survey: &Survey, region: &Region, step: f64) {
        for (p, mut chance) in scatter(survey, region, step, 9.0, 53) {
            if survey.road_points.within(p, 12.0).is_none() {
                self.crag(p, step * chance.between(0.3, 0.46), &mut chance);
            }
        }
    }

    pub(crate) fn crag(&mut self, p: Point, half: f64, chance: &mut Chance) {
        let tilt = chance.between(-0.35, 0.35);
        let mut crest = Vec::new();
        for i in 0..5 {
            let t = i as f64 / 2.0 - 1.0;
            let arch = (1.0 - t * t) * half * 0.55;
            let jag = chance.between(-1.3, 1.3);
            crest.push(p + Point::new(t * half, t * half * tilt - arch + jag));
        }
        self.crests.polyline(&crest);
        let line = Line::new(crest);
        let count = (line.length() / 2.7) as usize;
        for i in 0..count {
            let t = (i as f64 + 0.5) / count as f64;
            let from = line.at(t * line.length());
            let spread = Point::new((t - 0.45) * 5.0, 0.0);
            let fall = chance.between(0.35, 0.95) * half * (1.15 - (t - 0.55).abs());
            self.falls.segment(from, from + Point::new(0.0, fall) + spread);
        }
    }

    pub(crate) fn draw(&self, svg: &mut Svg, palette: &Palette) {
        if self.crests.is_empty() {
            return;
        }
        svg.group("fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        svg.path(&self.falls, format_args!("stroke=\"{}\" stroke-width=\".85\" stroke-opacity=\".8\"", palette.rock));
        svg.path(&self.crests, format_args!("stroke=\"{}\" stroke-width=\"1.5\"", palette.rock));
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
    let (mut rows, mut stalks) = (PathData::new(), PathData::new());
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
    svg.path(&rows, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".7\"", palette.corn_row));
    svg.path(
        &stalks,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".9\" stroke-linecap=\"round\"", palette.corn_stalk),
    );
}
