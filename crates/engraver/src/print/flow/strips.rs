//! Blocks as strips: what is never cut.

use std::rc::Rc;

use super::super::page::{Colour, Item, Rect};
use super::super::text::{GREY, Line, Measure, POINT, Setting, Span, centred};
use super::{Block, Layout, tables};

/// How far a list, and the text in a box, stands in from the left.
const INDENT: f64 = 5.0;

/// The line beside text in a box.
const BAR: Colour = [190, 180, 160];

/// What is never cut: a line, a row, a figure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strip {
    /// How high it is, in millimetres.
    pub height: f64,
    /// What is blank before it, except at the top of a column.
    pub before: f64,
    /// What lies on it, from its upper left corner.
    pub items: Vec<Item>,
    /// Whether it stays with the strip after it.
    pub keep: bool,
    /// Whether it begins a page.
    pub new_page: bool,
    /// What is put above it when it begins a column.
    pub head: Option<Rc<Strip>>,
    /// The level and words of the heading that it is.
    pub heading: Option<(u8, String)>,
    /// What leads to it.
    pub anchors: Vec<String>,
}

impl Strip {
    /// So far to the right.
    fn indented(mut self, by: f64) -> Strip {
        self.items = self.items.into_iter().map(|item| item.moved(by, 0.0)).collect();
        self.head = self.head.map(|head| Rc::new((*head).clone().indented(by)));
        self
    }
}

/// The strips of some blocks, for a column of a layout.
pub fn strips(blocks: &[Block], layout: &Layout, measure: &mut Measure) -> Vec<Strip> {
    let mut made = Made { layout, measure, pending: Vec::new() };
    made.all(blocks, layout.width(), &layout.setting)
}

struct Made<'a> {
    layout: &'a Layout,
    measure: &'a mut Measure,
    /// Anchors that wait for the strip that they lead to.
    pending: Vec<String>,
}

