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
        "losses": {"union": {"horses": 3}}, "limit": 0, "activated": ["D"], "seed": -1, "colour": "blue"});
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
        "at most 0",
        "seed",
        "colour",
    ] {
        assert!(faults.contains(expected), "{expected:?} is not in:\n{faults}");
    }
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
