//! The worked examples W1 to W18 of our list of rules, one test each.

use rules::brigade::results::{CombatResults, Ratio};
use serde_json::json;

use crate::fixture::{Field, Game, assault, bombard, march, retreat};

/// The table of Antietam.
fn table() -> CombatResults {
    let game = Game::antietam("september-17", &[], json!({}));
    game.battle().facts.results.clone()
}

/// [BR 9.0] W1: the nearest column; halfway, the lower one.
#[test]
fn b9_0_w1_columns() {
    let table = table();
    let cases = [
        (8, 4, "2-1"),
        (4, 8, "1-2"),
        (7, 6, "1-1"),
        (7, 4, "1.5-1"),
        (5, 4, "1-1"),
        (11, 8, "1.5-1"),
        (5, 2, "2-1"),
        (13, 5, "3-1"),
        (7, 12, "1-2"),
        (5, 6, "1-1.5"),
        (40, 1, "4-1"),
        (1, 12, "1-4"),
    ];
    for (attack, defence, column) in cases {
        assert_eq!(table.name(table.column(attack, defence)), column, "{attack}:{defence}");
    }
    assert_eq!(Ratio::parse("1-0"), None);
    assert_eq!(Ratio::parse("one-1"), None);
}

/// [BR 8.0] W2: Crook over the Lower bridge on Toombs in the woods, figure 4 of the booklet.
#[test]
fn b8_0_w2_figure_4() {
    let field = Field::open()
        .ground("1010", 'w')
        .bridge("1010", "1110")
        .union("uCrook", 8, "1110")
        .confederate("cToombs", 3, "1010");
    let attack = assault(&["1010"], &["uCrook"]);
    let game = field.phase("union", "assault");
    let odds = game.odds(attack.clone());
    assert_eq!((&odds["attack_doubled"], &odds["defence_doubled"]), (&json!(8), &json!(12)));
    assert_eq!(odds["column"], "1-1.5");
    let after = |die: u8| {
        let mut game = field.phase("union", "assault");
        game.apply(attack.clone(), &[die]);
        (game.whereabouts("uCrook"), game.whereabouts("cToombs"), game.pending())
    };
    assert_eq!(after(1), ("1110-".into(), "1010".into(), String::new()));
    assert_eq!(after(5), ("1110-".into(), "1010-".into(), String::new()));
    assert_eq!(after(6).2, "retreat confederate");
}

/// [BR 8.0] W3: only those who cross are halved.
#[test]
fn b8_0_w3_mixed_crossing() {
    let field = |second: &str| {
        let field = Field::open()
            .bridge("1010", "1110")
            .union("uA", 7, "1110")
            .unit("uB", "infantry", 4, "I", second);
        let field = if second == "1111" { field.bridge("1010", "1111") } else { field };
        field
            .confederate("cA", 5, "1010")
            .phase("union", "assault")
            .odds(assault(&["1010"], &["uA", "uB"]))
    };
    let mixed = field("1009");
    assert_eq!(
        (&mixed["attack_doubled"], &mixed["defence_doubled"], &mixed["column"]),
        (&json!(15), &json!(10), &json!("1.5-1"))
    );
    let both = field("1111");
    assert_eq!(
        (&both["attack_doubled"], &both["defence_doubled"], &both["column"]),
        (&json!(11), &json!(10), &json!("1-1"))
    );
}

/// [BR 8.0] W4: cover.
#[test]
fn b8_0_w4_cover() {
    let odds = |ground: &[(&str, char)],
                units: &[(&str, u32, &str)],
                defender: u32,
                options: &[&'static str]| {
        let mut field = Field::open().confederate("cA", defender, "1010").options(options);
        for (cell, terrain) in ground {
            field = field.ground(cell, *terrain);
        }
        for (id, strength, at) in units {
            field = field.union(id, *strength, at);
        }
        let names: Vec<&str> = units.iter().map(|(id, ..)| *id).collect();
        let odds = field.phase("union", "assault").odds(assault(&["1010"], &names));
        format!(
            "{}:{} {}",
            odds["attack_doubled"],
            odds["defence_doubled"],
            odds["column"].as_str().unwrap()
        )
    };
    let woods = [("1010", 'w'), ("1110", 'w')];
    assert_eq!(odds(&[("1010", 'w')], &[("uA", 6, "1110")], 3, &[]), "12:12 1-1");
    assert_eq!(odds(&woods, &[("uA", 6, "1110")], 3, &[]), "24:6 4-1");
    assert_eq!(odds(&woods, &[("uA", 6, "1110")], 3, &["D32"]), "24:12 2-1");
    assert_eq!(odds(&woods, &[("uA", 6, "1110"), ("uB", 2, "1009")], 4, &[]), "32:16 2-1");
    assert_eq!(odds(&[("1110", 'w')], &[("uA", 6, "1110")], 3, &[]), "12:6 2-1");
}

