//! How draws are written in doors and records.

use std::fmt;

use super::FixedDie;

/// One draw: a value from 0 to `sides` - 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Draw {
    /// How many values it could have had.
    pub sides: u16,
    /// The value, from 0.
    pub value: u16,
}

/// How a system writes its draws: those of its die by their faces, from 1; all others from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notation {
    /// The sides of its die, if it has one.
    pub die: Option<u16>,
    /// Whether it also draws with other numbers of sides.
    pub others: bool,
}

/// Why a list of draws cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadFace {
    text: String,
    expected: Notation,
}

impl fmt::Display for BadFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.expected {
            Notation { die: Some(sides), others: false } => {
                write!(f, "die {text:?}; expected faces from 1 to {sides} with commas between them")
            }
            _ => write!(
                f,
                "draw {text:?}; expected whole numbers below {} with commas between them",
                super::MOST_SIDES
            ),
        }
    }
}

impl std::error::Error for BadFace {}

impl Notation {
    /// One die and nothing else.
    pub const fn die(sides: u16) -> Notation {
        Notation { die: Some(sides), others: false }
    }

    /// How a draw is written.
    pub fn write(self, draw: Draw) -> u16 {
        draw.value + u16::from(self.die == Some(draw.sides))
    }

    /// The draw that is written so; `None` if a draw with so many sides cannot show that.
    pub fn read(self, sides: u16, written: u16) -> Option<Draw> {
        let value = written.checked_sub(u16::from(self.die == Some(sides)))?;
        (value < sides).then_some(Draw { sides, value })
    }

    /// A die of which every draw shows what is written so, as far as it can.
    pub fn fixed(self, written: u16) -> Result<FixedDie, BadFace> {
        self.check(written)?;
        let bad = || BadFace { text: written.to_string(), expected: self };
        let value = written.checked_sub(u16::from(self.die.is_some())).ok_or_else(bad)?;
        Ok(FixedDie(value))
    }

    /// Reads draws as in `3,6`.
    pub fn parse(self, text: &str) -> Result<Vec<u16>, BadFace> {
        let bad = |part: &str| BadFace { text: part.chars().take(20).collect(), expected: self };
        let one = |part: &str| {
            let written = part.trim().parse().map_err(|_| bad(part))?;
            self.check(written).map(|()| written)
        };
        text.split(',').map(one).collect()
    }

    /// Whether any draw of the system could be written so.
    pub fn check(self, written: u16) -> Result<(), BadFace> {
        let possible = match self {
            Notation { die: Some(sides), others: false } => (1..=sides).contains(&written),
            _ => written < super::MOST_SIDES,
        };
        let bad = || BadFace { text: written.to_string(), expected: self };
        possible.then_some(()).ok_or_else(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const D6: Notation = Notation::die(6);
    const PERCENT: Notation = Notation { die: None, others: true };
    const BOTH: Notation = Notation { die: Some(6), others: true };

    #[test]
    fn faces_count_from_one_and_all_else_from_nought() {
        for notation in [D6, BOTH] {
            assert_eq!(notation.write(Draw { sides: 6, value: 5 }), 6);
            assert_eq!(notation.read(6, 6), Some(Draw { sides: 6, value: 5 }));
            assert_eq!(notation.read(6, 0), None);
            assert_eq!(notation.read(6, 7), None);
        }
        assert_eq!(BOTH.write(Draw { sides: 5, value: 4 }), 4);
        assert_eq!(PERCENT.read(6, 0), Some(Draw { sides: 6, value: 0 }));
        assert_eq!(PERCENT.read(100, 100), None);
    }

    #[test]
    fn lists_are_read_and_what_no_draw_shows_is_refused() {
        assert_eq!(D6.parse("3, 6"), Ok(vec![3, 6]));
        let problem = |notation: Notation, text| notation.parse(text).unwrap_err().to_string();
        assert_eq!(
            problem(D6, "3,7"),
            "die \"7\"; expected faces from 1 to 6 with commas between them"
        );
        assert_eq!(PERCENT.parse("0,9999"), Ok(vec![0, 9999]));
        assert_eq!(
            problem(PERCENT, "10000"),
            "draw \"10000\"; expected whole numbers below 10000 with commas between them"
        );
        assert_eq!(D6.fixed(3).map(|die| die.0).ok(), Some(2));
        assert_eq!(PERCENT.fixed(0).map(|die| die.0).ok(), Some(0));
        assert!(BOTH.fixed(0).is_err() && D6.fixed(7).is_err());
        assert!(BOTH.parse("x").is_err() && BOTH.parse("").is_err() && BOTH.parse("-1").is_err());
    }
}
