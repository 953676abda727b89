//! Questions that help with planning, and events in sentences.

use atlas::Side;
use rules::System;
use rules::game::Seat;
use serde_json::{Value, json};

use crate::fixture::{Field, Game, assault, bombard};

fn ask(game: &Game, question: Value) -> Value {
    game.ready().ask(game.state(), Seat::Watcher, &question).unwrap()
}

/// The field of the rulebook's table of duties: one brigade has two enemies in its zone, the other
/// one of them.
fn duties() -> Field {
    Field::open()
        .union("uA", 4, "1110")
        .union("uB", 6, "0911")
        .confederate("cA", 4, "1010")
        .unit("cC", "cavalry", 2, "LS", "1111")
}

#[test]
fn the_strongest_assault_that_leaves_no_duty_behind_is_proposed() {
    let game = duties().phase("union", "assault");
    let both = ask(&game, json!({"target": {"hexes": ["1010"]}}));
    assert_eq!(both["proposed"], json!(["uB"]), "uA is needed for the other hex");
    assert_eq!(ask(&game, json!({"target": {"hexes": ["1111"]}}))["proposed"], json!(["uA"]));
    let together = ask(&game, json!({"target": {"hexes": ["1111", "1010"]}}));
    assert_eq!(together["proposed"], json!(["uA"]), "uB is not next to both");
    assert_eq!(
        game.ready().view(game.state(), Seat::Watcher)["assault"]["targets"],
        json!(["1010", "1111"])
    );
}

#[test]
fn hexes_that_cannot_be_assaulted_alone_name_those_with_which_they_can_be() {
    let field = Field::open()
        .union("uA", 4, "1110")
        .confederate("cA", 4, "1010")
        .confederate("cB", 4, "1111");
    let game = field.phase("union", "assault");
    let alone = ask(&game, json!({"target": {"hexes": ["1010"]}}));
    assert_eq!(alone["proposed"], Value::Null);
    assert_eq!(alone["instead"], json!(["1010", "1111"]));
    assert_eq!(alone["refusal"]["rule"], "BR 8.0");
}

#[test]
fn every_gun_says_whether_it_reaches_a_hex_and_why_not() {
    let field = Field::open()
        .unit("uG", "regular", 4, "I", "1010")
        .unit("uH", "horse", 2, "I", "0910")
        .confederate("cA", 4, "1005");
    let game = field.phase("union", "bombardment");
    let answer = ask(&game, json!({"fire": {"hex": "1005"}}));
    let of = |unit: &str| {
        let guns = answer["guns"].as_array().unwrap();
        guns.iter().find(|gun| gun["unit"] == unit).unwrap().clone()
    };
    assert_eq!(
        (&of("uG")["can"], &of("uG")["distance"], &of("uG")["far"]),
        (&json!(true), &json!(5), &json!(true))
    );
    assert_eq!((&of("uH")["can"], &of("uH")["refusal"]["rule"]), (&json!(false), &json!("BR 7.0")));
    assert_eq!(answer["refusal"], Value::Null);
    let empty = ask(&game, json!({"fire": {"hex": "1004"}}));
    assert_eq!(empty["refusal"]["rule"], "BR 7.0", "nobody is there");
}

#[test]
fn the_terms_of_an_assault_add_up() {
    let field =
        Field::open().ground("1010", 'w').union("uA", 5, "1110").confederate("cA", 3, "1010");
    let game = field.phase("union", "assault");
    let odds = ask(&game, json!({"odds": {"action": assault(&["1010"], &["uA"])}}));
    assert_eq!(odds["terms"]["attack"][0]["doubled"], odds["attack_doubled"]);
    assert_eq!(
        odds["terms"]["defence"][0],
        json!({
            "unit": "cA", "hex": "1010", "strength": 3, "doubled": 12, "why": "cover",
        })
    );
    assert_eq!(odds["die_less"], 0);
}

#[test]
fn a_corps_says_what_it_could_do() {
    let game = duties().phase("union", "activation");
    let answer = ask(&game, json!({"corps": {"corps": "I"}}));
    // Every field of the tests has a unit of each corps far from all others.
    assert_eq!((&answer["units"], &answer["strength"]), (&json!(["uA", "uB", "uzI"]), &json!(11)));
    assert_eq!(answer["must_assault"], json!(["1010", "1111"]));
    assert_eq!(answer["refusal"], Value::Null);
    let nobody = game.ready().ask(game.state(), Seat::Watcher, &json!({"corps": {"corps": "X"}}));
    assert!(nobody.is_err());
}

#[test]
fn events_are_told_in_sentences() {
    let mut game = Field::open()
        .unit("uG", "regular", 4, "I", "1010")
        .confederate("cA", 4, "1006")
        .phase("union", "bombardment");
    game.apply(bombard("1006", &["uG"]), &[5]);
    let tell = |event: Value| game.ready().narrate(&event).unwrap();
    let fired = tell(game.event("bombarded").unwrap().clone());
    assert!(fired.contains("bombard 1006: 4 against 4, 1 to 1."), "{fired}");
    assert_eq!(
        tell(json!({"event": "activated", "corps": ["I", "XII"], "drawn": true})),
        "I and XII Corps are drawn."
    );
    assert_eq!(
        tell(json!({"event": "turn_began", "turn": 2, "first": "confederate"})),
        "Turn 2 begins. The Confederates go first."
    );
    assert_eq!(game.ready().narrate(&json!({"event": "unheard"})), None);
}

