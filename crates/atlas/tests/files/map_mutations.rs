//! Damaged maps never panic: they load, or they say what is wrong.
//!
//! Every case is made from a number, which a failure prints. `LONGROLL_SOAK=50` runs fifty times as
//! many cases.

use std::panic::{AssertUnwindSafe, catch_unwind};

use atlas::map::Map;

const SMALL: [&str; 3] = [
    include_str!("map_fixtures/hex.json"),
    include_str!("map_fixtures/brigade.json"),
    include_str!("map_fixtures/square.json"),
];
const REAL: [&str; 3] = [
    include_str!("../../../../battles/blue-gray/fredericksburg/map.json"),
    include_str!("../../../../battles/brigade/antietam/map.json"),
    include_str!("../../../../battles/grand-tactical/antietam/map.json"),
];

/// Words that mean something somewhere in a map.
const WORDS: [&str; 24] = [
    "null",
    "true",
    "false",
    "0",
    "-1",
    "65",
    "1e300",
    "1e999",
    "18446744073709551616",
    "\"\"",
    "[]",
    "{}",
    "\"0101\"",
    "\"0,0\"",
    "\"9999\"",
    "\"0101|0102\"",
    "\"river\"",
    "\"bridge\"",
    "\"square\"",
    "\"hex-flat\"",
    "\"grand-tactical\"",
    "\"\\ud83d\\ude00\"",
    "\"terrain\":",
    ",",
];

/// A small generator (SplitMix64): the same number gives the same case everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below a bound; 0 if there is nothing to choose from.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The ranges of the pieces between separators: words, numbers, names.
fn tokens(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, byte) in bytes.iter().enumerate() {
        let separates = b" \n,:{}[]".contains(byte);
        match (start, separates) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                found.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// The ranges of the lines.
fn lines(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut from = 0;
    bytes
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| {
            from += line.len();
            from - line.len()..from
        })
        .collect()
}

/// One piece of damage.
fn damage(bytes: &mut Vec<u8>, donor: &str, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    match random.below(9) {
        0 => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        1 => bytes.truncate(random.below(bytes.len())),
        2 => {
            let from = random.below(donor.len());
            let to = from + random.below(200.min(donor.len() - from));
            let at = random.below(bytes.len());
            bytes.splice(at..at, donor.as_bytes()[from..to].iter().copied());
        }
        3 | 4 => {
            let lines = lines(bytes);
            let line = lines[random.below(lines.len())].clone();
            let copy = bytes[line.clone()].to_vec();
            bytes.drain(line);
            if random.below(2) == 0 {
                let at = random.below(bytes.len());
                bytes.splice(at..at, copy);
            }
        }
        5 | 6 => {
            let tokens = tokens(bytes);
            if tokens.len() < 2 {
                return;
            }
            let (a, b) = (random.below(tokens.len()), random.below(tokens.len()));
            let (first, second) = (tokens[a.min(b)].clone(), tokens[a.max(b)].clone());
            if first.end <= second.start {
                let (one, other) = (bytes[first.clone()].to_vec(), bytes[second.clone()].to_vec());
                bytes.splice(second, one);
                bytes.splice(first, other);
            }
        }
        _ => {
            let tokens = tokens(bytes);
            if let Some(token) = tokens.get(random.below(tokens.len())).cloned() {
                bytes.splice(token, random.one_of(&WORDS).bytes());
            }
        }
    }
}

/// Loads damaged bytes and checks the promise.
fn check(bytes: &[u8]) {
    match Map::from_bytes(bytes) {
        Ok(map) => {
            let written = map.to_json();
            assert_eq!(Map::from_json(&written).as_ref(), Ok(&map), "reads back as the same map");
            map.remarks().iter().for_each(|remark| assert!(!remark.to_string().is_empty()));
        }
        Err(faults) => {
            assert!(!faults.kept().is_empty());
            assert!(faults.to_string().lines().count() <= faults.kept().len() + 1);
        }
    }
}

/// Runs numbered cases on a choice of maps.
fn run(bases: &[&str], cases: u64) {
    let soak = match std::env::var("LONGROLL_SOAK") {
        Ok(times) => times.parse().expect("LONGROLL_SOAK is how many times as many cases to run"),
        Err(_) => 1,
    };
    for case in 0..cases * soak {
        let mut random = Random(case);
        let mut bytes = random.one_of(bases).as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let donor = random.one_of(bases);
            damage(&mut bytes, donor, &mut random);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&bytes)));
        assert!(outcome.is_ok(), "case {case} of maps of {} bytes", bases[0].len());
    }
}

#[test]
fn damaged_small_maps_load_or_tell_why_not() {
    run(&SMALL, 3000);
}

#[test]
fn damaged_real_maps_load_or_tell_why_not() {
    run(&REAL, 150);
}

#[test]
fn the_damage_leaves_some_maps_whole() {
    let loaded = (0..300).filter(|&case| {
        let mut random = Random(case);
        let mut bytes = SMALL[0].as_bytes().to_vec();
        damage(&mut bytes, SMALL[1], &mut random);
        Map::from_bytes(&bytes).is_ok()
    });
    let loaded = loaded.count();
    assert!((10..250).contains(&loaded), "{loaded} of 300 damaged maps load: a poor mixture");
}
