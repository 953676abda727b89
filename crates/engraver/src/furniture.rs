//! The furniture of a sheet: frame, title, north arrow, scale, margins and credit.

use atlas::map::Map;

use crate::font::{self, Style, Weight};
use crate::labels::{Letters, face};
use crate::legend;
use crate::palette::Palette;
use crate::point::Point;
use crate::sheet::{BLEED, Options};
use crate::survey::Survey;
use crate::svg::{PathData, Svg, escape, number};

/// Where everything goes on a sheet.
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Upper left corner of the board.
    pub(crate) board: Point,
    /// Size of letters and marks outside the board; 1 on a sheet of middling width.
    pub(crate) scale: f64,
    header: f64,
    legend_top: f64,
    credit_top: f64,
    credit: Vec<String>,
}

const FRAME: f64 = 26.0;

impl Layout {
    pub(crate) fn new(survey: &Survey, options: &Options, strip: f64) -> Layout {
        let (board_width, board_height) = survey.geometry.size();
        let scale = (board_width / 1900.0).clamp(0.6, 2.0);
        let side = BLEED + (FRAME + 18.0) * scale;
        let width = (board_width + 2.0 * side).max(1250.0 * scale);
        let header = 236.0 * scale;
        let board = Point::new((width - board_width) / 2.0, header + BLEED);
        let strip = if strip > 0.0 { strip + BLEED } else { 0.0 };
        let legend_top = board.y + board_height + BLEED + strip + 16.0 * scale;
        let legend_height =
            if options.legend { legend::height(survey, width - 2.0 * side, scale) } else { 0.0 };
        let credit_top = legend_top + legend_height;
        let credit = credit_lines(survey.map, width - 2.0 * side, scale);
        let height = credit_top + (24.0 * credit.len() as f64 + FRAME + 26.0) * scale;
        Layout { width, height, board, scale, header, legend_top, credit_top, credit }
    }
}

/// The credit that must go with a map, as it is printed.
pub fn credit(map: &Map) -> String {
    let mut letters = map.provenance.attribution.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// The credit, broken into lines that fit.
fn credit_lines(map: &Map, width: f64, scale: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let style = Style { italic: true, ..Style::SERIF };
    for word in credit(map).split_whitespace() {
        let grown = match lines.last() {
            Some(line) => format!("{line} {word}"),
            None => word.to_string(),
        };
        let fits = f64::from(font::text_width(&grown, (17.0 * scale) as f32, style)) <= width;
        match lines.last_mut() {
            Some(line) if fits => *line = grown,
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Opens the drawing: paper, its stains, the frame at its edge.
pub(crate) fn open(svg: &mut Svg, survey: &Survey, layout: &Layout, palette: &Palette) {
    let (w, h, s) = (layout.width, layout.height, layout.scale);
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\">\
         <title>{}</title>",
        escape(&survey.map.title)
    ));
    svg.layer("paper", "");
    svg.raw(&format!("<rect width=\"{w:.0}\" height=\"{h:.0}\" fill=\"{}\"/>", palette.paper));
    if let Some(stain) = palette.stain {
        let age = survey.id("age");
        svg.raw(&format!(
            "<defs><radialGradient id=\"{age}\" cx=\".5\" cy=\".5\" r=\".75\"><stop offset=\".55\" stop-color=\"{stain}\" stop-opacity=\"0\"/>\
             <stop offset=\"1\" stop-color=\"{stain}\" stop-opacity=\".28\"/></radialGradient></defs>\
             <rect width=\"{w:.0}\" height=\"{h:.0}\" fill=\"url(#{age})\"/>"
        ));
    }
    for (inset, line) in [(FRAME - 8.0, 3.4), (FRAME, 1.0)] {
        let d = inset * s;
        svg.raw(&format!(
            "<rect x=\"{d:.1}\" y=\"{d:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
            w - 2.0 * d, h - 2.0 * d, palette.frame, line * s
        ));
    }
    svg.end();
}

/// The border of the board; on squares with the numbers of rows and columns.
pub(crate) fn draw_border(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let id = survey.id("board");
    svg.layer("border", "stroke-linejoin=\"round\" fill=\"none\"");
    for (colour, width) in [
        (palette.frame, 29.0),
        (palette.paper, 22.0),
        (palette.frame, 14.0),
        (palette.ground, 11.6),
    ] {
        svg.reuse(&id, format_args!("stroke=\"{colour}\" stroke-width=\"{width}\""));
    }
    svg.end();
    if survey.geometry.is_hex() {
        return;
    }
    let (width, height) = survey.geometry.size();
    svg.layer(
        "margins",
        &format!(
            "font-family=\"{}\" font-size=\"24\" text-anchor=\"middle\" fill=\"{}\"",
            font::SERIF_FAMILY,
            palette.ink
        ),
    );
    let mut put = |x: f64, y: f64, n: usize| {
        svg.raw(&format!("<text x=\"{}\" y=\"{}\">{n}</text>", number(x), number(y + 8.0)));
    };
    for column in 0..survey.grid.columns() {
        let x = (column as f64 + 0.5) * crate::geometry::UNIT;
        put(x, -31.0, column);
        put(x, height + 31.0, column);
    }
    for row in 0..survey.grid.rows(0) {
        let y = (row as f64 + 0.5) * crate::geometry::UNIT;
        put(-33.0, y, row);
        put(width + 33.0, y, row);
    }
    svg.end();
}

/// Everything around the board.
pub(crate) fn draw(
    svg: &mut Svg,
    survey: &Survey,
    layout: &Layout,
    options: &Options,
    palette: &Palette,
) {
    svg.layer(
        "furniture",
        &format!("font-family=\"{}\" fill=\"{}\"", font::SERIF_FAMILY, palette.ink),
    );
    draw_title(svg, survey, layout, options, palette);
    draw_compass(svg, survey, layout, palette);
    draw_scale(svg, survey, layout, palette);
    if options.legend {
        let side = BLEED + (FRAME + 18.0) * layout.scale;
        legend::draw(
            svg,
            survey,
            palette,
            Point::new(side, layout.legend_top),
            layout.width - 2.0 * side,
            layout.scale,
        );
    }
    for (i, line) in layout.credit.iter().enumerate() {
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-style=\"italic\" text-anchor=\"middle\" fill-opacity=\".85\">{}</text>",
            number(layout.width / 2.0),
            number(layout.credit_top + (18.0 + 24.0 * i as f64) * layout.scale),
            number(17.0 * layout.scale),
            escape(line)
        ));
    }
    svg.end();
}

