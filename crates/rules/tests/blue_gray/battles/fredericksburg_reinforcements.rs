//! Fredericksburg, chapters 14 and 15: who is first, how long it lasts, how reinforcements come on.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

/// [BG-F 14.31] The Confederates play first in every game-turn.
mod f14_31_confederates_first {
    use super::*;

    #[test]
    fn confederate_then_union_then_the_next_turn() {
        let mut game =
            fredericksburg(json!({"units": [at("1/1/I", "1703"), at("Wilcox", "0519")]}));
        let mut order = Vec::new();
        for _ in 0..5 {
            order.push(format!(
                "{} {}",
                game.json()["turn"],
                game.json()["side"].as_str().unwrap()
            ));
            game.apply(end(), &[]);
        }
        assert_eq!(
            order,
            ["1 confederate", "1 confederate", "1 union", "1 union", "2 confederate"]
        );
    }
}

/// [BG-F 14.32] Eleven game-turns; one and seven in fog, six at night.
mod f14_32_turns {
    use super::*;

    fn position(turn: u8, side: &str, phase: &str) -> Game {
        let units = json!([at("1/1/I", "1703"), at("Wilcox", "0519")]);
        fredericksburg(json!({"turn": turn, "side": side, "phase": phase, "units": units}))
    }

    #[test]
    fn it_ends_after_the_eleventh() {
        let mut tenth = position(10, "union", "combat");
        assert!(tenth.apply(end(), &[]).event("ended").is_none());
        let mut last = position(11, "union", "combat");
        assert!(last.apply(end(), &[]).event("ended").is_some());
    }

    #[test]
    fn the_sixth_has_no_combat() {
        for turn in 1..=11 {
            let mut game = position(turn, "confederate", "movement");
            game.apply(end(), &[]);
            let next = if turn == 6 { ("union", "movement") } else { ("confederate", "combat") };
            let json = game.json();
            assert_eq!(
                (json["side"].as_str().unwrap(), json["phase"].as_str().unwrap()),
                next,
                "{turn}"
            );
        }
    }

    #[test]
    fn three_points_in_the_first_and_the_seventh_and_six_in_the_others() {
        for turn in 1..=11 {
            let points = if [1, 7].contains(&turn) { 3 } else { 6 };
            let reach = position(turn, "union", "movement").reach("1/1/I");
            assert_eq!(reach.iter().map(|(_, cost)| *cost).max(), Some(points), "{turn}");
        }
    }
}

/// [BG-F 15.0?] On their turn or any later one; only a unit bars them; control does not, except at night.
mod f15_0_reinforcements {
    use super::*;

    fn sykes(turn: u8, enemy: &str) -> Game {
        let units = json!([waits("1/2/V"), at("Wilcox", enemy)]);
        fredericksburg(json!({"turn": turn, "side": "union", "units": units}))
    }

    #[test]
    fn on_their_turn_or_later() {
        for turn in 1..=11 {
            let expected = if turn < 4 { "BG-F 15.0" } else { "legal" };
            assert_eq!(sykes(turn, "0519").why(enter("1/2/V", "0113")), expected, "{turn}");
        }
    }

    #[test]
    fn at_their_hex_alone() {
        assert_eq!(sykes(4, "0519").why(enter("1/2/V", "0112")), "BG-F 15.0");
        assert_eq!(sykes(4, "0519").why(enter("1/2/V", "2501")), "BG-F 15.0");
    }

    #[test]
    fn an_enemy_unit_in_the_hex_bars_them() {
        assert_eq!(sykes(4, "0113").why(enter("1/2/V", "0113")), "BG-F 15.0");
    }

    #[test]
    fn they_may_enter_a_controlled_hex_and_stop_there() {
        let game = sykes(4, "0112");
        assert_eq!(game.why(enter("1/2/V", "0113")), "legal");
        assert_eq!(game.why(enter_to("1/2/V", "0113", "0114")), "BG 6.0");
    }

    #[test]
    fn but_not_at_night() {
        assert_eq!(sykes(6, "0112").why(enter("1/2/V", "0113")), "BG 10.2");
        let free = sykes(6, "0110");
        assert_eq!(free.why(enter("1/2/V", "0113")), "legal");
        assert_eq!(free.why(enter_to("1/2/V", "0113", "0112")), "legal");
        assert_eq!(free.why(enter_to("1/2/V", "0113", "0111")), "BG 10.2");
    }
}

/// [BG-F 15.11] They enter at any moment of the phase.
mod f15_11_at_any_moment {
    use super::*;

    #[test]
    fn after_another_move_and_before_one() {
        let units =
            json!([waits("1/2/V"), at("1/1/I", "1703"), at("2/1/I", "1802"), at("Wilcox", "0519")]);
        let mut game = fredericksburg(json!({"turn": 4, "side": "union", "units": units}));
        game.apply(march("1/1/I", "1704"), &[]);
        game.apply(enter("1/2/V", "0113"), &[]);
        game.apply(march("2/1/I", "1803"), &[]);
        assert_eq!(game.whereabouts("1/2/V"), "0113");
    }
}

