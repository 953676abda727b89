//! Those still to come: a strip of counters with the game-turn and place of their arrival.

use std::fmt::Write;

use atlas::Side;
use atlas::battle::{Group, Scenario, Start};
use field::{Cell, Grid};

use crate::counter::{Counter, Livery};
use crate::font::{self, Family, Style, Weight};
use crate::palette::Theme;
use crate::svg::{escape, fine};

/// Side of a counter in the strip, and from one to the next.
const COUNTER: f64 = 56.0;
const STEP: f64 = 64.0;

/// Between one group and the next, and the height of a group's heading.
const GAP: f64 = 34.0;
const HEADING: f64 = 46.0;

/// A drawing that lies beside the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strip {
    /// The group, from (0, 0) to the right and downward; needs the definitions of the counters.
    pub svg: String,
    /// How high it is; zero if nobody comes.
    pub height: f64,
}

/// The groups that arrive later, as a strip of at most this width.
pub fn coming_strip(scenario: &Scenario, grid: &Grid, theme: Theme, width: f64) -> Strip {
    let livery = Livery::of(scenario);
    let mut out = format!(
        "\n<g class=\"layer\" data-layer=\"coming\" font-family=\"{}\" fill=\"{}\">",
        font::SERIF_FAMILY,
        theme.palette().ink
    );
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0);
    for group in ordered(scenario) {
        let counters = counters(scenario, &livery, group);
        if counters.is_empty() {
            continue;
        }
        let block = Block::new(group, counters, grid, width);
        if x > 0.0 && x + block.width > width {
            (x, y) = (0.0, y + row + GAP / 2.0);
            row = 0.0;
        }
        block.draw(&mut out, x, y, theme);
        x += block.width + GAP;
        row = f64::max(row, block.height());
    }
    out.push_str("</g>");
    Strip { svg: out, height: y + row }
}

/// The groups by the turn of their arrival, the uncertain last.
fn ordered(scenario: &Scenario) -> Vec<&Group> {
    let mut groups: Vec<&Group> = scenario.groups.iter().collect();
    groups.sort_by_key(|group| {
        (group.turns.first().copied().unwrap_or(u8::MAX), group.side != Side::Union)
    });
    groups
}

fn counters(scenario: &Scenario, livery: &Livery, group: &Group) -> Vec<Counter> {
    let comes =
        |start: &Start| matches!(start, Start::Arrives { group: name } if *name == group.id);
    let units = scenario.units.iter().filter(|unit| comes(&unit.start));
    // Facing and marks of a march belong to the board.
    units.map(|unit| Counter { facing: None, ..Counter::of(unit, livery) }).collect()
}

/// A group with its heading.
struct Block {
    when: String,
    place: String,
    counters: Vec<Counter>,
    columns: usize,
    width: f64,
}

const WHEN: Style = Style { weight: Weight::Bold, ..Style::SERIF };
const PLACE: Style = Style { family: Family::Serif, italic: true, ..Style::SERIF };

impl Block {
    fn new(group: &Group, counters: Vec<Counter>, grid: &Grid, room: f64) -> Block {
        let (when, place) = (when(group), place(group, grid));
        let columns = ((room / STEP) as usize).clamp(1, counters.len().max(1));
        let words = font::text_width(&when, 20.0, WHEN).max(font::text_width(&place, 15.0, PLACE));
        let width = f64::max(columns as f64 * STEP, f64::from(words));
        Block { when, place, counters, columns, width }
    }

    fn height(&self) -> f64 {
        HEADING + self.counters.len().div_ceil(self.columns) as f64 * STEP
    }

    fn draw(&self, out: &mut String, x: f64, y: f64, theme: Theme) {
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"20\" font-weight=\"700\">{}</text>\
             <text x=\"{x}\" y=\"{}\" font-size=\"15\" font-style=\"italic\">{}</text>",
            fine(y + 16.0),
            escape(&self.when),
            fine(y + 35.0),
            escape(&self.place),
            x = fine(x),
        );
        for (index, counter) in self.counters.iter().enumerate() {
            let across = (index % self.columns) as f64 * STEP + COUNTER / 2.0;
            let down = HEADING + (index / self.columns) as f64 * STEP + COUNTER / 2.0;
            out.push_str(&counter.svg_at(theme, x + across, y + down, COUNTER));
        }
    }
}

/// When a group comes, in words.
fn when(group: &Group) -> String {
    let mut out = match group.turns.as_slice() {
        [] => "By the rules".to_owned(),
        [turn] => format!("Turn {turn}"),
        [first, .., last] => format!("Turn {first} to {last}"),
    };
    if !group.options.is_empty() {
        let _ = write!(out, ", option {}", group.options.join(" or "));
    }
    out
}

/// Where a group comes, in words: all cells if they are few.
fn place(group: &Group, grid: &Grid) -> String {
    let name = |cell: &Cell| grid.name(*cell).to_string();
    match group.cells.as_slice() {
        [] => String::new(),
        [first, .., last] if group.cells.len() > 4 => {
            format!("at {} to {}", name(first), name(last))
        }
        cells => format!("at {}", cells.iter().map(name).collect::<Vec<_>>().join(", ")),
    }
}
