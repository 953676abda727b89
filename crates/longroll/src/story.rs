//! `longroll story`: a finished game to share.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Args;
use press::story::{Film, Story, StoryError, animation, html};
use rules::record::header_of;

use crate::library::Library;
use crate::position::ready;
use crate::replay::read_record;
use crate::trouble::Trouble;

/// Tell a finished game: as a page that runs by itself (.html), or as an animated picture (.png).
#[derive(Args)]
pub struct Tell {
    /// The record of the game.
    file: PathBuf,
    /// The file to write: its ending, .html or .png, says what.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many pixels the picture is wide.
    #[arg(long, value_name = "PIXELS", default_value_t = 900)]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=4000))]
    width: u32,
    /// The most positions the picture shows.
    #[arg(long, value_name = "N", default_value_t = 240)]
    #[arg(value_parser = clap::value_parser!(u16).range(2..=2000))]
    scenes: u16,
    /// How many milliseconds the picture shows each.
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(u16).range(20..=10_000))]
    pace: u16,
}

impl Tell {
    /// Replays the record, checks it and tells it.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let ending = self.out.extension().and_then(|ending| ending.to_str());
        let page = match ending {
            Some("html") => true,
            Some("png") => false,
            _ => {
                let shown = self.out.display();
                let why = format!("{shown}: expected a file that ends in .html or .png");
                return Err(Trouble::Request(why));
            }
        };
        let wrong = |error| Trouble::Record { path: self.file.clone(), error };
        let text = read_record(&self.file)?;
        let header = header_of(&text).map_err(wrong)?;
        let files = library.load(&header.battle)?;
        let game = ready(&files, Some(&header.scenario), &header.options)?.with_bid(header.bid);
        let told = |error| match error {
            StoryError::Record(error) => wrong(error),
            other => Trouble::Request(format!("{}: {other}", self.file.display())),
        };
        let story = Story::read(&files, &game, &text).map_err(told)?;
        let bytes = if page {
            html(&story).into_bytes()
        } else {
            let scenes = usize::from(self.scenes);
            let how = Film { width: self.width, scenes, milliseconds: self.pace };
            animation(&story, &how).map_err(told)?
        };
        std::fs::write(&self.out, &bytes).map_err(|error| Trouble::file(&self.out, error))?;
        let (actions, size) = (story.actions(), bytes.len() / 1024);
        writeln!(stdout(), "{}: {actions} actions, {size} KiB", self.out.display())?;
        Ok(())
    }
}
