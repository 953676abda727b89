//! The sequence of play, activation, rally and victory [BR 2.0, 3.0, 4.0, 15.0, 16.0].

use serde_json::{Value, json};

use crate::fixture::{Field, Game, march};

fn activate(corps: &[&str]) -> Value {
    json!({"activate": {"corps": corps}})
}

/// [BR 3.0] No, one or two corps with units on the map, once, before everything else.
#[test]
fn b3_0_corps_are_named_before_everything_else() {
    let field = Field::open().union("uA", 4, "1010");
    let game = field.phase("union", "activation");
    assert_eq!(game.why(activate(&[])), "legal");
    assert_eq!(game.why(activate(&["I", "V"])), "legal");
    assert_eq!(game.why(activate(&["I", "II", "V"])), "BR 3.0");
    assert_eq!(game.why(json!({"end_phase": {}})), "BR 3.0");
    assert_eq!(game.why(json!({"rally": {"unit": "uA"}})), "BR 3.0");
    assert_eq!(game.actions().len(), 1 + 3 + 3);
    let units = json!([{"id": "uA", "hex": "1010"}]);
    let game = field.at(json!({"turn": 2, "side": "union", "units": units}));
    assert_eq!(game.why(activate(&["V"])), "BR 3.0", "no unit of it is on the map");
    let late = field.clone().options(&["D39"]);
    assert_eq!(late.phase("union", "activation").why(activate(&["V"])), "BR 3.0");
    let game = late.at(json!({"turn": 6, "side": "union"}));
    assert_eq!(game.why(activate(&["V"])), "legal");
}

/// [BR 3.0] A unit that is not active does nothing; it keeps its zone of control and defends.
#[test]
fn b3_0_inactive_units_rest() {
    let field = Field::open()
        .union("uA", 4, "1010")
        .unit("uB", "infantry", 4, "V", "1204")
        .unit("uC", "cavalry", 4, "CAV", "0606")
        .unit("uG", "regular", 4, "V", "1205")
        .confederate("cA", 4, "1304")
        .confederate("cB", 4, "1207");
    let game = field.phase("union", "movement");
    assert_eq!(game.why(march("uB", "1203")), "BR 3.0");
    assert_eq!(game.why(march("uA", "1009")), "legal");
    assert_eq!(game.why(march("uC", "0605")), "legal", "cavalry is always active");
    assert_eq!(game.why(march("cA", "1305")), "BR 3.0");
    let game = field.phase("union", "bombardment");
    assert_eq!(game.why(json!({"bombard": {"target": "1207", "guns": ["uG"]}})), "BR 3.0");
    let game = field.phase("union", "assault");
    assert_eq!(game.json()["obligations"], json!([]));
    assert_eq!(
        game.why(json!({"assault": {"defenders": ["1304"], "attackers": ["uB"]}})),
        "BR 3.0"
    );
}

/// [BR 3.0] Union first on turn 1; then the higher die, the Union if they are equal; marks last to
/// the end of the turn.
#[test]
fn b3_0_initiative_and_phases() {
    let field = Field::open().union("uA", 4, "1010").confederate("cA", 4, "0303");
    let mut game = field.at(json!({}));
    assert_eq!(
        (game.json()["side"].clone(), game.json()["phase"].clone()),
        (json!("union"), json!("activation"))
    );
    game.apply(activate(&["I"]), &[]).end_phase(&[]);
    game.apply(march("uA", "1009"), &[]).end_phase(&[]).end_phase(&[]).end_phase(&[]);
    assert_eq!(
        (game.json()["side"].clone(), game.json()["phase"].clone()),
        (json!("confederate"), json!("rally"))
    );
    assert_eq!(game.unit("uA")["moved"], true, "marks are kept to the end of the turn");
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]).end_phase(&[3, 4]);
    assert_eq!(
        (game.json()["turn"].clone(), game.json()["first"].clone()),
        (json!(2), json!("confederate"))
    );
    assert_eq!(game.unit("uA")["moved"], Value::Null);
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]).end_phase(&[]);
    assert_eq!(game.json()["side"], "union");
    game.apply(activate(&[]), &[]);
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]).end_phase(&[4, 4]);
    assert_eq!(
        (game.json()["turn"].clone(), game.json()["first"].clone()),
        (json!(3), json!("union"))
    );
}

/// [BR 3.0] Solitaire: the corps are drawn, and nobody names any.
#[test]
fn b3_0_corps_are_drawn() {
    let field = Field::open().union("uA", 4, "1010").confederate("cA", 4, "0303").options(&["3.0"]);
    let mut game = field
        .at(json!({"turn": 2, "side": "confederate", "first": "confederate", "phase": "assault"}));
    game.end_phase(&[]);
    assert_eq!(game.json()["phase"], "rally");
    let told = game.event("activated").unwrap();
    assert_eq!((told["drawn"].clone(), told["corps"].as_array().unwrap().len()), (json!(true), 2));
    assert_eq!(game.json()["active"], told["corps"]);
    assert!(
        game.faults_of(json!({"turn": 2, "side": "union", "phase": "activation"}))
            .contains("phase")
    );
}

