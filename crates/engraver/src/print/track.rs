//! The turn track and the records of points: boxes for markers.

use super::page::{Colour, Item, Page, Rect};
use super::paper::{MARGIN, Paper};
use super::text::{BLACK, GREY, Measure, Setting, Span, line};

/// A box of the turn track.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// Its number.
    pub number: u64,
    /// The hour, if it is known.
    pub time: Option<String>,
    /// The light, if it is not that of day.
    pub light: Option<String>,
    /// What happens in it.
    pub more: Vec<String>,
}

const DARK: Colour = [222, 222, 230];
const AIR: f64 = 2.0;

/// The track of some turns, with a heading, as many pages as it needs. Each box holds a marker of this side.
pub fn turns(
    title: &str,
    turns: &[Turn],
    side: f64,
    paper: Paper,
    measure: &mut Measure,
) -> Vec<Page> {
    let (width, height) = paper.size();
    let columns = (((width - 2.0 * MARGIN + AIR) / (2.4 * side + AIR)).floor() as usize).max(1);
    let wide = (width - 2.0 * MARGIN + AIR) / columns as f64 - AIR;
    let high = side + 9.0;
    let top = MARGIN + 14.0;
    let rows = (((height - top - MARGIN - 8.0) / (high + AIR)).floor() as usize).max(1);
    let mut pages = Vec::new();
    for on_page in turns.chunks(columns * rows) {
        let mut page = Page::new((width, height));
        page.items.push(line(title, MARGIN, MARGIN, Setting::serif(17.0).bold()));
        for (number, turn) in on_page.iter().enumerate() {
            let x = MARGIN + (number % columns) as f64 * (wide + AIR);
            let y = top + (number / columns) as f64 * (high + AIR);
            one(&mut page, turn, Rect::new(x, y, wide, high), side, measure);
        }
        pages.push(page);
    }
    pages
}

fn one(page: &mut Page, turn: &Turn, at: Rect, side: f64, measure: &mut Measure) {
    let fill = turn.light.as_ref().map(|_| DARK);
    page.items.push(Item::Box { at, fill, outline: Some((0.25, BLACK)) });
    let number = Setting::sans(13.0).bold();
    page.items.push(line(&turn.number.to_string(), at.x + 1.5, at.y + 0.5, number));
    let words: Vec<&str> =
        [&turn.time, &turn.light].into_iter().flatten().map(String::as_str).collect();
    let small = Setting::sans(7.5);
    page.items.push(line(&words.join(", "), at.x + 11.0, at.y + 1.6, small));
    // A dashed place for the marker, and what happens beside it.
    let place = Rect::new(at.x + 1.5, at.bottom() - side - 1.5, side, side);
    page.items.push(Item::Box { at: place, fill: None, outline: Some((0.12, GREY)) });
    let room = at.right() - place.right() - 2.5;
    let tiny = Setting::sans(6.0);
    let mut y = place.y;
    for text in &turn.more {
        for set in measure.lines(&[Span::plain(text.clone())], &tiny, room) {
            if y + tiny.leading() <= at.bottom() - 0.5 {
                page.items.extend(set.items(place.right() + 1.5, y, &tiny));
            }
            y += tiny.leading();
        }
    }
}

/// A page with rows of ten boxes, from 0 to 9, for numbers that change: a title each.
pub fn records(title: &str, rows: &[String], side: f64, paper: Paper) -> Page {
    let (width, height) = paper.size();
    let mut page = Page::new((width, height));
    page.items.push(line(title, MARGIN, MARGIN, Setting::serif(17.0).bold()));
    let wide = (width - 2.0 * MARGIN) / 10.0;
    let high = side + 3.0;
    let mut y = MARGIN + 16.0;
    for words in rows {
        page.items.push(line(words, MARGIN, y, Setting::sans(9.0).bold()));
        y += 6.0;
        for digit in 0..10 {
            let at = Rect::new(MARGIN + f64::from(digit) * wide, y, wide, high);
            page.items.push(Item::Box { at, fill: None, outline: Some((0.25, BLACK)) });
            let setting = Setting::sans(15.0).bold().coloured(GREY);
            page.items.push(line(&digit.to_string(), at.x + 1.2, at.y + 0.3, setting));
        }
        y += high + 7.0;
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_a_box_that_holds_a_marker() {
        for paper in Paper::ALL {
            for side in [10.0, 15.0, 25.0] {
                let all: Vec<Turn> =
                    (1..=40).map(|number| Turn { number, ..Turn::default() }).collect();
                let pages = turns("Track", &all, side, paper, &mut Measure::default());
                let boxes: Vec<Rect> = pages
                    .iter()
                    .flat_map(|page| &page.items)
                    .filter_map(|item| match item {
                        Item::Box { at, .. } => Some(*at),
                        _ => None,
                    })
                    .collect();
                assert_eq!(boxes.len(), 80, "{paper:?} {side}");
                for pair in boxes.chunks(2) {
                    assert!(pair[0].x <= pair[1].x && pair[1].right() <= pair[0].right());
                    assert!(pair[0].y <= pair[1].y && pair[1].bottom() <= pair[0].bottom());
                    assert!(pair[0].right() <= paper.size().0 - MARGIN + 0.01);
                    assert!(pair[0].bottom() <= paper.size().1 - MARGIN);
                }
            }
        }
    }
}
