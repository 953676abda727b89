//! What the loader of battles says about files with something wrong in them.
//!
//! Each test breaks one of the built-in battles in one place and compares the whole report.

use atlas::battle::{Battle, Folder};
use atlas::builtin;

const ANTIETAM: &str = "blue-gray/antietam";
const FREDERICKSBURG: &str = "blue-gray/fredericksburg";
const BRIGADE: &str = "brigade/antietam";
const GRAND_TACTICAL: &str = "grand-tactical/antietam";
const SEPTEMBER_17: &str = "setups/september-17.toml";

/// The text of a built-in file.
fn text(id: &str, file: &str) -> String {
    let bytes = builtin::files(id).unwrap().get(file).unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What is said about a built-in battle with other bytes in one of its files.
fn report_of_bytes(id: &str, file: &str, bytes: &[u8]) -> String {
    let mut folder = builtin::files(id).unwrap();
    folder.add(file, bytes);
    match Battle::from_files(id, &folder) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

/// What is said about a built-in battle after some words of a file have been replaced by others.
/// Lines are left out: they are tested once and would change with every edit of the battle.
fn report(id: &str, file: &str, words: &[(&str, &str)]) -> String {
    let mut text = text(id, file);
    for (from, to) in words {
        assert!(text.contains(from), "{file} of {id} has no {from}");
        text = text.replacen(from, to, 1);
    }
    let report = report_of_bytes(id, file, text.as_bytes());
    let without_line = |line: &str| {
        let (name, rest) = line.split_once(':').unwrap();
        let place = rest.split_once(": ").filter(|(n, _)| n.parse::<u32>().is_ok());
        format!("{name}: {}", place.map_or(rest.trim_start(), |(_, place)| place))
    };
    report.lines().map(without_line).collect::<Vec<_>>().join("\n")
}

/// Checks the whole report on a battle broken in one place.
#[track_caller]
fn check(id: &str, file: &str, words: &[(&str, &str)], expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|line| format!("{file}: {line}")).collect();
    assert_eq!(report(id, file, words), expected.join("\n"));
}

#[test]
fn a_fault_names_file_line_place_and_expectation() {
    let broken = text(ANTIETAM, "battle.toml").replace("complexity = 2", "complexity = 7");
    let line = broken.lines().position(|line| line == "complexity = 7").unwrap() + 1;
    assert_eq!(
        report_of_bytes(ANTIETAM, "battle.toml", broken.as_bytes()),
        format!("battle.toml:{line}: complexity: found 7; expected a whole number, 1 to 5")
    );
}

#[test]
fn all_faults_of_all_files_come_at_once_and_in_order() {
    let mut folder = builtin::files(FREDERICKSBURG).unwrap();
    let facts = text(FREDERICKSBURG, "battle.toml")
        .replace("subtitle = \"The Union Repulsed\"", "sub = \"The Union Repulsed\"");
    let december = text(FREDERICKSBURG, "setups/december-13.toml").replace("\"0712\"", "\"9912\"");
    let may = text(FREDERICKSBURG, "setups/may-3.toml").replace("\"artillery\"", "\"guns\"");
    folder.add("battle.toml", facts.as_bytes());
    folder.add("setups/december-13.toml", december.as_bytes());
    folder.add("setups/may-3.toml", may.as_bytes());
    let faults = Battle::from_files(FREDERICKSBURG, &folder).unwrap_err();
    let said: Vec<String> = faults.kept().iter().map(|fault| fault.place.clone()).collect();
    assert_eq!(
        said,
        [
            "",
            "",
            "unit 1/2/II, at",
            "unit LGd, arm",
            "unit Cabell, arm",
            "unit I, arm",
            "unit Walker, arm",
            "unit Pendleton, arm"
        ]
    );
}

#[test]
fn bytes_that_are_no_text_and_files_that_are_too_large_are_refused() {
    let mut bytes = b"title = \"A\"\nsubtitle = \"B\"\n".to_vec();
    bytes.push(0xff);
    assert_eq!(
        report_of_bytes(ANTIETAM, "battle.toml", &bytes),
        "battle.toml:3: byte 27 (from 0) is not UTF-8; expected UTF-8 text"
    );
    assert_eq!(
        report_of_bytes(ANTIETAM, SEPTEMBER_17, &vec![b' '; 3 << 20]),
        "setups/september-17.toml: the file is too long; expected at most 2097152 bytes"
    );
}

#[test]
fn every_break_of_the_syntax_is_told_with_its_line() {
    let report = report_of_bytes(ANTIETAM, "battle.toml", b"title = \ndate = ]\n");
    assert!(report.starts_with("battle.toml:1: not TOML: "), "{report}");
    assert!(report.contains("\nbattle.toml:2: not TOML: "), "{report}");
}

#[test]
fn missing_files_are_told() {
    let folder = Folder::new();
    assert_eq!(
        Battle::from_files("Blue Gray", &folder).unwrap_err().to_string(),
        "the battle \"Blue Gray\": expected small letters, digits and dashes, with slashes between \
         folders\n\
         battle.toml: the file is missing; expected the facts of the battle\n\
         map.json: the file is missing; expected the map"
    );
}

#[test]
fn a_map_of_another_battle_or_system_is_refused() {
    let other = text(BRIGADE, "map.json");
    let report = report_of_bytes(ANTIETAM, "map.json", other.as_bytes());
    assert_eq!(
        report,
        "map.json: id: found \"brigade/antietam\"; expected \"blue-gray/antietam\"\n\
         map.json: system: found \"brigade\"; expected \"blue-gray\", as battle.toml says"
    );
}

#[test]
fn set_ups_and_scenarios_belong_together() {
    let mut folder = builtin::files(ANTIETAM).unwrap();
    folder.add("setups/september-18.toml", b"");
    let facts = text(ANTIETAM, "battle.toml").replace("september-17", "september-16");
    folder.add("battle.toml", facts.as_bytes());
    let report = Battle::from_files(ANTIETAM, &folder).unwrap_err().to_string();
    let line = facts.lines().position(|line| line == "[[scenarios]]").unwrap() + 1;
    assert_eq!(
        report,
        format!(
            "battle.toml:{line}: scenario september-16: it has no set-up; expected the file \
             setups/september-16.toml\n\
             setups/september-17.toml: no scenario of battle.toml has this set-up; expected one \
             that does\n\
             setups/september-18.toml: no scenario of battle.toml has this set-up; expected one \
             that does"
        )
    );
}

mod facts;

mod units {
    use super::*;

    #[test]
    fn words_and_numbers() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[(
                "side = \"union\", arm = \"infantry\", size = \"brigade\", strength = 4",
                "side = \"north\", arm = \"foot\", size = \"army\", strength = 0",
            )],
            &[
                "unit 1/1/I, side: found \"north\"; expected union or confederate",
                "unit 1/1/I, arm: found \"foot\"; expected infantry, cavalry or artillery",
                "unit 1/1/I, size: found \"army\"; expected battery, battalion, regiment, group, \
                 half-brigade, brigade, division or corps",
                "unit 1/1/I, strength: found 0; expected a whole number, 1 to 9999",
            ],
        );
    }

    #[test]
    fn each_designation_stands_once() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("id = \"2/1/I\"", "id = \"1/1/I\"")],
            &["unit 1/1/I: found a second unit with this id; expected each once"],
        );
    }

    #[test]
    fn off_the_grid() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("at = \"0706\"", "at = \"2201\"")],
            &["unit 2/1/I, at: found \"2201\"; expected a cell of the map, CCRR from 0101, \
               columns to 21, rows to 28 (odd) and 27 (even)"],
        );
    }

    #[test]
    fn in_the_river_and_on_scenery() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("at = \"0706\"", "at = \"0305\""), ("at = \"0805\"", "at = \"0327\"")],
            &[
                "unit 2/1/I: it starts in 0305, which is water; expected ground it may enter",
                "unit 4/1/I: it starts in 0327, which is scenery; expected ground it may enter",
            ],
        );
    }

    #[test]
    fn too_many_in_a_hex_and_opponents_in_one() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("at = \"0706\"", "at = \"0804\"")],
            &["unit 3/1/I: it is one too many in 0804; expected at most 2"],
        );
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("at = \"0706\"", "at = \"1218\"")],
            &["unit Toombs: it starts in 1218 with the enemy \"2/1/I\"; expected one side"],
        );
    }

    #[test]
    fn brigade_stacks_and_closed_ground() {
        check(
            BRIGADE,
            SEPTEMBER_17,
            &[("at = \"0816\"", "at = \"0815\"")],
            &["unit US-I-MEADE-RANDERSON: it is one too many in 0815; expected one that is not \
               artillery"],
        );
        check(
            BRIGADE,
            SEPTEMBER_17,
            &[("at = \"0717\"", "at = \"0304\"")],
            &["unit US-I-DOUBLEDAY-MONROE-ART: it starts in 0304, which is woods, closed to \
               cavalry and guns; expected ground it may enter"],
        );
    }

    #[test]
    fn grand_tactical_stacks_face_one_way() {
        check(
            GRAND_TACTICAL,
            SEPTEMBER_17,
            &[("at = \"13,15\"", "at = \"13,16\""), ("facing = 5", "facing = 4")],
            &["unit US-SEYMOUR-B: it faces another way than the others in 13,16; expected one way"],
        );
    }

    #[test]
    fn facts_of_other_systems_are_refused() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("strength = 4,", "strength = 4, reduced = 2, guns = \"horse\", facing = 5,")],
            &[
                "unit 1/1/I, reduced: found 2; expected only in brigade battles",
                "unit 1/1/I, guns: found \"horse\"; expected only in brigade battles",
                "unit 1/1/I, facing: found 5; expected only in grand-tactical battles",
            ],
        );
        check(
            GRAND_TACTICAL,
            SEPTEMBER_17,
            &[("strength = 400,", "strength = 400, immobile = true,")],
            &["unit US-SEYMOUR-A, immobile: found true; expected only in Blue & Gray battles"],
        );
        check(
            BRIGADE,
            SEPTEMBER_17,
            &[("strength = 5,", "strength = 5, guns = \"horse\",")],
            &["unit US-I-MEADE-SEYMOUR, guns: found \"horse\"; expected only of artillery"],
        );
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("units = [", "leaders = []\nunits = [")],
            &["leaders: found a list; expected only in grand-tactical battles"],
        );
    }

    #[test]
    fn facts_that_one_system_needs() {
        check(
            GRAND_TACTICAL,
            SEPTEMBER_17,
            &[
                ("weapon = \"MSK\"", "weapon = \"N12\""),
                ("mode = \"normal\"", "mode = \"limbered\""),
            ],
            &[
                "unit US-SEYMOUR-A, weapon: found \"N12\"; expected small arms, as it is not \
                 artillery",
                "unit US-SEYMOUR-A, mode: found \"limbered\"; expected normal or column",
            ],
        );
        check(
            BRIGADE,
            SEPTEMBER_17,
            &[("reduced = 3, ", "")],
            &["unit US-I-MEADE-SEYMOUR: the field \"reduced\" is missing"],
        );
        check(
            BRIGADE,
            SEPTEMBER_17,
            &[("reduced = 3, ", "reduced = 6, ")],
            &["unit US-I-MEADE-SEYMOUR, reduced: found 6; expected a whole number, 1 to 5"],
        );
    }

    #[test]
    fn a_unit_is_on_the_map_or_comes_later() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("at = \"0706\"", "at = \"0706\", arrives = \"VI Corps\"")],
            &["unit 2/1/I: found \"at\" and \"arrives\"; expected one of them"],
        );
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("at = \"0706\", ", "")],
            &["unit 2/1/I: found neither \"at\" nor \"arrives\"; expected one of them"],
        );
    }

    #[test]
    fn a_source_has_a_code() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("provenance = \"erratum\"", "provenance = \"hearsay\"")],
            &["unit Rodes, provenance: found \"hearsay\"; expected a code of the sources: 14.0, \
               16.1, 16.2, 16.3 or erratum"],
        );
    }
}

