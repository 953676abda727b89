//! The figures of the rulebooks: the pictures in the project are those that are drawn, and a file that is wrong is
//! told so.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engraver::figure::{self, Figure};
use engraver::{Theme, font};
use resvg::usvg;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// Every book that has figures, with them.
fn books() -> Vec<(String, Vec<Figure>)> {
    let read = |file: PathBuf| {
        let book = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("a file");
        let figures = figure::read(&text).unwrap_or_else(|faults| panic!("{book}: {faults}"));
        (book, figures)
    };
    files(&docs().join("rules/figures")).into_iter().map(read).collect()
}

#[test]
fn the_pictures_of_the_books_are_those_that_are_drawn() {
    for (book, figures) in books() {
        let folder = docs().join("images/rules").join(&book);
        let mut kept: BTreeSet<PathBuf> = files(&folder).into_iter().collect();
        for figure in figures {
            let file = folder.join(format!("{}.svg", figure.name));
            let svg = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(
                svg == figure.svg(Theme::Light),
                "{book}/{}: draw it anew with `cargo xtask figures` and look at it",
                figure.name
            );
            kept.remove(&file);
        }
        assert!(kept.is_empty(), "{book}: pictures of no figure: {kept:?}");
    }
}

#[test]
fn figures_are_valid_in_every_theme_and_refer_to_nothing_else() {
    let options = usvg::Options { fontdb: font::database(), ..usvg::Options::default() };
    for (book, figures) in books() {
        for figure in figures {
            for theme in Theme::ALL {
                let svg = figure.svg(theme);
                let tree = usvg::Tree::from_str(&svg, &options).expect("valid SVG");
                let (width, height) = figure.size();
                assert_eq!(
                    (tree.size().width(), tree.size().height()),
                    (width as f32, height as f32)
                );
                for forbidden in ["<style", " style=", "<script", "<image", "href=\"h", "NaN"] {
                    assert!(!svg.contains(forbidden), "{book}/{}: {forbidden}", figure.name);
                }
            }
        }
    }
}

#[test]
fn every_cell_has_the_number_of_the_map() {
    let svg = only(r#"cells = "1110-1211""#).svg(Theme::Light);
    for number in ["1110", "1111", "1210", "1211"] {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}");
    }
    assert!(!svg.contains(">0101</text>"));
}

#[test]
fn a_piece_of_a_map_has_its_ground_its_water_and_its_units() {
    let text = r#"
        cells = "2909-3212"
        map = true
        deployed = ["CS-LS-DRJONES-TOOMBS"]
        units = [{ at = "3010", id = "US-IX-SCAMMON-CROOK", reduced = true }]
    "#;
    let svg = only(text).svg(Theme::Light);
    for words in [
        "Union infantry brigade Crook, strength 4, movement 4, reduced",
        "Confederate infantry brigade Toombs, strength 3",
        "Lower bridge",
    ] {
        assert!(svg.contains(words), "{words}");
    }
}

#[test]
fn every_fault_of_a_figure_is_told() {
    let text = r#"
        cells = "0909-1011"
        woods = "0909 1212 9"
        creek = "0909|1011"
        roads = ["0909 0911"]
        deployed = ["NOBODY-*"]
        units = [{ at = "0910", name = "A" }, { at = "0910", id = "NOBODY" }, { at = "1313", id = "NOBODY" }]
        shades = [{ cells = "0101", as = "yes" }]
        words = [{ at = "0909|0101", text = "x" }]
    "#;
    let faults = figure::read(&file(text)).expect_err("faults");
    for told in [
        "try: `1212`; expected a cell of the figure",
        "try: `9`; expected a cell",
        "try: `0909|1011`; expected a side between two neighbours",
        "try: road `0909 0911`; expected each cell next to the one before",
        "try: nobody called `NOBODY-*` begins in the figure",
        "try: the unit at 0910; expected an id of the battle, or name, side, arm and strength",
        "try: `1313`; expected a cell",
        "try: `0101`; expected a cell",
    ] {
        assert!(faults.contains(told), "{told} is not in\n{faults}");
    }
    assert_eq!(faults.matches("the unit at 0910").count(), 2);
}

#[test]
fn a_window_begins_with_an_odd_column_and_lies_on_the_map() {
    for (cells, told) in [
        ("1009-1211", "expected an odd column first"),
        ("1109-1011", "expected an odd column first"),
        ("1111-1110", "the last cell below it"),
        ("1111", "expected two cells of the map"),
        ("0101-3825", "expected two cells of the map"),
    ] {
        let faults = figure::read(&file(&format!("cells = \"{cells}\""))).expect_err(cells);
        assert!(faults.contains(told), "{cells}: {faults}");
    }
}

