//! `longroll print`: a battle as a kit to be played on paper.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engraver::Theme;
use engraver::print::Paper;
use press::{Order, Source};

use crate::library::Library;
use crate::trouble::Trouble;

/// Print a battle as a PDF: the map in tiles, counters front and back, charts, tracks, set-up cards, the rulebook.
#[derive(Args)]
pub struct Print {
    /// The battle by its id: `longroll battles` lists them.
    id: String,
    /// The paper that the printer holds.
    #[arg(long, value_parser = paper, default_value = "a4")]
    paper: Paper,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The side of a counter in millimetres, 10 to 30; the map grows with it.
    #[arg(long, value_name = "MM", default_value_t = 15.0, allow_negative_numbers = true)]
    counter: f64,
    /// The scenario; without it all of the battle's.
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
    /// An optional rule by its printed number, for the charts; may be given more than once.
    #[arg(long = "option", value_name = "NUMBER")]
    options: Vec<String>,
    /// Colours: little ink on white paper, or those of the table.
    #[arg(long, value_enum, default_value_t = Colours::Print)]
    colours: Colours,
}

/// The colours of a kit as words on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum Colours {
    /// White paper, little ink.
    Print,
    /// Warm paper, as on the table.
    Light,
}

fn paper(word: &str) -> Result<Paper, String> {
    let known: Vec<&str> = Paper::ALL.into_iter().map(Paper::word).collect();
    Paper::from_word(word).ok_or_else(|| format!("expected {}", known.join(" or ")))
}

/// The rulebooks as the table in the browser has them.
struct Books;

impl Source for Books {
    fn rulebook(&self, system: &str) -> Option<String> {
        server::rulebook::text(system)
    }

    fn figure(&self, target: &str) -> Option<(String, (u32, u32))> {
        let figure = server::figures::linked(target)?;
        Some((figure.svg(Theme::Print), figure.size()))
    }
}

impl Print {
    /// Puts the kit together and writes it.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let files = library.load(&self.id)?;
        let order = Order {
            paper: self.paper,
            counter: self.counter,
            theme: match self.colours {
                Colours::Print => Theme::Print,
                Colours::Light => Theme::Light,
            },
            scenario: self.scenario.clone(),
            options: self.options.clone(),
        };
        let wrong = |error: press::KitError| Trouble::Request(format!("{}: {error}", self.id));
        let kit = press::assemble(&files, &order, &Books).map_err(wrong)?;
        let bytes = press::pdf(&kit).map_err(wrong)?;
        std::fs::write(&self.out, &bytes).map_err(|error| Trouble::file(&self.out, error))?;
        let (pages, size) = (kit.document.pages.len(), bytes.len() / 1024);
        writeln!(stdout(), "{}: {pages} pages, {size} KiB", self.out.display())?;
        Ok(())
    }
}
