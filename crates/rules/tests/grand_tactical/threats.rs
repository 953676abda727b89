//! What a side could do next: an estimate made of the rules, from what the seat sees.

use atlas::Side;
use rules::System;
use rules::dice::FixedDie;
use rules::game::Seat;
use serde_json::{Value, json};

use crate::fixture::Field;

/// Three Union units in a line; a Confederate near them, and one that has to march.
fn two_lines() -> Field {
    Field::open(14, 12)
        .infantry("A", "union", 500, "3,3", 5)
        .infantry("B", "union", 500, "3,4", 5)
        .infantry("C", "union", 500, "3,5", 5)
        .infantry("X", "confederate", 600, "5,4", 1)
        .infantry("Y", "confederate", 300, "9,5", 1)
}

/// What the Union's seat is told at the beginning.
fn try_ask(field: &Field, question: &Value) -> Result<Value, String> {
    let game = field.battle();
    let state = game.start(&mut FixedDie(0), &mut Vec::new());
    let seat = Seat::Side(Side::Union);
    game.ask(&game.seen(&state, seat), seat, question)
}

fn ask(field: &Field, question: &Value) -> Value {
    try_ask(field, question).expect("an answer")
}

fn has(list: &Value, cell: &str) -> bool {
    list.as_array().expect("a list").contains(&json!(cell))
}

#[test]
fn an_enemy_tells_where_he_could_go_and_at_whom_he_could_fire() {
    let near = ask(&two_lines(), &json!({"threats": {"unit": "X"}}));
    assert_eq!(
        (&near["by"], &near["turn"], &near["round"]),
        (&json!("confederate"), &json!(1), &json!(1))
    );
    assert!(has(&near["moves"], "5,4") && has(&near["moves"], "6,4"), "{near}");
    assert!(has(&near["attacks"], "3,4") && !has(&near["moves"], "3,4"), "{near}");
    assert!(near["words"].as_str().unwrap_or_default().starts_with("X could fire at "), "{near}");
    // Five squares of open ground, then two that the rifles carry.
    let far = ask(&two_lines(), &json!({"threats": {"unit": "Y"}}));
    assert!(has(&far["moves"], "5,5") && !has(&far["moves"], "3,6"), "{far}");
    assert!(has(&far["attacks"], "3,5"), "{far}");
    let mine = ask(&two_lines(), &json!({"threats": {"unit": "B"}}));
    assert_eq!((&mine["by"], &mine["turn"]), (&json!("union"), &json!(1)));
    assert!(has(&mine["attacks"], "5,4"), "{mine}");
}

#[test]
fn a_square_is_told_who_could_come_and_what_it_would_cost() {
    let answer = ask(&two_lines(), &json!({"threats": {"cell": "3,4"}}));
    let who = answer["attackers"].as_array().expect("attackers");
    let units: Vec<&Value> = who.iter().map(|part| &part["unit"]).collect();
    assert_eq!(units, ["X", "Y"], "the stronger first");
    assert!(who.iter().all(|part| part["at"] != "3,4"));
    let number = |value: &Value| value.as_str().and_then(|text| text.parse::<u32>().ok());
    let sum: u32 = who.iter().filter_map(|part| number(&part["strength"])).sum();
    let told = number(&answer["figure"]).expect("casualties");
    assert!(told > 0 && told.abs_diff(sum) <= 1, "{answer}");
    assert_eq!(answer["column"], Value::Null);
    let empty = ask(&two_lines(), &json!({"threats": {"cell": "4,9", "by": "confederate"}}));
    assert_eq!(empty["figure"], Value::Null);
    let nobody = ask(&two_lines(), &json!({"threats": {"cell": "0,11", "by": "confederate"}}));
    assert_eq!(nobody["attackers"], json!([]));
}

#[test]
fn more_men_fall_where_more_could_fire_and_the_grade_says_so() {
    let all = ask(&two_lines(), &json!({"threats": {"by": "confederate"}}));
    let stands = all["stands"].as_array().expect("stands");
    assert_eq!(stands.len(), 3);
    let alone = two_lines().infantry("Z", "confederate", 2000, "5,3", 1);
    let more = ask(&alone, &json!({"threats": {"cell": "3,4"}}));
    let less = ask(&two_lines(), &json!({"threats": {"cell": "3,4"}}));
    assert!(more["grade"].as_u64() > less["grade"].as_u64(), "{more} {less}");
}

