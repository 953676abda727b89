//! What the reader of `rules.toml` refuses: by name, with file and line, everything at once.

use std::collections::BTreeMap;

use rules::blue_gray::Battle;
use rules::game::CannotPlay;

use crate::battles::battle_folder::{PAGE, example, load};

/// The faults of a built-in battle's rules file, or of the example's, after these changes.
fn faults(id: &str, changes: &[(&str, &str)]) -> String {
    let mut files: BTreeMap<String, String> = if id == "blue-gray/milltown" {
        example()
    } else {
        let folder = atlas::builtin::files(id).unwrap();
        let text = |name: &str| String::from_utf8(folder.get(name).unwrap().to_vec()).unwrap();
        folder.names().map(|name| (name.to_owned(), text(name))).collect()
    };
    let rules = files.get_mut("rules.toml").unwrap();
    for (from, to) in changes {
        assert!(rules.contains(from), "the rules of {id} do not say {from:?}");
        *rules = rules.replacen(from, to, 1);
    }
    match Battle::new(&load(id, &files), None, &[]) {
        Err(CannotPlay::Faults(faults)) => faults.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => String::new(),
    }
}

mod unknown_fields {
    use super::*;

    const ANTIETAM: &str = "blue-gray/antietam";
    const FREDERICKSBURG: &str = "blue-gray/fredericksburg";
    const CHATTANOOGA: &str = "blue-gray/chattanooga";

    /// Every table of the file: in which battle it stands, and where a strange field is put into it.
    const TABLES: [(&str, &str, &str); 32] = [
        (ANTIETAM, "book = ", "strange = 1\nbook = "),
        (FREDERICKSBURG, "fog = { ", "fog = { strange = 1, "),
        (ANTIETAM, "recovery = { ", "recovery = { strange = 1, "),
        (ANTIETAM, "entry = { ", "entry = { strange = 1, "),
        (ANTIETAM, "[quota]", "[quota]\nstrange = 1"),
        (ANTIETAM, "on_turn = [{ ", "on_turn = [{ strange = 1, "),
        (CHATTANOOGA, "bonus = { ", "bonus = { strange = 1, "),
        (FREDERICKSBURG, "lifted_by = { ", "lifted_by = { strange = 1, "),
        (CHATTANOOGA, "entrants_count = { ", "entrants_count = { strange = 1, "),
        (CHATTANOOGA, "[[night]]", "[[night]]\nstrange = 1"),
        (ANTIETAM, "[immobile]", "[immobile]\nstrange = 1"),
        (FREDERICKSBURG, "[release]", "[release]\nstrange = 1"),
        (ANTIETAM, "[standstill]", "[standstill]\nstrange = 1"),
        (FREDERICKSBURG, "[exits]", "[exits]\nstrange = 1"),
        (FREDERICKSBURG, "{ hex = \"2027\"", "{ strange = 1, hex = \"2027\""),
        (ANTIETAM, "[scoring]", "[scoring]\nstrange = 1"),
        (FREDERICKSBURG, "start = { ", "start = { strange = 1, "),
        (ANTIETAM, "kill = { ", "kill = { strange = 1, "),
        (FREDERICKSBURG, "{ hex = \"1711\"", "{ strange = 1, hex = \"1711\""),
        (ANTIETAM, "groups = [{ ", "groups = [{ strange = 1, "),
        (CHATTANOOGA, "{ hex = \"1514\"", "{ strange = 1, hex = \"1514\""),
        (CHATTANOOGA, "threatened = { ", "threatened = { strange = 1, "),
        (ANTIETAM, "cut_off = { ", "cut_off = { strange = 1, "),
        (ANTIETAM, "[control]", "[control]\nstrange = 1"),
        (ANTIETAM, "[victory]", "[victory]\nstrange = 1"),
        (CHATTANOOGA, "{ at_least = 26", "{ strange = 1, at_least = 26"),
        (ANTIETAM, "{ above = [1, 1]", "{ strange = 1, above = [1, 1]"),
        (FREDERICKSBURG, "early = { ", "early = { strange = 1, "),
        (ANTIETAM, "[options.\"20.1\"]", "[options.\"20.1\"]\nstrange = 1"),
        (
            ANTIETAM,
            "{ side = \"confederate\", columns",
            "{ strange = 1, side = \"confederate\", columns",
        ),
        (FREDERICKSBURG, "[scenarios.may-3]", "[scenarios.may-3]\nstrange = 1"),
        (CHATTANOOGA, "entry = { ", "entry = { strange = 1, "),
    ];

