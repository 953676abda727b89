//! Actions as text: every shape, and what is wrong with those that make no sense.

use rules::blue_gray::json::{action_to_json, canonical_bytes, parse_action};
use serde_json::{Value, json};

use crate::fixture::{Field, Game};

fn game() -> Game {
    let field = Field::open().union("A", 4, "0505").union("B", 4, "0506").union_gun("G", 2, "0501");
    field.confederate("X", 4, "0503").confederate("Y", 4, "0703").movement()
}

fn wrong(action: Value) -> String {
    let faults = game().misread(action.clone());
    assert!(!faults.is_empty(), "nothing is wrong with {action}");
    faults
}

#[test]
fn every_shape_is_read_and_written_back() {
    let game = game();
    for action in [
        json!({"move": {"unit": "A", "to": "0507"}}),
        json!({"move": {"unit": "A", "path": ["0506", "0507"]}}),
        json!({"enter": {"unit": "A", "hex": "0101"}}),
        json!({"enter": {"unit": "A", "hex": "0101", "to": "0102"}}),
        json!({"enter": {"unit": "A", "hex": "0101", "path": ["0102", "0103"]}}),
        json!({"exit": {"unit": "A", "hex": "0101"}}),
        json!({"exit": {"unit": "A", "hex": "0101", "path": ["0102", "0101"]}}),
        json!({"end_phase": {}}),
        json!({"attack": {"defenders": ["0503"], "attackers": ["0504"], "bombard": ["G"]}}),
        json!({"attack": {"defenders": ["0503"], "attackers": ["0504"], "bombard": [], "column": "1-3"}}),
        json!({"elect": {"unit": "G", "retreat": true}}),
        json!({"losses": {"units": ["A", "B"]}}),
        json!({"retreat": {"unit": "A", "to": "0506"}}),
        json!({"retreat": {"unit": "A", "to": "0506", "displace": "B"}}),
        json!({"advance": {"unit": "A", "to": "0503"}}),
        json!({"decline": {}}),
    ] {
        let read = parse_action(game.battle(), game.state(), &action.to_string()).unwrap();
        assert_eq!(action_to_json(game.battle(), &read), action);
    }
}

#[test]
fn a_path_may_begin_where_the_unit_is() {
    let game = game();
    let read =
        |action: Value| parse_action(game.battle(), game.state(), &action.to_string()).unwrap();
    assert_eq!(
        read(json!({"move": {"unit": "A", "path": ["0505", "0506", "0507"]}})),
        read(json!({"move": {"unit": "A", "path": ["0506", "0507"]}})),
    );
    assert_eq!(
        read(json!({"enter": {"unit": "A", "hex": "0101", "path": ["0101", "0102"]}})),
        read(json!({"enter": {"unit": "A", "hex": "0101", "path": ["0102"]}})),
    );
    assert_eq!(
        read(json!({"move": {"unit": "A", "to": "0507", "path": ["0506", "0507"]}})),
        read(json!({"move": {"unit": "A", "path": ["0506", "0507"]}})),
    );
}

#[test]
fn the_order_of_hexes_and_guns_does_not_matter() {
    let game = game();
    let bytes = |action: Value| {
        let read = parse_action(game.battle(), game.state(), &action.to_string()).unwrap();
        canonical_bytes(game.battle(), &read)
    };
    assert_eq!(
        bytes(
            json!({"attack": {"attackers": ["0602", "0502"], "bombard": ["G"], "defenders": ["0703", "0503"]}})
        ),
        bytes(
            json!({"attack": {"defenders": ["0503", "0703"], "attackers": ["0502", "0602"], "bombard": ["G"]}})
        ),
        "nor does it change the dice"
    );
    assert_eq!(
        bytes(json!({"attack": {"defenders": ["0503"], "attackers": ["0504"]}})),
        bytes(
            json!({"attack": {"defenders": ["0503"], "attackers": ["0504"], "bombard": [], "column": null}})
        ),
    );
}

