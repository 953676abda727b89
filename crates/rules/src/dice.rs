//! Dice: the one door by which chance enters a game.
//!
//! Every throw belongs to a recorded action. Its face is derived from the game's secret [`Seed`], the
//! action's sequence number, the action's canonical bytes and the throw's index within the action: there
//! is no running stream, so nobody can rehearse the future by ordering combats differently. The seed's
//! [`commitment`](Seed::commitment) is published before the first throw and the seed after the last.

use std::fmt;

/// Throws of a six-sided die.
pub trait Dice {
    /// The next face, 1 to 6.
    fn throw(&mut self) -> u8;
}

/// Why text is not a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSeed(String);

impl fmt::Display for BadSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {:?}; expected a whole number or 64 hexadecimal digits", self.0)
    }
}

impl std::error::Error for BadSeed {}

/// The 256-bit secret from which a game's throws are derived.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed that a whole number stands for: the hash of a fixed label and its decimal form.
    pub fn from_number(number: u64) -> Seed {
        Seed(*blake3::hash(format!("long roll seed {number}").as_bytes()).as_bytes())
    }

    /// A seed from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Reads 64 hexadecimal digits, or a whole number.
    pub fn parse(text: &str) -> Result<Seed, BadSeed> {
        let bad = || BadSeed(text.chars().take(80).collect());
        if text.len() == 64 {
            return blake3::Hash::from_hex(text)
                .map(|hash| Seed(*hash.as_bytes()))
                .map_err(|_| bad());
        }
        text.parse().map(Seed::from_number).map_err(|_| bad())
    }

    /// As 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// What is published before the first throw: the hash that pins the seed and tells nothing of it.
    pub fn commitment(&self) -> String {
        blake3::Hasher::new_derive_key("long roll 2026 seed commitment")
            .update(&self.0)
            .finalize()
            .to_hex()
            .to_string()
    }

    /// The dice of one recorded action.
    pub fn dice(&self, sequence: u32, action: &[u8]) -> SeededDice {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&sequence.to_le_bytes());
        hasher.update(action);
        SeededDice { action: *hasher.finalize().as_bytes(), thrown: 0 }
    }
}

/// A secret is not shown by accident.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The dice of one recorded action.
#[derive(Clone, Debug)]
pub struct SeededDice {
    action: [u8; 32],
    thrown: u32,
}

impl Dice for SeededDice {
    fn throw(&mut self) -> u8 {
        let index = self.thrown;
        self.thrown += 1;
        let mut bytes = blake3::Hasher::new_keyed(&self.action);
        bytes.update(&index.to_le_bytes());
        let mut stream = bytes.finalize_xof();
        let mut byte = [0u8; 1];
        loop {
            stream.fill(&mut byte);
            // 252 is the largest multiple of six that a byte can count to: the rest would favour low faces.
            if byte[0] < 252 {
                return byte[0] % 6 + 1;
            }
        }
    }
}

/// Why a list of faces cannot be thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadFace(pub String);

impl fmt::Display for BadFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {:?}; expected faces from 1 to 6 with commas between them", self.0)
    }
}

impl std::error::Error for BadFace {}

/// Throws that were fixed beforehand, then those of another source: for tests and what-if questions.
#[derive(Clone, Debug)]
pub struct ForcedDice<D> {
    faces: Vec<u8>,
    next: usize,
    then: D,
}

impl<D: Dice> ForcedDice<D> {
    /// Throws these faces first.
    pub fn new(faces: &[u8], then: D) -> Result<ForcedDice<D>, BadFace> {
        match faces.iter().find(|face| !(1..=6).contains(*face)) {
            Some(face) => Err(BadFace(face.to_string())),
            None => Ok(ForcedDice { faces: faces.to_vec(), next: 0, then }),
        }
    }

    /// Throws nothing that was fixed.
    pub fn none(then: D) -> ForcedDice<D> {
        ForcedDice { faces: Vec::new(), next: 0, then }
    }

