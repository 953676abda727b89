//! Antietam, chapter 18 and the options about it: how many units the Union moves, and who stands still.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

/// A game-turn of the Union with these units, and Hood far away.
fn union_turn(turn: u8, more: Value) -> Game {
    let mut position = json!({"turn": turn, "side": "union"});
    for (key, value) in more.as_object().unwrap() {
        position[key] = value.clone();
    }
    antietam(position)
}

/// The first listed move of each unit that can move.
fn one_move_a_unit(game: &Game) -> Vec<Value> {
    let mut seen = std::collections::BTreeSet::new();
    let actions = game.actions().into_iter().map(|listed| listed["action"].clone());
    actions
        .filter(|action| {
            action["move"]["unit"].as_str().is_some_and(|unit| seen.insert(unit.to_owned()))
        })
        .collect()
}

/// [BG-A 18.1?] Fifteen Union units move on the first turn and ten on each later one.
mod a18_1_union_quota {
    use super::*;

    #[test]
    fn fifteen_then_ten() {
        assert_eq!(moves_left(&union_turn(1, json!({}))), 15);
        for turn in 2..=10 {
            assert_eq!(moves_left(&union_turn(turn, json!({}))), 10, "{turn}");
        }
    }

    #[test]
    fn each_unit_that_leaves_its_hex_counts_and_the_sixteenth_stays() {
        let mut game = union_turn(1, json!({}));
        let moves = one_move_a_unit(&game);
        let mut moved = 0;
        for action in moves {
            if game.why(action.clone()) == "legal" {
                game.apply(action, &[]);
                moved += 1;
            }
        }
        assert_eq!(moved, 15);
        assert_eq!(moves_left(&game), 0);
        assert_eq!(game.why(march("5", "2009")), "BG-A 18.1");
    }

    #[test]
    fn a_loop_back_home_counts() {
        let units = json!([at("1", "1709"), at("2", "1809"), at("Hood", "0811")]);
        let mut game = union_turn(2, json!({"units": units, "moves_left": 1}));
        game.apply(along("1", &["1710", "1709"]), &[]);
        assert_eq!(game.whereabouts("1"), "1709");
        assert_eq!(game.why(march("2", "1810")), "BG-A 18.1");
    }

    #[test]
    fn attacks_are_not_limited() {
        let units = json!([at("1", "1709"), at("Hood", "1710")]);
        let mut game = union_turn(2, json!({"units": units, "moves_left": 0}));
        game.apply(end(), &[]);
        assert_eq!(game.why(attack(&["1710"], &["1709"])), "legal");
    }

    #[test]
    fn the_confederates_have_no_such_limit() {
        let game = antietam(json!({"turn": 2, "side": "confederate"}));
        assert_eq!(moves_left(&game), Value::Null);
    }

    #[test]
    fn the_reinforcements_of_turn_four_are_free_on_turn_four() {
        let units = json!([waits("1/1/VI"), at("Hood", "0811")]);
        let mut game = union_turn(4, json!({"units": units, "moves_left": 0}));
        game.apply(enter_to("1/1/VI", "2112", "2011"), &[]);
        assert_eq!(moves_left(&game), 0);
        let mut game = union_turn(4, json!({"units": units}));
        game.apply(enter("1/1/VI", "2112"), &[]);
        assert_eq!(moves_left(&game), 10);
    }

    #[test]
    fn from_turn_five_they_count() {
        let late = json!([waits("1/1/VI"), at("Hood", "0811")]);
        let game = union_turn(5, json!({"units": late, "moves_left": 0}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "BG-A 18.1");
        let mut game = union_turn(5, json!({"units": late}));
        game.apply(enter("1/1/VI", "2112"), &[]);
        assert_eq!(moves_left(&game), 9);
        let mut game = union_turn(5, json!({"units": [at("1/1/VI", "2112"), at("Hood", "0811")]}));
        game.apply(march("1/1/VI", "2111"), &[]);
        assert_eq!(moves_left(&game), 9);
    }
}

/// [BG-A 18.1?] The limit ends for good from the Union player-turn after a Confederate has crossed a creek.
mod a18_1_lifted_by_crossing_a_creek {
    use super::*;

