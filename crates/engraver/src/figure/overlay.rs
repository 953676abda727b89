//! What a figure points out: cells, ways, lines of sight and words. Everything can be told without colour.

use field::{Cell, Direction};

use super::{Arc, Arrow, Board, Meaning, Ring, Shade, Sight, Words, Works};
use crate::font;
use crate::geometry::UNIT;
use crate::palette::Theme;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg, escape, number};

/// The colours of marks.
pub(super) struct Inks {
    /// Behind every mark, so that it can be seen on any ground.
    pub(super) halo: &'static str,
    yes: &'static str,
    no: &'static str,
    reach: &'static str,
    plain: &'static str,
}

impl Inks {
    pub(super) const fn of(theme: Theme) -> Inks {
        match theme {
            Theme::Light | Theme::Print => Inks {
                halo: "#fffaf0",
                yes: "#15692b",
                no: "#a8161b",
                reach: "#7a3fa0",
                plain: "#2a1c0c",
            },
            Theme::Dark => Inks {
                halo: "#17120b",
                yes: "#8be09c",
                no: "#ff938a",
                reach: "#d9b3ff",
                plain: "#f6ead0",
            },
        }
    }

    pub(super) const fn colour(&self, meaning: Meaning) -> &'static str {
        match meaning {
            Meaning::Yes => self.yes,
            Meaning::No => self.no,
            Meaning::Reach => self.reach,
            Meaning::Plain => self.plain,
        }
    }
}

impl Meaning {
    /// The pattern of a line.
    pub(super) const fn dashes(self) -> &'static str {
        match self {
            Meaning::No => " stroke-dasharray=\"9 7\"",
            Meaning::Reach => " stroke-dasharray=\"2 6\" stroke-linecap=\"round\"",
            Meaning::Yes | Meaning::Plain => "",
        }
    }
}

/// What lies on the ground, below the counters.
pub(super) fn draw_below(svg: &mut Svg, survey: &Survey, figure: &Board, inks: &Inks) {
    svg.layer("shades", "stroke-linejoin=\"round\"");
    for shade in &figure.shades {
        draw_shade(svg, survey, shade, inks);
    }
    for arc in &figure.arcs {
        draw_arc(svg, survey, arc, inks);
    }
    for ring in &figure.rings {
        draw_ring(svg, survey, ring, inks);
    }
    svg.end();
    svg.layer("sights", "fill=\"none\" stroke-linecap=\"round\"");
    for sight in &figure.sights {
        draw_sight(svg, survey, sight, inks);
    }
    svg.end();
}

/// A bank of earth across the front of a square, with a tooth for each level.
fn draw_works(svg: &mut Svg, survey: &Survey, works: &Works, inks: &Inks) {
    let angle = works.way.index() as f64 * std::f64::consts::FRAC_PI_4;
    let (sin, cos) = angle.sin_cos();
    let (front, along) = (Point::new(sin, -cos), Point::new(cos, sin));
    // Between the mark of the facing and the side of the square; farther out towards a corner.
    let out = 43.0 / sin.abs().max(cos.abs());
    let middle = survey.geometry.centre(works.at) + front * out;
    let (teeth, half) = (f64::from(works.level), 36.0);
    let mut points = vec![middle - along * half];
    for tooth in 0..works.level {
        let start = middle + along * (half * (2.0 * f64::from(tooth) / teeth - 1.0));
        points.push(start + along * (half / teeth) + front * 7.0);
        points.push(start + along * (2.0 * half / teeth));
    }
    let mut bank = PathData::new();
    bank.polyline(&points);
    for (colour, width) in [(inks.halo, 9.0), (inks.plain, 4.6)] {
        svg.path(&bank, format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\""));
    }
}

/// What lies above the counters.
pub(super) fn draw_above(svg: &mut Svg, survey: &Survey, figure: &Board, inks: &Inks) {
    if !figure.works.is_empty() {
        svg.layer("works", "stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        figure.works.iter().for_each(|works| draw_works(svg, survey, works, inks));
        svg.end();
    }
    svg.layer("arrows", "fill=\"none\" stroke-linejoin=\"round\"");
    for arrow in &figure.arrows {
        draw_arrow(svg, survey, figure, arrow, inks);
    }
    svg.end();
    svg.layer(
        "words",
        &format!(
            "font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\" paint-order=\"stroke\" \
             stroke=\"{}\" stroke-linejoin=\"round\"",
            font::SANS_FAMILY,
            inks.halo
        ),
    );
    for words in &figure.words {
        draw_words(svg, survey, words, inks);
    }
    svg.end();
}

fn draw_shade(svg: &mut Svg, survey: &Survey, shade: &Shade, inks: &Inks) {
    let colour = inks.colour(shade.meaning);
    let (mut areas, mut signs) = (PathData::new(), PathData::new());
    for &cell in &shade.cells {
        let centre = survey.geometry.centre(cell);
        let corners: Vec<Point> =
            survey.geometry.corners(cell).into_iter().map(|c| centre.towards(c, 0.9)).collect();
        areas.polygon(&corners);
        let corner = if survey.geometry.is_hex() { (41.0, 3.0) } else { (33.0, -31.0) };
        draw_sign(&mut signs, centre + Point::new(corner.0, corner.1), shade.meaning);
    }
    let dashes = shade.meaning.dashes();
    svg.path(
        &areas,
        format_args!(
            "fill=\"{colour}\" fill-opacity=\".2\" stroke=\"{colour}\" stroke-width=\"3.4\" stroke-opacity=\".85\"{dashes}"
        ),
    );
    for (colour, width) in [(inks.halo, 8.5), (colour, 4.4)] {
        svg.path(
            &signs,
            format_args!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
            ),
        );
    }
}

