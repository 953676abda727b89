//! Farms, churches and headquarters: a small mark where a name stands for a single place.

use atlas::map::{Label, LabelKind, Terrain};

use crate::noise::Chance;
use crate::palette::Palette;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg};
use crate::towns::Houses;

/// What stands at a named place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    Farm,
    Church,
    Headquarters,
}

/// What a place name stands for, as far as its words tell; `None` if nothing is to be drawn.
pub(crate) fn site(survey: &Survey, label: &Label) -> Option<Site> {
    let words = label.text.to_lowercase();
    let any = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let ground = survey.map.ground(label.at);
    let built = matches!(
        ground.terrain,
        Terrain::Clear
            | Terrain::Woods
            | Terrain::Forest
            | Terrain::RoadInWoods
            | Terrain::Rough
            | Terrain::ForestRough
            | Terrain::Cornfield
    );
    if label.kind != LabelKind::Place || !built || ground.scenery {
        return None;
    }
    if any(&[
        "bridge",
        "ford",
        "ferry",
        "pontoon",
        "crossing",
        "lane",
        "cornfield",
        "bend",
        "gap",
        "run",
    ]) {
        return None;
    }
    if any(&["church"]) {
        return Some(Site::Church);
    }
    if any(&["hq", "headquarters"]) {
        return Some(Site::Headquarters);
    }
    Some(Site::Farm)
}

/// Where the buildings of a place stand: in its cell, off the road and off the middle.
pub(crate) fn spot(survey: &Survey, label: &Label) -> Point {
    let centre = survey.geometry.centre(label.at);
    let candidates = [
        (0.0, 16.0),
        (18.0, 14.0),
        (-18.0, 14.0),
        (26.0, 2.0),
        (-26.0, 2.0),
        (20.0, -14.0),
        (-20.0, -14.0),
    ];
    candidates
        .into_iter()
        .map(|(x, y)| centre + Point::new(x, y))
        .find(|&p| {
            let badge = survey.map.objectives.contains_key(&label.at)
                && crate::marks::badge_spot(survey, label.at).distance(p) < 34.0;
            survey.road_points.within(p, 15.0).is_none() && !badge
        })
        .unwrap_or(centre + Point::new(26.0, 14.0))
}

pub(crate) fn draw_farms(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let mut houses = Houses::default();
    let mut ink = PathData::new();
    let mut flags = PathData::new();
    let mut orchard = PathData::new();
    for label in &survey.map.labels {
        let Some(site) = site(survey, label) else { continue };
        let p = spot(survey, label);
        let mut chance = Chance::at(81, p.x as i64, p.y as i64);
        match site {
            Site::Farm => farm(p, &mut houses, &mut orchard, &mut chance),
            Site::Church => {
                houses.house(p, Point::new(1.0, 0.0), 12.0, 7.0, &mut chance);
                ink.segment(p + Point::new(-6.0, -3.5), p + Point::new(-6.0, -12.0));
                ink.segment(p + Point::new(-8.6, -9.4), p + Point::new(-3.4, -9.4));
            }
            Site::Headquarters => {
                houses.house(
                    p + Point::new(-3.0, 2.0),
                    Point::new(1.0, 0.0),
                    8.0,
                    6.0,
                    &mut chance,
                );
                ink.segment(p + Point::new(4.0, 5.0), p + Point::new(4.0, -13.0));
                let pole = p + Point::new(4.0, -13.0);
                flags.polygon(&[
                    pole,
                    pole + Point::new(9.5, 1.2),
                    pole + Point::new(8.4, 3.4),
                    pole + Point::new(9.5, 5.6),
                    pole + Point::new(0.0, 6.6),
                ]);
            }
        }
    }
    svg.path(
        &orchard,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"3.6\" stroke-linecap=\"round\"",
            palette.crowns[1]
        ),
    );
    houses.draw(svg, palette);
    svg.path(
        &flags,
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\".6\"",
            palette.text_work, palette.ink
        ),
    );
    svg.path(&ink, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\"", palette.ink));
}

/// A farmhouse, a barn and a small orchard.
fn farm(p: Point, houses: &mut Houses, orchard: &mut PathData, chance: &mut Chance) {
    let way = Point::polar(chance.between(-18.0, 18.0));
    houses.house(p, way, 8.5, 6.0, chance);
    let barn = if chance.unit() < 0.5 { 1.0 } else { -1.0 };
    houses.house(p + way * (11.0 * barn) + way.turned() * 1.5, way.turned(), 7.0, 5.0, chance);
    for i in 0..3 {
        for j in 0..2 {
            let q = way * (-barn * (9.0 + 4.8 * f64::from(i)))
                + way.turned() * (4.8 * f64::from(j) - 2.0);
            orchard.dot(p + q);
        }
    }
}
