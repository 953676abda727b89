//! Faults of the sections `roads` and `railroads`.

use super::{HEX, SQUARE, check};

#[test]
fn a_road_of_no_class() {
    check(
        HEX,
        &[(r#""b": "0503", "class": "trail""#, r#""b": "0503", "class": "path""#)],
        &[r#"line 37: road 0402-0503, class: found "path"; expected pike, road or trail"#],
    );
}

#[test]
fn a_road_off_the_sheet() {
    check(
        HEX,
        &[(r#""b": "0503""#, r#""b": "0603""#)],
        &[
            r#"line 37: road 0402-0603, b: found "0603"; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn a_road_that_jumps() {
    check(
        HEX,
        &[(r#""b": "0503""#, r#""b": "0505""#)],
        &[
            r#"line 37: road 0402-0505: the cells are not neighbours; expected a step to the next cell"#,
        ],
    );
}

#[test]
fn a_road_to_itself() {
    check(
        HEX,
        &[(r#""b": "0503""#, r#""b": "0402""#)],
        &[
            r#"line 37: road 0402-0402: the cells are not neighbours; expected a step to the next cell"#,
        ],
    );
}

#[test]
fn a_road_into_the_river() {
    check(
        HEX,
        &[(r#""a": "0402", "b": "0503""#, r#""a": "0402", "b": "0403""#)],
        &[r#"line 37: road 0402-0403: 0403 is river; expected land or a crossing there"#],
    );
}

#[test]
fn a_road_over_an_unbridged_creek() {
    check(
        HEX,
        &[(r#""a": "0302", "b": "0402""#, r#""a": "0303", "b": "0402""#)],
        &[
            r#"line 36: road 0303-0402: crosses "Stone Creek" without bridge or ford; expected one on the edge"#,
        ],
    );
}

#[test]
fn a_road_written_larger_cell_first() {
    check(
        HEX,
        &[(r#""a": "0402", "b": "0503""#, r#""a": "0503", "b": "0402""#)],
        &[r#"line 37: road 0503-0402: the larger cell stands first; expected 0402, then 0503"#],
    );
}

#[test]
fn a_step_that_stands_twice() {
    check(
        HEX,
        &[(r#""a": "0402", "b": "0503""#, r#""a": "0202", "b": "0302""#)],
        &[r#"line 37: road 0202-0302: the step stands twice, first in line 35"#],
    );
}

#[test]
fn a_step_without_a_name() {
    check(
        HEX,
        &[(r#", "name": "Mill lane""#, r#""#)],
        &[r#"line 37: road 0402-0503: the field "name" is missing"#],
    );
}

#[test]
fn a_diagonal_road_on_squares() {
    check(
        SQUARE,
        &[(r#""a": "1,3", "b": "1,4""#, r#""a": "1,4", "b": "2,3""#)],
        &[
            r#"line 18: cell 2,3: a road runs through it; expected "road": true"#,
            r#"line 29: road 1,4-2,3: a diagonal step; expected one across a side of the square"#,
        ],
    );
}

#[test]
fn a_road_into_the_stream() {
    check(
        SQUARE,
        &[(r#""a": "1,3", "b": "1,4""#, r#""a": "0,2", "b": "0,3""#)],
        &[
            r#"line 14: cell 0,2: a road runs through it; expected "road": true"#,
            r#"line 14: cell 0,3: a road runs through it; expected "road": true"#,
            r#"line 17: cell 1,4: "road": true, but no step of a road; expected one to touch it"#,
            r#"line 29: road 0,2-0,3: 0,2 is stream; expected land or a crossing there"#,
        ],
    );
}

#[test]
fn a_road_that_leaves_a_bridge_sideways() {
    check(
        SQUARE,
        &[(r#""ends": ["1,1", "1,3"]"#, r#""ends": ["1,1", "2,3"]"#)],
        &[r#"line 28: road 1,2-1,3: leaves 1,2 not by its ends; expected one of them"#],
    );
}

#[test]
fn a_railroad_of_three_cells() {
    check(
        HEX,
        &[(r#"["0201", "0301"]"#, r#"["0201", "0301", "0302"]"#)],
        &[r#"line 39: railroad 2: found 3 cells; expected two"#],
    );
}

#[test]
fn a_railroad_that_jumps() {
    check(
        HEX,
        &[(r#"["0201", "0301"]"#, r#"["0201", "0303"]"#)],
        &[
            r#"line 39: railroad 0201-0303: the cells are not neighbours; expected a step to the next cell"#,
        ],
    );
}

#[test]
fn a_railroad_that_stands_twice() {
    check(
        HEX,
        &[(r#"["0201", "0301"]"#, r#"["0101", "0201"]"#)],
        &[r#"line 39: railroad 0101-0201: the step stands twice, first in line 39"#],
    );
}
