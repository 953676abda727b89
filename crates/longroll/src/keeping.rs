//! `longroll check`, `longroll backup` and `longroll move-data`: for whoever keeps the games of others.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use server::check::{Found, Noticed, check};
use server::store::{Place, StoreError, back_up, move_data};

use crate::database::place;
use crate::library::Library;
use crate::serve::sources;
use crate::trouble::Trouble;

/// Checks a file or database of games whole, and changes nothing: the pages of the file, every chain, every seed, every
/// replay. Servers may have it open.
#[derive(Args)]
pub struct Check {
    /// The file of the games, the data folder that has it, or a PostgreSQL database (postgres://user@host/database, or
    /// @FILE with a file that holds its address).
    #[arg(value_name = "FILE")]
    place: String,
}

/// Copies a file of games as it stands at one moment. A server may have it open, and play goes on.
#[derive(Args)]
pub struct Backup {
    /// The file of the games, or the data folder that has it.
    from: String,
    /// The copy, which must not be there yet.
    to: PathBuf,
}

/// Carries all games from a file to a PostgreSQL database or back, checks every row and every chain, and leaves the first
/// place as it is. No server may run on either meanwhile.
#[derive(Args)]
pub struct MoveData {
    /// Where the games are: a file, a data folder, postgres://user@host/database, or @FILE that holds such an address.
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Where they are to be, likewise; there must be no games there yet.
    #[arg(long, value_name = "PLACE")]
    to: String,
}

impl Check {
    /// Checks, and says what was found; fails if something is wrong.
    pub fn run(&self, library: &Library) -> Result<ExitCode, Trouble> {
        let place = place(&self.place)?;
        let found = runtime()?.block_on(check(&place, sources(library)));
        let found = found.map_err(|error| trouble(&place, &error))?;
        tell(&place, &found)?;
        Ok(if found.is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Backup {
    /// Copies, and says how many games are in the copy.
    pub fn run(&self) -> Result<(), Trouble> {
        let from = place(&self.from)?;
        let Place::File(file) = &from else {
            let words = "PostgreSQL copies its databases itself, also while servers play from them: \
                         pg_dump --format=custom --file=FILE DATABASE, and pg_restore; see docs/hosting.md";
            return Err(Trouble::Usage(words.into()));
        };
        let games = runtime()?.block_on(back_up(file, &self.to));
        let games = games.map_err(|error| trouble(&from, &error))?;
        let noun = if games == 1 { "game" } else { "games" };
        writeln!(stdout(), "{}: {games} {noun}, as they stood.", self.to.display())?;
        Ok(())
    }
}

impl MoveData {
    /// Carries them, and says how many.
    pub fn run(&self) -> Result<(), Trouble> {
        let (from, to) = (place(&self.from)?, place(&self.to)?);
        let moved = runtime()?.block_on(move_data(&from, &to));
        let moved = moved.map_err(|error| trouble(&from, &error))?;
        let noun = if moved.games == 1 { "game" } else { "games" };
        let mut out = stdout().lock();
        writeln!(
            out,
            "{to}: {} {noun}, {} entries, every row and chain as in {from}.",
            moved.games, moved.entries
        )?;
        if moved.damaged > 0 {
            writeln!(
                out,
                "{} of them were damaged before, and are so still: see `longroll check`.",
                moved.damaged
            )?;
        }
        Ok(())
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Trouble::Request(format!("no threads: {error}")))
}

fn trouble(place: &Place, error: &StoreError) -> Trouble {
    Trouble::Request(format!("{place}: {error}"))
}

fn tell(place: &Place, found: &Found) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    let games = if found.games == 1 { "game" } else { "games" };
    writeln!(out, "{place}: {} {games}", found.games)?;
    if !found.chained {
        let words = "The file is from before entries were chained: a server that opens it chains them, as it finds them.";
        writeln!(out, "{words}")?;
    } else if found.adopted > 0 {
        let (count, verb) = (found.adopted, if found.adopted == 1 { "is" } else { "are" });
        writeln!(
            out,
            "{count} of them {verb} from before entries were chained: what was damaged before is not seen."
        )?;
    }
    for fault in &found.faults {
        writeln!(out, "The file is damaged: {fault}")?;
    }
    let mut list = |noticed: &[Noticed], head: &str| -> Result<(), Trouble> {
        for Noticed { id, title, words } in noticed {
            let title = title.as_deref().unwrap_or("?");
            writeln!(out, "{head} {id} ({title}): {words}")?;
        }
        Ok(())
    };
    list(&found.unplayed, "Not replayed:")?;
    list(&found.damaged, "Damaged:")?;
    let words = match (found.is_well(), found.chained) {
        (true, true) => {
            "Every chain holds, and every game that can be replayed replays as it was recorded."
        }
        (true, false) => "Every game that can be replayed replays as it was recorded.",
        (false, _) => {
            "Games that are damaged can be looked at only; the others are played on. Restore a backup, if there is one."
        }
    };
    writeln!(out, "{words}")?;
    Ok(())
}
