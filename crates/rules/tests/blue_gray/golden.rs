//! What must never change unnoticed: one recorded game of each battle, and counts of positions.
//!
//! A record of an earlier release must replay to the same events and hashes for as long as the rules it was
//! played under have not changed on purpose. `LONGROLL_BLESS=1 cargo test -p rules --test blue_gray golden` writes the
//! records anew: do that only together with a line in the changelog that says which rule changed.

use std::path::PathBuf;

use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{self, Battle, Prepared, State};
use rules::dice::{FixedDie, Seed};
use rules::perft::perft;
use rules::record::{Recorder, Replay};
use serde_json::Map;

/// A recorded game: battle, scenario, options, seed, and its file.
const GAMES: [(&str, &str, &[&str], u64, &str); 4] = [
    ("blue-gray/antietam", "september-17", &["11.0", "20.5", "20.6"], 1862, "antietam"),
    ("blue-gray/fredericksburg", "december-13", &[], 1213, "fredericksburg"),
    ("blue-gray/fredericksburg", "may-3", &["11.0"], 503, "may-3"),
    ("blue-gray/chattanooga", "november-24", &[], 1863, "chattanooga"),
];

fn battle(id: &str, scenario: &str, options: &[&str]) -> Prepared {
    let files = atlas::builtin::battle(id).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Prepared::new(&files, Some(scenario), &options).unwrap()
}

fn record(battle: &Prepared, seed: u64) -> String {
    let mut recorder = Recorder::begin(battle, Seed::from_number(seed), Map::new());
    let mut player = RandomPlayer::new(seed);
    while let Some(action) = player.choose(&battle.battle, recorder.state()) {
        recorder.act(&action, &[]).unwrap();
    }
    recorder.lines().join("\n") + "\n"
}

#[test]
fn recorded_games_of_every_battle_replay_to_the_last_die() {
    for (id, scenario, options, seed, name) in GAMES {
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/records/{name}.jsonl"));
        let battle = battle(id, scenario, options);
        if std::env::var_os("LONGROLL_BLESS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, record(&battle, seed)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut replay = Replay::open(&battle, &text).unwrap_or_else(|e| panic!("{name}, {e}"));
        let verified = replay.finish().unwrap_or_else(|e| panic!("{name}, {e}"));
        assert!(verified.dice && verified.forced == 0 && verified.actions > 50, "{name}");
        assert!(replay.state().outcome.is_some(), "{name} is not finished");
    }
}

/// Every die shows a three.
const THREE: FixedDie = FixedDie::face(3);

/// The start of the game, and the combat phase of one random game in which most can be done.
#[test]
fn counts_of_positions_are_pinned() {
    let mut found = Vec::new();
    for (id, scenario, options, seed, name) in GAMES {
        let battle = battle(id, scenario, options);
        let start = blue_gray::new_game(&battle.battle, &mut THREE.clone(), &mut Vec::new());
        let busiest = busiest_combat(&battle.battle, &start, seed);
        let counts = [1, 2, 3].map(|depth| perft(&battle, &busiest, depth, THREE));
        found.push((name, perft(&battle, &start, 1, THREE), counts));
    }
    assert_eq!(
        found,
        [
            ("antietam", 3385, [22, 427, 6360]),
            ("fredericksburg", 551, [11, 25, 143]),
            ("may-3", 174, [2, 6, 12]),
            ("chattanooga", 2339, [11, 24, 181]),
        ]
    );
}

/// The state of a random game, every die showing a three, in whose combat phase most can be done.
fn busiest_combat(battle: &Battle, start: &State, seed: u64) -> State {
    let mut player = RandomPlayer::new(seed);
    let mut state = start.clone();
    let mut busiest = (0, start.clone());
    let mut events = Vec::new();
    while let Some(action) = player.choose(battle, &state) {
        events.clear();
        blue_gray::apply_listed(battle, &mut state, &action, &mut THREE.clone(), &mut events);
        if state.phase == blue_gray::Phase::Combat && state.pending().is_none() {
            let count = blue_gray::actions(battle, &state).len();
            if count > busiest.0 {
                busiest = (count, state.clone());
            }
        }
    }
    busiest.1
}