#[test]
fn an_enemy_shows_what_he_could_assault_next_and_a_hex_who_could() {
    let field = Field::open()
        .union("uA", 4, "1110")
        .confederate("cA", 4, "1113")
        .confederate("cB", 6, "1213")
        .confederate("cZ", 6, "0101");
    let game = field.phase("union", "movement");
    let reach = ask(&game, json!({"threats": {"unit": "cA"}}));
    assert_eq!((&reach["by"], &reach["attacks"]), (&json!("confederate"), &json!(["1110"])));
    let here = ask(&game, json!({"threats": {"cell": "1110"}}));
    let mut who: Vec<&str> = here["attackers"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["unit"].as_str())
        .collect();
    who.sort_unstable();
    assert_eq!(who, ["cA", "cB"]);
    assert_eq!((&here["attack"], &here["defence"]), (&json!("10"), &json!("4")));
    let all = ask(&game, json!({"threats": {}}));
    assert_eq!(all["stands"][0]["cell"], "1110");
    let closer = ask(&game, json!({"threats": {"unit": "uA", "cell": "1112"}}));
    assert_eq!(closer["own"][0]["attack"], "4", "{closer}");
}

/// [BR 4.0, 6.0, 8.0] Who has done something that bars him neither moves nor assaults, and is not counted.
#[test]
fn who_may_neither_move_nor_assault_threatens_nobody() {
    let field = Field::open().union("uA", 4, "1110").union("uB", 5, "1112");
    let field = field.confederate("cA", 4, "1113");
    let attackers = |mark: &str| -> Vec<String> {
        let mut first = json!({"id": "uA", "hex": "1110"});
        if !mark.is_empty() {
            first[mark] = json!(true);
        }
        let game = field.at(json!({
            "turn": 2, "side": "union", "phase": "movement", "active": ["I", "II"],
            "units": [first, {"id": "uB", "hex": "1112"}, {"id": "cA", "hex": "1113"}],
        }));
        let answer = ask(&game, json!({"threats": {"cell": "1113"}}));
        let parts = answer["attackers"].as_array().unwrap().iter();
        parts.map(|part| part["unit"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(attackers(""), ["uB", "uA"]);
    for bar in ["moved", "rallied"] {
        assert_eq!(attackers(bar), ["uB"], "{bar}");
    }
}

/// [BR 7.0] A hex that guns alone reach is threatened, too.
#[test]
fn a_hex_that_can_only_be_bombarded_is_threatened() {
    let field = Field::open().unit("uG", "regular", 4, "I", "1010").confederate("cA", 4, "1006");
    let game = field.at(json!({
        "turn": 2, "side": "union", "phase": "movement", "active": ["I", "II"],
        "units": [{"id": "uG", "hex": "1010", "moved": true}, {"id": "cA", "hex": "1006"}],
    }));
    let answer = ask(&game, json!({"threats": {"cell": "1006"}}));
    assert_eq!(answer["attackers"][0]["unit"], "uG", "{answer}");
    assert_eq!((&answer["attackers"][0]["afar"], &answer["column"]), (&json!(true), &json!("1-1")));
    let all = ask(&game, json!({"threats": {"by": "union"}}));
    assert_eq!(all["stands"][0]["cell"], "1006", "{all}");
}

/// [BR 6.0] Where a unit would stand, its zone of control goes with it.
#[test]
fn whoever_stands_elsewhere_in_thought_controls_from_there() {
    let field = Field::open().union("uA", 4, "1110").confederate("cA", 4, "1107");
    let game = field.phase("confederate", "movement");
    let who = ask(&game, json!({"threats": {"unit": "uA", "cell": "1112"}}));
    assert_eq!(who["attackers"][0]["unit"], "cA", "its old zone holds nobody up: {who}");
}

/// [BR 3.0] Only corps that may be named together attack together.
#[test]
fn no_more_corps_than_may_be_named_threaten_a_hex_together() {
    let game = Game::antietam("september-17", &[], json!({"turn": 2, "side": "confederate"}));
    let answer = ask(&game, json!({"threats": {"by": "union"}}));
    let battle = &game.ready().battle;
    let most = usize::from(battle.activation(Side::Union).unwrap().most);
    let mut looked = 0;
    for stand in answer["stands"].as_array().unwrap() {
        let mut named: Vec<usize> = Vec::new();
        for part in stand["attackers"].as_array().unwrap() {
            let unit = battle.roster().find(|&unit| part["unit"] == battle.unit(unit).id).unwrap();
            named.extend((0..7).filter(|&corps| battle.of_corps(corps).contains(unit)));
        }
        named.sort_unstable();
        named.dedup();
        assert!(named.len() <= most, "{stand}");
        looked += named.len();
    }
    assert!(looked > 0, "{answer}");
}

#[test]
fn a_plan_for_all_owed_assaults_shares_the_attackers_out() {
    let game = duties().phase("union", "assault");
    let plan = ask(&game, json!({"plan": {}}));
    let targets: Vec<&Value> =
        plan["attacks"].as_array().unwrap().iter().map(|one| &one["targets"]).collect();
    assert_eq!(targets.len(), 2, "{plan}");
    let warned = ask(&game, json!({"plan": {"action": assault(&["1010"], &["uB"])}}));
    assert_eq!(warned["owed"][0]["cell"], "1111");
}

#[test]
fn a_column_follows_its_first_brigade() {
    let field = Field::open().union("uA", 4, "1110").union("uB", 4, "1111");
    let game = field.confederate("cA", 4, "0101").phase("union", "movement");
    let answer = ask(&game, json!({"column": {"units": ["uA", "uB"], "to": "1108"}}));
    let ends: Vec<&Value> =
        answer["moves"].as_array().unwrap().iter().map(|one| &one["to"]).collect();
    assert_eq!(ends, ["1108", "1109"], "two brigades do not share a hex");
}
