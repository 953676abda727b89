//! The door: positions with all their faults, the shapes of actions, typed words, views.

use rules::System;
use rules::grand_tactical::Battle;
use serde_json::{Value, json};

use crate::fixture::{Field, Game};

fn field() -> Field {
    Field::new("...\n.~.\n...")
        .advanced()
        .infantry("A", "union", 500, "0,0", 5)
        .infantry("B", "union", 500, "0,1", 5)
        .infantry("Z", "confederate", 500, "2,2", 1)
        .leader("Div", "union", "division", "D", 10, "A")
        .leader("Reb", "confederate", "division", "D", 10, "Z")
}

#[test]
fn r1_4_positions_say_everything_that_is_wrong() {
    let game = field().game();
    let wrong = json!({
        "turn": 12, "phase": "lunch", "side": "nobody", "round": 3, "fords": ["0,0"],
        "units": [
            {"id": "A", "square": "0,1", "men": 501, "fatigue": 101, "op": 41, "fort": 6, "mode": "mounted"},
            {"id": "B", "square": "0,1", "facing": 9}, {"id": "Z", "square": "0,1"},
            {"id": "X", "square": "0,2"}, {"id": "A", "state": "sleeping"}],
        "leaders": [{"name": "Div", "side": "union", "with": "Z"}],
        "losses": {"union": {"horses": 3}}, "limit": 18, "activated": ["D", "D"], "seed": -1, "colour": "blue"});
    let faults = game.faults_of(wrong);
    for expected in [
        "turn",
        "phase",
        "side",
        "round",
        "fords",
        "501",
        "101",
        "41",
        "fort",
        "mode",
        "facing",
        "with an enemy",
        "\"X\"",
        "sleeping",
        "not of his formation",
        "horses",
        "limit: found 18",
        "found D twice",
        "seed",
        "colour",
    ] {
        assert!(faults.contains(expected), "{expected:?} is not in:\n{faults}");
    }
}

/// A position in which every field stands, all of them right.
fn full() -> (Battle, Value) {
    let field = Field::new("....\n.~..\n....\n....")
        .advanced()
        .option("5")
        .infantry("A", "union", 500, "0,0", 5)
        .infantry("B", "union", 400, "0,1", 5)
        .guns("G", "union", 10, "0,3", 5, "N12")
        .infantry("Z", "confederate", 300, "3,3", 1)
        .entry("0,2", "union")
        .group("{ id = \"R\", cells = [\"0,2\"], turns = [2] }")
        .unit(
            "L",
            "union",
            "infantry",
            200,
            "arrives = \"R\", weapon = \"RFL\", effectiveness = 80, \
               facing = 5, mode = \"column\", corps = \"C\", division = \"D\", brigade = \"L\"",
        )
        .leader("Div", "union", "division", "D", 10, "A")
        .leader("Bri", "union", "brigade", "A", 10, "")
        .leader("Reb", "confederate", "division", "D", 10, "Z")
        .rules("\n[fords]\nmost = 7\n");
    let game = field.at(json!({}));
    let mut position = json!({
        "scenario": "day", "options": ["4=advanced", "5"], "turn": 3, "phase": "operations",
        "round": 2, "side": "union", "fords": ["1,1"], "activated": ["D"], "limit": 1, "due": ["R"],
        "units": [
            {"id": "A", "square": "0,0", "men": 450, "fatigue": 3, "op": 7, "moved": 2, "facing": 5,
             "mode": "normal", "fort": 1, "ammo": true, "in_command": true, "routed": false,
             "disrupted": false, "melee": true, "advance": true, "fire": "1,0"},
            {"id": "G", "square": "0,3", "guns": 9, "mode": "limbered"},
            {"id": "L", "state": "reserve"}, {"id": "Z", "square": "3,3"}],
        "leaders": [
            {"name": "Div", "side": "union", "rank": "division", "commands": "D", "with": "A",
             "state": "map", "transferred": true}],
        "losses": {"union": {"infantry": 50, "cavalry": 0, "guns": 1, "brigade": 1, "division": 1,
                             "corps": 0}, "confederate": {}},
        "score": -500, "sighted": {"union": ["Z"], "confederate": []}, "seed": 7, "sequence": 12});
    position["game"] = json!(game.battle().id);
    (game.battle().clone(), position)
}