    /// Ends phases until the Union moves again.
    fn to_the_next_union_turn(game: &mut Game) {
        game.apply(end(), &[]);
        while game.json()["side"] != "union" || game.json()["phase"] != "movement" {
            game.apply(end(), &[]);
        }
    }

    fn assert_lifted_next_turn(mut game: Game) {
        assert_eq!(game.json()["creek_crossed"], true);
        assert_eq!(game.json()["quota_lifted"], false, "not in this turn yet");
        to_the_next_union_turn(&mut game);
        assert!(game.event("quota_lifted").is_some());
        assert_eq!(moves_left(&game), Value::Null);
        to_the_next_union_turn(&mut game);
        assert_eq!(moves_left(&game), Value::Null, "for good");
    }

    #[test]
    fn by_movement() {
        let units = json!([at("1", "1709"), at("Toombs", "1218")]);
        let mut game = antietam(json!({"turn": 2, "side": "confederate", "units": units}));
        game.apply(march("Toombs", "1318"), &[]);
        assert_eq!(units_of(&game, "creek_crossed"), ["Toombs"]);
        assert_lifted_next_turn(game);
    }

    #[test]
    fn by_passing_over_and_back_in_one_move() {
        let units = json!([at("1", "1709"), at("Toombs", "1218")]);
        let mut game = antietam(json!({"turn": 2, "side": "confederate", "units": units}));
        game.apply(along("Toombs", &["1318", "1218"]), &[]);
        assert_lifted_next_turn(game);
    }

