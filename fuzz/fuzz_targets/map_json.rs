//! Any bytes are a map or have at least one fault, and a map survives being written and read.

#![no_main]

use atlas::map::Map;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Map::from_bytes(bytes) {
        Ok(map) => {
            let written = map.to_json();
            assert_eq!(Map::from_json(&written).as_ref(), Ok(&map), "{written}");
            for remark in map.remarks() {
                assert!(!remark.to_string().contains('\n'));
            }
        }
        Err(faults) => {
            assert!(!faults.kept().is_empty());
            assert!(!faults.to_string().is_empty());
        }
    }
});
