//! The first pages of a kit: what is in it, how it is printed and put together, and what paper cannot play.

use engraver::print::flow::{Block, flow};
use engraver::print::text::{BLACK, GREY, Setting, Span, centred, ending, line};
use engraver::print::tiles::Tiling;
use engraver::print::{Document, Item, MARGIN, Page, Paper};
use rules::game::Game;

use super::parts::told;
use super::{Kind, Made, Part, Workshop};

impl Kind {
    /// What it is called.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Kind::Intro => "What is in this kit",
            Kind::Counters => "Counters and markers",
            Kind::Map => "The map",
            Kind::Legend => "The signs of the map",
            Kind::Overview => "Everybody where he begins",
            Kind::Tracks => "Turn track and records",
            Kind::Cards => "Set-up cards",
            Kind::Charts => "Charts",
            Kind::Sheets => "Roster and pads",
            Kind::Rulebook => "The rulebook",
        }
    }

    /// How it is printed.
    const fn printed(self) -> &'static str {
        match self {
            Kind::Counters => "on both sides, turned over the long edge; card or labels",
            Kind::Map => "on one side; paper, glued together",
            Kind::Legend | Kind::Overview | Kind::Tracks | Kind::Charts => "on one side",
            Kind::Cards => "on one side, each army by itself",
            Kind::Sheets => "on one side; copy the pads as often as you need them",
            Kind::Intro | Kind::Rulebook => "on both sides, stapled",
        }
    }
}

impl Workshop<'_> {
    /// The first part, for parts that lie there.
    pub(super) fn intro(&mut self, parts: &[Part], tiling: &Tiling) -> Made {
        let files = self.files;
        let mut blocks = vec![
            Block::heading(1, files.title.clone()),
            Block::Paragraph(vec![
                Span::bold(format!("{}. ", files.subtitle)),
                Span::plain(format!("{}. {} to be played on paper.", files.date, self.names())),
            ]),
            Block::paragraph(files.summary.replace('\n', " ").trim().to_owned()),
            Block::heading(2, Kind::Intro.title()),
        ];
        let rows = parts.iter().map(|part| {
            let (first, last) = (part.first + 1, part.first + part.pages);
            let pages =
                if first == last { first.to_string() } else { format!("{first} to {last}") };
            [part.kind.title().to_owned(), pages, part.kind.printed().to_owned()]
        });
        blocks.push(Block::Table(told(["Part", "Pages", "Print it"], rows.collect())));
        blocks.extend(self.building(tiling));
        blocks.extend(self.limits());
        let layout = self.layout(1, 10.0);
        let flowed = flow(&blocks, &layout, &mut self.measure);
        Made { kind: Kind::Intro, pages: flowed.pages, places: Vec::new() }
    }

    /// The scenarios in words.
    fn names(&self) -> String {
        let titles: Vec<&str> =
            self.played.iter().map(|(scenario, _)| scenario.title.as_str()).collect();
        titles.join("; ")
    }

    fn building(&self, tiling: &Tiling) -> Vec<Block> {
        let counter = self.order.counter;
        let units = self.pieces.units.len();
        let markers = self.pieces.markers.len();
        let (across, down) = (tiling.map.0 / 10.0, tiling.map.1 / 10.0);
        let item = |text: String| vec![Block::paragraph(text)];
        let dice = self.played.first().map_or("dice", |(_, game)| game.on_paper().dice);
        vec![
            Block::heading(2, "How it is printed and put together"),
            Block::paragraph(format!(
                "Paper: {}. Print at 100 per cent (“actual size”), never “fit to page”. If the line below is 100 \
                 millimetres long on your paper, map and counters fit one another.",
                self.order.paper.name()
            )),
            Block::Ready(9.0, ruler()),
            Block::List {
                first: Some(1),
                items: vec![
                    item(format!(
                        "Counters: {units} units and {markers} markers of {counter} millimetres. Print their pages on \
                         both sides of the thickest paper your printer takes, turned over the long edge, or print fronts \
                         and backs apart and glue them on card a millimetre thick, with the squares of one under the \
                         crosses of the other. Hold a sheet against the light before you print the rest. Cut along the \
                         marks, the long cuts first."
                    )),
                    item(format!(
                        "Map: {} tiles, {across:.0} by {down:.0} centimetres when it is glued together. The sketch at the \
                         foot of each tile says where it belongs: letters are rows from the top, numbers columns from the \
                         left. Cut a tile off along the marks on its left and its upper side, where it has a neighbour \
                         there, and glue it over the strip of {} millimetres that the neighbour has more; the red crosses \
                         of both lie on one another.",
                        tiling.count(),
                        engraver::print::tiles::OVERLAP
                    )),
                    item(
                        "Each army takes its set-up card and puts its counters where the card and the page with the whole \
                         map say. Those who come later wait on the card."
                            .to_owned(),
                    ),
                    item(format!(
                        "You need besides: {dice}, a cup, and the rulebook at the end of this kit. Start with the part of \
                         it that tells how a turn goes."
                    )),
                ],
            },
        ]
    }

    fn limits(&self) -> Vec<Block> {
        let limits =
            self.played.first().map_or(&[][..], |(_, game): &(_, Game)| game.on_paper().limits);
        let common = "The computer players, the odds before an attack, the check that no die was touched, and the record \
                      that can be replayed stay with the program. So does taking moves back without a quarrel.";
        let all = limits.iter().chain([&common]);
        let items = all.map(|text| vec![Block::paragraph((*text).to_owned())]).collect();
        vec![Block::heading(2, "What paper cannot play"), Block::List { first: None, items }]
    }
}

/// A line of 100 millimetres with its ends marked.
fn ruler() -> Vec<Item> {
    let mut items = Vec::new();
    let mut draw = |from: (f64, f64), to: (f64, f64)| {
        items.push(Item::Line { from, to, width: 0.25, colour: BLACK, dashed: false });
    };
    draw((0.0, 4.0), (100.0, 4.0));
    for step in 0..=10 {
        let x = f64::from(step) * 10.0;
        let high = if step % 5 == 0 { 2.0 } else { 1.0 };
        draw((x, 4.0 - high), (x, 4.0 + high));
    }
    items.push(line("100 mm", 102.0, 2.0, Setting::sans(8.0)));
    items
}

/// A page that keeps fronts on fronts.
pub(super) fn empty(paper: Paper) -> Page {
    let mut page = Page::new(paper.size());
    let words = "This page is left empty, so that the counters begin on the front of a sheet.";
    let (middle, down) = (page.width / 2.0, page.height / 2.0);
    page.items.push(centred(words, middle, down, Setting::serif(10.0).coloured(GREY)));
    page
}

/// The number of every page at its foot.
pub(super) fn number(document: &mut Document) {
    let whole = document.pages.len();
    let title = document.title.clone();
    for (at, page) in document.pages.iter_mut().enumerate() {
        let text = format!("{title}, page {} of {whole}", at + 1);
        let small = Setting::sans(6.5).coloured(GREY);
        page.items.push(ending(&text, page.width - MARGIN, page.height - 11.2, small));
    }
}
