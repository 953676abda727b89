//! Faults of labels, objectives, entries, exits and provenance.

use super::{HEX, check};

#[test]
fn a_label_of_no_kind() {
    check(
        HEX,
        &[(r#""kind": "place""#, r#""kind": "town""#)],
        &[
            r#"line 48: label "Milltown", kind: found "town"; expected water, place, height, wood, work or road"#,
        ],
    );
}

#[test]
fn a_label_of_absurd_size() {
    check(
        HEX,
        &[(r#""size": 1.1"#, r#""size": 40"#)],
        &[r#"line 47: label "Broad River", size: found 40; expected a number, 0.25 to 4"#],
    );
}

#[test]
fn a_label_that_turns_twice() {
    check(
        HEX,
        &[(r#""angle": -12.5"#, r#""angle": 400"#)],
        &[r#"line 47: label "Broad River", angle: found 400; expected a number, -180 to 180"#],
    );
}

#[test]
fn a_label_far_from_its_cell() {
    check(
        HEX,
        &[(r#""dx": 0.25"#, r#""dx": 25"#)],
        &[r#"line 48: label "Milltown", dx: found 25; expected a number, -3 to 3"#],
    );
}

#[test]
fn a_label_off_the_sheet() {
    check(
        HEX,
        &[(r#""at": "0203""#, r#""at": "0299""#)],
        &[
            r#"line 47: label "Broad River", at: found "0299"; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn a_label_that_stands_twice_in_its_cell() {
    let label = "{\"text\": \"Old Mill\", \"kind\": \"place\", \"at\": \"0503\"}";
    check(
        HEX,
        &[("\"labels\": [", &format!("\"labels\": [\n{label},\n{label},"))],
        &[r#"line 48: label "Old Mill": the label stands twice in its cell; expected it once"#],
    );
}

#[test]
fn a_label_longer_than_any_name() {
    let words = "x".repeat(61);
    let label = format!("{{\"text\": \"{words}\", \"kind\": \"place\", \"at\": \"0503\"}},");
    let quoted = format!("\"{}…\"", "x".repeat(60));
    check(
        HEX,
        &[("\"labels\": [", &format!("\"labels\": [{label}"))],
        &[&format!("line 46: label {quoted}, text: 61 characters; expected at most 60")],
    );
}

#[test]
fn more_labels_than_a_sheet_can_hold() {
    let label = "{\"text\": \"x\", \"kind\": \"place\", \"at\": \"0503\"},";
    check(
        HEX,
        &[("\"labels\": [", &format!("\"labels\": [{}", label.repeat(200)))],
        &["line 46: labels: 202 labels; expected at most 200"],
    );
}

#[test]
fn a_label_without_words() {
    check(
        HEX,
        &[(r#""text": "Milltown", "#, r#""#)],
        &[r#"line 48: label 2: the field "text" is missing"#],
    );
}

#[test]
fn an_objective_off_the_sheet() {
    check(
        HEX,
        &[(r#" "0503": {"name""#, r#" "0603": {"name""#)],
        &[
            r#"line 53: objective 0603: no such cell; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn an_objective_in_the_river() {
    check(
        HEX,
        &[(r#" "0503": {"name""#, r#" "0504": {"name""#)],
        &[r#"line 53: objective 0504: the cell is river; expected one that units can enter"#],
    );
}

#[test]
fn an_objective_for_nobody() {
    check(
        HEX,
        &[(r#""points": 10, "to": "either""#, r#""points": 10, "to": "both""#)],
        &[r#"line 53: objective 0503, to: found "both"; expected either, union or confederate"#],
    );
}

#[test]
fn points_below_nothing() {
    check(
        HEX,
        &[(r#""points": 10"#, r#""points": -1"#)],
        &[r#"line 53: objective 0503, points: found -1; expected a whole number, 0 to 1000000"#],
    );
}

#[test]
fn a_group_that_disagrees() {
    check(
        HEX,
        &[(
            r#""name": "Stone bridge, east end", "points": 5"#,
            r#""name": "Stone bridge, east end", "points": 6"#,
        )],
        &[
            r#"line 52: objective 0402: points or side differ from 0302 of the same group "bridge"; expected the same in every cell of a group"#,
        ],
    );
}

#[test]
fn an_entry_in_scenery() {
    check(
        HEX,
        &[(r#" "0102": {"side""#, r#" "0105": {"side""#)],
        &[r#"line 56: entry 0105: the cell is scenery; expected one that units can enter"#],
    );
}

#[test]
fn an_entry_of_no_side() {
    check(
        HEX,
        &[(r#""side": "union""#, r#""side": "either""#)],
        &[r#"line 56: entry 0102, side: found "either"; expected union or confederate"#],
    );
}

#[test]
fn an_entry_before_the_first_turn() {
    check(
        HEX,
        &[(r#""turn": 2"#, r#""turn": 0"#)],
        &[r#"line 56: entry 0102, turn: found 0; expected a whole number, 1 to 99"#],
    );
}

#[test]
fn turns_out_of_order() {
    check(
        HEX,
        &[(r#""turn": 2"#, r#""turn": [3, 2]"#)],
        &[
            r#"line 56: entry 0102, turn: found a list; expected two or more turns, each later than the one before"#,
        ],
    );
}

#[test]
fn a_turn_in_words() {
    check(
        HEX,
        &[(r#""turn": "4+""#, r#""turn": "late""#)],
        &[
            r#"line 57: entry 0505, turn: found "late"; expected a turn, a list of turns, or a turn with a plus as in "11+""#,
        ],
    );
}

#[test]
fn an_exit_off_the_sheet_without_a_name() {
    check(
        HEX,
        &[(r#" "0501": {"name": "to the depot"}"#, r#" "0601": {}"#)],
        &[
            r#"line 60: exit 0601: no such cell; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn an_exit_without_a_name() {
    check(
        HEX,
        &[(r#"{"name": "to the depot"}"#, r#"{}"#)],
        &[r#"line 60: exit 0501: the field "name" is missing"#],
    );
}

#[test]
fn stated_cells_that_are_not_there() {
    check(
        HEX,
        &[(r#""cells": ["0302", "0402"]"#, r#""cells": ["0302", "0902", "0302"]"#)],
        &[
            r#"line 63: provenance, stated in a rulebook, cells: found "0902"; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
            r#"line 63: provenance, stated in a rulebook, cells: the cell 0302 stands twice; expected every cell once"#,
        ],
    );
}

#[test]
fn stated_edges_that_are_not_there() {
    check(
        HEX,
        &[(r#""edges": ["0302|0402"]"#, r#""edges": ["0302|0502"]"#)],
        &[
            r#"line 63: stated edge 0302|0502: the cells are not neighbours; expected two that share a side"#,
        ],
    );
}

#[test]
fn no_credit() {
    check(
        HEX,
        &[(
            r#",
 "attribution": "made for the tests of this project""#,
            r#""#,
        )],
        &[r#"line 62: provenance: the field "attribution" is missing"#],
    );
}

#[test]
fn a_further_source_that_says_nothing() {
    check(
        HEX,
        &[(
            r#""documented""#,
            r#""from a friend": null,
 "documented""#,
        )],
        &[
            r#"line 64: provenance, from a friend: found null; expected words, a list or an object about a further source"#,
        ],
    );
}
