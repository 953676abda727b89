//! Chattanooga, chapters 14 to 16: who is first, Geary's division, the guns without horses.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::{Field, Game};

/// [BG-C 14.31] The Union plays first in every game-turn.
mod c14_31_union_first {
    use super::*;

    #[test]
    fn union_then_confederate_then_the_next_turn() {
        let mut game = chattanooga(json!({"units": [at("1/1/IV", "0425"), at("Liddell", "2004")]}));
        let mut order = Vec::new();
        for _ in 0..5 {
            order.push(format!(
                "{} {}",
                game.json()["turn"],
                game.json()["side"].as_str().unwrap()
            ));
            game.apply(end(), &[]);
        }
        assert_eq!(order, ["1 union", "1 union", "1 confederate", "1 confederate", "2 union"]);
    }
}

/// [BG-C 14.32] Ten game-turns; the fifth is at night.
mod c14_32_turns {
    use super::*;

    #[test]
    fn ten_and_only_the_fifth_without_combat() {
        for turn in 1..=10 {
            let units = json!([at("1/1/IV", "0425"), at("Liddell", "2004")]);
            let mut game =
                chattanooga(json!({"turn": turn, "side": "confederate", "units": units}));
            game.apply(end(), &[]);
            let expected =
                if turn == 5 { ("union", "movement") } else { ("confederate", "combat") };
            let json = game.json();
            assert_eq!((json["side"].as_str().unwrap(), json["phase"].as_str().unwrap()), expected);
        }
        let units = json!([at("1/1/IV", "0425"), at("Liddell", "2004")]);
        for (turn, ends) in [(9, false), (10, true)] {
            let position =
                json!({"turn": turn, "side": "confederate", "phase": "combat", "units": units});
            let mut game = chattanooga(position);
            assert_eq!(game.apply(end(), &[]).event("ended").is_some(), ends);
        }
    }
}

const GEARY: [&str; 3] = ["1/2/XII", "2/2/XII", "3/2/XII"];

/// Geary's division waits, with these units on the map.
fn geary(turn: u8, more: &[Value]) -> Game {
    let mut units: Vec<Value> = GEARY.iter().map(|id| waits(id)).collect();
    units.extend_from_slice(more);
    chattanooga(json!({"turn": turn, "units": units}))
}

/// Confederates that control all four entry hexes.
fn all_closed() -> [Value; 2] {
    [at("Walthall", "0527"), at("Moore", "0727")]
}

/// [BG-C 15.0?] They must arrive on game-turn 2: the phase does not end while one of them can still enter.
mod c15_0_must_arrive {
    use super::*;

    #[test]
    fn on_game_turn_two_alone() {
        assert_eq!(geary(1, &[]).why(enter("1/2/XII", "0528")), "BG-C 15.0");
        assert_eq!(geary(2, &[]).why(enter("1/2/XII", "0528")), "legal");
        assert_eq!(geary(3, &[]).why(enter("1/2/XII", "0528")), "BG-C 15.0");
        assert!(!geary(3, &[]).lists(&enter("1/2/XII", "0528")));
    }

    #[test]
    fn the_phase_waits_for_the_last_of_them() {
        let mut game = geary(2, &[at("Liddell", "2004")]);
        for id in GEARY {
            assert_eq!(game.why(end()), "BG-C 15.0");
            assert!(!game.lists(&end()));
            game.apply(enter_to(id, "0528", "0527"), &[]);
            if id == "2/2/XII" {
                // Two in 0527 by now; the third stays in the entry hex.
                game.apply(enter("3/2/XII", "0528"), &[]);
                break;
            }
        }
        assert_eq!(game.why(end()), "legal");
    }

    #[test]
    fn it_does_not_wait_on_other_turns_nor_for_the_confederates() {
        assert_eq!(geary(1, &[]).why(end()), "legal");
        let units = json!([waits("1/2/XII"), at("Liddell", "2004")]);
        let game = chattanooga(json!({"turn": 2, "side": "confederate", "units": units}));
        assert_eq!(game.why(end()), "legal");
    }

    #[test]
    fn a_friend_who_makes_room_brings_the_duty_back() {
        let mut game =
            geary(2, &[at("1/1/XV", "0728"), at("2/1/XV", "0728"), at("Walthall", "0527")]);
        assert_eq!(game.why(end()), "legal", "three hexes are controlled and the fourth is full");
        game.apply(march("1/1/XV", "0627"), &[]);
        assert_eq!(game.why(enter("1/2/XII", "0728")), "legal");
        assert_eq!(game.why(end()), "BG-C 15.0");
    }
}