/// Whether a square lies in the ninety degrees before another, edges included.
fn is_before(at: Cell, way: Direction, other: Cell) -> bool {
    let down = other.row() as i32 - at.row() as i32;
    let right = other.column() as i32 - at.column() as i32;
    let within = match way {
        Direction::North => -down >= right.abs(),
        Direction::NorthEast => down <= 0 && right >= 0,
        Direction::East => right >= down.abs(),
        Direction::SouthEast => down >= 0 && right >= 0,
        Direction::South => down >= right.abs(),
        Direction::SouthWest => down >= 0 && right <= 0,
        Direction::West => -right >= down.abs(),
        Direction::NorthWest => down <= 0 && right <= 0,
    };
    within && at != other
}

/// The squares of an arc, and the two lines that bound it.
fn draw_arc(svg: &mut Svg, survey: &Survey, arc: &Arc, inks: &Inks) {
    let Arc { at, way, reach, meaning } = *arc;
    let far = |cell: Cell| {
        cell.row().abs_diff(at.row()).max(cell.column().abs_diff(at.column())) <= reach
    };
    let mut area = PathData::new();
    for cell in survey.grid.cells().filter(|&cell| is_before(at, way, cell) && far(cell)) {
        area.polygon(&survey.geometry.corners(cell));
    }
    let colour = inks.colour(meaning);
    svg.path(&area, format_args!("fill=\"{colour}\" fill-opacity=\".2\""));
    let centre = survey.geometry.centre(at);
    let (width, height) = survey.geometry.size();
    let angle = (way.index() as f64) * std::f64::consts::FRAC_PI_4;
    let mut lines = PathData::new();
    for side in [-1.0, 1.0] {
        let (sin, cos) = (angle + side * std::f64::consts::FRAC_PI_4).sin_cos();
        // As far as the middles of the last squares, and no farther than the ground.
        let room = |from: f64, way: f64, most: f64| match way {
            way if way > 1e-9 => (most - from) / way,
            way if way < -1e-9 => from / -way,
            _ => f64::INFINITY,
        };
        let length = reach as f64 * UNIT / sin.abs().max(cos.abs());
        let length = length.min(room(centre.x, sin, width)).min(room(centre.y, -cos, height));
        lines.segment(centre, centre + Point::new(sin, -cos) * length);
    }
    draw_lines(svg, &lines, meaning, inks);
}

/// A line around all squares within a distance, as far as the ground goes.
fn draw_ring(svg: &mut Svg, survey: &Survey, ring: &Ring, inks: &Inks) {
    let centre = survey.geometry.centre(ring.at);
    let (width, height) = survey.geometry.size();
    let half = (ring.reach as f64 + 0.5) * UNIT - 5.0;
    let clip = |value: f64, most: f64| value.clamp(5.0, most - 5.0);
    let (left, right) = (clip(centre.x - half, width), clip(centre.x + half, width));
    let (top, bottom) = (clip(centre.y - half, height), clip(centre.y + half, height));
    let mut lines = PathData::new();
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    lines.polygon(&corners.map(|(x, y)| Point::new(x, y)));
    draw_lines(svg, &lines, ring.meaning, inks);
}

fn draw_lines(svg: &mut Svg, lines: &PathData, meaning: Meaning, inks: &Inks) {
    let (halo, colour, dashes) = (inks.halo, inks.colour(meaning), meaning.dashes());
    svg.path(
        lines,
        format_args!("fill=\"none\" stroke=\"{halo}\" stroke-width=\"8\" stroke-opacity=\".85\""),
    );
    svg.path(lines, format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"{dashes}"));
}

