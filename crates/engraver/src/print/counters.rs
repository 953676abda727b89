//! Sheets of counters, front and back, that lie on one another when the paper is turned over its long edge.

use super::page::{Colour, DrawingId, Item, Page, Rect};
use super::paper::{MARGIN, Paper};
use super::text::{BLACK, GREY, LEADING, POINT, Setting, centred, ending, line, width_of};
use crate::counter::{Counter, SIDE, definitions};
use crate::palette::Theme;
use crate::svg::fine;

/// What is kept above the counters for the name of the sheet and the squares of alignment.
const HEAD: f64 = 11.0;

/// How long the cutting marks around the counters are.
const MARK: f64 = 3.0;

/// The side of a square of alignment.
const SQUARE: f64 = 6.0;

/// How much of its place the drawing of a counter takes; around it is room for an unsteady knife.
const SHARE: f64 = 0.95;

/// What is drawn around a counter, in its units from the middle: its edge is a line as well.
const REACH: f64 = SIDE / 2.0 + 1.0;

/// The same with the arrow of a front.
const ARROW: f64 = 60.0;

/// Counters of this side, in millimetres, can be cut, held and read.
pub const SIDES: std::ops::RangeInclusive<f64> = 10.0..=30.0;

/// Where counters lie on a sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    /// Counters side by side.
    pub columns: usize,
    /// Counters above one another.
    pub rows: usize,
    /// The side of each, in millimetres.
    pub side: f64,
    /// Width and height of the page.
    pub page: (f64, f64),
}

impl Grid {
    /// As many counters of this side as a sheet holds.
    pub fn new(paper: Paper, side: f64) -> Grid {
        let (width, height) = paper.size();
        let fits = |room: f64| ((room / side).floor() as usize).max(1);
        let columns = fits(width - 2.0 * (MARGIN + MARK));
        let rows = fits(height - 2.0 * (MARGIN + MARK) - HEAD);
        Grid { columns, rows, side, page: (width, height) }
    }

    /// How many counters there are on a sheet.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// The place of a counter's front.
    pub fn front(&self, number: usize) -> Rect {
        let left = (self.page.0 - self.columns as f64 * self.side) / 2.0;
        let (column, row) = (number % self.columns, number / self.columns);
        let x = left + column as f64 * self.side;
        Rect::new(x, MARGIN + MARK + HEAD + row as f64 * self.side, self.side, self.side)
    }

    /// The place of its back, on the other side of the paper: what is left there was right here.
    pub fn back(&self, number: usize) -> Rect {
        self.mirrored(self.front(number))
    }

    /// A place as it is seen when the paper has been turned over its long edge.
    pub fn mirrored(&self, place: Rect) -> Rect {
        Rect { x: self.page.0 - place.right(), ..place }
    }
}

/// What one side of a counter shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Face {
    /// A unit.
    Unit {
        /// Its drawing, of [`drawing`].
        drawing: DrawingId,
        /// Which unit it is.
        name: String,
        /// The colour that reaches beyond the drawing, so that no white is left where the knife slips.
        ground: Colour,
    },
    /// Words on a colour.
    Words {
        /// The words, a line each.
        lines: Vec<String>,
        /// Their ground.
        ground: Colour,
    },
}

/// A counter to be cut out.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its front.
    pub front: Face,
    /// Its back.
    pub back: Face,
}

/// A counter as a drawing of its own.
pub fn drawing(counter: &Counter, theme: Theme) -> String {
    // The arrow of a front stands out; beside others on a sheet it has to stay within its own place.
    let reach = if counter.facing.is_some() { ARROW } else { REACH };
    let (from, size) = (fine(-reach), fine(2.0 * reach));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{from} {from} {size} {size}\" width=\"{size}\" \
         height=\"{size}\">{}{}</svg>",
        definitions(theme),
        counter.svg(theme)
    )
}

