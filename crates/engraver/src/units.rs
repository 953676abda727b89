//! Counters on the board: stacks in their cells, and those still to come beside it.
//!
//! A stack is laid so that the numbers of every counter in it can be read and the printed number of
//! its hex stays free. What stands where is the caller's business; [`starting_stacks`] gives the
//! set-up.

mod coming;

use std::collections::BTreeMap;
use std::fmt::Write;

use atlas::battle::{Scenario, Start};
use atlas::map::Map;
use field::{Cell, Direction, Grid};

use crate::counter::{Counter, Livery, Paint, definitions};
use crate::font;
use crate::geometry::{Geometry, UNIT};
use crate::palette::Theme;
use crate::sheet::{BLEED, Options, board_fragment};
use crate::svg::{escape, fine};

pub use coming::{Strip, coming_strip};

/// The most counters of a stack that are drawn; a badge tells how many there are.
pub const SHOWN: usize = 3;

/// How much of a covered counter looks out below the one on top of it: its numbers.
const PEEK: f64 = 0.345;

/// How far a covered counter is moved to the right, as a share of its side.
const SHIFT: f64 = 0.07;

/// The counters in a cell, the one on top first.
#[derive(Clone, PartialEq, Debug)]
pub struct Stack {
    /// Where.
    pub cell: Cell,
    /// What stands there.
    pub counters: Vec<Counter>,
}

/// Where one counter of a stack is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Its middle, from the middle of the cell to the right.
    pub x: f64,
    /// Its middle, from the middle of the cell downward.
    pub y: f64,
    /// The length of its side.
    pub side: f64,
}

/// The stacks of a scenario as it begins, in the order of cells.
pub fn starting_stacks(scenario: &Scenario) -> Vec<Stack> {
    let livery = Livery::of(scenario);
    let mut cells: BTreeMap<Cell, Vec<Counter>> = BTreeMap::new();
    for unit in &scenario.units {
        if let Start::At(cell) = unit.start {
            cells.entry(cell).or_default().push(Counter::of(unit, &livery));
        }
    }
    cells.into_iter().map(|(cell, counters)| Stack { cell, counters }).collect()
}

/// The spots of a stack of this many counters, the one on top first; of a large stack only those
/// shown.
pub fn spots(count: usize, hex: bool) -> Vec<Spot> {
    // The upper end of a cell is kept for its printed number.
    let (single, height, middle) = if hex { (64.0, 76.0, 7.0) } else { (74.0, 84.0, 4.5) };
    let shown = count.min(SHOWN);
    let behind = shown.saturating_sub(1) as f64;
    let side = f64::min(single, height / (1.0 + PEEK * behind));
    let (step_x, step_y) = (side * SHIFT, side * PEEK);
    (0..shown)
        .map(|place| {
            let from_middle = place as f64 - behind / 2.0;
            Spot { x: from_middle * step_x, y: middle + from_middle * step_y, side }
        })
        .collect()
}

/// The starting stacks of a scenario as a layer of the board, with the parts it needs.
pub fn units_layer(scenario: &Scenario, grid: &Grid, theme: Theme) -> String {
    stacks_layer(&starting_stacks(scenario), grid, theme)
}

