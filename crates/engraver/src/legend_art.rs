//! The samples of the legend, each about a cell in size around the origin.

use std::collections::BTreeSet;

use atlas::Side;
use atlas::map::{CrossingKind, RoadClass, Terrain};

use crate::cover::{Rocks, Trees, draw_corn};
use crate::crossings::Crossings;
use crate::ground::{closed, hachures_of};
use crate::legend::Item;
use crate::marks;
use crate::noise::Chance;
use crate::outline::Region;
use crate::palette::Palette;
use crate::point::Point;
use crate::polyline::Line;
use crate::roads::{self, widths};
use crate::survey::{Survey, scatter_in};
use crate::svg::{PathData, Svg};
use crate::towns::Houses;
use crate::water::{Creek, Kind};
use crate::works::{self, Work};

pub(crate) fn draw(svg: &mut Svg, survey: &Survey, palette: &Palette, item: Item) {
    match item {
        Item::Ground(terrain) => ground(svg, survey, palette, terrain),
        Item::Level(level) => {
            swatch(svg, survey, palette, palette.levels[usize::from(level.clamp(1, 4)) - 1])
        }
        Item::Elevated => elevated(svg, survey, palette),
        Item::Scenery => scenery(svg, survey, palette),
        Item::Road(class) => road(svg, palette, class),
        Item::Railroad => railroad(svg, palette),
        Item::Water(kind) => water(svg, palette, kind),
        Item::Bridge | Item::Ford | Item::Burned => crossing(svg, palette, item),
        Item::Crossing(kind) => over_river(svg, palette, kind),
        Item::Works(side) => earthworks(svg, palette, side),
        Item::Objective(to) => {
            swatch(svg, survey, palette, palette.ground);
            marks::frame_around(svg, palette, &shape(survey, 0.8), to);
            marks::draw_badge(svg, palette, Point::default(), to, None);
        }
        Item::Entry(side) => {
            marks::entry_arrow(svg, palette, Point::new(18.0, 0.0), Point::new(-1.0, 0.0), side)
        }
        Item::Exit => marks::exit_arrow(svg, palette, Point::new(-22.0, 0.0), Point::new(1.0, 0.0)),
    }
}

/// The outline of a sample cell.
fn shape(survey: &Survey, share: f64) -> Vec<Point> {
    let reach = 50.0 * share;
    if survey.geometry.is_hex() {
        (0..6).map(|i| Point::polar(60.0 * f64::from(i)) * reach).collect()
    } else {
        [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)]
            .map(|(x, y)| Point::new(x, y) * reach)
            .to_vec()
    }
}

fn swatch(svg: &mut Svg, survey: &Survey, palette: &Palette, fill: &str) {
    let mut data = PathData::new();
    data.polygon(&shape(survey, 1.0));
    svg.path(
        &data,
        format_args!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.2\"", palette.frame),
    );
}

fn ground(svg: &mut Svg, survey: &Survey, palette: &Palette, terrain: Terrain) {
    let fill = match terrain {
        Terrain::Forest | Terrain::Woods | Terrain::RoadInWoods => palette.forest,
        Terrain::Rough | Terrain::SunkenRoad => palette.rough,
        Terrain::ForestRough => palette.forest_rough,
        Terrain::Town => palette.town,
        Terrain::Cornfield => palette.corn,
        Terrain::River => palette.deep,
        Terrain::Stream | Terrain::Bridge | Terrain::Ford => palette.meadow,
        Terrain::Clear => palette.ground,
    };
    swatch(svg, survey, palette, fill);
    let region = Region::new(vec![shape(survey, 1.0)]);
    let spots = |step: f64, margin: f64| scatter_in(&region, step, margin, 7);
    match terrain {
        Terrain::Rough => rocks(svg, palette, spots(7.6, 5.0)),
        Terrain::ForestRough => {
            rocks(svg, palette, spots(9.0, 5.0));
            trees(svg, survey, palette, spots(17.7, 7.0), terrain);
        }
        Terrain::Forest | Terrain::Woods => trees(svg, survey, palette, spots(14.0, 7.0), terrain),
        Terrain::RoadInWoods => {
            let away = spots(14.0, 7.0).into_iter().filter(|(p, _)| p.y.abs() > 10.0).collect();
            trees(svg, survey, palette, away, terrain);
            let mut line = PathData::new();
            line.segment(Point::new(-44.0, 0.0), Point::new(44.0, 0.0));
            let (outer, inner) = widths(RoadClass::Road);
            svg.path(
                &line,
                format_args!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{outer}\"",
                    palette.road_edge
                ),
            );
            svg.path(
                &line,
                format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{inner}\"", palette.road),
            );
        }
        Terrain::Cornfield => draw_corn(svg, &Region::new(vec![shape(survey, 0.9)]), palette),
        Terrain::Town => town(svg, palette, spots(17.0, 9.0)),
        Terrain::River => river(svg, survey, palette),
        Terrain::Stream => water(svg, palette, Kind::Creek),
        Terrain::SunkenRoad => sunken(svg, palette),
        Terrain::Clear | Terrain::Bridge | Terrain::Ford => {}
    }
}

fn trees(
    svg: &mut Svg,
    survey: &Survey,
    palette: &Palette,
    spots: Vec<(Point, Chance)>,
    terrain: Terrain,
) {
    let mut trees = Trees::new();
    for (p, mut chance) in spots {
        trees.tree(p, &mut chance);
    }
    trees.draw(svg, &survey.id(&format!("legend-{}", terrain.word())), palette);
}

fn rocks(svg: &mut Svg, palette: &Palette, spots: Vec<(Point, Chance)>) {
    let mut rocks = Rocks::new();
    for (p, mut chance) in spots {
        rocks.stroke(p, &mut chance);
    }
    rocks.draw(svg, palette);
}

