//! `rules.toml`: all facts, or everything that is wrong with them.

use atlas::battle::Battle as Files;
use rules::brigade::Battle;

/// The built-in battle with its rules file changed.
fn with(changes: &[(&str, &str)]) -> Result<Battle, String> {
    let mut folder = atlas::builtin::files("brigade/antietam").unwrap();
    let files = Files::from_files("brigade/antietam", &folder).unwrap();
    let mut rules = String::from_utf8(files.rules.unwrap()).unwrap();
    for (from, to) in changes {
        assert!(rules.contains(from), "the rules do not say {from:?}");
        rules = rules.replacen(from, to, 1);
    }
    folder.add("rules.toml", rules.as_bytes());
    let files =
        Files::from_files("brigade/antietam", &folder).map_err(|faults| faults.to_string())?;
    Battle::new(&files, None, &[]).map_err(|error| error.to_string())
}

#[test]
fn faults_are_told_with_their_place() {
    for (from, to, expected) in [
        ("far = 5", "far = 0", "far: found 0; expected a whole number, 1 to 20"),
        ("rally = 4", "", "the field \"rally\" is missing"),
        ("1-4 1-3", "1-3 1-4", "results, columns: found \"1-4\"; expected higher odds than before"),
        ("1-4 1-3", "half 1-3", "found \"half\"; expected odds as in 3-1 or 1-1.5"),
        ("\"A1 AR AR AR NE", "\"A1 XX AR AR NE", "results, rows, item 4: found \"XX\""),
        ("\"A1 AR AR AR NE", "\"AR AR AR NE", "results, rows, item 4: found 8 results; expected 9"),
        (
            "woods = [4, 0, 0, 0]",
            "woods = [4, 0, 0]",
            "terrain, woods: found a list; expected four numbers",
        ),
        (
            "clear = [2, 2, 2, 2]",
            "clear = [2, 0, 2, 2]",
            "terrain, clear: found 0; expected a whole number, 1 to 16",
        ),
        (
            "infantry = 8",
            "infantry = 9",
            "unit US-I-MEADE-SEYMOUR: movement 4; expected half of the 9 half-points",
        ),
        ("regular = [6, 8]", "regular = [6]", "range, regular: found a list; expected two numbers"),
        ("\"XII\"]", "\"XIII\"]", "activation, corps, item 6: found \"XIII\"; expected a corps"),
        (
            "group = \"A. P. Hill\"",
            "group = \"D. H. Hill\"",
            "arrival, group: found \"D. H. Hill\"; expected a group",
        ),
        ("\"1120\" = 2", "\"1120\" = 4", "expected 2, as the map prints"),
        ("\"1120\" = 2", "\"1121\" = 2", "the map has no objective there"),
        ("at_least = 3,", "at_least = 7,", "nobody can reach this level"),
        ("at_least = 0,", "at_least = 1,", "a last level with at_least = 0"),
        ("\"6.0\" = ", "\"6.1\" = ", "the option \"6.0\" of battle.toml is missing"),
        ("\"3612|3712\"", "\"3610|3712\"", "a creek hexside without bridge or ford"),
        ("{ VI = 6 }", "{ VII = 6 }", "expected a corps of \"activation\""),
        (
            "[scenarios.hooker-attacks]",
            "[scenarios.july-4]",
            "battle.toml has no scenario of this name",
        ),
        ("hooker-attacks = [", "july-4 = [", "battle.toml has no scenario of this name"),
        (
            "at_least = 16,",
            "at_least = 18,",
            "options, D59, levels, september-17, item 2: nobody can reach this level",
        ),
        (
            "  { at_least = 1, winner = \"confederate\", name = \"Confederate marginal\" },\n  { at_least = 0,",
            "  { at_least = 1,",
            "options, \"D59\", levels, \"hooker-attacks\": found a list; expected a last level with at_least = 0",
        ),
        ("landmarks = [\"1120\"", "landmarks = [\"1121\"", "expected a hex of \"landmarks\""),
        ("search = false", "weather = 3", "unknown field \"weather\""),
    ] {
        let told = with(&[(from, to)]).expect_err(to);
        assert!(told.contains(expected), "{to}: {told}");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let told =
        with(&[("far = 5", "far = 0"), ("rally = 4", "rally = 9"), ("least = 5", "least = 0")])
            .unwrap_err();
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.lines().all(|line| line.starts_with("rules.toml:")), "{told}");
}

/// [BR 13] Nobody comes on where the scenario has no map.
#[test]
fn a_group_that_comes_on_beyond_the_columns_in_play_is_a_fault() {
    let mut folder = atlas::builtin::files("brigade/antietam").unwrap();
    let setup = String::from_utf8(folder.get("setups/hooker-attacks.toml").unwrap().to_vec());
    let setup = setup.unwrap();
    let moved = setup.replacen("cells = [\"1815\",", "cells = [\"3716\",", 1);
    assert_ne!(setup, moved);
    folder.add("setups/hooker-attacks.toml", moved.as_bytes());
    let files = Files::from_files("brigade/antietam", &folder).unwrap();
    let told = Battle::new(&files, Some("hooker-attacks"), &[]).unwrap_err().to_string();
    let expected = "group G. T. Anderson, cells: found 3716, beyond the columns in play";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn other_systems_scenarios_and_options_are_told_apart() {
    let files = atlas::builtin::battle("brigade/antietam").unwrap();
    let wrong = |scenario: Option<&str>, options: &[&str]| {
        let options: Vec<String> = options.iter().map(|&n| n.to_owned()).collect();
        Battle::new(&files, scenario, &options).unwrap_err().to_string()
    };
    assert_eq!(
        wrong(Some("dusk"), &[]),
        "scenario \"dusk\"; expected september-17 or hooker-attacks"
    );
    assert!(wrong(None, &["20.1"]).starts_with("option \"20.1\"; expected 3.0, 4.0"));
    let other = atlas::builtin::battle("blue-gray/antietam").unwrap();
    assert!(Battle::new(&other, None, &[]).unwrap_err().to_string().contains("cannot be played"));
}

/// Every field that the reader knows is on the page about battles.
#[test]
fn every_known_field_is_on_the_page() {
    const PAGE: &str = include_str!("../../../../docs/battles.md");
    let mut missing = Vec::new();
    for (from, to) in [
        ("far = 5", "far = 5\nstrange = 1"),
        ("[results]", "[results]\nstrange = 1"),
        ("[terrain]", "[terrain]\nstrange = 1"),
        ("[allowance]", "[allowance]\nstrange = 1"),
        ("[range]", "[range]\nstrange = 1"),
        ("[activation]", "[activation]\nstrange = 1"),
        ("[search]", "[search]\nstrange = 1"),
        ("[arrival]", "[arrival]\nstrange = 1"),
        ("[victory]", "[victory]\nstrange = 1"),
        ("at_least = 18,", "at_least = 18, strange = 1,"),
        ("withdrawal = true", "withdrawal = true, strange = 1"),
        ("search = false", "search = false\nstrange = 1"),
    ] {
        let told = with(&[(from, to)]).unwrap_err();
        let (_, list) = told.split_once("unknown field \"strange\"; expected ").unwrap();
        for field in list.replace(" or ", ", ").split(", ") {
            let shown = [format!("`{field}`"), format!("`{field} = ")];
            if !shown.iter().any(|shown| PAGE.contains(shown)) {
                missing.push(format!("{to:?}: {field}"));
            }
        }
    }
    assert!(missing.is_empty(), "docs/battles.md does not name\n  {}", missing.join("\n  "));
}
