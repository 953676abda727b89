//! Battles as data: the worked example of `docs/battles.md`, the tables with all their faults, and recorded
//! games that must never change unnoticed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use atlas::battle::{Battle as Files, Folder};
use rules::System;
use rules::dice::{FixedDie, Seed};
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::Phase;
use rules::grand_tactical::{Action, Battle};
use rules::perft::perft;
use rules::random::play_out;
use rules::record::{Recorder, Replay};
use serde_json::{Map, Value};

use crate::fixture::Game;

const RULES: &str = include_str!("../../../../battles/grand-tactical/antietam/rules.toml");
const PAGE: &str = include_str!("../../../../docs/battles.md");

fn example(rules: Option<&str>) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/examples/battle-minimal/grand-tactical/crossroads");
    let names = ["battle.toml", "map.json", "rules.toml", "setups/noon.toml"];
    let texts = names.map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    let mut files = Folder::new();
    for (name, text) in names.iter().zip(&texts) {
        files.add(*name, text.as_bytes());
    }
    if let Some(rules) = rules {
        files.add("rules.toml", rules.as_bytes());
    }
    Files::from_files("grand-tactical/crossroads", &files)
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn ready(options: &[&str]) -> Battle {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    Battle::new(&example(None), None, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Every level, with and without hidden units.
const KINDS: [(&[&str], &str); 6] = [
    (&[], "crossroads-basic"),
    (&["4=intermediate"], "crossroads-intermediate"),
    (&["4=advanced"], "crossroads-advanced"),
    (&["5"], "crossroads-basic-hidden"),
    (&["4=intermediate", "5", "8"], "crossroads-intermediate-hidden"),
    (&["4=advanced", "5"], "crossroads-advanced-hidden"),
];

#[test]
fn the_worked_example_plays_to_the_end_at_every_level() {
    for (options, name) in KINDS {
        let battle = ready(options);
        for seed in 0..30 {
            let mut player = RandomPlayer::new(seed);
            let mut state = battle.start(player.chance(), &mut Vec::new());
            play_out(&battle, &mut state, &mut player);
            assert_eq!((state.phase, state.turn), (Phase::Over, 4), "{name}");
        }
    }
}

fn record(battle: &Battle, seed: u64) -> String {
    let mut recorder = Recorder::begin(battle, Seed::from_number(seed), Map::new());
    let mut player = RandomPlayer::new(seed);
    while let Some(action) = player.choose(battle, recorder.state()) {
        recorder.act(&action, &[]).unwrap();
    }
    recorder.lines().join("\n") + "\n"
}

/// A record that is kept. `LONGROLL_BLESS=1 cargo test -p rules --test grand_tactical recorded` writes them anew:
/// do that only together with a line in the changelog that says which rule changed.
fn golden(name: &str, make: impl FnOnce() -> String) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/records/grand-tactical-{name}.jsonl"));
    if std::env::var_os("LONGROLL_BLESS").is_some() {
        std::fs::write(&path, make()).unwrap();
    }
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn recorded_games_of_every_level_replay_to_the_last_draw() {
    for (options, name) in KINDS {
        let battle = ready(options);
        let text = golden(name, || record(&battle, 1862));
        let mut replay = Replay::open(&battle, &text).unwrap_or_else(|e| panic!("{name}, {e}"));
        let verified = replay.finish().unwrap_or_else(|e| panic!("{name}, {e}"));
        assert!(verified.dice && verified.forced == 0 && verified.actions > 16, "{name}");
        assert_eq!(replay.state().phase, Phase::Over, "{name}");
    }
}

/// The whole battle at every level, with and without hidden units.
const ANTIETAM: [(&[&str], &str); 6] = [
    (&[], "antietam-basic"),
    (&["4=intermediate"], "antietam-intermediate"),
    (&["4=advanced"], "antietam-advanced"),
    (&["5"], "antietam-basic-hidden"),
    (&["4=intermediate", "5", "D-78"], "antietam-intermediate-hidden"),
    (&["4=advanced", "5", "6=30"], "antietam-advanced-hidden"),
];

/// A game of few orders: so many a phase, drawn at random, then its end; by the clock now and then where there is
/// one.
fn short_record(battle: &Battle, seed: u64, orders: u32) -> String {
    let mut recorder = Recorder::begin(battle, Seed::from_number(seed), Map::new());
    let mut player = RandomPlayer::new(seed);
    let mut given = 0;
    while let Some(mut action) = player.choose(battle, recorder.state()) {
        if given == orders {
            action = Action::EndPhase;
        }
        given = if action == Action::EndPhase { 0 } else { given + 1 };
        let late = action == Action::EndPhase && recorder.lines().len() % 3 == 0;
        if late && recorder.expire().is_some() {
            continue;
        }
        recorder.act(&action, &[]).unwrap();
    }
    recorder.lines().join("\n") + "\n"
}

/// Whole games of the whole battle, from the set-up to the last turn: every draw, every event and every state is
/// as it was. Between them they have every kind of order and nearly every kind of event.
#[test]
fn recorded_games_of_antietam_replay_to_the_last_draw() {
    let (mut actions, mut events) = (BTreeSet::new(), BTreeSet::new());
    for (options, name) in ANTIETAM {
        let battle = Game::antietam(options);
        let text = golden(name, || short_record(&battle, 1862, 4));
        let mut replay = Replay::open(&battle, &text).unwrap_or_else(|e| panic!("{name}, {e}"));
        let verified = replay.finish().unwrap_or_else(|e| panic!("{name}, {e}"));
        assert!(verified.dice && verified.forced == 0 && verified.actions > 150, "{name}");
        let state = replay.state();
        assert_eq!((state.phase, state.turn), (Phase::Over, battle.turns), "{name}");
        assert_eq!(verified.by_clock > 0, battle.options.minutes > 0, "{name}");
        for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            actions.extend(line["action"].as_object().iter().flat_map(|one| one.keys().cloned()));
            let told = line["events"].as_array().cloned().unwrap_or_default();
            events.extend(told.iter().map(|event| event["event"].as_str().unwrap().to_owned()));
        }
    }
    assert_eq!(actions.len(), 12, "{actions:?}");
    assert!(events.len() >= 33, "{} kinds: {events:?}", events.len());
}

/// How whole games of Antietam end: actions, score, men and guns lost. A change of any rule shows here.
#[test]
fn whole_games_of_antietam_end_as_they_did() {
    let mut found = Vec::new();
    for options in [&[][..], &["4=intermediate"], &["4=advanced"], &["4=advanced", "5"]] {
        let battle = Game::antietam(options);
        let mut player = RandomPlayer::new(17);
        let mut state = battle.start(player.chance(), &mut Vec::new());
        let actions = play_out(&battle, &mut state, &mut player);
        let losses = state.losses;
        found.push((
            actions,
            state.score,
            losses.union.infantry,
            losses.confederate.infantry,
            losses.union.guns + losses.confederate.guns,
        ));
    }
    let text = format!("{found:?}");
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/grand-tactical-antietam.txt");
    if std::env::var_os("LONGROLL_BLESS").is_some() {
        std::fs::write(&path, format!("{text}\n")).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap().trim_end(), text);
}

/// Counts of positions: the start of each level of the example.
#[test]
fn counts_of_positions_are_pinned() {
    let die = FixedDie(3);
    let counts = KINDS.map(|(options, name)| {
        let battle = ready(options);
        let start = battle.start(&mut die.clone(), &mut Vec::new());
        format!("{name} {} {}", perft(&battle, &start, 1, die), perft(&battle, &start, 2, die))
    });
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/grand-tactical-counts.txt");
    let text = counts.join("\n");
    if std::env::var_os("LONGROLL_BLESS").is_some() {
        std::fs::write(&path, format!("{text}\n")).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap().trim_end(), text);
}

fn faults(rules: &str) -> String {
    let files = example(Some(rules));
    match Battle::new(&files, None, &[]) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn tables_are_read_with_all_faults_at_once() {
    let good = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs/examples/battle-minimal/grand-tactical/crossroads/rules.toml"),
    )
    .unwrap();
    assert_eq!(faults(&good), "");
    let mut bad = good;
    for (from, to) in [
        ("\"6(9)\"", "\"six\""),
        ("in_command = 10", "in_command = 99"),
        ("RFL = [ 4, 2, 0, 0, 0, 0 ]", "RFL = [ 4, 2 ]"),
        ("up_to = -5", "up_to = -9"),
        ("column        = [ 75,  75 ]", "column        = [ 75 ]"),
        ("rout_chance   = 40", "rout_chance   = 140"),
        ("visibility = [ 100, 100, 100, 80 ]", "visibility = [ 100 ]"),
        ("division = \"Stone\", turn = 2", "division = \"Nobody\", turn = 2"),
        ("chances = [ 50 ]", "chances = [ 50, 60 ]"),
        ("blocked_by = \"3,0\"", "blocked_by = \"0,5\""),
        ("from = 200", "from = 900"),
        ("side = \"union\"\nbase", "side = \"nobody\"\nbase"),
        ("feet_a_level  = 45", "feet_a_level  = 45\nmetres = 14"),
    ] {
        assert!(bad.contains(from), "{from}");
        bad = bad.replace(from, to);
    }
    let told = faults(&bad);
    for expected in [
        "town",
        "in_command",
        "RFL",
        "rise",
        "column",
        "rout_chance",
        "visibility",
        "Stone",
        "chances",
        "blocked_by",
        "fall",
        "side",
        "metres",
    ] {
        assert!(told.contains(expected), "{expected:?} is not in:\n{told}");
    }
    assert!(faults("").contains("is missing"));
    assert!(faults("rear = 3\n= 4").contains("not TOML"));
}

/// Every field that the files use is explained.
#[test]
fn every_field_is_on_the_page() {
    let mut missing = Vec::new();
    for line in RULES.lines() {
        let name = match line.strip_prefix('[') {
            Some(part) => part.split([']', '.']).next().unwrap_or_default(),
            None if line.starts_with(|c: char| c.is_ascii_lowercase()) => {
                line.split([' ', '=']).next().unwrap_or_default()
            }
            None => continue,
        };
        if !PAGE.contains(&format!("`{name}`")) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "docs/battles.md does not name {missing:?}");
}