impl Made<'_> {
    fn all(&mut self, blocks: &[Block], width: f64, setting: &Setting) -> Vec<Strip> {
        let mut out = Vec::new();
        for block in blocks {
            let mut strips = self.one(block, width, setting);
            if let Some(first) = strips.first_mut() {
                first.anchors.append(&mut self.pending);
            }
            out.extend(strips);
        }
        // Nothing follows the last strip that it could stay with.
        if let Some(last) = out.last_mut() {
            last.keep = false;
        }
        out
    }

    fn one(&mut self, block: &Block, width: f64, setting: &Setting) -> Vec<Strip> {
        match block {
            Block::Heading { level, text, anchors } => self.heading(*level, text, anchors, width),
            Block::Paragraph(spans) => {
                let lines = self.measure.lines(spans, setting, width);
                paragraph(&lines, setting, setting.size * 0.55 * POINT)
            }
            Block::List { first, items } => self.list(*first, items, width, setting),
            Block::Table(table) => tables::strips(table, width, setting, self.measure),
            Block::Quote(blocks) => self.quote(blocks, width, setting),
            Block::Figure { drawing, size, caption } => {
                let scale = (width / size.0).min(0.8 * self.layout.height() / size.1).min(1.0);
                let (wide, high) = (size.0 * scale, size.1 * scale);
                let at = Rect::new((width - wide) / 2.0, 0.0, wide, high);
                let picture =
                    Item::Picture { drawing: *drawing, name: caption.clone(), at, clip: Some(at) };
                let before = setting.leading() * 0.6;
                let figure = Strip {
                    height: high,
                    before,
                    items: vec![picture],
                    keep: true,
                    ..Strip::default()
                };
                let small = Setting { size: setting.size * 0.88, ..*setting };
                let words = [Span::italic(caption.clone())];
                let lines = self.measure.lines(&words, &small, width);
                let mut strips = vec![figure];
                strips.extend(paragraph(&lines, &small, 1.0));
                strips
            }
            Block::Lines(lines) => {
                let sans = Setting { size: setting.size * 0.85, ..Setting::sans(setting.size) };
                let mut strips = Vec::new();
                for text in lines {
                    let spans = [Span { code: true, ..Span::plain(text.clone()) }];
                    let set = self.measure.lines(&spans, &sans, width - INDENT);
                    strips.extend(paragraph(&set, &sans, 0.0));
                }
                strips.into_iter().map(|strip| strip.indented(INDENT)).collect()
            }
            Block::Ready(height, items) => {
                vec![Strip { height: *height, items: items.clone(), ..Strip::default() }]
            }
            Block::Anchor(name) => {
                self.pending.push(name.clone());
                Vec::new()
            }
        }
    }

    fn heading(&mut self, level: u8, text: &[Span], anchors: &[String], width: f64) -> Vec<Strip> {
        let base = self.layout.setting;
        let factor = match level {
            1 => 1.9,
            2 => 1.4,
            3 => 1.12,
            _ => 1.0,
        };
        let setting = Setting { size: base.size * factor, bold: true, ..base };
        let lines = self.measure.lines(text, &setting, width);
        let words: String = text.iter().map(|span| span.text.as_str()).collect();
        let mut strips: Vec<Strip> = lines
            .iter()
            .map(|line| Strip {
                height: setting.leading(),
                items: line.items(0.0, 0.0, &setting),
                keep: true,
                ..Strip::default()
            })
            .collect();
        if let Some(first) = strips.first_mut() {
            first.before = base.leading() * if level <= 2 { 1.3 } else { 0.8 };
            first.new_page = level == 1 && self.layout.chapters;
            first.heading = Some((level, words));
            first.anchors = anchors.to_vec();
        }
        if let Some(last) = strips.last_mut() {
            last.height += base.leading() * if level <= 2 { 0.25 } else { 0.1 };
        }
        strips
    }

    fn list(
        &mut self,
        first: Option<u64>,
        items: &[Vec<Block>],
        width: f64,
        setting: &Setting,
    ) -> Vec<Strip> {
        let mut out = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let inner = self.all(item, width - INDENT, setting);
            let mut inner: Vec<Strip> =
                inner.into_iter().map(|strip| strip.indented(INDENT)).collect();
            let sign = match first {
                Some(first) => format!("{}.", first + number as u64),
                None => "•".to_owned(),
            };
            if let Some(strip) = inner.first_mut() {
                let middle = INDENT * 0.42;
                strip.items.push(centred(&sign, middle, 0.0, *setting));
                if number > 0 {
                    strip.before = strip.before.min(setting.size * 0.25 * POINT);
                }
            }
            out.extend(inner);
        }
        out
    }

    fn quote(&mut self, blocks: &[Block], width: f64, setting: &Setting) -> Vec<Strip> {
        let small = Setting { size: setting.size * 0.92, ..*setting };
        let inner = self.all(blocks, width - INDENT, &small);
        let mut strips: Vec<Strip> = inner.into_iter().map(|one| one.indented(INDENT)).collect();
        let whole = strips.len();
        for (number, strip) in strips.iter_mut().enumerate() {
            let above = if number == 0 { 0.0 } else { strip.before };
            strip.items.push(Item::Line {
                from: (INDENT * 0.4, -above),
                to: (INDENT * 0.4, strip.height),
                width: 0.5,
                colour: BAR,
                dashed: false,
            });
            if number == 0 {
                strip.before = setting.leading() * 0.6;
                strip.keep |= whole > 1;
            }
        }
        strips
    }
}

/// The lines of a paragraph; two of them stay together at either end.
pub(super) fn paragraph(lines: &[Line], setting: &Setting, before: f64) -> Vec<Strip> {
    let count = lines.len();
    let strip = |(number, line): (usize, &Line)| Strip {
        height: setting.leading(),
        before: if number == 0 { before } else { 0.0 },
        items: line.items(0.0, 0.0, setting),
        keep: number + 1 < count && (number == 0 || number + 2 == count),
        ..Strip::default()
    };
    lines.iter().enumerate().map(strip).collect()
}

/// A thin line across a column.
pub(super) fn rule(width: f64, y: f64) -> Item {
    Item::Line { from: (0.0, y), to: (width, y), width: 0.15, colour: GREY, dashed: false }
}
