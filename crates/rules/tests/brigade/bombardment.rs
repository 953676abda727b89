//! Bombardment [BR 7.0, 9.0].

use serde_json::json;

use crate::fixture::{Field, bombard};

/// [BR 7.0] Guns of several hexes at one hex, once a phase, once a gun; never a hex without
/// enemies.
#[test]
fn b7_0_once_a_hex_and_once_a_gun() {
    let field = Field::open()
        .unit("uG", "regular", 4, "I", "1010")
        .unit("uH", "regular", 3, "I", "0910")
        .unit("uJ", "regular", 3, "I", "0810")
        .union("uA", 3, "0810")
        .confederate("cA", 4, "1014");
    let mut game = field.phase("union", "bombardment");
    assert_eq!(game.why(bombard("1014", &[])), "BR 7.0");
    assert_eq!(game.why(bombard("1014", &["uA"])), "BR 7.0");
    assert_eq!(game.why(bombard("1013", &["uG"])), "BR 7.0");
    let listed = game.actions();
    assert_eq!(listed[0]["action"], bombard("1014", &["uG", "uH", "uJ"]));
    game.apply(bombard("1014", &["uG", "uH"]), &[2]);
    assert_eq!(game.json()["targets"], json!(["1014"]));
    assert_eq!(game.why(bombard("1014", &["uJ"])), "BR 7.0", "once in a phase");
    let mut game = field.options(&["D19"]).phase("union", "bombardment");
    game.apply(bombard("1014", &["uG"]), &[2]);
    assert_eq!(game.why(bombard("1014", &["uJ"])), "legal");
    assert_eq!(game.why(bombard("1014", &["uG"])), "BR 7.0");
    game.end_phase(&[]);
    assert_eq!(game.json()["targets"], json!([]));
}

/// [BR 9.0] A one that distance makes a nothing is read as a one.
#[test]
fn b9_0_distance_never_takes_the_last_pip() {
    let field = Field::open().unit("uG", "regular", 20, "I", "1010").confederate("cA", 4, "1015");
    let odds = field.phase("union", "bombardment").odds(bombard("1015", &["uG"]));
    assert_eq!(
        (odds["faces"][0]["result"].clone(), odds["faces"][1]["result"].clone()),
        (json!("EX"), json!("EX"))
    );
}

/// [BR 7.0, 13.0] Defenders retreat from all guns that fired; nobody advances, and guns that fired
/// do nothing else.
#[test]
fn b7_0_defenders_retreat_from_guns() {
    let field = Field::open()
        .unit("uG", "regular", 20, "I", "1010")
        .confederate("cA", 4, "1014")
        .union("uA", 4, "1012");
    let mut game = field.phase("union", "bombardment");
    game.apply(bombard("1014", &["uG"]), &[2]);
    assert_eq!(game.pending(), "retreat confederate");
    let ends = game.retreats("cA");
    assert!(ends.contains(&"1016".to_owned()) && !ends.contains(&"1013".to_owned()), "{ends:?}");
    game.apply(json!({"retreat": {"unit": "cA", "to": "1016"}}), &[]);
    assert_eq!(game.pending(), "");
    game.end_phase(&[]);
    assert_eq!(
        game.why(json!({"assault": {"defenders": ["1016"], "attackers": ["uG"]}})),
        "BR 7.0"
    );
}
