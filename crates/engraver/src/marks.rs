//! Marks of the game on the ground: objectives, entries and exits.

use atlas::Side;
use field::Cell;

use crate::font;
use crate::palette::Palette;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg, number};

pub(crate) fn draw_marks(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    svg.layer("objectives", "");
    for (&cell, objective) in &survey.map.objectives {
        draw_frame(svg, survey, palette, cell, objective.to);
    }
    for (&cell, objective) in &survey.map.objectives {
        let p = badge_spot(survey, cell);
        draw_badge(svg, palette, p, objective.to, objective.points);
    }
    svg.end();
    svg.layer("entries", "");
    for &cell in survey.map.exits.keys() {
        draw_exit(svg, survey, palette, cell);
    }
    for (&cell, entry) in &survey.map.entries {
        draw_entry(svg, survey, palette, cell, entry.side);
    }
    svg.end();
}

/// The colour of a side, or of either.
pub(crate) fn side_colour(palette: &Palette, side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Union) => palette.union,
        Some(Side::Confederate) => palette.confederate,
        None => palette.either,
    }
}

/// The field that a badge or an arrow of a side is painted on.
fn badge_colour(palette: &Palette, side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Union) => palette.badges[0],
        Some(Side::Confederate) => palette.badges[1],
        None => palette.either,
    }
}

/// Where the badge of an objective stands, clear of a counter in the middle.
pub(crate) fn badge_spot(survey: &Survey, cell: Cell) -> Point {
    let offset =
        if survey.geometry.is_hex() { Point::new(33.0, -24.0) } else { Point::new(32.0, -32.0) };
    survey.geometry.centre(cell) + offset
}

fn draw_frame(svg: &mut Svg, survey: &Survey, palette: &Palette, cell: Cell, to: Option<Side>) {
    let centre = survey.geometry.centre(cell);
    let corners: Vec<Point> = survey
        .geometry
        .corners(cell)
        .into_iter()
        .map(|corner| centre.towards(corner, 0.84))
        .collect();
    frame_around(svg, palette, &corners, to);
}

/// The corners of a cell in the colour of a side; its number and works stay free.
pub(crate) fn frame_around(svg: &mut Svg, palette: &Palette, corners: &[Point], to: Option<Side>) {
    let mut data = PathData::new();
    for (i, &corner) in corners.iter().enumerate() {
        let (before, after) =
            (corners[(i + corners.len() - 1) % corners.len()], corners[(i + 1) % corners.len()]);
        data.polyline(&[corner.towards(before, 0.27), corner, corner.towards(after, 0.27)]);
    }
    let (halo, colour) = (palette.halo, side_colour(palette, to));
    svg.path(&data, format_args!("fill=\"none\" stroke=\"{halo}\" stroke-width=\"6\" stroke-opacity=\".8\" stroke-linecap=\"round\" stroke-linejoin=\"round\""));
    svg.path(&data, format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\""));
}

/// A star; on a round field for the Union, on a lozenge for the Confederates.
pub(crate) fn draw_badge(
    svg: &mut Svg,
    palette: &Palette,
    p: Point,
    to: Option<Side>,
    points: Option<u32>,
) {
    let mut field = PathData::new();
    match to {
        Some(Side::Union) => field.circle(p, 14.5),
        Some(Side::Confederate) => {
            field.polygon(
                &[(0.0, -18.5), (18.5, 0.0), (0.0, 18.5), (-18.5, 0.0)]
                    .map(|(x, y)| p + Point::new(x, y)),
            );
        }
        None => {}
    }
    let colour = badge_colour(palette, to);
    svg.path(
        &field,
        format_args!("fill=\"{colour}\" stroke=\"{}\" stroke-width=\"1.6\"", palette.badge_edge),
    );
    let mut star = PathData::new();
    let reach = if to.is_some() { 13.0 } else { 16.5 };
    star.polygon(&star_points(p + Point::new(0.0, 0.6), reach));
    svg.path(
        &star,
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.1\" stroke-linejoin=\"round\"",
            palette.star, palette.star_edge
        ),
    );
    let Some(points) = points else { return };
    let (size, text) = if points < 100 { (9.6, points.to_string()) } else { (7.2, short(points)) };
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-weight=\"700\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
        number(p.x), number(p.y + size * 0.36 + 0.6), font::SANS_FAMILY, palette.star_text
    ));
}

/// Large values in thousands: "4k".
fn short(points: u32) -> String {
    if points.is_multiple_of(1000) { format!("{}k", points / 1000) } else { points.to_string() }
}