/// The sheets of some counters: each front is followed by its back.
pub fn pages(pieces: &[Piece], grid: &Grid, title: &str) -> Vec<Page> {
    let sheets = pieces.len().div_ceil(grid.count());
    let mut out = Vec::new();
    for (number, on_sheet) in pieces.chunks(grid.count()).enumerate() {
        let name = format!("{title}, sheet {} of {sheets}", number + 1);
        let used = on_sheet.len().div_ceil(grid.columns);
        for back in [false, true] {
            let mut page = Page::new(grid.page);
            head(&mut page, grid, &name, back);
            for (place, piece) in on_sheet.iter().enumerate() {
                match back {
                    false => show(&mut page, &piece.front, grid.front(place)),
                    true => show(&mut page, &piece.back, grid.back(place)),
                }
            }
            cuts(&mut page, grid, used, back);
            out.push(page);
        }
    }
    out
}

/// The name of the sheet, and a square on the front that a cross on the back must meet.
fn head(page: &mut Page, grid: &Grid, name: &str, back: bool) {
    let width = grid.page.0;
    let small = Setting::sans(8.0);
    let side = if back { "back" } else { "front" };
    page.items.push(line(&format!("{name}: {side}"), MARGIN + 10.0, MARGIN + 0.5, small.bold()));
    let words = match back {
        false => "Against the light the crosses of the back stand in these squares.",
        true => "Against the light these crosses stand in the squares of the front.",
    };
    page.items.push(ending(words, width - MARGIN - 10.0, MARGIN + 0.8, small.coloured(GREY)));
    for x in [MARGIN, width - MARGIN - SQUARE] {
        let square = Rect::new(x, MARGIN, SQUARE, SQUARE);
        if !back {
            page.items.push(Item::Box { at: square, fill: None, outline: Some((0.2, BLACK)) });
            continue;
        }
        let at = grid.mirrored(square);
        let (x, y) = (at.x + SQUARE / 2.0, at.y + SQUARE / 2.0);
        for (dx, dy) in [(SQUARE / 2.0, 0.0), (0.0, SQUARE / 2.0)] {
            let (from, to) = ((x - dx, y - dy), (x + dx, y + dy));
            page.items.push(Item::Line { from, to, width: 0.2, colour: BLACK, dashed: false });
        }
    }
}

fn show(page: &mut Page, face: &Face, place: Rect) {
    let fill = |ground: &Colour| Item::Box { at: place, fill: Some(*ground), outline: None };
    match face {
        Face::Unit { drawing, name, ground } => {
            page.items.push(fill(ground));
            let side = place.width * SHARE * REACH / (SIDE / 2.0);
            let inset = (place.width - side) / 2.0;
            let at = Rect::new(place.x + inset, place.y + inset, side, side);
            page.items.push(Item::Picture {
                drawing: *drawing,
                name: name.clone(),
                at,
                clip: None,
            });
        }
        Face::Words { lines, ground } => {
            page.items.push(fill(ground));
            let room = place.width * 0.86;
            let widest = lines
                .iter()
                .map(|text| width_of(text, Setting::sans(10.0).bold()))
                .fold(0.1, f64::max);
            let size = (10.0 * room / widest).min(place.width * 0.75);
            let setting = Setting::sans(size).bold();
            let high = size * LEADING * POINT;
            let mut y = place.y + (place.height - high * lines.len() as f64) / 2.0;
            for text in lines {
                page.items.push(centred(text, place.x + place.width / 2.0, y, setting));
                y += high;
            }
        }
    }
}

/// Marks around the counters where the knife goes, and on the front thin lines between them.
fn cuts(page: &mut Page, grid: &Grid, used: usize, back: bool) {
    let first = if back { grid.back(grid.columns - 1) } else { grid.front(0) };
    let (left, top) = (first.x, first.y);
    let right = left + grid.columns as f64 * grid.side;
    let bottom = top + used as f64 * grid.side;
    let mut cut = |from: (f64, f64), to: (f64, f64), colour: Colour| {
        page.items.push(Item::Line { from, to, width: 0.12, colour, dashed: false });
    };
    for column in 0..=grid.columns {
        let x = left + column as f64 * grid.side;
        cut((x, top - MARK), (x, top - 0.4), BLACK);
        cut((x, bottom + 0.4), (x, bottom + MARK), BLACK);
        if !back {
            cut((x, top), (x, bottom), GREY);
        }
    }
    for row in 0..=used {
        let y = top + row as f64 * grid.side;
        cut((left - MARK, y), (left - 0.4, y), BLACK);
        cut((right + 0.4, y), (right + MARK, y), BLACK);
        if !back {
            cut((left, y), (right, y), GREY);
        }
    }
}

