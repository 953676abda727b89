//! What a figure points out: cells, ways, lines of sight and words. Everything can be told without colour.

use field::Cell;

use super::{Arrow, Figure, Meaning, Shade, Sight, Words};
use crate::font;
use crate::geometry::UNIT;
use crate::palette::Theme;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg, escape, number};

/// The colours of marks.
pub(super) struct Inks {
    /// Behind every mark, so that it can be seen on any ground.
    halo: &'static str,
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

    const fn colour(&self, meaning: Meaning) -> &'static str {
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
    const fn dashes(self) -> &'static str {
        match self {
            Meaning::No => " stroke-dasharray=\"9 7\"",
            Meaning::Reach => " stroke-dasharray=\"2 6\" stroke-linecap=\"round\"",
            Meaning::Yes | Meaning::Plain => "",
        }
    }
}

/// What lies on the ground, below the counters.
pub(super) fn draw_below(svg: &mut Svg, survey: &Survey, figure: &Figure, inks: &Inks) {
    svg.layer("shades", "stroke-linejoin=\"round\"");
    for shade in &figure.shades {
        draw_shade(svg, survey, shade, inks);
    }
    svg.end();
    svg.layer("sights", "fill=\"none\" stroke-linecap=\"round\"");
    for sight in &figure.sights {
        draw_sight(svg, survey, sight, inks);
    }
    svg.end();
}

/// What lies above the counters.
pub(super) fn draw_above(svg: &mut Svg, survey: &Survey, figure: &Figure, inks: &Inks) {
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
        draw_sign(&mut signs, centre + Point::new(41.0, 3.0), shade.meaning);
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

fn draw_arrow(svg: &mut Svg, survey: &Survey, figure: &Figure, arrow: &Arrow, inks: &Inks) {
    let [first, .., last] = arrow.way[..] else { return };
    let centre = |cell: Cell| survey.geometry.centre(cell);
    // Over the middles of the sides that are crossed, as roads run; through the middle of a cell where it turns back.
    let mut points = vec![centre(first)];
    for step in arrow.way.windows(2) {
        let (from, to) = (centre(step[0]), centre(step[1]));
        if (from - points[points.len() - 1]).dot(to - from) < 0.0 {
            points.push(from);
        }
        points.push(from.middle(to));
    }
    points.push(centre(last));
    let end = points.len() - 1;
    let (out, way) = ((points[1] - points[0]).unit(), (points[end] - points[end - 1]).unit());
    let clear =
        |cell: Cell, taken: f64| if figure.is_taken(cell) { taken * UNIT } else { 0.06 * UNIT };
    let tip = points[end] - way * clear(last, 0.35);
    points[0] = points[0] + out * clear(first, 0.3);
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
