//! What the enemy could do next, and what is left for the attacks that are owed.

use rules::blue_gray::Phase;
use rules::blue_gray::view;
use serde_json::{Value, json};

use crate::battles::words::{antietam, at};
use crate::combat::words::{attack, end_phase};
use crate::fixture::{Field, Game};
use crate::view::common::{ask as asked, game, inner, listed, play, strings};

fn ask(game: &Game, question: Value) -> Value {
    view::ask(game.battle(), game.state(), &question).unwrap_or_else(|e| panic!("{question}: {e}"))
}

fn units(answer: &Value) -> Vec<&str> {
    let parts = answer["attackers"].as_array().unwrap().iter();
    parts.map(|part| part["unit"].as_str().unwrap()).collect()
}

/// Open ground with room to be far away.
fn wide() -> Field {
    Field::new(&format!("{}\n", ".".repeat(20)).repeat(16))
}

#[test]
fn an_enemy_that_is_pointed_at_shows_where_he_could_go_and_whom_he_could_attack() {
    let field = wide().union("A", 4, "0505").union("B", 4, "1505");
    let game = field.confederate("X", 6, "0508").movement();
    let answer = ask(&game, json!({"threats": {"unit": "X"}}));
    assert_eq!((&answer["by"], &answer["turn"]), (&json!("confederate"), &json!(1)));
    assert_eq!(answer["attacks"], json!(["0505"]), "B is too far");
    assert!(strings(&answer["moves"]).contains(&"0506"));
    assert!(!strings(&answer["moves"]).contains(&"0505"), "nobody enters an enemy's hex");
    let mine = ask(&game, json!({"threats": {"unit": "A"}}));
    assert_eq!(mine["attacks"], json!(["0508"]), "one's own units may be asked about, too");
}

#[test]
fn a_hex_says_who_could_attack_it_together_and_at_what_odds() {
    let field = wide().union("A", 4, "0505").confederate("X", 6, "0508");
    let field = field.confederate("Y", 7, "0608").confederate("Z", 9, "1515");
    let game = field.confederate_gun("G", 3, "0509").movement();
    let answer = ask(&game, json!({"threats": {"cell": "0505"}}));
    let mut who = units(&answer);
    who.sort_unstable();
    assert_eq!(who, ["G", "X", "Y"]);
    assert_eq!((&answer["attack"], &answer["defence"]), (&json!("16"), &json!("4")));
    assert_eq!((&answer["column"], &answer["danger"]), (&json!("4-1"), &json!(6)));
    let gun = answer["attackers"].as_array().unwrap().iter().find(|one| one["unit"] == "G");
    assert_eq!(gun.unwrap()["afar"], true);
    let empty = ask(&game, json!({"threats": {"cell": "0705", "by": "confederate"}}));
    assert_eq!(empty["column"], Value::Null, "nobody is there to be attacked");
    let far = ask(&game, json!({"threats": {"cell": "1501", "by": "confederate"}}));
    assert!(units(&far).is_empty());
}

#[test]
fn no_more_units_attack_from_a_hex_than_may_stack_there() {
    // A corridor: one hex is next to A, and of three only two have room in it.
    let field = crate::combat::words::corridor(9).union("A", 4, "0101");
    let field = field.confederate("X", 5, "0105").confederate("Y", 3, "0105");
    let game = field.confederate("Z", 4, "0106").movement();
    let answer = ask(&game, json!({"threats": {"cell": "0101"}}));
    assert_eq!((units(&answer), &answer["attack"]), (vec!["X", "Z"], &json!("9")));
}

#[test]
fn while_a_move_is_planned_the_odds_of_standing_there_are_told() {
    let field = Field::open().union("A", 4, "0505").union("B", 8, "0706");
    let game = field.confederate("X", 6, "0508").movement();
    let near = ask(&game, json!({"threats": {"unit": "A", "cell": "0507"}}));
    assert_eq!(units(&near), ["X"]);
    assert_eq!(near["column"], "1-1");
    assert_eq!(near["own"][0]["cell"], "0508");
    assert_eq!(
        (&near["own"][0]["attack"], &near["own"][0]["column"]),
        (&json!("4"), &json!("1-2"))
    );
    let away = ask(&game, json!({"threats": {"unit": "A", "cell": "0501"}}));
    assert_eq!(away["own"], json!([]));
    let room = ask(&game, json!({"threats": {"unit": "A", "cell": "0508"}}));
    assert_eq!(room["turn"], Value::Null, "an enemy stands there");
}

