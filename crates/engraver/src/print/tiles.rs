//! A map on several sheets of paper that are glued together.
//!
//! Each tile repeats a strip of the one before, to its left and above. Crosses that lie in the middle of the common
//! strips are printed on every tile that shows them: where they meet, the map is in order.

use super::page::{Colour, DrawingId, Item, Page, Rect};
use super::paper::{MARGIN, Paper};
use super::text::{GREY, Measure, Setting, Span, ending, line};

/// How wide the strip is that neighbouring tiles have in common, in millimetres.
pub const OVERLAP: f64 = 8.0;

/// What is kept below a tile for its name and the credit.
const FOOT: f64 = 13.0;

/// What the cutting marks keep from the map.
const MARK_GAP: f64 = 0.5;

/// How long a cutting mark is.
const MARK: f64 = 3.0;

const CUT: Colour = [0, 0, 0];
const CROSS: Colour = [190, 30, 20];

/// How a map is cut into tiles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tiling {
    /// Tiles side by side.
    pub columns: usize,
    /// Tiles above one another.
    pub rows: usize,
    /// Width and height of the pages, in millimetres.
    pub page: (f64, f64),
    /// Width and height of what a tile shows.
    pub tile: (f64, f64),
    /// Width and height of the whole map.
    pub map: (f64, f64),
}

impl Tiling {
    /// The tiling of a map of this size that needs the fewest sheets, which are upright if that makes no difference.
    pub fn new(paper: Paper, map: (f64, f64)) -> Tiling {
        let (width, height) = paper.size();
        let upright = Tiling::on((width, height), map);
        let lying = Tiling::on((height, width), map);
        if lying.count() < upright.count() { lying } else { upright }
    }

    fn on(page: (f64, f64), map: (f64, f64)) -> Tiling {
        let tile = (page.0 - 2.0 * MARGIN, page.1 - 2.0 * MARGIN - FOOT);
        let needed = |whole: f64, tile: f64| -> usize {
            (((whole - OVERLAP) / (tile - OVERLAP)).ceil() as usize).max(1)
        };
        Tiling { columns: needed(map.0, tile.0), rows: needed(map.1, tile.1), page, tile, map }
    }

    /// How many tiles there are.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// The part of the map that a tile shows.
    pub fn part(&self, column: usize, row: usize) -> Rect {
        let x = column as f64 * (self.tile.0 - OVERLAP);
        let y = row as f64 * (self.tile.1 - OVERLAP);
        let width = self.tile.0.min(self.map.0 - x);
        let height = self.tile.1.min(self.map.1 - y);
        Rect::new(x, y, width, height)
    }

    /// A tile's name: a letter for its row, a number for its column.
    pub fn name(&self, column: usize, row: usize) -> String {
        let letter = char::from(b'A' + (row % 26) as u8);
        format!("{letter}{}", column + 1)
    }

    /// The middles of the common strips, along one direction.
    fn seams(count: usize, tile: f64) -> Vec<f64> {
        (1..count).map(|number| number as f64 * (tile - OVERLAP) + OVERLAP / 2.0).collect()
    }

    /// Where the crosses lie on the map: on the seams, where they meet and at the ends.
    pub fn crosses(&self) -> Vec<(f64, f64)> {
        let across = Tiling::seams(self.columns, self.tile.0);
        let down = Tiling::seams(self.rows, self.tile.1);
        // A cross lies at a third and at two thirds of every side of a tile.
        let stations = |count: usize, tile: f64, whole: f64| -> Vec<f64> {
            let tiles = (0..count).map(|number| number as f64 * (tile - OVERLAP));
            let both = tiles.flat_map(|from| [from + tile / 3.0, from + tile * 2.0 / 3.0]);
            both.filter(|&at| at < whole).collect()
        };
        let columns = stations(self.columns, self.tile.0, self.map.0);
        let rows = stations(self.rows, self.tile.1, self.map.1);
        let mut crosses = Vec::new();
        for &x in &across {
            crosses.extend(rows.iter().map(|&y| (x, y)));
        }
        for &y in &down {
            crosses.extend(columns.iter().map(|&x| (x, y)));
        }
        crosses
    }
}

/// What is printed on every tile.
#[derive(Clone, PartialEq, Debug)]
pub struct MapSheet<'a> {
    /// The drawing of the map.
    pub drawing: DrawingId,
    /// What it is called.
    pub title: &'a str,
    /// Who is to be credited for it.
    pub credit: &'a str,
    /// How it is cut.
    pub tiling: Tiling,
}

