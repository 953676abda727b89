//! Questions that help with planning, and events in sentences.

use rules::System;
use rules::game::Seat;
use serde_json::{Value, json};

use crate::fixture::{Field, Game, assault, bombard};

fn ask(game: &Game, question: Value) -> Value {
    game.ready().ask(game.state(), Seat::Watcher, &question).unwrap()
}

/// The field of the rulebook's table of duties: one brigade has two enemies in its zone, the other one of them.
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
