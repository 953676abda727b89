//! Withdrawal before infantry, an optional rule [BR 6.0].

use serde_json::{Value, json};

use crate::fixture::{Field, march};

fn field() -> Field {
    Field::open()
        .options(&["6.0"])
        .union("uA", 4, "1010")
        .unit("cC", "cavalry", 4, "JS", "1013")
        .unit("cG", "regular", 4, "JS", "1113")
}

fn withdraw(unit: &str, to: &str) -> Value {
    json!({"withdraw": {"unit": unit, "to": to}})
}

/// [BR 6.0] Each in the order of designations may go one or two hexes; then the mover chooses anew.
#[test]
fn b6_0_cavalry_and_guns_fall_back() {
    let mut game = field().phase("union", "movement");
    game.apply(march("uA", "1012"), &[]);
    assert_eq!(game.pending(), "withdraw confederate");
    let pending = game.json()["pending"].clone();
    assert_eq!(
        (pending["units"].clone(), pending["half_points"].clone(), pending["path"].clone()),
        (json!(["cC", "cG"]), json!(4), json!([]))
    );
    assert_eq!(game.whereabouts("uA"), "1012");
    assert_eq!(game.why(withdraw("cG", "1115")), "BR 6.0", "the other decides first");
    assert_eq!(game.why(withdraw("cC", "1011")), "BR 6.0", "into the mover's zone of control");
    assert_eq!(game.why(withdraw("cC", "1016")), "BR 6.0", "too far");
    assert_eq!(game.why(withdraw("uA", "1016")), "BR 6.0");
    assert_eq!(game.why(march("uA", "1013")), "BR 6.0");
    game.apply(withdraw("cC", "1015"), &[]);
    assert_eq!(game.json()["pending"]["withdrew"], true);
    game.apply(json!({"decline": {}}), &[]);
    assert_eq!(game.pending(), "go_on union");
    assert_eq!(game.unit("uA")["moved"], Value::Null);
    assert_eq!(game.cost("uA", "1014"), Some(4), "with the points left");
    assert_eq!(game.why(march("uA", "1015")), "BR 5.0");
    assert_eq!(game.why(march("cG", "1114")), "BR 6.0", "another moves");
    game.apply(json!({"decline": {}}), &[]);
    assert_eq!((game.pending(), game.unit("uA")["moved"].clone()), (String::new(), json!(true)));
}

/// [BR 6.0] If nobody withdraws the mover goes on as announced, and each hex of its way is a new
/// trigger.
#[test]
fn b6_0_nobody_withdraws() {
    let mut game = field().phase("union", "movement");
    game.apply(json!({"move": {"unit": "uA", "path": ["1011", "1012", "0913"]}}), &[]);
    assert_eq!(
        (game.pending(), game.whereabouts("uA")),
        ("withdraw confederate".into(), "1012".into())
    );
    game.apply(json!({"decline": {}}), &[]).apply(json!({"decline": {}}), &[]);
    assert_eq!(
        (game.pending(), game.whereabouts("uA")),
        ("withdraw confederate".into(), "0913".into())
    );
    assert_eq!(game.json()["pending"]["units"], json!(["cC"]));
    game.apply(json!({"decline": {}}), &[]);
    assert_eq!((game.pending(), game.unit("uA")["moved"].clone()), (String::new(), json!(true)));
}

/// [BR 6.0] A hex in which the mover may not stop triggers nothing, cavalry and guns trigger
/// nothing, infantry does not withdraw, and without the option nobody does.
#[test]
fn b6_0_what_triggers_nothing() {
    let full = field().union("uB", 4, "1012");
    let mut game = full.phase("union", "movement");
    game.apply(json!({"move": {"unit": "uA", "path": ["1011", "1012", "0912"]}}), &[]);
    assert_eq!((game.pending(), game.whereabouts("uA")), (String::new(), "0912".into()));
    let mut game = Field::open()
        .options(&["6.0"])
        .unit("uC", "cavalry", 4, "I", "1010")
        .unit("cG", "regular", 4, "JS", "1012")
        .phase("union", "movement");
    game.apply(march("uC", "1011"), &[]);
    assert_eq!(game.pending(), "");
    let mut game = Field::open()
        .options(&["6.0"])
        .union("uA", 4, "1010")
        .confederate("cA", 4, "1012")
        .phase("union", "movement");
    game.apply(march("uA", "1011"), &[]);
    assert_eq!(game.pending(), "");
    let mut game = field().options(&[]).phase("union", "movement");
    game.apply(march("uA", "1012"), &[]);
    assert_eq!(game.pending(), "");
}

/// [BR 6.0?] Whoever withdraws may stand in the way that was announced: the position is read back
/// all the same.
#[test]
fn b6_0_a_withdrawal_into_the_way_is_read_back() {
    let mut game = field().phase("union", "movement");
    game.apply(json!({"move": {"unit": "uA", "path": ["1011", "1012", "0913", "0914"]}}), &[]);
    game.apply(withdraw("cC", "0914"), &[]);
    let position = game.json();
    assert_eq!(position["pending"]["path"], json!(["0913", "0914"]));
    assert_eq!(game.faults_of(position), "");
}

/// [BR 16.0?] A mover that waits for reactions on a landmark has not taken it: it is not at rest.
#[test]
fn b16_0_a_mover_that_waits_takes_no_landmark() {
    let field = Field::open()
        .options(&["6.0"])
        .landmark("1012", 3)
        .confederate("cA", 4, "1010")
        .unit("uC", "cavalry", 4, "CAV", "1013");
    let at = json!({"turn": 2, "side": "confederate", "phase": "movement", "control": {"1012": "union"}});
    let mut game = field.at(at);
    game.apply(march("cA", "1012"), &[]);
    assert_eq!(
        (game.pending(), game.json()["control"]["1012"].clone()),
        ("withdraw union".into(), json!("union"))
    );
    assert_eq!(game.faults_of(game.json()), "");
    game.apply(json!({"decline": {}}), &[]);
    assert_eq!(game.json()["control"]["1012"], "confederate");
}
