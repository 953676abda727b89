//! The doors that fuzz targets are fed through, fed with golden inputs of every system that were
//! damaged at random: in every test run, on stable Rust.

#[path = "../../../../fuzz/src/lib.rs"]
mod doors;

use rules::dice::Chance;
use rules::game::Game;
use serde_json::Value;

use crate::records::record;
use crate::{Played, decider, of_system, play_some, soak};

/// Where the luck of these tests begins.
fn luck(number: u64) -> Chance {
    let base = std::env::var("LONGROLL_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = base.unwrap_or(0u64).wrapping_mul(1_000_003).wrapping_add(number);
    println!("luck {seed}");
    Chance::new(seed)
}

/// A text with something about it changed: numbers and words alone, so that it stays what it was
/// and means something else, or letters, a piece left out, doubled, or brought in from another.
fn damaged(text: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = text.to_vec();
    if chance.below(2) == 0 {
        let at = chance.below(bytes.len());
        match chance.below(2) {
            0 => change_number(&mut bytes, at, chance),
            _ => change_word(&mut bytes, at, other, chance),
        }
        return bytes;
    }
    for _ in 0..=chance.below(3) {
        if bytes.is_empty() {
            return bytes;
        }
        let at = chance.below(bytes.len());
        let end = (at + 1 + chance.below(24)).min(bytes.len());
        match chance.below(6) {
            0 => bytes[at] = b" 0123456789\"[]{}:,-aUz\n"[chance.below(23)],
            1 => bytes[at] ^= 1 << chance.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 if !other.is_empty() => {
                let from = chance.below(other.len());
                let to = (from + 1 + chance.below(40)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => change_number(&mut bytes, at, chance),
        }
    }
    bytes
}

/// A word in quotes from another text in place of the next one.
fn change_word(bytes: &mut Vec<u8>, at: usize, other: &[u8], chance: &mut Chance) {
    let word = |text: &[u8], from: usize| {
        let quote =
            |from: usize| text[from..].iter().position(|&byte| byte == b'"').map(|n| from + n);
        let begin = quote(from)? + 1;
        Some(begin..quote(begin)?)
    };
    let from = chance.below(other.len().max(1));
    if let (Some(old), Some(new)) = (word(bytes, at), word(other, from)) {
        bytes.splice(old, other[new].iter().copied());
    }
}

/// Another digit in place of the next one.
fn change_number(bytes: &mut [u8], at: usize, chance: &mut Chance) {
    if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
        *digit = b'0' + chance.below(10) as u8;
    }
}

/// Feeds damaged texts; each of them must be taken whole as well. How many damaged ones were taken.
fn feed(texts: &[Vec<u8>], times: u64, chance: &mut Chance, door: impl Fn(&[u8]) -> bool) -> usize {
    let mut taken = 0;
    for text in texts {
        assert!(door(text), "{}", String::from_utf8_lossy(&text[..text.len().min(400)]));
        for _ in 0..times {
            let other = &texts[chance.below(texts.len())];
            taken += usize::from(door(&damaged(text, other, chance)));
        }
    }
    taken
}

/// A door for texts: what is no text is none of its inputs.
fn for_text(door: fn(&str) -> bool) -> impl Fn(&[u8]) -> bool {
    move |bytes| std::str::from_utf8(bytes).is_ok_and(door)
}

/// So many actions of each game are looked at.
const ACTIONS: usize = 250;

/// The beginning of a random game of every built-in kind.
fn games() -> impl Iterator<Item = (Game, Played)> {
    atlas::builtin::kinds().map(|kind| {
        let files = atlas::builtin::battle(kind.battle).expect("a battle");
        let options: Vec<String> = kind.options.iter().map(|&number| number.to_owned()).collect();
        let game = Game::new(&files, Some(kind.scenario), &options).expect("it can be played");
        let played = of_system!(&game, system => play_some(&game, &**system, 3, ACTIONS));
        (game, played)
    })
}

/// Positions from all over a game, each with a legal action and a question.
fn positions(game: &Game, played: &Played) -> Vec<Vec<u8>> {
    let text = |state| {
        let listed = game.list(state, decider(game, state));
        let action = listed.last().map_or(Value::Null, |listed| listed["action"].clone());
        let question = serde_json::json!({"why": {"action": action}});
        format!("{}\u{1}{action}\u{1}{question}", game.position(state)).into_bytes()
    };
    let stride = played.states.len().div_ceil(5);
    played.states.iter().step_by(stride).map(text).collect()
}

/// Positions, actions and questions; and the first lines of records, of games that go on.
#[test]
fn damaged_positions_and_records() {
    let (mut texts, mut records) = (Vec::new(), Vec::new());
    for (game, played) in games() {
        texts.extend(positions(&game, &played));
        let lines = record(&game, &played);
        records.push(lines[..lines.len().min(25)].join("\n").into_bytes());
    }
    let taken = feed(&texts, soak(5, 150), &mut luck(1), for_text(doors::position::feed));
    assert!(taken > texts.len() / 2, "{taken} of {}", texts.len());
    feed(&records, soak(20, 400), &mut luck(2), for_text(doors::record::feed));
}

#[test]
fn damaged_battle_files() {
    let mut texts = Vec::new();
    for id in atlas::builtin::ids() {
        let folder = atlas::builtin::files(id).expect("a folder");
        for name in folder.names().filter(|name| name.ends_with(".toml")) {
            let head = format!("{id}/{name}\n").into_bytes();
            texts.push([&head, folder.get(name).expect("a file")].concat());
        }
    }
    let taken = feed(&texts, soak(6, 200), &mut luck(3), doors::battle_file::feed);
    assert!(taken > 0);
}
