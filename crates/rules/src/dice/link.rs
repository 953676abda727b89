//! Witnessed dice: hash chains of two browsers, whose links are shown one by one.
//!
//! A browser makes a secret, hashes it so many times, and deposits the last hash, the chain's end. Each link
//! it shows later is the one whose hash was shown before: nobody else can know it beforehand, and the browser
//! cannot choose another.

use std::fmt;

use atlas::BySide;

use super::Seed;

/// The most links that a chain may have.
pub const MOST_LINKS: u32 = 10_000;

/// One link of a chain, or its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Link([u8; 32]);

impl Link {
    /// A link from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Link {
        Link(bytes)
    }

    /// Reads 64 hexadecimal digits, in lower case.
    pub fn parse(text: &str) -> Option<Link> {
        let lower = text.bytes().all(|byte| !byte.is_ascii_uppercase());
        let hash = blake3::Hash::from_hex(text).ok().filter(|_| lower && text.len() == 64)?;
        Some(Link(*hash.as_bytes()))
    }

    /// Its bytes.
    pub const fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// As 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// The link that is shown before this one: its hash.
    #[must_use]
    pub fn before(&self) -> Link {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 link");
        Link(*hasher.update(&self.0).finalize().as_bytes())
    }

    /// The link that is shown so many steps before this one.
    #[must_use]
    pub fn back(&self, steps: u32) -> Link {
        (0..steps).fold(*self, |link, _| link.before())
    }
}

/// A link is a secret until it is used.
impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link(…)")
    }
}

impl Seed {
    /// The seed from which a witnessed throw is derived.
    #[must_use]
    pub fn with_links(&self, links: &BySide<Link>) -> Seed {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 witnessed throw");
        hasher.update(self.bytes()).update(&links.union.0).update(&links.confederate.0);
        Seed::from_bytes(*hasher.finalize().as_bytes())
    }

    /// The seal of a throw that waits: what a witness notes before he shows his link. It binds the action's number
    /// and text and the links that will be used, by their numbers, and tells nothing of the action.
    pub fn seal(&self, sequence: u32, action: &[u8], links: &BySide<u32>) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 seal");
        hasher.update(self.bytes());
        hasher.update(&sequence.to_le_bytes());
        hasher.update(&links.union.to_le_bytes());
        hasher.update(&links.confederate.to_le_bytes());
        hasher.update(action);
        hasher.finalize().to_hex().to_string()
    }

    /// The key with which the lines of a hidden game's record are chained.
    pub fn chain_key(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 chain of lines");
        *hasher.update(self.bytes()).finalize().as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    /// These values are part of the format of records: they never change. `web/test/verify-witness.test.js` has the
    /// same.
    #[test]
    fn golden_vectors_freeze_witnessed_throws() {
        let (one, two) = (Link::from_bytes([1; 32]), Link::from_bytes([2; 32]));
        let seed = Seed::from_number(1862);
        let links = BySide { union: one, confederate: two };
        let numbers = BySide { union: 3, confederate: 5 };
        let mut dice = seed.with_links(&links).dice(17, br#"{"end_phase":{}}"#);
        let faces: Vec<u8> = (0..8).map(|_| dice.d6()).collect();
        let found = format!(
            "{}\n{}\n{}\n{}\n{}\n{faces:?}",
            one.before().to_hex(),
            one.back(3).to_hex(),
            seed.with_links(&links).to_hex(),
            seed.seal(17, br#"{"end_phase":{}}"#, &numbers),
            blake3::Hash::from_bytes(seed.chain_key()).to_hex(),
        );
        assert_eq!(found, include_str!("../../tests/vectors/witnessed.txt").trim_end());
    }

    #[test]
    fn a_throw_depends_on_both_links_and_on_whose_they_are() {
        let (one, two) = (Link::from_bytes([1; 32]), Link::from_bytes([2; 32]));
        let seed = Seed::from_number(7);
        let of = |union, confederate| seed.with_links(&BySide { union, confederate });
        let all = [of(one, two), of(two, one), of(one, one), of(two, two), seed];
        for (index, seed) in all.iter().enumerate() {
            assert!(!all[..index].contains(seed), "{index}");
        }
    }

    #[test]
    fn a_link_is_read_in_one_spelling_only() {
        let link = Link::from_bytes([0xAB; 32]);
        assert_eq!(Link::parse(&link.to_hex()), Some(link));
        assert_eq!(Link::parse(&link.to_hex().to_uppercase()), None);
        assert_eq!(Link::parse("ab"), None);
    }
}