/// [BG-F 15.12] Once on the map they move on and attack like other units.
mod f15_12_like_other_units {
    use super::*;

    #[test]
    fn march_and_attack_at_once() {
        let units = json!([waits("1/2/V"), at("Wilcox", "0310")]);
        let mut game = fredericksburg(json!({"turn": 4, "side": "union", "units": units}));
        game.apply(enter_to("1/2/V", "0113", "0311"), &[]);
        assert_eq!(game.why(march("1/2/V", "0312")), "BG 5.17");
        game.apply(end(), &[]);
        assert_eq!(game.why(attack(&["0310"], &["0311"])), "legal");
    }
}

/// [BG-F 15.13?] Placing costs one point; a full entry hex is passed through, never stayed in.
mod f15_13_cost_and_stacking {
    use super::*;

    #[test]
    fn one_point_of_six_or_of_three() {
        let on = |turn: u8| {
            let units = json!([waits("Pelham"), at("1/1/I", "0207")]);
            fredericksburg(json!({"turn": turn, "units": units}))
        };
        assert_eq!(listed_cost(&on(2), &enter("Pelham", "1901")), Some(1));
        assert_eq!(listed_cost(&on(2), &enter_to("Pelham", "1901", "2001")), Some(2));
        assert_eq!(on(1).why(enter_to("Pelham", "1901", "2101")), "legal");
        assert_eq!(on(1).why(enter_to("Pelham", "1901", "2201")), "BG 5.15");
    }

    #[test]
    fn a_third_unit_goes_through_the_full_hex() {
        let units =
            json!([waits("Grimes"), at("Rodes", "2501"), at("Doles", "2501"), at("1/1/I", "0207")]);
        let mut game = fredericksburg(json!({"turn": 3, "units": units}));
        assert_eq!(game.why(enter("Grimes", "2501")), "BG 5.32");
        game.apply(enter_to("Grimes", "2501", "2401"), &[]);
        assert_eq!(game.whereabouts("Grimes"), "2401");
    }
}

/// [BG-F 15.22?] Early comes whole or as his four brigades; his owner chooses when the first of them enters.
mod f15_22_early {
    use super::*;

    const BRIGADES: [&str; 4] = ["Lawton", "Trimble", "Hoke", "Hays"];

    fn waiting(turn: u8) -> Game {
        let mut units: Vec<Value> = BRIGADES.iter().map(|id| waits(id)).collect();
        units.extend([waits("Early"), at("1/1/I", "0207"), at("Wilcox", "0519")]);
        fredericksburg(json!({"turn": turn, "units": units}))
    }

    #[test]
    fn both_forms_are_offered() {
        let game = waiting(2);
        for id in BRIGADES.iter().chain(&["Early"]) {
            assert!(game.lists(&enter(id, "2501")), "{id}");
            assert_eq!(waiting(1).why(enter(id, "2501")), "BG-F 15.0");
        }
    }

    #[test]
    fn whole_he_leaves_no_brigades() {
        let mut game = waiting(2);
        game.apply(enter_to("Early", "2501", "2401"), &[]);
        assert_eq!(units_of(&game, "set_aside"), BRIGADES.map(str::to_owned).to_vec());
        for id in BRIGADES {
            assert_eq!(game.whereabouts(id), "absent");
            assert_eq!(game.why(enter(id, "2501")), "BG-F 15.0");
        }
    }

    #[test]
    fn one_brigade_rules_out_the_division_and_the_others_may_follow_later() {
        let mut game = waiting(2);
        game.apply(enter_to("Hoke", "2501", "2401"), &[]);
        assert_eq!(units_of(&game, "set_aside"), ["Early"]);
        assert_eq!(game.why(enter("Early", "2501")), "BG-F 15.0");
        for _ in 0..4 {
            game.apply(end(), &[]);
        }
        assert_eq!(game.json()["turn"], 3);
        game.apply(enter("Lawton", "2501"), &[]);
        assert_eq!(game.whereabouts("Trimble"), "reserve");
        assert!(game.event("set_aside").is_none());
        assert_eq!(game.why(enter("Hays", "2501")), "legal");
    }

    #[test]
    fn a_form_that_has_come_keeps_the_other_out_whatever_became_of_it() {
        for gone in ["eliminated", "exited"] {
            let units = json!([{"id": "Early", "state": gone}, waits("Hays"), at("1/1/I", "0207")]);
            let game = fredericksburg(json!({"turn": 4, "units": units}));
            assert_eq!(game.why(enter("Hays", "2501")), "BG-F 15.0");
        }
    }
}
