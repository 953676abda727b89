//! What can go wrong in a command, as a person should read it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use atlas::fault::Faults;

/// Why a command could not do what was asked.
#[derive(Debug)]
pub enum Trouble {
    /// A file or folder could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A file holds faults.
    Faults {
        /// The file or battle.
        what: String,
        /// All of them.
        faults: Faults,
    },
    /// What was given on the command line cannot be understood.
    Malformed {
        /// What it is.
        what: String,
        /// All that is wrong with it.
        faults: Faults,
    },
    /// An argument makes no sense.
    Usage(String),
    /// The rules forbid it.
    Refused {
        /// The rule.
        rule: String,
        /// Why, in a sentence.
        reason: String,
    },
    /// A record is wrong.
    Record {
        /// Its file.
        path: PathBuf,
        /// What is wrong, with the line.
        error: rules::record::RecordError,
    },
    /// Standard input could not be read.
    Input(std::io::Error),
    /// The request names something that does not exist or does not fit.
    Request(String),
    /// Standard output went away.
    Output(std::io::Error),
}

impl Trouble {
    /// Trouble with a file.
    pub fn file(path: &Path, error: std::io::Error) -> Trouble {
        Trouble::File { path: path.to_owned(), error }
    }

    /// Prints it and gives the exit code.
    pub fn report(&self) -> ExitCode {
        if let Trouble::Output(error) = self
            && error.kind() == std::io::ErrorKind::BrokenPipe
        {
            // The reader (`head`, a pager) has seen enough: nothing is wrong.
            return ExitCode::SUCCESS;
        }
        eprintln!("longroll: {self}");
        ExitCode::from(if matches!(self, Trouble::Malformed { .. } | Trouble::Usage(_)) {
            2
        } else {
            1
        })
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::File { path, error } => write!(f, "{}: {error}", path.display()),
            Trouble::Refused { rule, reason } => write!(f, "refused by {rule}: {reason}"),
            Trouble::Record { path, error } => write!(f, "{}, {error}", path.display()),
            Trouble::Input(error) => write!(f, "standard input: {error}"),
            Trouble::Faults { what, faults } | Trouble::Malformed { what, faults } => {
                let count = faults.count();
                let noun = if count == 1 { "fault" } else { "faults" };
                write!(f, "{what}: {count} {noun}\n{faults}")
            }
            Trouble::Request(sentence) | Trouble::Usage(sentence) => f.write_str(sentence),
            Trouble::Output(error) => write!(f, "standard output: {error}"),
        }
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble::Output(error)
    }
}