mod groups {
    use super::*;

    #[test]
    fn they_come_at_entries_of_their_side() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("cells = [\"0126\"]", "cells = [\"2112\", \"0101\", \"0100\"]")],
            &[
                "group A. P. Hill, cells: found \"0100\"; expected a cell of the map, CCRR from \
                 0101, columns to 21, rows to 28 (odd) and 27 (even)",
                "group A. P. Hill, cells: found 2112; expected an entry of the map for the \
                 confederate side",
                "group A. P. Hill, cells: found 0101; expected an entry of the map for the \
                 confederate side",
            ],
        );
    }

    #[test]
    fn an_entry_of_another_scenario_is_closed() {
        check(
            FREDERICKSBURG,
            "setups/december-13.toml",
            &[("cells = [\"1901\"]", "cells = [\"2027\"]")],
            &["group Pelham, cells: found 2027; expected an entry of the map for the confederate \
               side"],
        );
    }

    #[test]
    fn units_name_groups_and_groups_have_units() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("arrives = \"A. P. Hill\"", "arrives = \"Hill\"")],
            &["unit AP Hill, arrives: found \"Hill\"; expected the id of one of the groups"],
        );
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("arrives = \"A. P. Hill\"", "at = \"0126\"")],
            &["group A. P. Hill: no unit arrives with it; expected at least one"],
        );
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("arrives = \"A. P. Hill\"", "arrives = \"VI Corps\"")],
            &[
                "group VI Corps: found units of both sides, \"AP Hill\" among them; expected one \
                 side's",
                "group A. P. Hill: no unit arrives with it; expected at least one",
            ],
        );
    }

    #[test]
    fn options_and_turns_exist() {
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("options = [\"20.4\", \"20.5\"]", "options = [\"20.7\"]"), ("[7]", "[11]")],
            &[
                "group A. P. Hill, turns: found 11; expected a whole number, 1 to 10",
                "group 16.2, options: found \"20.7\"; expected the number of an option",
            ],
        );
        check(
            ANTIETAM,
            SEPTEMBER_17,
            &[("{ \"20.3\" = [1] }", "{ \"20.9\" = [0] }")],
            &[
                "group A. P. Hill, by_option, \"20.9\": found \"20.9\"; expected the number of an \
                 option",
                "group A. P. Hill, by_option, \"20.9\": found 0; expected a whole number, 1 to 10",
            ],
        );
    }

    #[test]
    fn a_choice_has_alternatives() {
        check(
            FREDERICKSBURG,
            "setups/december-13.toml",
            &[("choice = \"Early\"", "choice = \"Jubal\"")],
            &[
                "group Early, whole: found no second group of the choice \"Jubal\"; expected an \
                 alternative",
                "group Early, in brigades: found no second group of the choice \"Early\"; expected \
                 an alternative",
            ],
        );
    }
}

