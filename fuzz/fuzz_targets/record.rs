//! Any text is a record that replays or is refused with a line, never a panic: for every battle that can be played.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::game::Game;

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let files = atlas::builtin::ids().map(|id| atlas::builtin::battle(id).expect("a battle"));
    files.filter_map(|files| Game::new(&files, None, &[]).ok()).collect()
});

fuzz_target!(|text: &str| {
    for game in GAMES.iter() {
        let _ = game.verify(text);
    }
});
