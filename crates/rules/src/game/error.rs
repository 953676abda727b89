//! What can be wrong with a battle, an action, a question.

use std::fmt;

use atlas::fault::{Faults, one_of, quoted};

use crate::rule::Refused;

/// Why a battle cannot be made ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotPlay {
    /// There is no engine for the rules of this battle.
    NoEngine(String),
    /// It has no such scenario.
    NoScenario {
        /// The one asked for.
        wanted: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// It has no such option.
    NoOption {
        /// The one asked for.
        wanted: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// Its files have faults that only the rules see.
    Faults(Faults),
}

impl fmt::Display for CannotPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |known: &[String]| one_of(known.iter().map(String::as_str));
        match self {
            CannotPlay::NoEngine(id) => write!(f, "the rules of {id} cannot be played yet"),
            CannotPlay::NoScenario { wanted, known } => {
                write!(f, "scenario {}; expected {}", quoted(wanted), list(known))
            }
            CannotPlay::NoOption { wanted, known } => {
                write!(f, "option {}; expected {}", quoted(wanted), list(known))
            }
            CannotPlay::Faults(faults) => write!(f, "{faults}"),
        }
    }
}

impl std::error::Error for CannotPlay {}

/// Why an action was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActError {
    /// It cannot be understood.
    Malformed(Faults),
    /// A draw given by hand cannot be.
    Draws(String),
    /// The rules forbid it.
    Refused(Refused),
}

impl fmt::Display for ActError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActError::Malformed(faults) => write!(f, "{faults}"),
            ActError::Draws(problem) => write!(f, "{problem}"),
            ActError::Refused(refused) => write!(f, "{refused}"),
        }
    }
}

impl std::error::Error for ActError {}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskError {
    /// It cannot be understood.
    Malformed(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::Malformed(problem) => write!(f, "{problem}"),
        }
    }
}

impl std::error::Error for AskError {}
