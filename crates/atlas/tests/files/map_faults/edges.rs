//! Faults of the section `edges`.

use super::{BRIGADE, HEX, SQUARE, check};

#[test]
fn edges_on_squares() {
    check(
        SQUARE,
        &[(
            r#""edges": {
}"#,
            r#""edges": {
 "0,0|0,1": {"creek": "Run"}
}"#,
        )],
        &[r#"line 23: edges: found edges; expected none: on squares water fills cells"#],
    );
}

#[test]
fn an_edge_that_is_no_edge() {
    check(
        HEX,
        &[(r#""0303|0402": {"creek""#, r#""0303-0402": {"creek""#)],
        &[
            r#"line 30: edge 0303-0402: not an edge; expected two neighbouring cells, as in 0101|0102"#,
        ],
    );
}

#[test]
fn an_edge_off_the_sheet() {
    check(
        HEX,
        &[(r#""0303|0402": {"creek""#, r#""0303|0602": {"creek""#)],
        &[
            r#"line 30: edge 0303|0602: no cell "0602"; expected a cell of the sheet: column 01 to 05, row 01 to 05 (04 in even columns)"#,
        ],
    );
}

#[test]
fn an_edge_between_strangers() {
    check(
        HEX,
        &[(r#""0303|0402": {"creek""#, r#""0303|0503": {"creek""#)],
        &[
            r#"line 30: edge 0303|0503: the cells are not neighbours; expected two that share a side"#,
        ],
    );
}

#[test]
fn an_edge_written_larger_cell_first() {
    check(
        HEX,
        &[(r#""0303|0402": {"creek""#, r#""0402|0303": {"creek""#)],
        &[r#"line 30: edge 0402|0303: the larger cell stands first; expected 0303|0402"#],
    );
}

#[test]
fn an_edge_that_stands_twice_in_two_orders() {
    check(
        HEX,
        &[(r#""0303|0402": {"creek""#, r#""0402|0302": {"creek""#)],
        &[
            r#"line 30: edge 0402|0302: the larger cell stands first; expected 0302|0402"#,
            r#"line 30: edge 0402|0302: the edge stands twice, first in line 29"#,
            r#"line 36: road 0302-0402: crosses "Stone Creek" without bridge or ford; expected one on the edge"#,
        ],
    );
}

#[test]
fn an_edge_with_nothing_on_it() {
    check(
        HEX,
        &[(r#""0302|0401": {"creek": "Stone Creek"}"#, r#""0302|0401": {}"#)],
        &[r#"line 28: edge 0302|0401: nothing lies on it; expected at least one feature"#],
    );
}

#[test]
fn a_feature_that_nobody_knows() {
    check(
        HEX,
        &[(
            r#""0302|0401": {"creek": "Stone Creek"}"#,
            r#""0302|0401": {"creek": "Stone Creek", "wall": true}"#,
        )],
        &[
            r#"line 28: edge 0302|0401: unknown field "wall"; expected creek, canal, ditch, bridge, ford, burned_bridge, redoubt or clarification"#,
        ],
    );
}

#[test]
fn a_creek_without_a_name() {
    check(
        HEX,
        &[(r#""0302|0401": {"creek": "Stone Creek"}"#, r#""0302|0401": {"creek": true}"#)],
        &[r#"line 28: edge 0302|0401, creek: found true; expected a text"#],
    );
}

#[test]
fn a_bridge_over_nothing() {
    check(
        HEX,
        &[(r#""0302|0402": {"creek": "Stone Creek", "bridge""#, r#""0302|0402": {"bridge""#)],
        &[r#"line 29: edge 0302|0402: bridge without creek; expected the name of its water"#],
    );
}

#[test]
fn a_ford_through_nothing() {
    check(
        HEX,
        &[(r#""0301|0401": {"creek": "Stone Creek", "ford""#, r#""0301|0401": {"ford""#)],
        &[r#"line 27: edge 0301|0401: ford without creek; expected the name of its water"#],
    );
}

#[test]
fn a_canal_and_a_ditch_without_water() {
    check(
        HEX,
        &[(
            r#""0302|0401": {"creek": "Stone Creek"}"#,
            r#""0302|0401": {"canal": true, "ditch": true}"#,
        )],
        &[
            r#"line 28: edge 0302|0401: canal without creek; expected the name of its water"#,
            r#"line 28: edge 0302|0401: ditch without creek; expected the name of its water"#,
            r#"line 28: edge 0302|0401: canal and ditch together; expected one of them"#,
        ],
    );
}

#[test]
fn bridge_and_ford_at_once() {
    check(
        HEX,
        &[(r#""bridge": "Stone bridge""#, r#""bridge": "Stone bridge", "ford": "Stone ford""#)],
        &[r#"line 29: edge 0302|0402: bridge and ford together; expected one of them"#],
    );
}

#[test]
fn a_bridge_that_stands_and_is_burned() {
    check(
        HEX,
        &[(
            r#""bridge": "Stone bridge""#,
            r#""bridge": "Stone bridge", "burned_bridge": "Stone bridge""#,
        )],
        &[r#"line 29: edge 0302|0402: bridge and burned_bridge together; expected one of them"#],
    );
}

#[test]
fn creek_and_stream_at_once() {
    check(
        BRIGADE,
        &[(
            r#""0201|0301": {"stream": "Cold Run"}"#,
            r#""0201|0301": {"creek": "Cold Creek", "stream": "Cold Run"}"#,
        )],
        &[r#"line 21: edge 0201|0301: creek and stream together; expected one of them"#],
    );
}

#[test]
fn a_stream_on_a_blue_and_gray_map() {
    check(
        HEX,
        &[(r#""0302|0401": {"creek""#, r#""0302|0401": {"stream""#)],
        &[
            r#"line 28: edge 0302|0401: unknown field "stream"; expected creek, canal, ditch, bridge, ford, burned_bridge, redoubt or clarification"#,
        ],
    );
}

#[test]
fn a_bridge_into_the_river() {
    check(
        HEX,
        &[(
            r#""0303|0402": {"creek": "Stone Creek"}"#,
            r#""0303|0403": {"creek": "Stone Creek", "bridge": "Low bridge"}"#,
        )],
        &[r#"line 30: edge 0303|0403: bridge beside a river cell; expected land on both sides"#],
    );
}

#[test]
fn a_creek_within_the_river() {
    check(
        HEX,
        &[(r#""0303|0402": {"creek": "Stone Creek"}"#, r#""0304|0403": {"creek": "Stone Creek"}"#)],
        &[
            r#"line 30: edge 0304|0403: creek between two river cells; expected land on one side at least"#,
        ],
    );
}

#[test]
fn two_bridges_of_one_name() {
    check(
        HEX,
        &[(
            r#""0303|0402": {"creek": "Stone Creek"}"#,
            r#""0303|0402": {"creek": "Stone Creek", "bridge": "Stone bridge"}"#,
        )],
        &[
            r#"line 30: edge 0303|0402: the bridge "Stone bridge" also stands at 0302|0402; expected a name for each"#,
        ],
    );
}

#[test]
fn a_redoubt_of_other_cells() {
    check(
        HEX,
        &[(r#""defender": "0502""#, r#""defender": "0501""#)],
        &[
            r#"line 31: edge 0402|0502, redoubt: defender 0501 and enemy 0402; expected 0402 and 0502, either way"#,
        ],
    );
}

#[test]
fn a_redoubt_dug_by_nobody() {
    check(
        HEX,
        &[(r#""built_by": "union""#, r#""built_by": "Union""#)],
        &[
            r#"line 31: edge 0402|0502, redoubt, built_by: found "Union"; expected union or confederate"#,
        ],
    );
}

#[test]
fn a_redoubt_that_shelters_the_river() {
    check(
        HEX,
        &[(
            r#""0402|0502": {"redoubt": {"defender": "0502", "enemy": "0402""#,
            r#""0402|0403": {"redoubt": {"defender": "0403", "enemy": "0402""#,
        )],
        &[
            r#"line 31: edge 0402|0403: redoubt that shelters a river cell; expected its defender on land"#,
        ],
    );
}
