//! Tables: how wide their columns are, and their rows.

use std::rc::Rc;

use super::super::page::{Colour, Item, Rect};
use super::super::text::{Line, Measure, Setting, Span};
use super::Table;
use super::strips::{Strip, rule};

/// What is blank on either side of a cell.
const PAD: f64 = 1.1;

/// What is blank above and below a row.
const AIR: f64 = 0.7;

/// Below the head.
const SHADE: Colour = [238, 233, 222];

/// Sizes of letters that are tried, as shares of the text's, until the longest words fit.
const SIZES: [f64; 6] = [0.92, 0.84, 0.76, 0.68, 0.6, 0.5];

/// The rows of a table as strips.
pub(super) fn strips(
    table: &Table,
    width: f64,
    setting: &Setting,
    measure: &mut Measure,
) -> Vec<Strip> {
    let columns = table.rows.iter().map(Vec::len).chain([table.head.len()]).max().unwrap_or(0);
    if columns == 0 {
        return Vec::new();
    }
    let mut chosen = *setting;
    let mut widths = table.widths.clone();
    for share in SIZES {
        chosen = Setting { size: setting.size * share, ..*setting };
        if !table.widths.is_empty() {
            break;
        }
        let (fitted, fits) = fit(table, columns, width, &chosen, measure);
        widths = fitted;
        if fits {
            break;
        }
    }
    widths.resize(columns, 0.0);
    let whole: f64 = widths.iter().sum();
    let head = (!table.head.is_empty()).then(|| {
        let mut strip = row(&table.head, &widths, &chosen.bold(), measure, table.row.min(6.0));
        let at = Rect::new(0.0, 0.0, whole, strip.height);
        strip.items.insert(0, Item::Box { at, fill: Some(SHADE), outline: None });
        strip.items.push(rule(whole, strip.height));
        strip
    });
    let again = head.clone().map(Rc::new);
    let mut out = Vec::new();
    if let Some(head) = head {
        out.push(Strip { before: setting.leading() * 0.6, keep: true, ..head });
    }
    let count = table.rows.len();
    for (number, cells) in table.rows.iter().enumerate() {
        let mut strip = row(cells, &widths, &chosen, measure, table.row);
        strip.items.push(rule(whole, strip.height));
        strip.head.clone_from(&again);
        // No row stands alone above or below a break.
        strip.keep = number == 0 && count > 1 || number + 2 == count;
        if table.row > 0.0 {
            uprights(&mut strip, &widths);
        }
        out.push(strip);
    }
    if let Some(first) = out.first_mut() {
        first.before = setting.leading() * 0.6;
    }
    if let Some(last) = out.last_mut() {
        last.height += setting.leading() * 0.3;
    }
    out
}

/// Lines between the cells of a table that is written on.
fn uprights(strip: &mut Strip, widths: &[f64]) {
    let mut x = 0.0;
    for width in std::iter::once(&0.0).chain(widths) {
        x += width;
        strip.items.push(Item::Line {
            from: (x, 0.0),
            to: (x, strip.height),
            width: 0.15,
            colour: super::super::text::GREY,
            dashed: false,
        });
    }
}

fn row(
    cells: &[Vec<Span>],
    widths: &[f64],
    setting: &Setting,
    measure: &mut Measure,
    least: f64,
) -> Strip {
    let mut items = Vec::new();
    let mut most = 0;
    let mut x = 0.0;
    for (cell, width) in cells.iter().zip(widths) {
        let lines: Vec<Line> = measure.lines(cell, setting, (width - 2.0 * PAD).max(1.0));
        for (number, line) in lines.iter().enumerate() {
            let y = AIR + number as f64 * setting.leading();
            items.extend(line.items(x + PAD, y, setting));
        }
        most = most.max(lines.len());
        x += width;
    }
    let height = (most as f64 * setting.leading() + 2.0 * AIR).max(least);
    Strip { height, items, ..Strip::default() }
}

/// The widths of the columns, and whether every word is whole in them. What is left over goes to the columns whose
/// text is longest.
fn fit(
    table: &Table,
    columns: usize,
    width: f64,
    setting: &Setting,
    measure: &mut Measure,
) -> (Vec<f64>, bool) {
    let mut least = vec![0.0_f64; columns];
    let mut wish = vec![0.0_f64; columns];
    let bold = setting.bold();
    let head = std::iter::once((&table.head, &bold));
    for (cells, setting) in head.chain(table.rows.iter().map(|cells| (cells, setting))) {
        for (column, cell) in cells.iter().enumerate() {
            let room = 2.0 * PAD + 0.1;
            least[column] = least[column].max(longest_word(cell, setting, measure) + room);
            wish[column] = wish[column].max(widest(cell, setting, measure) + room);
        }
    }
    let (needed, wished): (f64, f64) = (least.iter().sum(), wish.iter().sum());
    if wished <= width {
        return (wish, true);
    }
    if needed > width {
        let share = width / needed;
        return (least.iter().map(|one| one * share).collect(), false);
    }
    let left = width - needed;
    let wanting: f64 = wished - needed;
    let widths =
        least.iter().zip(&wish).map(|(least, wish)| least + left * (wish - least) / wanting);
    (widths.collect(), true)
}

fn longest_word(cell: &[Span], setting: &Setting, measure: &mut Measure) -> f64 {
    let mut longest = 0.0_f64;
    for span in cell {
        for word in span.text.split([' ', '\n']).filter(|word| !word.is_empty()) {
            let alone = [Span { text: word.to_owned(), ..span.clone() }];
            longest = longest.max(widest(&alone, setting, measure));
        }
    }
    longest
}

/// How wide a cell would be on one line.
fn widest(cell: &[Span], setting: &Setting, measure: &mut Measure) -> f64 {
    let lines = measure.lines(cell, setting, 10_000.0);
    lines.iter().map(|line| line.width).fold(0.0, f64::max)
}
