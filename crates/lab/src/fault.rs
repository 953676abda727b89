//! What can go wrong in a study.

use std::fmt;
use std::path::{Path, PathBuf};

use rules::game::CannotPlay;

use crate::wording::counted;

/// Why a study cannot be begun, gone on with, merged or published.
#[derive(Debug)]
pub enum LabError {
    /// The battle cannot be played as asked for.
    CannotPlay(CannotPlay),
    /// The request makes no sense.
    Request(String),
    /// A file or folder could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A folder already holds a study.
    Held(PathBuf),
    /// A folder already holds a study, where a whole was to be put together.
    Taken(PathBuf),
    /// A folder holds no study.
    NoStudy(PathBuf),
    /// Somebody else is at work in a folder.
    Busy(PathBuf),
    /// A line of a journal cannot be understood.
    BadLine {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A journal belongs to another study than the one asked for.
    Differs {
        /// The journal.
        path: PathBuf,
        /// What is not the same.
        what: &'static str,
    },
    /// A game that is in the journal comes out otherwise when it is played again.
    OtherPlay {
        /// The journal.
        path: PathBuf,
        /// The game.
        game: u32,
    },
    /// A game whose record is wanted comes out otherwise than its journal tells.
    OtherRecord {
        /// Its options.
        set: u32,
        /// Its number.
        game: u32,
        /// The version of the program that played it.
        program: String,
    },
    /// A game could not be played to its end.
    Stuck {
        /// Its options.
        set: u32,
        /// Its number.
        game: u32,
        /// Why.
        problem: String,
    },
    /// Two journals tell a game differently.
    Conflict {
        /// The second of them.
        path: PathBuf,
        /// The game.
        game: u32,
    },
    /// Journals together lack games of their plan.
    Incomplete {
        /// How many are there.
        found: usize,
        /// How many there should be.
        planned: usize,
    },
}

impl LabError {
    /// Trouble with a file.
    pub(crate) fn file(path: &Path) -> impl Fn(std::io::Error) -> LabError + '_ {
        move |error| LabError::File { path: path.to_owned(), error }
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::CannotPlay(error) => write!(f, "{error}"),
            LabError::Request(problem) => f.write_str(problem),
            LabError::File { path, error } => write!(f, "{}: {error}", path.display()),
            LabError::Held(path) => write!(
                f,
                "{}: already holds a study; go on with it by --resume, or name another folder",
                path.display()
            ),
            LabError::Taken(path) => {
                write!(f, "{}: already holds a study; name another folder", path.display())
            }
            LabError::NoStudy(path) => write!(f, "{}: holds no study", path.display()),
            LabError::Busy(path) => {
                write!(f, "{}: another program is at work on this study", path.display())
            }
            LabError::BadLine { path, line, problem } => {
                write!(f, "{}, line {line}: {problem}", path.display())
            }
            LabError::Differs { path, what } => {
                write!(f, "{}: is of another study: {what}", path.display())
            }
            LabError::OtherPlay { path, game } => write!(
                f,
                "{}: game {game} comes out otherwise now; rules or players have changed since it was played",
                path.display()
            ),
            LabError::OtherRecord { set, game, program } => write!(
                f,
                "game {game} of set {} comes out otherwise now; rules or players have changed since Long Roll \
                 {program} played it",
                set + 1
            ),
            LabError::Stuck { set, game, problem } => {
                write!(f, "game {game} of set {}: {problem}", set + 1)
            }
            LabError::Conflict { path, game } => {
                write!(f, "{}: tells game {game} otherwise than another part", path.display())
            }
            LabError::Incomplete { found, planned } => {
                let games = counted(*planned, "game");
                write!(f, "the parts hold {found} of {games}; --incomplete merges them as they are")
            }
        }
    }
}

impl std::error::Error for LabError {}
