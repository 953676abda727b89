//! Any text is a record that replays or is refused with a line, never a panic: for every battle,
//! scenario and option.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    longroll_fuzz::record::feed(text);
});