/// The title between rules, the subtitle below it, in a cartouche.
fn draw_title(
    svg: &mut Svg,
    survey: &Survey,
    layout: &Layout,
    options: &Options,
    palette: &Palette,
) {
    let s = layout.scale;
    let (title, subtitle) = match survey.map.title.split_once(':') {
        Some((title, rest)) => (title.trim(), rest.trim()),
        None => (survey.map.title.trim(), ""),
    };
    let subtitle = options.subtitle.as_deref().unwrap_or(subtitle);
    let room = layout.width - 2.0 * 390.0 * s;
    let fitted = |text: &str, size: f64, style: Style| {
        let letters = Letters::set(text, size, style);
        let share = (room / letters.width.max(1.0)).min(1.0);
        let spacing = style.letter_spacing * share as f32;
        Letters::set(text, size * share, Style { letter_spacing: spacing, ..style })
    };
    let bold = Style { weight: Weight::Bold, letter_spacing: (10.0 * s) as f32, ..Style::SERIF };
    let italic = Style { italic: true, letter_spacing: (0.6 * s) as f32, ..Style::SERIF };
    let big = fitted(&title.to_uppercase(), 78.0 * s, bold);
    let small = fitted(subtitle, 31.0 * s, italic);
    let middle = Point::new(layout.width / 2.0, FRAME * s + (layout.header - FRAME * s) * 0.5);
    let half = big.width.max(small.width) / 2.0 + 46.0 * s;
    cartouche(svg, palette, middle, half, 84.0 * s, s);
    for (letters, down) in [(&big, 14.0), (&small, 58.0)] {
        if letters.text.is_empty() {
            continue;
        }
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" {}text-anchor=\"middle\">{}</text>",
            number(middle.x + f64::from(letters.style.letter_spacing) / 2.0),
            number(middle.y + down * s),
            face(letters),
            escape(&letters.text)
        ));
    }
}

/// A framed field with hollowed corners and a rule through its middle.
fn cartouche(svg: &mut Svg, palette: &Palette, middle: Point, half: f64, tall: f64, s: f64) {
    for (grow, line, fill) in [(0.0, 2.6, palette.ground), (-7.0, 0.9, "none")] {
        let (w, h, notch) = (half + grow * s, tall + grow * s, 22.0 * s);
        let mut data = PathData::new();
        let corner = |x: f64, y: f64| middle + Point::new(x, y);
        data.move_to(corner(-w + notch, -h));
        data.line_to(corner(w - notch, -h));
        data.quad_to(corner(w - notch, -h + notch), corner(w, -h + notch));
        data.line_to(corner(w, h - notch));
        data.quad_to(corner(w - notch, h - notch), corner(w - notch, h));
        data.line_to(corner(-w + notch, h));
        data.quad_to(corner(-w + notch, h - notch), corner(-w, h - notch));
        data.line_to(corner(-w, -h + notch));
        data.quad_to(corner(-w + notch, -h + notch), corner(-w + notch, -h));
        data.close();
        svg.path(
            &data,
            format_args!(
                "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{:.1}\"",
                palette.frame,
                line * s
            ),
        );
    }
    let mut ornament = PathData::new();
    for hand in [-1.0, 1.0] {
        let p = middle + Point::new(hand * (half - 18.0 * s), 0.0);
        let (wide, tall) = (Point::new(4.2 * s, 0.0), Point::new(0.0, 9.6 * s));
        ornament.polygon(&[p - wide, p - tall, p + wide, p + tall]);
    }
    svg.path(&ornament, format_args!("fill=\"{}\"", palette.frame));
}

