//! The program as a person at a terminal meets it: what it prints, and how it exits.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Run, run};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

#[test]
fn lists_every_battle() {
    let Run { code, out, .. } = run(&["battles"], "");
    assert_eq!(code, 0);
    for id in atlas::builtin::ids() {
        assert!(out.contains(id), "{id} is missing from\n{out}");
    }
}

#[test]
fn a_computer_thinks_for_some_time_but_not_for_ever() {
    for bad in ["0", "601", "a while"] {
        let Run { code, err, .. } = run(&["serve", "--thinking", bad], "");
        assert_eq!(code, 2, "{bad}");
        assert!(err.contains("--thinking"), "{bad}: {err}");
    }
}

#[test]
fn shows_facts_provenance_and_credit_of_every_battle() {
    for id in atlas::builtin::ids() {
        let Run { code, out, .. } = run(&["battles", "show", id], "");
        assert_eq!(code, 0);
        for word in ["Scenario", "reconstructed", "credit", "Sources", "Licence"] {
            assert!(out.contains(word), "{id}: {word} is missing");
        }
    }
}

#[test]
fn the_rules_of_a_battle_are_read_back_in_words() {
    for (id, words) in [
        ("blue-gray/antietam", ["When turn 10 ends", "15 points", "[BG-A 17.1]"]),
        ("brigade/antietam", ["Dunker Church (1616): 3 points", "to the Union side", "[BR 16.0]"]),
        ("grand-tactical/antietam", ["The score decides", "Sharpsburg (28,11)", "[GT 10.1]"]),
    ] {
        let Run { out, .. } = run(&["battles", "show", id], "");
        words.iter().for_each(|word| assert!(out.contains(word), "{id}: {word}: {out}"));
    }
}

#[test]
fn an_unknown_battle_is_named_and_the_known_ones_listed() {
    let Run { code, err, .. } = run(&["battles", "show", "blue-gray/gettysburg"], "");
    assert_eq!(code, 1);
    assert!(err.contains("blue-gray/gettysburg") && err.contains("blue-gray/antietam"), "{err}");
}

#[test]
fn exports_a_map_that_checks_without_faults() {
    let out = folder("export").join("map.json");
    let out = out.to_str().unwrap();
    assert_eq!(run(&["map", "export", "brigade/antietam", "--out", out], "").code, 0);
    let Run { code, out, err } = run(&["map", "check", out], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("888 cells, no faults"), "{out}");
}

#[test]
fn a_broken_map_is_refused_with_all_its_faults() {
    let file = folder("broken").join("map.json");
    let good = run(&["map", "export", "blue-gray/antietam"], "").out;
    let bad =
        good.replacen("\"0101\": {\"terrain\": \"clear\"}", "\"0101\": {\"terrain\": \"lava\"}", 1);
    let bad = bad.replacen("\"0126\"", "\"9999\"", 1);
    assert_ne!(good, bad);
    std::fs::write(&file, bad).unwrap();
    let Run { code, err, .. } = run(&["map", "check", file.to_str().unwrap()], "");
    assert_eq!(code, 1);
    assert!(err.contains("lava") && err.contains("9999"), "{err}");
    let Run { code, err, .. } = run(&["map", "check", "no-such-file.json"], "");
    assert_eq!(code, 1);
    assert!(err.contains("no-such-file.json"), "{err}");
}

/// A battle of the examples, copied below a folder with one word of its map changed.
fn example(battles: &Path, id: &str, found: &str, instead: &str) -> PathBuf {
    let from = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/battle-minimal");
    let (from, to) = (Path::new(from).join(id), battles.join(id));
    let setups = std::fs::read_dir(from.join("setups")).unwrap();
    let setups = setups.map(|entry| Path::new("setups").join(entry.unwrap().file_name()));
    let files = ["battle.toml", "rules.toml", "map.json"].map(PathBuf::from);
    std::fs::create_dir_all(to.join("setups")).unwrap();
    for file in files.into_iter().chain(setups) {
        std::fs::copy(from.join(&file), to.join(&file)).unwrap();
    }
    let good = std::fs::read_to_string(to.join("map.json")).unwrap();
    assert!(good.contains(found), "{id} has no {found}");
    std::fs::write(to.join("map.json"), good.replacen(found, instead, 1)).unwrap();
    to
}

