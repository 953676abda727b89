//! Any text is a position or is refused; a position that is read can be listed, shown as JSON and read
//! back, and any text is an action for it or is refused: for every battle that can be played.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::game::{Game, Seat};
use rules::json::{Header, parse};

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let files = atlas::builtin::ids().map(|id| atlas::builtin::battle(id).expect("a battle"));
    files.filter_map(|files| Game::new(&files, None, &[]).ok()).collect()
});

fuzz_target!(|text: &str| {
    let (text, action) = text.split_once('\u{1}').unwrap_or((text, "{}"));
    let Ok((_, position)) = Header::read(text) else { return };
    for game in GAMES.iter() {
        let Ok(state) = game.read_position(&position) else { continue };
        let again = game.read_position(&game.position(&state)).expect("it reads back");
        assert_eq!(again, state);
        let seat = game.decider(&state).map_or(Seat::Watcher, Seat::Side);
        for listed in game.list(&state, seat).iter().take(50) {
            assert!(game.check(&state, seat, &listed["action"]).is_ok());
        }
        if let Ok(action) = parse("action", action) {
            let _ = game.check(&state, seat, &action);
        }
    }
});
