//! Surveys of small maps with known answers, and of the built-in ones.

use atlas::map::Map;
use atlas::map::survey::{
    End, Over, banks, creek_lines, on_border, regions, road_network, stream_lines,
};

const HEX: &str = include_str!("map_fixtures/hex.json");
const BRIGADE: &str = include_str!("map_fixtures/brigade.json");
const SQUARE: &str = include_str!("map_fixtures/square.json");

/// A small map with some of its text exchanged.
fn map(base: &str, edits: &[(&str, &str)]) -> Map {
    let mut text = base.to_owned();
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "the edit must fit exactly one place: {from}");
        text = text.replace(from, to);
    }
    Map::from_json(&text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn remarks(base: &str, edits: &[(&str, &str)]) -> Vec<String> {
    map(base, edits).remarks().iter().map(ToString::to_string).collect()
}

fn sizes(sets: &[field::CellSet]) -> Vec<usize> {
    sets.iter().map(field::CellSet::len).collect()
}

const NO_REMARKS: [&str; 0] = [];

#[test]
fn good_maps_call_for_no_remark() {
    for base in [HEX, BRIGADE, SQUARE] {
        assert_eq!(remarks(base, &[]), NO_REMARKS);
    }
}

#[test]
fn a_creek_is_followed_from_end_to_end() {
    let map = map(HEX, &[]);
    let lines = creek_lines(&map);
    assert_eq!(lines.len(), 1);
    let names: Vec<String> = lines[0].edges.iter().map(|&edge| map.edge_name(edge)).collect();
    assert_eq!(names, ["0301|0401", "0302|0401", "0302|0402", "0303|0402"]);
    let ends: Vec<End> = lines[0].ends.iter().map(|&(_, end)| end).collect();
    assert_eq!(ends, [End::Border, End::River]);
    assert!(lines[0].is_unbroken());
    assert!(stream_lines(&map).is_empty());
}

#[test]
fn a_gap_makes_two_creeks() {
    let gap = [(" \"0302|0401\": {\"creek\": \"Stone Creek\"},\n", "")];
    assert_eq!(creek_lines(&map(HEX, &gap)).len(), 2);
    assert_eq!(remarks(HEX, &gap), [r#"creek "Stone Creek": 2 pieces, at 0301|0401, 0302|0402"#]);
}

#[test]
fn a_branch_is_remarked() {
    let branch =
        [("\"0402|0502\": {", "\"0401|0402\": {\"creek\": \"Stone Creek\"},\n \"0402|0502\": {")];
    let map = map(HEX, &branch);
    assert!(!creek_lines(&map)[0].is_unbroken());
    assert_eq!(
        remarks(HEX, &branch),
        [r#"creek "Stone Creek": the line at 0301|0401 branches at 1 corner"#]
    );
}

#[test]
fn a_creek_of_another_name_is_a_mouth() {
    let branch =
        [("\"0402|0502\": {", "\"0401|0402\": {\"creek\": \"Mill Run\"},\n \"0402|0502\": {")];
    let map = map(HEX, &branch);
    let run = creek_lines(&map).into_iter().find(|line| line.name == "Mill Run").unwrap();
    let ends: Vec<End> = run.ends.iter().map(|&(_, end)| end).collect();
    assert_eq!(ends, [End::OtherWater, End::Land]);
    assert_eq!(remarks(HEX, &branch), NO_REMARKS);
}

#[test]
fn water_from_nowhere_to_nowhere_is_remarked() {
    assert_eq!(
        remarks(
            BRIGADE,
            &[
                (
                    "\"0201|0301\": {\"stream\": \"Cold Run\"}",
                    "\"0201|0202\": {\"stream\": \"Cold Run\"}"
                ),
                (",\n \"0201|0302\": {\"stream\": \"Cold Run\"}", "")
            ]
        ),
        [r#"stream "Cold Run": the line at 0201|0202 has no mouth"#]
    );
}

#[test]
fn water_that_meets_other_water_on_its_way_has_a_mouth() {
    let inland =
        (r#""0201|0301": {"stream": "Cold Run"}"#, r#""0201|0202": {"stream": "Cold Run"}"#);
    let race = (r#""0201|0302": {"#, r#""0202|0302": {"stream": "Mill Race"}, "0201|0302": {"#);
    assert_eq!(
        remarks(BRIGADE, &[inland]),
        [r#"stream "Cold Run": the line at 0201|0202 has no mouth"#]
    );
    assert_eq!(remarks(BRIGADE, &[inland, race]), NO_REMARKS);
    let lines = stream_lines(&map(BRIGADE, &[inland, race]));
    assert!(lines[0].ends.iter().all(|&(_, end)| end == End::Land) && lines[0].drains);
}

#[test]
fn a_ring_of_water_is_remarked() {
    let ring = "\"0101|0201\": {\"stream\": \"Moat\"}, \"0102|0201\": {\"stream\": \"Moat\"},
        \"0102|0202\": {\"stream\": \"Moat\"}, \"0103|0202\": {\"stream\": \"Moat\"}";
    let line =
        "\"0201|0301\": {\"stream\": \"Cold Run\"},\n \"0201|0302\": {\"stream\": \"Cold Run\"}";
    assert_eq!(remarks(BRIGADE, &[(line, ring)]), NO_REMARKS, "a line from border to border");
    let ring = "\"0102|0202\": {\"stream\": \"Moat\"}, \"0103|0202\": {\"stream\": \"Moat\"},
        \"0201|0202\": {\"stream\": \"Moat\"}, \"0202|0203\": {\"stream\": \"Moat\"},
        \"0202|0302\": {\"stream\": \"Moat\"}, \"0202|0303\": {\"stream\": \"Moat\"}";
    assert_eq!(
        remarks(BRIGADE, &[(line, ring)]),
        [r#"stream "Moat": the line at 0102|0202 runs in a ring"#]
    );
}

#[test]
fn banks_are_parted_by_water_and_joined_by_bridges() {
    let whole = map(HEX, &[]);
    // West of the creek, east of it, and south of the river without the scenery.
    assert_eq!(sizes(&regions(&whole, Over::Nothing)), [8, 5, 4]);
    assert_eq!(sizes(&banks(&whole)), [13, 4]);
    // The ferry's own cell counts, too.
    assert_eq!(sizes(&regions(&whole, Over::Crossings)), [18]);

    let squares = map(SQUARE, &[]);
    assert_eq!(sizes(&regions(&squares, Over::Nothing)), [8, 8]);
    assert_eq!(sizes(&banks(&squares)), [18]);
}

#[test]
fn a_place_out_of_reach_is_remarked() {
    let one_bank = [(r#""open": ["0303", "0305"]"#, r#""open": ["0303"]"#)];
    assert_eq!(
        remarks(HEX, &one_bank),
        [
            "crossing 0304: opens to one bank only, so it is closed in play",
            "entry 0505: cannot be reached from most of the sheet"
        ]
    );
}

#[test]
fn roads_that_hang_on_nothing_are_remarked() {
    let stub = [(
        "\"name\": \"Mill lane\"}",
        "\"name\": \"Mill lane\"},\n {\"a\": \"0401\", \"b\": \"0402\", \"class\": \"trail\", \"name\": \"x\"}",
    )];
    assert_eq!(sizes(&road_network(&map(HEX, &stub))), [6]);
    let map = map(
        SQUARE,
        &[
            (
                r#""2,1": {"terrain": "clear", "elevation": 2}"#,
                r#""2,1": {"terrain": "clear", "elevation": 2, "road": true}"#,
            ),
            (
                r#""1,1": {"terrain": "clear", "elevation": 2, "road": true}"#,
                r#""1,1": {"terrain": "clear", "elevation": 2, "road": true}"#,
            ),
            (r#"{"a": "1,0", "b": "1,1", "class""#, r#"{"a": "1,1", "b": "2,1", "class""#),
            (
                r#""1,0": {"terrain": "clear", "elevation": 2, "road": true}"#,
                r#""1,0": {"terrain": "clear", "elevation": 2}"#,
            ),
            (r#"{"a": "1,1", "b": "1,2", "class": "road", "name": "Plank road"},"#, ""),
        ],
    );
    assert_eq!(sizes(&road_network(&map)), [3, 2]);
    assert_eq!(map.remarks()[0].to_string(), "roads: a stub apart from all others: 1,1, 2,1");
}

#[test]
fn a_label_far_from_what_it_names_is_remarked() {
    assert_eq!(
        remarks(HEX, &[(r#""at": "0503""#, r#""at": "0101""#)]),
        [r#"label "Milltown": stands at 0101, far from what it names (0503)"#]
    );
}

#[test]
fn a_river_that_ends_inland_is_remarked() {
    let short = [
        (r#""0304", "0403", "0504"]"#, r#""0304"]"#),
        (r#""0403": {"terrain": "river"}"#, r#""0403": {"terrain": "clear"}"#),
        (r#""0504": {"terrain": "river"}"#, r#""0504": {"terrain": "clear"}"#),
    ];
    assert_eq!(
        remarks(HEX, &short),
        [r#"river "Broad River": ends inland at 0304, at no other water"#]
    );
}

#[test]
fn the_border_is_where_neighbours_are_missing() {
    let map = map(HEX, &[]);
    let inner: Vec<String> = map
        .grid
        .cells()
        .filter(|&cell| !on_border(&map.grid, cell))
        .map(|cell| map.grid.name(cell).to_string())
        .collect();
    assert_eq!(inner, ["0202", "0203", "0302", "0303", "0304", "0402", "0403"]);
}
