//! What the rulebooks state of the ground stays where they state it.
//!
//! A golden copy of every stated number, of what is worth points, of where one comes on and leaves,
//! and of every way over water. Whoever changes a map on purpose changes this file, too, and says
//! why.

use atlas::map::{Hexside, Map, Terrain};
use field::CellSet;

use super::{battle, cells, none_of, side_name};

/// The stated facts of one map.
struct Stated {
    battle: &'static str,
    /// Cells whose number a rulebook prints: on a chart, in a rule or in a note.
    cells: &'static str,
    /// Hexsides that a rulebook or a published clarification names.
    edges: &'static [&'static str],
    /// Cells that are worth something.
    objectives: &'static str,
    /// Cells where reinforcements come on.
    entries: &'static str,
    /// Cells where units may leave.
    exits: &'static str,
    /// River cells that may be passed through.
    crossings: &'static str,
    /// Hexsides (on squares: cells) with a bridge.
    bridges: &'static str,
    /// Hexsides (on squares: cells) with a ford.
    fords: &'static str,
}

const STATED: [Stated; 5] = [
    Stated {
        battle: "blue-gray/antietam",
        cells: "\
            0126 0409 0416 0508 0509 0517 0613 0616 0706 0710 0711 0712 0714 0715 0716 0804 0805 \
            0806 0809 0810 0811 0815 0816 0817 0818 0819 0907 0910 0912 0916 0917 0920 0921 1008 \
            1010 1012 1013 1016 1106 1107 1113 1116 1119 1128 1203 1204 1206 1214 1218 1304 1305 \
            1405 1414 1416 1417 1513 1514 1515 1518 1520 1611 1612 1613 1614 1616 1618 1619 1620 \
            1709 1710 1711 1712 1716 1808 1809 1810 1909 2112",
        edges: &["1127|1128"],
        objectives: "0616 0716 0815 0816 0126",
        entries: "2112 0126",
        exits: "",
        crossings: "0127",
        bridges: "1127|1128 1218|1318 1314|1414 1707|1708",
        fords: "1121|1122 1223|1324 1510|1610",
    },
    Stated {
        battle: "blue-gray/fredericksburg",
        cells: "\
            0113 0206 0216 0309 0310 0411 0412 0511 0519 0611 0612 0618 0711 0712 0807 0808 0809 \
            0810 0811 0818 0908 0910 0914 0916 0917 1005 1009 1012 1104 1109 1112 1113 1116 1203 \
            1204 1205 1208 1211 1212 1301 1307 1308 1313 1404 1405 1406 1407 1504 1505 1507 1512 \
            1601 1603 1605 1611 1702 1703 1704 1705 1710 1711 1802 1810 1901 1909 1911 2004 2006 \
            2008 2027 2111 2202 2203 2205 2302 2307 2310 2401 2408 2501 2505",
        edges: &["0713|0714"],
        objectives: "1113 2401 1711 1504 0511 0206",
        entries: "0113 1901 2501 2027",
        exits: "0113 2027 2501",
        crossings: "0412 0524 0611 0809 1225 1404",
        bridges: "0811|0812 0811|0912 1109|1208 1312|1412 1909|2008",
        fords: "\
            0712|0812 0713|0812 0713|0813 0911|0912 0911|1011 1010|1011 1010|1111 1110|1111 \
            1110|1210 1209|1210 1210|1310 1210|1311",
    },
    Stated {
        battle: "blue-gray/chattanooga",
        cells: "\
            0425 0426 0427 0517 0522 0524 0528 0627 0724 0728 0807 0814 0907 0921 0926 1013 1016 \
            1025 1124 1204 1214 1220 1222 1304 1305 1320 1323 1417 1419 1506 1507 1513 1514 1518 \
            1519 1523 1604 1605 1606 1611 1612 1614 1615 1618 1704 1705 1712 1713 1714 1715 1717 \
            1718 1723 1822 2004 2021 2023 2106 2109 2110 2121 2207 2209 2210 2219 2305 2311 2312 \
            2313 2314 2315 2316 2317 2318 2321 2412 2413 2415 2416 2418 2419",
        edges: &[],
        objectives: "2207 2311 2416 2419 1417 1514 1025 1014 1114 1115 1213 1214 1215",
        entries: "0427 0528 0627 0728",
        exits: "",
        crossings: "0517 0814 1013 1305",
        bridges: "\
            0525|0624 1221|1222 1420|1421 1610|1611 1725|1824 1810|1811 1903|2002 2303|2402",
        fords: "0527|0627 1623|1723 1703|1704 1910|1911",
    },
    Stated {
        battle: "brigade/antietam",
        cells: "3716",
        edges: &[],
        objectives: "1216 1120 1616 1914 2208 3111 2514 2617 3216 2822",
        entries: "3716",
        exits: "",
        crossings: "",
        bridges: "0803|0903 2207|2208 3010|3111",
        fords: "1404|1504",
    },
    Stated {
        battle: "grand-tactical/antietam",
        cells: "0,18 0,19 0,20 17,0 17,2 18,9 21,14 25,3 28,11 31,18 32,4 32,7 33,1",
        edges: &[],
        objectives: "17,2 18,9 21,14 31,18 25,3 28,11 32,7 33,1",
        entries: "\
            0,18 0,19 0,20 10,35 9,35 11,35 8,35 12,35 7,35 13,35 6,35 17,0 33,1 33,2 32,2 32,3 \
            32,4",
        exits: "",
        crossings: "",
        bridges: "9,28 24,22 32,19",
        fords: "15,26 39,16",
    },
];

