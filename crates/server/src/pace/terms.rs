//! What two players agree on: their time, their days off, and what happens when the time has run out.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::staff::Level;
use crate::words::{LevelWord, whole};

/// An hour, in milliseconds.
pub const HOUR: i64 = 60 * 60 * 1000;
/// A day, in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// An hour, in the seconds of the terms.
const HOUR_SECONDS: i64 = 60 * 60;
/// A day, in the seconds of the terms.
const DAY_SECONDS: i64 = 24 * HOUR_SECONDS;
/// The most days of vacation.
const MOST_DAYS: u8 = 60;
/// The longest that a player who wants to go on after a pause must wait, in milliseconds.
const LONGEST_NOTICE: i64 = 12 * HOUR;

/// How much time a player has for his turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Time {
    /// So much for each turn.
    Turn {
        /// In seconds: from an hour to two weeks.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 3600, maximum = 1_209_600)]
        seconds: i64,
    },
    /// A store of time, to which each turn adds.
    Banked {
        /// In the store at first, in seconds: from an hour to 60 days.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 3600, maximum = 5_184_000)]
        bank: i64,
        /// Added when a turn of the player begins, in seconds: up to two weeks.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 0, maximum = 1_209_600)]
        increment: i64,
        /// The most that is ever in the store, in seconds: from `bank` to 90 days.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 3600, maximum = 7_776_000)]
        cap: i64,
    },
}

/// What happens when a player's time has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AtEnd {
    /// The other side may claim the game, until he has ended what he was late with.
    Claim {},
    /// A computer plays in his place until he takes his seat back.
    Staff {
        /// Its level.
        #[schema(value_type = LevelWord)]
        level: Level,
    },
}

/// The pace of a game between two people who are not at one screen, as they agreed on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Time for one's turns.
    pub time: Time,
    /// Time for each choice in the other's turn, and for each throw that waits for one's browser, in seconds: from ten
    /// minutes to two weeks.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 600, maximum = 1_209_600)]
    pub allowance: i64,
    /// How many days each player may stop his clock for.
    #[serde(default, deserialize_with = "whole")]
    #[schema(minimum = 0, maximum = 60)]
    pub vacation_days: u8,
    /// What happens when a player's time has run out.
    pub at_end: AtEnd,
}

impl Pace {
    /// What is wrong with it, if something is.
    pub fn check(&self) -> Result<(), String> {
        let two_weeks = 14 * DAY_SECONDS;
        let within = |what: &str, seconds: i64, least: i64, most: i64| {
            let told = |seconds: i64| span(seconds * 1000);
            match (least..=most).contains(&seconds) {
                true => Ok(()),
                false => Err(format!("{what} is from {} to {}.", told(least), told(most))),
            }
        };
        match self.time {
            Time::Turn { seconds } => within("A turn", seconds, HOUR_SECONDS, two_weeks)?,
            Time::Banked { bank, increment, cap } => {
                within("The store of time", bank, HOUR_SECONDS, 60 * DAY_SECONDS)?;
                within("What a turn adds to it", increment, 0, two_weeks)?;
                within("The most in it", cap, bank, 90 * DAY_SECONDS)?;
            }
        }
        within("The time for a choice", self.allowance, 600, two_weeks)?;
        if self.vacation_days > MOST_DAYS {
            return Err(format!("There are at most {MOST_DAYS} days of vacation."));
        }
        Ok(())
    }

    /// The time for a choice in the other's turn, in milliseconds.
    pub const fn allowance(&self) -> i64 {
        self.allowance * 1000
    }

    /// How long after one player wanted to go on a pause is over, in milliseconds.
    pub fn notice(&self) -> i64 {
        self.allowance().min(LONGEST_NOTICE)
    }

    /// All of it, in words.
    pub fn words(&self) -> String {
        let told = |seconds: i64| span(seconds * 1000);
        let time = match self.time {
            Time::Turn { seconds } => format!("{} for each turn", told(seconds)),
            Time::Banked { bank, increment: 0, .. } => {
                format!("{} for all turns of a player", told(bank))
            }
            Time::Banked { bank, increment, cap } => format!(
                "{} to begin with and {} more with each turn, but never more than {}",
                told(bank),
                told(increment),
                told(cap)
            ),
        };
        let choice = format!("{} for each choice in the other’s turn", told(self.allowance));
        let vacation = match self.vacation_days {
            0 => "no vacation".to_owned(),
            1 => "1 day of vacation".to_owned(),
            days => format!("{days} days of vacation"),
        };
        let end = match self.at_end {
            AtEnd::Claim {} => "the other side may claim the game".to_owned(),
            AtEnd::Staff { level } => {
                format!("the {level} of the staff plays until the player is back")
            }
        };
        let time = capital(&time);
        format!("{time}; {choice}; {vacation}. When the time has run out, {end}.")
    }

