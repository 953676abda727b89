//! Chapter 5: movement in general, and what is prohibited.

use serde_json::json;

use crate::fixture::Field;

/// [BG 5.0?] Units move one by one along neighbouring hexes; without a path a unit takes the cheapest way,
/// of the cheapest one with the fewest hexes, of these the one with the smallest list of numbers.
mod r5_0_the_way_of_a_move {
    use super::*;

    #[test]
    fn in_any_direction() {
        let game = Field::open().union("A", 4, "0505").movement();
        for to in ["0504", "0506", "0404", "0405", "0604", "0605"] {
            assert_eq!(game.cost("A", to), Some(1), "{to}");
        }
    }

    #[test]
    fn the_cheapest_way_comes_first() {
        let mut game = Field::new(
            ".....
             .....
             .....
             ..f..
             .....",
        )
        .union("A", 4, "0303")
        .movement();
        game.apply(json!({"move": {"unit": "A", "to": "0404"}}), &[]);
        let moved = game.event("moved").expect("it moved");
        assert_eq!(moved["path"], json!(["0403", "0404"]), "0304 is smaller and forest");
        assert_eq!(moved["cost"], 2);
    }

    #[test]
    fn then_the_way_with_the_fewest_hexes() {
        let mut game = Field::new(
            ".....
             .....
             .....
             ..f..
             .....",
        )
        .trail(&["0303", "0304"])
        .union("A", 4, "0303")
        .movement();
        game.apply(json!({"move": {"unit": "A", "to": "0305"}}), &[]);
        let moved = game.event("moved").expect("it moved");
        assert_eq!(moved["path"], json!(["0304", "0305"]), "0203, 0204, 0305 costs three as well");
        assert_eq!(moved["cost"], 3);
    }

    #[test]
    fn then_the_way_with_the_smallest_list_of_numbers() {
        let mut game = Field::open().union("A", 4, "0303").movement();
        game.apply(json!({"move": {"unit": "A", "to": "0404"}}), &[]);
        let moved = game.event("moved").expect("it moved");
        assert_eq!(moved["path"], json!(["0304", "0404"]));
        assert_eq!(moved["from"], "0303");
    }

    #[test]
    fn another_way_may_be_named_with_or_without_the_hex_it_starts_from() {
        for path in [json!(["0403", "0404"]), json!(["0303", "0403", "0404"])] {
            let mut game = Field::open().union("A", 4, "0303").movement();
            game.apply(json!({"move": {"unit": "A", "path": path}}), &[]);
            assert_eq!(game.whereabouts("A"), "0404");
            let moved = game.event("moved").expect("it moved");
            assert_eq!(moved["path"], json!(["0403", "0404"]));
        }
    }

    #[test]
    fn a_way_may_be_dearer_than_need_be_and_cross_its_own_start() {
        let game = Field::open().union("A", 4, "0303").movement();
        assert_eq!(game.why_path("A", &["0302", "0303", "0304"]), "legal");
        assert_eq!(game.why_path("A", &["0302", "0402", "0403", "0303", "0304", "0305"]), "legal");
    }

    #[test]
    fn a_way_named_with_another_end_is_refused() {
        let game = Field::open().union("A", 4, "0303").movement();
        let action = json!({"move": {"unit": "A", "to": "0305", "path": ["0304"]}});
        assert_eq!(game.why(action), "BG 5.16");
        let action = json!({"move": {"unit": "A", "to": "0304", "path": ["0304"]}});
        assert_eq!(game.why(action), "legal");
    }

    #[test]
    fn a_move_may_end_where_it_began_by_way_of_the_smallest_neighbour() {
        let mut game = Field::open().union("A", 4, "0303").union("B", 4, "0303").movement();
        assert_eq!(game.cost("A", "0303"), Some(2));
        game.apply(json!({"move": {"unit": "A", "to": "0303"}}), &[]);
        assert_eq!(game.event("moved").expect("it moved")["path"], json!(["0202", "0303"]));
        assert_eq!(game.whereabouts("A"), "0303");
        assert_eq!(game.unit("A")["moved"], true);
    }

    #[test]
    fn a_loop_can_touch_an_objective() {
        let control = "[control]\nconfederate = [\"0403\"]\n[victory]";
        let field = Field::open().rule("[victory]", control).union("A", 4, "0303");
        let mut game = field.movement();
        game.apply(json!({"move": {"unit": "A", "path": ["0403", "0303"]}}), &[]);
        assert_eq!(game.json()["control"]["0403"], "union");
        assert_eq!(game.whereabouts("A"), "0303");
        let mut game = field.movement();
        game.apply(json!({"move": {"unit": "A", "to": "0303"}}), &[]);
        assert_eq!(game.json()["control"]["0403"], "confederate", "the preferred loop misses it");
    }

