//! Making the tables and the report of a study.

use std::path::{Path, PathBuf};

use atlas::Side;

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::Study;
use crate::report;
use crate::room::Room;
use crate::statistics::{Share, mean};
use crate::summary::Summary;
use crate::tables;
use crate::wording::counted;

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Published {
    /// The files, the report last.
    pub files: Vec<PathBuf>,
    /// What they say, in a few lines for a terminal.
    pub lines: Vec<String>,
}

/// Writes the tables and the report of the games that are over into a folder.
pub fn publish(study: &Study, journal: &Journal, folder: &Path) -> Result<Published, LabError> {
    study.bench.publish(study, journal, folder)
}

/// The same in the room of the study's system.
pub fn publish_in<R: Room>(
    study: &Study,
    journal: &Journal,
    folder: &Path,
) -> Result<Published, LabError> {
    std::fs::create_dir_all(folder).map_err(LabError::file(folder))?;
    let (sums, mut files) = tables::write::<R>(study, journal, folder)?;
    let path = folder.join("report.html");
    let part = folder.join("report.html.part");
    std::fs::write(&part, report::html::<R>(study, journal.shard(), &sums))
        .map_err(LabError::file(&part))?;
    std::fs::rename(&part, &path).map_err(LabError::file(&path))?;
    files.push(path);
    let mut lines = Vec::new();
    for (set, (summary, digest)) in sums.iter().enumerate() {
        lines.extend(words(&study.plan.set_name(set), summary));
        if summary.games() > 0 {
            lines.extend(R::lines(digest));
        }
    }
    Ok(Published { files, lines })
}

/// A set in a few lines.
fn words(name: &str, summary: &Summary) -> Vec<String> {
    let games = summary.games();
    let mut lines = vec![format!("{name}: {}", counted(games, "game"))];
    if games == 0 {
        return lines;
    }
    let line = |what: &str, hits: usize| {
        let share = Share::of(hits, games);
        format!(
            "  {what:<32} {hits:>5}  {:>5.1} % ({:.1} to {:.1})",
            100.0 * share.value,
            100.0 * share.interval.low,
            100.0 * share.interval.high,
        )
    };
    lines.extend(summary.endings.iter().map(|ending| line(&ending.words(), ending.games)));
    for side in Side::BOTH {
        let ways = summary.endings.iter().filter(|ending| ending.winner == Some(side)).count();
        if ways > 1 {
            lines.push(line(&format!("{side}, all victories"), summary.won(Some(side))));
        }
    }
    let margin = mean(summary.margins.iter().map(|&(_, margin)| margin));
    lines.push(format!("  margin of the Union {}", margin.signed_words()));
    lines
}
