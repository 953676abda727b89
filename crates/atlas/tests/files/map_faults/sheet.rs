//! Faults of the section `grid`.

use super::{HEX, SQUARE, check};

#[test]
fn a_grid_of_another_kind_than_the_system() {
    check(
        HEX,
        &[(r#""hex-flat""#, r#""square""#)],
        &[
            r#"line 6: grid, kind: found "square"; expected hex-flat on a map of the blue-gray system"#,
        ],
    );
}

#[test]
fn a_grid_without_columns() {
    check(
        HEX,
        &[(
            r#" "columns": 5,
"#,
            r#""#,
        )],
        &[r#"line 5: grid: the field "columns" is missing"#],
    );
}

#[test]
fn too_many_columns() {
    check(
        HEX,
        &[(r#""columns": 5"#, r#""columns": 65"#)],
        &[r#"line 7: grid, columns: found 65; expected a whole number, 1 to 64"#],
    );
}

#[test]
fn no_rows() {
    check(
        HEX,
        &[(r#""rows_odd": 5"#, r#""rows_odd": 0"#)],
        &[r#"line 8: grid, rows_odd: found 0; expected a whole number, 1 to 64"#],
    );
}

#[test]
fn a_fraction_of_a_row() {
    check(
        HEX,
        &[(r#""rows_even": 4"#, r#""rows_even": 3.5"#)],
        &[r#"line 9: grid, rows_even: found 3.5; expected a whole number, 1 to 64"#],
    );
}

#[test]
fn columns_of_very_different_length() {
    check(
        HEX,
        &[(r#""rows_odd": 5"#, r#""rows_odd": 9"#)],
        &[
            r#"line 5: grid: 9 rows in odd and 4 in even columns; expected numbers that differ by one at most"#,
        ],
    );
}

#[test]
fn even_columns_that_stand_high() {
    check(
        HEX,
        &[(r#""low""#, r#""high""#)],
        &[r#"line 10: grid, even_columns: found "high"; expected low"#],
    );
}

#[test]
fn a_cell_of_no_size() {
    check(
        HEX,
        &[(r#""cell_m": 400"#, r#""cell_m": 0"#)],
        &[r#"line 11: grid, cell_m: found 0; expected a number, 10 to 5000"#],
    );
}

#[test]
fn a_numbering_of_another_grid() {
    check(
        HEX,
        &[(r#""CCRR""#, r#""x,y""#)],
        &[r#"line 12: grid, numbering: found "x,y"; expected CCRR …"#],
    );
}

#[test]
fn a_bearing_beyond_the_circle() {
    check(
        HEX,
        &[(r#""up_bearing_deg": 0"#, r#""up_bearing_deg": -90"#)],
        &[r#"line 13: grid, up_bearing_deg: found -90; expected a number, 0 to 360"#],
    );
}

#[test]
fn a_georeference_in_words() {
    check(
        HEX,
        &[(
            r#""georeference": {"rule": "none: the place is invented", "scale": [1.25, -0.5]}"#,
            r#""georeference": "none""#,
        )],
        &[r#"line 14: grid, georeference: found "none"; expected an object or null"#],
    );
}

#[test]
fn rows_of_hexes_on_squares() {
    check(
        SQUARE,
        &[(
            r#""rows": 4"#,
            r#""rows": 4,
 "rows_odd": 4"#,
        )],
        &[
            r#"line 9: grid: unknown field "rows_odd"; expected kind, columns, rows, cell_m, numbering, up_bearing_deg or georeference"#,
        ],
    );
}