/// A map with a scenario's armies in their places, and those to come below the board.
pub fn deployment_svg(map: &Map, scenario: &Scenario, options: &Options) -> String {
    let theme = options.theme;
    let (width, height) = Geometry::new(&map.grid).size();
    let strip = coming_strip(scenario, &map.grid, theme, width);
    let below = if strip.height > 0.0 { strip.height + BLEED } else { 0.0 };
    let (start, paper) = (-BLEED, theme.palette().paper);
    let (w, h) = (fine(width + 2.0 * BLEED), fine(height + 2.0 * BLEED + below));
    let size = format!(r#"width="{w}" height="{h}""#);
    let mut out = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {size} "#);
    let _ = write!(out, r#"viewBox="{start} {start} {w} {h}">"#);
    let _ = write!(out, r#"<rect x="{start}" y="{start}" {size} fill="{paper}"/>"#);
    out.push_str(&board_fragment(map, options));
    out.push_str(&units_layer(scenario, &map.grid, theme));
    let down = fine(height + BLEED);
    let _ = write!(out, r#"<g transform="translate(0 {down})">{}</g></svg>"#, strip.svg);
    out.push('\n');
    out
}

/// Stacks as a layer of the board, with the parts it needs. Stacks off the board are left out.
pub fn stacks_layer(stacks: &[Stack], grid: &Grid, theme: Theme) -> String {
    let geometry = Geometry::new(grid);
    let mut ordered: Vec<&Stack> = stacks
        .iter()
        .filter(|stack| grid.contains(stack.cell) && !stack.counters.is_empty())
        .collect();
    // From the top of the sheet down, so that shadows fall on what lies below.
    ordered.sort_by(|a, b| {
        let (a, b) = (geometry.centre(a.cell), geometry.centre(b.cell));
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    });
    let mut out = format!("\n<g class=\"layer\" data-layer=\"units\">{}", definitions(theme));
    for stack in ordered {
        draw_stack(&mut out, stack, &grid.name(stack.cell).to_string(), &geometry, theme);
    }
    out.push_str("</g>");
    out
}

/// One stack in its cell, which has this name.
pub(crate) fn draw_stack(
    out: &mut String,
    stack: &Stack,
    name: &str,
    geometry: &Geometry,
    theme: Theme,
) {
    let centre = geometry.centre(stack.cell);
    let _ = write!(
        out,
        "\n<g class=\"stack\" data-cell=\"{}\" transform=\"translate({} {})\">",
        escape(name),
        fine(centre.x),
        fine(centre.y)
    );
    let spots = spots(stack.counters.len(), geometry.is_hex());
    let arrow = arrow_of(&stack.counters[..spots.len()]);
    for (place, (counter, spot)) in stack.counters.iter().zip(&spots).enumerate().rev() {
        let mut counter = counter.clone();
        if arrow.is_some_and(|bearer| bearer != place) {
            counter.facing = None;
        }
        out.push_str(&counter.svg_at(theme, spot.x, spot.y, spot.side));
    }
    if let (true, Some(top)) = (stack.counters.len() > SHOWN, spots.first()) {
        badge(out, stack.counters.len(), top, theme);
    }
    out.push_str("</g>");
}

/// Which counter bears the arrow of a stack that faces one way: the top one, or the lowest if the
/// arrow would lie on its numbers. `None`: each its own.
fn arrow_of(counters: &[Counter]) -> Option<usize> {
    use Direction::{South, SouthEast, SouthWest};
    let facing = counters.first()?.facing?;
    let same = counters.iter().all(|counter| counter.facing == Some(facing));
    let low = matches!(facing, South | SouthEast | SouthWest);
    same.then_some(if low { counters.len() - 1 } else { 0 })
}

/// A disc with the number of counters, on the upper left corner of the one on top.
fn badge(out: &mut String, count: usize, top: &Spot, theme: Theme) {
    let paint = Paint::of(theme);
    let (x, y) = (top.x - top.side * 0.5, top.y - top.side * 0.42);
    let size = if count < 10 { 15.0 } else { 12.0 };
    let capital = font::heights(size, font::Style::SANS_BOLD).capital;
    let (paper, ink, radius) = (paint.paper, paint.ink, fine(UNIT * 0.11));
    let _ = write!(out, r#"<g class="count" transform="translate({} {})">"#, fine(x), fine(y));
    let _ =
        write!(out, r#"<circle r="{radius}" fill="{paper}" stroke="{ink}" stroke-width="1.6"/>"#);
    let _ = write!(
        out,
        r#"<text y="{}" font-family="{}" font-weight="700" font-size="{size}" "#,
        fine(f64::from(capital) / 2.0),
        font::SANS_FAMILY,
    );
    let _ = write!(out, r#"text-anchor="middle" fill="{ink}">{}</text></g>"#, count.min(99));
}
