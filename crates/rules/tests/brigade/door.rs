//! The position door: defaults, and everything that is refused with its reason.

use serde_json::{Value, json};

use crate::fixture::{Field, Game, assault};

fn field() -> Field {
    Field::open()
        .ground("1005", 'w')
        .creek("0505", "0605")
        .landmark("1212", 3)
        .union("uA", 4, "1010")
        .unit("uG", "regular", 4, "I", "1010")
        .confederate("cA", 4, "1012")
        .confederate("cB", 4, "1111")
}

/// What is wrong with a position of the field.
fn wrong(position: Value) -> String {
    field().at(json!({})).faults_of(position)
}

#[test]
fn what_is_left_out_has_its_default() {
    let game = field()
        .at(json!({"turn": 3, "side": "confederate", "units": [{"id": "uA", "hex": "1212"}]}));
    let json = game.json();
    assert_eq!(
        (json["first"].clone(), json["phase"].clone()),
        (json!("confederate"), json!("rally"))
    );
    assert_eq!(
        (json["active"].clone(), json["ford"].clone(), json["pending"].clone()),
        (json!([]), json!(null), json!(null))
    );
    assert_eq!(json["control"], json!({"1212": "union"}), "Union infantry stands there");
    assert_eq!(field().at(json!({})).json()["phase"], "activation");
    let owed = field().at(json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"]}));
    assert_eq!(owed.json()["obligations"], json!(["1111"]));
    let first = field().at(json!({"turn": 1, "side": "confederate"}));
    assert_eq!(first.json()["first"], "union");
}

#[test]
fn impossible_arrangements_are_refused_with_their_place() {
    for (position, expected) in [
        (
            json!({"units": [{"id": "uA", "hex": "1010"}, {"id": "cA", "hex": "1010"}]}),
            "with an enemy unit [BR 5.0]",
        ),
        (
            json!({"units": [{"id": "cA", "hex": "1010"}, {"id": "cB", "hex": "1010"}]}),
            "hex 1010: found more units than may stack",
        ),
        (json!({"units": [{"id": "uG", "hex": "1005"}]}), "closed to cavalry and guns [BR 6.0]"),
        (
            json!({"units": [{"id": "uA", "hex": "1010"}, {"id": "uA", "hex": "1010"}]}),
            "listed twice",
        ),
        (json!({"units": [{"id": "uA", "state": "reserve"}]}), "in reserve"),
        (json!({"units": [{"id": "uA"}]}), "hex: it is missing"),
        (
            json!({"units": [{"id": "uA", "hex": "1010", "steps": 3}]}),
            "steps: found 3; expected a whole number, 1 to 2",
        ),
        (json!({"units": [{"id": "nobody", "hex": "1010"}]}), "the designation of a unit"),
        (json!({"turn": 9}), "turn: found 9"),
        (json!({"phase": "combat"}), "phase: found \"combat\""),
        (json!({"side": "confederate", "turn": 2, "phase": "activation"}), "nobody names corps"),
        (
            json!({"turn": 2, "side": "union", "phase": "rally", "active": ["I", "II", "V"]}),
            "active: found 3 corps; expected at most 2",
        ),
        (
            json!({"turn": 2, "side": "union", "phase": "rally", "active": ["IX"]}),
            "found \"IX\"; expected I, II or V",
        ),
        (json!({"turn": 2, "side": "confederate", "active": ["I"]}), "at most 0"),
        (json!({"ford": "1010|1011"}), "ford: found"),
        (json!({"hill": "due"}), "hill: found \"due\"; expected none"),
        (json!({"targets": ["1012"]}), "targets: found hexes"),
        (json!({"obligations": ["1012"]}), "obligations: found hexes"),
        (
            json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "obligations": ["0101"]}),
            "no enemy is there",
        ),
        (
            json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "obligations": ["1012"]}),
            "no infantry that must assault",
        ),
        (json!({"control": {"1010": "union"}}), "expected the hex of a landmark"),
        (
            json!({"units": [{"id": "cA", "hex": "1212"}], "control": {"1212": "union"}}),
            "a Confederate unit is there",
        ),
        (json!({"outcome": {"winner": null, "name": "Draw", "points": 3}}), "before the last turn"),
        (json!({"first": "confederate"}), "on the first turn"),
        (json!({"general": "Hooker"}), "unknown field \"general\""),
    ] {
        let told = wrong(position.clone());
        assert!(told.contains(expected), "{position}: {told}");
    }
    let many = wrong(json!({"turn": 0, "phase": "lunch", "units": [{"id": "uA"}]}));
    assert_eq!(many.lines().count(), 3, "all faults at once: {many}");
}

/// A defender thrown back: its pending choice as the door writes it.
fn waiting() -> (Game, Value) {
    let field = Field::open()
        .union("uA", 9, "1110")
        .union("uB", 9, "1111")
        .confederate("cA", 4, "1010")
        .confederate("cB", 4, "0404");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    let position = game.json();
    (game, position)
}

#[test]
fn a_pending_choice_reads_back_and_marks_who_took_part() {
    let (game, mut position) = waiting();
    assert_eq!(position["pending"]["units"], json!(["cA"]));
    for unit in position["units"].as_array_mut().unwrap() {
        for mark in ["assaulted", "defended"] {
            unit.as_object_mut().unwrap().remove(mark);
        }
    }
    let again = Game::at(game.ready().clone(), position);
    assert_eq!(again.state(), game.state());
}

