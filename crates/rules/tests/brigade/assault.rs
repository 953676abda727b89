//! Assault [BR 8.0] and its results [BR 10.0, 11.0].

use serde_json::json;

use crate::fixture::{Field, assault};

/// [BR 8.0] Whoever attacks is next to every hex attacked; nobody else attacks.
#[test]
fn b8_0_all_to_all() {
    let field = Field::open()
        .union("uA", 4, "1110")
        .union("uB", 4, "0708")
        .unit("uG", "regular", 4, "I", "0708")
        .confederate("cA", 4, "1010")
        .confederate("cB", 4, "1111");
    let game = field.phase("union", "assault");
    assert_eq!(game.why(assault(&[], &["uA"])), "BR 8.0");
    assert_eq!(game.why(assault(&["1010"], &[])), "BR 8.0");
    assert_eq!(game.why(assault(&["1009"], &["uA"])), "BR 8.0", "nobody is there");
    assert_eq!(game.why(assault(&["1010", "1111"], &["uA"])), "legal");
    assert_eq!(game.why(assault(&["1010", "1111"], &["uA", "uB"])), "BR 8.0", "not next to them");
    assert_eq!(game.why(assault(&["1010", "1111"], &["uA", "uG"])), "BR 8.0", "too far to support");
}

/// [BR 8.0] Over water infantry alone, over the plain creek nobody; into cover infantry alone.
#[test]
fn b8_0_water_and_cover() {
    let field = |ground: char, cross: fn(Field) -> Field| {
        let field = Field::open()
            .ground("1010", ground)
            .union("uA", 4, "1110")
            .unit("uC", "cavalry", 4, "I", "1009")
            .unit("uG", "horse", 4, "I", "1009")
            .confederate("cA", 4, "1010");
        cross(field).phase("union", "assault")
    };
    let dry: fn(Field) -> Field = |field| field;
    let all = |game: &crate::fixture::Game| {
        ["uA", "uC", "uG"].map(|unit| game.why(assault(&["1010"], &[unit])) == "legal")
    };
    assert_eq!(all(&field('.', dry)), [true, true, true].map(|it| it));
    assert_eq!(all(&field('w', dry)), [true, false, false]);
    assert_eq!(all(&field('s', dry)), [true, false, false]);
    assert_eq!(
        all(&field('.', |field| field.creek("1010", "1110").creek("1010", "1009"))),
        [false; 3]
    );
    for cross in [
        (|field: Field| field.bridge("1010", "1110").bridge("1010", "1009")) as fn(Field) -> Field,
        |field| field.ford("1010", "1110").ford("1010", "1009"),
        |field| field.stream("1010", "1110").stream("1010", "1009"),
    ] {
        assert_eq!(all(&field('.', cross)), [true, false, false]);
    }
    // Cavalry on the near bank has no part in an assault in which anybody crosses.
    let mixed = field('.', |field| field.bridge("1010", "1110"));
    assert_eq!(mixed.why(assault(&["1010"], &["uC"])), "legal");
    assert_eq!(mixed.why(assault(&["1010"], &["uA", "uC"])), "BR 8.0");
}

/// [BR 8.0] Once a unit, once a defender; whoever retreats in defends again with its hex.
#[test]
fn b8_0_each_once() {
    let field =
        Field::open().union("uA", 4, "1110").union("uB", 4, "0910").confederate("cA", 4, "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA"]), &[4]);
    assert_eq!(game.event("resulted").unwrap()["result"], "NE");
    assert_eq!(game.why(assault(&["1010"], &["uB"])), "BR 8.0", "it has been assaulted");
    assert_eq!(game.unit("cA")["defended"], true);
    assert_eq!(game.unit("uA")["assaulted"], true);
}

