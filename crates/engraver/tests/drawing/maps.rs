//! Laws that every drawn map keeps, checked on the maps of the five battles.

use std::collections::BTreeMap;
use std::path::Path;

use atlas::Side;
use atlas::map::{
    Crossing, CrossingKind, Entry, Exit, Label, LabelKind, Map, Objective, RoadClass, RoadStep,
    Terrain, Watercourse,
};
use engraver::{Options, Theme, board_svg, font, legend_svg, map_svg};
use field::{Grid, Shape};
use resvg::usvg;

const MAPS: [&str; 5] = [
    "blue-gray/antietam",
    "blue-gray/chattanooga",
    "blue-gray/fredericksburg",
    "brigade/antietam",
    "grand-tactical/antietam",
];

fn map(id: &str) -> Map {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(id).join("map.json");
    let text = std::fs::read_to_string(&path).expect("a map file");
    Map::from_json(&text).unwrap_or_else(|faults| panic!("{id}: {faults}"))
}

fn parse(svg: &str) -> usvg::Tree {
    let options = usvg::Options { fontdb: font::database(), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).expect("valid SVG")
}

/// Everything in double quotes after ` name=`.
fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let opening = format!(" {name}=\"");
    svg.split(&opening)
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(value, _)| value)
        .collect()
}

#[test]
fn drawing_twice_gives_the_same_bytes() {
    for id in MAPS {
        let options = Options { cells: true, ..Options::default() };
        assert!(map_svg(&map(id), &options) == map_svg(&map(id), &options), "{id} differs");
    }
}

/// The longest of these tests, so one for each map: they run side by side.
mod sheets_are_small_and_valid_in_every_theme {
    use super::*;

    fn check(index: usize) {
        let (id, map) = (MAPS[index], map(MAPS[index]));
        for theme in Theme::ALL {
            let options = Options { theme, cells: true, ..Options::default() };
            let svg = map_svg(&map, &options);
            assert!(svg.len() < 1_200_000, "{id} {theme:?}: {} bytes", svg.len());
            parse(&svg);
            parse(&board_svg(&map, &options));
            parse(&legend_svg(&map, &options));
        }
    }

    macro_rules! each_map {
        ($($name:ident $index:literal),+) => {$(
            #[test]
            fn $name() {
                check($index);
            }
        )+};
    }
    each_map!(first 0, second 1, third 2, fourth 3, fifth 4);

    #[test]
    fn that_is_all_of_them() {
        assert_eq!(MAPS.len(), 5);
    }
}

#[test]
fn every_cell_can_be_addressed_exactly_once() {
    for id in MAPS {
        let map = map(id);
        let svg = board_svg(&map, &Options { cells: true, ..Options::default() });
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for name in attributes(&svg, "data-cell") {
            *seen.entry(name).or_default() += 1;
        }
        assert_eq!(seen.len(), map.grid.len(), "{id}");
        for cell in map.grid.cells() {
            assert_eq!(seen.get(map.grid.name(cell).to_string().as_str()), Some(&1), "{id}");
        }
    }
}

#[test]
fn nothing_that_a_strict_page_would_refuse() {
    for id in MAPS {
        let svg = map_svg(&map(id), &Options { cells: true, ..Options::default() });
        for forbidden in [
            "<style",
            " style=",
            "<script",
            "<foreignObject",
            "<image",
            " onload",
            "javascript:",
            "http://www.w3.org/1999",
        ] {
            assert!(!svg.contains(forbidden), "{id} contains {forbidden}");
        }
        for reference in attributes(&svg, "href") {
            assert!(reference.starts_with('#'), "{id} refers to {reference}");
        }
    }
}

#[test]
fn ids_are_unique_and_every_reference_is_met() {
    for id in MAPS {
        let svg = map_svg(&map(id), &Options { cells: true, ..Options::default() });
        let mut ids = attributes(&svg, "id");
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{id} has an id twice");
        for reference in attributes(&svg, "href") {
            assert!(
                ids.binary_search(&&reference[1..]).is_ok(),
                "{id}: nothing is called {reference}"
            );
        }
    }
}

#[test]
fn the_layers_a_page_switches_are_there() {
    for id in MAPS {
        let svg = map_svg(&map(id), &Options { cells: true, ..Options::default() });
        let layers = attributes(&svg, "data-layer");
        let expected = [
            "paper",
            "border",
            "ground",
            "cover",
            "water",
            "grid",
            "roads",
            "towns",
            "crossings",
            "numbers",
            "objectives",
            "entries",
            "labels",
            "cells",
            "furniture",
            "legend",
        ];
        for layer in expected {
            assert_eq!(layers.iter().filter(|name| **name == layer).count(), 1, "{id}: {layer}");
        }
        let bare = board_svg(&map(id), &Options { numbers: false, ..Options::default() });
        assert!(!attributes(&bare, "data-layer").contains(&"numbers"));
        assert!(!attributes(&bare, "data-layer").contains(&"cells"));
    }
}