#[test]
fn what_is_not_a_figure_is_refused() {
    for text in ["", "battle = 3", "battle = \"no/where\"\nfigures = []", "figures = 1"] {
        assert!(figure::read(text).is_err(), "{text}");
    }
    assert!(figure::read(&file("cells = \"0101-0101\"\ncolour = 1")).is_err());
}

/// A figure of the grand-tactical game: squares, counters that look somewhere.
fn squares(text: &str) -> Result<Figure, String> {
    let head = "battle = \"grand-tactical/antietam\"\n[[figures]]\nname = \"try\"\ntitle = \"x\"";
    figure::read(&format!("{head}\n{text}\n")).map(|mut figures| figures.remove(0))
}

#[test]
fn squares_have_levels_water_and_counters_that_face() {
    let text = r#"
        cells = "10,11-13,15"
        corn = "10,11"
        levels = { 3 = "13,11" }
        stream = "10,13 11,13 12,13 13,13"
        bridge = "11,13"
        units = [
            { at = "11,12", name = "A", side = "union", strength = 501, facing = 4, mode = "column" },
            { at = "12,15", id = "CS-LAW-A", strength = 77, facing = 6, states = ["routed"], unseen = true },
        ]
        arcs = [{ at = "11,12", facing = 4, reach = 9, as = "reach" }]
        rings = [{ at = "11,12", reach = 1, as = "yes" }]
        arrows = [{ way = "11,12 12,11", as = "plain" }]
    "#;
    let svg = squares(text).unwrap_or_else(|faults| panic!("{faults}")).svg(Theme::Light);
    for words in [
        ">10,11</text>",
        ">13,15</text>",
        "Union infantry half-brigade A, strength 501, column, facing south-east",
        "Law A, strength 77, routed, normal, facing south-west",
        "opacity=\".38\"",
    ] {
        assert!(svg.contains(words), "{words}");
    }
}

#[test]
fn squares_tell_their_faults() {
    let text = r#"
        cells = "10,10-12,12"
        stream = "10,11 11,11"
        ford = "12,11"
        levels = { 5 = "10,10" }
        units = [
            { at = "10,10", name = "A", side = "union", strength = 5, facing = 9 },
            { at = "10,12", name = "A", side = "union", strength = 5, mode = "flying" },
            { at = "12,12", name = "A", side = "union", strength = 5, states = ["merry"] },
            { at = "12,10", name = "A", side = "union", strength = 5, works = 6, facing = 1 },
        ]
        arcs = [{ at = "10,10", facing = 0, reach = 1, as = "yes" }]
        rings = [{ at = "0,0", reach = 1, as = "yes" }]
    "#;
    let faults = squares(text).expect_err("faults");
    for told in [
        "try: a crossing; expected a square of the stream",
        "try: level `5`; expected 1 to 4",
        "try: the unit at 10,10; expected",
        "try: the unit at 10,12; expected",
        "try: the unit at 12,12; expected",
        "try: an arc; expected a facing, 1 to 8",
        "try: works; expected a facing and a level, 1 to 5",
        "try: `0,0`; expected a cell of the figure",
    ] {
        assert!(faults.contains(told), "{told} is not in\n{faults}");
    }
}

/// A drawing from the side with these lines.
fn profile(lines: &str) -> Result<Figure, String> {
    let text = format!(
        "battle = \"grand-tactical/antietam\"\nfigures = []\n[[profiles]]\nname = \"try\"\ntitle = \"x\"\n\
         feet = {{ level = 45, woods = 20, town = 30, corn = 6, unit = 5 }}\nlines = [{lines}]\n"
    );
    figure::read(&text).map(|mut figures| figures.remove(0))
}

#[test]
fn a_line_from_the_side_tells_its_height_over_what_is_in_the_way() {
    let line =
        r#"{ squares = ["3", "1", "1", "1 woods", "1"], ends = ["A & B", "C"], as = "yes" }"#;
    let svg = profile(line).expect("a figure").svg(Theme::Dark);
    for words in [">level 3<", ">line 27.5, top 20<", ">A &amp; B<", ">C<"] {
        assert!(svg.contains(words), "{words}");
    }
}

#[test]
fn a_line_from_the_side_tells_its_faults() {
    for (squares, told) in [
        (r#""1""#, "try: a line of sight; expected two squares or more"),
        (r#""1", "5""#, "try: `5`; expected a level and what stands there"),
        (r#""1", "1 castle""#, "try: `1 castle`; expected a level"),
    ] {
        let line = format!("{{ squares = [{squares}], ends = [\"a\", \"b\"], as = \"no\" }}");
        let faults = profile(&line).expect_err(squares);
        assert!(faults.contains(told), "{faults}");
    }
}

fn file(text: &str) -> String {
    format!("battle = \"brigade/antietam\"\n[[figures]]\nname = \"try\"\ntitle = \"x\"\n{text}\n")
}

fn only(text: &str) -> Figure {
    figure::read(&file(text)).unwrap_or_else(|faults| panic!("{faults}")).remove(0)
}
