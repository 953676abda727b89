//! Fredericksburg, 17.12 and 17.3: leaving the map.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

fn movement(turn: u8, side: &str, units: Value) -> Game {
    fredericksburg(json!({"turn": turn, "side": side, "units": units}))
}

/// [BG-F 17.12] What a unit scores by leaving depends on the hex, the side and its kind.
mod f17_12_points_for_exits {
    use super::*;

    fn scored(side: &str, unit: &str, hex: &str) -> i64 {
        let enemy = if side == "union" { at("Wilcox", "0519") } else { at("1/1/I", "1703") };
        let mut game = movement(2, side, json!([at(unit, hex), enemy]));
        let before = points(&game, side, "exited");
        game.apply(exit(unit, hex), &[]);
        let after = points(&game, side, "exited");
        assert_eq!(game.event("exited").unwrap()["points"], after - before);
        after - before
    }

    #[test]
    fn union_units() {
        for (hex, brigade, division, artillery, cavalry) in
            [("2027", 1, 2, 1, 2), ("0113", 1, 2, 1, 2), ("2501", 8, 15, 3, 12)]
        {
            assert_eq!(scored("union", "2/2/VI", hex), brigade, "{hex}");
            assert_eq!(scored("union", "1/II", hex), division, "{hex}");
            assert_eq!(scored("union", "LGd", hex), artillery, "{hex}");
            assert_eq!(scored("union", "1/C/L", hex), cavalry, "{hex}");
        }
    }

    #[test]
    fn confederate_units() {
        for (hex, brigade, division, artillery) in
            [("2027", 1, 2, 1), ("2501", 1, 2, 1), ("0113", 7, 13, 3)]
        {
            assert_eq!(scored("confederate", "Kershaw", hex), brigade, "{hex}");
            assert_eq!(scored("confederate", "Taliaferro", hex), division, "{hex}");
            assert_eq!(scored("confederate", "Pendleton", hex), artillery, "{hex}");
        }
    }
}

/// [BG-F 17.31?] Leaving costs one point; the way to the hex and the exit are one move.
mod f17_31_cost {
    use super::*;

    #[test]
    fn a_point_on_top_of_the_way() {
        let game = movement(
            2,
            "union",
            json!([at("1/1/I", "2501"), at("2/1/I", "2503"), at("Wilcox", "0519")]),
        );
        assert_eq!(listed_cost(&game, &exit("1/1/I", "2501")), Some(1));
        assert_eq!(listed_cost(&game, &exit("2/1/I", "2501")), Some(3));
    }

    #[test]
    fn without_a_point_left_nobody_leaves() {
        let units = json!([at("1/1/I", "2503"), at("2/1/I", "2504"), at("Wilcox", "0519")]);
        let fog = movement(7, "union", units);
        assert_eq!(fog.why(exit("1/1/I", "2501")), "legal");
        assert_eq!(fog.why(exit("2/1/I", "2501")), "BG 5.15");
        assert_eq!(fog.why(march("2/1/I", "2501")), "legal", "it gets there, but not out");
        assert!(!fog.lists(&exit("2/1/I", "2501")));
    }

    #[test]
    fn the_way_may_be_given() {
        let mut game = movement(2, "union", json!([at("1/1/I", "2503"), at("Wilcox", "0519")]));
        let round =
            json!({"exit": {"unit": "1/1/I", "hex": "2501", "path": ["2502", "2401", "2501"]}});
        game.apply(round, &[]);
        assert_eq!(game.whereabouts("1/1/I"), "exited");
        assert_eq!(holder(&game, "2401"), "union", "passed on the way");
        assert_eq!(game.event("exited").unwrap()["path"], json!(["2502", "2401", "2501"]));
    }

    #[test]
    fn a_way_that_ends_elsewhere_is_no_exit() {
        let game = movement(2, "union", json!([at("1/1/I", "2503"), at("Wilcox", "0519")]));
        let short = json!({"exit": {"unit": "1/1/I", "hex": "2501", "path": ["2502"]}});
        assert_ne!(game.why(short), "legal");
    }

    #[test]
    fn enemy_control_of_the_hex_closes_it() {
        let arriving = movement(2, "union", json!([at("1/1/I", "2026"), at("Wilcox", "1928")]));
        assert_eq!(arriving.why(march("1/1/I", "2027")), "legal");
        assert_eq!(arriving.why(exit("1/1/I", "2027")), "BG 6.0");
        assert!(!arriving.lists(&exit("1/1/I", "2027")));
        let waiting = movement(2, "union", json!([at("1/1/I", "2027"), at("Wilcox", "1928")]));
        assert_eq!(waiting.why(exit("1/1/I", "2027")), "BG 5.13");
    }

