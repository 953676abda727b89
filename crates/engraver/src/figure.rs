//! Figures of a rulebook: a small piece of ground, counters on it, and what is to be pointed out.
//!
//! A file of figures says what each shows ([`read`] gives its form); the ground is drawn as on a map, the counters
//! as on the table. `cargo xtask figures` draws every file of `docs/rules/figures/` anew, and a
//! test holds the pictures in the project to what is drawn here.

mod file;
mod ground;
mod overlay;

use std::fmt::Write;

use atlas::map::Map;
use field::Cell;

use crate::counter::{Counter, definitions};
use crate::geometry::Geometry;
use crate::palette::Theme;
use crate::sheet::{Options, draw_board, letter};
use crate::survey::Survey;
use crate::svg::{Svg, escape, fine};
use crate::units::{Stack, draw_stack};

pub use file::read;

/// Space around the ground, for its border.
const MARGIN: f64 = 18.0;

/// A figure, ready to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What its picture is called, without an ending.
    pub name: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// How much smaller than on a map it is shown.
    scale: f64,
    /// Whether the cells have their numbers.
    numbers: bool,
    map: Map,
    /// Column and row of the map from which the upper left cell is taken.
    first: (usize, usize),
    stacks: Vec<Stack>,
    shades: Vec<Shade>,
    arrows: Vec<Arrow>,
    sights: Vec<Sight>,
    words: Vec<Words>,
}

/// What a mark says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Meaning {
    /// This may be done.
    Yes,
    /// This may not.
    No,
    /// Somebody's reach.
    Reach,
    /// Nothing but a way, or plain words.
    Plain,
}

/// Cells that are pointed out.
#[derive(Clone, PartialEq, Debug)]
struct Shade {
    cells: Vec<Cell>,
    meaning: Meaning,
}

/// A way from cell to cell.
#[derive(Clone, PartialEq, Debug)]
struct Arrow {
    way: Vec<Cell>,
    meaning: Meaning,
}

/// A straight line from one cell to another.
#[derive(Clone, PartialEq, Debug)]
struct Sight {
    from: Cell,
    to: Cell,
    meaning: Meaning,
}

/// Words, at the middle of a cell or of the side between two.
#[derive(Clone, PartialEq, Debug)]
struct Words {
    at: (Cell, Cell),
    text: String,
    /// To the right and downward, in cells.
    shift: (f64, f64),
    size: f64,
    meaning: Meaning,
}

impl Figure {
    /// Width and height of the picture, in pixels.
    pub fn size(&self) -> (u32, u32) {
        let (width, height) = Geometry::new(&self.map.grid).size();
        let pixels = |length: f64| ((length + 2.0 * MARGIN) * self.scale).round() as u32;
        (pixels(width), pixels(height))
    }

    /// The figure as a drawing of its own.
    pub fn svg(&self, theme: Theme) -> String {
        let options = Options { theme, numbers: self.numbers, ..Options::default() };
        let mut survey = Survey::new(&self.map);
        survey.first = self.first;
        let placed = letter(&mut survey);
        let (width, height) = survey.geometry.size();
        let (w, h) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        let (wide, high) = self.size();
        let mut svg = Svg::new();
        svg.raw(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1} {2}\" width=\"{3}\" height=\"{4}\" \
             role=\"img\"><title>{5}</title>",
            -MARGIN,
            fine(w),
            fine(h),
            wide,
            high,
            escape(&self.title)
        ));
        draw_board(&mut svg, &survey, &placed, &options, theme.palette());
        let inks = overlay::Inks::of(theme);
        overlay::draw_below(&mut svg, &survey, self, &inks);
        svg.raw(&self.counters(&survey, theme));
        overlay::draw_above(&mut svg, &survey, self, &inks);
        svg.raw("\n</svg>\n");
        svg.into_string()
    }

    /// The counters with the parts they are made of.
    fn counters(&self, survey: &Survey, theme: Theme) -> String {
        let mut out = String::new();
        if self.stacks.is_empty() {
            return out;
        }
        let _ = write!(out, "\n<g class=\"layer\" data-layer=\"units\">{}", definitions(theme));
        for stack in &self.stacks {
            draw_stack(&mut out, stack, &survey.name(stack.cell), &survey.geometry, theme);
        }
        out.push_str("</g>");
        out
    }

    /// Whether somebody stands in a cell.
    fn is_taken(&self, cell: Cell) -> bool {
        self.stacks.iter().any(|stack| stack.cell == cell)
    }

    /// Puts a counter below those that stand in its cell already.
    fn place(&mut self, cell: Cell, counter: Counter) {
        match self.stacks.iter_mut().find(|stack| stack.cell == cell) {
            Some(stack) => stack.counters.push(counter),
            None => self.stacks.push(Stack { cell, counters: vec![counter] }),
        }
    }
}