#[test]
fn one_action_of_a_known_kind() {
    assert_eq!(wrong(json!({})), "action: found 0 fields; expected one action");
    let two = json!({"end_phase": {}, "decline": {}});
    assert_eq!(wrong(two), "action: found 2 fields; expected one action");
    assert_eq!(wrong(json!(3)), "action: found 3; expected an object with one action");
    assert_eq!(
        wrong(json!({"charge": 1})),
        "action: found \"charge\"; expected move, enter, exit, end_phase, attack, elect, losses, retreat, \
         advance or decline"
    );
    assert_eq!(wrong(json!({"end_phase": null})), "end_phase: found null; expected an object");
    assert_eq!(
        wrong(json!({"decline": {"why": "fear"}})),
        "decline: unknown field \"why\"; expected none"
    );
}

#[test]
fn whatever_is_missing_or_unknown_is_named() {
    assert_eq!(wrong(json!({"move": {}})), "move: the field \"unit\" is missing");
    assert_eq!(
        wrong(json!({"move": {"unit": "A"}})),
        "move: found neither \"to\" nor \"path\"; expected one of them"
    );
    let both = wrong(json!({"move": {"unit": "Z", "to": "9999", "by": "night"}}));
    assert_eq!(both.lines().count(), 3, "{both}");
    assert!(both.contains("move, unit: found \"Z\"") && both.contains("move, to: found \"9999\""));
    assert!(both.contains("move: unknown field \"by\"; expected unit, to or path"));
    let fault = wrong(
        json!({"attack": {"defenders": ["0503", "050"], "bombard": ["G", "Q"], "column": "7-1"}}),
    );
    assert_eq!(fault.lines().count(), 3, "{fault}");
    assert!(fault.contains("attack, defenders, item 2: found \"050\""));
    assert!(fault.contains("attack, bombard, item 2: found \"Q\""));
    assert!(
        fault.contains("attack, column: found \"7-1\"; expected a column from \"1-5\" to \"6-1\"")
    );
    let fault = wrong(json!({"attack": {"defenders": "0503"}}));
    assert_eq!(fault, "attack, defenders: found \"0503\"; expected a list");
    assert!(wrong(json!({"elect": {"unit": "G"}})).contains("the field \"retreat\" is missing"));
    assert!(
        wrong(json!({"elect": {"unit": "G", "retreat": 1}})).contains("expected true or false")
    );
    assert!(wrong(json!({"losses": {}})).contains("the field \"units\" is missing"));
    assert!(
        wrong(json!({"retreat": {"unit": "A", "to": "0506", "displace": 5}})).contains("found 5")
    );
    assert!(wrong(json!({"advance": {"to": "0503"}})).contains("the field \"unit\" is missing"));
    assert!(wrong(json!({"exit": {"unit": "A"}})).contains("the field \"hex\" is missing"));
    assert!(wrong(json!({"enter": {"unit": "A"}})).contains("the field \"hex\" is missing"));
}

#[test]
fn nothing_is_named_twice_and_nothing_is_endless() {
    let fault = wrong(json!({"attack": {"defenders": ["0503", "0503"]}}));
    assert_eq!(fault, "attack, defenders: a hex is named twice");
    let fault = wrong(json!({"losses": {"units": ["A", "A"]}}));
    assert_eq!(fault, "losses, units: A is named twice");
    let many: Vec<String> = (1..=7).map(|row| format!("010{row}")).collect();
    let fault = wrong(json!({"attack": {"defenders": many}}));
    assert_eq!(fault, "attack, defenders: found 7 hexes; expected at most 6");
    let long = vec!["0505"; 300];
    let fault = wrong(json!({"move": {"unit": "A", "path": long}}));
    assert!(fault.starts_with("move, path: found 299 hexes; expected no more"), "{fault}");
}

#[test]
fn an_empty_path_is_a_move_to_nowhere() {
    let game = game();
    assert_eq!(game.why(json!({"move": {"unit": "A", "path": []}})), "BG 5.16");
    let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0503");
    let off = field.at(json!({"units": [{"id": "A", "state": "eliminated"}]}));
    assert_eq!(
        off.misread(json!({"move": {"unit": "A", "path": []}})),
        "move, path: found no hex; expected those that the unit enters"
    );
}