/// [BR 8.0] A hex nobody answers for any more lapses when the combat is over, not before.
#[test]
fn b8_0_obligations_lapse_after_a_combat() {
    // uA answers for 1010 and 1111; it assaults both, is thrown back, and cB was only in uA's zone.
    let field = Field::open()
        .union("uA", 2, "1110")
        .confederate("cA", 9, "1010")
        .confederate("cB", 9, "1111");
    let mut game = field.phase("union", "assault");
    assert_eq!(game.json()["obligations"], json!(["1010", "1111"]));
    assert_eq!(game.why(assault(&["1111"], &["uA"])), "BR 8.0");
    game.apply(assault(&["1010", "1111"], &["uA"]), &[2]);
    assert_eq!(game.json()["obligations"], json!([]));
    // Rallied and searching units oblige nobody.
    let rallied =
        json!([{"id": "uA", "hex": "1110", "rallied": true}, {"id": "cA", "hex": "1010"}]);
    let game = field.at(
        json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "units": rallied}),
    );
    assert_eq!(game.json()["obligations"], json!([]));
    assert_eq!(game.why(assault(&["1010"], &["uA"])), "BR 4.0");
}

/// [BR 8.0] The list has every set of infantry and cavalry, the guns that may join, and guns alone.
#[test]
fn b8_0_the_list_of_assaults() {
    let field = Field::open()
        .union("uA", 4, "1110")
        .unit("uB", "cavalry", 4, "I", "1009")
        .unit("uG", "horse", 4, "I", "1110")
        .unit("uH", "regular", 4, "I", "1008")
        .confederate("cA", 4, "1010");
    let game = field.phase("union", "assault");
    let listed: Vec<String> = game
        .actions()
        .iter()
        .map(|one| format!("{} {}", one["action"]["assault"]["attackers"], one["may_join"]))
        .collect();
    let expected = [
        r#"["uA"] ["uG","uH"]"#,
        r#"["uB"] ["uG","uH"]"#,
        r#"["uA","uB"] ["uG","uH"]"#,
        r#"["uG"] ["uH"]"#,
    ];
    assert_eq!(listed, expected);
    // Whoever has tried to rally has no part.
    let units = json!([{"id": "uA", "hex": "1110", "rallied": true}, {"id": "uB", "hex": "1009"}, {"id": "uG", "hex": "1110"}, {"id": "uH", "hex": "1008"}, {"id": "cA", "hex": "1010"}]);
    let game = field.at(
        json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "units": units}),
    );
    let listed: Vec<String> = game
        .actions()
        .iter()
        .filter(|one| one["may_join"].is_array())
        .map(|one| format!("{} {}", one["action"]["assault"]["attackers"], one["may_join"]))
        .collect();
    assert_eq!(listed, [r#"["uB"] ["uG","uH"]"#, r#"["uG"] ["uH"]"#]);
}

/// [BR 10.0, 11.0] The owner chooses who loses a step; in an exchange the defender first.
#[test]
fn b11_0_the_owner_chooses() {
    let field = Field::open()
        .union("uA", 4, "1110")
        .union("uB", 4, "1009")
        .unit("uG", "horse", 1, "I", "1009")
        .confederate("cA", 5, "1010")
        .confederate("cB", 4, "1011");
    let mut game = field.phase("union", "assault");
    // 8 and a half... 18 to 18: an exchange on a 5.
    game.apply(assault(&["1010"], &["uA", "uB", "uG"]), &[4]);
    assert_eq!(game.event("resulted").unwrap()["result"], "DR".to_owned());
    let field = Field::open()
        .union("uA", 4, "1110")
        .union("uB", 4, "1111")
        .unit("uG", "horse", 1, "I", "1111")
        .confederate("cA", 5, "1010")
        .confederate("cB", 4, "1011");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010", "1011"], &["uB", "uG"]), &[6]);
    assert_eq!(game.event("resulted").unwrap()["result"], "EX");
    assert_eq!(game.pending(), "loss confederate");
    assert_eq!(game.why(json!({"loss": {"unit": "uB"}})), "BR 11.0");
    game.apply(json!({"loss": {"unit": "cB"}}), &[]);
    assert_eq!(
        (game.whereabouts("cB"), game.whereabouts("uB")),
        ("1011-".into(), "1111-".into()),
        "infantry before guns"
    );
}
