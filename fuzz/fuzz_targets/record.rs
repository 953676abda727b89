//! Any text is a record that replays or is refused with a line, never a panic.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::blue_gray::Battle;
use rules::record::Replay;

static ANTIETAM: LazyLock<Battle> = LazyLock::new(|| {
    let files = atlas::builtin::battle("blue-gray/antietam").expect("a built-in battle");
    Battle::new(&files, None, &[]).expect("it can be played")
});

fuzz_target!(|text: &str| {
    if let Ok(mut replay) = Replay::open(&ANTIETAM, text) {
        let _ = replay.finish();
    }
});
