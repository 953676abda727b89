//! Faults of the text itself: its size, its encoding, its syntax.

use super::{HEX, check_fine, faults};
use atlas::map::{MAX_BYTES, Map};

/// Everything that is wrong with these bytes, a line each.
fn byte_faults(bytes: &[u8]) -> String {
    Map::from_bytes(bytes).map(|map| map.id).unwrap_err().to_string()
}

#[test]
fn an_empty_file() {
    assert_eq!(byte_faults(b""), "the file is empty; expected a map");
    assert_eq!(byte_faults(b" \n\t"), "the file is empty; expected a map");
    assert_eq!(byte_faults("\u{feff}".as_bytes()), "the file is empty; expected a map");
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let marked = format!("\u{feff}{HEX}");
    assert_eq!(Map::from_bytes(marked.as_bytes()), Ok(check_fine(HEX, &[])));
}

#[test]
fn bytes_that_are_not_utf_8() {
    assert_eq!(
        byte_faults(b"{\n\"id\": \"\xff\"}"),
        "line 2: byte 9 (from 0) is not UTF-8; expected UTF-8 text"
    );
}

#[test]
fn a_file_that_breaks_off() {
    let cut = &HEX[..HEX.find("\"0202\"").unwrap()];
    assert_eq!(
        faults(cut),
        ["line 19: column 32: the file breaks off here (EOF while parsing a value); \
          expected the rest of a JSON text"]
    );
}

#[test]
fn every_beginning_of_a_map_is_faulty() {
    for end in (0..HEX.trim_end().len()).filter(|&end| HEX.is_char_boundary(end)) {
        assert!(Map::from_json(&HEX[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn a_comma_too_many() {
    let text = HEX.replacen("\"rows_odd\": 5,", "\"rows_odd\": 5,,", 1);
    assert_eq!(faults(&text), ["line 8: column 16: not JSON: key must be a string"]);
}

#[test]
fn something_after_the_map() {
    assert_eq!(faults(&format!("{HEX}{{}}")), ["line 69: column 1: not JSON: trailing characters"]);
}

#[test]
fn a_number_beyond_all_numbers() {
    let text = HEX.replacen("\"cell_m\": 400", "\"cell_m\": 1e999", 1);
    assert_eq!(faults(&text), ["line 11: column 17: not JSON: number out of range"]);
}

#[test]
fn json_that_is_not_an_object() {
    assert_eq!(faults("[]"), ["line 1: found an empty list; expected an object"]);
    assert_eq!(faults("7"), ["line 1: found 7; expected an object"]);
    assert_eq!(faults("{}").len(), 15);
}

#[test]
fn brackets_without_end() {
    assert_eq!(
        faults(&"[".repeat(MAX_BYTES)),
        ["line 1: column 128: not JSON: recursion limit exceeded"]
    );
    let deep = HEX.replacen("[1.25, -0.5]", &format!("{}{}", "[".repeat(500), "]".repeat(500)), 1);
    assert!(faults(&deep)[0].contains("recursion limit exceeded"));
}

#[test]
fn a_hundred_megabytes_are_refused_unread() {
    // Had it been read, it would not be UTF-8.
    let garbage = vec![b'\x80'; 100 << 20];
    assert_eq!(byte_faults(&garbage), "the file is too long; expected at most 16777216 bytes");
}

#[test]
fn more_values_than_any_map_has() {
    let crowd = format!("[{}0]", "0,".repeat(MAX_BYTES / 2 - 2));
    assert_eq!(crowd.len(), MAX_BYTES - 1);
    assert_eq!(faults(&crowd), ["line 1: column 1000000: not JSON: more values than any map has"]);
}

#[test]
fn a_crowd_of_faults_is_counted_not_listed() {
    let roads: Vec<String> = (0..5000).map(|_| "{}".to_owned()).collect();
    let begin = HEX.find("\"roads\": [").unwrap();
    let end = HEX.find("\"railroads\"").unwrap();
    let text = format!("{}\"roads\": [{}],\n{}", &HEX[..begin], roads.join(","), &HEX[end..]);
    let lines = faults(&text);
    assert_eq!(lines.len(), 101);
    assert_eq!(lines[0], "line 33: road ?-?: the field \"a\" is missing");
    assert_eq!(lines[100], "… and 19900 more");
}