/// [BR 6.0] W5: leaving a zone of control.
#[test]
fn b6_0_w5_leaving_a_zone_of_control() {
    let field = Field::open().union("uA", 4, "1110").confederate("cA", 4, "1010");
    let game = field.phase("union", "movement");
    for (to, legal) in
        [("1109", true), ("1209", true), ("1210", true), ("1009", false), ("1111", false)]
    {
        let path = json!({"move": {"unit": "uA", "path": [to]}});
        assert_eq!(game.why(path), if legal { "legal" } else { "BR 6.0" }, "{to}");
    }
    let around = json!({"move": {"unit": "uA", "path": ["1110", "1109", "1009"]}});
    assert_eq!(game.why(around.clone()), "legal");
    assert_eq!(game.cost("uA", "1009"), Some(4));
    let on = json!({"move": {"unit": "uA", "path": ["1109", "1009", "0909"]}});
    assert_eq!(game.why(on), "BR 6.0");
    let mut game = field.phase("union", "movement");
    game.apply(around, &[]);
    assert_eq!(game.whereabouts("uA"), "1009");
}

/// [BR 8.0] W6: what must be assaulted, and in which order.
#[test]
fn b8_0_w6_obligation() {
    let field = Field::open()
        .union("uX", 4, "1110")
        .union("uY", 4, "0911")
        .confederate("cA", 4, "1010")
        .unit("cB", "cavalry", 4, "JS", "1111");
    let mut game = field.phase("union", "assault");
    assert_eq!(game.json()["obligations"], json!(["1010", "1111"]));
    assert_eq!(game.why(assault(&["1010", "1111"], &["uX"])), "legal");
    assert_eq!(game.why(assault(&["1010"], &["uX"])), "BR 8.0");
    assert!(game.reason(assault(&["1010"], &["uX"])).contains("1111"));
    assert_eq!(game.why(assault(&["1010", "1111"], &["uX", "uY"])), "BR 8.0");
    assert_eq!(game.why(json!({"end_phase": {}})), "BR 8.0");
    game.apply(assault(&["1111"], &["uX"]), &[4]);
    assert_eq!(game.json()["obligations"], json!(["1010"]));
    game.apply(assault(&["1010"], &["uY"]), &[4]);
    assert_eq!(game.json()["obligations"], json!([]));
    assert_eq!(game.why(json!({"end_phase": {}})), "legal");
}

