//! Everything that can be wrong with a map, one edit of a small map at a time.

mod cells;
mod edges;
mod goals;
mod roads;
mod sheet;
mod text;
mod water;
mod whole;

use atlas::map::Map;

const HEX: &str = include_str!("../map_fixtures/hex.json");
const BRIGADE: &str = include_str!("../map_fixtures/brigade.json");
const SQUARE: &str = include_str!("../map_fixtures/square.json");

/// A good map with some of its text exchanged: each piece stands there exactly once.
fn edited(base: &str, edits: &[(&str, &str)]) -> String {
    let mut text = base.to_owned();
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "the edit must fit exactly one place: {from}");
        text = text.replace(from, to);
    }
    text
}

/// Everything that is wrong with a text, a line each.
fn faults(text: &str) -> Vec<String> {
    match Map::from_json(text) {
        Ok(map) => panic!("{} loads, but should not", map.id),
        Err(faults) => faults.to_string().lines().map(str::to_owned).collect(),
    }
}

/// Checks that a good map with these edits has exactly these faults.
#[track_caller]
fn check(base: &str, edits: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(faults(&edited(base, edits)), expected);
}

/// Checks that a good map stays good with these edits.
#[track_caller]
fn check_fine(base: &str, edits: &[(&str, &str)]) -> Map {
    Map::from_json(&edited(base, edits)).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_small_maps_are_free_of_faults_and_in_canonical_form() {
    for text in [HEX, BRIGADE, SQUARE] {
        assert_eq!(check_fine(text, &[]).to_json(), text);
    }
}

#[test]
fn all_faults_are_told_at_once_in_the_order_of_the_file() {
    check(
        HEX,
        &[
            (r#""columns": 5"#, r#""columns": 99"#),
            (r#""0201": {"terrain": "forest"}"#, r#""0201": {"terrain": "swamp"}"#),
            (r#""bridge": "Stone bridge""#, r#""bridges": "Stone bridge""#),
            (r#""class": "trail""#, r#""class": "lane""#),
            (r#""cost": 3"#, r#""cost": "3""#),
            (r#""at": "0203""#, r#""at": "203""#),
            (r#""to": "either""#, r#""to": "nobody""#),
        ],
        &[
            r#"line 7: grid, columns: found 99; expected a whole number, 1 to 64"#,
            r#"line 19: cell 0201, terrain: found "swamp"; expected clear, forest, rough, forest-rough, town or river"#,
            r#"line 29: edge 0302|0402: unknown field "bridges"; expected creek, canal, ditch, bridge, ford, burned_bridge, redoubt or clarification"#,
            r#"line 36: road 0302-0402: crosses "Stone Creek" without bridge or ford; expected one on the edge"#,
            r#"line 37: road 0402-0503, class: found "lane"; expected pike, road or trail"#,
            r#"line 44: crossing 0304, cost: found "3"; expected a whole number, 1 to 20"#,
            r#"line 47: label "Broad River", at: found "203"; expected a cell of the sheet: column 01 to 64, row 01 to 64"#,
            r#"line 53: objective 0503, to: found "nobody"; expected either, union or confederate"#,
        ],
    );
}

#[test]
fn what_is_allowed_is_not_a_fault() {
    // A road may use a crossing, towards its open banks.
    check_fine(HEX, &[(r#""a": "0402", "b": "0503""#, r#""a": "0303", "b": "0304""#)]);
    // Railroads are scenery: they need no bridge.
    check_fine(HEX, &[(r#"["0201", "0301"]"#, r#"["0302", "0401"]"#)]);
    check_fine(HEX, &[(r#"["0201", "0301"]"#, r#"["0202", "0203"]"#)]);
    // A flag may be written out as false, and a georeference as null.
    check_fine(HEX, &[(r#""scenery": true"#, r#""scenery": false"#)]);
    check_fine(
        BRIGADE,
        &[(r#""up_bearing_deg": 90"#, r#""up_bearing_deg": 90, "georeference": null"#)],
    );
    // Every ford of a ditch may have the same name.
    let ditch = r#"{"creek": "Stone Creek", "ditch": true, "ford": "Upper ford"}"#;
    check_fine(
        HEX,
        &[
            (r#"{"creek": "Stone Creek", "ford": "Upper ford"}"#, ditch),
            (r#""0302|0401": {"creek": "Stone Creek"}"#, &format!(r#""0302|0401": {ditch}"#)),
        ],
    );
}
