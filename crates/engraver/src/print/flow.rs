//! Headings, paragraphs, lists, tables and figures, set in columns and on pages.
//!
//! Blocks become strips, which are never cut: a line of text, a row of a table, a figure. What must stay together is
//! kept together: a heading with what follows it, the first two and the last two lines of a paragraph.

mod strips;
mod tables;

use super::page::{DrawingId, Item, Page, Rect};
use super::text::{Measure, Setting, Span};

pub use strips::{Strip, strips};

/// A piece of running text.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A heading; 1 is the highest, and begins a page.
    Heading {
        /// 1 to 6.
        level: u8,
        /// What it says.
        text: Vec<Span>,
        /// What leads to it.
        anchors: Vec<String>,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list.
    List {
        /// The number of its first item; dots without one.
        first: Option<u64>,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table(Table),
    /// Text in a box.
    Quote(Vec<Block>),
    /// A drawing.
    Figure {
        /// Which.
        drawing: DrawingId,
        /// How wide and how high it is by itself, in millimetres.
        size: (f64, f64),
        /// What it shows.
        caption: String,
    },
    /// Lines that stay as they are.
    Lines(Vec<String>),
    /// Something that is laid out already: its height, and what lies on it.
    Ready(f64, Vec<Item>),
    /// What others lead to, where nothing is seen.
    Anchor(String),
}

impl Block {
    /// A heading without an anchor.
    pub fn heading(level: u8, text: impl Into<String>) -> Block {
        Block::Heading { level, text: vec![Span::plain(text)], anchors: Vec::new() }
    }

    /// A paragraph of plain text.
    pub fn paragraph(text: impl Into<String>) -> Block {
        Block::Paragraph(vec![Span::plain(text)])
    }
}

/// Cells of running text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// The row on top, repeated where the table goes on elsewhere; empty for none.
    pub head: Vec<Vec<Span>>,
    /// The others.
    pub rows: Vec<Vec<Vec<Span>>>,
    /// How high a row is at least, in millimetres: for those that are written on.
    pub row: f64,
    /// How wide the columns are, in millimetres; as wide as their words need without.
    pub widths: Vec<f64>,
}

/// How text is set on pages.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Layout {
    /// Width and height of the pages.
    pub page: (f64, f64),
    /// What is blank around the text.
    pub margin: f64,
    /// How many columns there are.
    pub columns: usize,
    /// What is blank between them.
    pub gap: f64,
    /// How the text is set.
    pub setting: Setting,
    /// Whether a heading of the first level begins a page.
    pub chapters: bool,
}

impl Layout {
    /// How wide a column is.
    pub fn width(&self) -> f64 {
        let gaps = self.gap * (self.columns.max(1) - 1) as f64;
        (self.page.0 - 2.0 * self.margin - gaps) / self.columns.max(1) as f64
    }

    /// How high a column is.
    pub fn height(&self) -> f64 {
        self.page.1 - 2.0 * self.margin
    }

    fn column(&self, number: usize) -> Rect {
        let x = self.margin + number as f64 * (self.width() + self.gap);
        Rect::new(x, self.margin, self.width(), self.height())
    }
}

/// A heading or an anchor, and where it came to lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The level and words of a heading; `None` for an anchor alone.
    pub heading: Option<(u8, String)>,
    /// What leads here.
    pub anchors: Vec<String>,
    /// The number of the page, from 0.
    pub page: usize,
    /// How far down.
    pub y: f64,
}

/// Pages of running text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flowed {
    /// The pages.
    pub pages: Vec<Page>,
    /// What can be looked up on them, in their order.
    pub places: Vec<Place>,
}

/// Sets blocks on pages.
pub fn flow(blocks: &[Block], layout: &Layout, measure: &mut Measure) -> Flowed {
    let strips = strips(blocks, layout, measure);
    let mut pager = Pager { layout, out: Flowed::default(), column: 0, y: 0.0 };
    let mut at = 0;
    while at < strips.len() {
        let together = 1 + strips[at..].iter().take_while(|strip| strip.keep).count();
        let end = (at + together).min(strips.len());
        pager.place(&strips[at..end]);
        at = end;
    }
    pager.out
}

struct Pager<'l> {
    layout: &'l Layout,
    out: Flowed,
    column: usize,
    y: f64,
}

impl Pager<'_> {
    /// Places strips that stay together, in this column or the next.
    fn place(&mut self, strips: &[Strip]) {
        let new_page = strips.first().is_some_and(|strip| strip.new_page);
        let fresh = self.out.pages.is_empty();
        if fresh || (new_page && (self.column > 0 || self.y > 0.0)) {
            self.turn();
        }
        let height = |strips: &[Strip], at_top: bool| -> f64 {
            let gaps: f64 = strips.iter().skip(usize::from(at_top)).map(|one| one.before).sum();
            strips.iter().map(|one| one.height).sum::<f64>() + gaps
        };
        let room = self.layout.height() - self.y;
        if self.y > 0.0 && height(strips, false) > room {
            self.advance();
            self.repeat(strips);
        }
        let too_high = height(strips, true) > self.layout.height();
        for strip in strips {
            let before = if self.y > 0.0 { strip.before } else { 0.0 };
            if too_high && self.y > 0.0 && self.y + before + strip.height > self.layout.height() {
                self.advance();
                self.repeat(std::slice::from_ref(strip));
            }
            let before = if self.y > 0.0 { strip.before } else { 0.0 };
            self.y += before;
            self.put(strip);
        }
    }

    /// The head of a table again, where it goes on.
    fn repeat(&mut self, strips: &[Strip]) {
        if let Some(head) = strips.first().and_then(|strip| strip.head.clone()) {
            self.put(&head);
        }
    }

    fn put(&mut self, strip: &Strip) {
        let column = self.layout.column(self.column);
        let (x, y) = (column.x, column.y + self.y);
        let page = self.out.pages.len() - 1;
        let items = strip.items.iter().map(|item| item.clone().moved(x, y));
        self.out.pages[page].items.extend(items);
        if strip.heading.is_some() || !strip.anchors.is_empty() {
            let (heading, anchors) = (strip.heading.clone(), strip.anchors.clone());
            self.out.places.push(Place { heading, anchors, page, y });
        }
        self.y += strip.height;
    }

    fn advance(&mut self) {
        if self.column + 1 < self.layout.columns {
            self.column += 1;
            self.y = 0.0;
        } else {
            self.turn();
        }
    }

    fn turn(&mut self) {
        self.out.pages.push(Page::new(self.layout.page));
        self.column = 0;
        self.y = 0.0;
    }
}

#[cfg(test)]
mod tests;
