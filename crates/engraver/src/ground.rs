//! The ground: open land, scenery beyond the field, heights with their hachures.

use atlas::map::Terrain;

use crate::geometry::{Geometry, place};
use crate::noise::Chance;
use crate::outline::{Classes, Hand, Partition, Region};
use crate::palette::Palette;
use crate::point::Point;
use crate::polyline::Line;
use crate::survey::Survey;
use crate::svg::{PathData, Svg};

pub(crate) fn draw_ground(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    svg.layer("ground", "");
    let (width, height) = survey.geometry.size();
    svg.raw(&format!(
        "<rect x=\"-20\" y=\"-20\" width=\"{:.0}\" height=\"{:.0}\" fill=\"{}\"/>",
        width + 40.0,
        height + 40.0,
        palette.ground
    ));
    draw_stains(svg, survey, palette);
    draw_grass(svg, survey, palette);
    svg.end();
}

/// Age: a few large, very faint blotches.
fn draw_stains(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let Some(stain) = palette.stain else { return };
    let id = survey.id("stain");
    svg.raw(&format!(
        "<defs><radialGradient id=\"{id}\"><stop offset=\"0\" stop-color=\"{stain}\" stop-opacity=\".07\"/>\
         <stop offset=\".6\" stop-color=\"{stain}\" stop-opacity=\".035\"/>\
         <stop offset=\"1\" stop-color=\"{stain}\" stop-opacity=\"0\"/></radialGradient></defs><g fill=\"url(#{id})\">"
    ));
    let (width, height) = survey.geometry.size();
    let mut chance = Chance::at(40, width as i64, height as i64);
    for _ in 0..16 {
        let (x, y) = (chance.between(0.0, width), chance.between(0.0, height));
        let (rx, ry) = (chance.between(120.0, 420.0), chance.between(120.0, 420.0));
        svg.raw(&format!("<ellipse cx=\"{x:.0}\" cy=\"{y:.0}\" rx=\"{rx:.0}\" ry=\"{ry:.0}\"/>"));
    }
    svg.end();
}

/// Tufts of grass on open land, a few to a cell.
fn draw_grass(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let mut tufts = PathData::halves();
    for cell in survey.grid.cells() {
        if survey.terrain(cell) != Terrain::Clear || survey.map.ground(cell).scenery {
            continue;
        }
        let (column, row) = place(cell);
        let mut chance = Chance::at(41, column.into(), row.into());
        for _ in 0..if survey.geometry.is_hex() { 3 } else { 2 } {
            let offset = Point::new(chance.between(-42.0, 42.0), chance.between(-36.0, 42.0));
            let p = survey.geometry.centre(cell) + offset;
            if survey.road_points.within(p, 11.0).is_some()
                || chance.unit() < 0.25
                || survey.lettered(p, 2.0)
            {
                continue;
            }
            let lean = chance.between(-0.8, 0.8);
            for (dx, rise) in [(-2.4, 3.4), (0.0, 5.0), (2.4, 3.6)] {
                let foot = p + Point::new(dx * 0.55, 0.0);
                tufts.segment(foot, p + Point::new(dx + lean, -rise));
            }
        }
    }
    svg.path(
        &tufts,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-linecap=\"round\" transform=\"scale(.5)\"", palette.grass),
    );
}

/// Land that is drawn but never entered: ruled in grey.
pub(crate) fn draw_scenery(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let class = |cell| u8::from(survey.map.ground(cell).scenery);
    let classes = Classes::new(&survey.geometry, survey.grid, class);
    let hand = Hand { pieces: 4, rounds: 10, limit: 11.0, tremble: 4.0 };
    let region = Region::new(Partition::new(&survey.geometry, &classes, hand).loops(1));
    if region.is_empty() {
        return;
    }
    svg.layer("scenery", "");
    svg.path(&closed(&region), format_args!("fill=\"{}\"", palette.scenery));
    let mut ruling = PathData::new();
    let (low, high) = region.bounds();
    let mut sum = low.x + low.y;
    while sum < high.x + high.y {
        let line =
            Line::new(vec![Point::new(sum - low.y, low.y), Point::new(sum - high.y, high.y)]);
        inside_stretches(&line, &region, &mut ruling);
        sum += 15.0;
    }
    svg.path(
        &ruling,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".8\"", palette.scenery_line),
    );
    svg.end();
}

