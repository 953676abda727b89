//! Exact worths: fractions in lowest terms.

use std::cmp::Ordering;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What both parts of a fraction that is reckoned with stay below: sums and differences of two, and their comparison with
/// a third, are then exact in 128 bits.
const MOST: u128 = 1 << 40;

/// A fraction in lowest terms, written "13/6" or "2".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };

    /// A fraction; something under zero counts as nothing.
    pub fn new(over: i64, under: i64) -> Fraction {
        Fraction::lowest(over.into(), under.into())
    }

    /// A fraction of large numbers, if its parts are not too large in lowest terms.
    pub fn exact(over: i128, under: i128) -> Option<Fraction> {
        let lowest = Fraction::lowest(over, under);
        let small = |part: i128| part.unsigned_abs() < MOST;
        (under > 0 && small(lowest.over) && small(lowest.under)).then_some(lowest)
    }

    fn lowest(over: i128, under: i128) -> Fraction {
        let divisor = common(over.unsigned_abs(), under.unsigned_abs());
        match (i128::try_from(divisor), under > 0) {
            (Ok(divisor), true) if divisor > 0 => {
                Fraction { over: over / divisor, under: under / divisor }
            }
            _ => Fraction::ZERO,
        }
    }

    /// The sum.
    pub fn plus(self, other: Fraction) -> Fraction {
        Fraction::lowest(
            self.over * other.under + other.over * self.under,
            self.under * other.under,
        )
    }

    /// What is left of this when the other is taken away.
    pub fn minus(self, other: Fraction) -> Fraction {
        self.plus(Fraction { over: -other.over, under: other.under })
    }

    /// For a reader, not for reckoning.
    pub fn decimal(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

/// The greatest number that divides both.
pub(super) fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fraction, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
        let part = |text: &str| text.parse::<i64>().ok().map(i128::from);
        match (part(over), part(under)) {
            (Some(over), Some(under)) if Fraction::exact(over, under).is_some() => {
                Ok(Fraction::lowest(over, under))
            }
            _ => {
                Err(D::Error::custom(format!("found {text:?}; expected a fraction like \"13/6\"")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_and_read_back() {
        assert_eq!(Fraction::new(26, 12).to_string(), "13/6");
        assert_eq!(Fraction::new(-12, 6).to_string(), "-2");
        assert!(Fraction::new(1, 3) < Fraction::new(1, 2));
        assert!(Fraction::new(-1, 2) < Fraction::ZERO);
        assert_eq!(Fraction::new(1, 3).plus(Fraction::new(1, 6)), Fraction::new(1, 2));
        assert_eq!(Fraction::new(1, 3).minus(Fraction::new(1, 3)), Fraction::ZERO);
        for text in ["\"13/6\"", "\"-2\"", "\"0\""] {
            let read: Fraction = serde_json::from_str(text).expect("a fraction");
            assert_eq!(serde_json::to_string(&read).expect("text"), text);
        }
        for text in ["\"1/0\"", "\"x\"", "\"1/-2\"", "3", "\"9999999999999/1\""] {
            assert!(serde_json::from_str::<Fraction>(text).is_err(), "{text}");
        }
    }
}