#[test]
fn hostile_words_stay_words() {
    let mut map = map("blue-gray/antietam");
    let evil = "</text><script>alert('\"&')</script>\u{1}";
    map.title = format!("{evil}: {evil}");
    map.provenance.attribution = evil.to_string();
    let at = map.labels[0].at;
    for kind in [LabelKind::Place, LabelKind::Water, LabelKind::Road] {
        map.labels.push(Label { text: evil.to_string(), kind, ..map.labels[0].clone() });
    }
    map.labels.push(Label { text: String::new(), at, ..map.labels[0].clone() });
    let svg = map_svg(&map, &Options { subtitle: Some(evil.to_string()), ..Options::default() });
    assert!(!svg.contains("<script"));
    assert!(svg.contains("&lt;script&gt;alert(&#39;&quot;&amp;&#39;)"));
    parse(&svg);
}

#[test]
fn odd_hints_of_labels_do_no_harm() {
    let mut map = map("brigade/antietam");
    for label in &mut map.labels {
        label.size = 1e9;
        label.dx = -1e12;
        label.angle = Some(f64::from(u32::MAX));
    }
    map.sheet.cell_m = 0.0;
    let svg = map_svg(&map, &Options::default());
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    parse(&svg);
}

/// A sheet of any shape on which every cell has something of everything.
fn crowded(shape: Shape) -> Map {
    let mut map = map("blue-gray/antietam");
    let pattern = map.ground.iter().flatten().next().expect("a cell").clone();
    let label = map.labels[0].clone();
    map.grid = Grid::new(shape).expect("a grid");
    map.ground = vec![None; map.grid.slots()];
    map.hexsides.clear();
    (map.roads, map.rivers, map.labels) = (Vec::new(), Vec::new(), Vec::new());
    map.crossings.clear();
    map.objectives.clear();
    map.entries.clear();
    let cells: Vec<_> = map.grid.cells().collect();
    for (i, &cell) in cells.iter().enumerate() {
        let mut ground = pattern.clone();
        ground.terrain = Terrain::ALL[i % Terrain::ALL.len()];
        ground.elevation = 1 + (i % 4) as u8;
        ground.elevated = i % 3 == 0;
        ground.scenery = i % 11 == 7;
        map.ground[cell.index()] = Some(ground);
        let kind = if i % 2 == 0 { CrossingKind::Ferry } else { CrossingKind::Pontoon };
        let crossing =
            Crossing { kind, open: Vec::new(), cost: 1, name: String::new(), leads: None };
        map.crossings.insert(cell, crossing);
        map.rivers.push(Watercourse {
            name: "Lone".into(),
            stream: i % 2 == 0,
            course: vec![cell],
        });
        map.labels.push(Label {
            text: format!("Place {i}"),
            at: cell,
            angle: None,
            ..label.clone()
        });
        let objective = Objective {
            name: String::new(),
            points: Some(i as u32 * 50),
            to: None,
            rule: None,
            group: None,
        };
        map.objectives.insert(cell, objective);
        let entry = Entry {
            side: Side::Union,
            turn: String::new(),
            who: String::new(),
            group: None,
            scenario: None,
            rule: None,
        };
        map.entries.insert(cell, entry);
        map.exits.insert(cell, Exit { name: String::new() });
    }
    for edge in map.grid.edges() {
        let (a, b) = map.grid.edge_cells(edge);
        map.roads.push(RoadStep { a, b, class: RoadClass::Pike, name: "Everywhere".into() });
        map.railroads.push((a, b));
    }
    map
}

#[test]
fn the_smallest_and_the_most_crowded_sheets_are_drawn() {
    for shape in [
        Shape::HexFlat { columns: 1, rows_odd: 1, rows_even: 1 },
        Shape::HexFlat { columns: 2, rows_odd: 1, rows_even: 1 },
        Shape::HexFlat { columns: 5, rows_odd: 4, rows_even: 3 },
        Shape::Square { columns: 1, rows: 1 },
        Shape::Square { columns: 4, rows: 5 },
    ] {
        let svg = map_svg(&crowded(shape), &Options { cells: true, ..Options::default() });
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{shape:?}");
        parse(&svg);
    }
}