pub(crate) fn star_points(p: Point, reach: f64) -> Vec<Point> {
    (0..10)
        .map(|i| {
            p + Point::polar(-90.0 + 36.0 * f64::from(i))
                * if i % 2 == 0 { reach } else { reach * 0.45 }
        })
        .collect()
}

/// The way out of the sheet nearest to the direction away from its middle.
fn way_out(survey: &Survey, cell: Cell) -> Option<Point> {
    let (width, height) = survey.geometry.size();
    let centre = survey.geometry.centre(cell);
    let away = (centre - Point::new(width / 2.0, height / 2.0)).unit();
    survey
        .geometry
        .ways_out(cell, survey.grid)
        .into_iter()
        .max_by(|a, b| a.dot(away).total_cmp(&b.dot(away)))
}

/// An arrow onto the sheet, with the letter of its side. Inside the sheet, a small mark.
fn draw_entry(svg: &mut Svg, survey: &Survey, palette: &Palette, cell: Cell, side: Side) {
    let centre = survey.geometry.centre(cell);
    let shared = survey.map.exits.contains_key(&cell);
    let (tip, out) = match way_out(survey, cell) {
        Some(out) => {
            let aside = if shared { out.turned() * 19.0 } else { Point::default() };
            (centre + out * 33.0 + aside, out)
        }
        None => (centre + Point::new(-12.0, 33.0), Point::new(-1.0, 0.0)),
    };
    entry_arrow(svg, palette, tip, out, side);
}

/// An arrow with its tip at a point, its tail `out` of the sheet.
pub(crate) fn entry_arrow(svg: &mut Svg, palette: &Palette, tip: Point, out: Point, side: Side) {
    let hand = out.turned();
    let mut arrow = PathData::new();
    match side {
        Side::Union => arrow.polygon(&[
            tip,
            tip + out * 13.0 + hand * 15.0,
            tip + out * 13.0 + hand * 9.5,
            tip + out * 36.0 + hand * 9.5,
            tip + out * 36.0 - hand * 9.5,
            tip + out * 13.0 - hand * 9.5,
            tip + out * 13.0 - hand * 15.0,
        ]),
        Side::Confederate => arrow.polygon(&[
            tip,
            tip + out * 14.0 + hand * 12.0,
            tip + out * 37.0 + hand * 12.0,
            tip + out * 30.0,
            tip + out * 37.0 - hand * 12.0,
            tip + out * 14.0 - hand * 12.0,
        ]),
    }
    let colour = badge_colour(palette, Some(side));
    svg.path(
        &arrow,
        format_args!(
            "fill=\"{colour}\" stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"",
            palette.badge_edge
        ),
    );
    let letter = tip + out * 20.5 + Point::new(0.0, 4.7);
    let text = match side {
        Side::Union => "U",
        Side::Confederate => "C",
    };
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-weight=\"700\" font-size=\"13\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
        number(letter.x), number(letter.y), font::SANS_FAMILY, palette.badge_edge
    ));
}

/// A frame in the cell, and an arrow that leaves the sheet.
fn draw_exit(svg: &mut Svg, survey: &Survey, palette: &Palette, cell: Cell) {
    let centre = survey.geometry.centre(cell);
    let corners: Vec<Point> = survey
        .geometry
        .corners(cell)
        .into_iter()
        .map(|corner| centre.towards(corner, 0.93))
        .collect();
    let mut frame = PathData::new();
    frame.polygon(&corners);
    svg.path(
        &frame,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\"", palette.exit),
    );
    let Some(out) = way_out(survey, cell) else { return };
    let aside = if survey.map.entries.contains_key(&cell) {
        out.turned() * -17.0
    } else {
        Point::default()
    };
    exit_arrow(svg, palette, centre + out * 30.0 + aside, out);
}

/// An arrow from a point out of the sheet.
pub(crate) fn exit_arrow(svg: &mut Svg, palette: &Palette, from: Point, out: Point) {
    let tip = from + out * 42.0;
    let hand = out.turned();
    let mut arrow = PathData::new();
    arrow.polygon(&[
        from + hand * 3.2,
        tip - out * 14.0 + hand * 3.2,
        tip - out * 14.0 + hand * 9.0,
        tip,
        tip - out * 14.0 - hand * 9.0,
        tip - out * 14.0 - hand * 3.2,
        from - hand * 3.2,
    ]);
    svg.path(
        &arrow,
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"",
            palette.exit, palette.halo
        ),
    );
}