/// [BR 7.0] W7: ranges.
#[test]
fn b7_0_w7_bombardment_range() {
    let why = |guns: &str, ground: char, target: &str| {
        Field::open()
            .ground("1010", ground)
            .unit("uG", guns, 4, "I", "1010")
            .confederate("cA", 4, target)
            .phase("union", "bombardment")
            .why(bombard(target, &["uG"]))
    };
    assert_eq!(why("regular", '.', "1015"), "legal");
    assert_eq!(why("regular", '.', "1016"), "legal");
    assert_eq!(why("regular", '.', "1017"), "BR 7.0");
    assert_eq!(why("regular", '^', "1017"), "legal");
    assert_eq!(why("horse", '.', "1015"), "BR 7.0");
    assert_eq!(why("horse", '^', "1015"), "legal");
    assert_eq!(why("parrott", '.', "1018"), "legal");
    assert_eq!(why("parrott", '.', "1019"), "BR 7.0");
    assert_eq!(why("parrott", '^', "1020"), "legal");
    // A 5 thrown at distance five counts as 4: the odds say so, too.
    let game = Field::open()
        .unit("uG", "regular", 4, "I", "1010")
        .confederate("cA", 4, "1015")
        .phase("union", "bombardment");
    let odds = game.odds(bombard("1015", &["uG"]));
    assert_eq!(odds["column"], "1-1");
    let results: Vec<&str> =
        (0..6).map(|die| odds["faces"][die]["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["A1", "A1", "AR", "AR", "NE", "EX"]);
}

/// [BR 7.0] W8: sight.
#[test]
fn b7_0_w8_sight() {
    let why = |ground: &[(&str, char)], target: &str| {
        let mut field =
            Field::open().unit("uG", "regular", 4, "I", "1010").confederate("cA", 4, target);
        for (cell, terrain) in ground {
            field = field.ground(cell, *terrain);
        }
        field.phase("union", "bombardment").why(bombard(target, &["uG"]))
    };
    assert_eq!(why(&[("1110", 'w')], "1210"), "legal");
    assert_eq!(why(&[("1110", 'w'), ("1111", 'w')], "1210"), "BR 7.0");
    assert_eq!(why(&[], "1310"), "legal");
    for blocking in ['w', 'r', 't', '^'] {
        assert_eq!(why(&[("1210", blocking)], "1310"), "BR 7.0", "{blocking}");
    }
    assert_eq!(why(&[("1210", 's')], "1310"), "legal");
    assert_eq!(why(&[("1010", '^'), ("1210", 'w'), ("1110", '^')], "1310"), "legal");
    for covered in ['s', 'w', 'r', 't'] {
        assert_eq!(why(&[("1310", covered), ("1010", '^')], "1310"), "BR 7.0", "{covered}");
    }
}

/// [BR 7.0] W9: friends near the target.
#[test]
fn b7_0_w9_friends_near_target() {
    let field = Field::open()
        .unit("uG", "regular", 4, "I", "1010")
        .unit("uC", "cavalry", 3, "V", "1210")
        .confederate("cA", 4, "1310");
    let why = |field: Field| field.phase("union", "bombardment").why(bombard("1310", &["uG"]));
    assert_eq!(why(field.clone()), "BR 7.0");
    assert_eq!(why(field.clone().creek("1210", "1310")), "legal");
    assert_eq!(why(field.clone().bridge("1210", "1310")), "legal");
    assert_eq!(why(field.clone().stream("1210", "1310")), "BR 7.0");
    // Next to the target the guns are friends themselves.
    let near = Field::open().unit("uG", "regular", 4, "I", "1210").confederate("cA", 4, "1310");
    assert_eq!(why(near.clone()), "BR 7.0");
    assert_eq!(why(near.creek("1210", "1310")), "legal");
}

/// [BR 7.0, 10.0] W10: what a bombardment does.
#[test]
fn b10_0_w10_bombardment_result() {
    let field = Field::open()
        .unit("uG", "regular", 4, "I", "1010")
        .unit("uH", "regular", 3, "I", "1009")
        .confederate("cA", 3, "1014")
        .unit("cB", "regular", 1, "JS", "1014");
    let fire = bombard("1014", &["uG", "uH"]);
    assert_eq!(field.phase("union", "bombardment").odds(fire.clone())["column"], "1.5-1");
    let mut game = field.phase("union", "bombardment");
    game.apply(fire.clone(), &[5]);
    assert_eq!(game.whereabouts("cA"), "1014-");
    assert_eq!((game.whereabouts("uG"), game.whereabouts("uH")), ("1010".into(), "1009".into()));
    assert_eq!(game.event("resulted").unwrap()["result"], "EX");
    assert_eq!(game.why(fire.clone()), "BR 7.0", "guns fire once");
    let mut game = field.phase("union", "bombardment");
    game.apply(fire, &[2]);
    assert_eq!(game.event("resulted").unwrap()["result"], "A1");
    assert_eq!((game.whereabouts("cA"), game.whereabouts("uG")), ("1014".into(), "1010".into()));
}

/// [BR 13.0] W11: where a unit may retreat.
#[test]
fn b13_0_w11_retreat() {
    let field = |second: &str| {
        Field::open().union("uA", 9, "1110").union("uB", 9, second).confederate("cA", 4, "1010")
    };
    let mut game = field("1111").phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    assert_eq!(game.retreats("cA"), ["0809", "0810", "0811", "0909", "0910", "0911", "0912"]);
    let mut game = field("0911").phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    assert_eq!(game.whereabouts("cA"), "1010-", "it stood and lost a step");
    assert!(game.event("stood").is_some());
}

/// [BR 13.0] W12: a retreat over a bridge costs a step.
#[test]
fn b13_0_w12_retreat_over_a_bridge() {
    let field = Field::open()
        .union("uA", 9, "1110")
        .union("uB", 9, "1111")
        .confederate("cA", 4, "1010")
        .bridge("1010", "0910")
        .creek("1010", "0911")
        .creek("1010", "1009");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    assert_eq!(game.retreats("cA"), ["0809", "0810", "0909", "0910", "0911"]);
    game.apply(retreat("cA", "0909"), &[]);
    assert_eq!(game.whereabouts("cA"), "0909-");
    let units = json!([{"id": "uA", "hex": "1110"}, {"id": "uB", "hex": "1111"}, {"id": "cA", "hex": "1010", "steps": 1}]);
    let mut game = field.at(
        json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "units": units}),
    );
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]).apply(retreat("cA", "0910"), &[]);
    assert_eq!(game.whereabouts("cA"), "eliminated");
    assert_eq!(game.pending(), "advance union", "its hex is vacated");
}

