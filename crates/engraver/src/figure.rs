//! Figures of a rulebook: a small piece of ground, counters on it, and what is to be pointed out.
//!
//! A file of figures says what each shows ([`read`] gives its form); the ground is drawn as on a map, the counters
//! as on the table. `cargo xtask figures` draws every file of `docs/rules/figures/` anew, and a
//! test holds the pictures in the project to what is drawn here.

mod file;
mod ground;
mod overlay;
mod profile;
mod text;

use std::fmt::Write;

use atlas::map::Map;
use field::{Cell, Direction};

use crate::counter::{Counter, definitions};
use crate::geometry::Geometry;
use crate::grid_art;
use crate::palette::Theme;
use crate::point::Point;
use crate::sheet::{Options, draw_board, letter};
use crate::survey::Survey;
use crate::svg::{Svg, escape, fine};
use crate::units::{Stack, draw_stack};

pub use file::read;
use profile::Profile;

/// Space around the ground, for its border.
const MARGIN: f64 = 18.0;

/// How much smaller counters on squares are than on the table.
const ON_SQUARES: f64 = 0.84;

/// How somebody who is not seen is drawn.
const PALE: &str = " opacity=\".38\"";

/// A figure, ready to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What its picture is called, without an ending.
    pub name: String,
    /// What it shows, in a sentence.
    pub title: String,
    drawing: Drawing,
}

/// What a figure is.
#[derive(Clone, PartialEq, Debug)]
enum Drawing {
    /// Ground from above with what stands on it.
    Board(Box<Board>),
    /// Ground from the side with lines of sight over it.
    Profile(Profile),
}

/// A piece of ground with counters and marks.
#[derive(Clone, PartialEq, Debug)]
struct Board {
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
    arcs: Vec<Arc>,
    rings: Vec<Ring>,
    /// Where those stand who are not seen: they are drawn pale.
    unseen: Vec<Cell>,
    works: Vec<Works>,
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

/// The ninety degrees before a square, so many squares deep.
#[derive(Clone, PartialEq, Debug)]
struct Arc {
    at: Cell,
    way: Direction,
    reach: usize,
    meaning: Meaning,
}

/// The squares within a distance of one.
#[derive(Clone, PartialEq, Debug)]
struct Ring {
    at: Cell,
    reach: usize,
    meaning: Meaning,
}

/// Earthworks on the side of a square that somebody faces.
#[derive(Clone, PartialEq, Debug)]
struct Works {
    at: Cell,
    way: Direction,
    level: u8,
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
        match &self.drawing {
            Drawing::Board(board) => board.size(),
            Drawing::Profile(profile) => profile.size(),
        }
    }

    /// The figure as a drawing of its own.
    pub fn svg(&self, theme: Theme) -> String {
        match &self.drawing {
            Drawing::Board(board) => board.svg(&self.title, theme),
            Drawing::Profile(profile) => profile.svg(&self.title, theme),
        }
    }
}

/// The beginning of a picture: the corner, width and height of what it shows, and its size in pixels.
fn head(title: &str, corner: f64, (w, h): (f64, f64), (wide, high): (u32, u32)) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corner} {corner} {} {}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\"><title>{}</title>",
        fine(w),
        fine(h),
        escape(title)
    )
}

impl Board {
    fn size(&self) -> (u32, u32) {
        let (width, height) = Geometry::new(&self.map.grid).size();
        let pixels = |length: f64| ((length + 2.0 * MARGIN) * self.scale).round() as u32;
        (pixels(width), pixels(height))
    }

    fn svg(&self, title: &str, theme: Theme) -> String {
        // On squares the numbers stand in a corner, where shades would cover them.
        let hex = self.map.grid.is_hex();
        let options = Options { theme, numbers: self.numbers && hex, ..Options::default() };
        let mut survey = Survey::new(&self.map);
        survey.first = self.first;
        let placed = letter(&mut survey);
        let (width, height) = survey.geometry.size();
        let shown = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        let mut svg = Svg::new();
        svg.raw(&head(title, -MARGIN, shown, self.size()));
        draw_board(&mut svg, &survey, &placed, &options, theme.palette());
        let inks = overlay::Inks::of(theme);
        overlay::draw_below(&mut svg, &survey, self, &inks);
        if self.numbers && !hex {
            grid_art::draw_numbers_at(&mut svg, &survey, theme.palette(), 10.5, (-42.0, -36.0));
        }
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
            let pale = if self.unseen.contains(&stack.cell) { PALE } else { "" };
            let Point { x, y } = survey.geometry.centre(stack.cell);
            // On squares counters are smaller than on the table, so that arrows and words find room between them.
            let smaller = match survey.geometry.is_hex() {
                true => String::new(),
                false => {
                    let rest = 1.0 - ON_SQUARES;
                    format!(
                        " transform=\"matrix({ON_SQUARES} 0 0 {ON_SQUARES} {} {})\"",
                        fine(x * rest),
                        fine(y * rest)
                    )
                }
            };
            let grouped = !pale.is_empty() || !smaller.is_empty();
            if grouped {
                let _ = write!(out, "\n<g{smaller}{pale}>");
            }
            draw_stack(&mut out, stack, &survey.name(stack.cell), &survey.geometry, theme);
            if grouped {
                out.push_str("</g>");
            }
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
