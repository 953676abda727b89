//! Set-up cards: who begins where, and who comes when.

use atlas::Side;
use atlas::battle::{Battle, Group, Scenario, Start, Unit};
use engraver::geometry::{Geometry, UNIT};
use engraver::print::flow::{Block, Layout, Table, flow};
use engraver::print::text::{GREY, Measure, Setting, Span, line, width_of};
use engraver::print::{DrawingId, Item, MARGIN, Page, Paper, Rect};
use engraver::{BLEED, credit, units};

use crate::pieces::Pieces;

/// The side of a counter on a card, in millimetres.
const COUNTER: f64 = 8.5;

/// The directions a unit may face, from 1.
const WAYS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The cards of a scenario, those of either side on pages of their own.
pub fn pages(
    files: &Battle,
    scenario: &Scenario,
    pieces: &Pieces,
    paper: Paper,
    measure: &mut Measure,
) -> Vec<Page> {
    let layout = Layout {
        page: paper.size(),
        margin: MARGIN + 2.0,
        columns: 3,
        gap: 5.0,
        setting: Setting::serif(8.5),
        chapters: false,
    };
    let mut out = Vec::new();
    for side in Side::BOTH {
        let blocks = side_blocks(files, scenario, side, pieces, &layout);
        out.extend(flow(&blocks, &layout, measure).pages);
    }
    out
}

fn side_blocks(
    files: &Battle,
    scenario: &Scenario,
    side: Side,
    pieces: &Pieces,
    layout: &Layout,
) -> Vec<Block> {
    let mut blocks = vec![
        Block::heading(2, format!("{side}: set-up")),
        Block::paragraph(format!("{}. {} game-turns.", scenario.title, scenario.turns)),
    ];
    let own: Vec<&Unit> = scenario.units.iter().filter(|unit| unit.side == side).collect();
    let mut corps: Vec<Option<&str>> = Vec::new();
    for unit in &own {
        if matches!(unit.start, Start::At(_)) && !corps.contains(&unit.corps.as_deref()) {
            corps.push(unit.corps.as_deref());
        }
    }
    for one in corps {
        blocks.push(Block::heading(3, one.unwrap_or("At the start")));
        let here = own.iter().filter(|unit| unit.corps.as_deref() == one);
        for unit in here {
            if let Start::At(cell) = unit.start {
                let at = format!("{}{}", files.map.grid.name(cell), bearing(unit));
                blocks.push(entry(scenario, unit, &at, pieces, layout));
            }
        }
    }
    for group in scenario.groups.iter().filter(|group| group.side == side) {
        blocks.push(Block::heading(3, group.id.clone()));
        blocks.push(Block::paragraph(arrival(files, group)));
        for unit in &own {
            if matches!(&unit.start, Start::Arrives { group: with } if *with == group.id) {
                let more = bearing(unit);
                let more = more.trim_start_matches(", ");
                blocks.push(entry(scenario, unit, more, pieces, layout));
            }
        }
    }
    blocks.extend(leaders(scenario, side));
    blocks
}

/// How a unit stands, where that is told.
fn bearing(unit: &Unit) -> String {
    let way = unit.special.facing.and_then(|way| WAYS.get(usize::from(way).checked_sub(1)?));
    let way = way.map(|way| format!(", faces {way}"));
    let mode = unit.special.mode.map(|mode| format!(", {}", mode.word()));
    format!("{}{}", way.unwrap_or_default(), mode.unwrap_or_default())
}

/// When and where a group comes, in words.
fn arrival(files: &Battle, group: &Group) -> String {
    let listed = |words: Vec<String>, joint: &str| words.join(joint);
    let turns: Vec<String> = group.turns.iter().map(u8::to_string).collect();
    let when = match turns.len() {
        0 => "Comes when the rules say so".to_owned(),
        1 => format!("Comes on turn {}", turns[0]),
        _ => format!("Comes on one of the turns {}", listed(turns, ", ")),
    };
    let cells: Vec<String> =
        group.cells.iter().map(|&cell| files.map.grid.name(cell).to_string()).collect();
    let at =
        if cells.is_empty() { String::new() } else { format!(" at {}", listed(cells, " or ")) };
    let only = match group.options.is_empty() {
        true => String::new(),
        false => format!(", only with option {}", group.options.join(" or ")),
    };
    let otherwise = group.by_option.iter().map(|(option, turns)| {
        let turns: Vec<String> = turns.iter().map(u8::to_string).collect();
        format!("; with option {option} on turn {}", turns.join(" or "))
    });
    let otherwise: String = otherwise.collect();
    let choice = match &group.choice {
        Some(choice) => format!("; one of the groups of “{choice}” is chosen"),
        None => String::new(),
    };
    format!("{when}{at}{only}{otherwise}{choice}.")
}

/// A unit with its counter, its name and its place.
fn entry(scenario: &Scenario, unit: &Unit, at: &str, pieces: &Pieces, layout: &Layout) -> Block {
    let mut items = Vec::new();
    if let Some(drawing) = pieces.front(scenario, unit) {
        items.push(picture(drawing, unit, Rect::new(0.0, 0.5, COUNTER, COUNTER)));
    }
    let x = COUNTER + 2.0;
    let room = layout.width() - x;
    let (name, setting) = name(unit, room);
    items.push(line(&name, x, 0.8, setting));
    items.push(line(at, x, 4.7, Setting::sans(7.5)));
    Block::Ready(COUNTER + 1.2, items)
}