    #[test]
    fn by_a_retreat() {
        // Toombs in 1318 has the bridge behind him as his only way.
        let units = json!([at("1/1/IX", "1417"), at("Toombs", "1318")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        game.apply(attack(&["1318"], &["1417"]), &[2]);
        assert_eq!(game.whereabouts("Toombs"), "1218");
        assert_eq!(units_of(&game, "creek_crossed"), ["Toombs"]);
        game.apply(json!({"decline": {}}), &[]);
        assert_lifted_next_turn(game);
    }

    #[test]
    fn by_an_advance() {
        let units = json!([at("1/1/IX", "1318"), at("Toombs", "1218")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        // 7 to 4 over the bridge is 1-1; a four is Ar.
        game.apply(attack(&["1218"], &["1318"]), &[4]);
        game.apply(retreat("1/1/IX", "1418"), &[]);
        game.apply(advance("Toombs", "1318"), &[]);
        assert_eq!(units_of(&game, "creek_crossed"), ["Toombs"]);
        assert_eq!(game.json()["quota_lifted"], false);
    }

    #[test]
    fn not_by_a_confederate_on_his_own_bank_nor_by_a_union_unit() {
        let units = json!([at("1/1/IX", "1417"), at("Toombs", "1118")]);
        let mut game = antietam(json!({"turn": 2, "side": "confederate", "units": units}));
        game.apply(march("Toombs", "1018"), &[]);
        to_the_next_union_turn(&mut game);
        assert_eq!(moves_left(&game), 10);
        game.apply(march("1/1/IX", "1218"), &[]);
        assert_eq!(game.json()["creek_crossed"], false);
        to_the_next_union_turn(&mut game);
        assert_eq!(moves_left(&game), 10);
    }
}

/// [BG-A 18.2] Ten Confederate brigades stand still on the first turn.
mod a18_2_confederate_standstill {
    use super::*;

    const HELD: [(&str, &str); 10] = [
        ("Kershaw", "0518"),
        ("Brksdl", "0518"),
        ("Semmes", "0417"),
        ("Cobb", "0417"),
        ("Wilcox", "0614"),
        ("Mahone", "0614"),
        ("Fthrstn", "0713"),
        ("Wright", "0713"),
        ("Armstd", "0612"),
        ("Pryor", "0612"),
    ];

    #[test]
    fn those_of_five_hexes_do_not_move_on_turn_one() {
        let game = antietam(json!({"side": "confederate"}));
        for (unit, to) in HELD {
            assert_eq!(game.why(march(unit, to)), "BG-A 18.2", "{unit}");
            assert!(game.reach(unit).is_empty());
        }
        assert_eq!(game.why(march("Pickett", "0717")), "legal");
    }

    #[test]
    fn from_turn_two_they_move() {
        let game = antietam(json!({"turn": 2, "side": "confederate"}));
        for (unit, to) in HELD {
            assert_eq!(game.why(march(unit, to)), "legal", "{unit}");
        }
    }

    #[test]
    fn wherever_they_stand_by_then() {
        let units = json!([at("Kershaw", "0501"), at("Hood", "0503"), at("1", "1709")]);
        let game = antietam(json!({"side": "confederate", "units": units}));
        assert_eq!(game.why(march("Kershaw", "0502")), "BG-A 18.2");
        assert_eq!(game.why(march("Hood", "0502")), "legal");
    }

    #[test]
    fn they_retreat_and_advance_all_the_same() {
        let units = json!([at("1/1/IX", "0516"), at("Kershaw", "0517")]);
        let mut game = antietam(json!({"phase": "combat", "units": units}));
        game.apply(attack(&["0517"], &["0516"]), &[3]);
        assert_eq!(game.why(retreat("Kershaw", "0518")), "legal");
        let mut game = antietam(json!({"phase": "combat", "units": units}));
        game.apply(attack(&["0517"], &["0516"]), &[6]);
        game.apply(retreat("1/1/IX", "0515"), &[]);
        assert_eq!(game.why(advance("Kershaw", "0516")), "legal");
    }
}

/// [BG-A 20.1] Fifteen units on every turn.
mod a20_1_greater_initiative {
    use super::*;

    #[test]
    fn fifteen_on_every_turn() {
        for turn in 1..=10 {
            assert_eq!(moves_left(&union_turn(turn, json!({"options": ["20.1"]}))), 15, "{turn}");
        }
    }
}

/// [BG-A 20.2] No limit, whatever 20.1 says.
mod a20_2_total_initiative {
    use super::*;

    #[test]
    fn nobody_is_counted() {
        for options in [json!(["20.2"]), json!(["20.1", "20.2"])] {
            let mut game = union_turn(2, json!({"options": options}));
            assert_eq!(moves_left(&game), Value::Null);
            let mut moved = 0;
            for action in one_move_a_unit(&game) {
                if game.why(action.clone()) == "legal" {
                    game.apply(action, &[]);
                    moved += 1;
                }
            }
            assert!(moved > 15, "{moved}");
            assert_eq!(moves_left(&game), Value::Null);
        }
    }

    #[test]
    fn and_no_creek_crossing_matters() {
        let units = json!([at("1", "1709"), at("Toombs", "1218")]);
        let mut game = antietam(
            json!({"turn": 2, "side": "confederate", "units": units, "options": ["20.2"]}),
        );
        game.apply(march("Toombs", "1318"), &[]);
        assert!(game.event("creek_crossed").is_none());
    }

    #[test]
    fn but_a_position_says_that_a_creek_was_crossed() {
        let units = json!([at("1", "1709"), at("Toombs", "1218")]);
        let mut game = antietam(
            json!({"turn": 2, "side": "confederate", "units": units, "options": ["20.2"]}),
        );
        assert_eq!(game.json()["creek_crossed"], false);
        game.apply(march("Toombs", "1318"), &[]);
        assert_eq!(game.json()["creek_crossed"], true);
        assert_eq!(game.json()["quota_lifted"], false, "there is none to lift");
    }
}

/// [BG-A 20.3] A. P. Hill comes on the first turn, and nobody stands still by order.
mod a20_3_early_confederates {
    use super::*;

    #[test]
    fn hill_on_turn_one_instead_of_seven() {
        let plain = |turn: u8| {
            antietam(json!({"turn": turn, "side": "confederate"})).why(enter("AP Hill", "0126"))
        };
        assert_eq!(plain(1), "BG-A 15.0");
        assert_eq!(plain(6), "BG-A 15.0");
        assert_eq!(plain(7), "legal");
        let early = antietam(json!({"side": "confederate", "options": ["20.3"]}));
        assert_eq!(early.why(enter("AP Hill", "0126")), "legal");
    }

    #[test]
    fn the_ten_brigades_may_move() {
        let game = antietam(json!({"side": "confederate", "options": ["20.3"]}));
        assert_eq!(game.why(march("Kershaw", "0518")), "legal");
        assert_eq!(game.why(march("Pryor", "0612")), "legal");
    }
}