#[test]
fn all_that_is_threatened_is_told_at_once() {
    let field = wide().union("A", 4, "0505").union("B", 4, "1505");
    let game = field.confederate("X", 6, "0508").movement();
    let answer = ask(&game, json!({"threats": {}}));
    let stands: Vec<&str> = answer["stands"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["cell"].as_str())
        .collect();
    assert_eq!(stands, ["0505"]);
    assert!(answer["cells"].as_array().unwrap().iter().any(|one| one["cell"] == "0509"));
}

#[test]
fn a_game_that_is_over_and_the_last_turn_hold_no_threat() {
    let field = Field::open().union("A", 4, "0505").confederate("X", 6, "0508");
    let field = field.scenario("turns = 1\nfirst = \"union\"\nstacking = 2\n");
    let mut game = field.movement();
    let by = |game: &Game, side: &str| ask(game, json!({"threats": {"by": side}}));
    assert_eq!(by(&game, "confederate")["turn"], 1, "he moves next");
    while game.json()["side"] != "confederate" {
        game.apply(end_phase(), &[]);
    }
    assert_eq!(by(&game, "confederate")["turn"], 1, "he moves now");
    let union = by(&game, "union");
    assert_eq!((&union["turn"], &union["stands"]), (&Value::Null, &Value::Null), "the last turn");
    assert!(union["words"].as_str().unwrap().contains("no further turn"), "{union}");
    while game.json()["outcome"].is_null() {
        game.apply(end_phase(), &[]);
    }
    for side in ["union", "confederate"] {
        assert_eq!(by(&game, side)["turn"], Value::Null, "the game is over");
    }
    assert_eq!(ask(&game, json!({"threats": {"cell": "0505"}}))["turn"], Value::Null);
}

#[test]
fn a_question_about_threats_that_nobody_understands_is_refused() {
    let game = Field::open().union("A", 4, "0505").confederate("X", 6, "0508").movement();
    for wrong in
        [json!({"by": "nobody"}), json!({"cell": "9999"}), json!({"unit": "Q"}), json!({"x": 1})]
    {
        assert!(view::ask(game.battle(), game.state(), &json!({"threats": wrong})).is_err());
    }
}

/// [BG-A 18.1] The quota is spent on the strongest of those who find room, not on guns first.
#[test]
fn no_more_move_to_attack_together_than_the_quota_lets() {
    let movers = |moves: u8| -> Vec<u64> {
        let units = json!([
            at("1", "0806"),
            at("1/1/I", "0808"),
            at("2/1/I", "0908"),
            at("1/3/I", "0907"),
            at("Hood", "0811"),
        ]);
        let position = json!({"turn": 2, "side": "union", "moves_left": moves, "units": units});
        let answer = ask(&antietam(position), json!({"threats": {"cell": "0811"}}));
        let parts = answer["attackers"].as_array().unwrap().iter();
        let moved = parts.filter(|part| part["at"] != part["from"]);
        let mut strengths: Vec<u64> =
            moved.map(|part| part["strength"].as_str().unwrap().parse().unwrap()).collect();
        strengths.sort_unstable_by(|a, b| b.cmp(a));
        strengths
    };
    let all = movers(10);
    assert!(all.len() > 2 && all[0] > all[all.len() - 1], "{all:?}");
    for moves in 0..=2 {
        assert_eq!(movers(moves), all[..usize::from(moves)], "the strongest of them");
    }
}

/// Whoever is said to be able to attack from somewhere can go there, and no more stand there than may.
#[test]
fn what_is_threatened_can_be_carried_out() {
    let game = game("blue-gray/chattanooga", "november-24", &[]);
    let mut looked = 0;
    play(&game, 11, |number, state| {
        let plain = inner(state);
        if plain.phase != Phase::Movement || plain.outcome.is_some() || number % 9 != 0 {
            return;
        }
        let by = plain.side.word();
        let all = asked(&game, state, json!({"threats": {"by": by}}));
        for stand in all["stands"].as_array().unwrap() {
            for part in stand["attackers"].as_array().unwrap() {
                let reach = asked(&game, state, json!({"reach": {"unit": part["unit"]}}));
                let goes = |to: &Value| {
                    reach["moves"].as_array().unwrap().iter().any(|one| one["to"] == *to)
                };
                assert!(part["at"] == part["from"] || goes(&part["at"]), "{part}");
                looked += 1;
            }
        }
    });
    assert!(looked > 50, "only {looked}");
}

