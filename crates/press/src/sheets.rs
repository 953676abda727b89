//! Sheets to write on: the roster of what counters do not say, and pads.

use atlas::Side;
use atlas::battle::Scenario;
use engraver::print::flow::{Block, Layout, Table, flow};
use engraver::print::text::{Measure, Setting, Span};
use engraver::print::{MARGIN, Page, Paper};
use rules::game::Game;
use serde_json::Value;

/// How high a line is that one writes on, in millimetres.
const LINE: f64 = 7.5;

/// The number of a unit's line.
const NUMBER: f64 = 10.0;

fn layout(paper: Paper) -> Layout {
    Layout {
        page: paper.size(),
        margin: MARGIN,
        columns: 1,
        gap: 0.0,
        setting: Setting::serif(9.0),
        chapters: false,
    }
}

/// The roster of a scenario, those of either side on pages of their own; nothing where counters say everything.
pub fn roster(
    scenario: &Scenario,
    game: &Game,
    facts: &Value,
    paper: Paper,
    measure: &mut Measure,
) -> Vec<Page> {
    let columns = game.on_paper().roster;
    let mut pages = Vec::new();
    if columns.is_empty() {
        return pages;
    }
    let plain = |text: String| vec![Span::plain(text)];
    for side in Side::BOTH {
        let numbered = scenario.units.iter().enumerate().filter(|(_, unit)| unit.side == side);
        let rows = numbered.map(|(number, unit)| {
            let told = &facts["units"][&unit.id];
            let cells = columns.iter().map(|column| match column.member.map(|name| &told[name]) {
                Some(Value::String(text)) => plain(text.clone()),
                Some(Value::Null) | None => Vec::new(),
                Some(other) => plain(other.to_string()),
            });
            std::iter::once(plain(format!("#{}", number + 1))).chain(cells).collect()
        });
        let head = columns.iter().map(|column| plain(column.title.to_owned()));
        let head = std::iter::once(plain("No.".to_owned())).chain(head).collect();
        let widths = columns.iter().map(|column| f64::from(column.width));
        let widths = std::iter::once(NUMBER).chain(widths).collect();
        let table = Table { head, rows: rows.collect(), row: LINE, widths };
        let title = format!("{side}: roster, {}", scenario.title);
        let blocks = [Block::heading(2, title), Block::Table(table)];
        pages.extend(flow(&blocks, &layout(paper), measure).pages);
    }
    pages
}

/// The pads of a game, a page each, to be copied as often as they are needed.
pub fn pads(game: &Game, paper: Paper, measure: &mut Measure) -> Vec<Page> {
    let layout = layout(paper);
    let lines = ((layout.height() - 40.0) / LINE).floor() as usize;
    let mut pages = Vec::new();
    for pad in game.on_paper().pads {
        let head = pad.columns.iter().map(|(title, _)| vec![Span::plain(*title)]).collect();
        let widths = pad.columns.iter().map(|&(_, width)| f64::from(width)).collect();
        let rows = vec![vec![Vec::new(); pad.columns.len()]; lines];
        let blocks = [
            Block::heading(2, format!("{}: side ____________, turn ______", pad.title)),
            Block::paragraph(pad.use_it),
            Block::Table(Table { head, rows, row: LINE, widths }),
        ];
        pages.extend(flow(&blocks, &layout, measure).pages);
    }
    pages
}