    #[test]
    fn a_move_that_leaves_no_hex_is_none() {
        let game = Field::open().union("A", 4, "0303").movement();
        assert_eq!(game.why_path("A", &[]), "BG 5.16");
        assert_eq!(game.why_path("A", &["0303"]), "BG 5.16");
        let shut_in = Field::new(
            "xxx
             xxx
             xxx",
        )
        .union("A", 4, "0202")
        .movement();
        assert_eq!(shut_in.why_move("A", "0202"), "BG 5.16", "out and back costs twelve");
        assert_eq!(shut_in.cost("A", "0202"), None);
    }
}

/// [BG 5.11] A unit moves in its own movement phase only, apart from retreat and advance.
mod r5_11_in_the_own_movement_phase {
    use super::*;

    fn field() -> Field {
        Field::open().union("A", 4, "0303").confederate("B", 4, "0707")
    }

    #[test]
    fn the_other_player_s_units_stay() {
        let game = field().movement();
        assert_eq!(game.why_move("B", "0706"), "BG 5.11");
        assert!(game.reach("B").is_empty());
        assert_eq!(game.why_move("A", "0304"), "legal");
    }

    #[test]
    fn nobody_moves_in_a_combat_phase() {
        let game = field().combat();
        assert_eq!(game.why_move("A", "0304"), "BG 5.11");
        assert_eq!(game.why_move("B", "0706"), "BG 5.11");
        assert_eq!(game.why(json!({"exit": {"unit": "A", "hex": "0303"}})), "BG 5.11");
        assert_eq!(game.why(json!({"enter": {"unit": "A", "hex": "0303"}})), "BG 5.11");
    }
}

/// [BG 5.12] A hex with an enemy unit is never entered.
mod r5_12_never_into_an_enemy {
    use super::*;

    #[test]
    fn neither_as_destination_nor_on_the_way() {
        let game = Field::open().union("A", 4, "0303").confederate("B", 4, "0305").movement();
        assert_eq!(game.why(json!({"move": {"unit": "A", "to": "0305"}})), "BG 5.12");
        assert_eq!(game.cost("A", "0305"), None);
        assert_eq!(game.why_path("A", &["0304", "0305"]), "BG 6.0", "it must stop before");
    }

    #[test]
    fn not_even_from_a_hex_the_enemy_does_not_control() {
        let game = Field::open().union("A", 4, "0303").confederate("B", 4, "0304");
        let leave = "[[night]]\nside = \"union\"\nmovement = \"may-leave-control\"\nrule = \"17.2\"\n\
                     [scoring]";
        let night = "turns = 10\nfirst = \"union\"\nstacking = 2\nnight = [1]\n";
        let game = game.rule("[scoring]", leave).scenario(night).movement();
        assert_eq!(game.why_path("A", &["0304"]), "BG 5.12");
        assert_eq!(game.why_path("A", &["0302"]), "legal");
    }
}

/// [BG 5.13] Whoever starts in an enemy-controlled hex does not move.
mod r5_13_no_movement_out_of_control {
    use super::*;

    #[test]
    fn a_unit_next_to_an_enemy_stays() {
        let game = Field::open().union("A", 4, "0303").confederate("B", 4, "0304").movement();
        assert_eq!(game.why(json!({"move": {"unit": "A", "to": "0301"}})), "BG 5.13");
        assert!(game.reach("A").is_empty());
    }

    #[test]
    fn not_even_in_a_loop_or_from_one_controlled_hex_to_another() {
        let game = Field::open().union("A", 4, "0303").confederate("B", 4, "0304").movement();
        assert_eq!(game.why_path("A", &["0403"]), "BG 5.13");
        assert_eq!(game.why_move("A", "0303"), "BG 5.13");
    }
}

/// [BG 5.14] No fighting in the movement phase; the first throw for combat ends moving for good.
mod r5_14_no_fighting_while_moving {
    use super::*;

    fn field() -> Field {
        Field::open()
            .union("A", 4, "0303")
            .union("C", 4, "0707")
            .union_gun("G", 4, "0302")
            .confederate("B", 4, "0304")
    }