    /// Reads faces as in `3,6`.
    pub fn parse(text: &str) -> Result<Vec<u8>, BadFace> {
        let face = |part: &str| match part.trim().parse() {
            Ok(face @ 1..=6) => Ok(face),
            _ => Err(BadFace(part.chars().take(20).collect())),
        };
        text.split(',').map(face).collect()
    }

    /// How many of the fixed faces were not thrown.
    pub fn left(&self) -> usize {
        self.faces.len() - self.next
    }
}

impl<D: Dice> Dice for ForcedDice<D> {
    fn throw(&mut self) -> u8 {
        match self.faces.get(self.next) {
            Some(&face) => {
                self.next += 1;
                face
            }
            None => self.then.throw(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(dice: &mut impl Dice, count: usize) -> Vec<u8> {
        (0..count).map(|_| dice.throw()).collect()
    }

    #[test]
    fn throws_depend_on_seed_sequence_action_and_index_only() {
        let seed = Seed::from_number(7);
        let throws = faces(&mut seed.dice(3, b"attack"), 8);
        assert_eq!(throws, faces(&mut seed.dice(3, b"attack"), 8));
        assert_ne!(throws, faces(&mut seed.dice(4, b"attack"), 8));
        assert_ne!(throws, faces(&mut seed.dice(3, b"attach"), 8));
        assert_ne!(throws, faces(&mut Seed::from_number(8).dice(3, b"attack"), 8));
    }

    #[test]
    fn every_face_comes_as_often_as_the_others() {
        let mut counts = [0u32; 6];
        for sequence in 0..12_000 {
            counts[Seed::from_number(1).dice(sequence, b"x").throw() as usize - 1] += 1;
        }
        assert!(counts.iter().all(|&count| (1_850..=2_150).contains(&count)), "{counts:?}");
    }

    /// These values are part of the format of records: they never change.
    #[test]
    fn golden_vectors_freeze_the_derivation() {
        let seed = Seed::from_number(1862);
        assert_eq!(
            seed.to_hex(),
            "b497254f98718793c1d4c604587f6e14049eb6d03a4f68812603a6dc594c87ca"
        );
        assert_eq!(
            seed.commitment(),
            "242d1274437b22123c10e709a7527dd17be0b62d6528585b25f541732111e9b6"
        );
        assert_eq!(
            faces(&mut seed.dice(0, br#"{"start":{}}"#), 12),
            [2, 3, 5, 1, 6, 1, 2, 1, 2, 5, 1, 2]
        );
        assert_eq!(
            faces(&mut seed.dice(17, br#"{"end_phase":{}}"#), 12),
            [4, 6, 6, 3, 1, 2, 5, 4, 5, 6, 5, 3]
        );
        assert_eq!(
            faces(&mut Seed::from_bytes([0xAB; 32]).dice(u32::MAX, b""), 12),
            [2, 4, 5, 1, 2, 2, 5, 5, 5, 3, 2, 6]
        );
    }

    #[test]
    fn seeds_read_as_numbers_and_as_digits() {
        let seed = Seed::from_number(1862);
        assert_eq!(Seed::parse("1862"), Ok(seed));
        assert_eq!(Seed::parse(&seed.to_hex()), Ok(seed));
        assert!(Seed::parse("-1").is_err());
        assert!(Seed::parse(&"g".repeat(64)).is_err());
    }

    #[test]
    fn forced_faces_come_first() {
        let then = Seed::from_number(1).dice(0, b"");
        let mut dice = ForcedDice::new(&[3, 6], then.clone()).unwrap();
        let thrown = faces(&mut dice, 4);
        assert_eq!(thrown[..2], [3, 6]);
        assert_eq!(thrown[2..], faces(&mut then.clone(), 2));
        assert!(ForcedDice::new(&[0], then).is_err());
        assert!(ForcedDice::<SeededDice>::parse("3,7").is_err());
    }
}
