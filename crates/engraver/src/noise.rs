//! Chance that is always the same: hashes of places, and a gentle random field over the sheet.
//!
//! Plain integer and IEEE arithmetic only, so that a sheet has the same bytes on every machine.

use crate::point::Point;

/// Mixes a 64-bit number thoroughly (the finaliser of SplitMix64).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A small stream of numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The stream of a purpose (`salt`) at a place.
    pub(crate) fn at(salt: u64, x: i64, y: i64) -> Chance {
        let place = mix(x as u64).wrapping_mul(3) ^ mix((y as u64).wrapping_add(0x5151));
        Chance(mix(place ^ mix(salt.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number from 0 up to, not including, 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number between two bounds.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// One of `0..n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n.saturating_sub(1))
    }
}

/// One value of a lattice of random values in -1..1.
fn lattice(salt: u64, x: i64, y: i64) -> f64 {
    Chance::at(salt, x, y).between(-1.0, 1.0)
}

/// Smooth noise in -1..1 with features of about `scale` units.
pub(crate) fn value(salt: u64, p: Point, scale: f64) -> f64 {
    let (x, y) = (p.x / scale, p.y / scale);
    let (fx, fy) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - fx), ease(y - fy));
    let (i, j) = (fx as i64, fy as i64);
    let top = lattice(salt, i, j) * (1.0 - u) + lattice(salt, i + 1, j) * u;
    let bottom = lattice(salt, i, j + 1) * (1.0 - u) + lattice(salt, i + 1, j + 1) * u;
    top * (1.0 - v) + bottom * v
}

/// Pushes a point about by at most some `amplitude`, neighbours alike: the hand of the draughtsman.
pub(crate) fn wobble(p: Point, amplitude: f64) -> Point {
    let push = |salt| 0.65 * value(salt, p, 31.0) + 0.35 * value(salt + 1, p, 13.0);
    p + Point::new(push(11), push(23)) * amplitude
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_bounded_and_continuous() {
        let mut last = value(5, Point::new(0.0, 3.0), 20.0);
        for step in 1..2000 {
            let now = value(5, Point::new(step as f64 * 0.1, 3.0), 20.0);
            assert!(now.abs() <= 1.0);
            assert!((now - last).abs() < 0.05, "a jump at {step}");
            last = now;
        }
    }

    #[test]
    fn chance_depends_on_place_and_purpose() {
        let draw = |salt, x, y| Chance::at(salt, x, y).unit();
        assert_eq!(draw(1, 2, 3), draw(1, 2, 3));
        assert_ne!(draw(1, 2, 3), draw(2, 2, 3));
        assert_ne!(draw(1, 2, 3), draw(1, 3, 2));
        let mean = (0..1000).map(|i| draw(9, i, -i)).sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05);
    }
}
