//! Pages as they are laid out: what lies where, in millimetres from the upper left corner.

use std::collections::BTreeMap;

use crate::font::Style;

/// A colour: red, green and blue.
pub type Colour = [u8; 3];

/// A piece of a page, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Rect {
    /// The piece from a corner, so wide and so high.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    /// Its right side.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Its lower side.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// What it and another have in common; `None` if that is nothing.
    pub fn common(&self, other: &Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (width, height) =
            (self.right().min(other.right()) - x, self.bottom().min(other.bottom()) - y);
        (width > 0.0 && height > 0.0).then_some(Rect { x, y, width, height })
    }

    /// The same elsewhere.
    pub fn moved(self, x: f64, y: f64) -> Rect {
        Rect { x: self.x + x, y: self.y + y, ..self }
    }
}

/// A line of text in one style.
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    /// Where it begins.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
    /// What it says.
    pub text: String,
    /// The size of its letters, in points.
    pub size: f64,
    /// Its face.
    pub style: Style,
    /// Its colour.
    pub colour: Colour,
}

/// One of a document's drawings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DrawingId(pub(super) usize);

/// Something on a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A line of text.
    Words(Words),
    /// A straight line.
    Line {
        /// From where.
        from: (f64, f64),
        /// To where.
        to: (f64, f64),
        /// How wide, in millimetres.
        width: f64,
        /// Its colour.
        colour: Colour,
        /// Whether it is broken into dashes.
        dashed: bool,
    },
    /// A rectangle.
    Box {
        /// Where.
        at: Rect,
        /// The colour of its inside.
        fill: Option<Colour>,
        /// The width and colour of its outline.
        outline: Option<(f64, Colour)>,
    },
    /// A drawing of the document.
    Picture {
        /// Which.
        drawing: DrawingId,
        /// What it shows, for whoever looks it up: the name of a unit, of a map.
        name: String,
        /// Where it lies as a whole.
        at: Rect,
        /// The part of the page on which it is seen; all of it without one.
        clip: Option<Rect>,
    },
    /// A place that leads to an anchor when it is pressed.
    Link {
        /// Where.
        at: Rect,
        /// The anchor's name.
        to: String,
    },
}

impl Item {
    /// The same elsewhere.
    pub fn moved(self, x: f64, y: f64) -> Item {
        let shift = |(a, b): (f64, f64)| (a + x, b + y);
        match self {
            Item::Words(words) => Item::Words(Words { x: words.x + x, y: words.y + y, ..words }),
            Item::Line { from, to, width, colour, dashed } => {
                Item::Line { from: shift(from), to: shift(to), width, colour, dashed }
            }
            Item::Box { at, fill, outline } => Item::Box { at: at.moved(x, y), fill, outline },
            Item::Picture { drawing, name, at, clip } => Item::Picture {
                drawing,
                name,
                at: at.moved(x, y),
                clip: clip.map(|clip| clip.moved(x, y)),
            },
            Item::Link { at, to } => Item::Link { at: at.moved(x, y), to },
        }
    }
}

/// One side of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What lies on it, the lowest first.
    pub items: Vec<Item>,
}

impl Page {
    /// An empty page.
    pub const fn new((width, height): (f64, f64)) -> Page {
        Page { width, height, items: Vec::new() }
    }

    /// Everything it says, a line of text a line.
    pub fn text(&self) -> String {
        let words = self.items.iter().filter_map(|item| match item {
            Item::Words(words) => Some(words.text.as_str()),
            _ => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }
}

/// A place one can look up.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// 1 is the highest.
    pub level: u8,
    /// What it is called.
    pub title: String,
    /// The number of the page, from 0.
    pub page: usize,
    /// How far down.
    pub y: f64,
}

/// Pages, and the drawings that lie on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// Its pages.
    pub pages: Vec<Page>,
    /// Its bookmarks, in the order of the pages.
    pub outline: Vec<Mark>,
    /// Named places: the number of the page, from 0, and how far down.
    pub anchors: BTreeMap<String, (usize, f64)>,
    pub(super) drawings: Vec<String>,
    known: BTreeMap<String, DrawingId>,
}

impl Document {
    /// An empty document.
    pub fn new(title: &str) -> Document {
        Document { title: title.to_owned(), ..Document::default() }
    }

    /// Takes a drawing in, an SVG text; the same text is kept once, and written once however often it is shown.
    pub fn drawing(&mut self, svg: String) -> DrawingId {
        if let Some(&known) = self.known.get(&svg) {
            return known;
        }
        let id = DrawingId(self.drawings.len());
        self.known.insert(svg.clone(), id);
        self.drawings.push(svg);
        id
    }
}
