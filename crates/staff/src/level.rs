//! The levels of the staff: they differ in thought, not in what they know or may do.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a computer player thinks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Marches to the sound of the guns and attacks where the odds are good.
    Recruit,
    /// Reckons every attack exactly, closes retreats, and minds what can be done to him.
    Captain,
    /// Weighs whole plans against the enemy's best reply, and the order of his attacks.
    Colonel,
    /// Plays out rival plans, with the dice and the enemy's answer, before he decides.
    General,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 4] = [Level::Recruit, Level::Captain, Level::Colonel, Level::General];

    /// As it is written on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Recruit => "recruit",
            Level::Captain => "captain",
            Level::Colonel => "colonel",
            Level::General => "general",
        }
    }

    /// What it does, in one line.
    pub const fn description(self) -> &'static str {
        match self {
            Level::Recruit => {
                "marches to the sound of the guns and attacks where the odds are good"
            }
            Level::Captain => "reckons attacks exactly, closes retreats, minds his own safety",
            Level::Colonel => "weighs whole plans and the enemy's best reply",
            Level::General => "plays out rival plans with dice and answers before deciding",
        }
    }

    /// Whether whatever it decides takes next to no time.
    pub const fn is_quick(self) -> bool {
        matches!(self, Level::Recruit | Level::Captain)
    }

    /// Whether it thinks as long as it is given; the others know when they are done.
    pub const fn is_timed(self) -> bool {
        matches!(self, Level::General)
    }

    /// The level with this word.
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Recruit => "Recruit",
            Level::Captain => "Captain",
            Level::Colonel => "Colonel",
            Level::General => "General",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_written_and_read_by_its_word() {
        for level in Level::ALL {
            let word = serde_json::to_value(level).expect("a word");
            assert_eq!(word, level.word());
            assert_eq!(serde_json::from_value::<Level>(word).expect("a level"), level);
            assert_eq!(Level::parse(level.word()), Some(level));
        }
    }
}
