//! Chapter 5.3: friendly units in the way.

use serde_json::json;

use crate::fixture::Field;

/// [BG 5.31] Friendly units may be passed through at no cost.
mod r5_31_friends_are_passed_through {
    use super::*;

    #[test]
    fn one_or_two_of_them_on_the_way_change_nothing() {
        let alone = Field::open().union("A", 4, "0303");
        let before = alone.movement().cost("A", "0305");
        let one = alone.clone().union("B", 4, "0304");
        assert_eq!(one.movement().cost("A", "0305"), before);
        let two = one.union("C", 4, "0304");
        assert_eq!(two.movement().cost("A", "0305"), before);
        assert_eq!(two.movement().why_path("A", &["0304", "0305"]), "legal");
    }

    #[test]
    fn the_preferred_way_does_not_shun_them() {
        let field = Field::open().union("A", 4, "0303").union("B", 4, "0304").union("C", 4, "0304");
        let mut game = field.movement();
        game.apply(json!({"move": {"unit": "A", "to": "0404"}}), &[]);
        assert_eq!(game.event("moved").expect("it moved")["path"], json!(["0304", "0404"]));
    }

    #[test]
    fn entering_a_friend_s_hex_costs_nothing_extra() {
        let game = Field::open().union("A", 4, "0303").union("B", 4, "0304").movement();
        assert_eq!(game.cost("A", "0304"), Some(1));
    }
}

/// [BG 5.32?] At most two units to a hex when a phase ends: no move ends on two others.
mod r5_32_two_units_to_a_hex {
    use super::*;

    fn full() -> Field {
        Field::open()
            .union("A", 4, "0303")
            .union("B", 1, "0304")
            .unit("C", "union", "cavalry", 1, "0304", "")
    }

    #[test]
    fn no_third_unit_whatever_the_strengths_and_arms() {
        let game = full().movement();
        assert_eq!(game.why_move("A", "0304"), "BG 5.32");
        assert_eq!(game.why_path("A", &["0304"]), "BG 5.32");
        assert_eq!(game.cost("A", "0304"), None);
    }

    #[test]
    fn a_second_unit_is_welcome() {
        let mut game = Field::open().union("A", 4, "0303").union_gun("B", 9, "0304").movement();
        game.apply(json!({"move": {"unit": "A", "to": "0304"}}), &[]);
        assert_eq!(game.whereabouts("A"), "0304");
        assert_eq!(game.whereabouts("B"), "0304");
    }

    #[test]
    fn room_is_made_by_moving_one_away_first() {
        let mut game = full().movement();
        game.apply(json!({"move": {"unit": "B", "to": "0305"}}), &[]);
        assert_eq!(game.why_move("A", "0304"), "legal");
        game.apply(json!({"move": {"unit": "A", "to": "0304"}}), &[]);
        assert_eq!(game.whereabouts("A"), "0304");
    }

    #[test]
    fn a_unit_of_a_full_hex_may_come_back_to_it() {
        let game = full().movement();
        assert_eq!(game.why_path("B", &["0305", "0304"]), "legal");
        assert_eq!(game.cost("B", "0304"), Some(2));
    }

    #[test]
    fn three_in_a_hex_are_no_position() {
        let game = full().movement();
        let units = json!([{"id": "A", "hex": "0304"}, {"id": "B", "hex": "0304"}, {"id": "C", "hex": "0304"}]);
        let faults = game.faults_of(json!({"units": units}));
        assert!(faults.contains("5.32"), "{faults}");
    }
}

/// [BG 5.33] Any number of friendly units may pass through one hex in a phase.
mod r5_33_any_number_pass_through {
    use super::*;

    #[test]
    fn four_units_pass_one_hex_that_holds_two() {
        let mut game = Field::open()
            .union("P", 1, "0304")
            .union("Q", 1, "0304")
            .union("A", 4, "0303")
            .union("B", 4, "0303")
            .union("C", 4, "0203")
            .union("D", 4, "0203")
            .movement();
        for (unit, path) in [
            ("A", ["0304", "0305"]),
            ("B", ["0304", "0305"]),
            ("C", ["0304", "0404"]),
            ("D", ["0304", "0404"]),
        ] {
            game.apply(json!({"move": {"unit": unit, "path": path}}), &[]);
            assert_eq!(game.event("moved").expect("it moved")["cost"], 2);
        }
        assert_eq!(game.whereabouts("P"), "0304");
    }
}

/// [BG 5.34] Friendly control never hinders friendly movement.
mod r5_34_friendly_control_is_no_hindrance {
    use super::*;

    #[test]
    fn a_unit_starts_passes_and_ends_next_to_friends_freely() {
        let game = Field::open()
            .union("A", 4, "0302")
            .union("B", 4, "0303")
            .union("C", 4, "0405")
            .movement();
        assert_eq!(game.why_path("A", &["0402", "0403", "0404", "0504", "0505"]), "legal");
        assert_eq!(game.cost("A", "0308"), Some(6));
    }
}
