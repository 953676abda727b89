//! Records of whole games: replayed, verified, and refused when tampered with.

use rules::blue_gray::Battle;
use rules::blue_gray::random::RandomPlayer;
use rules::dice::Seed;
use rules::record::{Recorder, Replay};
use serde_json::Map;

fn battle(id: &str, options: &[&str]) -> Battle {
    let files = atlas::builtin::battle(id).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Battle::new(&files, None, &options).unwrap()
}

/// A random game of a battle, recorded; all of it, or so many actions.
fn record(battle: &Battle, seed: u64, most: usize) -> String {
    let mut recorder = Recorder::begin(battle, Seed::from_number(seed), Map::new());
    let mut player = RandomPlayer::new(seed);
    for _ in 0..most {
        let Some(action) = player.choose(battle, recorder.state()) else { break };
        recorder.act(&action, &[]).unwrap();
    }
    recorder.lines().join("\n") + "\n"
}

#[test]
fn a_whole_game_replays_and_its_dice_agree_with_the_seed() {
    for (id, options) in [
        ("blue-gray/antietam", &["11.0", "20.5"][..]),
        ("blue-gray/fredericksburg", &[]),
        ("blue-gray/chattanooga", &[]),
    ] {
        let battle = battle(id, options);
        let text = record(&battle, 3, usize::MAX);
        let mut replay = Replay::open(&battle, &text).unwrap();
        let verified = replay.finish().unwrap();
        assert!(
            verified.dice && verified.forced == 0 && verified.actions > 100,
            "{id}: {verified:?}"
        );
        assert!(replay.state().outcome.is_some());
    }
}

#[test]
fn a_tampered_record_is_refused_with_the_line() {
    let battle = battle("blue-gray/antietam", &[]);
    let text = record(&battle, 5, usize::MAX);
    let refused = |text: &str| -> usize {
        let error = match Replay::open(&battle, text) {
            Err(error) => error,
            Ok(mut replay) => replay.finish().expect_err("a tampered record was accepted"),
        };
        error.line
    };
    let lines: Vec<&str> = text.lines().collect();
    let thrown = lines.iter().position(|line| line.contains(r#""dice":[4]"#)).unwrap();
    let loaded = text.replacen(r#""dice":[4]"#, r#""dice":[5]"#, 1);
    assert_eq!(refused(&loaded), thrown + 1);
    let without = [&lines[..20], &lines[21..]].concat().join("\n");
    assert_eq!(refused(&without), 21);
    let cut = text.replacen(r#""hash":""#, r#""hash":"0"#, 1);
    assert_eq!(refused(&cut), 1);
    let other_seed = format!("{}{}\n", &text[..text.len() - lines[lines.len() - 1].len() - 1], {
        let end = lines[lines.len() - 1];
        end.replacen(&Seed::from_number(5).to_hex(), &Seed::from_number(6).to_hex(), 1)
    });
    assert_eq!(refused(&other_seed), lines.len());
}

#[test]
fn bad_lines_are_named_and_nothing_panics() {
    let battle = battle("blue-gray/antietam", &[]);
    for text in ["", "{}", "[]", "null", "{\"longroll_record\": 99}", "{\"longroll_record\": 1}"] {
        assert_eq!(Replay::open(&battle, text).err().map(|error| error.line), Some(1), "{text:?}");
    }
    let good = record(&battle, 1, 3);
    let broken = format!("{good}what is this\n");
    assert_eq!(Replay::open(&battle, &broken).err().map(|error| error.line), Some(5));
}

#[test]
fn a_game_from_the_midst_of_another_replays_from_its_position() {
    let battle = battle("blue-gray/antietam", &["11.0"]);
    let text = record(&battle, 8, 120);
    let mut first = Replay::open(&battle, &text).unwrap();
    first.finish().unwrap();
    let state = first.state().clone();
    let mut recorder =
        Recorder::begin_from(&battle, Seed::from_number(9), Map::new(), state.clone());
    let mut player = RandomPlayer::new(9);
    while let Some(action) = player.choose(&battle, recorder.state()) {
        recorder.act(&action, &[]).unwrap();
    }
    let text = recorder.lines().join("\n");
    let mut replay = Replay::open(&battle, &text).unwrap();
    assert_eq!(*replay.state(), state, "it begins where the other stood");
    assert!(replay.finish().unwrap().dice && replay.state().outcome.is_some());
    let moved = text.replacen("\"turn\":", "\"turn\": 1", 1);
    assert!(Replay::open(&battle, &moved).is_err(), "the position is pinned by its hash");
}