/// A tick or a cross in the right corner of a cell, clear of a counter.
fn draw_sign(signs: &mut PathData, at: Point, meaning: Meaning) {
    let to = |x: f64, y: f64| at + Point::new(x, y);
    match meaning {
        Meaning::Yes => signs.polyline(&[to(-9.0, 0.0), to(-3.0, 7.0), to(9.0, -8.0)]),
        Meaning::No => {
            signs.segment(to(-7.0, -7.0), to(7.0, 7.0));
            signs.segment(to(-7.0, 7.0), to(7.0, -7.0));
        }
        Meaning::Reach | Meaning::Plain => {}
    }
}

fn draw_sight(svg: &mut Svg, survey: &Survey, sight: &Sight, inks: &Inks) {
    let (from, to) = (survey.geometry.centre(sight.from), survey.geometry.centre(sight.to));
    let mut data = PathData::new();
    data.segment(from, to);
    let halo = inks.halo;
    let (colour, dashes) = (inks.colour(sight.meaning), sight.meaning.dashes());
    svg.path(&data, format_args!("stroke=\"{halo}\" stroke-width=\"8\" stroke-opacity=\".85\""));
    svg.path(&data, format_args!("stroke=\"{colour}\" stroke-width=\"4\"{dashes}"));
}

fn draw_arrow(svg: &mut Svg, survey: &Survey, figure: &Board, arrow: &Arrow, inks: &Inks) {
    let [first, .., last] = arrow.way[..] else { return };
    let mut points = route(survey, &arrow.way);
    let end = points.len() - 1;
    let (out, way) = ((points[1] - points[0]).unit(), (points[end] - points[end - 1]).unit());
    let (mut before, mut after) =
        (clearance(survey, figure, first, out, 0.3), clearance(survey, figure, last, way, 0.35));
    if !survey.geometry.is_hex() && end == 1 && before + after > 0.8 {
        // Neighbours: from edge to edge of their counters.
        (before, after) = (before * 0.81, after * 0.81);
    }
    let tip = points[end] - way * (after * UNIT);
    points[0] = points[0] + out * (before * UNIT);
    points[end] = tip - way * 11.0;
    let mut line = PathData::new();
    line.polyline(&points);
    let mut head = PathData::new();
    let foot = tip - way * 19.0;
    head.polygon(&[tip, foot + way.turned() * 10.5, foot - way.turned() * 10.5]);
    let halo = inks.halo;
    let (colour, dashes) = (inks.colour(arrow.meaning), arrow.meaning.dashes());
    svg.path(&line, format_args!("stroke=\"{halo}\" stroke-width=\"10\" stroke-opacity=\".9\""));
    svg.path(
        &head,
        format_args!("fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"5\" stroke-opacity=\".9\""),
    );
    svg.path(&line, format_args!("stroke=\"{colour}\" stroke-width=\"5\"{dashes}"));
    svg.path(&head, format_args!("fill=\"{colour}\""));
}

/// The points of an arrow from the middle of its first cell to the middle of its last.
fn route(survey: &Survey, cells: &[Cell]) -> Vec<Point> {
    let centre = |cell: Cell| survey.geometry.centre(cell);
    if !survey.geometry.is_hex() {
        return cells.iter().map(|&cell| centre(cell)).collect();
    }
    // Over the middles of the sides that are crossed, as roads run; through the middle of a cell where it turns back.
    let mut points = vec![centre(cells[0])];
    for step in cells.windows(2) {
        let (from, to) = (centre(step[0]), centre(step[1]));
        if (from - points[points.len() - 1]).dot(to - from) < 0.0 {
            points.push(from);
        }
        points.push(from.middle(to));
    }
    points.push(centre(cells[cells.len() - 1]));
    points
}

/// How far from the middle of a cell an arrow in this direction keeps, in cells: clear of a counter, and on squares of
/// the mark of its facing.
fn clearance(survey: &Survey, figure: &Board, cell: Cell, way: Point, hex: f64) -> f64 {
    match (survey.geometry.is_hex(), figure.is_taken(cell)) {
        (true, true) => hex,
        (true, false) => 0.06,
        (false, true) => 0.42 / way.x.abs().max(way.y.abs()).sqrt(),
        (false, false) => 0.15,
    }
}

fn draw_words(svg: &mut Svg, survey: &Survey, words: &Words, inks: &Inks) {
    let (a, b) = words.at;
    let middle = survey.geometry.centre(a).middle(survey.geometry.centre(b));
    let at = middle + Point::new(words.shift.0, words.shift.1) * UNIT;
    let size = 17.0 * words.size;
    let capital = f64::from(font::heights(size as f32, font::Style::SANS_BOLD).capital);
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" stroke-width=\"{}\" fill=\"{}\">{}</text>",
        number(at.x),
        number(at.y + capital / 2.0),
        number(size),
        number(5.0 * words.size),
        inks.colour(words.meaning),
        escape(&words.text)
    ));
}
