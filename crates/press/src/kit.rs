//! A kit: everything that is needed to play a battle on paper, as the pages of one document.

mod intro;
mod parts;

use std::fmt;

use atlas::battle::{Battle, Scenario};
use engraver::Theme;
use engraver::print::text::Measure;
use engraver::print::tiles::Tiling;
use engraver::print::{Document, Mark, Page, Paper, PrintError, counters, write};
use rules::game::{CannotPlay, Game};

use crate::pieces::{Pieces, scenarios};

/// Where rulebooks and their figures come from.
pub trait Source {
    /// The rulebook of a system, as Markdown.
    fn rulebook(&self, system: &str) -> Option<String>;
    /// The figure that a book means by a link: an SVG text, its width and its height in pixels.
    fn figure(&self, target: &str) -> Option<(String, (u32, u32))>;
}

/// What is ordered.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The paper.
    pub paper: Paper,
    /// The side of a counter, in millimetres.
    pub counter: f64,
    /// The colours.
    pub theme: Theme,
    /// The scenario; all of them without one.
    pub scenario: Option<String>,
    /// The optional rules whose charts are wanted.
    pub options: Vec<String>,
}

/// Why there is no kit.
#[derive(Debug)]
pub enum KitError {
    /// The battle has no such scenario; those that it has.
    Scenario {
        /// What was asked for.
        wanted: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The battle cannot be played so.
    Game(CannotPlay),
    /// Counters of this side cannot be made.
    Counter(f64),
    /// There is no rulebook of this system.
    NoRulebook(&'static str),
    /// The pages could not be written.
    Print(PrintError),
}

impl fmt::Display for KitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KitError::Scenario { wanted, known } => {
                write!(f, "no scenario is called `{wanted}`; there are: {}", known.join(", "))
            }
            KitError::Game(error) => write!(f, "{error}"),
            KitError::Counter(side) => write!(
                f,
                "counters of {side} millimetres; expected {} to {}",
                counters::SIDES.start(),
                counters::SIDES.end()
            ),
            KitError::NoRulebook(system) => write!(f, "there is no rulebook of `{system}`"),
            KitError::Print(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for KitError {}

/// A part of a kit, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is.
    pub kind: Kind,
    /// The number of its first page, from 0.
    pub first: usize,
    /// How many pages it has.
    pub pages: usize,
}

/// What a part of a kit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What is in the kit and how it is put together.
    Intro,
    /// Counters and markers, fronts and backs in turn.
    Counters,
    /// The tiles of the map.
    Map,
    /// The signs of the map.
    Legend,
    /// The whole map with everybody where he begins.
    Overview,
    /// Turn tracks and records.
    Tracks,
    /// Set-up cards.
    Cards,
    /// Charts.
    Charts,
    /// Rosters and pads.
    Sheets,
    /// The rulebook.
    Rulebook,
}

/// A kit, ready to be written.
pub struct Kit {
    /// Its pages.
    pub document: Document,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// How its map is cut.
    pub tiling: Tiling,
}

/// Pages of one kind, with what can be looked up on them.
struct Made {
    kind: Kind,
    pages: Vec<Page>,
    places: Vec<engraver::print::flow::Place>,
}

impl Made {
    fn of(kind: Kind, pages: Vec<Page>) -> Made {
        Made { kind, pages, places: Vec::new() }
    }
}

/// Everything a part is made of.
struct Workshop<'a> {
    files: &'a Battle,
    order: &'a Order,
    source: &'a dyn Source,
    played: Vec<(&'a Scenario, Game)>,
    pieces: Pieces,
    document: Document,
    measure: Measure,
}

/// Puts a kit together.
pub fn assemble(files: &Battle, order: &Order, source: &dyn Source) -> Result<Kit, KitError> {
    if !counters::SIDES.contains(&order.counter) {
        return Err(KitError::Counter(order.counter));
    }
    let wanted = scenarios(files, order.scenario.as_deref());
    if wanted.is_empty() {
        return Err(KitError::Scenario {
            wanted: order.scenario.clone().unwrap_or_default(),
            known: files.scenarios.iter().map(|one| one.id.clone()).collect(),
        });
    }
    let ready = |scenario: &'_ Scenario| Game::new(files, Some(&scenario.id), &order.options);
    let mut played = Vec::new();
    for scenario in wanted {
        played.push((scenario, ready(scenario).map_err(KitError::Game)?));
    }
    let mut document = Document::new(&format!("{}: {}", files.title, files.subtitle));
    let pieces = Pieces::of(&played, order.theme, &mut document);
    let measure = Measure::default();
    let mut workshop = Workshop { files, order, source, played, pieces, document, measure };
    let (made, tiling) = workshop.parts()?;
    Ok(workshop.bind(made, tiling))
}

impl Workshop<'_> {
    /// Puts the parts behind one another: first what is in them, then they.
    fn bind(mut self, made: Vec<Made>, tiling: Tiling) -> Kit {
        let guess = parts_of(&made, 1);
        let before = self.intro(&guess, &tiling).pages.len();
        // Fronts of counters lie on the front of a sheet.
        let before = before + before % 2;
        let mut intro = self.intro(&parts_of(&made, before), &tiling);
        if intro.pages.len() < before {
            intro.pages.push(intro::empty(self.order.paper));
        }
        let mut parts = vec![Part { kind: Kind::Intro, first: 0, pages: intro.pages.len() }];
        parts.extend(parts_of(&made, before));
        for one in std::iter::once(intro).chain(made) {
            self.add(one);
        }
        intro::number(&mut self.document);
        Kit { document: self.document, parts, tiling }
    }

    fn add(&mut self, made: Made) {
        let first = self.document.pages.len();
        let title = made.kind.title().to_owned();
        self.document.outline.push(Mark { level: 1, title, page: first, y: 0.0 });
        for place in made.places {
            let page = first + place.page;
            if let Some((level, title)) = place.heading {
                self.document.outline.push(Mark { level: level + 1, title, page, y: place.y });
            }
            for anchor in place.anchors {
                self.document.anchors.entry(anchor).or_insert((page, place.y));
            }
        }
        self.document.pages.extend(made.pages);
    }
}

/// Where the parts come to lie behind so many pages.
fn parts_of(made: &[Made], before: usize) -> Vec<Part> {
    let mut first = before;
    made.iter()
        .map(|one| {
            let part = Part { kind: one.kind, first, pages: one.pages.len() };
            first += one.pages.len();
            part
        })
        .collect()
}

/// The kit as the bytes of a PDF.
pub fn pdf(kit: &Kit) -> Result<Vec<u8>, KitError> {
    write(&kit.document).map_err(KitError::Print)
}
