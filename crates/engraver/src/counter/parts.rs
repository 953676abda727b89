//! The parts that counters are put together from, drawn once for a whole document.
//!
//! Coordinates: the counter reaches from -50 to 50 both ways; y grows downward.

use std::fmt::Write;

use atlas::Side;
use atlas::battle::{Arm, Mode, Size};
use field::Direction;

use super::{Paint, SidePaint};
use crate::palette::Theme;
use crate::svg::fine;

/// Middle of the strip with the designation.
pub(super) const STRIP_MIDDLE: f32 = -37.6;

/// Baseline of the numbers.
pub(super) const NUMBER_LINE: f32 = 43.5;

/// Between strength and movement.
pub(super) const NUMBER_GAP: f32 = 14.0;

/// Width of a leader's star, with the space after it.
pub(super) const STAR: f32 = 11.4;

/// Corners of the outline: the Union's are square, the Confederates' are cut.
const OUTLINES: [(&str, &str); 2] = [
    ("u", "M-47-49H47a2 2 0 0 1 2 2V47a2 2 0 0 1-2 2H-47a2 2 0 0 1-2-2V-47a2 2 0 0 1 2-2z"),
    ("c", "M-36-49H36L49-36V36L36 49H-36L-49 36V-36z"),
];

/// The strip at the top, inside the outline.
const STRIPS: [(&str, &str); 2] =
    [("u", "M-47.4-47.4h94.8v18.6h-94.8z"), ("c", "M-35.3-47.4h70.6l12.1 12.1v6.5h-94.8v-6.5z")];

/// The band of a reduced unit, inside the outline.
const BANDS: [(&str, &str); 2] = [
    ("u", "M-47.4 14h94.8v31.5h-94.8z"),
    ("c", "M-47.4 14h94.8v21.3l-10.2 10.2h-74.4l-10.2-10.2z"),
];

/// Light from the upper left: the lit edge, then the edge in the shade.
const BEVELS: [(&str, &str, &str); 2] = [
    ("u", "M-46.2 46.2V-46.2H46.2", "M46.2-45V46.2H-45"),
    ("c", "M-46.2 34.8V-34.8L-34.8-46.2H34.8", "M46.2-34.8V34.8L34.8 46.2H-34.8"),
];

/// The ring around a selected counter.
const RINGS: [(&str, &str); 2] = [
    ("u", "M-55-55h110v110h-110z"),
    ("c", "M-38.5-55h77l16.5 16.5v77l-16.5 16.5h-77l-16.5-16.5v-77z"),
];

/// The parts of counters in a theme, as a `defs` element. A document needs them once.
pub fn definitions(theme: Theme) -> String {
    let paint = Paint::of(theme);
    let mut out = String::from("<defs>");
    for (index, side) in Side::BOTH.into_iter().enumerate() {
        bodies(&mut out, paint, side, index);
    }
    symbols(&mut out, paint, "", paint.paper, paint.ink);
    symbols(&mut out, paint, "-i", paint.ink, paint.paper);
    sizes(&mut out);
    signs(&mut out, paint);
    out.push_str("</defs>");
    out
}