mod leaders {
    use super::*;

    #[test]
    fn they_lead_what_there_is_and_stand_with_their_own() {
        check(
            GRAND_TACTICAL,
            SEPTEMBER_17,
            &[
                ("commands = \"Meade\"", "commands = \"Reno\""),
                ("with = \"US-DURYEA-B\"", "with = \"US-GIBBON-A\""),
                ("with = \"US-PATRICK-A\"", "with = \"US-PATRICK\""),
            ],
            &[
                "leader Meade, commands: found \"Reno\"; expected the division of some union unit",
                "leader Meade, with: found \"US-MAGILTON-B\", which is not his; expected a unit of \
                 \"Reno\"",
                "leader Ricketts, with: found \"US-GIBBON-A\", which is not his; expected a unit \
                 of \"Ricketts\"",
                "leader Doubleday, with: found \"US-PATRICK\"; expected the id of a unit",
            ],
        );
    }

    #[test]
    fn one_for_each_post() {
        check(
            GRAND_TACTICAL,
            SEPTEMBER_17,
            &[("rank = \"deputy\"", "rank = \"corps\"")],
            &["leader Cox: found a second leader of \"IX\"; expected each once"],
        );
    }
}

/// Bad input may be refused in any way, but never with a panic.
#[test]
fn no_mutilation_panics() {
    let files = [
        (ANTIETAM, "battle.toml", 200),
        (GRAND_TACTICAL, "battle.toml", 200),
        (FREDERICKSBURG, "setups/may-3.toml", 10),
    ];
    for (id, file, places) in files {
        let whole = text(id, file).into_bytes();
        for at in (0..whole.len()).step_by(whole.len() / places) {
            let mut folder = builtin::files(id).unwrap();
            if file == "battle.toml" {
                // Reading the map takes the time, and it has nothing to do with these facts.
                folder.add("map.json", b"");
            }
            folder.add(file, &whole[..at]);
            assert!(Battle::from_files(id, &folder).is_err(), "{file} of {id} cut at {at}");
            let mut changed = whole.clone();
            for byte in [b'"', b'{', b'\n', 0, 0xff] {
                changed[at] = byte;
                let mut folder = folder.clone();
                folder.add(file, &changed);
                let _ = Battle::from_files(id, &folder);
            }
        }
    }
}
