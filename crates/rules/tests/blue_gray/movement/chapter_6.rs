//! Chapter 6: zones of control.

use serde_json::json;

use crate::fixture::Field;

/// The six hexes around 0305.
const AROUND: [&str; 6] = ["0304", "0306", "0204", "0205", "0404", "0405"];

/// [BG 6.0] A unit controls the six hexes around it; entering an enemy-controlled hex ends the move.
mod r6_0_control_stops {
    use super::*;

    #[test]
    fn the_six_hexes_around_a_unit_and_no_others() {
        let field = Field::open().union("A", 4, "0909").confederate("B", 4, "0305");
        for hex in AROUND {
            let units = json!([{"id": "A", "hex": hex}, {"id": "B", "hex": "0305"}]);
            assert_eq!(field.at(json!({"units": units})).why_move("A", "0909"), "BG 5.13", "{hex}");
        }
        for hex in ["0303", "0403", "0504", "0507", "0307", "0206", "0103"] {
            let units = json!([{"id": "A", "hex": hex}, {"id": "B", "hex": "0305"}]);
            assert!(!field.at(json!({"units": units})).reach("A").is_empty(), "{hex}");
        }
    }

    #[test]
    fn a_move_goes_in_and_no_farther() {
        let game = Field::open().union("A", 4, "0302").confederate("B", 4, "0305").movement();
        assert_eq!(game.why_path("A", &["0303", "0304"]), "legal");
        assert_eq!(game.why_path("A", &["0303", "0304", "0403"]), "BG 6.0", "not even out again");
        assert_eq!(game.why_path("A", &["0303", "0304", "0404"]), "BG 6.0", "nor along the line");
        assert_eq!(game.why_path("A", &["0303", "0403", "0404"]), "legal");
    }

    #[test]
    fn what_lies_behind_is_out_of_reach() {
        let game = Field::new(&".x\n".repeat(8))
            .union("A", 4, "0101")
            .confederate("B", 4, "0204")
            .movement();
        assert_eq!(game.cost("A", "0104"), Some(3));
        assert_eq!(game.why_move("A", "0106"), "BG 6.0");
        assert_eq!(game.cost("A", "0106"), None);
    }

    #[test]
    fn every_arm_controls() {
        for arm in ["infantry", "cavalry", "artillery"] {
            let game = Field::open()
                .union("A", 4, "0303")
                .unit("B", "confederate", arm, 1, "0304", "")
                .movement();
            assert_eq!(game.why_move("A", "0302"), "BG 5.13", "{arm}");
        }
    }
}

/// [BG 6.1] Control is exerted at all times and no unit, of either side, cancels it.
mod r6_1_control_is_never_cancelled {
    use super::*;

    #[test]
    fn a_friend_in_the_hex_does_not_lift_it() {
        let game = Field::open()
            .union("A", 4, "0302")
            .union("F", 9, "0304")
            .confederate("B", 1, "0305")
            .movement();
        assert_eq!(game.why_path("A", &["0303", "0304"]), "legal");
        assert_eq!(game.why_path("A", &["0303", "0304", "0403"]), "BG 6.0");
        assert_eq!(game.why_move("F", "0303"), "BG 5.13");
    }

    #[test]
    fn nor_does_a_friend_s_control_or_a_second_enemy() {
        let game = Field::open()
            .union("A", 4, "0302")
            .union("F", 9, "0403")
            .confederate("B", 1, "0305")
            .confederate("C", 1, "0306")
            .movement();
        assert_eq!(game.why_path("A", &["0303", "0304", "0203"]), "BG 6.0");
    }

    #[test]
    fn in_both_player_turns() {
        let field = Field::open().union("A", 4, "0303").confederate("B", 4, "0307");
        let union = field.at(json!({"side": "union"}));
        assert_eq!(union.why_path("A", &["0304", "0305", "0306", "0406"]), "BG 6.0");
        let confederate = field.at(json!({"side": "confederate"}));
        assert_eq!(confederate.why_path("B", &["0306", "0305", "0304", "0404"]), "BG 6.0");
    }

    #[test]
    fn in_the_combat_phase_too() {
        let mut game = Field::open()
            .union("A", 1, "0303")
            .confederate("B", 5, "0304")
            .confederate("C", 5, "0201")
            .combat();
        game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}}), &[1]);
        assert_eq!(game.whereabouts("A"), "0402", "C keeps 0202 and 0302, B 0203 and 0403");
    }
}

/// [BG 6.2] Entering a controlled hex costs nothing extra.
mod r6_2_no_extra_cost {
    use super::*;

    #[test]
    fn the_same_with_and_without_the_enemy() {
        let field = Field::open().union("A", 4, "0302");
        for hex in ["0304", "0204", "0404"] {
            let without = field.movement().cost("A", hex);
            let with = field.clone().confederate("B", 4, "0305").movement().cost("A", hex);
            assert_eq!(with, without, "{hex}");
            assert!(with.is_some());
        }
    }
}

/// [BG 6.3] A controlled hex is left by retreat, by advance, or once the controlling enemy is gone.
mod r6_3_how_control_is_left {
    use super::*;

    const ATTACK: &str = r#"{"attack": {"defenders": ["0304"], "attackers": ["0303"]}}"#;

    #[test]
    fn once_the_enemy_is_gone_the_unit_moves() {
        let mut game = Field::open()
            .union("A", 24, "0303")
            .confederate("B", 4, "0304")
            .confederate("C", 4, "0909")
            .movement();
        assert_eq!(game.why_move("A", "0302"), "BG 5.13");
        game.end_phase(&[]).apply(serde_json::from_str(ATTACK).unwrap(), &[1]);
        assert_eq!(game.whereabouts("B"), "eliminated");
        game.apply(json!({"decline": {}}), &[]);
        game.end_phase(&[]).end_phase(&[]).end_phase(&[]);
        assert_eq!(game.why_move("A", "0302"), "legal");
    }