/// What differs between the sides: body, strip, band, dashes and ring.
fn bodies(out: &mut String, paint: Paint, side: Side, index: usize) {
    let SidePaint { body, ink, edge } = paint.sides[side];
    let (letter, outline) = OUTLINES[index];
    let _ = write!(out, r#"<g id="lr-body-{letter}">"#);
    if paint.shadow > 0 {
        let shade = fine(f64::from(paint.shadow) / 100.0);
        let _ = write!(out, r#"<path d="{outline}" transform="translate(3 4)" fill="black" "#);
        let _ = write!(out, r#"fill-opacity="{shade}"/>"#);
    }
    let _ =
        write!(out, r#"<path d="{outline}" fill="{body}" stroke="{edge}" stroke-width="2.6"/>"#);
    if paint.bevel > 0 {
        let (_, lit, shaded) = BEVELS[index];
        let light = fine(f64::from(paint.bevel) / 100.0);
        let _ = write!(out, r#"<g fill="none" stroke-width="2.8" stroke-opacity="{light}">"#);
        let _ = write!(
            out,
            r##"<path d="{lit}" stroke="#fff"/><path d="{shaded}" stroke="#000"/></g>"##
        );
    }
    out.push_str("</g>");
    let (strip, band, ring) = (STRIPS[index].1, BANDS[index].1, RINGS[index].1);
    let (paper, line, accent) = (paint.paper, paint.ink, paint.accent);
    let _ = write!(out, r#"<path id="lr-strip-{letter}" d="{strip}"/>"#);
    let _ = write!(out, r#"<path id="lr-band-{letter}" d="{band}" fill="{paper}" "#);
    let _ = write!(out, r#"stroke="{edge}" stroke-width="1.6"/>"#);
    let _ = write!(out, r#"<path id="lr-dashes-{letter}" d="{outline}" fill="none" "#);
    let _ = write!(out, r#"stroke="{ink}" stroke-width="6" stroke-dasharray="12 9"/>"#);
    let _ = write!(out, r#"<g id="lr-halo-{letter}" fill="none" stroke-linejoin="round">"#);
    let _ = write!(out, r#"<path d="{ring}" stroke="{line}" stroke-width="11"/>"#);
    let _ = write!(out, r#"<path d="{ring}" stroke="{accent}" stroke-width="6.5"/></g>"#);
}

/// Arms in their box: lines of one colour on a ground of the other.
fn symbols(out: &mut String, paint: Paint, suffix: &str, ground: &str, line: &str) {
    const BOX: &str = "M-23-17h46v28h-46z";
    let frame = paint.ink;
    let slash = format!(r#"<path d="M23-17-23 11" stroke="{line}"/>"#);
    let cross = format!(r#"<path d="M-23-17 23 11M23-17-23 11" stroke="{line}"/>"#);
    let dot = format!(r#"<circle cy="-3" r="6.8" fill="{line}"/>"#);
    let both = format!("{slash}{dot}");
    for (name, content) in [("inf", cross), ("cav", slash), ("art", dot), ("horse", both)] {
        let _ = write!(out, r#"<g id="lr-{name}{suffix}" stroke-width="3">"#);
        let _ = write!(out, r#"<path d="{BOX}" fill="{ground}"/>{content}"#);
        let _ = write!(out, r#"<path d="{BOX}" fill="none" stroke="{frame}"/></g>"#);
    }
}

/// Size marks above the box: strokes and crosses in the colour of the letters.
fn sizes(out: &mut String) {
    let stroke = |x: f64| format!(r#"<path d="M{}-27.5h2.6v7.6h-2.6z"/>"#, fine(x - 1.3));
    for (name, marks) in [("s1", 1), ("s2", 2), ("s3", 3)] {
        let body: String = spread(marks, 6.4).map(stroke).collect();
        let _ = write!(out, r#"<g id="lr-{name}">{body}</g>"#);
    }
    for (name, marks) in [("x1", 1), ("x2", 2), ("x3", 3)] {
        let body: String = spread(marks, 11.0).map(cross).collect();
        let _ = write!(out, r#"<g id="lr-{name}">{body}</g>"#);
    }
}

/// Positions of this many marks around the middle.
fn spread(marks: u8, gap: f64) -> impl Iterator<Item = f64> {
    (0..marks).map(move |mark| (f64::from(mark) - f64::from(marks - 1) / 2.0) * gap)
}

/// A cross as a filled shape, because marks take the colour of the letters from the counter's fill.
fn cross(x: f64) -> String {
    const ARMS: &str =
        "h2.9l1.7 2.4 1.7-2.4h2.9l-3.1 3.9 3.1 3.9h-2.9l-1.7-2.4-1.7 2.4h-2.9l3.1-3.9z";
    format!(r#"<path d="M{}-27.6{ARMS}"/>"#, fine(x - 4.6))
}

/// Parts of one shape, which take the colour of the letters: formations below the box, signs around
/// their own middle, the dash between the numbers, the star of a leader.
const SHAPES: [(&str, &str); 9] = [
    ("column", "M-12.4 13.4h5.6v4.6h-5.6zM-2.8 13.4h5.6v4.6h-5.6zM6.8 13.4h5.6v4.6h-5.6z"),
    ("limbered", "M-17 15.8a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM11 15.8a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"),
    ("mounted", "M-6.6 19V16.8a6.6 4.4 0 0 1 13.2 0V19H3.2V16.8a3.2 1.6 0 0 0-6.4 0V19z"),
    ("moved", "M-9.5-13h5L1.5 0l-6 13h-5l6-13zM-.5-13h5l6 13-6 13h-5l6-13z"),
    ("advanced", "M-10-13h20v4.4h-20zM0-6.5 10 4.5H3.2V13h-6.4V4.5H-10z"),
    ("immobile", "M-2-12h4v9h8v4h-20v-4h8zM-7 4H7v3.6H-7zM-3.8 10.4h7.6V14h-7.6z"),
    (
        "command",
        "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z\
         M-4.6 6.9 6.9-4.6A8 8 0 0 1-4.6 6.9zM-6.9 4.6A8 8 0 0 1 4.6-6.9z",
    ),
    ("dash", "M-4 32.5h8v3.6h-8z"),
    (
        "star",
        "M0-43.2 1.4-39.3 5.4-39.2 2.2-36.7 3.4-32.9 0-35.2\
         -3.4-32.9-2.2-36.7-5.4-39.2-1.4-39.3z",
    ),
];

/// A burst with eight points.
const BURST: &str = "M0-18 4.6-9.6 12.7-12.7 9.6-4.6 18 0 9.6 4.6 12.7 12.7 4.6 9.6 \
                     0 18-4.6 9.6-12.7 12.7-9.6 4.6-18 0-9.6-4.6-12.7-12.7-4.6-9.6z";

/// A bolt through the symbol of a routed unit.
const BOLT: &str = "M10-30-7-9 7-5-9 16";

/// Signs, formations and small things.
fn signs(out: &mut String, paint: Paint) {
    for (name, data) in SHAPES {
        let _ = write!(out, r#"<path id="lr-{name}" d="{data}"/>"#);
    }
    let (ink, paper, alarm) = (paint.ink, paint.paper, paint.alarm);
    let _ = write!(
        out,
        r##"<g id="lr-must"><path d="{BURST}" fill="{alarm}" stroke="{paper}" stroke-width="2"/>"##
    );
    out.push_str(
        r##"<path d="M-2.3-9h4.6l-.9 11h-2.8zM-2.2 4.6h4.4v4.4h-4.4z" fill="#fff"/></g>"##,
    );
    let _ = write!(
        out,
        r#"<g id="lr-attacked" stroke="{ink}"><circle r="12.5" fill="{paper}" stroke-width="2.4"/>"#
    );
    out.push_str(r#"<path d="M-6.4.4-2 5 6.6-5.4" fill="none" stroke-width="4"/></g>"#);
    let _ = write!(
        out,
        r##"<g id="lr-crack" fill="none"><path d="{BOLT}" stroke="{ink}" stroke-width="10"/>"##
    );
    let _ = write!(out, r##"<path d="{BOLT}" stroke="#fff" stroke-width="5"/></g>"##);
}

/// The arrow on the side or corner that a unit faces.
pub(super) fn facing(out: &mut String, side: Side, facing: Direction, paint: Paint) {
    let diagonal = facing.index() % 2 == 1;
    let edge = match (diagonal, side) {
        (false, _) => 47,
        (true, Side::Union) => 62,
        (true, Side::Confederate) => 57,
    };
    let _ = write!(
        out,
        r#"<path transform="rotate({})" d="M-15-{edge} 0-{}l15 14z" fill="{}" "#,
        facing.index() * 45,
        edge + 14,
        paint.accent,
    );
    let _ = write!(out, r#"stroke="{}" stroke-width="2.4"/>"#, paint.ink);
}

/// The letter of a side in the names of parts.
pub(super) const fn letter(side: Side) -> &'static str {
    match side {
        Side::Union => "u",
        Side::Confederate => "c",
    }
}

/// Room for the designation between the corners of the strip.
pub(super) const fn strip_room(side: Side) -> f32 {
    match side {
        Side::Union => 90.0,
        Side::Confederate => 82.0,
    }
}

/// Room for the numbers between the lower corners.
pub(super) const fn number_room(side: Side) -> f32 {
    match side {
        Side::Union => 86.0,
        Side::Confederate => 78.0,
    }
}

/// The part with an arm's symbol; guns that ride have the slash of the cavalry too.
pub(super) const fn arm_name(arm: Arm, horse: bool) -> &'static str {
    match (arm, horse) {
        (Arm::Infantry, _) => "inf",
        (Arm::Cavalry, _) => "cav",
        (Arm::Artillery, false) => "art",
        (Arm::Artillery, true) => "horse",
    }
}

/// The part with the mark of a formation for marching.
pub(super) const fn mode_name(mode: Mode) -> Option<&'static str> {
    match mode {
        Mode::Column => Some("column"),
        Mode::Mounted => Some("mounted"),
        Mode::Limbered => Some("limbered"),
        Mode::Normal | Mode::Dismounted | Mode::Unlimbered => None,
    }
}

/// The part with a size's marks.
pub(super) const fn size_name(size: Size) -> &'static str {
    match size {
        Size::Battery => "s1",
        Size::Battalion | Size::HalfBrigade => "s2",
        Size::Regiment | Size::Group => "s3",
        Size::Brigade => "x1",
        Size::Division => "x2",
        Size::Corps => "x3",
    }
}

/// A direction in words.
pub(super) const fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}