#[test]
fn standing_somewhere_is_told_with_what_it_could_hit_and_what_could_hit_it() {
    let near = ask(&two_lines(), &json!({"threats": {"unit": "B", "cell": "4,4"}}));
    assert_eq!(near["own"][0]["cell"], "5,4");
    assert!(
        near["standing"].as_str().unwrap_or_default().starts_with("From here it could fire at 5,4")
    );
    let far = ask(&two_lines(), &json!({"threats": {"unit": "B", "cell": "0,4"}}));
    assert_eq!(far["own"], json!([]));
    let full = ask(&two_lines(), &json!({"threats": {"unit": "B", "cell": "5,4"}}));
    assert_eq!(full["words"], "There is no room to stand here.");
}

#[test]
fn guns_that_must_move_do_not_fire_in_the_basic_game_and_limber_first_in_the_others() {
    let field = || two_lines().guns("G", "confederate", 12, "12,4", 1, "N12");
    let basic = ask(&field(), &json!({"threats": {"unit": "G"}}));
    assert!(!has(&basic["attacks"], "3,4"), "{basic}");
    assert!(basic["moves"].as_array().expect("moves").len() > 1);
    let later = ask(&field().intermediate().option("8"), &json!({"threats": {"unit": "G"}}));
    assert!(later["moves"].as_array().expect("moves").len() > 1, "it limbers, then moves: {later}");
}

#[test]
fn what_is_out_of_sight_threatens_nobody_that_is_told() {
    let hidden = |at: &str| {
        Field::open(14, 12)
            .option("5")
            .infantry("A", "union", 500, "3,3", 5)
            .infantry("X", "confederate", 600, "5,3", 1)
            .infantry("Y", "confederate", 300, at, 1)
    };
    let (one, other) = (hidden("12,2"), hidden("13,9"));
    for question in [
        json!({"threats": {}}),
        json!({"threats": {"cell": "3,3"}}),
        json!({"threats": {"unit": "A", "cell": "4,3"}}),
    ] {
        assert_eq!(ask(&one, &question), ask(&other, &question));
    }
    assert!(try_ask(&one, &json!({"threats": {"unit": "Y"}})).is_err());
    assert!(
        ask(&one, &json!({"threats": {"cell": "3,3"}}))["words"]
            .as_str()
            .unwrap_or_default()
            .contains("in sight")
    );
}

#[test]
fn a_question_about_threats_that_nobody_understands_is_refused() {
    for wrong in [
        json!({"by": "nobody"}),
        json!({"unit": "nobody"}),
        json!({"cell": "99,99"}),
        json!({"odd": 1}),
    ] {
        assert!(try_ask(&two_lines(), &json!({"threats": wrong})).is_err());
    }
}

#[test]
fn the_goals_say_what_wins_what_scores_and_how_far_it_is() {
    let field = two_lines().objective("9,5", 1000);
    let game = field.battle();
    let state = game.start(&mut FixedDie(0), &mut Vec::new());
    let goals = &game.view(&state, Seat::Side(Side::Union))["goals"];
    assert_eq!(goals["rule"], "GT 10.2");
    let sources = goals["sources"].as_array().expect("sources");
    let place = sources.iter().find(|one| one["cells"] == json!(["9,5"])).expect("the objective");
    assert_eq!((&place["banked"], &place["now"]["union"]), (&json!(false), &json!(0)));
    assert!(sources.iter().any(|one| one["what"] == "Confederate losses" && one["banked"] == true));
    assert!(goals["clock"].as_str().unwrap_or_default().starts_with("Turn 1 of "));
    let secret = two_lines().option("5").battle();
    let state = secret.start(&mut FixedDie(0), &mut Vec::new());
    let seat = Seat::Side(Side::Union);
    let goals = &secret.view(&secret.seen(&state, seat), seat)["goals"];
    let losses = goals["sources"].as_array().expect("sources")[0].clone();
    assert_eq!(losses["now"]["union"], Value::Null, "what the enemy lost is not known");
}