    #[test]
    fn are_refused_by_name_with_file_and_line_in_every_table() {
        for (id, from, to) in TABLES {
            let report = faults(id, &[(from, to)]);
            let text = String::from_utf8(
                atlas::builtin::files(id).unwrap().get("rules.toml").unwrap().to_vec(),
            )
            .unwrap();
            let before = text.find(from).unwrap();
            let line = 1
                + text[..before].matches('\n').count()
                + to.split("strange").next().unwrap().matches('\n').count();
            assert!(report.starts_with(&format!("rules.toml:{line}: ")), "{id} {to:?}: {report}");
            assert!(
                report.contains("unknown field \"strange\"; expected "),
                "{id} {to:?}: {report}"
            );
            assert_eq!(report.lines().count(), 1, "{report}");
        }
    }

    #[test]
    fn and_every_known_field_is_on_the_page() {
        let mut missing = Vec::new();
        for (id, from, to) in TABLES {
            let report = faults(id, &[(from, to)]);
            let (_, list) = report.split_once("unknown field \"strange\"; expected ").unwrap();
            for field in list.replace(" or ", ", ").split(", ") {
                let shown = PAGE.contains(&format!("| `{field}` |"))
                    || PAGE.contains(&format!("| `{field}`, "))
                    || PAGE.contains(&format!(", `{field}` |"))
                    || PAGE.contains(&format!(", `{field}`, "));
                if !shown {
                    missing.push(format!("{to:?}: {field}"));
                }
            }
        }
        assert!(missing.is_empty(), "docs/battles.md has no row for\n  {}", missing.join("\n  "));
    }
}

mod faults_of_a_rules_file {
    use super::*;

    #[test]
    fn all_at_once_in_the_order_of_the_file() {
        let report = faults(
            "blue-gray/milltown",
            &[
                ("\"Ar Ar Ar Dr Dr Dr Dr Dr De De\"", "\"Ar Ar Ar Dr Dr Dr Dr Dr De Da\""),
                ("cost = \"one\"", "cost = \"two\""),
                ("units = 2", "units = \"two\"\nlifted = true"),
                ("hex = \"0402\"", "hex = \"0401\""),
                ("[immobile]\nrule = \"4\"\n", ""),
                ("hex = \"0501\"", "hex = \"0502\""),
                ("hex = \"0503\"", "hex = \"0603\""),
                ("{ at_least = 0, level", "{ at_least = 7, level"),
                ("[options.\"7.1\"]", "[options.\"7.2\"]"),
            ],
        );
        let start = PAGE.find("```\nrules.toml: ").expect("the page shows a report") + 4;
        let shown = &PAGE[start..start + PAGE[start..].find("\n```").unwrap()];
        assert_eq!(report, shown);
    }

    #[test]
    fn a_missing_file_is_one() {
        let mut files = example();
        files.remove("rules.toml");
        let error = Battle::new(&load("blue-gray/milltown", &files), None, &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "rules.toml: the file is missing; expected the rules of the battle"
        );
    }

    #[test]
    fn text_that_is_not_toml() {
        let report = faults("blue-gray/milltown", &[("[quota]", "[quota")]);
        assert!(report.starts_with("rules.toml:17: not TOML: "), "{report}");
    }

    fn one(change: (&str, &str), expected: &str) {
        let report = faults("blue-gray/milltown", &[change]);
        assert!(report.contains(expected), "{change:?}: {report}");
    }

    #[test]
    fn values_out_of_their_limits() {
        one(
            ("book = \"MT\"", "book = \"MT\"\nallowance = 13"),
            "allowance: found 13; expected a whole number, 1 to 12",
        );
        one(
            ("book = \"MT\"", "book = \"MT\"\nrange = 0"),
            "range: found 0; expected a whole number, 1 to 12",
        );
        one(
            ("by = \"night\"", "by = \"morning\""),
            "recovery, by: found \"morning\"; expected night or die-of-one",
        );
        one(("points = 10", "points = 0"), "found 0; expected a whole number, 1 to 1000");
        one(
            ("entrants_count = \"after-arrival-turn\"", "entrants_count = { from_turn = 7 }"),
            "expected a whole number, 1 to 6",
        );
    }

    #[test]
    fn a_table_of_results_with_a_row_too_few_or_too_short() {
        one(("  \"Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex\",\n", ""), "5 rows; expected 6");
        one(("\"Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex\"", "\"Ae Ae Ae\""), "row 6: 3 results; expected 10");
    }

    #[test]
    fn hexes_that_are_no_ground_or_have_no_holder() {
        one(
            ("confederate = [\"0402\", \"0503\"]", "confederate = [\"0402\", \"0503\", \"0304\"]"),
            "found \"0304\"; expected a hex that units can stand in",
        );
        one(
            ("confederate = [\"0402\", \"0503\"]", "confederate = [\"0402\"]"),
            "found \"0503\"; expected a hex of \"control\"",
        );
        one(
            ("confederate = [\"0402\", \"0503\"]", "confederate = [\"0402\", \"0503\", \"0302\"]"),
            "found this hex twice; expected one holder",
        );
    }

