//! What the tests of counters share: sample counters and units, and pictures of them.

#![allow(dead_code, reason = "each test file uses its own part")]

use atlas::Side;
use atlas::battle::{Arm, Scenario, Size, Special, Start, Unit};
use engraver::Theme;
use engraver::counter::{self, Counter, States};
use resvg::{tiny_skia, usvg};

/// A counter with nothing special about it.
pub fn plain(side: Side) -> Counter {
    Counter {
        id: "3/1/I".to_owned(),
        side,
        arm: Arm::Infantry,
        size: Size::Brigade,
        strength: "5".to_owned(),
        movement: Some("6".to_owned()),
        designation: "3/1/I".to_owned(),
        states: States::NONE,
        tint: None,
        facing: None,
        horse: false,
        mode: None,
        leaders: Vec::new(),
        stars: 0,
    }
}

/// A document with one counter in the middle of a square of 160 units.
pub fn document(counter: &Counter, theme: Theme) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"160\" height=\"160\" viewBox=\"-80 -80 160 160\">{}{}</svg>",
        counter::definitions(theme),
        counter.svg(theme)
    )
}

/// The document as the renderer understands it; fails the test if it does not.
pub fn parse(svg: &str) -> usvg::Tree {
    let options = usvg::Options { fontdb: engraver::font::database(), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).unwrap_or_else(|error| panic!("{error}: {svg}"))
}

/// The picture of a document at a scale.
pub fn picture(svg: &str, scale: f32) -> tiny_skia::Pixmap {
    let png = engraver::png::render(svg, scale).unwrap();
    tiny_skia::Pixmap::decode_png(&png).unwrap()
}

/// A unit on the map or to come.
pub fn unit(id: &str, side: Side, start: Start) -> Unit {
    Unit {
        id: id.to_owned(),
        short: None,
        name: None,
        side,
        arm: Arm::Infantry,
        size: Size::Brigade,
        strength: 4,
        reduced: None,
        movement: None,
        corps: None,
        division: None,
        brigade: None,
        start,
        provenance: String::new(),
        note: None,
        special: Special::default(),
    }
}

/// A scenario of these units.
pub fn scenario(units: Vec<Unit>) -> Scenario {
    Scenario {
        id: "test".to_owned(),
        title: "A <test> & more".to_owned(),
        turns: 10,
        first: Side::Union,
        night: Vec::new(),
        fog: Vec::new(),
        stacking: 2,
        movement: None,
        columns: None,
        clock: Vec::new(),
        balance: None,
        groups: Vec::new(),
        units,
        leaders: Vec::new(),
    }
}
