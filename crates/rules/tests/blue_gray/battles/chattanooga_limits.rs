//! Chattanooga, chapter 17: how many units the Union moves, and the night.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

fn union_turn(turn: u8, more: Value) -> Game {
    let mut position = json!({"turn": turn, "side": "union"});
    for (key, value) in more.as_object().unwrap() {
        position[key] = value.clone();
    }
    chattanooga(position)
}

/// Two Union brigades near Chattanooga and a Confederate far away.
fn few() -> Value {
    json!([at("1/2/XIV", "1320"), at("2/2/XIV", "1220"), at("Liddell", "2004")])
}

/// [BG-C 17.11] Eleven Union units move in a phase; any number may attack.
mod c17_11_eleven_units {
    use super::*;

    #[test]
    fn on_every_turn() {
        for turn in (1..=10).filter(|&turn| turn != 5) {
            assert_eq!(moves_left(&union_turn(turn, json!({}))), 11, "{turn}");
        }
    }

    #[test]
    fn the_twelfth_stays() {
        let mut game = union_turn(3, json!({"units": few(), "moves_left": 1}));
        game.apply(march("1/2/XIV", "1319"), &[]);
        assert_eq!(game.why(march("2/2/XIV", "1219")), "BG-C 17.11");
    }

    #[test]
    fn attacks_are_not_limited() {
        let units = json!([at("1/2/XIV", "1320"), at("Maney", "1319")]);
        let mut game = union_turn(3, json!({"units": units, "moves_left": 0}));
        game.apply(end(), &[]);
        assert_eq!(game.why(attack(&["1319"], &["1320"])), "legal");
    }
}

/// [BG-C 17.12] The reinforcements of turn 2 are outside the limit until game-turn 5.
mod c17_12_geary {
    use super::*;

    #[test]
    fn entering_does_not_count() {
        let mut game = union_turn(
            2,
            json!({"units": [waits("1/2/XII"), at("Liddell", "2004")], "moves_left": 0}),
        );
        game.apply(enter("1/2/XII", "0528"), &[]);
        assert_eq!(moves_left(&game), 0);
    }

    #[test]
    fn nor_does_their_movement_on_turns_three_and_four() {
        let units = json!([at("1/2/XII", "0528"), at("1/2/XIV", "1320"), at("Liddell", "2004")]);
        for turn in [3, 4] {
            let mut game = union_turn(turn, json!({"units": units, "moves_left": 0}));
            assert_eq!(game.why(march("1/2/XIV", "1319")), "BG-C 17.11");
            game.apply(march("1/2/XII", "0527"), &[]);
            assert_eq!(moves_left(&game), 0);
        }
    }

    #[test]
    fn after_the_fifth_it_does() {
        let units = json!([at("1/2/XII", "0528"), at("Liddell", "2004")]);
        for turn in [6, 10] {
            let spent = union_turn(turn, json!({"units": units, "moves_left": 0}));
            assert_eq!(spent.why(march("1/2/XII", "0527")), "BG-C 17.11");
            let mut game = union_turn(turn, json!({"units": units}));
            game.apply(march("1/2/XII", "0527"), &[]);
            assert_eq!(moves_left(&game), 10);
        }
    }
}

/// [BG-C 17.13] Retreats and advances are outside the limit.
mod c17_13_retreats_and_advances {
    use super::*;

    #[test]
    fn whoever_retreated_or_advanced_is_not_counted() {
        let units = json!([at("1/2/XIV", "1320"), at("2/2/XIV", "1320"), at("Quarles", "1319")]);
        let mut game = union_turn(3, json!({"units": units, "phase": "combat"}));
        // 12 to 5 is 2-1; a one is Dr.
        game.apply(attack(&["1319"], &["1320"]), &[1]);
        game.apply(retreat("Quarles", "1318"), &[]);
        game.apply(advance("1/2/XIV", "1319"), &[]);
        assert_eq!(moves_left(&game), 11);
        game.apply(end(), &[]).apply(end(), &[]);
        // Quarles 5 to 6 is 1-2; a one is Dr.
        game.apply(attack(&["1319"], &["1318"]), &[1]);
        game.apply(retreat("1/2/XIV", "1320"), &[]);
        game.apply(json!({"decline": {}}), &[]).apply(end(), &[]);
        assert_eq!(game.json()["side"], "union");
        assert_eq!(moves_left(&game), 11);
        assert_eq!(game.why(march("1/2/XIV", "1321")), "legal", "it has its own move still");
    }
}

/// [BG-C 17.14?] Seven more units move while the Union holds 1025, asked at each move.
mod c17_14_point_lookout {
    use super::*;

    #[test]
    fn the_confederates_hold_it_at_the_start() {
        assert_eq!(holder(&chattanooga(json!({})), "1025"), "confederate");
    }

    #[test]
    fn eighteen_while_the_union_holds_it() {
        assert_eq!(
            moves_left(&union_turn(3, json!({"units": few(), "control": {"1025": "union"}}))),
            18
        );
    }

    #[test]
    fn taken_in_the_middle_of_a_phase_it_counts_at_once() {
        let units = json!([at("1/1/IV", "1024"), at("1/2/XIV", "1320"), at("Liddell", "2004")]);
        let mut game = union_turn(3, json!({"units": units, "moves_left": 1}));
        game.apply(march("1/1/IV", "1025"), &[]);
        assert_eq!(moves_left(&game), 7);
        assert_eq!(game.why(march("1/2/XIV", "1319")), "legal");
    }

