//! [GT 2.1] The options menu, as far as it concerns the rules.

use atlas::battle::Battle as Files;

use crate::game::CannotPlay;

/// [GT 2.1] How much of the rules is in force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The Quick Start rules.
    Basic,
    /// Without leaders and command control, with automatic fortification.
    Intermediate,
    /// Everything.
    Advanced,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 3] = [Level::Basic, Level::Intermediate, Level::Advanced];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Basic => "basic",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
        }
    }
}

/// [GT 2.1?] The longest time limit, in minutes.
const LONGEST: u8 = 60;

/// The options of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// As they were chosen, in the battle's order.
    pub numbers: Vec<String>,
    /// Option 4.
    pub level: Level,
    /// Option 1: 1 to 5.
    pub difficulty: u8,
    /// Option 5: only sighted enemy units are shown.
    pub hidden: bool,
    /// Option 6: minutes for an operations phase; 0 if it may take as long as it likes.
    pub minutes: u8,
    /// Option 8: every formation is active.
    pub no_activation: bool,
    /// Option D-17: cavalry that starts late.
    pub late_cavalry: bool,
    /// Option D-78: the timetable beyond the basic game, too.
    pub timetable: bool,
    /// Option D-99: fewer activations, for an even game.
    pub slow_activation: bool,
}

impl Options {
    /// Reads the options that were chosen for a game of a battle.
    pub fn read(files: &Files, chosen: &[String]) -> Result<Options, CannotPlay> {
        let mut options = Options {
            numbers: Vec::new(),
            level: Level::Basic,
            difficulty: 3,
            hidden: false,
            minutes: 0,
            no_activation: false,
            late_cavalry: false,
            timetable: false,
            slow_activation: false,
        };
        for option in chosen {
            let (number, value) = split(option);
            let known = files.option(number).is_some_and(|known| match value {
                None => known.values.is_empty(),
                Some(value) => known.values.iter().any(|one| one.word == value),
            });
            let twice = chosen.iter().filter(|other| split(other).0 == number).count() > 1;
            if !known || twice {
                return Err(CannotPlay::NoOption { wanted: option.clone(), known: all(files) });
            }
        }
        for option in &files.options {
            let chosen = chosen.iter().find(|one| split(one).0 == option.number);
            let value = chosen.and_then(|one| split(one).1).or(option.default.as_deref());
            options.set(&option.number, value, chosen.is_some());
            options.numbers.extend(chosen.cloned());
        }
        Ok(options)
    }

    /// What an option means that the battle offers under its menu number. A battle need not offer
    /// all.
    fn set(&mut self, number: &str, value: Option<&str>, chosen: bool) {
        match (number, value) {
            ("4", Some(word)) => {
                let level = Level::ALL.into_iter().find(|level| level.word() == word);
                self.level = level.unwrap_or(self.level);
            }
            ("1", Some(word)) => {
                self.difficulty =
                    word.parse().ok().filter(|level| (1..=5).contains(level)).unwrap_or(3);
            }
            ("5", None) => self.hidden = chosen,
            ("6", Some(word)) => self.minutes = word.parse().unwrap_or(0).min(LONGEST),
            ("8", None) => self.no_activation = chosen,
            ("D-17", None) => self.late_cavalry = chosen,
            ("D-78", None) => self.timetable = chosen,
            ("D-99", None) => self.slow_activation = chosen,
            _ => {}
        }
    }

    /// [GT 2.1] How many seconds a player has for an operations phase; `None`: as many as he likes.
    pub fn time_limit(&self) -> Option<u32> {
        (self.minutes > 0).then(|| u32::from(self.minutes) * 60)
    }

    /// Whether this is the basic game.
    #[inline]
    pub fn basic(&self) -> bool {
        self.level == Level::Basic
    }

    /// Whether this is the advanced game.
    #[inline]
    pub fn advanced(&self) -> bool {
        self.level == Level::Advanced
    }

    /// [GT-QS 2.0, GT 3.2?] Whether formations wait for the timetable (D-78).
    pub fn uses_timetable(&self) -> bool {
        !self.no_activation && (self.basic() || self.timetable)
    }

    /// [GT 3.0] Whether divisions are activated turn by turn.
    pub fn activates(&self) -> bool {
        !self.no_activation && !self.uses_timetable()
    }
}

/// "4=advanced" is the option 4 with a value.
fn split(option: &str) -> (&str, Option<&str>) {
    option.split_once('=').map_or((option, None), |(number, value)| (number, Some(value)))
}

/// Every option as it can be chosen.
fn all(files: &Files) -> Vec<String> {
    let each = files.options.iter().flat_map(|option| {
        let number = &option.number;
        let values = option.values.iter().map(move |value| format!("{number}={}", value.word));
        let plain = option.values.is_empty().then(|| number.clone());
        values.chain(plain)
    });
    each.collect()
}
