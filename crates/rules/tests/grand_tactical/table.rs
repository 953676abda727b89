//! What a table asks before an order is given: the orders of a unit, its field of fire, what is left to do, the lines of
//! command, and orders for many units. Everything must agree with what the checks accept.

use rules::System;
use rules::dice::FixedDie;
use rules::game::Seat;
use serde_json::{Value, json};

use crate::fixture::Field;

/// Four Union units in a line, two Confederates three squares south of them.
fn two_lines() -> Field {
    Field::open(12, 12)
        .infantry("A", "union", 500, "3,3", 5)
        .infantry("B", "union", 500, "3,4", 5)
        .infantry("C", "union", 500, "3,5", 5)
        .guns("G", "union", 12, "3,6", 5, "N12")
        .infantry("X", "confederate", 600, "5,4", 1)
        .infantry("Y", "confederate", 600, "9,5", 1)
}

/// Does the listed actions one after the other; each must be accepted.
fn carry_out(game: &rules::grand_tactical::Battle, answer: &Value) -> rules::grand_tactical::State {
    let mut state = game.start(&mut FixedDie(0), &mut Vec::new());
    for listed in answer["actions"].as_array().expect("actions") {
        let action = game.read_action(&state, &listed["action"]).expect("an action");
        assert_eq!(game.check(&state, &action), Ok(()), "{listed}");
        game.apply_legal(&mut state, &action, &mut FixedDie(0), &mut Vec::new());
    }
    state
}

fn ask(field: &Field, question: &Value) -> Value {
    let game = field.battle();
    let state = game.start(&mut FixedDie(0), &mut Vec::new());
    game.ask(&state, Seat::Side(atlas::Side::Union), question).expect("an answer")
}

#[test]
fn the_orders_of_a_unit_are_its_reach_its_targets_and_its_deeds() {
    let field = two_lines().intermediate().option("8");
    let orders = ask(&field, &json!({"orders": {"unit": "B"}}));
    let reach = ask(&field, &json!({"reach": {"unit": "B"}}));
    let squares = |list: &Value, key: &str| -> Vec<Value> {
        list.as_array().expect("a list").iter().map(|one| one[key].clone()).collect()
    };
    assert_eq!(squares(&orders["moves"], "to"), squares(&reach["to"], "square"));
    assert_eq!(orders["targets"][0]["square"], "5,4");
    let odds =
        ask(&field, &json!({"odds": {"action": {"plot_fire": {"unit": "B", "square": "5,4"}}}}));
    assert_eq!(orders["targets"][0]["casualties"], odds["odds"]["casualties"]);
    assert_eq!(orders["deeds"]["mode"]["to"], "column");
    assert!(orders["deeds"].get("fortify").is_none(), "works by order are of the advanced game");
}

#[test]
fn guns_that_are_limbered_say_that_they_will_not_fire() {
    let field = two_lines().intermediate().option("8");
    assert_eq!(ask(&field, &json!({"orders": {"unit": "G"}}))["silent"], Value::Null);
    let game = field.battle();
    let mut state = game.start(&mut FixedDie(0), &mut Vec::new());
    let limber = game.read_action(&state, &json!({"mode": {"unit": "G"}})).expect("an action");
    game.apply_legal(&mut state, &limber, &mut FixedDie(0), &mut Vec::new());
    let orders = game
        .ask(&state, Seat::Side(atlas::Side::Union), &json!({"orders": {"unit": "G"}}))
        .expect("an answer");
    assert_eq!(orders["silent"], "Its guns are limbered and will not fire.");
}

#[test]
fn the_field_of_fire_has_every_square_that_may_be_plotted() {
    let field = two_lines().intermediate().option("8");
    let told = ask(&field, &json!({"field": {"unit": "B"}}));
    let sight = ask(&field, &json!({"sight": {"unit": "B"}}));
    let squares: Vec<&Value> =
        told["squares"].as_array().expect("squares").iter().map(|one| &one["square"]).collect();
    assert_eq!(squares, sight["plots"].as_array().expect("plots").iter().collect::<Vec<_>>());
    let enemies = told["squares"].as_array().expect("squares").iter();
    let enemies: Vec<&Value> = enemies.filter(|one| one["enemy"] == true).collect();
    assert_eq!(enemies.len(), 1);
    // 500 rifles, 2 for 100 at two squares, ten points left: ten men.
    let open = told["squares"].as_array().expect("squares").iter();
    let open = open.filter(|one| one["enemy"] == false && one["range"] == 2);
    assert!(open.clone().count() > 0);
    assert!(open.clone().all(|one| one["casualties"]["mean"] == 10.0), "{told}");
}

#[test]
fn a_group_in_line_keeps_its_places_and_every_action_is_accepted() {
    let field = two_lines();
    let question = json!({"group": {"units": ["B", "A", "C"], "order": "line", "to": "2,5"}});
    let answer = ask(&field, &question);
    assert_eq!(answer["left_out"], json!([]));
    let game = field.battle();
    let after = game.view(&carry_out(&game, &answer), Seat::Side(atlas::Side::Union));
    let cell = |id: &str| {
        let units = after["units"].as_array().expect("units");
        units.iter().find(|unit| unit["id"] == id).expect("a unit")["cell"].clone()
    };
    assert_eq!((cell("A"), cell("B"), cell("C")), (json!("2,4"), json!("2,5"), json!("2,6")));
}