    #[test]
    fn two_friends_in_the_hex_do_not() {
        let units = json!([
            at("1/1/I", "2026"),
            at("2/1/I", "2027"),
            at("3/1/I", "2027"),
            at("Wilcox", "0519")
        ]);
        let mut game = movement(2, "union", units);
        assert_eq!(game.why(march("1/1/I", "2027")), "BG 5.32");
        game.apply(exit("1/1/I", "2027"), &[]);
        assert_eq!(game.whereabouts("1/1/I"), "exited");
    }

    #[test]
    fn a_unit_that_has_moved_does_not_leave() {
        let mut game = movement(2, "union", json!([at("1/1/I", "2502"), at("Wilcox", "0519")]));
        game.apply(march("1/1/I", "2501"), &[]);
        assert_eq!(game.why(exit("1/1/I", "2501")), "BG 5.17");
    }
}

/// [BG-F 17.32] Units leave from 0113, 2027 and 2501 only.
mod f17_32_three_hexes {
    use super::*;

    #[test]
    fn from_those_and_no_others() {
        for hex in ["0113", "2027", "2501"] {
            let game = movement(2, "union", json!([at("1/1/I", hex), at("Wilcox", "0519")]));
            assert_eq!(game.why(exit("1/1/I", hex)), "legal");
        }
        for hex in ["1901", "2401", "0112", "0206"] {
            let game = movement(2, "union", json!([at("1/1/I", hex), at("Wilcox", "0519")]));
            assert_eq!(game.why(exit("1/1/I", hex)), "BG-F 17.32", "{hex}");
        }
    }

    #[test]
    fn without_exits_nobody_leaves_at_all() {
        let game = antietam(json!({"units": [at("1", "2112"), at("Hood", "0811")]}));
        assert_eq!(game.why(exit("1", "2112")), "BG 2.1");
    }
}

/// [BG-F 17.33] Units leave in their own movement phase only, and are not eliminated by it.
mod f17_33_in_movement_only {
    use super::*;

    #[test]
    fn not_in_combat_and_not_in_the_enemys_turn() {
        let units = json!([at("1/1/I", "2501"), at("Wilcox", "0519")]);
        let combat =
            fredericksburg(json!({"turn": 2, "side": "union", "phase": "combat", "units": units}));
        assert_eq!(combat.why(exit("1/1/I", "2501")), "BG 5.11");
        assert_eq!(movement(2, "confederate", units).why(exit("1/1/I", "2501")), "BG 5.11");
    }

    #[test]
    fn an_exit_is_no_loss() {
        let mut game = movement(2, "union", json!([at("1/1/I", "2501"), at("Wilcox", "0519")]));
        game.apply(exit("1/1/I", "2501"), &[]);
        assert_eq!(points(&game, "confederate", "eliminated"), 0);
        assert_eq!(game.whereabouts("1/1/I"), "exited");
    }

    #[test]
    fn driven_off_the_map_in_an_exit_hex_it_is() {
        let units = json!([at("1/1/I", "2501"), at("Taliaferro", "2502"), at("Ransom", "2401")]);
        let mut game = fredericksburg(
            json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}),
        );
        // 23 to 6 is 3-1; a two is Dr.
        game.apply(attack(&["2501"], &["2401", "2502"]), &[2]);
        assert_eq!(game.whereabouts("1/1/I"), "eliminated");
        assert_eq!(points(&game, "confederate", "eliminated"), 6);
        assert_eq!(points(&game, "union", "exited"), 0);
    }
}

/// [BG-F 17.34] A unit that has left does not come back.
mod f17_34_no_return {
    use super::*;

    #[test]
    fn neither_by_entry_nor_by_movement() {
        let units = json!([at("1/2/V", "0113"), at("1/1/I", "1703"), at("Wilcox", "0519")]);
        let mut game = movement(5, "union", units);
        game.apply(exit("1/2/V", "0113"), &[]);
        assert_eq!(game.why(enter("1/2/V", "0113")), "BG-F 15.0");
        assert_eq!(game.why(march("1/2/V", "0113")), "BG 3.0");
    }
}

/// [BG-F 17.35] The Confederates begin with four points.
mod f17_35_four_points {
    use super::*;

    #[test]
    fn on_both_days() {
        for game in [fredericksburg(json!({})), may_3(json!({}))] {
            assert_eq!(points(&game, "confederate", "exited"), 4);
            assert_eq!(points(&game, "confederate", "eliminated"), 0);
            assert_eq!(points(&game, "union", "exited"), 0);
        }
    }
}
