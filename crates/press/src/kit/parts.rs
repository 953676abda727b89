//! The parts of a kit, each as pages.

use engraver::print::flow::{Block, Flowed, Layout, Place, Table, flow};
use engraver::print::text::{GREY, Setting, Span, line};
use engraver::print::tiles::{MapSheet, Tiling};
use engraver::print::track::{Turn, records, turns};
use engraver::print::{Item, MARGIN, Page, Rect, counters};
use engraver::{Options, board_svg, credit, legend_svg};
use serde_json::Value;

use super::{Kind, KitError, Made, Workshop};
use crate::{book, cards, charts, sheets};

/// Width and height of a legend as it is drawn, in millimetres a unit.
const LEGEND: f64 = 0.19;

impl Workshop<'_> {
    /// Every part but the first, and how the map is cut.
    pub(super) fn parts(&mut self) -> Result<(Vec<Made>, Tiling), KitError> {
        let (files, order) = (self.files, self.order);
        let options = Options { theme: order.theme, legend: false, ..Options::default() };
        let board = self.document.drawing(board_svg(&files.map, &options));
        let cell = cards::cell(files.map.grid.is_hex(), order.counter);
        let tiling = Tiling::new(order.paper, cards::map_size(files, cell));
        let credit = credit(&files.map);
        let sheet = MapSheet { drawing: board, title: &files.title, credit: &credit, tiling };
        let tiles = sheet.pages(&mut self.measure);
        let facts: Vec<Value> = self.played.iter().map(|(_, game)| game.facts(files)).collect();
        let overviews = self.played.iter().map(|(scenario, _)| {
            let (pieces, paper) = (&self.pieces, order.paper);
            cards::overview(files, scenario, board, pieces, paper, &mut self.measure)
        });
        let overviews = overviews.collect();
        let setups = self.played.iter().flat_map(|(scenario, _)| {
            cards::pages(files, scenario, &self.pieces, order.paper, &mut self.measure)
        });
        let setups = setups.collect();
        let parts = vec![
            Made::of(Kind::Counters, self.counters()),
            Made::of(Kind::Map, tiles),
            Made::of(Kind::Legend, self.legend()),
            Made::of(Kind::Overview, overviews),
            Made::of(Kind::Tracks, self.tracks(&facts)),
            Made::of(Kind::Cards, setups),
            Made::of(Kind::Charts, self.charts(&facts)),
            Made::of(Kind::Sheets, self.sheets(&facts)),
            self.rulebook()?,
        ];
        Ok((parts.into_iter().filter(|part| !part.pages.is_empty()).collect(), tiling))
    }

    fn counters(&self) -> Vec<Page> {
        let grid = counters::Grid::new(self.order.paper, self.order.counter);
        let title = &self.files.title;
        let units = counters::pages(&self.pieces.units, &grid, &format!("{title}, counters"));
        let markers = counters::pages(&self.pieces.markers, &grid, &format!("{title}, markers"));
        units.into_iter().chain(markers).collect()
    }

    /// The signs of the map, with its credit.
    fn legend(&mut self) -> Vec<Page> {
        let options = Options { theme: self.order.theme, ..Options::default() };
        let svg = legend_svg(&self.files.map, &options);
        let Some((wide, high)) = size_of(&svg) else { return Vec::new() };
        let drawing = self.document.drawing(svg);
        let mut page = Page::new(self.order.paper.size());
        let title = format!("{}: the signs of the map", self.files.title);
        page.items.push(line(&title, MARGIN, MARGIN, Setting::serif(17.0).bold()));
        let room = page.width - 2.0 * MARGIN;
        let scale = (room / wide).min(LEGEND);
        let at = Rect::new(MARGIN, MARGIN + 14.0, wide * scale, high * scale);
        page.items.push(Item::Picture { drawing, name: "legend".into(), at, clip: None });
        let small = Setting::serif(9.0).coloured(GREY);
        let words = [Span::plain(credit(&self.files.map))];
        for (number, one) in self.measure.lines(&words, &small, room).iter().enumerate() {
            let y = at.bottom() + 6.0 + number as f64 * small.leading();
            page.items.extend(one.items(MARGIN, y, &small));
        }
        vec![page]
    }

    fn tracks(&mut self, facts: &[Value]) -> Vec<Page> {
        let (side, paper) = (self.order.counter, self.order.paper);
        let mut pages = Vec::new();
        for ((scenario, _), facts) in self.played.iter().zip(facts) {
            let boxes: Vec<Turn> =
                facts["turns"].as_array().into_iter().flatten().map(turn).collect();
            let title = format!("Turn track: {}", scenario.title);
            pages.extend(turns(&title, &boxes, side, paper, &mut self.measure));
        }
        let rows = ["Union, tens", "Union, ones", "Confederate, tens", "Confederate, ones"];
        let rows: Vec<String> = ["Hundreds"].iter().chain(&rows).map(|row| (*row).into()).collect();
        pages.push(records("Records of points", &rows, side, paper));
        pages
    }

    /// The charts of the first scenario, and of the others those that differ.
    fn charts(&mut self, facts: &[Value]) -> Vec<Page> {
        let mut known: Vec<charts::Chart> = Vec::new();
        let mut blocks = Vec::new();
        for ((scenario, game), facts) in self.played.iter().zip(facts) {
            let all = charts::charts(facts).into_iter().chain(charts::goals(game, self.files));
            let new: Vec<charts::Chart> = all.filter(|chart| !known.contains(chart)).collect();
            if !new.is_empty() {
                blocks.push(Block::heading(2, format!("Charts: {}", scenario.title)));
                blocks.extend(charts::blocks(&new));
            }
            known.extend(new);
        }
        let layout = self.layout(1, 9.5);
        flow(&blocks, &layout, &mut self.measure).pages
    }

    fn sheets(&mut self, facts: &[Value]) -> Vec<Page> {
        let paper = self.order.paper;
        let mut pages = Vec::new();
        for ((scenario, game), facts) in self.played.iter().zip(facts) {
            pages.extend(sheets::roster(scenario, game, facts, paper, &mut self.measure));
        }
        if let Some((_, game)) = self.played.first() {
            pages.extend(sheets::pads(game, paper, &mut self.measure));
        }
        pages
    }

    /// The rulebook in two columns, its table of contents before it.
    fn rulebook(&mut self) -> Result<Made, KitError> {
        let system = self.files.map.system.word();
        let text = self.source.rulebook(system).ok_or(KitError::NoRulebook(system))?;
        let blocks = book::blocks(&text, self.source, &mut self.document);
        let layout = self.layout(2, 9.2);
        let Flowed { mut pages, mut places } = flow(&blocks, &layout, &mut self.measure);
        let contents = self.contents(&places, 0).pages.len();
        for place in &mut places {
            place.page += contents;
        }
        // The numbers are those within the book: a kit's rulebook may be bound by itself.
        let front = self.contents(&places, 1).pages;
        number(&mut pages, contents + 1);
        let pages = front.into_iter().chain(pages).collect();
        Ok(Made { kind: Kind::Rulebook, pages, places })
    }

    fn contents(&mut self, places: &[Place], first: usize) -> Flowed {
        let layout = self.layout(2, 9.2);
        let mut blocks = vec![Block::heading(2, "Contents of the rulebook")];
        for place in places {
            let Some((level, title)) = &place.heading else { continue };
            if *level > 3 {
                continue;
            }
            let indent = f64::from(level.saturating_sub(1)) * 3.5;
            let setting = match level {
                1 => Setting::serif(9.5).bold(),
                2 => Setting::serif(9.0),
                _ => Setting::serif(8.2),
            };
            let to = place.anchors.first().cloned();
            let number = place.page + first;
            blocks.push(entry(title, number, to, indent, setting, layout.width()));
        }
        flow(&blocks, &layout, &mut self.measure)
    }

    pub(super) fn layout(&self, columns: usize, size: f64) -> Layout {
        Layout {
            page: self.order.paper.size(),
            margin: MARGIN + 3.0,
            columns,
            gap: 7.0,
            setting: Setting::serif(size),
            chapters: true,
        }
    }
}

