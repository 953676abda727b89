//! Advance after an assault [BR 12.0].

use serde_json::json;

use crate::fixture::{Field, assault, retreat};

fn advance(unit: &str, to: &str) -> serde_json::Value {
    json!({"advance": {"unit": unit, "to": to}})
}

/// [BR 12.0] One attacker next to the hex that was left; no supporter, and nobody over ground
/// closed to him.
#[test]
fn b12_0_one_attacker_advances() {
    let field = Field::open()
        .union("uA", 9, "1110")
        .union("uB", 9, "1111")
        .unit("uG", "regular", 3, "I", "1211")
        .landmark("1010", 3)
        .confederate("cA", 4, "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB", "uG"]), &[2]).apply(retreat("cA", "0810"), &[]);
    assert_eq!(game.pending(), "advance union");
    assert_eq!(game.json()["pending"]["units"], json!(["uA", "uB"]));
    assert_eq!(game.why(advance("uG", "1010")), "BR 12.0");
    assert_eq!(game.why(advance("uA", "1109")), "BR 12.0");
    assert_eq!(game.why(json!({"end_phase": {}})), "BR 12.0");
    game.apply(advance("uA", "1010"), &[]);
    assert_eq!((game.whereabouts("uA"), game.pending()), ("1010".into(), String::new()));
    assert_eq!(game.json()["control"]["1010"], "union");
}

/// [BR 12.0] The advance may be declined, and there is none when the attackers were thrown back or
/// the hex is held.
#[test]
fn b12_0_or_nobody() {
    let field = Field::open().union("uA", 9, "1110").confederate("cA", 4, "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA"]), &[4]);
    game.apply(retreat("cA", "0810"), &[]).apply(json!({"decline": {}}), &[]);
    assert_eq!((game.whereabouts("uA"), game.pending()), ("1110".into(), String::new()));
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA"]), &[6]);
    assert_eq!(
        (game.whereabouts("cA"), game.pending()),
        ("1010-".into(), String::new()),
        "it is held"
    );
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA"]), &[2]);
    assert_eq!(game.pending(), "retreat union");
}

/// [BR 12.0] Cavalry advances as infantry does: what is closed to it, it could not have assaulted.
#[test]
fn b12_0_cavalry_advances_too() {
    let field = Field::open()
        .unit("uC", "cavalry", 20, "I", "1110")
        .union("uA", 1, "1111")
        .confederate("cA", 4, "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uC", "uA"]), &[3]).apply(retreat("cA", "0810"), &[]);
    assert_eq!(game.json()["pending"]["units"], json!(["uA", "uC"]));
}
