//! Moments of real time, written as RFC 3339 in UTC. The rules know none of this.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};

/// A moment, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Moment(pub i64);

impl Moment {
    /// Now.
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, rest) = (self.0.div_euclid(86_400_000), self.0.rem_euclid(86_400_000));
        let (year, month, day) = date(days);
        let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
        let (second, milli) = (rest / 1000 % 60, rest % 1000);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
    }
}

/// The date a number of days after 1 January 1970, in the Gregorian calendar: years are counted from
/// March, so that the leap day is the last of its year.
fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn moments_are_written_as_the_calendar_has_them() {
        assert_eq!(Moment(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Moment(951_827_696_789).to_string(), "2000-02-29T12:34:56.789Z");
        assert_eq!(Moment(4_107_542_399_999).to_string(), "2100-02-28T23:59:59.999Z");
        assert_eq!(Moment(4_107_542_400_000).to_string(), "2100-03-01T00:00:00.000Z");
        assert_eq!(Moment(-1).to_string(), "1969-12-31T23:59:59.999Z");
    }
}