/// [BR 4.0] Only reduced units rally, and whoever tried does nothing else.
#[test]
fn b4_0_a_rally_bars_everything_else() {
    let field = Field::open()
        .union("uA", 4, "1010")
        .unit("uG", "regular", 4, "I", "0606")
        .confederate("cA", 4, "1212");
    let units = json!([{"id": "uA", "hex": "1010", "steps": 1}, {"id": "uG", "hex": "0606"}, {"id": "cA", "hex": "1212"}]);
    let mut game = field
        .at(json!({"turn": 2, "side": "union", "phase": "rally", "active": ["I"], "units": units}));
    assert_eq!(game.why(json!({"rally": {"unit": "uG"}})), "BR 4.0", "it has lost no step");
    game.apply(json!({"rally": {"unit": "uA"}}), &[6]).end_phase(&[]);
    assert_eq!(game.why(march("uA", "1009")), "BR 4.0");
}

/// [BR 2.0] Rivers and scenery are off the map, and a unit has two sides.
#[test]
fn b2_0_rivers_are_off_the_map() {
    let field = Field::open()
        .ground("1011", '~')
        .ground("1012", '~')
        .ground("1013", '#')
        .union("uA", 4, "1010");
    let game = field.phase("union", "movement");
    assert_eq!(game.why(march("uA", "1011")), "BR 2.0");
    assert_eq!(game.why(march("uA", "1013")), "BR 2.0");
}

/// [BR 15.0] The stack of those who arrived must be undone as far as it can; the rest comes again.
#[test]
fn b15_0_a_crowded_arrival_is_undone() {
    let field = Field::open().union("uA", 4, "0505").hill();
    let position = |units: Value| json!({"turn": 3, "side": "confederate", "first": "union", "phase": "movement", "hill": "arrived", "units": units});
    let all = json!([{"id": "cHa", "hex": "1010"}, {"id": "cHb", "hex": "1010"}, {"id": "cHc", "hex": "1010"}, {"id": "cHg", "hex": "1010"}, {"id": "uA", "hex": "0505"}]);
    let mut game = field.at(position(all));
    assert_eq!(game.why(json!({"end_phase": {}})), "BR 15.0");
    game.apply(march("cHa", "1009"), &[]);
    assert_eq!(game.why(json!({"end_phase": {}})), "BR 15.0");
    game.apply(march("cHb", "1011"), &[]);
    assert_eq!(game.why(json!({"end_phase": {}})), "legal");
    // Nobody of them can move any more: those without room go back and come again without a die.
    let tired = json!([{"id": "cHa", "hex": "1010", "moved": true}, {"id": "cHb", "hex": "1010", "moved": true}, {"id": "cHc", "hex": "1010", "moved": true}, {"id": "cHg", "hex": "1010", "moved": true}, {"id": "uA", "hex": "0505"}]);
    let mut game = field.at(position(tired));
    game.end_phase(&[]);
    let where_are =
        |game: &Game| ["cHa", "cHb", "cHc", "cHg"].map(|id| game.whereabouts(id)).join(" ");
    assert_eq!(where_are(&game), "1010 reserve reserve 1010");
    assert_eq!(game.json()["hill"], "due");
    game.end_phase(&[]).end_phase(&[4, 4]);
    assert_eq!(where_are(&game), "1010 1010 1010 1010");
}

/// [BR 15.0] An enemy in its hex delays the group, without a new die.
#[test]
fn b15_0_an_enemy_in_the_way_delays() {
    let field = Field::open().union("uA", 4, "1010").confederate("cA", 4, "0303").hill();
    let mut game =
        field.at(json!({"turn": 2, "side": "confederate", "first": "union", "phase": "assault"}));
    game.end_phase(&[6, 2, 2]);
    assert_eq!(game.json()["hill"], "due");
    assert!(game.event("delayed").is_some());
    game.apply(activate(&["I"]), &[]).end_phase(&[]);
    game.apply(march("uA", "1008"), &[]).end_phase(&[]).end_phase(&[]).end_phase(&[]);
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]).end_phase(&[2, 2]);
    assert_eq!(
        (game.json()["hill"].clone(), game.whereabouts("cHa")),
        (json!("arrived"), "1010".into())
    );
}

/// [BR 16.0] Union infantry at rest takes a landmark, any Confederate unit takes it back, others
/// change nothing.
#[test]
fn b16_0_landmarks_change_hands_at_rest() {
    let field = Field::open()
        .landmark("1010", 3)
        .landmark("1012", 2)
        .union("uA", 4, "1009")
        .unit("uC", "cavalry", 4, "I", "0911")
        .unit("cC", "cavalry", 4, "JS", "1115");
    let mut game = field.phase("union", "movement");
    game.apply(march("uC", "1012"), &[]);
    assert_eq!(game.json()["control"]["1012"], "confederate");
    game.apply(json!({"move": {"unit": "uA", "path": ["1010", "1011"]}}), &[]);
    assert_eq!(game.json()["control"]["1010"], "confederate", "passing through changes nothing");
    let mut game = field.phase("union", "movement");
    game.apply(march("uA", "1010"), &[]);
    assert_eq!(game.json()["control"]["1010"], "union");
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]).end_phase(&[]);
    game.apply(march("cC", "1012"), &[]);
    assert!(game.event("control_changed").is_none(), "it was Confederate");
}

/// [BR 16.0] Nothing is done after the end.
#[test]
fn b16_0_the_game_ends_after_the_last_turn() {
    let field =
        Field::open().landmark("1010", 3).union("uA", 4, "1010").confederate("cA", 4, "0303");
    let mut game =
        field.at(json!({"turn": 8, "side": "confederate", "first": "union", "phase": "assault"}));
    game.end_phase(&[]);
    assert_eq!(game.json()["outcome"], json!({"winner": null, "name": "Draw", "points": 3}));
    assert_eq!(game.why(json!({"end_phase": {}})), "BR 16.0");
    assert!(game.actions().is_empty());
}
