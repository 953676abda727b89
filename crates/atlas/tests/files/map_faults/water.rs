//! Faults of the sections `rivers` and `crossings`.

use super::{HEX, SQUARE, check};

#[test]
fn a_river_with_a_gap() {
    check(
        HEX,
        &[
            (r#""0203", "0304", "0403""#, r#""0203", "0403""#),
            (r#""0304": {"terrain": "river"}"#, r#""0304": {"terrain": "clear"}"#),
            (
                r#" "0304": {"type": "ferry", "open": ["0303", "0305"], "cost": 3, "name": "Hook's ferry"}
"#,
                r#""#,
            ),
        ],
        &[
            r#"line 41: river "Broad River", course: a gap between 0203 and 0403; expected cells that share a side"#,
        ],
    );
}

#[test]
fn a_river_over_dry_land() {
    check(
        HEX,
        &[(r#""0203": {"terrain": "river"}"#, r#""0203": {"terrain": "clear"}"#)],
        &[
            r#"line 41: river "Broad River", course: 0203 is clear; expected a cell of terrain river"#,
        ],
    );
}

#[test]
fn water_in_no_course() {
    check(
        HEX,
        &[(r#""0403", "0504"]"#, r#""0403"]"#)],
        &[
            r#"line 40: rivers: 1 cell is water but in no river's course: 0504; expected every one in a course"#,
        ],
    );
}

#[test]
fn a_river_that_meets_itself() {
    check(
        HEX,
        &[(r#""0403", "0504"]"#, r#""0403", "0504", "0403"]"#)],
        &[
            r#"line 41: river "Broad River", course: 0403 stands in a course twice; expected every cell once"#,
        ],
    );
}

#[test]
fn a_river_of_no_cells() {
    check(
        HEX,
        &[(r#"["0104", "0203", "0304", "0403", "0504"]"#, r#"[]"#)],
        &[
            r#"line 40: rivers: 5 cells are water but in no river's course: 0104, 0203, 0304, 0403, 0504; expected every one in a course"#,
            r#"line 41: river "Broad River", course: found an empty list; expected the cells of the course, in order"#,
        ],
    );
}

#[test]
fn a_river_with_a_kind_on_hexes() {
    check(
        HEX,
        &[(r#""name": "Broad River", "#, r#""name": "Broad River", "kind": "river", "#)],
        &[r#"line 41: river "Broad River": unknown field "kind"; expected name or course"#],
    );
}

#[test]
fn a_stream_that_is_called_a_river() {
    check(
        SQUARE,
        &[(r#""kind": "stream""#, r#""kind": "river""#)],
        &[
            r#"line 33: river "Plank Creek", course: 0,2 is stream; expected a cell of terrain river"#,
            r#"line 33: river "Plank Creek", course: 2,2 is stream; expected a cell of terrain river"#,
        ],
    );
}

#[test]
fn a_stream_that_runs_diagonally() {
    check(
        SQUARE,
        &[(r#""1,2", "2,2", "3,2""#, r#""1,2", "2,3", "2,2", "3,2""#)],
        &[
            r#"line 33: river "Plank Creek", course: a gap between 1,2 and 2,3; expected cells that share a side"#,
            r#"line 33: river "Plank Creek", course: 2,3 is clear; expected a cell of terrain stream"#,
        ],
    );
}

#[test]
fn a_crossing_on_dry_land() {
    check(
        HEX,
        &[(r#" "0304": {"type""#, r#" "0303": {"type""#)],
        &[
            r#"line 44: crossing 0303: the cell is clear; expected a river cell"#,
            r#"line 44: crossing 0303, open: 0303 is not next to the crossing; expected a neighbour"#,
            r#"line 44: crossing 0303, open: 0305 is not next to the crossing; expected a neighbour"#,
        ],
    );
}

#[test]
fn a_crossing_off_the_sheet() {
    check(
        HEX,
        &[(r#" "0304": {"type""#, r#" "0309": {"type""#)],
        &[
            r#"line 44: crossing 0309: no such cell; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn a_crossing_without_banks() {
    check(
        HEX,
        &[(r#""open": ["0303", "0305"]"#, r#""open": []"#)],
        &[r#"line 44: crossing 0304, open: no bank; expected at least one neighbouring land cell"#],
    );
}

#[test]
fn banks_that_are_no_banks() {
    check(
        HEX,
        &[(r#""open": ["0303", "0305"]"#, r#""open": ["0302", "0403", "0305", "0305"]"#)],
        &[
            r#"line 44: crossing 0304, open: the cell 0305 stands twice; expected every cell once"#,
            r#"line 44: crossing 0304, open: 0302 is not next to the crossing; expected a neighbour"#,
            r#"line 44: crossing 0304, open: 0403 is river; expected a bank"#,
        ],
    );
}

#[test]
fn a_crossing_without_a_name_or_type() {
    check(
        HEX,
        &[(r#""type": "ferry", "#, r#""#), (r#", "name": "Hook's ferry""#, r#""#)],
        &[
            r#"line 44: crossing 0304: the field "type" is missing"#,
            r#"line 44: crossing 0304: the field "name" is missing"#,
        ],
    );
}

#[test]
fn a_crossing_that_costs_too_much() {
    check(
        HEX,
        &[(r#""cost": 3"#, r#""cost": 21"#)],
        &[r#"line 44: crossing 0304, cost: found 21; expected a whole number, 1 to 20"#],
    );
}

#[test]
fn two_crossings_of_one_name() {
    check(
        HEX,
        &[(
            r#""name": "Hook's ferry"}"#,
            r#""name": "Hook's ferry"},
 "0203": {"type": "pontoon", "open": ["0202", "0204"], "cost": 1, "name": "Hook's ferry"}"#,
        )],
        &[
            r#"line 45: crossing 0203: is called "Hook's ferry" like 0304; expected a name of its own"#,
        ],
    );
}

#[test]
fn a_crossing_on_squares() {
    check(
        SQUARE,
        &[(
            r#""crossings": {
}"#,
            r#""crossings": {
 "0,2": {"type": "ferry", "open": ["0,1"], "cost": 1, "name": "Ferry"}
}"#,
        )],
        &[r#"line 35: crossings: found crossings; expected none: squares have bridges and fords"#],
    );
}