/// Every field of a position with values that it cannot have: the fault names the place, the value that was
/// found and what was expected.
const BAD: &[(&str, &[&str], &str)] = &[
    ("/game", &["7", "\"blue-gray/antietam\""], "game"),
    ("/scenario", &["7", "\"night\""], "scenario"),
    ("/options", &["7", "[\"99\"]", "[\"4=easy\"]", "{}"], "options"),
    (
        "/turn",
        &["0", "12", "-1", "1.5", "\"3\""],
        "turn: found .*; expected a whole number, 1 to 11",
    ),
    ("/phase", &["\"combat\"", "5"], "phase: found .*; expected activation, operations or over"),
    ("/round", &["0", "3", "true"], "round: found .*; expected a whole number, 1 to 2"),
    ("/side", &["\"north\"", "1"], "side: found .*; expected \"union\" or \"confederate\""),
    ("/fords", &["7", "{}"], "fords: found .*; expected a list"),
    ("/fords/0", &["\"0,0\"", "\"9,9\"", "11"], "fords, item 1: found .*; expected a"),
    ("/fords", &["[\"1,1\",\"1,1\"]"], "fords: found 1,1 twice; expected once"),
    ("/activated", &["\"D\""], "activated: found .*; expected a list"),
    ("/activated/0", &["\"H\"", "3"], "activated, item 1: found .*; expected a"),
    ("/activated", &["[\"D\",\"D\"]"], "activated: found D twice; expected once"),
    (
        "/limit",
        &["0", "2", "18", "-1", "\"5\""],
        "limit: found .*; expected a whole number, 1 to 1",
    ),
    ("/due", &["\"R\"", "1"], "due: found .*; expected a list"),
    ("/due/0", &["\"U2\"", "2"], "due, item 1: found .*; expected "),
    ("/due", &["[\"R\",\"R\"]"], "due: found R twice; expected once"),
    ("/units", &["7", "{}"], "units: found .*; expected a list"),
    ("/units/0", &["7", "[]"], "units, item 1: found .*; expected an object"),
    ("/units/0/id", &["\"US-NOBODY\"", "1"], "units, item 1, id: found .*; expected a"),
    (
        "/units/0/square",
        &["\"9,9\"", "\"1;1\"", "7"],
        "unit A, square: found .*; expected a square",
    ),
    (
        "/units/0/men",
        &["0", "501", "-3", "4.5"],
        "unit A, men: found .*; expected a whole number, 1 to 500",
    ),
    ("/units/1/guns", &["0", "11"], "unit G, guns: found .*; expected a whole number, 1 to 10"),
    (
        "/units/0/fatigue",
        &["-1", "101"],
        "unit A, fatigue: found .*; expected a whole number, 0 to 100",
    ),
    ("/units/0/op", &["-1", "41"], "unit A, op: found .*; expected a whole number, 0 to 40"),
    ("/units/0/moved", &["-1", "41"], "unit A, moved: found .*; expected a whole number, 0 to 40"),
    (
        "/units/0/facing",
        &["0", "9", "\"north\""],
        "unit A, facing: found .*; expected a whole number, 1 to 8",
    ),
    (
        "/units/0/mode",
        &["\"mounted\"", "\"limbered\"", "1"],
        "unit A, mode: found .*; expected a mode of infantry",
    ),
    ("/units/0/fort", &["-1", "6"], "unit A, fort: found .*; expected a whole number, 0 to 5"),
    ("/units/0/ammo", &["1", "\"yes\""], "unit A, ammo: found .*; expected true or false"),
    ("/units/0/in_command", &["0"], "unit A, in_command: found .*; expected true or false"),
    ("/units/0/routed", &["0"], "unit A, routed: found .*; expected true or false"),
    ("/units/0/disrupted", &["0"], "unit A, disrupted: found .*; expected true or false"),
    ("/units/0/melee", &["\"no\""], "unit A, melee: found .*; expected true or false"),
    ("/units/0/advance", &["\"no\""], "unit A, advance: found .*; expected true or false"),
    ("/units/0/fire", &["\"9,9\"", "true"], "unit A, fire: found .*; expected a square"),
    ("/units/2/state", &["\"asleep\"", "\"map\"", "3"], "unit L, state: found .*; expected"),
    ("/units/3", &["{\"id\":\"Z\",\"state\":\"reserve\"}"], "unit Z, state: found .*; expected"),
    ("/leaders", &["7"], "leaders: found .*; expected a list"),
    ("/leaders/0", &["7"], "leaders, item 1: found .*; expected an object"),
    ("/leaders/0/name", &["\"Nobody\"", "1"], "name: found .*; expected a"),
    ("/leaders/0/side", &["\"north\""], "side: found .*; expected \"union\" or \"confederate\""),
    ("/leaders/0/rank", &["\"army\"", "2"], "leader Div, rank: found .*; expected brigade"),
    ("/leaders/0/commands", &["\"X\"", "4"], "leader Div, commands: found .*; expected a"),
    ("/leaders/0/with", &["\"Z\"", "\"G\""], "leader Div, with: found a unit that is not of his"),
    ("/leaders/0/with", &["\"X\""], "leader Div, with: found .*; expected a unit"),
    (
        "/leaders/0/state",
        &["\"dead\"", "1"],
        "leader Div, state: found .*; expected map, lost or gone",
    ),
    ("/leaders/0/transferred", &["1"], "leader Div, transferred: found .*; expected true or false"),
    ("/losses", &["7"], "losses: found .*; expected an object"),
    ("/losses/union", &["7"], "losses, union: found .*; expected an object"),
    (
        "/losses/union/infantry",
        &["-1", "1000001", "2.5"],
        "losses, union, infantry: found .*; expected a whole number, 0 to 1000000",
    ),
    (
        "/losses/union/cavalry",
        &["-1", "1000001", "2.5"],
        "losses, union, cavalry: found .*; expected a whole number, 0 to 1000000",
    ),
    (
        "/losses/union/guns",
        &["-1", "1000001", "2.5"],
        "losses, union, guns: found .*; expected a whole number, 0 to 1000000",
    ),
    (
        "/losses/union/brigade",
        &["-1", "1000001", "2.5"],
        "losses, union, brigade: found .*; expected a whole number, 0 to 1000000",
    ),
    (
        "/losses/union/division",
        &["-1", "1000001", "2.5"],
        "losses, union, division: found .*; expected a whole number, 0 to 1000000",
    ),
    (
        "/losses/union/corps",
        &["-1", "1000001", "2.5"],
        "losses, union, corps: found .*; expected a whole number, 0 to 1000000",
    ),
    ("/losses/confederate", &["[]"], "losses, confederate: found .*; expected an object"),
    ("/score", &["10000001", "0.5", "\"1\""], "score: found .*; expected a whole number"),
    ("/sighted", &["[]"], "sighted: found .*; expected an object"),
    ("/sighted/union", &["\"Z\""], "sighted, union: found .*; expected a list"),
    (
        "/sighted/union/0",
        &["\"A\"", "\"L\"", "\"X\"", "1"],
        "sighted, union, item 1: found .*; expected a",
    ),
    ("/sighted/union", &["[\"Z\",\"Z\"]"], "sighted, union: found Z twice; expected once"),
    (
        "/sighted/confederate",
        &["[\"Z\"]"],
        "sighted, confederate, item 1: found .*; expected an enemy",
    ),
    ("/seed", &["-1", "\"xyz\"", "true"], "seed"),
    ("/sequence", &["-1", "4294967296"], "sequence: found .*; expected a whole number"),
];

