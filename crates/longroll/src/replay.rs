//! `longroll replay`: a recorded game again, checked.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use rules::game::Seat;
use rules::record::header_of;

use crate::board::Board;
use crate::library::{Library, read_bounded};
use crate::position::ready;
use crate::trouble::Trouble;

/// Replays a record: every event and hash must come out the same.
#[derive(Args)]
pub struct ReplayFile {
    /// The record.
    file: PathBuf,
    /// Also demand that the seed is revealed and gives every throw.
    #[arg(long)]
    verify: bool,
    /// With --verify: let throws pass that were given by hand at a study table, and name them.
    #[arg(long, requires = "verify")]
    allow_by_hand: bool,
    /// Stop after so many actions and show the board.
    #[arg(long, value_name = "N")]
    until: Option<usize>,
    /// Draw the board after each action into this folder, as SVG.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
}

/// The text of a record.
pub fn read_record(file: &Path) -> Result<String, Trouble> {
    String::from_utf8(read_bounded(file)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Trouble::Request(format!("{}: byte {at} is not UTF-8", file.display()))
    })
}

impl ReplayFile {
    /// Replays and prints the final hash.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let wrong = |error| Trouble::Record { path: self.file.clone(), error };
        let text = read_record(&self.file)?;
        let header = header_of(&text).map_err(wrong)?;
        let files = library.load(&header.battle)?;
        let game = ready(&files, Some(&header.scenario), &header.options)?.with_bid(header.bid);
        let mut replay = game.replay(&text).map_err(wrong)?;
        let last = self.until.unwrap_or(replay.len()).min(replay.len());
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder).map_err(|error| Trouble::file(folder, error))?;
        }
        // A stranger's eyes: of a hidden game they see everything once it is over.
        let seat = Seat::Watcher;
        let board = Board { files: &files, game: &game, seat };
        for number in 1..=last {
            replay.step().map_err(wrong)?;
            if let Some(line) = replay.last().filter(|line| line.cause.is_some()) {
                let told = line.events.first().and_then(|event| game.narrate(event));
                writeln!(stdout(), "action {}: {}", line.n, told.unwrap_or_default())?;
            }
            if let Some(folder) = &self.svg {
                board.draw(
                    &replay.state(),
                    Some(&folder.join(format!("{number:05}.svg"))),
                    None,
                )?;
            }
        }
        let whole = last == replay.len();
        if !whole {
            write!(stdout(), "{}", game.show(&replay.state(), seat))?;
        }
        let verified = if whole { Some(replay.finish().map_err(wrong)?) } else { None };
        if self.verify && !verified.is_some_and(|verified| verified.dice) {
            let why = "the seed is not revealed: the dice cannot be verified";
            return Err(Trouble::Request(format!("{}: {why}", self.file.display())));
        }
        let by_hand = verified.map_or(0, |verified| verified.forced);
        if self.verify && by_hand > 0 && !self.allow_by_hand {
            let actions = if by_hand == 1 { "one action has" } else { "some actions have" };
            let why = format!("{actions} throws given by hand (--allow-by-hand lets them pass)");
            return Err(Trouble::Request(format!("{}: {why}", self.file.display())));
        }
        let mut out = stdout().lock();
        writeln!(out, "{}", game.headline(&replay.state(), seat))?;
        let dice = match verified {
            Some(verified) if verified.dice && verified.forced == 0 => {
                ", every die agrees with the seed"
            }
            Some(verified) if verified.dice => ", some dice were given by hand",
            _ => "",
        };
        let witnessed = match verified {
            Some(verified) if verified.witnessed > 0 && verified.host_agreed => {
                format!(
                    ", {} witnessed until both agreed to go on with the host's dice",
                    verified.witnessed
                )
            }
            Some(verified) if verified.witnessed > 0 => {
                format!(", {} throws witnessed by both players", verified.witnessed)
            }
            _ => String::new(),
        };
        let clock = match verified.map_or(0, |verified| verified.by_clock) {
            0 => String::new(),
            1 => ", one was the clock's doing".to_owned(),
            several => format!(", {several} were the clock's doing"),
        };
        writeln!(out, "{last} actions replayed{dice}{witnessed}{clock}")?;
        writeln!(out, "{}", game.state_hash(&replay.state()))?;
        Ok(())
    }
}
