//! Any bytes in place of one file of a battle give a battle or faults, never a panic; and a battle
//! that loads either plays or says why not.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    longroll_fuzz::battle_file::feed(bytes);
});
