//! Faults of the section `cells`.

use super::{BRIGADE, HEX, SQUARE, check};

#[test]
fn a_cell_that_is_missing() {
    check(
        HEX,
        &[
            (
                r#" "0505": {"terrain": "clear"}
"#,
                r#""#,
            ),
            (
                r#""0504": {"terrain": "river"},
"#,
                r#""0504": {"terrain": "river"}
"#,
            ),
        ],
        &[r#"line 16: cells: 1 cell is missing: 0505; expected all 23 of the sheet"#],
    );
}

#[test]
fn a_sheet_that_is_smaller_than_its_cells() {
    check(
        HEX,
        &[(r#""rows_odd": 5"#, r#""rows_odd": 4"#)],
        &[
            r#"line 18: cells: 3 cells are not on the sheet: "0105", "0305", "0505"; expected a cell of the sheet: column 01 to 05, row 01 to 04"#,
            r#"line 44: crossing 0304, open: found "0305"; expected a cell of the sheet: column 01 to 05, row 01 to 04"#,
            r#"line 57: entry 0505: no such cell; expected a cell of the sheet: column 01 to 05, row 01 to 04"#,
        ],
    );
}

#[test]
fn a_sheet_that_is_larger_than_its_cells() {
    check(
        HEX,
        &[(r#""columns": 5"#, r#""columns": 8"#)],
        &[
            r#"line 16: cells: 13 cells are missing: 0601, 0602, 0603, 0604, 0701, 0702, 0703, 0704, …; expected all 36 of the sheet"#,
        ],
    );
}

#[test]
fn keys_that_are_no_cells() {
    check(
        HEX,
        &[(
            r#""0101": {"terrain": "clear"}, "0102": {"terrain": "clear"}, "0103""#,
            r#""0101": {"terrain": "clear"}, "102": {"terrain": "clear"}, "0000": {"terrain": "clear"}, "0102": {"terrain": "clear"}, "0103""#,
        )],
        &[
            r#"line 17: cells: 2 cells are not on the sheet: "102", "0000"; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn a_cell_that_is_no_object() {
    check(
        HEX,
        &[(r#""0103": {"terrain": "clear"}"#, r#""0103": "clear""#)],
        &[r#"line 17: cell 0103: found "clear"; expected an object"#],
    );
}

#[test]
fn terrain_that_nobody_knows() {
    check(
        HEX,
        &[(r#""0201": {"terrain": "forest"}"#, r#""0201": {"terrain": "bog"}"#)],
        &[
            r#"line 19: cell 0201, terrain: found "bog"; expected clear, forest, rough, forest-rough, town or river"#,
        ],
    );
}

#[test]
fn terrain_of_another_system() {
    check(
        HEX,
        &[(r#""0201": {"terrain": "forest"}"#, r#""0201": {"terrain": "woods"}"#)],
        &[
            r#"line 19: cell 0201, terrain: found "woods"; expected clear, forest, rough, forest-rough, town or river"#,
        ],
    );
}

#[test]
fn terrain_that_is_missing() {
    check(
        HEX,
        &[(r#""0201": {"terrain": "forest"}"#, r#""0201": {}"#)],
        &[r#"line 19: cell 0201: the field "terrain" is missing"#],
    );
}

#[test]
fn fields_of_another_system() {
    check(
        HEX,
        &[(r#""0201": {"terrain": "forest"}"#, r#""0201": {"terrain": "forest", "elevation": 2}"#)],
        &[r#"line 19: cell 0201: unknown field "elevation"; expected terrain, name or scenery"#],
    );
}

#[test]
fn a_flag_that_is_no_flag() {
    check(
        HEX,
        &[(r#""scenery": true"#, r#""scenery": "yes""#)],
        &[r#"line 18: cell 0105, scenery: found "yes"; expected true or false"#],
    );
}

#[test]
fn a_name_with_a_line_break() {
    check(
        HEX,
        &[(r#""name": "Milltown"}"#, r#""name": "Mill\ntown"}"#)],
        &[
            r#"line 23: cell 0503, name: found "Mill\ntown"; expected a text without control characters"#,
        ],
    );
}

#[test]
fn a_level_above_the_fourth() {
    check(
        SQUARE,
        &[(
            r#""0,4": {"terrain": "woods", "elevation": 4}"#,
            r#""0,4": {"terrain": "woods", "elevation": 5}"#,
        )],
        &[r#"line 15: cell 0,4, elevation: found 5; expected a whole number, 1 to 4"#],
    );
}

#[test]
fn a_level_that_is_missing() {
    check(
        SQUARE,
        &[(r#""0,4": {"terrain": "woods", "elevation": 4}"#, r#""0,4": {"terrain": "woods"}"#)],
        &[r#"line 15: cell 0,4: the field "elevation" is missing"#],
    );
}

#[test]
fn a_bridge_without_ends() {
    check(
        SQUARE,
        &[(r#""ends": ["1,1", "1,3"], "#, r#""#)],
        &[r#"line 16: cell 1,2: the field "ends" is missing"#],
    );
}

#[test]
fn ends_on_dry_land() {
    check(
        SQUARE,
        &[(
            r#""0,4": {"terrain": "woods", "elevation": 4}"#,
            r#""0,4": {"terrain": "woods", "elevation": 4, "ends": ["0,3", "1,4"]}"#,
        )],
        &[
            r#"line 15: cell 0,4: unknown field "ends"; expected terrain, road, elevation, name or scenery"#,
        ],
    );
}

#[test]
fn three_ends() {
    check(
        SQUARE,
        &[(r#""ends": ["3,1", "3,3"]"#, r#""ends": ["3,1", "3,3", "2,1"]"#)],
        &[r#"line 20: cell 3,2, ends: found a list; expected two cells, not 3"#],
    );
}

#[test]
fn ends_far_away_or_in_the_water() {
    check(
        SQUARE,
        &[(r#""ends": ["3,1", "3,3"]"#, r#""ends": ["3,0", "2,2"]"#)],
        &[
            r#"line 20: cell 3,2, ends: 3,0 is not next to it; expected two of its neighbours"#,
            r#"line 20: cell 3,2, ends: 2,2 is water; expected its two banks"#,
        ],
    );
}

#[test]
fn ends_from_east_to_west() {
    check(
        SQUARE,
        &[(r#""ends": ["3,1", "3,3"]"#, r#""ends": ["3,3", "3,1"]"#)],
        &[r#"line 20: cell 3,2, ends: the eastern end stands first; expected the western first"#],
    );
}

#[test]
fn one_bank_for_both_ends() {
    check(
        SQUARE,
        &[(r#""ends": ["3,1", "3,3"]"#, r#""ends": ["3,1", "3,1"]"#)],
        &[r#"line 20: cell 3,2, ends: both ends are the same cell; expected its two banks"#],
    );
}

#[test]
fn a_road_in_woods_without_a_road() {
    check(
        BRIGADE,
        &[(r#""road-in-woods", "road": true"#, r#""road-in-woods""#)],
        &[
            r#"line 17: cell 0202: road-in-woods without a road; expected "road": true, or woods"#,
            r#"line 17: cell 0202: a road runs through it; expected "road": true"#,
        ],
    );
}

#[test]
fn a_road_through_a_cell_that_denies_it() {
    check(
        BRIGADE,
        &[(
            r#""0303": {"terrain": "clear", "road": true, "elevated": true}"#,
            r#""0303": {"terrain": "clear", "elevated": true}"#,
        )],
        &[r#"line 18: cell 0303: a road runs through it; expected "road": true"#],
    );
}

#[test]
fn a_cell_with_a_road_that_is_not_there() {
    check(
        SQUARE,
        &[(
            r#""2,4": {"terrain": "clear", "elevation": 2}"#,
            r#""2,4": {"terrain": "clear", "elevation": 2, "road": true}"#,
        )],
        &[r#"line 19: cell 2,4: "road": true, but no step of a road; expected one to touch it"#],
    );
}
