//! Every draw of an action that draws many times in a row, one after another, with all its values: a tree whose leaves
//! are whole courses.
//!
//! Dice of six faces have [`proof`](super::proof); this is for systems that draw a hundred things before anybody decides
//! again. Of a draw of which only matters whether it is below a number, two values are followed, each with its weight.

use rules::dice::Dice;

use super::fraction::common;
use super::{Fraction, Unproved};

/// The most draws in a row.
const DEEPEST: usize = 64;

/// A draw on the way that is being followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fork {
    sides: u16,
    /// Which values are alike: those below this number, and the others. Without it every value is by itself.
    below: Option<u16>,
    /// The value that is followed now.
    value: u16,
}

impl Fork {
    /// How many of all values come to the same as this one.
    fn weight(&self) -> u16 {
        match self.below {
            None => 1,
            Some(below) if self.value < below => below,
            Some(below) => self.sides - below,
        }
    }

    /// The next value that comes to something else.
    fn next(&self) -> Option<u16> {
        let next = match self.below {
            None => self.value + 1,
            Some(below) if self.value < below => below,
            Some(_) => self.sides,
        };
        (next < self.sides).then_some(next)
    }
}

/// Dice that go one way through the tree, and then the next.
#[derive(Clone, Debug, Default)]
struct Course {
    forks: Vec<Fork>,
    at: usize,
    too_deep: bool,
}

impl Course {
    fn draw(&mut self, sides: u16, below: Option<u16>) -> u16 {
        if let Some(fork) = self.forks.get(self.at) {
            self.at += 1;
            return fork.value;
        }
        if self.forks.len() >= DEEPEST {
            self.too_deep = true;
            return 0;
        }
        self.at += 1;
        self.forks.push(Fork { sides, below, value: 0 });
        0
    }

    /// Goes on to the next way; `false` once all have been gone.
    fn turn(&mut self) -> bool {
        self.at = 0;
        while let Some(mut last) = self.forks.pop() {
            if let Some(next) = last.next() {
                last.value = next;
                self.forks.push(last);
                return true;
            }
        }
        false
    }

    /// The chance of the way that was gone, as two numbers; `None` if they are too large.
    fn chance(&self) -> Option<(i128, i128)> {
        let part = |(over, under): (i128, i128), fork: &Fork| {
            let (weight, sides) = (i128::from(fork.weight()), i128::from(fork.sides));
            Some(lowest(over.checked_mul(weight)?, under.checked_mul(sides)?))
        };
        self.forks.iter().try_fold((1, 1), part)
    }
}

impl Dice for Course {
    fn roll(&mut self, sides: u16) -> u16 {
        self.draw(sides.max(1), None)
    }

    fn roll_below(&mut self, below: u16, sides: u16) -> u16 {
        let both = below > 0 && below < sides;
        self.draw(sides.max(1), both.then_some(below))
    }
}

fn lowest(over: i128, under: i128) -> (i128, i128) {
    let divisor = i128::try_from(common(over.unsigned_abs(), under.unsigned_abs())).unwrap_or(1);
    (over / divisor.max(1), under / divisor.max(1))
}

/// The mean worth over every value of every draw, exactly, and how many ways there were. `play` goes one way: it draws
/// from the dice it is given, and says what the end is worth. `most`: how many ways may be gone.
pub fn mean(
    most: u64,
    mut play: impl FnMut(&mut dyn Dice) -> i64,
) -> Result<(Fraction, u64), Unproved> {
    let mut course = Course::default();
    let (mut over, mut under) = (0_i128, 1_i128);
    let mut ways = 0;
    loop {
        ways += 1;
        if ways > most {
            return Err(Unproved::TooLong);
        }
        let worth = play(&mut course);
        if course.too_deep {
            return Err(Unproved::TooLong);
        }
        let sum = course.chance().and_then(|chance| add((over, under), chance, worth));
        (over, under) = sum.ok_or(Unproved::TooLong)?;
        if !course.turn() {
            break;
        }
    }
    Fraction::exact(over, under).map(|mean| (mean, ways)).ok_or(Unproved::TooLong)
}

/// A sum of fractions with one more; `None` if the numbers are too large.
fn add(sum: (i128, i128), chance: (i128, i128), worth: i64) -> Option<(i128, i128)> {
    let more = chance.0.checked_mul(worth.into())?;
    let over = sum.0.checked_mul(chance.1)?.checked_add(more.checked_mul(sum.1)?)?;
    Some(lowest(over, sum.1.checked_mul(chance.1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_two_draws_is_that_of_all_their_values() {
        let sum = |dice: &mut dyn Dice| i64::from(dice.roll(6)) + i64::from(dice.roll(41));
        assert_eq!(mean(1000, sum), Ok((Fraction::new(45, 2), 6 * 41)));
    }

    #[test]
    fn a_draw_that_only_passes_or_fails_is_followed_twice_with_its_weights() {
        let hit = |dice: &mut dyn Dice| i64::from(dice.roll_below(37, 100) < 37);
        assert_eq!(mean(1000, hit), Ok((Fraction::new(37, 100), 2)));
        let sure = |dice: &mut dyn Dice| i64::from(dice.roll_below(100, 100) < 100);
        assert_eq!(mean(1000, sure), Ok((Fraction::new(1, 1), 100)), "nobody draws for certain");
    }

    #[test]
    fn a_draw_that_depends_on_another_is_followed_where_it_is_made() {
        let again = |dice: &mut dyn Dice| match dice.roll(4) {
            3 => 10 + i64::from(dice.roll(2)),
            other => i64::from(other),
        };
        assert_eq!(mean(1000, again), Ok((Fraction::new(27, 8), 5)));
    }

    #[test]
    fn too_many_ways_and_too_many_draws_are_not_guessed_at() {
        let long = |dice: &mut dyn Dice| i64::from(dice.roll(41));
        assert_eq!(mean(40, long), Err(Unproved::TooLong));
        let deep = |dice: &mut dyn Dice| (0..100).map(|_| i64::from(dice.roll(1))).sum();
        assert_eq!(mean(40, deep), Err(Unproved::TooLong));
    }

    #[test]
    fn scripted_values_agree_with_brute_force() {
        // Every one of 100 x 6 values by hand, against the weighed ways.
        let worth = |hit: bool, face: u16| if hit { i64::from(face) * 7 } else { -3 };
        let weighed = mean(1000, |dice| {
            let hit = dice.roll_below(13, 100) < 13;
            let face = if hit { dice.roll(6) } else { 0 };
            worth(hit, face)
        });
        let all: i64 = (0..100)
            .flat_map(|first| (0..6).map(move |face| (first < 13, face)))
            .map(|(hit, face)| worth(hit, if hit { face } else { 0 }))
            .sum();
        assert_eq!(weighed.map(|(mean, _)| mean), Ok(Fraction::new(all, 600)));
    }
}