/// The parts of a line that lie inside an area.
pub(crate) fn inside_stretches(line: &Line, region: &Region, data: &mut PathData) {
    let step = 3.0;
    let count = (line.length() / step) as usize;
    let mut start: Option<Point> = None;
    for i in 0..=count + 1 {
        let p = line.at(i as f64 * step);
        let inside = i <= count && region.contains(p);
        match (inside, start) {
            (true, None) => start = Some(p),
            (false, Some(from)) => {
                data.segment(from, line.at((i as f64 - 1.0) * step));
                start = None;
            }
            _ => {}
        }
    }
}

/// An area as path data.
pub(crate) fn closed(region: &Region) -> PathData {
    let mut data = PathData::new();
    for points in &region.loops {
        data.smooth_closed(points);
    }
    data
}

/// Ground that stands higher: levels of the square map, elevated hexes of the brigade map.
pub(crate) fn draw_elevation(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let levelled = survey.grid.cells().any(|cell| survey.map.ground(cell).elevation > 1);
    let elevated = survey.grid.cells().any(|cell| survey.map.ground(cell).elevated);
    if !levelled && !elevated {
        return;
    }
    svg.layer("elevation", "");
    if levelled {
        let (width, height) = survey.geometry.size();
        svg.raw(&format!(
            "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{}\"/>",
            palette.levels[0]
        ));
        for level in 2..=4u8 {
            let raised = |cell| u8::from(survey.map.ground(cell).elevation >= level);
            let hand = Hand { pieces: 6, rounds: 40, limit: 26.0, tremble: 9.0 };
            let region = raised_area(&survey.geometry, survey, raised, hand);
            draw_height(svg, survey, palette, &region, palette.levels[level as usize - 1]);
        }
    }
    if elevated {
        let raised = |cell| u8::from(survey.map.ground(cell).elevated);
        let hand = Hand { pieces: 5, rounds: 16, limit: 13.0, tremble: 5.0 };
        let region = raised_area(&survey.geometry, survey, raised, hand);
        draw_height(svg, survey, palette, &region, palette.elevated);
    }
    svg.end();
}

fn raised_area(
    geometry: &Geometry,
    survey: &Survey,
    class: impl Fn(field::Cell) -> u8,
    hand: Hand,
) -> Region {
    let classes = Classes::new(geometry, survey.grid, class);
    Region::new(Partition::new(geometry, &classes, hand).loops(1))
}

fn draw_height(svg: &mut Svg, survey: &Survey, palette: &Palette, region: &Region, tint: &str) {
    svg.path(&closed(region), format_args!("fill=\"{tint}\""));
    let (near, far) = hachures_of(region, |p| survey.board.contains(p));
    for (data, width, opacity) in [(&near, "2.6", ".85"), (&far, "1.6", ".7")] {
        svg.path(
            data,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" stroke-linecap=\"round\" transform=\"scale(.5)\"",
                palette.hachure
            ),
        );
    }
}

/// Strokes down the slope that bounds an area: thick ones at the crest, thin ones below them.
pub(crate) fn hachures_of(region: &Region, shown: impl Fn(Point) -> bool) -> (PathData, PathData) {
    let (mut near, mut far) = (PathData::halves(), PathData::halves());
    for points in &region.loops {
        let mut ring = points.clone();
        ring.extend(points.first());
        let line = Line::new(ring);
        let mut distance = 0.0;
        let mut i = 0;
        while distance < line.length() {
            let p = line.at(distance);
            let mut chance = Chance::at(43, (p.x * 8.0) as i64, (p.y * 8.0) as i64);
            if shown(p) {
                let out = -line.along(distance, 3.0).turned();
                let lean = Point::new(chance.between(-0.12, 0.12), chance.between(-0.12, 0.12));
                let way = (out + lean).unit();
                let crest = chance.between(4.0, 6.5);
                near.segment(p, p + way * crest);
                if i % 2 == 0 {
                    let foot = crest + chance.between(0.6, 1.6);
                    far.segment(p + way * foot, p + way * (foot + chance.between(3.0, 7.0)));
                }
            }
            i += 1;
            distance += chance.between(4.2, 6.2);
        }
    }
    (near, far)
}