impl MapSheet<'_> {
    /// The tiles, row by row.
    pub fn pages(&self, measure: &mut Measure) -> Vec<Page> {
        let rows = 0..self.tiling.rows;
        let places = rows.flat_map(|row| (0..self.tiling.columns).map(move |column| (column, row)));
        places.map(|(column, row)| self.page(column, row, measure)).collect()
    }

    fn page(&self, column: usize, row: usize, measure: &mut Measure) -> Page {
        let tiling = &self.tiling;
        let mut page = Page::new(tiling.page);
        let part = tiling.part(column, row);
        let shown = Rect::new(MARGIN, MARGIN, part.width, part.height);
        let whole = Rect::new(MARGIN - part.x, MARGIN - part.y, tiling.map.0, tiling.map.1);
        page.items.push(Item::Picture {
            drawing: self.drawing,
            name: self.title.to_owned(),
            at: whole,
            clip: Some(shown),
        });
        self.crosses(&mut page, part);
        self.cuts(&mut page, column, row, shown);
        self.foot(&mut page, column, row, measure);
        page
    }

    fn crosses(&self, page: &mut Page, part: Rect) {
        for (x, y) in self.tiling.crosses() {
            let inside = part.x + 2.0 <= x && x <= part.right() - 2.0;
            if !inside || y < part.y + 2.0 || y > part.bottom() - 2.0 {
                continue;
            }
            let (x, y) = (x - part.x + MARGIN, y - part.y + MARGIN);
            for (dx, dy) in [(2.0, 0.0), (0.0, 2.0)] {
                page.items.push(Item::Line {
                    from: (x - dx, y - dy),
                    to: (x + dx, y + dy),
                    width: 0.15,
                    colour: CROSS,
                    dashed: false,
                });
            }
        }
    }

    /// Marks in the margin: where the left and upper side are cut off, and how far the next tile reaches.
    fn cuts(&self, page: &mut Page, column: usize, row: usize, shown: Rect) {
        let mut mark = |from: (f64, f64), to: (f64, f64), dashed: bool| {
            page.items.push(Item::Line { from, to, width: 0.2, colour: CUT, dashed });
        };
        let (left, top) = (shown.x, shown.y);
        let above = (top - MARK_GAP - MARK, top - MARK_GAP);
        let below = (shown.bottom() + MARK_GAP, shown.bottom() + MARK_GAP + MARK);
        let before = (left - MARK_GAP - MARK, left - MARK_GAP);
        let after = (shown.right() + MARK_GAP, shown.right() + MARK_GAP + MARK);
        let mut upright = |x: f64, dashed: bool| {
            mark((x, above.0), (x, above.1), dashed);
            mark((x, below.0), (x, below.1), dashed);
        };
        upright(left, false);
        upright(shown.right(), false);
        if column + 1 < self.tiling.columns {
            upright(shown.right() - OVERLAP, true);
        }
        let mut level = |y: f64, dashed: bool| {
            mark((before.0, y), (before.1, y), dashed);
            mark((after.0, y), (after.1, y), dashed);
        };
        level(top, false);
        level(shown.bottom(), false);
        if row + 1 < self.tiling.rows {
            level(shown.bottom() - OVERLAP, true);
        }
    }

    /// The tile's name, where it belongs, and the credit.
    fn foot(&self, page: &mut Page, column: usize, row: usize, measure: &mut Measure) {
        let (width, height) = self.tiling.page;
        let top = height - MARGIN - FOOT + 5.6;
        let name = self.tiling.name(column, row);
        let small = Setting::sans(6.5);
        page.items.push(line(&name, MARGIN, top - 0.8, Setting::sans(13.0).bold()));
        let sketch = (MARGIN + 12.0, top);
        let right = self.sketch(page, column, row, sketch) + 3.0;
        let what = format!("{}, tile {name} of {}", self.title, self.tiling.count());
        page.items.push(line(&what, right, top - 0.6, small.bold()));
        let lines = measure.lines(
            &[Span::plain(self.credit)],
            &small.coloured(GREY),
            width - MARGIN - right,
        );
        for (number, one) in lines.iter().enumerate() {
            let y = top - 0.6 + (number + 1) as f64 * small.leading();
            page.items.extend(one.items(right, y, &small.coloured(GREY)));
        }
        let words =
            "Cut along the long marks on the left and above; glue it over its neighbours' strips.";
        page.items.push(ending(words, width - MARGIN, top - 0.6, small.coloured(GREY)));
    }

    /// All tiles as small boxes, this one dark; says where it ends.
    fn sketch(&self, page: &mut Page, column: usize, row: usize, (x, y): (f64, f64)) -> f64 {
        let tiling = &self.tiling;
        let high = (FOOT - 6.0) / tiling.rows as f64;
        let wide = high * tiling.tile.0 / tiling.tile.1;
        for other in 0..tiling.rows {
            for one in 0..tiling.columns {
                let here = one == column && other == row;
                let at = Rect::new(x + one as f64 * wide, y + other as f64 * high, wide, high);
                let fill = here.then_some(CUT);
                page.items.push(Item::Box { at, fill, outline: Some((0.15, GREY)) });
            }
        }
        x + wide * tiling.columns as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tilings() -> Vec<Tiling> {
        let sizes = [(80.0, 60.0), (400.0, 610.0), (611.0, 402.0), (730.0, 851.0), (190.0, 264.0)];
        let both = Paper::ALL.into_iter();
        both.flat_map(|paper| sizes.map(|size| Tiling::new(paper, size))).collect()
    }

    #[test]
    fn every_point_of_the_map_is_on_a_tile() {
        for tiling in tilings() {
            for step in 0..=1000 {
                let share = f64::from(step) / 1000.0;
                let (x, y) = (tiling.map.0 * share, tiling.map.1 * share);
                let across = (0..tiling.columns).any(|column| {
                    let part = tiling.part(column, 0);
                    (part.x - 1e-9..=part.right() + 1e-9).contains(&x)
                });
                let down = (0..tiling.rows).any(|row| {
                    let part = tiling.part(0, row);
                    (part.y - 1e-9..=part.bottom() + 1e-9).contains(&y)
                });
                assert!(across && down, "{tiling:?}: {x} {y}");
            }
        }
    }

    #[test]
    fn neighbours_have_a_strip_in_common_and_no_tile_is_empty() {
        for tiling in tilings() {
            for column in 1..tiling.columns {
                let (before, here) = (tiling.part(column - 1, 0), tiling.part(column, 0));
                assert!((before.right() - here.x - OVERLAP).abs() < 1e-9, "{tiling:?}");
                assert!(here.width > OVERLAP, "{tiling:?}");
            }
            for row in 1..tiling.rows {
                let (above, here) = (tiling.part(0, row - 1), tiling.part(0, row));
                assert!((above.bottom() - here.y - OVERLAP).abs() < 1e-9, "{tiling:?}");
                assert!(here.height > OVERLAP, "{tiling:?}");
            }
        }
    }

    #[test]
    fn each_cross_is_on_both_tiles_of_its_strip() {
        let tiling = Tiling::new(Paper::A4, (730.0, 851.0));
        assert!(tiling.columns > 1 && tiling.rows > 1);
        for (x, y) in tiling.crosses() {
            let mut on = 0;
            for row in 0..tiling.rows {
                for column in 0..tiling.columns {
                    let part = tiling.part(column, row);
                    let across = (part.x..=part.right()).contains(&x);
                    on += usize::from(across && (part.y..=part.bottom()).contains(&y));
                }
            }
            assert!(on >= 2, "{x} {y}");
        }
    }

    #[test]
    fn tiles_and_marks_stay_clear_of_what_printers_leave_blank() {
        let title = "A map";
        for tiling in tilings() {
            let sheet = MapSheet { drawing: DrawingId(0), title, credit: "Somebody", tiling };
            for page in sheet.pages(&mut Measure::default()) {
                assert!(page.text().contains("Somebody"));
                let inside = |x: f64, y: f64| {
                    (8.0..=page.width - 8.0).contains(&x) && (8.0..=page.height - 8.0).contains(&y)
                };
                for item in &page.items {
                    match item {
                        Item::Picture { clip: Some(clip), .. } => {
                            assert!(clip.x >= 8.0 && clip.right() <= page.width - 8.0);
                            assert!(clip.y >= 8.0 && clip.bottom() <= page.height - 8.0);
                        }
                        Item::Line { from, to, .. } => {
                            assert!(
                                inside(from.0, from.1) && inside(to.0, to.1),
                                "{from:?} {to:?}"
                            );
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