#[test]
fn r1_4_every_field_with_a_value_that_it_cannot_have() {
    let (battle, position) = full();
    battle.read_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
    let mut missed = Vec::new();
    for (place, values, expected) in BAD {
        for value in *values {
            let mut bad = position.clone();
            *bad.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) =
                serde_json::from_str(value).unwrap();
            let faults = battle.read_position(&bad).err().map(|faults| faults.to_string());
            let faults = faults.unwrap_or_else(|| "accepted".into());
            let (head, tail) = expected.split_once(".*").unwrap_or((expected, ""));
            let says =
                |line: &str| line.split_once(head).is_some_and(|(_, rest)| rest.contains(tail));
            if !faults.lines().any(says) {
                missed.push(format!("{place}: {value}: {faults}"));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// The table above has every field that the reader knows: an unknown one is refused with their names.
#[test]
fn r1_4_no_field_is_forgotten() {
    let (battle, position) = full();
    for (place, known) in [
        ("", "position"),
        ("/units/0", "unit"),
        ("/leaders/0", "leader"),
        ("/losses/union", "losses"),
    ] {
        let mut bad = position.clone();
        let object = bad.pointer_mut(place).and_then(Value::as_object_mut).unwrap();
        object.insert("colour".into(), json!("blue"));
        let faults = battle.read_position(&bad).unwrap_err().to_string();
        let line = faults.lines().find(|line| line.contains("unknown field \"colour\""));
        let line = line.unwrap_or_else(|| panic!("{known}: {faults}"));
        let names = line.split("expected ").nth(1).unwrap().replace(" or ", ", ");
        for name in names.split(", ").filter(|name| !matches!(*name, "outcome" | "state")) {
            let at = format!("{place}/{name}");
            assert!(BAD.iter().any(|(place, ..)| *place == at), "{at} has no bad value");
        }
    }
}

#[test]
fn r1_4_what_does_not_go_together() {
    let (battle, position) = full();
    let faults = |changes: &[(&str, Value)]| {
        let mut bad = position.clone();
        for (place, value) in changes {
            *bad.pointer_mut(place).unwrap() = value.clone();
        }
        battle.read_position(&bad).err().map(|faults| faults.to_string()).unwrap_or_default()
    };
    let found = faults(&[("/phase", json!("activation"))]);
    assert!(found.contains("round: found 2; divisions are activated in round 1"), "{found}");
    let found = faults(&[
        ("/phase", json!("activation")),
        ("/round", json!(1)),
        ("/side", json!("confederate")),
    ]);
    assert!(found.contains("side: found Confederate; the Union activates"), "{found}");
    let found = faults(&[("/leaders/0/state", json!("lost"))]);
    assert!(found.contains("transferred: found true; only leaders of divisions"), "{found}");
    let mut over = position.clone();
    over["outcome"] = json!({"winner": null, "level": "draw"});
    let found = battle.read_position(&over).unwrap_err().to_string();
    assert!(found.contains("outcome: found one although the game is not over"), "{found}");
    (over["phase"], over["score"]) = (json!("over"), json!(7000));
    let found = battle.read_position(&over).unwrap_err().to_string();
    assert!(found.contains("outcome: found"), "{found}");
}

#[test]
fn r1_4_a_unit_in_the_water_and_two_facings() {
    let game = field().game();
    let faults = game.faults_of(json!({"units": [{"id": "A", "square": "1,1"},
        {"id": "B", "square": "0,1", "facing": 1}, {"id": "Z", "square": "2,2"}]}));
    assert!(faults.contains("nobody can stand"), "{faults}");
    let faults = game.faults_of(json!({"units": [{"id": "A", "square": "0,0", "facing": 1},
        {"id": "B", "square": "0,0", "facing": 2}]}));
    assert!(faults.contains("another facing"), "{faults}");
}

#[test]
fn r1_4_two_leaders_of_one_command() {
    let battle = Game::antietam(&["4=advanced"]);
    let position = json!({"game": battle.id, "leaders": [
        {"name": "Meade", "side": "union", "rank": "corps", "commands": "I", "with": "US-MAGILTON-B"}]});
    let faults = battle.read_position(&position).unwrap_err().to_string();
    assert!(faults.contains("as Hooker is") || faults.contains("as Meade is"), "{faults}");
    let position = json!({"game": battle.id, "leaders": [
        {"name": "Hooker", "side": "union", "rank": "corps", "commands": "I", "state": "lost"},
        {"name": "Meade", "side": "union", "rank": "corps", "commands": "I", "with": "US-MAGILTON-B"}]});
    let state = battle.read_position(&position).unwrap();
    assert_eq!(state.losses.union.corps, 1, "what the leaders lack is lost");
}

#[test]
fn r1_2_malformed_actions_say_where() {
    let game = field().game();
    for (action, expected) in [
        (json!({}), "0 fields"),
        (json!({"dance": {}}), "dance"),
        (json!({"step": {"unit": "A"}}), "dir"),
        (json!({"step": {"unit": "A", "dir": 9}}), "1 to 8"),
        (json!({"move": {"unit": "A"}}), "neither"),
        (json!({"move": {"unit": "A", "to": "9,9"}}), "square of the map"),
        (json!({"plot_melee": {"unit": "A", "on": "yes"}}), "true or false"),
        (json!({"end_phase": {"now": true}}), "now"),
    ] {
        let why = game.why(action.clone());
        assert!(why.starts_with("malformed") && why.contains(expected), "{action}: {why}");
    }
}

#[test]
fn r7_3_typed_commands() {
    let typed = |line: &str| Battle::typed(&line.split(' ').collect::<Vec<_>>());
    for (line, action) in [
        ("US-GIBBON-A 5", json!({"step": {"unit": "US-GIBBON-A", "dir": 5}})),
        ("US-GIBBON-A to 10,11", json!({"move": {"unit": "US-GIBBON-A", "to": "10,11"}})),
        (
            "US-GIBBON-A to 10,11 10,12",
            json!({"move": {"unit": "US-GIBBON-A", "path": ["10,11", "10,12"]}}),
        ),
        ("US-GIBBON-A D 3", json!({"face": {"unit": "US-GIBBON-A", "dir": 3}})),
        ("US-GIBBON-A s", json!({"mode": {"unit": "US-GIBBON-A"}})),
        ("US-GIBBON-A x", json!({"force_march": {"unit": "US-GIBBON-A"}})),
        ("US-GIBBON-A b", json!({"fortify": {"unit": "US-GIBBON-A"}})),
        ("US-GIBBON-A F 11,11", json!({"plot_fire": {"unit": "US-GIBBON-A", "square": "11,11"}})),
        ("US-GIBBON-A F none", json!({"plot_fire": {"unit": "US-GIBBON-A", "square": null}})),
        ("US-GIBBON-A M", json!({"plot_melee": {"unit": "US-GIBBON-A", "on": true}})),
        ("US-GIBBON-A A off", json!({"plot_advance": {"unit": "US-GIBBON-A", "on": false}})),
        (
            "R._Anderson L CS-POSEY-B",
            json!({"transfer": {"leader": "R. Anderson", "unit": "CS-POSEY-B"}}),
        ),
        ("activate Meade", json!({"activate": {"division": "Meade"}})),
        ("C", json!({"end_phase": {}})),
    ] {
        assert_eq!(typed(line), Ok(action), "{line}");
    }
    for wrong in ["", "fly", "US-GIBBON-A 9", "US-GIBBON-A D north", "US-GIBBON-A M maybe"] {
        assert!(typed(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn r7_2_the_two_pages_of_unit_data() {
    let game = field().game();
    let view = game.battle().view(&game.state, rules::game::Seat::Watcher);
    let unit = view["units"].as_array().unwrap().iter().find(|unit| unit["id"] == "A").unwrap();
    for field in [
        "disrupted",
        "ammo",
        "melee",
        "morale",
        "fire",
        "mode",
        "op",
        "facing",
        "advance",
        "active",
        "fort",
        "in_command",
        "fatigue",
        "men",
        "cell",
    ] {
        assert!(unit.get(field).is_some(), "{field}");
    }
}

#[test]
fn r7_1_what_a_square_and_a_unit_see() {
    let game = Field::open(5, 5)
        .intermediate()
        .infantry("A", "union", 500, "2,2", 5)
        .at(json!({"turn": 3}));
    let ask =
        |question: Value| game.battle().ask(&game.state, rules::game::Seat::Watcher, &question);
    let unit = ask(json!({"sight": {"unit": "A"}})).unwrap();
    assert_eq!(unit["limit"], 4);
    assert_eq!(unit["sees"], json!(["3,1", "3,2", "3,3", "4,0", "4,1", "4,2", "4,3", "4,4"]));
    assert_eq!(unit["plots"], unit["sees"]);
    let square = ask(json!({"sight": {"square": "2,2", "dir": 3}})).unwrap();
    assert_eq!(square["sees"].as_array().unwrap().len(), 8);
    let round = ask(json!({"sight": {"square": "2,2"}})).unwrap();
    assert_eq!(round["sees"].as_array().unwrap().len(), 24);
    assert!(ask(json!({"sight": {"unit": "nobody"}})).is_err());
}

#[test]
fn r7_2_the_board_in_characters() {
    let battle = Game::antietam(&[]);
    let state = rules::grand_tactical::start::set_up(&battle);
    let text = battle.show(&state);
    let rows = text.lines().filter(|line| line.len() >= 4 && line.as_bytes()[3] == b' ');
    let rows = rows.filter(|line| line[..3].trim().parse::<u8>().is_ok());
    assert_eq!(rows.clone().count(), 42);
    assert!(rows.clone().all(|line| line[4..].len() <= 36));
}
