//! A number for a state, by which it is known again.

use std::hash::{Hash, Hasher};

/// A number of 128 bits that depends on everything a state is hashed by.
pub fn likeness(state: &impl Hash) -> u128 {
    let mut mixer = Mixer(0, 1);
    state.hash(&mut mixer);
    u128::from(mixer.0) << 64 | u128::from(mixer.1)
}

/// Two numbers of 64 bits that depend on everything that is written to them.
struct Mixer(u64, u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let Mixer(one, two) = self;
        *one = (one.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        *two = (two.rotate_left(41) ^ word).wrapping_mul(0xC2B2_AE3D_27D4_EB4F) ^ (*two >> 31);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