    #[test]
    fn by_retreat() {
        let mut game = Field::open().union("A", 1, "0303").confederate("B", 5, "0304").combat();
        game.apply(serde_json::from_str(ATTACK).unwrap(), &[1]);
        game.apply(json!({"retreat": {"unit": "A", "to": "0302"}}), &[]);
        assert_eq!(game.whereabouts("A"), "0302");
    }

    #[test]
    fn by_advance_even_into_control() {
        let mut game = Field::open()
            .union("A", 24, "0303")
            .confederate("B", 4, "0304")
            .confederate("C", 4, "0305")
            .combat();
        game.apply(serde_json::from_str(ATTACK).unwrap(), &[1]);
        game.apply(json!({"advance": {"unit": "A", "to": "0304"}}), &[]);
        assert_eq!(game.whereabouts("A"), "0304");
    }
}

/// [BG 6.4] Two opposing neighbours stand in each other's control.
mod r6_4_mutual_control {
    use super::*;

    #[test]
    fn neither_moves_away() {
        let field = Field::open().union("A", 1, "0303").confederate("B", 9, "0304");
        assert_eq!(field.at(json!({"side": "union"})).why_move("A", "0302"), "BG 5.13");
        assert_eq!(field.at(json!({"side": "confederate"})).why_move("B", "0305"), "BG 5.13");
    }
}

/// [BG 6.5] Both sides may control one hex at once; several controllers do no more than one.
mod r6_5_control_side_by_side {
    use super::*;

    #[test]
    fn a_hex_between_the_lines_stops_both() {
        let field = Field::open()
            .union("A", 4, "0303")
            .union("D", 4, "0202")
            .confederate("B", 4, "0305")
            .confederate("E", 4, "0406");
        let union = field.at(json!({"side": "union"}));
        assert_eq!(union.why_path("D", &["0203", "0304"]), "legal");
        assert_eq!(union.why_path("D", &["0203", "0304", "0403"]), "BG 6.0");
        let confederate = field.at(json!({"side": "confederate"}));
        assert_eq!(confederate.why_path("E", &["0405", "0404", "0304"]), "legal");
        assert_eq!(confederate.why_path("E", &["0405", "0404", "0304", "0204"]), "BG 6.0");
    }

    #[test]
    fn two_controllers_are_as_good_as_one() {
        let field = Field::open().union("A", 4, "0302").confederate("B", 4, "0305");
        let one = field.movement().cost("A", "0404");
        let two = field.confederate("C", 4, "0405").movement().cost("A", "0404");
        assert_eq!(one, two);
        assert!(two.is_some());
    }

    #[test]
    fn when_one_of_two_controllers_goes_the_other_still_controls() {
        let mut game = Field::open()
            .union("A", 4, "0101")
            .confederate("B", 4, "0305")
            .confederate("C", 4, "0306")
            .at(json!({"side": "confederate"}));
        game.apply(json!({"move": {"unit": "B", "to": "0708"}}), &[]);
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!(game.why_path("A", &["0102", "0103", "0203", "0204", "0205", "0105"]), "BG 6.0");
        assert_eq!(game.why_path("A", &["0102", "0103", "0203", "0204", "0304", "0303"]), "legal");
    }
}

/// [BG 6.6] Control crosses no creek hexside without bridge or ford and enters no ferry hex.
mod r6_6_where_control_does_not_reach {
    use super::*;

    fn neighbours() -> Field {
        Field::open().union("A", 4, "0303").confederate("B", 4, "0304")
    }

    #[test]
    fn not_across_a_creek() {
        let game = neighbours().creek(&["0303|0304"]).movement();
        assert_eq!(game.why_move("A", "0302"), "legal");
        assert_eq!(game.why_path("A", &["0302", "0303", "0402"]), "legal", "nor does it stop");
    }

    #[test]
    fn across_a_bridge_and_across_a_ford() {
        assert_eq!(neighbours().bridge("0303|0304").movement().why_move("A", "0302"), "BG 5.13");
        assert_eq!(neighbours().ford("0303|0304").movement().why_move("A", "0302"), "BG 5.13");
    }

    #[test]
    fn the_other_five_sides_are_controlled_all_the_same() {
        let game = neighbours().creek(&["0303|0304"]).movement();
        assert_eq!(game.why_path("A", &["0203", "0204"]), "BG 6.0");
        assert_eq!(game.why_path("A", &["0403", "0404"]), "BG 6.0");
    }

    /// A ferry in 0405 beside B in 0306; a creek keeps B's control out of the far bank, 0406.
    fn ferry() -> Field {
        Field::new(
            ".......
             .......
             .......
             .......
             ~~~~~~~
             .......
             .......",
        )
        .crossing("0405", "ferry", ["0404", "0406"])
        .union("A", 4, "0404")
        .confederate("B", 4, "0306")
    }

    #[test]
    fn not_into_a_ferry_hex() {
        let game = ferry().movement();
        assert_eq!(game.why_path("A", &["0405", "0406"]), "legal", "the ferry does not stop A");
        let night = "turns = 10\nfirst = \"union\"\nstacking = 2\nnight = [1]\n";
        let game = ferry().creek(&["0306|0406"]).scenario(night).movement();
        assert_eq!(game.why_path("A", &["0405", "0406"]), "legal", "nor does it close by night");
        let game = ferry().scenario(night).movement();
        assert_eq!(game.why_path("A", &["0405", "0406"]), "BG 10.2", "the far bank does");
    }
}
