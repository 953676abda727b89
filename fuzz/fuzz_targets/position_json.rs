//! Any text is a position or is refused; a position that is read can be listed, shown as JSON and
//! read back, and any text is an action and a question for it or is refused: for every battle,
//! scenario and option.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    longroll_fuzz::position::feed(text);
});
