//! Faults of the disk, told from outside: how tests see what becomes of games when writing fails.

use std::fmt;
use std::sync::Arc;

/// What becomes of a commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing: it is made.
    None,
    /// It is not made, as when a write fails.
    NotWritten,
    /// It is made, and yet said to have failed, as when a disk reports an error while it keeps what it was given.
    NotSure,
}

type Tell = dyn Fn() -> Fault + Send + Sync;

/// Where faults come from.
#[derive(Clone, Default)]
pub enum Faults {
    /// From the disk alone.
    #[default]
    Real,
    /// Each commit is told what becomes of it.
    Told(Arc<Tell>),
}

impl Faults {
    /// What becomes of the next commit.
    pub fn next(&self) -> Fault {
        match self {
            Faults::Real => Fault::None,
            Faults::Told(tell) => tell(),
        }
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Faults::Real => "Real",
            Faults::Told(_) => "Told",
        })
    }
}