#[test]
fn no_sheet_contradicts_its_rules() {
    for id in atlas::builtin::ids() {
        let Run { code, err, .. } = run(&["map", "check", id], "");
        assert_eq!(code, 0, "{id}: {err}");
    }
    let battles = folder("examples-checked");
    for id in ["blue-gray/milltown", "brigade/stone-bridge", "grand-tactical/crossroads"] {
        let to = example(&battles, id, "", "");
        let Run { code, err, .. } = run(&["map", "check", to.to_str().unwrap()], "");
        assert_eq!(code, 0, "{id}: {err}");
    }
}

#[test]
fn a_sheet_that_contradicts_its_rules_is_told_where() {
    let battles = folder("contradictions");
    let check = |id: &str, found: &str, instead: &str, told: &[&str]| {
        let to = example(&battles, id, found, instead);
        let Run { code, err, .. } = run(&["map", "check", to.to_str().unwrap()], "");
        assert_eq!(code, 1, "{id}: {instead}");
        told.iter().for_each(|word| assert!(err.contains(word), "{word}: {err}"));
    };
    let milltown = "blue-gray/milltown";
    let mill = r#""points": 10, "to": "either""#;
    check(milltown, mill, r#""points": 99, "to": "either""#, &["0503", "99 points", "count 10"]);
    check(milltown, mill, r#""points": 10, "to": "union""#, &["0503", "for either side"]);
    check(milltown, r#""0503": {"name""#, r#""0502": {"name""#, &["0502", "0503", "none"]);
    check(milltown, r#""turn": 2,"#, r#""turn": 14,"#, &["0102, entry: turn 14", "on turn 2"]);
    check(milltown, r#""turn": 2,"#, r#""turn": [2, 3],"#, &["0102", "on turn 3"]);
    let bridge = "brigade/stone-bridge";
    let exit = r#""exits": {"0101": {"name": "to nowhere"}}"#;
    check(bridge, r#""exits": {}"#, exit, &["0101, exit", "nobody may leave"]);
    check(bridge, r#""points": 3"#, r#""points": 4"#, &["0604", "as the map prints"]);
    let square = "\"points\": 300,\n   \"to\": \"union\"";
    let either = "\"points\": 300,\n   \"to\": \"either\"";
    check("grand-tactical/crossroads", square, either, &["3,0", "no rule counts any"]);
}

#[test]
fn draws_svg_and_png_and_refuses_other_endings() {
    let folder = folder("draw");
    for (name, magic) in [("a.svg", &b"<svg"[..]), ("a.png", &b"\x89PNG"[..])] {
        let file = folder.join(name);
        let path = file.to_str().unwrap();
        let Run { code, err, .. } = run(
            &["map", "render", "blue-gray/antietam", "--units", "--zoom", "0.2", "--out", path],
            "",
        );
        assert_eq!(code, 0, "{err}");
        assert!(std::fs::read(file).unwrap().starts_with(magic));
    }
    for wrong in [
        &["--out", "a.bmp"][..],
        &["--out", "a.png", "--zoom", "100000"],
        &["--out", "a.png", "--zoom", "-1"],
        &["--out", "a.png", "--zoom", "0"],
        &["--out", "a.png", "--zoom", "NaN"],
        &["--out", "/no/such/folder/a.svg"],
        &["--out", "a.svg", "--units", "--scenario", "may-3"],
        &["--out", "a.svg", "--scenario", "may-3"],
    ] {
        let all = [&["map", "render", "blue-gray/antietam"], wrong].concat();
        let Run { code, err, .. } = run(&all, "");
        assert!(code == 1 || code == 2, "{wrong:?}: {code}");
        assert!(err.contains("longroll") || err.contains("error"), "{wrong:?}: {err}");
    }
}

#[test]
fn every_cell_of_a_drawing_can_be_pointed_at() {
    let file = folder("cells").join("a.svg");
    let path = file.to_str().unwrap();
    assert_eq!(run(&["map", "render", "blue-gray/antietam", "--out", path], "").code, 0);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert_eq!(svg.matches("data-cell=\"").count(), 578);
    assert_eq!(svg.matches("data-cell=\"0816\"").count(), 1);
}

#[test]
fn a_scenario_gives_its_title_to_the_sheet_and_a_map_file_has_no_armies() {
    let folder = folder("titles");
    let file = folder.join("may.svg");
    let path = file.to_str().unwrap();
    let may = ["map", "render", "blue-gray/fredericksburg", "--scenario", "may-3", "--out", path];
    assert_eq!(run(&may, "").code, 0);
    assert!(std::fs::read_to_string(&file).unwrap().contains("3 May 1863"));
    let map = folder.join("map.json");
    let map = map.to_str().unwrap();
    assert_eq!(run(&["map", "export", "blue-gray/antietam", "--out", map], "").code, 0);
    let Run { code, err, .. } = run(&["map", "render", map, "--units", "--out", path], "");
    assert_eq!(code, 1);
    assert!(err.contains("a map has no armies"), "{err}");
}

/// A reader that has seen enough is no fault: `longroll ... | head`.
#[test]
fn a_closed_pipe_is_no_panic() {
    let file = folder("pipe").join("a.svg");
    for arguments in [
        &["battles"][..],
        &["map", "export", "blue-gray/antietam"],
        &["map", "render", "blue-gray/antietam", "--out", file.to_str().unwrap()],
        &["perft", "blue-gray/antietam", "--depth", "1"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_longroll"))
            .args(arguments)
            .stdout(writer)
            .output()
            .expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {err}");
    }
}

#[test]
fn a_folder_without_battles_is_told_and_a_battle_itself_refused() {
    let empty = folder("no-battles");
    let Run { code, err, .. } = run(&["--battles", empty.to_str().unwrap(), "battles"], "");
    assert_eq!(code, 0);
    assert!(err.contains("no battle here"), "{err}");
    let battle = concat!(env!("CARGO_MANIFEST_DIR"), "/../../battles/blue-gray/antietam");
    let Run { code, err, .. } = run(&["--battles", battle, "battles"], "");
    assert_eq!(code, 1);
    assert!(err.contains("is itself a battle"), "{err}");
}

#[test]
fn a_folder_of_battles_is_added_and_a_broken_one_hides_no_other() {
    let folder = folder("battles");
    let copy = folder.join("mine/copy");
    let from =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../battles/blue-gray/chattanooga");
    std::fs::create_dir_all(copy.join("setups")).unwrap();
    for name in ["battle.toml", "rules.toml", "setups/november-24.toml"] {
        std::fs::copy(from.join(name), copy.join(name)).unwrap();
    }
    let map = std::fs::read_to_string(from.join("map.json")).unwrap();
    let map = map.replacen("blue-gray/chattanooga", "mine/copy", 1);
    std::fs::write(copy.join("map.json"), map).unwrap();
    std::fs::create_dir_all(folder.join("mine/broken")).unwrap();
    std::fs::write(folder.join("mine/broken/battle.toml"), "title = 3").unwrap();
    let added = ["--battles", folder.to_str().unwrap()];
    let Run { code, out, .. } = run(&[&added[..], &["battles"]].concat(), "");
    assert_eq!(code, 0);
    assert!(out.contains("mine/copy") && out.contains("mine/broken  "), "{out}");
    assert!(out.contains("cannot be played"), "{out}");
    let Run { code, out, .. } = run(&[&added[..], &["position", "new", "mine/copy"]].concat(), "");
    assert_eq!(code, 0);
    let Run { code, out, .. } = run(&[&added[..], &["position", "actions"]].concat(), &out);
    assert_eq!(code, 0);
    assert!(out.lines().count() > 100);
    let Run { code, err, .. } =
        run(&[&added[..], &["battles", "show", "mine/broken"]].concat(), "");
    assert_eq!(code, 1);
    assert!(err.contains("battle.toml:1"), "{err}");
}

#[test]
fn the_position_door_judges_applies_and_explains() {
    let new =
        run(&["position", "new", "blue-gray/antietam", "--option", "20.1", "--seed", "7"], "");
    assert_eq!(new.code, 0);
    let good = r#"{"move":{"unit":"1/1/I","to":"0805"}}"#;
    let why = run(&["position", "why", "--action", good], &new.out);
    assert_eq!((why.code, why.out.trim()), (0, r#"{"legal":true}"#));
    let bad = r#"{"move":{"unit":"A","to":"0805"}}"#;
    let why = run(&["position", "why", "--action", bad], &new.out);
    assert_eq!(why.code, 1);
    assert!(why.out.contains(r#""rule":"BG-A 19.0""#), "{}", why.out);
    let nonsense = r#"{"move":{"unit":"Napoleon","to":"0805"}}"#;
    assert_eq!(run(&["position", "why", "--action", nonsense], &new.out).code, 2);
    let moved = run(&["position", "apply", "--action", good], &new.out);
    assert_eq!(moved.code, 0);
    assert!(moved.err.contains(r#""event":"moved""#), "{}", moved.err);
    let loaded = run(&["position", "apply", "--action", good, "--dice", "3,7"], &new.out);
    assert_eq!(loaded.code, 2);
    assert!(loaded.err.contains("--dice") && loaded.err.contains("1 to 6"), "{}", loaded.err);
    let again = run(&["position", "apply", "--action", good], &moved.out);
    assert_eq!(again.code, 1);
    assert!(again.err.contains("BG 5.17"), "{}", again.err);
    let shown = run(&["position", "show"], &moved.out);
    assert_eq!(shown.code, 0);
    assert!(shown.out.contains("14 of 15 units may still move"), "{}", shown.out);
    for broken in ["", "{", "[]", r#"{"game":"blue-gray/antietam","turns":3}"#] {
        let Run { code, err, .. } = run(&["position", "actions"], broken);
        assert_eq!(code, 1, "{broken}");
        assert!(err.starts_with("longroll: "), "{err}");
    }
}

#[test]
fn a_game_at_the_terminal_is_recorded_and_replays() {
    let file = folder("play").join("game.jsonl");
    let path = file.to_str().unwrap();
    let typed = "help\nmove 1/1/I 0805\nundo\nmove 1/1/I 0805\nmove 1/1/I 0806\nend\nlist\nquit\n";
    let played = run(&["play", "blue-gray/antietam", "--seed", "7", "--record", path], typed);
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.contains("taken back") && played.out.contains("BG 5.17"), "{}", played.out);
    let replayed = run(&["replay", path], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert!(replayed.out.contains("2 actions replayed"), "{}", replayed.out);
    assert_eq!(run(&["replay", path, "--verify"], "").code, 1);
    let text = std::fs::read_to_string(&file).unwrap().replacen("0805", "0806", 1);
    std::fs::write(&file, text).unwrap();
    let tampered = run(&["replay", path], "");
    assert_eq!(tampered.code, 1);
    assert!(tampered.err.contains("line 2"), "{}", tampered.err);
}

/// One player is enough: the other seat is the computer's, and what happens is told in sentences.
#[test]
fn the_computer_takes_a_seat_at_the_terminal() {
    let against = ["play", "blue-gray/antietam", "--seed", "7", "--confederate", "recruit"];
    let Run { code, out, err } = run(&against, "move 1/1/I 0805\nend\nend\nundo\nquit\n");
    assert_eq!(code, 0, "{err}");
    for told in [
        "Phelps (1/1/I) moves from ",
        "Game-turn 1: Union combat phase.",
        "Recruit (Confederate): ",
        "nothing can be taken back",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    let refused = run(&["play", "blue-gray/antietam", "--union", "drummer"], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("recruit, captain, colonel or general"), "{}", refused.err);
}

/// Two computers at a terminal play to the end, and their record verifies.
#[test]
fn two_computers_at_the_terminal_play_to_the_end() {
    let file = folder("computers").join("game.jsonl");
    let path = file.to_str().unwrap();
    let seats = ["--union", "recruit", "--confederate", "recruit", "--record", path];
    let words = [&["play", "blue-gray/fredericksburg", "--scenario", "may-3"][..], &seats].concat();
    let Run { code, out, err } = run(&words, "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("The game is over: "), "{out}");
    assert_eq!(run(&["replay", path, "--verify"], "").code, 0);
}

/// Whoever asks, by whatever command, is told the same: here of a battle whose rules are missing.
#[test]
fn a_battle_that_cannot_be_played_is_refused_by_all_commands_alike() {
    let (id, battles) = ("blue-gray/milltown", folder("unplayed"));
    let to = example(&battles, id, "", "");
    std::fs::remove_file(to.join("rules.toml")).unwrap();
    let (battles, out) = (battles.to_str().unwrap(), folder("unplayed-study"));
    let position = format!("{{\"game\":\"{id}\"}}");
    let mut told = Vec::new();
    for arguments in [
        &["play", id][..],
        &["perft", id],
        &["match", "captain", "recruit", id],
        &["simulate", id, "--games", "1", "--out", out.to_str().unwrap()],
        &["position", "new", id],
        &["position", "actions"],
        &["position", "show"],
        &["position", "advise"],
        &["position", "assess"],
    ] {
        let words = [&["--battles", battles][..], arguments].concat();
        let Run { code, err, .. } = run(&words, &position);
        assert_eq!(code, 1, "{arguments:?}: {err}");
        told.push(err);
    }
    assert!(told[0].contains("rules.toml"), "{}", told[0]);
    assert!(told.iter().all(|said| *said == told[0]), "{told:#?}");
}