/// What a unit is called as fully as fits, and how it is set.
fn name(unit: &Unit, room: f64) -> (String, Setting) {
    let chief = unit.called();
    let chief = chief.split(" (").next().unwrap_or_default().to_owned();
    let short = unit.short.clone().unwrap_or_else(|| unit.id.clone());
    let full = Setting::sans(7.5).bold();
    // A designation that only files use is not printed where the counter says something better.
    let plain = chief == short || (chief == unit.id && unit.short.is_some());
    let all = match plain {
        true => vec![short.clone()],
        false => vec![format!("{chief}, {short}"), chief, short.clone()],
    };
    for size in [7.5, 6.5, 5.5] {
        let setting = Setting { size, ..full };
        if let Some(words) = all.iter().find(|words| width_of(words, setting) <= room) {
            return (words.clone(), setting);
        }
    }
    (short, Setting { size: 4.5, ..full })
}

fn picture(drawing: DrawingId, unit: &Unit, at: Rect) -> Item {
    let name = format!("{} {}", unit.side.word(), unit.id);
    Item::Picture { drawing, name, at, clip: None }
}

fn leaders(scenario: &Scenario, side: Side) -> Vec<Block> {
    let own = scenario.leaders.iter().filter(|leader| leader.side == side);
    let rows: Vec<_> = own
        .map(|leader| {
            let bonus = format!("+{} %", leader.bonus);
            let with = leader.with.clone().unwrap_or_default();
            [
                leader.name.clone(),
                format!("{} {}", leader.rank.word(), leader.commands),
                bonus,
                with,
            ]
            .map(|text| vec![Span::plain(text)])
            .to_vec()
        })
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let head = ["Leader", "Commands", "Bonus", "With"].map(|text| vec![Span::plain(text)]).to_vec();
    vec![Block::heading(3, "Leaders"), Block::Table(Table { head, rows, ..Table::default() })]
}

/// The whole map on one page, with everybody where he begins.
pub fn overview(
    files: &Battle,
    scenario: &Scenario,
    board: DrawingId,
    pieces: &Pieces,
    paper: Paper,
    measure: &mut Measure,
) -> Page {
    let geometry = Geometry::new(&files.map.grid);
    let (wide, high) = geometry.size();
    let (wide, high) = (wide + 2.0 * BLEED, high + 2.0 * BLEED);
    let (short, long) = paper.size();
    let size = if wide > high { (long, short) } else { (short, long) };
    let mut page = Page::new(size);
    let room = (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN - 20.0);
    let scale = (room.0 / wide).min(room.1 / high);
    let left = (size.0 - wide * scale) / 2.0;
    let top = MARGIN + 10.0;
    let title = format!("{}: everybody where he begins", scenario.title);
    page.items.push(line(&title, MARGIN, MARGIN, Setting::serif(14.0).bold()));
    let at = Rect::new(left, top, wide * scale, high * scale);
    page.items.push(Item::Picture {
        drawing: board,
        name: files.map.title.clone(),
        at,
        clip: Some(at),
    });
    for (cell, here) in stacks(scenario) {
        let middle = geometry.centre(cell);
        let spots = units::spots(here.len(), geometry.is_hex());
        // The counter on top is drawn last.
        for (unit, spot) in here.iter().zip(&spots).rev() {
            let Some(drawing) = pieces.front(scenario, unit) else { continue };
            let side = spot.side * scale;
            let x = left + (middle.x + spot.x + BLEED) * scale - side / 2.0;
            let y = top + (middle.y + spot.y + BLEED) * scale - side / 2.0;
            page.items.push(picture(drawing, unit, Rect::new(x, y, side, side)));
        }
    }
    let small = Setting::sans(6.5).coloured(GREY);
    let words = [Span::plain(credit(&files.map))];
    for (number, one) in measure.lines(&words, &small, room.0).iter().enumerate() {
        let y = at.bottom() + 1.0 + number as f64 * small.leading();
        page.items.extend(one.items(MARGIN, y, &small));
    }
    page
}

fn stacks(scenario: &Scenario) -> Vec<(field::Cell, Vec<&Unit>)> {
    let mut stacks: std::collections::BTreeMap<field::Cell, Vec<&Unit>> = Default::default();
    for unit in &scenario.units {
        if let Start::At(cell) = unit.start {
            stacks.entry(cell).or_default().push(unit);
        }
    }
    stacks.into_iter().collect()
}

/// How long a cell is on the map for counters of a side: they fit into it and leave its number free.
pub fn cell(is_hex: bool, counter: f64) -> f64 {
    counter * if is_hex { 1.45 } else { 1.35 }
}

/// Width and height of a map with cells of this length, in millimetres.
pub fn map_size(files: &Battle, cell: f64) -> (f64, f64) {
    let (wide, high) = Geometry::new(&files.map.grid).size();
    ((wide + 2.0 * BLEED) / UNIT * cell, (high + 2.0 * BLEED) / UNIT * cell)
}
