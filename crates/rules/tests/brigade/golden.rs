//! What must never change unnoticed: one recorded game of each scenario.
//!
//! `LONGROLL_BLESS=1 cargo test -p rules --test brigade golden` writes the records anew: do that
//! only together with a line in the changelog that says which rule changed.

use std::path::PathBuf;

use rules::System;
use rules::brigade::Prepared;
use rules::dice::Seed;
use rules::random::RandomPlayer;
use rules::record::{Recorder, Replay};
use serde_json::Map;

/// A recorded game: scenario, options, seed, and its file.
const GAMES: [(&str, &[&str], u64, &str); 3] = [
    ("september-17", &[], 17, "brigade-september-17"),
    ("hooker-attacks", &[], 6, "brigade-hooker-attacks"),
    ("september-17", &["3.0", "4.0", "6.0", "D19", "D32"], 62, "brigade-options"),
];

fn ready(scenario: &str, options: &[&str]) -> Prepared {
    let files = atlas::builtin::battle("brigade/antietam").unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Prepared::new(&files, Some(scenario), &options).unwrap()
}

fn record(battle: &Prepared, seed: u64) -> String {
    let mut recorder = Recorder::begin(battle, Seed::from_number(seed), Map::new());
    let mut player = <Prepared as System>::Random::new(seed);
    while let Some(action) = RandomPlayer::choose(&mut player, battle, recorder.state()) {
        recorder.act(&action, &[]).unwrap();
    }
    recorder.lines().join("\n") + "\n"
}

#[test]
fn recorded_games_of_every_scenario_replay_to_the_last_die() {
    for (scenario, options, seed, name) in GAMES {
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/records/{name}.jsonl"));
        let battle = ready(scenario, options);
        if std::env::var_os("LONGROLL_BLESS").is_some() {
            std::fs::write(&path, record(&battle, seed)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut replay = Replay::open(&battle, &text).unwrap_or_else(|e| panic!("{name}, {e}"));
        let verified = replay.finish().unwrap_or_else(|e| panic!("{name}, {e}"));
        assert!(verified.dice && verified.forced == 0 && verified.actions > 50, "{name}");
        assert!(replay.state().outcome.is_some(), "{name} is not finished");
    }
}