/// [BR 11.0] W13: infantry loses the step before artillery, even if it dies of it.
#[test]
fn b11_0_w13_loss_order() {
    let field = Field::open()
        .union("uA", 9, "1110")
        .unit("uG", "horse", 4, "I", "1110")
        .confederate("cA", 20, "1010");
    let units = json!([{"id": "uA", "hex": "1110", "steps": 1}, {"id": "uG", "hex": "1110"}, {"id": "cA", "hex": "1010"}]);
    let mut game = field.at(
        json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "units": units}),
    );
    game.apply(assault(&["1010"], &["uA", "uG"]), &[1]);
    assert_eq!(
        (game.whereabouts("uA"), game.whereabouts("uG")),
        ("eliminated".into(), "1110".into())
    );
}

/// [BR 6.0] W14: movement.
#[test]
fn b6_0_w14_movement() {
    let field = Field::open().ground("1013", 'w').union("uA", 4, "1010");
    let mut game = field.phase("union", "movement");
    assert_eq!(game.cost("uA", "1013"), Some(8));
    game.apply(march("uA", "1013"), &[]);
    assert_eq!(game.why(march("uA", "1012")), "BR 6.0", "a unit moves once");
    let road: Vec<String> = (2..=10).map(|row| format!("10{row:02}")).collect();
    let road: Vec<&str> = road.iter().map(String::as_str).collect();
    let game = Field::open().road(&road).union("uA", 4, "1002").phase("union", "movement");
    assert_eq!(game.cost("uA", "1010"), Some(8));
    let game = Field::open()
        .ground("1011", 'W')
        .stream("1010", "1011")
        .union("uA", 4, "1010")
        .phase("union", "movement");
    assert_eq!(game.why(json!({"move": {"unit": "uA", "path": ["1011"]}})), "legal");
    let at = |to| json!({"move": {"unit": "uA", "path": ["1011", to]}});
    assert_eq!(game.why(at("1012")), "BR 6.0", "it is the whole move");
    let game = Field::open()
        .ground("1011", 'r')
        .road(&["1009", "1010"])
        .road(&["1011", "1012"])
        .unit("uC", "cavalry", 3, "I", "1010")
        .phase("union", "movement");
    let off_road = json!({"move": {"unit": "uC", "path": ["1011"]}});
    assert_eq!(game.why(off_road.clone()), "BR 6.0");
    assert!(game.reason(off_road).contains("by road only"));
}

/// [BR 4.0] W15: rally.
#[test]
fn b4_0_w15_rally() {
    let field = |ground: char| {
        Field::open()
            .ground("1110", ground)
            .creek("1010", "1009")
            .union("uA", 4, "1010")
            .confederate("cA", 4, "1110")
            .confederate("cB", 4, "1009")
    };
    let position = |side: &str| {
        let units = json!([{"id": "uA", "hex": "1010", "steps": 1}, {"id": "cA", "hex": "1110", "steps": 1}, {"id": "cB", "hex": "1009"}]);
        json!({"turn": 2, "side": side, "phase": "rally", "active": if side == "union" { json!(["I"]) } else { json!([]) }, "units": units})
    };
    let rally = json!({"rally": {"unit": "uA"}});
    let mut game = field('w').at(position("union"));
    game.apply(rally.clone(), &[3]);
    assert_eq!(game.whereabouts("uA"), "1010-");
    assert_eq!(game.why(rally.clone()), "BR 4.0", "once a turn");
    let mut game = field('w').at(position("union"));
    game.apply(rally.clone(), &[4]);
    assert_eq!(game.whereabouts("uA"), "1010");
    assert_eq!(field('r').at(position("union")).why(rally), "BR 4.0");
    // The optional rule: two dice for the Confederates, whose enemy here is screened by the woods
    // he stands in.
    let field = Field::open()
        .ground("1010", 'w')
        .union("uA", 4, "1010")
        .confederate("cA", 4, "1110")
        .confederate("cB", 4, "1009");
    let mut game = field.options(&["4.0"]).at(position("confederate"));
    game.apply(json!({"rally": {"unit": "cA"}}), &[2, 5]);
    assert_eq!(game.whereabouts("cA"), "1110");
}