    #[test]
    fn exits_that_the_map_does_not_show_and_the_reverse() {
        one(("hex = \"0501\"", "hex = \"0401\""), "found \"0401\"; expected an exit of the map");
        one(
            (
                "hexes = [{ hex = \"0501\", union = \"strength\", confederate = \"unit\" }]",
                "hexes = []",
            ),
            "the map shows an exit at 0501",
        );
    }

    #[test]
    fn levels_that_nobody_reaches() {
        one(
            ("  { winner = \"confederate\", level = \"clear\" },\n", ""),
            "a last level without \"at_least\"",
        );
        one(("at_least = 0", "at_least = 5"), "nobody can reach this level");
        one(
            ("difference = [", "higher = true\ndifference = ["),
            "expected one of \"higher\", \"difference\" and \"ratio\"",
        );
        let ratio = "ratio = [{ at_least = [1, 1], above = [1, 1], level = \"a\" }, { level = \"b\" }]\nunused = [";
        one(("difference = [", ratio), "found \"at_least\" and \"above\"; expected one of them");
    }

    #[test]
    fn parts_that_other_files_ask_for() {
        one(
            ("[immobile]\nrule = \"4\"\n", ""),
            "the field \"immobile\" is missing, and a set-up has immobile units",
        );
        let text =
            faults("blue-gray/fredericksburg", &[("fog = { allowance = 3, rule = \"18.0\" }", "")]);
        assert!(
            text.contains("the field \"fog\" is missing, and a scenario has game-turns in fog"),
            "{text}"
        );
        let text = faults("blue-gray/antietam", &[("[standstill]\nrule = \"18.2\"\n", "")]);
        assert!(
            text.contains("\"standstill\" is missing, and a set-up has units that may not move"),
            "{text}"
        );
        let text = faults("blue-gray/antietam", &[("die_for_group = \"16.2\"", "")]);
        // The group of 16.2 still comes by option 20.4 on turn 2.
        assert_eq!(text, "");
    }

    #[test]
    fn options_that_battle_toml_lists_and_the_reverse() {
        one(("[options.\"7.1\"]\nquota = 3\n", ""), "the option \"7.1\" of battle.toml is missing");
        one(
            ("[options.\"7.1\"]", "[options.\"7.2\"]"),
            "options, \"7.2\": battle.toml does not list this option",
        );
    }

    #[test]
    fn groups_of_which_nobody_knows_when_they_come() {
        let mut files = example();
        let setup = files.get_mut("setups/dawn.toml").unwrap();
        *setup =
            setup.replace("turns = [2]", "turns = []").replace("turns = [4]", "turns = [4, 5]");
        let error = Battle::new(&load("blue-gray/milltown", &files), None, &[]).unwrap_err();
        let expected = "setups/dawn.toml: group the column, turns: found none, and no option has a die for it; \
                        expected a turn\n\
                        setups/dawn.toml: group the garrison, turns: found 2 turns; \
                        expected the first on which it comes";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn an_option_with_values() {
        let mut files = example();
        let battle = files.get_mut("battle.toml").unwrap();
        *battle = battle.replace(
            "turn instead of two.\" }",
            "turn instead of two.\", default = \"a\", values = [{ word = \"a\", meaning = \"x\" }, { word = \"b\", meaning = \"y\" }] }",
        );
        let error = Battle::new(&load("blue-gray/milltown", &files), None, &[]).unwrap_err();
        assert!(error.to_string().contains("option \"7.1\" of battle.toml has values"), "{error}");
    }

    #[test]
    fn more_units_than_a_game_can_hold() {
        let mut files = example();
        let setup = files.get_mut("setups/dawn.toml").unwrap();
        let more: String = (0..129)
            .map(|n| format!("  {{ id = \"x{n}\", side = \"union\", arm = \"infantry\", size = \"brigade\", strength = 1, arrives = \"the column\", provenance = \"order\" }},\n"))
            .collect();
        *setup = setup.replace("units = [\n", &format!("units = [\n{more}"));
        let error = Battle::new(&load("blue-gray/milltown", &files), None, &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "setups/dawn.toml: units: found 136 units; expected at most 128"
        );
    }

    #[test]
    fn other_systems_scenarios_and_options_are_told_apart() {
        let files = load("blue-gray/milltown", &example());
        let wrong = |scenario: Option<&str>, options: &[&str]| {
            let options: Vec<String> = options.iter().map(|&n| n.to_owned()).collect();
            Battle::new(&files, scenario, &options).unwrap_err().to_string()
        };
        assert_eq!(wrong(Some("dusk"), &[]), "scenario \"dusk\"; expected dawn");
        assert_eq!(wrong(None, &["20.1"]), "option \"20.1\"; expected 11.0 or 7.1");
        let other = atlas::builtin::battle("brigade/antietam").unwrap();
        let error = Battle::new(&other, None, &[]).unwrap_err();
        assert_eq!(error.to_string(), "the rules of brigade/antietam cannot be played yet");
    }
}
