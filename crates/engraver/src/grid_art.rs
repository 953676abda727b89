//! The grid, the printed numbers, and the cells as things the page can point at.

use std::collections::BTreeSet;

use crate::font;
use crate::geometry::place;
use crate::palette::Palette;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg, number};

/// Thin lines between cells, left out where water runs along them.
pub(crate) fn draw_grid(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let mut wet = BTreeSet::new();
    for &(a, b) in &survey.waters.sides {
        wet.extend(survey.geometry.side_vertices(a, b).map(|(v, w)| (v.min(w), v.max(w))));
    }
    let mut seen = BTreeSet::new();
    let mut data = PathData::new();
    for cell in survey.grid.cells() {
        let vertices = survey.geometry.vertices(place(cell));
        for i in 0..vertices.len() {
            let (v, w) = (vertices[i], vertices[(i + 1) % vertices.len()]);
            let key = (v.min(w), v.max(w));
            if !wet.contains(&key) && seen.insert(key) {
                data.segment(survey.geometry.point(key.0), survey.geometry.point(key.1));
            }
        }
    }
    svg.layer("grid", "fill=\"none\"");
    svg.path(
        &data,
        format_args!(
            "stroke=\"{}\" stroke-width=\".95\" stroke-opacity=\"{}\"",
            palette.grid, palette.grid_opacity
        ),
    );
    svg.end();
}

/// The printed number of each cell, near its upper side.
pub(crate) fn draw_numbers(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    match survey.geometry.is_hex() {
        true => draw_numbers_at(svg, survey, palette, 9.6, (0.0, -37.4)),
        false => draw_numbers_at(svg, survey, palette, 8.6, (-46.5, -39.0)),
    }
}

/// The same in letters of a size, so far to the right of and below the middle of each cell.
pub(crate) fn draw_numbers_at(
    svg: &mut Svg,
    survey: &Survey,
    palette: &Palette,
    size: f64,
    (right, down): (f64, f64),
) {
    let hex = survey.geometry.is_hex();
    svg.layer(
        "numbers",
        &format!(
            "font-family=\"{}\" font-size=\"{size}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-opacity=\".55\" \
             paint-order=\"stroke\" text-anchor=\"{}\"",
            font::SANS_FAMILY, palette.number, palette.halo, if hex { "middle" } else { "start" }
        ),
    );
    for cell in survey.grid.cells() {
        let at = survey.geometry.centre(cell) + Point::new(right, down);
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\">{}</text>",
            number(at.x),
            number(at.y),
            survey.name(cell)
        ));
    }
    svg.end();
}

/// One invisible shape a cell: what the page points at, colours and names.
pub(crate) fn draw_cells(svg: &mut Svg, survey: &Survey) {
    svg.layer("cells", "fill=\"none\" pointer-events=\"all\"");
    for cell in survey.grid.cells() {
        let mut data = PathData::new();
        data.polygon(&survey.geometry.corners(cell));
        let ground = survey.map.ground(cell);
        svg.raw(&format!(
            "\n<path class=\"cell {}{}\" data-cell=\"{}\" d=\"{}\"/>",
            ground.terrain.word(),
            if ground.scenery { " scenery" } else { "" },
            survey.name(cell),
            data.text()
        ));
    }
    svg.end();
}
