//! Antietam, chapters 14 to 16: who is first, how reinforcements come on, how long it lasts.

use serde_json::json;

use crate::battles::words::*;
use crate::fixture::Field;

/// [BG-A 14.3] The Union plays first in every game-turn.
mod a14_3_union_first {
    use super::*;

    #[test]
    fn union_then_confederate_then_the_next_turn() {
        let mut game = antietam(json!({"units": [at("1/1/I", "0501"), at("Hood", "0811")]}));
        let mut order = Vec::new();
        for _ in 0..6 {
            let json = game.json();
            order.push(format!("{} {} {}", json["turn"], json["side"], json["phase"]));
            game.apply(end(), &[]);
        }
        let expected = [
            r#"1 "union" "movement""#,
            r#"1 "union" "combat""#,
            r#"1 "confederate" "movement""#,
            r#"1 "confederate" "combat""#,
            r#"2 "union" "movement""#,
            r#"2 "union" "combat""#,
        ];
        assert_eq!(order, expected);
    }
}

/// [BG-A 15.0?] Reinforcements come on their turn or later, at their hex; a unit bars them, control does not.
mod a15_0_reinforcements {
    use super::*;

    #[test]
    fn not_before_their_turn() {
        let on = |turn: u8| antietam(json!({"turn": turn})).why(enter("1/1/VI", "2112"));
        assert_eq!(on(3), "BG-A 15.0");
        assert_eq!(on(4), "legal");
    }

