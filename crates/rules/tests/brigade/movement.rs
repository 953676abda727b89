//! Movement, stacking, zones of control and the hidden ford [BR 5.0, 6.0, 14.0].

use serde_json::json;

use crate::fixture::{Field, march};

/// [BR 5.0] One infantry or cavalry unit and a gun, or two guns; friends are passed through.
#[test]
fn b5_0_who_may_stop_together() {
    let field = Field::open()
        .union("uA", 4, "1010")
        .unit("uC", "cavalry", 4, "I", "1011")
        .unit("uG", "regular", 4, "I", "1012")
        .unit("uH", "regular", 4, "I", "1013")
        .unit("uJ", "regular", 4, "I", "1113")
        .confederate("cA", 4, "0910");
    let mut game = field.phase("union", "movement");
    assert_eq!(game.why(march("uC", "1010")), "BR 5.0");
    assert_eq!(game.why(march("uG", "1010")), "legal");
    assert_eq!(game.why(march("uJ", "1013")), "legal");
    assert_eq!(game.why(march("uC", "1012")), "legal");
    assert_eq!(game.why(march("uC", "0910")), "BR 5.0", "an enemy is there");
    game.apply(march("uJ", "1013"), &[]);
    assert_eq!(game.why(march("uG", "1013")), "BR 5.0", "never three");
    assert_eq!(game.why(march("uG", "1014")), "legal", "through the others");
}

/// [BR 6.0] Guns and cavalry stay out of woods and towns; roads through woods are open to them by
/// road.
#[test]
fn b6_0_ground_closed_to_guns_and_cavalry() {
    let field = Field::open()
        .ground("1011", 'w')
        .ground("1110", 't')
        .ground("1009", 'r')
        .ground("0910", 's')
        .road(&["1010", "1009", "1008"])
        .road(&["1010", "1110"])
        .road(&["1010", "0910"])
        .union("uA", 4, "1010")
        .unit("uG", "regular", 4, "I", "1010");
    let game = field.phase("union", "movement");
    assert_eq!(
        (game.why(march("uG", "1011")), game.why(march("uG", "1110"))),
        ("BR 6.0".into(), "BR 6.0".into())
    );
    assert_eq!((game.cost("uA", "1011"), game.cost("uA", "1110")), (Some(4), Some(1)));
    assert_eq!((game.cost("uG", "1009"), game.cost("uG", "1008")), (Some(1), Some(2)));
    assert_eq!(
        (game.cost("uA", "0910"), game.cost("uG", "0910")),
        (Some(2), Some(2)),
        "a sunken road is no road"
    );
}

/// [BR 6.0] Slopes, streams, fords and bridges; the creek stops everybody; a road saves the
/// surcharges.
#[test]
fn b6_0_surcharges() {
    let base = Field::open()
        .ground("1011", '^')
        .stream("1010", "1110")
        .ford("1010", "0910")
        .bridge("1010", "1111")
        .creek("1010", "0911")
        .union("uA", 4, "1010")
        .unit("uG", "regular", 4, "I", "1010")
        .unit("uH", "horse", 4, "I", "1212");
    let path = |unit: &str, to: &str| json!({"move": {"unit": unit, "path": [to]}});
    let game = base.phase("union", "movement");
    let cost = |unit: &str, to: &str| game.cost(unit, to);
    assert_eq!(
        (cost("uA", "1011"), cost("uA", "1110"), cost("uA", "1111")),
        (Some(4), Some(4), Some(2))
    );
    assert_eq!(
        (game.path_cost("uA", &["0910"]), game.path_cost("uG", &["0910"])),
        (Some(4), Some(6))
    );
    assert_eq!(game.why(path("uA", "0911")), "BR 6.0");
    assert!(game.reason(path("uA", "0911")).contains("no crossing"));
    let roads = base
        .road(&["1010", "1011"])
        .road(&["1010", "1110"])
        .road(&["1010", "0910"])
        .road(&["1010", "1111"]);
    let game = roads.phase("union", "movement");
    let cost = |unit: &str, to: &str| game.cost(unit, to);
    assert_eq!(
        (cost("uA", "1011"), cost("uA", "1110"), cost("uA", "1111")),
        (Some(1), Some(1), Some(1))
    );
    assert_eq!(cost("uA", "0910"), Some(4), "no road through a ford");
}

/// [BR 6.0] A move needs its points, hex by hex, and a round trip its path.
#[test]
fn b6_0_points_and_paths() {
    let game = Field::open().union("uA", 4, "1010").phase("union", "movement");
    assert_eq!(game.cost("uA", "1014"), Some(8));
    assert_eq!(game.why(march("uA", "1015")), "BR 6.0");
    assert!(game.reason(march("uA", "1015")).contains("costs 5 points; "));
    assert_eq!(game.why(json!({"move": {"unit": "uA", "path": ["1012"]}})), "BR 6.0", "skips");
    assert_eq!(game.why(march("uA", "1010")), "BR 6.0");
    assert_eq!(game.why(json!({"move": {"unit": "uA", "path": ["1011", "1010"]}})), "legal");
    assert_eq!(game.why(json!({"move": {"unit": "uA", "to": "1011", "path": []}})), "BR 6.0");
}