/// A colour as it is written in a drawing, `#rrggbb`.
pub fn colour(text: &str) -> Colour {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let part = |at: usize| {
        digits.and_then(|digits| u8::from_str_radix(&digits[at..at + 2], 16).ok()).unwrap_or(0)
    };
    [part(0), part(2), part(4)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> Vec<Grid> {
        let papers = Paper::ALL.into_iter();
        papers
            .flat_map(|paper| [10.0, 15.0, 17.5, 30.0].map(|side| Grid::new(paper, side)))
            .collect()
    }

    #[test]
    fn a_back_lies_behind_its_front() {
        for grid in grids() {
            let width = grid.page.0;
            for number in 0..grid.count() {
                let (front, back) = (grid.front(number), grid.back(number));
                let middle = |place: Rect| place.x + place.width / 2.0;
                assert!((middle(front) + middle(back) - width).abs() < 1e-9, "{grid:?} {number}");
                assert_eq!((front.y, front.width, front.height), (back.y, back.width, back.height));
                assert!((grid.mirrored(back).x - front.x).abs() < 1e-9, "{grid:?} {number}");
            }
        }
    }

    #[test]
    fn counters_and_their_cutting_marks_stay_clear_of_the_edge() {
        for grid in grids() {
            for number in [0, grid.columns - 1, grid.count() - 1] {
                for place in [grid.front(number), grid.back(number)] {
                    assert!(place.x - MARK >= 8.0 && place.right() + MARK <= grid.page.0 - 8.0);
                    assert!(place.y - MARK >= 8.0 && place.bottom() + MARK <= grid.page.1 - 8.0);
                }
            }
            assert!(
                (grid.front(0).right() - grid.front(1 % grid.columns).x).abs() < 1e-9
                    || grid.columns == 1
            );
        }
    }

    #[test]
    fn every_front_has_its_back_on_the_page_after_it() {
        let grid = Grid::new(Paper::A4, 15.0);
        let words = |text: String| Face::Words { lines: vec![text], ground: [255, 255, 255] };
        let piece = |number: usize| Piece {
            front: words(format!("front {number}")),
            back: words(format!("back {number}")),
        };
        let pieces: Vec<Piece> = (0..grid.count() + 5).map(piece).collect();
        let pages = pages(&pieces, &grid, "Test");
        assert_eq!(pages.len(), 4);
        let find = |page: &Page, wanted: &str| {
            let found = page.items.iter().find_map(|item| match item {
                Item::Words(words) if words.text == wanted => {
                    Some((words.x, words.y, words.clone()))
                }
                _ => None,
            });
            found.map(|(x, y, words)| {
                let setting = Setting::sans(words.size).bold();
                (x + width_of(wanted, setting) / 2.0, y)
            })
        };
        for number in 0..pieces.len() {
            let sheet = 2 * (number / grid.count());
            let (x, y) = find(&pages[sheet], &format!("front {number}")).expect("a front");
            let (behind, level) =
                find(&pages[sheet + 1], &format!("back {number}")).expect("a back");
            assert!((x + behind - grid.page.0).abs() < 0.01, "{number}: {x} {behind}");
            // The letters of the two sides differ a little in size.
            assert!((y - level).abs() < 1.0, "{number}: {y} {level}");
        }
    }

    #[test]
    fn colours_are_read() {
        assert_eq!(colour("#cfdcf1"), [0xcf, 0xdc, 0xf1]);
        assert_eq!(colour("blue"), [0, 0, 0]);
    }
}
