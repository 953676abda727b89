//! Retreat and displacement [BR 13.0].

use serde_json::json;

use crate::fixture::{Field, Game, assault, bombard, retreat};

/// A defender in 1010 thrown back from 1110 and 1111, with friends as named in the hexes behind.
fn thrown_back(friends: &[(&str, &str, &str)]) -> Game {
    let mut field =
        Field::open().union("uA", 9, "1110").union("uB", 9, "1111").confederate("cA", 4, "1010");
    for (id, arm, at) in friends {
        field = field.unit(id, arm, 2, "JS", at);
    }
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    game
}

/// [BR 13.0] Room is asked for at the end only; the unit may not stand while a way is open.
#[test]
fn b13_0_a_hex_with_room() {
    let game = thrown_back(&[("cB", "infantry", "0910"), ("cC", "regular", "0810")]);
    let ends = game.retreats("cA");
    assert!(!ends.contains(&"0910".to_owned()) && ends.contains(&"0810".to_owned()), "{ends:?}");
    assert_eq!(game.why(retreat("cA", "0910")), "BR 13.0", "no room");
    assert_eq!(game.why(json!({"retreat": {"unit": "cA"}})), "BR 13.0", "it may not stand");
    assert_eq!(game.why(retreat("cA", "1011")), "BR 13.0", "nearer to the enemy");
    assert_eq!(game.why(retreat("cA", "0710")), "BR 13.0", "too far");
    assert_eq!(game.why(retreat("cB", "0810")), "BR 13.0", "it need not retreat");
    assert_eq!(
        game.why(json!({"retreat": {"unit": "cA", "to": "0810", "displace": "cC"}})),
        "BR 13.0"
    );
}

/// [BR 13.0] A friend is displaced only if no end has room, goes on at once, and displaces in turn
/// if it must.
#[test]
fn b13_0_displacement() {
    let all = ["0809", "0810", "0811", "0909", "0910", "0911", "0912"];
    let friends: Vec<(String, &str, &str)> =
        all.iter().enumerate().map(|(n, at)| (format!("cB{n}"), "infantry", *at)).collect();
    let friends: Vec<(&str, &str, &str)> =
        friends.iter().map(|(id, arm, at)| (id.as_str(), *arm, *at)).collect();
    let mut game = thrown_back(&friends);
    assert_eq!(game.pending(), "retreat confederate");
    assert_eq!(game.why(retreat("cA", "0810")), "BR 13.0", "nobody is named");
    assert_eq!(
        game.why(json!({"retreat": {"unit": "cA", "to": "0810", "displace": "cB0"}})),
        "BR 13.0",
        "it is elsewhere"
    );
    let push = json!({"retreat": {"unit": "cA", "to": "0810", "displace": "cB1"}});
    assert_eq!(game.why(push.clone()), "legal");
    game.apply(push, &[]);
    assert_eq!(game.json()["pending"]["moving"], "cB1");
    assert_eq!(game.json()["pending"]["displaced"], json!(["cB1"]));
    assert_eq!(game.why(retreat("cA", "0710")), "BR 13.0", "the displaced unit goes first");
    let ends = game.retreats("cB1");
    assert!(ends.contains(&"0610".to_owned()), "{ends:?}");
    game.apply(retreat("cB1", "0610"), &[]);
    assert_eq!(game.pending(), "advance union");
    assert_eq!((game.whereabouts("cA"), game.whereabouts("cB1")), ("0810".into(), "0610".into()));
}

/// [BR 13.0] Several units go in the order their owner likes; the last goes by itself if it has one
/// way.
#[test]
fn b13_0_the_owner_orders_retreats() {
    let field = Field::open()
        .union("uA", 9, "1110")
        .union("uB", 9, "1111")
        .confederate("cA", 4, "1010")
        .unit("cG", "regular", 1, "JS", "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    assert_eq!(game.json()["pending"]["units"], json!(["cA", "cG"]));
    game.apply(retreat("cG", "0810"), &[]).apply(retreat("cA", "0810"), &[]);
    assert_eq!((game.whereabouts("cA"), game.whereabouts("cG")), ("0810".into(), "0810".into()));
}

/// [BR 13.0] A reduced unit that crosses dies on the way and needs no room.
#[test]
fn b13_0_a_reduced_unit_dies_on_the_way() {
    let field = Field::open()
        .union("uA", 9, "1110")
        .union("uB", 9, "1111")
        .confederate("cA", 4, "1010")
        .confederate("cB", 4, "0910")
        .stream("1010", "0910")
        .creek("1010", "0911")
        .creek("1010", "1009");
    let units = json!([{"id": "uA", "hex": "1110"}, {"id": "uB", "hex": "1111"}, {"id": "cA", "hex": "1010", "steps": 1}, {"id": "cB", "hex": "0910"}]);
    let mut game = field.at(
        json!({"turn": 2, "side": "union", "phase": "assault", "active": ["I"], "units": units}),
    );
    let odds = game.odds(assault(&["1010"], &["uA", "uB"]));
    assert_eq!(odds["faces"][1]["fates"][2]["fate"], "retreats at a price");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    assert_eq!(game.why(retreat("cA", "0910")), "legal", "it needs no room");
    game.apply(retreat("cA", "0910"), &[]);
    assert_eq!(
        (game.whereabouts("cA"), game.whereabouts("cB")),
        ("eliminated".into(), "0910".into())
    );
}

/// [BR 13.0] The attackers retreat from all defending hexes, supporting guns too.
#[test]
fn b13_0_attackers_retreat() {
    let field = Field::open()
        .union("uA", 2, "1110")
        .unit("uG", "regular", 1, "I", "1211")
        .confederate("cA", 9, "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uG"]), &[5]);
    assert_eq!(game.event("resulted").unwrap()["result"], "AR");
    assert_eq!(game.json()["pending"]["units"], json!(["uA", "uG"]));
    assert!(!game.retreats("uG").contains(&"1111".to_owned()));
}

/// [BR 7.0, 13.0] The fates of the preview are those of the resolver, each unit judged alone.
#[test]
fn b13_0_fates_before_the_die() {
    let field = Field::open()
        .unit("uG", "regular", 20, "I", "1010")
        .confederate("cA", 4, "1014")
        .unit("cG", "regular", 1, "JS", "1014");
    let odds = field.phase("union", "bombardment").odds(bombard("1014", &["uG"]));
    let fates = |face: usize| -> Vec<String> {
        odds["faces"][face]["fates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fate| {
                format!("{} {}", fate["unit"].as_str().unwrap(), fate["fate"].as_str().unwrap())
            })
            .collect()
    };
    assert_eq!(fates(1), ["uG stays", "cA retreats", "cG retreats"]);
    assert_eq!(fates(5), ["uG stays", "cA reduced", "cG stays"]);
}