#[test]
fn impossible_choices_are_refused() {
    let (game, position) = waiting();
    for (key, value, expected) in [
        ("step", json!("dinner"), "pending, step: found \"dinner\""),
        ("step", json!("loss"), "does not follow DR"),
        ("decider", json!("union"), "found \"union\"; expected \"confederate\""),
        ("units", json!([]), "found nobody"),
        ("units", json!(["cB"]), "nothing to choose"),
        ("die", json!(7), "pending, die: found 7"),
        ("result", json!("KO"), "A1, AR, NE, EX, DR or D1"),
        ("moving", json!("cB"), "is not displaced"),
        (
            "assault",
            json!({"defenders": ["1010"], "attackers": ["cB"]}),
            "units of the phasing player",
        ),
        ("assault", json!(null), "expected one of \"assault\" and \"bombard\""),
    ] {
        let mut position = position.clone();
        position["pending"][key] = value.clone();
        let told = game.faults_of(position);
        assert!(told.contains(expected), "{key} {value}: {told}");
    }
    let mut other = position.clone();
    other["phase"] = json!("movement");
    other["obligations"] = json!([]);
    assert!(game.faults_of(other).contains("found one in the movement phase"));
}

#[test]
fn impossible_reactions_are_refused() {
    let field = Field::open()
        .options(&["6.0"])
        .union("uA", 4, "1010")
        .unit("cC", "cavalry", 4, "JS", "1013")
        .confederate("cA", 4, "1515");
    let mut game = field.phase("union", "movement");
    game.apply(json!({"move": {"unit": "uA", "to": "1012"}}), &[]);
    let position = game.json();
    for (key, value, expected) in [
        ("mover", json!("cC"), "expected infantry that moves"),
        ("half_points", json!(9), "at most 8"),
        ("path", json!(["1015"]), "cannot go this way"),
        ("units", json!(["cA"]), "no cavalry or artillery"),
        ("units", json!([]), "found nobody"),
    ] {
        let mut position = position.clone();
        position["pending"][key] = value.clone();
        let told = game.faults_of(position);
        assert!(told.contains(expected), "{key} {value}: {told}");
    }
}

#[test]
fn actions_that_cannot_be_read_are_named() {
    use rules::System;
    let game = field().phase("union", "movement");
    for (action, expected) in [
        (json!({"charge": {}}), "found \"charge\""),
        (json!({}), "found 0 fields"),
        (json!({"move": {"unit": "uA"}}), "neither \"to\" nor \"path\""),
        (json!({"move": {"unit": "uA", "to": "9999"}}), "the number of a hex"),
        (json!({"activate": {"corps": ["I", "I"]}}), "named twice"),
        (json!({"assault": {"defenders": ["1010", "1010"], "attackers": []}}), "named twice"),
        (json!({"rally": {"unit": "uA", "speed": 3}}), "unknown field \"speed\""),
    ] {
        let told = game.ready().read_action(game.state(), &action).unwrap_err().to_string();
        assert!(told.contains(expected), "{action}: {told}");
    }
}

/// Every action reads back as it was written, and every question of a table has its answer.
#[test]
fn questions_are_answered() {
    use rules::System;
    use rules::game::Seat;
    let ask =
        |game: &Game, question: Value| game.ready().ask(game.state(), Seat::Watcher, &question);
    let game = field().phase("union", "movement");
    let reach = ask(&game, json!({"reach": {"unit": "uA"}})).unwrap();
    assert!(
        reach["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|to| to["to"] == "1009" && to["half_points"] == 2)
    );
    assert_eq!(ask(&game, json!({"reach": {"unit": "cA"}})).unwrap()["refusal"]["rule"], "BR 3.0");
    let path = ask(&game, json!({"path": {"unit": "uA", "to": "1008"}})).unwrap();
    assert_eq!(
        (path["path"].clone(), path["costs"].clone()),
        (json!(["1009", "1008"]), json!([2, 2]))
    );
    assert_eq!(
        ask(&game, json!({"sight": {"from": "1006", "to": "1003"}})).unwrap()["blocked_by"],
        json!(["1005"])
    );
    assert_eq!(
        ask(&game, json!({"zones": {"hex": "1010"}})).unwrap()["controls"]
            .as_array()
            .unwrap()
            .len(),
        6
    );
    let game = field().phase("union", "bombardment");
    let guns = ask(&game, json!({"guns": {"unit": "uG"}})).unwrap();
    assert_eq!(guns["targets"].as_array().unwrap().len(), 2);
    let game =
        Field::open().union("uA", 4, "1010").confederate("cA", 4, "1011").phase("union", "assault");
    let duties = ask(&game, json!({"duties": {}})).unwrap();
    assert_eq!(duties["must_be_assaulted"], json!([{"hex": "1011", "units": ["uA"]}]));
    assert_eq!(
        ask(&game, json!({"target": {"hexes": ["1011"]}})).unwrap()["attackers"],
        json!(["uA"])
    );
    let odds = ask(&game, json!({"odds": {"action": assault(&["1011"], &["uA"])}})).unwrap();
    assert!(odds["faces"][5]["words"].as_str().unwrap().contains("retreats"), "{odds}");
    assert_eq!(
        ask(&game, json!({"why": {"action": {"end_phase": {}}}})).unwrap()["rule"],
        "BR 8.0"
    );
    assert!(ask(&game, json!({"weather": {}})).is_err());
}