    /// As the header of a record tells it.
    pub fn header(&self) -> Map<String, Value> {
        match json!(self) {
            Value::Object(told) => told,
            _ => Map::new(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>())
}

/// A span of time in words, by its two largest units: "2 days 3 hours".
pub fn span(milliseconds: i64) -> String {
    let minutes = milliseconds.max(0) / 60_000;
    let units = [(minutes / 1440, "day"), (minutes / 60 % 24, "hour"), (minutes % 60, "minute")];
    let told = |(count, unit): (i64, &str)| match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    };
    let first = units.iter().position(|(count, _)| *count > 0);
    let Some(first) = first else {
        return if milliseconds <= 0 { "no time".into() } else { "less than a minute".into() };
    };
    let after = units.get(first + 1).copied().filter(|(count, _)| *count > 0);
    let words: Vec<String> = [Some(units[first]), after].into_iter().flatten().map(told).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        time: Time::Turn { seconds: 86_400 },
        allowance: 43_200,
        vacation_days: 7,
        at_end: AtEnd::Claim {},
    };

    #[test]
    fn a_span_is_told_by_its_two_largest_units() {
        let told = |minutes: i64| span(minutes * 60_000);
        assert_eq!((told(1440), told(3060)), ("1 day".into(), "2 days 3 hours".into()));
        assert_eq!((told(61), told(59)), ("1 hour 1 minute".into(), "59 minutes".into()));
        assert_eq!(told(1441), "1 day", "a minute beside a day is nothing");
        assert_eq!((span(59_999), span(0)), ("less than a minute".into(), "no time".into()));
    }

    #[test]
    fn terms_are_told_whole() {
        assert_eq!(
            PACE.words(),
            "1 day for each turn; 12 hours for each choice in the other’s turn; 7 days of vacation. When the \
             time has run out, the other side may claim the game."
        );
        let time = Time::Banked { bank: 432_000, increment: 43_200, cap: 864_000 };
        let at_end = AtEnd::Staff { level: Level::Captain };
        let words = Pace { time, vacation_days: 0, at_end, ..PACE }.words();
        let begins =
            "5 days to begin with and 12 hours more with each turn, but never more than 10 days;";
        assert!(words.starts_with(begins), "{words}");
        assert!(
            words.ends_with("the Captain of the staff plays until the player is back."),
            "{words}"
        );
    }

    #[test]
    fn terms_out_of_bounds_are_refused_with_the_bounds() {
        assert_eq!(PACE.check(), Ok(()));
        let wrong = |time| Pace { time, ..PACE }.check().unwrap_err();
        assert_eq!(wrong(Time::Turn { seconds: 3599 }), "A turn is from 1 hour to 14 days.");
        assert_eq!(
            wrong(Time::Turn { seconds: 14 * 86_400 + 1 }),
            "A turn is from 1 hour to 14 days."
        );
        let banked = |bank, increment, cap| Time::Banked { bank, increment, cap };
        assert_eq!(wrong(banked(86_400, 0, 86_399)), "The most in it is from 1 day to 90 days.");
        assert!(Pace { time: banked(86_400, 0, 86_400), ..PACE }.check().is_ok());
        assert!(Pace { allowance: 599, ..PACE }.check().is_err());
        assert!(Pace { vacation_days: 61, ..PACE }.check().is_err());
    }

    #[test]
    fn terms_are_read_as_they_are_written_and_nothing_else_is() {
        let text = json!(PACE).to_string();
        assert_eq!(serde_json::from_str::<Pace>(&text).unwrap(), PACE);
        for wrong in [
            r#"{"time":{"kind":"turn","seconds":86400,"more":1},"allowance":600,"at_end":{"kind":"claim"}}"#,
            r#"{"time":{"kind":"turn","seconds":-1},"allowance":600,"at_end":{"kind":"claim"}}"#,
            r#"{"time":{"kind":"turn","seconds":86400},"allowance":600,"at_end":{"kind":"claim","x":1}}"#,
            r#"{"time":{"kind":"turn","seconds":86400},"allowance":600}"#,
        ] {
            assert!(serde_json::from_str::<Pace>(wrong).is_err(), "{wrong}");
        }
    }
}