#[test]
fn every_stated_number_is_on_the_sheet_and_in_its_list() {
    for stated in &STATED {
        let map = &battle(stated.battle).map;
        let listed: CellSet = map.provenance.stated_cells.iter().copied().collect();
        assert_eq!(listed, cells(map, stated.cells), "{}", stated.battle);
        let mut edges: Vec<String> =
            map.provenance.stated_edges.iter().map(|&edge| side_name(map, edge)).collect();
        edges.sort();
        assert_eq!(edges, stated.edges, "{}", stated.battle);
    }
}

#[test]
fn objectives_gates_and_crossings_stay() {
    for stated in &STATED {
        let map = &battle(stated.battle).map;
        let found = |keys: Vec<field::Cell>| keys.into_iter().collect::<CellSet>();
        let places = [
            ("objectives", found(map.objectives.keys().copied().collect()), stated.objectives),
            ("entries", found(map.entries.keys().copied().collect()), stated.entries),
            ("exits", found(map.exits.keys().copied().collect()), stated.exits),
            ("crossings", found(map.crossings.keys().copied().collect()), stated.crossings),
        ];
        for (what, found, expected) in places {
            let expected = cells(map, expected);
            let gone = super::names(map, expected.iter().filter(|&cell| !found.contains(cell)));
            let new = super::names(map, found.iter().filter(|&cell| !expected.contains(cell)));
            assert!(found == expected, "{} {what}: gone {gone}, new {new}", stated.battle);
        }
    }
}

#[test]
fn bridges_and_fords_stay() {
    for stated in &STATED {
        let map = &battle(stated.battle).map;
        let ways = [
            (
                "bridges",
                ways_over(map, |side| side.bridge.is_some(), Terrain::Bridge),
                stated.bridges,
            ),
            ("fords", ways_over(map, |side| side.ford.is_some(), Terrain::Ford), stated.fords),
        ];
        for (what, mut found, expected) in ways {
            let mut expected: Vec<&str> = expected.split_whitespace().collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{} {what}", stated.battle);
        }
    }
}

/// The hexsides, or squares, with a way over water of one kind.
fn ways_over(map: &Map, has: fn(&Hexside) -> bool, terrain: Terrain) -> Vec<String> {
    let sides = map.hexsides.iter().filter(|(_, side)| has(side));
    let squares = map.grid.cells().filter(|&cell| map.ground(cell).terrain == terrain);
    sides
        .map(|(&edge, _)| side_name(map, edge))
        .chain(squares.map(|cell| map.grid.name(cell).to_string()))
        .collect()
}

/// [BG-F 20.11] In May every creek hexside is a ford but those of the canal: these.
#[test]
fn the_canal_of_fredericksburg_is_these_hexsides() {
    let map = &battle("blue-gray/fredericksburg").map;
    let canal = map.hexsides.iter().filter(|(_, side)| side.canal);
    let mut canal: Vec<String> = canal.map(|(&edge, _)| side_name(map, edge)).collect();
    canal.sort();
    let expected = [
        "0613|0713",
        "0613|0714",
        "0614|0714",
        "0616|0717",
        "0617|0717",
        "0617|0718",
        "0714|0715",
        "0715|0814",
        "0715|0815",
        "0716|0717",
        "0716|0815",
        "0716|0816",
    ];
    assert_eq!(canal, expected);
}

/// Points of the books, by cell.
const WORTH: [(&str, &str); 3] = [
    ("blue-gray/antietam", "0815=15 0816=15 0716=15 0616=15"),
    ("blue-gray/fredericksburg", "1113=15 2401=25 1711=8 1504=5 0511=5 0206=8"),
    (
        "grand-tactical/antietam",
        "17,2=1000 18,9=1000 21,14=1000 31,18=1000 25,3=1000 28,11=2000 32,7=4000 33,1=10000",
    ),
];

#[test]
fn objectives_are_worth_what_the_books_say() {
    let mut wrong = Vec::new();
    for (id, worth) in WORTH {
        let map = &battle(id).map;
        for (cell, points) in worth.split_whitespace().filter_map(|one| one.split_once('=')) {
            let objective = &map.objectives[&map.grid.cell(cell).unwrap()];
            if objective.points != points.parse().ok() {
                wrong.push(format!("{id} {cell}: {:?}, not {points}", objective.points));
            }
        }
    }
    none_of("points", wrong);
}