    #[test]
    fn on_any_later_turn() {
        let game = antietam(json!({"turn": 9, "units": [waits("1/1/VI")]}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "legal");
        assert!(game.lists(&enter("1/1/VI", "2112")));
    }

    #[test]
    fn at_their_hex_alone() {
        let game = antietam(json!({"turn": 4}));
        assert_eq!(game.why(enter("1/1/VI", "2111")), "BG-A 15.0");
        assert_eq!(game.why(enter("1/1/VI", "0126")), "BG-A 15.0");
    }

    #[test]
    fn only_those_that_wait() {
        let game = antietam(json!({"turn": 4}));
        assert_eq!(game.why(enter("1/1/I", "2112")), "BG-A 15.0");
        assert_eq!(game.why(march("1/1/VI", "2112")), "BG 3.0");
    }

    #[test]
    fn an_enemy_unit_in_the_hex_bars_them() {
        let game = antietam(json!({"turn": 4, "units": [waits("1/1/VI"), at("Hood", "2112")]}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "BG-A 15.0");
        assert_eq!(game.why(enter_to("1/1/VI", "2112", "2113")), "BG-A 15.0");
    }

    #[test]
    fn enemy_control_of_the_hex_lets_them_in_but_no_further() {
        let game = antietam(json!({"turn": 4, "units": [waits("1/1/VI"), at("Hood", "2012")]}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "legal");
        assert_eq!(game.why(enter_to("1/1/VI", "2112", "2111")), "BG 6.0");
        let path = json!({"enter": {"unit": "1/1/VI", "hex": "2112", "path": ["2111"]}});
        assert_eq!(game.why(path), "BG 6.0");
    }

    #[test]
    fn not_in_the_enemys_phase() {
        let game = antietam(json!({"turn": 4, "side": "confederate"}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "BG 5.11");
    }
}

/// [BG-A 15.1] They enter at any moment of the movement phase.
mod a15_1_at_any_moment {
    use super::*;

    #[test]
    fn before_between_and_after_other_moves() {
        let units = json!([waits("1/1/VI"), waits("2/1/VI"), at("1", "1709"), at("2", "1809")]);
        let mut game = antietam(json!({"turn": 4, "units": units}));
        game.apply(enter_to("1/1/VI", "2112", "2011"), &[]);
        game.apply(march("1", "1710"), &[]);
        game.apply(enter("2/1/VI", "2112"), &[]);
        game.apply(march("2", "1810"), &[]);
        assert_eq!(game.whereabouts("1/1/VI"), "2011");
        assert_eq!(game.whereabouts("2/1/VI"), "2112");
    }

    #[test]
    fn but_not_in_combat() {
        let game = antietam(json!({"turn": 4, "phase": "combat"}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "BG 5.11");
    }
}

/// [BG-A 15.2] Once on the map they move and fight like any other unit.
mod a15_2_like_other_units {
    use super::*;

    #[test]
    fn entry_and_march_are_one_move() {
        let mut game = antietam(json!({"turn": 4, "units": [waits("1/1/VI"), at("Hood", "0811")]}));
        game.apply(enter_to("1/1/VI", "2112", "1912"), &[]);
        assert_eq!(game.event("entered").unwrap()["path"], json!(["2112", "2011", "1912"]));
        assert_eq!(game.event("entered").unwrap()["cost"], 3);
        assert_eq!(game.why(march("1/1/VI", "1812")), "BG 5.17");
    }

    #[test]
    fn they_attack_on_the_turn_they_come() {
        let mut game = antietam(json!({"turn": 4, "units": [waits("1/1/VI"), at("Hood", "2012")]}));
        game.apply(enter("1/1/VI", "2112"), &[]).apply(end(), &[]);
        assert_eq!(game.why(end()), "BG 7.12");
        assert_eq!(game.why(attack(&["2012"], &["2112"])), "legal");
    }

    #[test]
    fn enemy_units_and_control_on_the_way_hold_them_up() {
        let game = antietam(json!({"turn": 4, "units": [waits("1/1/VI"), at("Hood", "2009")]}));
        assert_eq!(game.why(enter_to("1/1/VI", "2112", "2110")), "legal");
        assert_eq!(game.why(enter_to("1/1/VI", "2112", "2109")), "BG 6.0");
        assert_eq!(game.why(enter_to("1/1/VI", "2112", "2009")), "BG 5.12");
    }
}

/// [BG-A 15.3?] Placing costs one point whatever the terrain; a full entry hex is passed, never stayed in.
mod a15_3_cost_and_stacking {
    use super::*;

    fn wooded() -> Field {
        Field::new(&"x........\n".repeat(3))
            .entry("0101", "union")
            .group(r#"{ id = "G", turns = [1], cells = ["0101"] }"#)
            .arriving("A", "union", "infantry", 4, "G")
            .confederate("Z", 3, "0903")
    }

    #[test]
    fn one_point_whatever_the_terrain() {
        let game = wooded().movement();
        assert_eq!(listed_cost(&game, &enter("A", "0101")), Some(1));
        assert_eq!(listed_cost(&game, &enter_to("A", "0101", "0601")), Some(6));
        assert_eq!(game.why(enter_to("A", "0101", "0701")), "BG 5.15");
    }

    #[test]
    fn five_points_are_left_at_2112() {
        let game = antietam(json!({"turn": 4, "units": [waits("1/1/VI"), at("Hood", "0811")]}));
        assert_eq!(listed_cost(&game, &enter("1/1/VI", "2112")), Some(1));
        assert_eq!(listed_cost(&game, &enter_to("1/1/VI", "2112", "2107")), Some(6));
        assert_eq!(game.why(enter_to("1/1/VI", "2112", "2106")), "BG 5.15");
    }

    #[test]
    fn a_third_unit_passes_through_but_does_not_stay() {
        let units = json!([
            waits("1/1/VI"),
            at("2/1/VI", "2112"),
            at("3/1/VI", "2112"),
            at("Hood", "0811")
        ]);
        let mut game = antietam(json!({"turn": 4, "units": units}));
        assert_eq!(game.why(enter("1/1/VI", "2112")), "BG 5.32");
        assert!(!game.lists(&enter("1/1/VI", "2112")));
        assert!(game.lists(&enter_to("1/1/VI", "2112", "2111")));
        game.apply(enter_to("1/1/VI", "2112", "2111"), &[]);
        assert_eq!(game.whereabouts("1/1/VI"), "2111");
    }

    #[test]
    fn a_loop_back_into_the_full_hex_does_not_help() {
        let units = json!([
            waits("1/1/VI"),
            at("2/1/VI", "2112"),
            at("3/1/VI", "2112"),
            at("Hood", "0811")
        ]);
        let game = antietam(json!({"turn": 4, "units": units}));
        let path = json!({"enter": {"unit": "1/1/VI", "hex": "2112", "path": ["2111", "2112"]}});
        assert_eq!(game.why(path), "BG 5.32");
    }
}

/// [BG-A 15.4] A unit that combat drives off the map counts as eliminated.
mod a15_4_off_the_map {
    use super::*;

    #[test]
    fn a_retreat_that_only_leads_off_the_map_is_the_end() {
        let units = json!([at("1/1/IX", "2012"), at("2/1/IX", "2011"), at("Hood", "2112")]);
        let mut game = antietam(json!({"phase": "combat", "units": units}));
        // 12 to 4 is 3-1; a two is Dr.
        game.apply(attack(&["2112"], &["2011", "2012"]), &[2]);
        assert_eq!(game.whereabouts("Hood"), "eliminated");
        assert_eq!(game.event("eliminated").unwrap()["points"], 4);
        assert_eq!(points(&game, "union", "eliminated"), 4);
    }
}

/// [BG-A 16.4] The game has ten game-turns.
mod a16_4_ten_turns {
    use super::*;

    #[test]
    fn it_ends_after_the_tenth_and_not_before() {
        let units = json!([at("1/1/I", "0501"), at("Hood", "0811")]);
        let last = |turn: u8| {
            let position =
                json!({"turn": turn, "side": "confederate", "phase": "combat", "units": units});
            let mut game = antietam(position);
            game.apply(end(), &[]);
            game
        };
        assert!(last(9).event("ended").is_none());
        let game = last(10);
        assert!(game.event("ended").is_some());
        assert!(game.actions().is_empty());
        assert_eq!(game.why(end()), "BG 4.0");
    }
}
