//! Records of whole games: replayed, verified, and refused when tampered with.

use rules::blue_gray::odds::odds;
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Action, Attack, Prepared};
use rules::dice::Seed;
use rules::record::{self, ContributionLine, EndLine, Recorder, Replay, Source, Text};
use serde_json::{Map, Value, json};

fn battle(id: &str, options: &[&str]) -> Prepared {
    let files = atlas::builtin::battle(id).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Prepared::new(&files, None, &options).unwrap()
}

/// A random game of a battle, recorded; all of it, or so many actions.
fn record(battle: &Prepared, seed: u64, most: usize) -> String {
    let mut recorder = Recorder::begin(battle, Seed::from_number(seed), Map::new());
    let mut player = RandomPlayer::new(seed);
    for _ in 0..most {
        let Some(action) = player.choose(&battle.battle, recorder.state()) else { break };
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

/// A record whose lines were changed, as a forger would write it: the chain is made anew.
fn chained_anew(text: &str) -> String {
    let mut before: Option<String> = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if let Some(before) = &before {
            line["chain"] = json!(blake3::hash(before.as_bytes()).to_hex().to_string());
        }
        lines.push(line.to_string());
        before = lines.last().cloned();
    }
    lines.join("\n") + "\n"
}

/// The line at which a record is refused.
fn refused(battle: &Prepared, text: &str) -> usize {
    let error = match Replay::open(battle, text) {
        Err(error) => error,
        Ok(mut replay) => replay.finish().expect_err("a tampered record was accepted"),
    };
    error.line
}

#[test]
fn a_tampered_record_is_refused_with_the_line() {
    let battle = battle("blue-gray/antietam", &[]);
    let text = record(&battle, 5, usize::MAX);
    assert_eq!(chained_anew(&text), text, "the chain is the hash of the line before");
    let lines: Vec<&str> = text.lines().collect();
    let thrown = lines.iter().position(|line| line.contains(r#""dice":[4]"#)).unwrap();
    let loaded = text.replacen(r#""dice":[4]"#, r#""dice":[5]"#, 1);
    assert_eq!(refused(&battle, &loaded), thrown + 1, "the next line pins this one");
    assert_eq!(refused(&battle, &chained_anew(&loaded)), thrown + 1);
    let of_eight = text.replacen(r#""of":[6]"#, r#""of":[8]"#, 1);
    assert_eq!(refused(&battle, &chained_anew(&of_eight)), {
        lines.iter().position(|line| line.contains(r#""of":[6]"#)).unwrap() + 1
    });
    let without = [&lines[..20], &lines[21..]].concat().join("\n");
    assert_eq!(refused(&battle, &without), 20, "the next line pins another");
    assert_eq!(refused(&battle, &chained_anew(&without)), 21);
    let cut = text.replacen(r#""hash":""#, r#""hash":"0"#, 1);
    assert_eq!(refused(&battle, &cut), 1);
    assert_eq!(refused(&battle, &chained_anew(&cut)), 1);
    let end = lines[lines.len() - 1];
    let other = end.replacen(&Seed::from_number(5).to_hex(), &Seed::from_number(6).to_hex(), 1);
    let other_seed = text.replacen(end, &other, 1);
    assert_eq!(refused(&battle, &other_seed), lines.len());
    // A line that stands elsewhere in the record.
    let mut swapped = lines.clone();
    swapped.swap(3, 4);
    assert_eq!(refused(&battle, &swapped.join("\n")), 3);
}

/// [BG 7.9] The column that the odds give anyway is not spelled: no die is thrown anew by spelling it.
#[test]
fn a_column_equal_to_the_odds_is_the_same_action_as_none() {
    let battle = battle("blue-gray/antietam", &[]);
    let mut recorder = Recorder::begin(&battle, Seed::from_number(5), Map::new());
    let mut player = RandomPlayer::new(5);
    let mut compared = 0;
    while let Some(action) = player.choose(&battle.battle, recorder.state()) {
        if let Action::Attack(attack) = action {
            let column = Some(odds(&battle.battle, recorder.state(), &attack).column);
            let spelled = Action::Attack(Attack { column, ..attack });
            let source = Source::new(Seed::from_number(5));
            let act = |action| record::act(&battle, recorder.state(), &source, action, &[]);
            assert_eq!(act(&spelled).unwrap().line, act(&action).unwrap().line);
            let first = Source { format: 1, ..source.clone() };
            let old = record::act(&battle, recorder.state(), &first, &spelled, &[]).unwrap();
            assert!(old.line.action["attack"]["column"].is_string(), "format 1 keeps it");
            compared += 1;
        }
        recorder.act(&action, &[]).unwrap();
    }
    assert!(compared > 20, "{compared}");
}

/// What players add to the seed decides every draw after it, and is part of the record.
#[test]
fn contributions_count_from_the_line_in_which_they_stand() {
    let battle = battle("blue-gray/antietam", &[]);
    let seed = Seed::from_number(7);
    let given = |by: &str, byte: &str| json!({"by": by, "bytes": byte.repeat(32)});
    let (mut header, mut state) = record::begin(&battle, &seed, Map::new());
    header.contributions = vec![serde_json::from_value(given("union", "0a")).unwrap()];
    let mut source = Source::of(&header, seed).unwrap();
    let (mut text, first) = Text::begin(&header);
    let mut lines = vec![first];
    let mut player = RandomPlayer::new(7);
    for number in 0..400 {
        if number == 200 {
            let line = json!({"contribution": given("confederate", "0b")});
            let line: ContributionLine = serde_json::from_value(line).unwrap();
            source.contributions.push(line.contribution.read().unwrap());
            lines.push(text.line(&line));
        }
        let Some(action) = player.choose(&battle.battle, &state) else { break };
        let done = record::act(&battle, &state, &source, &action, &[]).unwrap();
        lines.push(text.line(&done.line));
        state = done.state;
    }
    let end = record::state_hash(&battle, &state);
    lines.push(text.line(&EndLine { seed: seed.to_hex(), end, chain: None }));
    let text = lines.join("\n");
    let verified = Replay::open(&battle, &text).unwrap().finish().unwrap();
    assert!(verified.dice && verified.actions > 300, "{verified:?}");
    for other in ["0a", "0b"] {
        let swapped = text.replacen(&other.repeat(32), &"0c".repeat(32), 1);
        assert!(refused(&battle, &chained_anew(&swapped)) > 1, "another contribution, other dice");
    }
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
    while let Some(action) = player.choose(&battle.battle, recorder.state()) {
        recorder.act(&action, &[]).unwrap();
    }
    let text = recorder.lines().join("\n");
    let mut replay = Replay::open(&battle, &text).unwrap();
    assert_eq!(*replay.state(), state, "it begins where the other stood");
    assert!(replay.finish().unwrap().dice && replay.state().outcome.is_some());
    let moved = text.replacen("\"turn\":", "\"turn\": 1", 1);
    assert!(Replay::open(&battle, &moved).is_err(), "the position is pinned by its hash");
}
