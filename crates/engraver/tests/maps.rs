//! Laws that every drawn map keeps, checked on the maps of the five battles.

use std::collections::BTreeMap;
use std::path::Path;

use atlas::map::{Label, LabelKind, Map};
use engraver::{Options, Theme, board_svg, font, legend_svg, map_svg};
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

#[test]
fn sheets_are_small_and_valid_in_every_theme() {
    for id in MAPS {
        let map = map(id);
        for theme in Theme::ALL {
            let options = Options { theme, cells: true, ..Options::default() };
            let svg = map_svg(&map, &options);
            assert!(svg.len() < 1_200_000, "{id} {theme:?}: {} bytes", svg.len());
            parse(&svg);
            parse(&board_svg(&map, &options));
            parse(&legend_svg(&map, &options));
        }
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
