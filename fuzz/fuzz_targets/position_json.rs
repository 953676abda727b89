//! Any text is a position or is refused; a position that is read can be listed, shown as JSON and read
//! back, and any text is an action for it or is refused.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::blue_gray::json::{Header, Position, parse_action};
use rules::blue_gray::{self, Battle};

static ANTIETAM: LazyLock<Battle> = LazyLock::new(|| {
    let files = atlas::builtin::battle("blue-gray/antietam").expect("a built-in battle");
    Battle::new(&files, None, &["11.0".to_owned()]).expect("it can be played")
});

fuzz_target!(|text: &str| {
    let (text, action) = text.split_once('\u{1}').unwrap_or((text, "{}"));
    let Ok((_, value)) = Header::read(text) else { return };
    let Ok(position) = Position::read(&ANTIETAM, &value) else { return };
    let written = position.to_json(&ANTIETAM);
    let again = Position::read(&ANTIETAM, &written).expect("it reads back");
    assert_eq!(again.state, position.state);
    for listed in blue_gray::actions(&ANTIETAM, &position.state).iter().take(50) {
        assert!(blue_gray::check(&ANTIETAM, &position.state, &listed.action).is_ok());
    }
    if let Ok(action) = parse_action(&ANTIETAM, &position.state, action) {
        let _ = blue_gray::check(&ANTIETAM, &position.state, &action);
    }
});