fn town(svg: &mut Svg, palette: &Palette, spots: Vec<(Point, Chance)>) {
    let mut houses = Houses::default();
    for (p, mut chance) in spots {
        let p = Point::new((p.x / 15.0).round() * 15.0, (p.y / 12.0).round() * 12.0);
        let long = chance.between(7.0, 11.0);
        houses.house(p, Point::new(1.0, 0.0), long, 6.0, &mut chance);
    }
    houses.draw(svg, palette);
}

fn river(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    for (share, tone) in [(0.98, palette.water), (0.66, palette.deep)] {
        let mut data = PathData::new();
        data.polygon(&shape(survey, share));
        svg.path(&data, format_args!("fill=\"{tone}\""));
    }
    for share in [0.93, 0.84, 0.74, 0.62, 0.48] {
        let mut data = PathData::new();
        data.polygon(&shape(survey, share));
        svg.path(
            &data,
            format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".9\"", palette.water_line),
        );
    }
    let mut data = PathData::new();
    data.polygon(&shape(survey, 1.0));
    svg.path(&data, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"", palette.bank));
}

fn elevated(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    swatch(svg, survey, palette, palette.ground);
    let points: Vec<Point> = (0..24)
        .map(|i| Point::polar(15.0 * f64::from(i)) * (27.0 + 3.0 * f64::from((i * 7) % 3)))
        .collect();
    let region = Region::new(vec![points]);
    svg.path(&closed(&region), format_args!("fill=\"{}\"", palette.elevated));
    let (near, far) = hachures_of(&region, |_| true);
    for data in [&near, &far] {
        svg.path(
            data,
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\" transform=\"scale(.5)\"",
                palette.hachure
            ),
        );
    }
}

fn scenery(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    swatch(svg, survey, palette, palette.scenery);
    let region = Region::new(vec![shape(survey, 0.97)]);
    let mut ruling = PathData::new();
    for i in -6..=6 {
        let d = f64::from(i) * 15.0;
        let line = Line::new(vec![Point::new(d + 50.0, -50.0), Point::new(d - 50.0, 50.0)]);
        crate::ground::inside_stretches(&line, &region, &mut ruling);
    }
    svg.path(
        &ruling,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".8\"", palette.scenery_line),
    );
}

/// A gently curved line across the sample.
fn curve() -> Line {
    let points = [(-58.0, 8.0), (-30.0, -8.0), (0.0, 0.0), (30.0, 8.0), (58.0, -8.0)]
        .map(|(x, y)| Point::new(x, y));
    Line::new(crate::polyline::spline(&points, 8))
}

fn road(svg: &mut Svg, palette: &Palette, class: RoadClass) {
    let network = roads::Network {
        roads: vec![roads::Road { line: curve(), class }],
        courses: Vec::new(),
        rails: Vec::new(),
        at: Default::default(),
        breadth: 1.0,
    };
    roads::paint_roads(svg, &network, palette);
}

fn railroad(svg: &mut Svg, palette: &Palette) {
    roads::paint_rails(svg, &[curve()], palette);
}

fn water(svg: &mut Svg, palette: &Palette, kind: Kind) {
    let full = kind.width();
    let creek = Creek { kind, names: BTreeSet::new(), line: curve(), widths: (full * 0.75, full) };
    crate::water_art::paint_creeks(svg, &[creek], palette);
}

fn crossing(svg: &mut Svg, palette: &Palette, item: Item) {
    let line = Line::new(vec![Point::new(-50.0, 0.0), Point::new(50.0, 0.0)]);
    let creek = Creek { kind: Kind::Creek, names: BTreeSet::new(), line, widths: (9.4, 9.4) };
    crate::water_art::paint_creeks(svg, &[creek], palette);
    let (p, way) = (Point::default(), Point::new(0.0, 1.0));
    let mut parts = Crossings::default();
    match item {
        Item::Bridge => parts.bridge(p, way, 9.5, 5.0),
        Item::Ford => parts.ford(p, way, 10.5, 4.2),
        _ => parts.ruin(p, way),
    }
    parts.draw(svg, palette);
}

fn over_river(svg: &mut Svg, palette: &Palette, kind: CrossingKind) {
    svg.raw(&format!(
        "<path d=\"m-44-22h88v44h-88z\" fill=\"{}\"/><path d=\"m-44-22v44m88-44v44\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
        palette.water, palette.bank
    ));
    let (from, to) = (Point::new(-46.0, 0.0), Point::new(46.0, 0.0));
    let mut parts = Crossings::default();
    match kind {
        CrossingKind::Pontoon => parts.pontoon(from, to),
        CrossingKind::Ferry => parts.ferry(from, to),
    }
    parts.draw(svg, palette);
}

fn earthworks(svg: &mut Svg, palette: &Palette, built_by: Side) {
    let points =
        [(-52.0, 10.0), (-20.0, -6.0), (20.0, -6.0), (52.0, 10.0)].map(|(x, y)| Point::new(x, y));
    works::draw(svg, &[Work { built_by, line: Line::new(points.to_vec()) }], palette);
}

fn sunken(svg: &mut Svg, palette: &Palette) {
    let line = Line::new(vec![Point::new(-42.0, 0.0), Point::new(42.0, 0.0)]);
    roads::paint_sunken(svg, std::slice::from_ref(&line), palette);
    let network = roads::Network {
        roads: vec![roads::Road { line, class: RoadClass::Road }],
        courses: Vec::new(),
        rails: Vec::new(),
        at: Default::default(),
        breadth: 1.0,
    };
    roads::paint_roads(svg, &network, palette);
}