    #[test]
    fn an_attack_waits_for_the_combat_phase() {
        let attack = json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}});
        let bombard = json!({"attack": {"defenders": ["0304"], "bombard": ["G"]}});
        let mut game = field().movement();
        assert_eq!(game.why(attack.clone()), "BG 5.14");
        assert_eq!(game.why(bombard), "BG 5.14");
        game.end_phase(&[]);
        assert_eq!(game.why(attack), "legal");
    }

    #[test]
    fn after_a_combat_nobody_moves_any_more() {
        let mut game = field().combat();
        assert_eq!(game.why_move("C", "0706"), "BG 5.11");
        game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}}), &[1]);
        assert_eq!(game.json()["phase"], "combat");
        assert_ne!(game.why_move("C", "0706"), "legal");
    }
}

/// [BG 5.15] A move costs no more than the allowance; points are neither saved nor passed on.
mod r5_15_no_more_than_the_allowance {
    use super::*;

    #[test]
    fn seven_points_are_one_too_many() {
        let game = Field::open().union("A", 4, "0501").movement();
        assert_eq!(game.why_move("A", "0507"), "legal");
        assert_eq!(game.why_move("A", "0508"), "BG 5.15");
        let path = ["0502", "0503", "0504", "0505", "0506", "0507", "0508"];
        assert_eq!(game.why_path("A", &path), "BG 5.15");
        assert_eq!(game.why_path("A", &path[..6]), "legal");
    }

    #[test]
    fn points_not_spent_are_lost() {
        let mut game = Field::open().union("A", 4, "0501").union("B", 4, "0301").movement();
        game.apply(json!({"move": {"unit": "A", "to": "0502"}}), &[]);
        assert_eq!(game.cost("B", "0307"), Some(6), "B has its own six points");
        assert_eq!(game.cost("B", "0308"), None, "and none of A's");
        for _ in 0..4 {
            game.end_phase(&[]);
        }
        assert_eq!(game.cost("A", "0508"), Some(6));
        assert_eq!(game.cost("A", "0509"), None);
    }

    #[test]
    fn in_fog_the_allowance_is_smaller() {
        let fog = "turns = 10\nfirst = \"union\"\nstacking = 2\nfog = [1]\n";
        let mut game = Field::open().scenario(fog).union("A", 4, "0501").movement();
        assert_eq!(game.cost("A", "0504"), Some(3));
        assert_eq!(game.cost("A", "0505"), None);
        assert_eq!(game.why_move("A", "0505"), "BG 5.15");
        for _ in 0..4 {
            game.end_phase(&[]);
        }
        assert_eq!(game.cost("A", "0507"), Some(6), "the second turn is clear");
    }

    #[test]
    fn a_unit_that_cannot_pay_does_not_enter_there_is_no_least_move() {
        let fog = "turns = 10\nfirst = \"union\"\nstacking = 2\nfog = [1]\n";
        let game = Field::new("xxx\nxxx\nxxx").scenario(fog).union("A", 4, "0202").movement();
        assert!(game.reach("A").is_empty());
        assert_eq!(game.why_path("A", &["0201"]), "BG 5.15");
    }
}

/// [BG 5.16] A path goes from hex to neighbouring hex and skips none.
mod r5_16_no_hex_is_skipped {
    use super::*;

    #[test]
    fn a_gap_is_refused_wherever_it_is() {
        let game = Field::open().union("A", 4, "0303").movement();
        assert_eq!(game.why_path("A", &["0305"]), "BG 5.16");
        assert_eq!(game.why_path("A", &["0304", "0306"]), "BG 5.16");
        assert_eq!(game.why_path("A", &["0304", "0304"]), "BG 5.16", "nor is one entered twice");
        assert_eq!(game.why_path("A", &["0404"]), "BG 5.16", "0404 is two hexes away");
    }
}

/// [BG 5.17?] A finished move is final.
mod r5_17_a_finished_move_is_final {
    use super::*;

    #[test]
    fn no_second_move_even_with_points_left() {
        let mut game = Field::open().union("A", 4, "0303").union("B", 4, "0505").movement();
        game.apply(json!({"move": {"unit": "A", "to": "0304"}}), &[]);
        assert_eq!(game.why_move("A", "0305"), "BG 5.17");
        assert_eq!(game.why_move("A", "0303"), "BG 5.17");
        assert!(game.reach("A").is_empty());
        assert_eq!(game.why_move("B", "0504"), "legal");
        for _ in 0..4 {
            game.end_phase(&[]);
        }
        assert_eq!(game.why_move("A", "0305"), "legal", "on its next turn it moves again");
    }
}
