//! The secret of a game, and the draws that are derived from it.

use std::fmt;

use atlas::Side;

use super::Dice;

/// Why text is not a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSeed(String);

impl fmt::Display for BadSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {:?}; expected a whole number or 64 hexadecimal digits", self.0)
    }
}

impl std::error::Error for BadSeed {}

/// Public random bytes that a side adds to the secret, so that nobody alone chooses the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// Whose.
    pub by: Side,
    /// The bytes.
    pub bytes: [u8; 32],
}

/// The 256-bit secret from which a game's draws are derived.
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

    /// Its bytes, for what is derived from it.
    pub(super) const fn bytes(&self) -> &[u8; 32] {
        &self.0
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

    /// What is published before the first draw: the hash that pins the seed and tells nothing of it.
    pub fn commitment(&self) -> String {
        blake3::Hasher::new_derive_key("long roll 2026 seed commitment")
            .update(&self.0)
            .finalize()
            .to_hex()
            .to_string()
    }

    /// The seed from which draws are derived once these contributions were made, in their order; without
    /// any it is the seed itself.
    #[must_use]
    pub fn with(&self, contributions: &[Contribution]) -> Seed {
        if contributions.is_empty() {
            return *self;
        }
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 contributions");
        hasher.update(&self.0);
        for one in contributions {
            hasher.update(one.by.word().as_bytes());
            hasher.update(&[0]);
            hasher.update(&one.bytes);
        }
        Seed(*hasher.finalize().as_bytes())
    }

    /// The dice of one recorded action.
    pub fn dice(&self, sequence: u32, action: &[u8]) -> SeededDice {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&sequence.to_le_bytes());
        hasher.update(action);
        SeededDice { action: *hasher.finalize().as_bytes(), drawn: 0 }
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
    drawn: u32,
}

impl Dice for SeededDice {
    fn roll(&mut self, sides: u16) -> u16 {
        let index = self.drawn;
        self.drawn += 1;
        let mut hasher = blake3::Hasher::new_keyed(&self.action);
        hasher.update(&index.to_le_bytes());
        let mut stream = hasher.finalize_xof();
        if sides == 6 {
            return face_of_six(&mut stream);
        }
        // The largest multiple of `sides` that 32 bits can count to: the rest would favour low values.
        let sides = u64::from(sides.max(1));
        let fair = (1 << 32) / sides * sides;
        let mut bytes = [0u8; 4];
        loop {
            stream.fill(&mut bytes);
            let drawn = u64::from(u32::from_le_bytes(bytes));
            if drawn < fair {
                return (drawn % sides) as u16;
            }
        }
    }
}

/// A six-sided die takes a byte: every record of the first format depends on it.
fn face_of_six(stream: &mut blake3::OutputReader) -> u16 {
    let mut byte = [0u8; 1];
    loop {
        stream.fill(&mut byte);
        // 252 is the largest multiple of six that a byte can count to.
        if byte[0] < 252 {
            return u16::from(byte[0] % 6);
        }
    }
}

/// The dice of one recorded action, made when the first of them is drawn: most actions draw none, and
/// writing an action down takes longer than carrying it out.
pub struct BoundDice<'a, F> {
    seed: &'a Seed,
    sequence: u32,
    action: F,
    dice: Option<SeededDice>,
}

impl<'a, F: Fn() -> Vec<u8>> BoundDice<'a, F> {
    /// The dice of the action with this number, whose canonical bytes `action` gives.
    pub fn new(seed: &'a Seed, sequence: u32, action: F) -> BoundDice<'a, F> {
        BoundDice { seed, sequence, action, dice: None }
    }
}

impl<F: Fn() -> Vec<u8>> Dice for BoundDice<'_, F> {
    fn roll(&mut self, sides: u16) -> u16 {
        let BoundDice { seed, sequence, action, dice } = self;
        dice.get_or_insert_with(|| seed.dice(*sequence, &action())).roll(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(dice: &mut impl Dice, count: usize) -> Vec<u8> {
        (0..count).map(|_| dice.d6()).collect()
    }

    fn values(dice: &mut impl Dice, sides: u16, count: usize) -> Vec<u16> {
        (0..count).map(|_| dice.roll(sides)).collect()
    }

    #[test]
    fn draws_depend_on_seed_sequence_action_and_index_only() {
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
            counts[Seed::from_number(1).dice(sequence, b"x").d6() as usize - 1] += 1;
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

    /// These values are part of the format of records: they never change.
    #[test]
    fn golden_vectors_freeze_draws_with_any_number_of_sides() {
        let seed = Seed::from_number(1862);
        let ten = values(&mut seed.dice(17, br#"{"end_phase":{}}"#), 10, 8);
        let percent = values(&mut seed.dice(17, br#"{"end_phase":{}}"#), 100, 8);
        let fine = values(&mut seed.dice(17, br#"{"end_phase":{}}"#), 10_000, 8);
        assert_eq!(ten, [5, 9, 1, 4, 2, 7, 2, 7]);
        assert_eq!(percent, [45, 19, 21, 24, 72, 97, 62, 57]);
        assert_eq!(fine, [1445, 8219, 9321, 1724, 1872, 4997, 4362, 2657]);
        assert_eq!(values(&mut seed.dice(1, b""), 1, 3), [0, 0, 0]);
        let mut bytes = [0; 32];
        bytes[31] = 7;
        let both = [
            Contribution { by: Side::Union, bytes },
            Contribution { by: Side::Confederate, bytes: [9; 32] },
        ];
        assert_eq!(seed.with(&[]), seed);
        assert_eq!(
            seed.with(&both).to_hex(),
            "2627c14b774241e0e40f032728e754b222e94038e5921e4f84e705ae98ff58d0"
        );
        assert_ne!(seed.with(&[both[1], both[0]]), seed.with(&both), "their order counts");
    }

    #[test]
    fn every_value_of_a_hundred_comes_as_often_as_the_others() {
        let mut counts = [0u32; 100];
        for sequence in 0..30_000 {
            counts[usize::from(Seed::from_number(1).dice(sequence, b"x").roll(100))] += 1;
        }
        assert!(counts.iter().all(|&count| (220..=385).contains(&count)), "{counts:?}");
    }

    #[test]
    fn dice_made_when_needed_are_those_made_at_once() {
        let seed = Seed::from_number(4);
        let mut late = BoundDice::new(&seed, 9, || b"attack".to_vec());
        assert_eq!(faces(&mut late, 5), faces(&mut seed.dice(9, b"attack"), 5));
    }
}
