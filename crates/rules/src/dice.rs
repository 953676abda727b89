//! Dice: the one door by which chance enters a game.
//!
//! Every draw belongs to a recorded action. It is derived from the game's secret [`Seed`], the action's
//! sequence number, the action's canonical bytes and the draw's index within the action: there is no
//! running stream, so nobody can rehearse the future by ordering combats differently. The seed's
//! [`commitment`](Seed::commitment) is published before the first draw and the seed after the last.
//!
//! [`Dice`] is all that rules know of chance. [`SeededDice`] are a game's own, [`BoundDice`] the same made
//! when first needed, [`ForcedDice`] begin with draws given by hand, [`FixedDie`] always shows the same,
//! and [`Chance`] is a fast generator for play that nobody bets on.

mod forced;
mod link;
mod notation;
mod seed;

pub use forced::{BadDraw, ForcedDice};
pub use link::{Link, MOST_LINKS};
pub use notation::{BadFace, Draw, Notation};
pub use seed::{BadSeed, BoundDice, Contribution, Seed, SeededDice};

/// The most sides that a draw may have.
pub const MOST_SIDES: u16 = 10_000;

/// Where chance comes from.
pub trait Dice {
    /// A whole number from 0 to `sides` - 1, each as likely as the others; `sides` is from 1 to
    /// [`MOST_SIDES`].
    fn roll(&mut self, sides: u16) -> u16;

    /// The same for a draw of which it only matters whether it is below a number: whoever follows every draw need not
    /// follow all of its values.
    fn roll_below(&mut self, below: u16, sides: u16) -> u16 {
        let _ = below;
        self.roll(sides)
    }

    /// The face of a six-sided die, 1 to 6.
    fn d6(&mut self) -> u8 {
        self.roll(6) as u8 + 1
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, sides: u16) -> u16 {
        (**self).roll(sides)
    }

    fn roll_below(&mut self, below: u16, sides: u16) -> u16 {
        (**self).roll_below(below, sides)
    }
}

/// A die that always shows the same: the value, counted from 0, or the highest that a draw can give.
#[derive(Clone, Copy, Debug)]
pub struct FixedDie(pub u16);

impl FixedDie {
    /// A six-sided die that always shows this face, 1 to 6.
    pub const fn face(face: u16) -> FixedDie {
        FixedDie(face - 1)
    }
}

impl Dice for FixedDie {
    fn roll(&mut self, sides: u16) -> u16 {
        self.0.min(sides - 1)
    }
}

/// A small fast generator (SplitMix64) for play that nobody bets on; games that count use [`Seed`].
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// A generator for a number.
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ bits >> 31
    }

    /// A number below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }
}

impl Dice for Chance {
    fn roll(&mut self, sides: u16) -> u16 {
        self.below(usize::from(sides)) as u16
    }
}