#[test]
fn a_group_that_goes_far_comes_as_near_as_its_points_allow() {
    let field = Field::open(20, 8)
        .infantry("A", "union", 500, "0,3", 5)
        .infantry("B", "union", 500, "0,4", 5);
    let question = json!({"group": {"units": ["A", "B"], "order": "column", "to": "19,3"}});
    let answer = ask(&field, &question);
    let game = field.battle();
    let after = game.view(&carry_out(&game, &answer), Seat::Side(atlas::Side::Union));
    // Ten points at two a square.
    assert_eq!(after["units"][0]["cell"], "5,3");
    assert_eq!(after["units"][0]["op"], 0);
    assert_eq!(answer["actions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_column_says_who_marches_where_and_who_stays() {
    let field = two_lines().ground("0,0", 'w');
    let answer = ask(&field, &json!({"column": {"units": ["A", "B"], "to": "1,3"}}));
    assert_eq!(answer["moves"][0], json!({"unit": "A", "to": "1,3", "path": ["2,3", "1,3"]}));
    assert_eq!(answer["moves"][1]["to"], "1,3", "there is room for two");
    assert_eq!(answer["stays"], json!([]));
}

#[test]
fn the_best_fire_of_a_group_is_the_square_where_most_is_expected() {
    let field = two_lines().infantry("Z", "confederate", 100, "5,3", 1);
    let answer = ask(&field, &json!({"group": {"units": ["A", "B", "C"], "order": "fire"}}));
    let game = field.battle();
    carry_out(&game, &answer);
    // 600 men are denser than 100.
    for listed in answer["actions"].as_array().expect("actions") {
        assert_eq!(listed["action"]["plot_fire"]["square"], "5,4", "{listed}");
    }
}

#[test]
fn a_group_is_faced_with_one_action_a_square_and_formed_only_where_it_must_be() {
    let field = two_lines().intermediate().option("8");
    let face = ask(&field, &json!({"group": {"units": ["A", "B"], "order": "face", "dir": 3}}));
    assert_eq!(face["actions"].as_array().map(Vec::len), Some(2));
    let again = ask(&field, &json!({"group": {"units": ["A", "B"], "order": "face", "dir": 5}}));
    assert_eq!(again, json!({"actions": [], "left_out": []}), "they face so already");
    let fight = ask(&field, &json!({"group": {"units": ["A", "B"], "order": "fight"}}));
    assert_eq!(fight, json!({"actions": [], "left_out": []}), "they are in line already");
    let march = ask(&field, &json!({"group": {"units": ["A", "B"], "order": "march"}}));
    assert_eq!(march["actions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_a_group_question_lacks_is_said() {
    let field = two_lines();
    let game = field.battle();
    let state = game.start(&mut FixedDie(0), &mut Vec::new());
    let wrong = [
        json!({"group": {"units": [], "order": "fire"}}),
        json!({"group": {"units": ["A", "A"], "order": "fire"}}),
        json!({"group": {"units": ["X"], "order": "fire"}}),
        json!({"group": {"units": ["A"], "order": "dance"}}),
        json!({"group": {"units": ["A"], "order": "line"}}),
        json!({"group": {"units": ["A"], "order": "face", "dir": 9}}),
    ];
    for question in wrong {
        let answer = game.ask(&state, Seat::Side(atlas::Side::Union), &question);
        assert!(answer.is_err(), "{question}: {answer:?}");
    }
}

#[test]
fn whoever_has_a_target_or_points_is_on_the_list_of_what_is_left_to_do() {
    let field = two_lines();
    let todo = ask(&field, &json!({"todo": {}}));
    let of = |id: &str| {
        let units = todo["units"].as_array().expect("units");
        units.iter().find(|unit| unit["unit"] == id).map(|unit| unit["why"].clone())
    };
    assert_eq!(of("B"), Some(json!(["target", "points"])));
    assert_eq!(of("X"), None, "only the side that decides");
}

#[test]
fn a_way_goes_through_the_squares_that_are_named_and_says_what_each_step_costs() {
    let field = two_lines();
    let way = ask(&field, &json!({"path": {"unit": "A", "via": ["2,3", "1,3"]}}));
    assert_eq!(way["path"], json!(["2,3", "1,3"]));
    assert_eq!(way["costs"], json!([2, 2]));
    assert_eq!((way["from"].clone(), way["cost"].clone()), (json!("3,3"), json!(4)));
    let none = ask(&field, &json!({"path": {"unit": "A", "via": ["2,3", "11,11"]}}));
    assert_eq!(none["legal"], false);
    assert_eq!(none["refusal"]["rule"], none["rule"]);
}

#[test]
fn in_a_hidden_game_nobody_unseen_is_a_target_of_any_answer() {
    let field = two_lines().option("5").ground("4,4", 'w').ground("4,3", 'w').ground("4,5", 'w');
    let game = field.battle();
    let state = game.start(&mut FixedDie(0), &mut Vec::new());
    let seat = Seat::Side(atlas::Side::Union);
    let seen = game.seen(&state, seat);
    for question in [
        json!({"orders": {"unit": "B"}}),
        json!({"field": {"unit": "G"}}),
        json!({"todo": {}}),
        json!({"group": {"units": ["A", "B", "C", "G"], "order": "fire"}}),
    ] {
        let answer = game.ask(&seen, seat, &question).expect("an answer").to_string();
        assert!(!answer.contains("\"Y\""), "{question}: {answer}");
    }
}