/// [BG-C 15.11] They enter at any moment of the phase.
mod c15_11_at_any_moment {
    use super::*;

    #[test]
    fn between_other_moves() {
        let mut game =
            geary(2, &[at("1/1/IV", "0425"), at("2/1/IV", "0426"), at("Liddell", "2004")]);
        game.apply(march("1/1/IV", "0424"), &[]);
        game.apply(enter("1/2/XII", "0528"), &[]);
        game.apply(march("2/1/IV", "0425"), &[]);
        assert_eq!(game.why(enter("2/2/XII", "0528")), "legal");
    }
}

/// [BG-C 15.12] Not into a controlled hex; those that cannot come on turn 2 are eliminated and scored.
mod c15_12_control_and_loss {
    use super::*;

    #[test]
    fn not_into_a_controlled_hex() {
        let game = geary(2, &[at("Walthall", "0527")]);
        for hex in ["0427", "0528", "0627"] {
            assert_eq!(game.why(enter("1/2/XII", hex)), "BG-C 15.12", "{hex}");
        }
        assert_eq!(game.why(enter("1/2/XII", "0728")), "legal");
    }

    #[test]
    fn not_into_an_enemy_unit() {
        let game = geary(2, &[at("Walthall", "0528")]);
        assert_eq!(game.why(enter("1/2/XII", "0528")), "BG-C 15.12");
    }

    #[test]
    fn those_shut_out_are_lost_when_the_phase_ends() {
        let mut game = geary(2, &all_closed());
        assert_eq!(game.why(end()), "legal");
        game.apply(end(), &[]);
        for id in GEARY {
            assert_eq!(game.whereabouts(id), "eliminated");
        }
        let event = game.event("eliminated").unwrap();
        assert_eq!((event["by"].as_str(), event["at"].as_str()), (Some("late"), None));
        assert_eq!(points(&game, "confederate", "eliminated"), 9);
    }

    #[test]
    fn those_that_came_are_safe() {
        let closed = all_closed();
        let mut game = chattanooga(json!({"turn": 2,
            "units": [at("1/2/XII", "0425"), waits("2/2/XII"), closed[0], closed[1]]}));
        game.apply(end(), &[]);
        assert_eq!(game.whereabouts("1/2/XII"), "0425");
        assert_eq!(game.whereabouts("2/2/XII"), "eliminated");
        assert_eq!(points(&game, "confederate", "eliminated"), 3);
    }
}

/// [BG-C 15.13?] Entering costs the terrain of the entry hex; a road makes it no cheaper.
mod c15_13_cost {
    use super::*;

    #[test]
    fn the_four_hexes() {
        let game = geary(2, &[at("Liddell", "2004")]);
        for (hex, cost) in [("0427", 3), ("0528", 1), ("0627", 1), ("0728", 6)] {
            assert_eq!(listed_cost(&game, &enter("1/2/XII", hex)), Some(cost), "{hex}");
        }
        assert_eq!(listed_cost(&game, &enter_to("1/2/XII", "0427", "0527")), Some(4));
        assert_eq!(game.why(enter_to("1/2/XII", "0728", "0627")), "BG 5.15", "no point is left");
    }

    #[test]
    fn a_road_in_the_entry_hex_does_not_help() {
        let wooded = |cost: &str| {
            let game = Field::new(&"f........\n".repeat(3))
                .road(&["0101", "0201", "0301"])
                .rule("cost = \"one\"", &format!("cost = \"{cost}\""))
                .entry("0101", "union")
                .group(r#"{ id = "G", turns = [1], cells = ["0101"] }"#)
                .arriving("A", "union", "infantry", 4, "G")
                .confederate("Z", 3, "0903")
                .movement();
            listed_cost(&game, &enter_to("A", "0101", "0201"))
        };
        assert_eq!(wooded("terrain"), Some(4));
        assert_eq!(wooded("one"), Some(2));
    }
}

/// [BG-C 15.14] Once on the map they move on and attack like other units.
mod c15_14_like_other_units {
    use super::*;

    #[test]
    fn they_march_on_and_attack_at_once() {
        let mut game =
            chattanooga(json!({"turn": 2, "units": [waits("1/2/XII"), at("Walthall", "0524")]}));
        game.apply(enter_to("1/2/XII", "0528", "0525"), &[]);
        assert_eq!(game.why(march("1/2/XII", "0526")), "BG 5.17");
        game.apply(end(), &[]);
        assert_eq!(game.why(attack(&["0524"], &["0525"])), "legal");
    }
}

/// [BG-C 15.15?] They keep the stacking limit: a full entry hex is passed through, never stayed in.
mod c15_15_stacking {
    use super::*;

