//! The drawn map with something over it.
//!
//! The map is in the style sheet, once by day and once by night; the plots lie over it.

use std::fmt::Write;

use atlas::map::Map;
use engraver::geometry::Geometry;
use engraver::{BLEED, Options, Theme, board_svg};
use field::Cell;

use super::plot::escaped;

/// How tall a map may be on paper, in centimetres.
const TALLEST_PRINTED: f64 = 19.0;

/// The style that lays the map under a plot.
pub fn style(map: &Map) -> String {
    let picture = |theme| {
        let options = Options { theme, numbers: true, legend: false, ..Options::default() };
        base64(board_svg(map, &options).as_bytes())
    };
    let rule = |theme| {
        format!(".map{{background-image:url(\"data:image/svg+xml;base64,{}\")}}", picture(theme))
    };
    let (width, height) = Geometry::new(&map.grid).size();
    // The picture fills the box, so the box must keep its shape: a page is filled by its width.
    let widest = TALLEST_PRINTED * (width + 2.0 * BLEED) / (height + 2.0 * BLEED);
    format!(
        "{}@media screen and (prefers-color-scheme:dark){{{}}}@media print{{.map{{max-width:{widest:.1}cm}}}}",
        rule(Theme::Light),
        rule(Theme::Dark)
    )
}

/// The map with something over it.
pub fn overlay(geometry: &Geometry, label: &str, body: &str) -> String {
    let (width, height) = geometry.size();
    format!(
        "<svg class=\"map\" role=\"img\" aria-label=\"{3}\" viewBox=\"{0} {0} {1:.1} {2:.1}\">{body}</svg>",
        -BLEED,
        width + 2.0 * BLEED,
        height + 2.0 * BLEED,
        escaped(label)
    )
}

/// A cell with a strength of colour and words for whoever points at it.
pub fn tint(
    out: &mut String,
    geometry: &Geometry,
    cell: Cell,
    class: &str,
    depth: f64,
    title: &str,
) {
    let corners: Vec<String> =
        geometry.corners(cell).iter().map(|p| format!("{:.0},{:.0}", p.x, p.y)).collect();
    let _ = write!(
        out,
        "<polygon class=\"{class}\" points=\"{}\" fill-opacity=\"{depth:.2}\"><title>{}</title></polygon>",
        corners.join(" "),
        escaped(title)
    );
}

/// Bytes as base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The examples of RFC 4648.
    #[test]
    fn base64_as_published() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
