//! Luck for games that are played out to compare plans.

use rules::dice::{Chance, Dice};

/// Steps of sequences that fill a range evenly, one by one and in pairs: the golden ratio, and the two of the plane.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const PLANE: [u64; 2] = [0xC13F_A9A9_02A6_328F, 0x91E1_0DA5_C79E_7B1C];

/// Dice whose draws are spread evenly over what they can show: of twenty chances of one in four, five come true or
/// nearly so. What a plan is worth then strays far less from game to game than with real dice, and fewer games tell
/// plans apart; on the average it is the same.
#[derive(Clone, Debug)]
pub struct EvenLuck {
    /// Where the sequence for chances is, by what they are of: in a hundred, in ten thousand, in anything else.
    chances: [u64; 3],
    /// The same for what modifies fire and melee, drawn in pairs there.
    pairs: [u64; 2],
    second: bool,
}

impl EvenLuck {
    /// The luck of a number.
    pub fn new(seed: u64) -> EvenLuck {
        let mut chance = Chance::new(seed);
        let mut bits = || chance.bits();
        EvenLuck { chances: [bits(), bits(), bits()], pairs: [bits(), bits()], second: false }
    }
}

impl Dice for EvenLuck {
    fn roll(&mut self, sides: u16) -> u16 {
        let (place, step) = match sides {
            100 => (&mut self.chances[0], GOLDEN),
            10_000 => (&mut self.chances[1], GOLDEN),
            ..100 => (&mut self.chances[2], GOLDEN),
            _ => {
                self.second = !self.second;
                let which = usize::from(self.second);
                (&mut self.pairs[which], PLANE[which])
            }
        };
        *place = place.wrapping_add(step);
        ((u128::from(*place) * u128::from(sides)) >> 64) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_come_true_as_often_as_they_should() {
        for seed in 0..20 {
            let mut luck = EvenLuck::new(seed);
            for percent in [7, 25, 40, 80] {
                let came = (0..200).filter(|_| luck.roll(100) < percent).count() as i32;
                assert!(
                    (came - 2 * i32::from(percent)).abs() <= 3,
                    "{percent} in 100: {came} of 200"
                );
            }
        }
    }

    #[test]
    fn two_draws_that_follow_one_another_have_nothing_to_do_with_each_other() {
        let mut luck = EvenLuck::new(1);
        let mut boxes = [[0; 3]; 3];
        for _ in 0..900 {
            let [one, two] = [luck.roll(101), luck.roll(101)].map(|draw| usize::from(draw) / 34);
            boxes[one][two] += 1;
        }
        assert!(boxes.iter().flatten().all(|&count| (80..=120).contains(&count)), "{boxes:?}");
    }

    #[test]
    fn nothing_is_drawn_that_the_die_does_not_have() {
        let mut luck = EvenLuck::new(3);
        for sides in [1, 3, 7, 25, 100, 101, 10_000] {
            assert!((0..500).all(|_| luck.roll(sides) < sides), "{sides}");
        }
    }
}
