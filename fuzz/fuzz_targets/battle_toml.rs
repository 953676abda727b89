//! Any bytes in place of one of a battle's own files give a battle or faults, never a panic; and a battle
//! that loads either plays or says why not.

#![no_main]

use atlas::battle::Battle as Files;
use atlas::builtin;
use libfuzzer_sys::fuzz_target;
use rules::blue_gray::Battle;

const NAMES: [&str; 3] = ["battle.toml", "rules.toml", "setups/september-17.toml"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Some(mut folder) = builtin::files("blue-gray/antietam") else { return };
    folder.add(NAMES[usize::from(first) % NAMES.len()], rest);
    if let Ok(files) = Files::from_files("blue-gray/antietam", &folder) {
        let _ = Battle::new(&files, None, &[]);
    }
});