/// A rose that points to true north.
fn draw_compass(svg: &mut Svg, survey: &Survey, layout: &Layout, palette: &Palette) {
    let s = layout.scale;
    let c = Point::new(
        layout.width - BLEED - 130.0 * s,
        FRAME * s + (layout.header - FRAME * s) * 0.53,
    );
    let turn = -survey.map.sheet.up_bearing_deg;
    let (mut dark, mut light, mut rings) = (PathData::new(), PathData::new(), PathData::new());
    rings.circle(c, 45.0 * s);
    rings.circle(c, 40.0 * s);
    for i in 0..36 {
        let way = Point::polar(turn + 10.0 * f64::from(i));
        rings.segment(c + way * (40.0 * s), c + way * (45.0 * s));
    }
    let rays = [
        (45.0, 0.62),
        (135.0, 0.62),
        (225.0, 0.62),
        (315.0, 0.62),
        (90.0, 0.84),
        (180.0, 0.84),
        (270.0, 0.84),
        (0.0, 1.18),
    ];
    for (bearing, reach) in rays {
        let way = Point::polar(bearing - 90.0 + turn);
        let (tip, foot) = (c + way * (58.0 * reach * s), way.turned() * (9.0 * s));
        let root = c + way * (9.0 * s);
        dark.polygon(&[c, root + foot, tip]);
        light.polygon(&[c, root - foot, tip]);
    }
    let ink = palette.ink;
    svg.path(
        &rings,
        format_args!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{:.1}\"", 1.1 * s),
    );
    svg.path(
        &light,
        format_args!(
            "fill=\"{}\" stroke=\"{ink}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"",
            palette.ground,
            0.9 * s
        ),
    );
    svg.path(
        &dark,
        format_args!(
            "fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"",
            0.9 * s
        ),
    );
    let north = c + Point::polar(turn - 90.0) * (83.0 * s);
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"700\" text-anchor=\"middle\">N</text>",
        number(north.x), number(north.y + 9.5 * s), number(29.0 * s)
    ));
}

/// Scale bars in miles and in metres.
fn draw_scale(svg: &mut Svg, survey: &Survey, layout: &Layout, palette: &Palette) {
    let s = layout.scale;
    let per_metre = crate::geometry::UNIT / survey.map.sheet.cell_m.max(1.0);
    let x = BLEED + (FRAME + 18.0) * s;
    let top = FRAME * s + (layout.header - FRAME * s) * 0.5;
    let room = 430.0 * s;
    let fitting = |unit: f64, steps: &[f64]| {
        steps.iter().copied().filter(|n| n * unit * per_metre <= room).fold(steps[0], f64::max)
    };
    let miles = fitting(1609.344, &[0.25, 0.5, 1.0, 2.0, 3.0]);
    let metres = fitting(1.0, &[250.0, 500.0, 1000.0, 2000.0, 3000.0]);
    let mile_word = match miles {
        0.25 => "¼ mile".to_string(),
        0.5 => "½ mile".to_string(),
        1.0 => "1 mile".to_string(),
        m => format!("{m:.0} miles"),
    };
    bar(svg, palette, Point::new(x, top - 22.0 * s), miles * 1609.344 * per_metre, s, &mile_word);
    bar(
        svg,
        palette,
        Point::new(x, top + 36.0 * s),
        metres * per_metre,
        s,
        &format!("{metres:.0} metres"),
    );
    let cell = if survey.geometry.is_hex() { "hex" } else { "square" };
    let yards = survey.map.sheet.cell_m / 0.9144;
    let words = if (yards / 50.0 - (yards / 50.0).round()).abs() < 0.01 {
        format!("One {cell} = {yards:.0} yards")
    } else {
        format!("One {cell} = {:.0} metres", survey.map.sheet.cell_m)
    };
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-style=\"italic\">{words}</text>",
        number(x),
        number(top + 82.0 * s),
        number(21.0 * s)
    ));
}

fn bar(svg: &mut Svg, palette: &Palette, p: Point, length: f64, s: f64, words: &str) {
    let tall = 9.0 * s;
    for i in 0..4 {
        let fill = if i % 2 == 0 { palette.ink } else { palette.ground };
        svg.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
            number(p.x + length * f64::from(i) / 4.0), number(p.y), number(length / 4.0), number(tall), palette.ink, 1.2 * s
        ));
    }
    let size = 19.0 * s;
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{2}\" text-anchor=\"middle\">0</text><text x=\"{3}\" y=\"{1}\" font-size=\"{2}\" text-anchor=\"middle\">{words}</text>",
        number(p.x + 4.0 * s), number(p.y - 8.0 * s), number(size), number(p.x + length - 12.0 * s)
    ));
}
