//! `longroll check` and `longroll backup`: for whoever keeps the games of others.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use server::check::{Found, Noticed, check};
use server::folder::DATABASE;
use server::store::{StoreError, back_up};

use crate::library::Library;
use crate::serve::sources;
use crate::trouble::Trouble;

/// Checks a file of games whole, and changes nothing: its pages, every chain, every seed, every replay. A server may have
/// it open.
#[derive(Args)]
pub struct Check {
    /// The file of the games, or the data folder that has it.
    file: PathBuf,
}

/// Copies a file of games as it stands at one moment. A server may have it open, and play goes on.
#[derive(Args)]
pub struct Backup {
    /// The file of the games, or the data folder that has it.
    from: PathBuf,
    /// The copy, which must not be there yet.
    to: PathBuf,
}

impl Check {
    /// Checks, and says what was found; fails if something is wrong.
    pub fn run(&self, library: &Library) -> Result<ExitCode, Trouble> {
        let file = file_of(&self.file);
        let found = runtime()?.block_on(check(&file, sources(library)));
        let found = found.map_err(|error| trouble(&file, &error))?;
        tell(&file, &found)?;
        Ok(if found.is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Backup {
    /// Copies, and says how many games are in the copy.
    pub fn run(&self) -> Result<(), Trouble> {
        let file = file_of(&self.from);
        let games = runtime()?.block_on(back_up(&file, &self.to));
        let games = games.map_err(|error| trouble(&file, &error))?;
        let noun = if games == 1 { "game" } else { "games" };
        writeln!(stdout(), "{}: {games} {noun}, as they stood.", self.to.display())?;
        Ok(())
    }
}

/// The file itself, if a data folder was named.
fn file_of(place: &Path) -> PathBuf {
    if place.is_dir() { place.join(DATABASE) } else { place.to_owned() }
}

fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Trouble::Request(format!("no threads: {error}")))
}

fn trouble(file: &Path, error: &StoreError) -> Trouble {
    Trouble::Request(format!("{}: {error}", file.display()))
}

fn tell(file: &Path, found: &Found) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    let games = if found.games == 1 { "game" } else { "games" };
    writeln!(out, "{}: {} {games}", file.display(), found.games)?;
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
