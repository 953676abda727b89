//! Draws given by hand, then those of another source: for tests, studies and what-if questions.

use std::fmt;

use super::{BadFace, Dice, Notation};

/// A draw given by hand that the rules did not ask for in this form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadDraw {
    /// Its place in the list, from 1.
    pub place: usize,
    /// What was given.
    pub given: u16,
    /// How many sides the draw had.
    pub sides: u16,
    /// The lowest that could have been given.
    pub lowest: u16,
}

impl fmt::Display for BadDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadDraw { place, given, sides, lowest } = self;
        let highest = sides - 1 + lowest;
        write!(f, "draw {place} is {given}; expected {lowest} to {highest}, one of {sides}")
    }
}

impl std::error::Error for BadDraw {}

/// Draws that were fixed beforehand, then those of another source.
#[derive(Clone, Debug)]
pub struct ForcedDice<D> {
    notation: Notation,
    given: Vec<u16>,
    next: usize,
    bad: Option<BadDraw>,
    then: D,
}

impl<D: Dice> ForcedDice<D> {
    /// Draws these first, written as the system writes them.
    pub fn new(notation: Notation, given: &[u16], then: D) -> Result<ForcedDice<D>, BadFace> {
        given.iter().try_for_each(|&written| notation.check(written))?;
        Ok(ForcedDice { notation, given: given.to_vec(), next: 0, bad: None, then })
    }

    /// Throws these faces of a six-sided die first.
    pub fn faces(faces: &[u8], then: D) -> Result<ForcedDice<D>, BadFace> {
        let faces: Vec<u16> = faces.iter().map(|&face| face.into()).collect();
        ForcedDice::new(Notation::die(6), &faces, then)
    }

    /// How many of the fixed draws were not needed.
    pub fn left(&self) -> usize {
        self.given.len() - self.next
    }

    /// The first fixed draw that could not be what was asked for. The draw gave its lowest value instead,
    /// so whatever came of it must not count.
    pub fn bad(&self) -> Option<&BadDraw> {
        self.bad.as_ref()
    }
}

impl<D: Dice> Dice for ForcedDice<D> {
    fn roll(&mut self, sides: u16) -> u16 {
        let Some(&given) = self.given.get(self.next) else { return self.then.roll(sides) };
        self.next += 1;
        match self.notation.read(sides, given) {
            Some(draw) => draw.value,
            None => {
                let lowest = u16::from(self.notation.die == Some(sides));
                let bad = BadDraw { place: self.next, given, sides, lowest };
                self.bad.get_or_insert(bad);
                0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;

    #[test]
    fn forced_faces_come_first() {
        let then = Seed::from_number(1).dice(0, b"");
        let mut dice = ForcedDice::faces(&[3, 6], then.clone()).unwrap();
        let thrown: Vec<u8> = (0..4).map(|_| dice.d6()).collect();
        let mut own = then.clone();
        assert_eq!(thrown, [3, 6, own.d6(), own.d6()]);
        assert_eq!((dice.left(), dice.bad()), (0, None));
        assert!(ForcedDice::faces(&[0], then.clone()).is_err());
        assert!(ForcedDice::faces(&[7], then).is_err());
    }

    #[test]
    fn a_draw_that_does_not_fit_is_named_with_its_place_and_its_sides() {
        let percent = Notation { die: None, others: true };
        let mut dice =
            ForcedDice::new(percent, &[99, 50], Seed::from_number(1).dice(0, b"")).unwrap();
        assert_eq!(dice.roll(100), 99);
        assert_eq!(dice.roll(7), 0);
        let bad = dice.bad().unwrap();
        assert_eq!(bad.to_string(), "draw 2 is 50; expected 0 to 6, one of 7");
    }
}
