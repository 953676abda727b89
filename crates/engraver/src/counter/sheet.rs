//! A scenario's counters laid out as a sheet, as they would come out of the box.

use std::fmt::Write;

use atlas::Side;
use atlas::battle::{Scenario, Unit};

use super::{Counter, Livery, SIDE, definitions};
use crate::font;
use crate::palette::Theme;
use crate::svg::{escape, fine};

/// Counters in a row.
const COLUMNS: usize = 12;

/// From one counter to the next, in counter units.
const STEP: f64 = 122.0;

const MARGIN: f64 = 40.0;
const TITLE: f64 = 96.0;

/// All counters of a scenario, a block for each side, in the order of its corps; the reverse
/// follows the front. `side` is the length of a counter's side in the drawing.
pub fn counter_sheet_svg(scenario: &Scenario, theme: Theme, side: f64) -> String {
    let livery = Livery::of(scenario);
    let mut body = String::new();
    let mut y = MARGIN;
    for army in Side::BOTH {
        let counters = counters(scenario, &livery, army);
        if !counters.is_empty() {
            y = block(&mut body, army, &counters, theme, y);
        }
    }
    let (paper, ink) = (theme.palette().paper, theme.palette().ink);
    let (width, height) = (2.0 * MARGIN + COLUMNS as f64 * STEP, y + MARGIN);
    let scale = side / SIDE;
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}" "#,
        fine(width * scale),
        fine(height * scale),
        fine(width),
        fine(height),
    );
    let _ = write!(out, r#"role="img" aria-label="Counters: {}">"#, escape(&scenario.title));
    let _ =
        write!(out, r#"<rect width="100%" height="100%" fill="{paper}"/>{}"#, definitions(theme));
    let _ = write!(out, r#"<g fill="{ink}">{body}</g></svg>"#);
    out
}

/// The counters of an army, by corps and in the order of the file, each with its reverse.
fn counters(scenario: &Scenario, livery: &Livery, army: Side) -> Vec<Counter> {
    let mut units: Vec<&Unit> = scenario.units.iter().filter(|unit| unit.side == army).collect();
    units.sort_by_key(|unit| unit.corps.is_none());
    let faces = |unit: &&Unit| {
        [Some(Counter::of(unit, livery)), Counter::reverse_of(unit, livery)].into_iter().flatten()
    };
    units.iter().flat_map(faces).collect()
}

/// Draws a side's block below `y`; says where it ends.
fn block(out: &mut String, army: Side, counters: &[Counter], theme: Theme, y: f64) -> f64 {
    let _ = write!(
        out,
        r#"<text x="{}" y="{}" font-family="{}" font-size="46" font-weight="700" "#,
        fine(MARGIN + 6.0),
        fine(y + 48.0),
        font::SERIF_FAMILY,
    );
    let _ = write!(out, r#"letter-spacing="6">{}</text>"#, army.to_string().to_uppercase());
    let top = y + TITLE;
    for (index, counter) in counters.iter().enumerate() {
        let x = MARGIN + ((index % COLUMNS) as f64 + 0.5) * STEP;
        let y = top + ((index / COLUMNS) as f64 + 0.5) * STEP;
        out.push_str(&counter.svg_at(theme, x, y, SIDE));
    }
    top + counters.len().div_ceil(COLUMNS) as f64 * STEP + MARGIN
}