    #[test]
    fn through_a_full_hex_but_not_into_it() {
        let mut game =
            geary(2, &[at("1/1/XV", "0528"), at("2/1/XV", "0528"), at("Liddell", "2004")]);
        assert_eq!(game.why(enter("1/2/XII", "0528")), "BG 5.32");
        game.apply(enter_to("1/2/XII", "0528", "0527"), &[]);
        assert_eq!(game.whereabouts("1/2/XII"), "0527");
    }

    #[test]
    fn with_no_point_to_go_on_a_full_hex_is_closed() {
        let game = geary(2, &[at("1/1/XV", "0728"), at("2/1/XV", "0728"), at("Walthall", "0527")]);
        assert_eq!(game.why(enter("1/2/XII", "0728")), "BG 5.32");
        assert_eq!(game.why(end()), "legal", "nobody can come any more");
    }
}

/// [BG-C 16.11] Union guns but Sherman's never move or advance, and are lost instead of retreating.
mod c16_11_no_horses {
    use super::*;

    const GUNS: [&str; 5] = ["XI", "XII", "XIV", "XV", "Reserve (US)"];

    #[test]
    fn they_do_not_move() {
        let game = chattanooga(json!({}));
        for gun in GUNS {
            assert!(game.reach(gun).is_empty(), "{gun}");
        }
        assert_eq!(game.why(march("Reserve (US)", "1017")), "BG-C 16.11");
    }

    #[test]
    fn they_are_lost_instead_of_retreating_even_to_artillery_alone() {
        for (unit, hex) in [("Quarles", "1419"), ("Sanford", "1420")] {
            let units = json!([at("XV", "1418"), at(unit, hex)]);
            let position =
                json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units});
            let mut game = chattanooga(position);
            let action = if unit == "Quarles" {
                attack(&["1418"], &["1419"])
            } else {
                bombard("1418", &["Sanford"])
            };
            // Quarles 5 to 4 is 1-1, a one is Dr; Sanford 2 to 4 is 1-2, a one is Dr.
            game.apply(action, &[1]);
            assert_eq!(game.whereabouts("XV"), "eliminated", "{unit}");
            assert_eq!(points(&game, "confederate", "eliminated"), 3);
        }
    }

    #[test]
    fn they_do_not_advance() {
        let units = json!([at("XIV", "1418"), at("Corput", "1419")]);
        let mut game = chattanooga(json!({"turn": 2, "phase": "combat", "units": units}));
        game.apply(attack(&["1419"], &["1418"]), &[1]);
        assert_eq!(game.whereabouts("Corput"), "eliminated");
        assert_eq!(game.json()["pending"], Value::Null);
    }
}

/// [BG-C 16.12] In everything else Union artillery is like any other.
mod c16_12_otherwise_ordinary {
    use super::*;

    #[test]
    fn it_bombards_at_two_or_three_hexes() {
        for (hex, expected) in [("1420", "legal"), ("1421", "legal"), ("1422", "BG 8.11")] {
            let units = json!([at("XV", "1418"), at("Quarles", hex)]);
            let game = chattanooga(json!({"turn": 2, "phase": "combat", "units": units}));
            assert_eq!(game.why(bombard(hex, &["XV"])), expected, "{hex}");
        }
    }

    #[test]
    fn next_to_an_enemy_it_must_attack() {
        let units = json!([at("XV", "1418"), at("Quarles", "1419")]);
        let game = chattanooga(json!({"turn": 2, "phase": "combat", "units": units}));
        assert_eq!(game.why(end()), "BG 7.12");
        assert_eq!(game.why(attack(&["1419"], &["1418"])), "legal");
    }
}

/// [BG-C 16.13] The battery Sherman moves, retreats and advances as usual.
mod c16_13_sherman {
    use super::*;

    #[test]
    fn it_moves() {
        let game = chattanooga(json!({"units": [at("Sherman", "1418"), at("Liddell", "2004")]}));
        assert_eq!(game.why(march("Sherman", "1420")), "legal");
    }

    #[test]
    fn it_retreats() {
        let units = json!([at("Sherman", "1418"), at("Quarles", "1419")]);
        let mut game = chattanooga(
            json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}),
        );
        game.apply(attack(&["1418"], &["1419"]), &[4]);
        game.apply(retreat("Sherman", "1417"), &[]);
        assert_eq!(game.whereabouts("Sherman"), "1417");
    }
}