    #[test]
    fn passing_through_it_is_enough() {
        let units = json!([at("1/1/IV", "1024"), at("Liddell", "2004")]);
        let mut game = union_turn(3, json!({"units": units}));
        game.apply(along("1/1/IV", &["1025", "1126"]), &[]);
        assert_eq!(moves_left(&game), 17);
    }

    #[test]
    fn lost_again_the_seven_are_gone() {
        let units = json!([at("1/2/XIV", "1320"), at("Clayton", "1026")]);
        let mut game = chattanooga(
            json!({"turn": 3, "side": "confederate", "units": units, "control": {"1025": "union"}}),
        );
        game.apply(march("Clayton", "1025"), &[]).apply(end(), &[]).apply(end(), &[]);
        assert_eq!(moves_left(&game), 11);
    }

    #[test]
    fn lost_in_the_unions_own_combat_phase_after_many_moves() {
        let units = json!([at("1/2/XVII", "1025"), at("Quarles", "1024")]);
        let mut game =
            union_turn(3, json!({"units": units, "control": {"1025": "union"}, "moves_left": 3}));
        game.apply(end(), &[]);
        // 4 to 10, rough doubles, is 1-3; a two is Ar.
        game.apply(attack(&["1024"], &["1025"]), &[2]);
        game.apply(retreat("1/2/XVII", "1026"), &[]);
        game.apply(advance("Quarles", "1025"), &[]);
        assert_eq!(holder(&game, "1025"), "confederate");
    }
}

/// [BG-C 17.15] A side controls a hex if it has a unit in it or was the last to pass through.
mod c17_15_control {
    use super::*;

    #[test]
    fn by_movement_retreat_and_advance() {
        let units = json!([at("1/3/XI", "1024"), at("Quarles", "1023")]);
        let position = json!({"turn": 3, "side": "confederate", "phase": "combat", "units": units});
        let mut game = chattanooga(position);
        // 5 to 6, rough doubles, is 1-2; a one is Dr.
        game.apply(attack(&["1024"], &["1023"]), &[1]);
        game.apply(retreat("1/3/XI", "1025"), &[]);
        assert_eq!(holder(&game, "1025"), "union");
        let units = json!([at("1/1/IV", "1024"), at("2/1/IV", "1024"), at("Corput", "1025")]);
        let mut game = chattanooga(json!({"turn": 3, "phase": "combat", "units": units}));
        // 18 to 2, rough doubles, is 6-1; a one is De.
        game.apply(attack(&["1025"], &["1024"]), &[1]);
        game.apply(advance("1/1/IV", "1025"), &[]);
        assert_eq!(holder(&game, "1025"), "union");
    }

    #[test]
    fn an_empty_hex_stays_with_the_last() {
        let units = json!([at("1/1/IV", "1025"), at("Liddell", "2004")]);
        let mut game = union_turn(3, json!({"units": units, "control": {"1025": "union"}}));
        game.apply(march("1/1/IV", "1024"), &[]);
        assert_eq!(holder(&game, "1025"), "union");
    }
}

/// [BG-C 17.16] Confederate movement has no limit of its own.
mod c17_16_confederates {
    use super::*;

    #[test]
    fn every_free_unit_may_move() {
        let mut game = chattanooga(json!({"turn": 3, "side": "confederate"}));
        assert_eq!(moves_left(&game), Value::Null);
        let mut seen = std::collections::BTreeSet::new();
        let actions = game.actions().into_iter().map(|one| one["action"].clone());
        let moves: Vec<Value> = actions
            .filter(|one| one["move"]["unit"].as_str().is_some_and(|id| seen.insert(id.to_owned())))
            .collect();
        let mut moved = 0;
        for action in moves {
            if game.why(action.clone()) == "legal" {
                game.apply(action, &[]);
                moved += 1;
            }
        }
        assert!(moved > 18, "{moved}");
    }
}

/// [BG-C 17.2] At night no Union unit moves; Confederates may leave controlled hexes but enter none.
mod c17_2_night {
    use super::*;

    fn night(side: &str, units: Value) -> Game {
        chattanooga(json!({"turn": 5, "side": side, "units": units}))
    }

    #[test]
    fn no_union_unit_moves() {
        let game = night("union", few());
        assert_eq!(game.why(march("1/2/XIV", "1319")), "BG-C 17.2");
        assert!(game.reach("1/2/XIV").is_empty());
        assert_eq!(game.actions().len(), 1, "only the end of the phase");
    }

    #[test]
    fn confederates_leave_control() {
        let game = night("confederate", json!([at("1/2/XIV", "1320"), at("Maney", "1319")]));
        assert_eq!(game.why(march("Maney", "1317")), "legal");
        assert!(game.cost("Maney", "1317").is_some());
        let day = chattanooga(json!({"turn": 6, "side": "confederate",
            "units": [at("1/2/XIV", "1320"), at("Maney", "1319")]}));
        assert_eq!(day.why(march("Maney", "1317")), "BG 5.13");
    }

    #[test]
    fn but_enter_none() {
        let game = night(
            "confederate",
            json!([at("1/2/XIV", "1320"), at("Maney", "1319"), at("Brown", "1317")]),
        );
        assert_eq!(
            game.why(march("Maney", "1219")),
            "BG 10.2",
            "from one controlled hex to the next"
        );
        assert_eq!(game.why(march("Brown", "1319")), "BG 10.2");
        assert_eq!(game.why(march("Brown", "1318")), "legal");
    }

    #[test]
    fn nor_come_back_to_where_they_started() {
        let game = night("confederate", json!([at("1/2/XIV", "1320"), at("Maney", "1319")]));
        assert_eq!(game.why(along("Maney", &["1318", "1319"])), "BG 10.2");
        assert_eq!(game.cost("Maney", "1319"), None);
    }
}