/// [BR 6.0] Infantry controls what lies around it, but not over water, nor into or out of woods and
/// towns.
#[test]
fn b6_0_zones_of_control() {
    let zone = |field: Field| {
        let game = field.confederate("cA", 4, "1010").phase("union", "movement");
        let mut hexes: Vec<String> = game
            .state()
            .controlled_by(game.battle(), atlas::Side::Confederate)
            .iter()
            .map(|cell| game.battle().grid().name(cell).to_string())
            .collect();
        hexes.sort();
        hexes.join(" ")
    };
    let all = "0910 0911 1009 1011 1110 1111";
    assert_eq!(zone(Field::open()), all);
    assert_eq!(zone(Field::open().ground("1010", 'w')), "");
    assert_eq!(zone(Field::open().ground("1010", 't')), "");
    assert_eq!(zone(Field::open().ground("1010", 'r')), all);
    assert_eq!(zone(Field::open().ground("1010", 'r').options(&["D14"])), "");
    assert_eq!(
        zone(Field::open().ground("0910", 'w').ground("0911", 't').ground("1009", 'r')),
        "1009 1011 1110 1111"
    );
    let wet = Field::open()
        .creek("1010", "0910")
        .bridge("1010", "0911")
        .ford("1010", "1009")
        .stream("1010", "1011");
    assert_eq!(zone(wet), "1110 1111");
    let game = Field::open().unit("cA", "cavalry", 4, "JS", "1010").phase("union", "movement");
    assert!(game.state().controlled_by(game.battle(), atlas::Side::Confederate).is_empty());
}

/// [BR 14.0] One search a turn by Union infantry or cavalry, also after its move; a ford serves
/// everybody at once.
#[test]
fn b14_0_the_hidden_ford() {
    let field = Field::open()
        .creek("0505", "0605")
        .creek("0604", "0505")
        .union("uA", 4, "0505")
        .union("uB", 4, "0404")
        .unit("uG", "regular", 4, "I", "0505")
        .confederate("cA", 4, "1515");
    let search = |unit: &str, hex: &str| json!({"search": {"unit": unit, "hex": hex}});
    let mut game = field.phase("union", "movement");
    assert_eq!(game.why(search("uA", "0504")), "BR 14.0", "no creek there");
    assert_eq!(game.why(search("uG", "0605")), "BR 14.0", "no artillery");
    assert_eq!(game.why(search("uB", "0505")), "BR 14.0");
    game.apply(search("uA", "0605"), &[4]);
    assert_eq!(
        (game.json()["ford"].clone(), game.unit("uA")["searched"].clone()),
        (json!(null), json!(true))
    );
    assert_eq!(game.why(march("uA", "0504")), "BR 14.0", "the searcher is done");
    assert_eq!(game.why(search("uB", "0505")), "BR 14.0", "once a turn");
    let mut game = field.phase("union", "movement");
    assert_eq!(game.path_cost("uG", &["0605"]), None);
    game.apply(search("uA", "0605"), &[5]);
    assert_eq!(game.json()["ford"], "0505|0605");
    assert_eq!(game.path_cost("uG", &["0605"]), Some(6));
    game.end_phase(&[]).end_phase(&[]).end_phase(&[]);
    let again = field.at(json!({"turn": 3, "side": "union", "phase": "movement", "active": ["I"], "ford": "0505|0605"}));
    assert_eq!(again.why(search("uA", "0604")), "BR 14.0", "one has been found");
    assert_eq!(again.path_cost("uA", &["0605"]), Some(4));
    let known = field.options(&["D04"]).phase("union", "movement");
    assert_eq!(
        (known.path_cost("uA", &["0605"]), known.why(search("uA", "0604"))),
        (Some(4), "BR 14.0".into())
    );
}

/// [BR 6.0?, 14.0] No road leads through a found ford, so guns do not come out of it into a road
/// through woods; and it is the road that they are told of, not the creek.
#[test]
fn b14_0_no_guns_go_through_a_found_ford_into_a_wooded_road() {
    let field = Field::open()
        .creek("0505", "0605")
        .ground("0605", 'r')
        .road(&["0605", "0606"])
        .union("uA", 4, "0505")
        .unit("uG", "regular", 4, "I", "0505");
    let across = |unit: &str| json!({"move": {"unit": unit, "path": ["0605"]}});
    let before = field.phase("union", "movement");
    assert!(before.reason(across("uG")).contains("no crossing"));
    let found = field.at(json!({
        "turn": 2, "side": "union", "phase": "movement", "active": ["I"], "ford": "0505|0605",
    }));
    assert_eq!(found.why(across("uG")), "BR 6.0");
    assert!(found.reason(across("uG")).contains("by road only"));
    assert_eq!(found.path_cost("uA", &["0605"]), Some(6), "as woods, and through the ford");
}
