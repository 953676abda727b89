//! The levels of the computer players, the same for every system.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a computer thinks.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The weakest.
    Recruit,
    /// The second.
    Captain,
    /// The third.
    Colonel,
    /// The strongest.
    General,
}

/// A level as a card tells of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LevelCard {
    /// Its word in requests.
    pub id: Level,
    /// What it is called.
    pub title: String,
    /// How it thinks, in one line.
    pub words: &'static str,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 4] = [Level::Recruit, Level::Captain, Level::Colonel, Level::General];

    /// The same level as the staff knows it.
    pub const fn thinks(self) -> ::staff::Level {
        match self {
            Level::Recruit => ::staff::Level::Recruit,
            Level::Captain => ::staff::Level::Captain,
            Level::Colonel => ::staff::Level::Colonel,
            Level::General => ::staff::Level::General,
        }
    }

    /// Whether whatever it decides takes next to no time.
    pub const fn is_quick(self) -> bool {
        matches!(self, Level::Recruit | Level::Captain)
    }

    /// As a card.
    pub fn card(self) -> LevelCard {
        let words = self.thinks().description();
        LevelCard { id: self, title: self.to_string(), words }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.thinks().fmt(f)
    }
}