/// [BG 7.11] The plan for all meets every duty that can be met, with legal attacks that share nobody.
#[test]
fn a_plan_for_all_meets_every_duty() {
    let game = game("blue-gray/fredericksburg", "december-13", &[]);
    let mut attacks = 0;
    play(&game, 5, |_, state| {
        let plain = inner(state);
        if plain.phase != Phase::Combat || plain.pending().is_some() || plain.outcome.is_some() {
            return;
        }
        let plan = asked(&game, state, json!({"plan": {}}));
        let mut used: Vec<String> = Vec::new();
        for one in plan["attacks"].as_array().unwrap() {
            let verdict = asked(&game, state, json!({"why": {"action": one["action"]}}));
            let attack = &one["action"]["attack"];
            for key in ["defenders", "attackers", "bombard"] {
                used.extend(strings(&attack[key]).into_iter().map(str::to_owned));
            }
            attacks += 1;
            // What is legal once the others are made may not be the first to be made.
            assert!(
                verdict["legal"] == true
                    || verdict["rule"] == "BG 7.11"
                    || verdict["rule"] == "BG 7.12",
                "{verdict}"
            );
        }
        let count = used.len();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), count, "somebody attacks twice: {plan}");
        let ends = listed(&game, state).iter().any(|one| one["action"]["end_phase"].is_object());
        for owed in plan["owed"].as_array().unwrap() {
            assert!(used.contains(&owed["cell"].as_str().unwrap().to_owned()) || ends, "{owed}");
        }
    });
    assert!(attacks > 20, "only {attacks}");
}

/// One strong brigade and a weak one between two enemies of unequal strength.
fn between() -> Game {
    let field = Field::open().union("A", 8, "0505").union("B", 2, "0605");
    field
        .confederate("X", 4, "0504")
        .confederate("Y", 2, "0705")
        .confederate("Z", 4, "0604")
        .combat()
}

#[test]
fn what_is_still_owed_is_told_with_its_best_odds_and_a_warning_before_the_die() {
    let game = between();
    let plan = ask(&game, json!({"plan": {}}));
    assert_eq!(plan["owed"].as_array().unwrap().len(), 3);
    let after = ask(&game, json!({"plan": {"action": attack(&["0505"], &["0504"])}}));
    let owed = after["owed"].as_array().unwrap();
    let of = |cell: &str| owed.iter().find(|one| one["cell"] == cell).unwrap().clone();
    assert_eq!(of("0604")["now"]["column"], "1-1", "both enemies together");
    assert!(of("0604")["warning"].as_str().unwrap().starts_with("0604"), "{after}");
    let refused = ask(&game, json!({"plan": {"action": attack(&["0605"], &["0504"])}}));
    assert_eq!(refused["legal"], false, "it is not next to it");
}

#[test]
fn an_attack_on_a_target_is_proposed_with_regard_to_the_others() {
    let game = between();
    let plan = ask(&game, json!({"plan": {"cells": ["0705"]}}));
    assert_eq!(plan["attacks"][0]["targets"], json!(["0705"]));
    assert_eq!(plan["attacks"][0]["action"]["attack"]["attackers"], json!(["0605"]));
    let apart = ask(&game, json!({"plan": {"cells": ["0504", "0705"]}}));
    assert_eq!(apart["attacks"], json!([]), "nobody is next to both");
    assert_eq!(apart["owed"].as_array().unwrap().len(), 3);
    assert_eq!(
        ask(&Field::open().union("A", 4, "0505").movement(), json!({"plan": {}}))["attacks"],
        json!([])
    );
}

/// [BG 5.32] A column follows its first unit as far as there is room.
#[test]
fn a_column_follows_its_first_unit_as_far_as_there_is_room() {
    let field = wide().union("A", 4, "0505").union("B", 4, "0505").union("C", 4, "0506");
    let game = field.confederate("X", 6, "1515").movement();
    let units = json!(["B", "A", "C"]);
    let answer = ask(&game, json!({"column": {"units": units, "to": "0502"}}));
    let ends: Vec<(&str, &str)> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["unit"].as_str().unwrap(), one["to"].as_str().unwrap()))
        .collect();
    assert_eq!(ends, [("B", "0502"), ("A", "0502"), ("C", "0503")]);
    assert_eq!(answer["moves"][0]["path"], json!(["0504", "0503", "0502"]));
    let far = ask(&game, json!({"column": {"units": ["A"], "to": "1501"}}));
    assert_eq!((&far["moves"], &far["stays"][0]["unit"]), (&json!([]), &json!("A")));
    assert!(far["stays"][0]["refusal"]["rule"].is_string());
    for wrong in [
        json!({"units": ["A", "A"], "to": "0502"}),
        json!({"units": [], "to": "0502"}),
        json!({"units": ["A"]}),
    ] {
        assert!(view::ask(game.battle(), game.state(), &json!({"column": wrong})).is_err());
    }
}