/// [BR 15.0] W16: A. P. Hill comes on a 5, from turn 11 on.
#[test]
fn b15_0_w16_hill() {
    let at = |turn: u8| {
        Game::antietam(
            "september-17",
            &[],
            json!({"turn": turn, "side": "confederate", "first": "union", "phase": "assault", "units": [
            {"id": "CS-JS-APHILL-PENDER", "state": "reserve"}, {"id": "CS-JS-APHILL-GREGG", "state": "reserve"},
            {"id": "CS-JS-APHILL-ARCHER", "state": "reserve"}, {"id": "CS-JS-APHILL-BRANCH", "state": "reserve"},
            {"id": "CS-JS-APHILL-BROCKENBROUGH", "state": "reserve"}, {"id": "CS-JS-APHILL-RLWALKER-ART", "state": "reserve"},
            {"id": "US-I-MEADE-SEYMOUR", "hex": "0101"}]}),
        )
    };
    let mut game = at(9);
    game.end_phase(&[3, 3]);
    assert_eq!(game.json()["turn"], 10);
    let mut game = at(10);
    game.end_phase(&[4, 3, 3]);
    assert_eq!(
        (game.json()["turn"].clone(), game.json()["hill"].clone()),
        (json!(11), json!("waiting"))
    );
    let mut game = at(11);
    game.end_phase(&[5, 3, 3]);
    assert_eq!(game.json()["hill"], "arrived");
    let there = game.json()["units"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|unit| unit["hex"] == "3716")
        .count();
    assert_eq!(there, 6);
}

/// [BR 8.0] W17: artillery support.
#[test]
fn b8_0_w17_support() {
    let why = |ground: &[(&str, char)], crossing: fn(Field) -> Field| {
        let mut field = Field::open()
            .unit("uG", "regular", 4, "I", "1211")
            .union("uA", 4, "1009")
            .confederate("cA", 4, "1010");
        for (cell, terrain) in ground {
            field = field.ground(cell, *terrain);
        }
        crossing(field).phase("union", "assault").why(assault(&["1010"], &["uA", "uG"]))
    };
    let dry: fn(Field) -> Field = |field| field;
    assert_eq!(why(&[], dry), "legal");
    assert_eq!(why(&[("1111", 'w')], dry), "BR 8.0");
    assert_eq!(why(&[("1111", 'w'), ("1211", '^')], dry), "legal");
    assert_eq!(why(&[("1010", 's')], dry), "BR 8.0");
    assert_eq!(why(&[], |field| field.bridge("1009", "1010")), "BR 8.0");
    assert_eq!(why(&[], |field| field.stream("1009", "1010")), "BR 8.0");
}

/// [BR 16.0] W18: the score.
#[test]
fn b16_0_w18_score() {
    let control = json!({"1216": "union", "1616": "union", "1914": "union", "3111": "union"});
    let units = json!([{"id": "CS-JS-DHHILL-PIERSON-ART", "hex": "1615"}, {"id": "US-I-MEADE-SEYMOUR", "hex": "0101"}]);
    let position = json!({"turn": 16, "side": "confederate", "first": "union", "phase": "movement", "units": units, "control": control});
    let mut game = Game::antietam("september-17", &[], position.clone());
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]);
    assert_eq!(game.json()["outcome"], json!({"winner": null, "name": "Draw", "points": 8}));
    let mut game = Game::antietam("september-17", &[], position);
    game.apply(march("CS-JS-DHHILL-PIERSON-ART", "1616"), &[]);
    assert_eq!(game.event("control_changed").unwrap()["to"], "confederate");
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]);
    assert_eq!(
        game.json()["outcome"],
        json!({"winner": "confederate", "name": "Confederate marginal", "points": 5})
    );
}
