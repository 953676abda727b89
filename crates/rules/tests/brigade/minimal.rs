//! The smallest battle, `docs/examples/battle-minimal/brigade`, as the document shows it: loaded
//! and played to the end.

use std::path::{Path, PathBuf};

use atlas::battle::{Battle as Files, Folder};
use rules::System;
use rules::brigade::Prepared;
use rules::random::{RandomPlayer, play_out};

const NAMES: [&str; 4] = ["battle.toml", "map.json", "rules.toml", "setups/noon.toml"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/examples/battle-minimal/brigade/stone-bridge")
}

#[test]
fn the_smallest_battle_is_played_to_its_end() {
    let texts = NAMES
        .map(|name| std::fs::read(folder().join(name)).unwrap_or_else(|e| panic!("{name}: {e}")));
    let mut files = Folder::new();
    for (name, text) in NAMES.iter().zip(&texts) {
        files.add(*name, text);
    }
    let files = Files::from_files("brigade/stone-bridge", &files)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let ready = Prepared::new(&files, None, &[]).unwrap_or_else(|error| panic!("{error}"));
    for seed in 0..20 {
        let mut player = <Prepared as System>::Random::new(seed);
        let mut state = ready.start(RandomPlayer::<Prepared>::chance(&mut player), &mut Vec::new());
        let decisions = play_out(&ready, &mut state, &mut player);
        assert!(state.outcome.is_some() && decisions > 10);
    }
}