/// Numbers at the top of the pages of a book.
fn number(pages: &mut [Page], first: usize) {
    for (at, page) in pages.iter_mut().enumerate() {
        let text = format!("{}", first + at);
        let middle = page.width / 2.0;
        let small = Setting::serif(8.5).coloured(GREY);
        page.items.push(engraver::print::text::centred(&text, middle, MARGIN - 2.6, small));
    }
}

/// A line of a table of contents.
fn entry(
    title: &str,
    number: usize,
    to: Option<String>,
    indent: f64,
    setting: Setting,
    width: f64,
) -> Block {
    use engraver::print::text::{ending, width_of};
    let number = number.to_string();
    let room = width - indent - width_of(&number, setting) - 4.0;
    let mut shown = title.to_owned();
    while width_of(&shown, setting) > room && shown.pop().is_some() {}
    if shown.len() < title.len() {
        shown.pop();
        shown.push('…');
    }
    let high = setting.leading();
    let from = indent + width_of(&shown, setting) + 1.5;
    let until = width - width_of(&number, setting) - 1.5;
    let mut items = vec![line(&shown, indent, 0.0, setting), ending(&number, width, 0.0, setting)];
    if until > from {
        let y = high * 0.74;
        let (from, to) = ((from, y), (until, y));
        items.push(Item::Line { from, to, width: 0.12, colour: GREY, dashed: true });
    }
    if let Some(to) = to {
        items.push(Item::Link { at: Rect::new(0.0, 0.0, width, high), to });
    }
    Block::Ready(high, items)
}

/// A turn of the facts.
fn turn(facts: &Value) -> Turn {
    let text = |member: &str| facts[member].as_str().map(str::to_owned);
    let arrivals = facts["arrivals"].as_array().into_iter().flatten();
    let sees = facts["visibility"].as_u64().filter(|&share| share < 100);
    let mut more: Vec<String> =
        arrivals.filter_map(|who| Some(format!("+ {}", who.as_str()?))).collect();
    more.extend(sees.map(|share| format!("one sees {share} % as far")));
    let light = text("light").filter(|light| light != "day");
    let time = text("time").filter(|time| Some(time) != light.as_ref());
    Turn { number: facts["turn"].as_u64().unwrap_or_default(), time, light, more }
}

/// Width and height that a drawing says it has.
fn size_of(svg: &str) -> Option<(f64, f64)> {
    let head = svg.split('>').next()?;
    let number = |name: &str| -> Option<f64> {
        head.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse().ok()
    };
    Some((number("width")?, number("height")?))
}

/// A table of two columns of words, for what is told in the first part.
pub(super) fn told(head: [&str; 3], rows: Vec<[String; 3]>) -> Table {
    let cells = |row: [String; 3]| row.map(|text| vec![Span::plain(text)]).to_vec();
    Table {
        head: cells(head.map(str::to_owned)),
        rows: rows.into_iter().map(cells).collect(),
        ..Table::default()
    }
}
