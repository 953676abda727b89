//! The legend: what occurs on this map, drawn by the same hand as the map.

use atlas::Side;
use atlas::map::{CrossingKind, Ground, Hexside, RoadClass, Terrain};

use crate::legend_art as art;
use crate::palette::Palette;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{Svg, escape, number};
use crate::water::Kind;

/// One thing that the legend explains.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Item {
    Ground(Terrain),
    Level(u8),
    Elevated,
    Scenery,
    Road(RoadClass),
    Railroad,
    Water(Kind),
    Bridge,
    Ford,
    Burned,
    Crossing(CrossingKind),
    Works(Side),
    Objective(Option<Side>),
    Entry(Side),
    Exit,
}

const PITCH: f64 = 148.0;
const ROW: f64 = 142.0;

type Entry = (Item, &'static str);

/// The items of a map, in a fixed order.
pub(crate) fn items(survey: &Survey) -> Vec<Entry> {
    let mut out = Vec::new();
    grounds(survey, &mut out);
    lines(survey, &mut out);
    crossings(survey, &mut out);
    marks(survey, &mut out);
    out
}

fn offer(out: &mut Vec<Entry>, present: bool, item: Item, words: &'static str) {
    if present {
        out.push((item, words));
    }
}

fn any_ground(survey: &Survey, test: impl Fn(&Ground) -> bool) -> bool {
    survey.grid.cells().any(|cell| test(survey.map.ground(cell)))
}

fn any_side(survey: &Survey, test: impl Fn(&Hexside) -> bool) -> bool {
    survey.map.hexsides.values().any(test)
}

fn grounds(survey: &Survey, out: &mut Vec<Entry>) {
    let levelled = any_ground(survey, |ground| ground.elevation > 1);
    for (terrain, words) in TERRAINS {
        let shown = any_ground(survey, |ground| ground.terrain == terrain && !ground.scenery);
        let told_by_levels = levelled && terrain == Terrain::Clear;
        offer(out, shown && !told_by_levels, Item::Ground(terrain), words);
    }
    offer(out, any_ground(survey, |ground| ground.elevated), Item::Elevated, "Elevated");
    for (level, words) in [(1, "Level 1"), (2, "Level 2"), (3, "Level 3"), (4, "Level 4")] {
        let present = levelled && any_ground(survey, |ground| ground.elevation == level);
        offer(out, present, Item::Level(level), words);
    }
    offer(out, any_ground(survey, |ground| ground.scenery), Item::Scenery, "Not in play");
}

fn lines(survey: &Survey, out: &mut Vec<Entry>) {
    let roads = [(RoadClass::Pike, "Pike"), (RoadClass::Road, "Road"), (RoadClass::Trail, "Trail")];
    for (class, words) in roads {
        let present = survey.map.roads.iter().any(|step| step.class == class);
        offer(out, present, Item::Road(class), words);
    }
    offer(out, !survey.map.railroads.is_empty(), Item::Railroad, "Railroad");
    let waters = [
        (Kind::Creek, "Creek"),
        (Kind::Stream, "Stream"),
        (Kind::Canal, "Canal"),
        (Kind::Ditch, "Ditch"),
    ];
    for (kind, words) in waters {
        let creeks = &survey.waters.creeks;
        let present = creeks.iter().any(|creek| creek.kind == kind && creek.widths.1 < 20.0);
        offer(out, present, Item::Water(kind), words);
    }
}

fn crossings(survey: &Survey, out: &mut Vec<Entry>) {
    let bridge = any_side(survey, |side| side.bridge.is_some())
        || any_ground(survey, |ground| ground.terrain == Terrain::Bridge);
    let ford = any_side(survey, |side| side.ford.is_some())
        || any_ground(survey, |ground| ground.terrain == Terrain::Ford);
    offer(out, bridge, Item::Bridge, "Bridge");
    offer(out, ford, Item::Ford, "Ford");
    let burned = any_side(survey, |side| side.burned_bridge.is_some());
    offer(out, burned, Item::Burned, "Burned bridge");
    for (kind, words) in [(CrossingKind::Pontoon, "Pontoons"), (CrossingKind::Ferry, "Ferry")] {
        let present = survey.map.crossings.values().any(|crossing| crossing.kind == kind);
        offer(out, present, Item::Crossing(kind), words);
    }
}

fn marks(survey: &Survey, out: &mut Vec<Entry>) {
    let map = survey.map;
    for (side, words) in [(Side::Union, "Union works"), (Side::Confederate, "Confederate works")] {
        let dug = |s: &Hexside| s.redoubt.as_ref().is_some_and(|redoubt| redoubt.built_by == side);
        offer(out, any_side(survey, dug), Item::Works(side), words);
    }
    let objectives = [
        (None, "Objective"),
        (Some(Side::Union), "Union objective"),
        (Some(Side::Confederate), "Confed. objective"),
    ];
    for (to, words) in objectives {
        let present = map.objectives.values().any(|objective| objective.to == to);
        offer(out, present, Item::Objective(to), words);
    }
    for (side, words) in [(Side::Union, "Union entry"), (Side::Confederate, "Confed. entry")] {
        let present = map.entries.values().any(|entry| entry.side == side);
        offer(out, present, Item::Entry(side), words);
    }
    offer(out, !map.exits.is_empty(), Item::Exit, "Exit");
}

const TERRAINS: [(Terrain, &str); 11] = [
    (Terrain::Clear, "Clear"),
    (Terrain::Forest, "Forest"),
    (Terrain::Woods, "Woods"),
    (Terrain::RoadInWoods, "Road in woods"),
    (Terrain::Rough, "Rough"),
    (Terrain::ForestRough, "Forest-rough"),
    (Terrain::Cornfield, "Cornfield"),
    (Terrain::SunkenRoad, "Sunken road"),
    (Terrain::Town, "Town"),
    (Terrain::River, "River"),
    (Terrain::Stream, "Creek"),
];

fn rows(count: usize, width: f64, scale: f64) -> (usize, usize) {
    let most = ((width / (PITCH * scale)).floor() as usize).max(1);
    let rows = count.div_ceil(most).max(1);
    (rows, count.div_ceil(rows).max(1))
}

/// How tall the legend of a map is at a width.
pub(crate) fn height(survey: &Survey, width: f64, scale: f64) -> f64 {
    (rows(items(survey).len(), width, scale).0 as f64 * ROW + 14.0) * scale
}

/// Draws the legend into a field of the sheet.
pub(crate) fn draw(
    svg: &mut Svg,
    survey: &Survey,
    palette: &Palette,
    at: Point,
    width: f64,
    scale: f64,
) {
    let items = items(survey);
    let (_, per_row) = rows(items.len(), width, scale);
    svg.layer(
        "legend",
        &format!("font-family=\"{}\" fill=\"{}\"", crate::font::SERIF_FAMILY, palette.ink),
    );
    for (row, chunk) in items.chunks(per_row).enumerate() {
        let pitch = width / per_row as f64;
        let start = at.x + (width - pitch * chunk.len() as f64) / 2.0;
        for (i, &(item, words)) in chunk.iter().enumerate() {
            let p = Point::new(
                start + (i as f64 + 0.5) * pitch,
                at.y + (row as f64 * ROW + 54.0) * scale,
            );
            svg.group(&format!(
                "transform=\"translate({} {}) scale({:.3})\"",
                number(p.x),
                number(p.y),
                scale * 0.96
            ));
            art::draw(svg, survey, palette, item);
            svg.end();
            svg.raw(&format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>",
                number(p.x),
                number(p.y + 72.0 * scale),
                number(19.5 * scale),
                escape(words)
            ));
        }
    }
    svg.end();
}

/// The legend as a drawing of its own, six items to a row.
pub(crate) fn draw_alone(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let width = PITCH * 6.0;
    let tall = height(survey, width, 1.0);
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {tall:.0}\" width=\"{width:.0}\" height=\"{tall:.0}\">"
    ));
    draw(svg, survey, palette, Point::default(), width, 1.0);
    svg.raw("</svg>\n");
}
