//! Fredericksburg, chapter 17 but exits: points, held hexes, victory.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

/// The end of a game-turn, with these points and holders.
fn end_of(turn: u8, points: Value, control: Value) -> Game {
    let mut game = fredericksburg(json!({
        "turn": turn, "side": "union", "phase": "combat", "points": points, "control": control,
        "units": [at("1/1/I", "1703"), at("Wilcox", "0519")],
    }));
    game.apply(end(), &[]);
    game
}

/// [BG-F 17.0?] The higher total wins after game-turn 11; after game-turn 5 the Confederates may win at once.
mod f17_0_victory {
    use super::*;

    /// Whether the Confederates win after game-turn 5 with these points for eliminations.
    fn wins_early(union: i64, confederate: i64, control: Value) -> bool {
        let points =
            json!({"union": {"eliminated": union}, "confederate": {"eliminated": confederate}});
        let game = end_of(5, points, control);
        if let Some(ended) = game.event("ended") {
            assert_eq!(ended["winner"], "confederate");
            assert_eq!(ended["level"], "victory");
            assert_eq!(ended["early"], true);
        }
        game.event("ended").is_some()
    }

    #[test]
    fn three_to_one_is_enough() {
        assert!(wins_early(3, 9, json!({})));
        assert!(wins_early(3, 10, json!({})));
        assert!(!wins_early(3, 8, json!({})));
        assert!(!wins_early(30, 89, json!({})));
    }

    #[test]
    fn nothing_to_nothing_is_not_but_something_to_nothing_is() {
        assert!(!wins_early(0, 0, json!({})));
        assert!(wins_early(0, 1, json!({})));
    }

    #[test]
    fn the_four_points_at_the_start_are_no_eliminations() {
        let game = end_of(5, json!({}), json!({}));
        assert_eq!(points(&game, "confederate", "exited"), 4);
        assert!(game.event("ended").is_none());
    }

    #[test]
    fn points_for_leaving_do_not_count_there() {
        let left = json!({"union": {"eliminated": 3, "exited": 50}, "confederate": {"eliminated": 9, "exited": 0}});
        assert!(end_of(5, left, json!({})).event("ended").is_some());
        let left =
            json!({"union": {"eliminated": 3}, "confederate": {"eliminated": 8, "exited": 50}});
        assert!(end_of(5, left, json!({})).event("ended").is_none());
    }

    #[test]
    fn a_union_hold_on_any_of_three_hexes_prevents_it() {
        for hex in ["1113", "1711", "2401"] {
            assert!(!wins_early(0, 50, json!({hex: "union"})), "{hex}");
        }
        assert!(wins_early(0, 50, json!({"0206": "confederate"})));
    }

    #[test]
    fn only_after_the_fifth_turn() {
        let ahead = json!({"confederate": {"eliminated": 50}});
        for turn in [4, 7, 8] {
            assert!(end_of(turn, ahead.clone(), json!({})).event("ended").is_none(), "{turn}");
        }
    }

    #[test]
    fn not_in_the_middle_of_the_turn() {
        let mut game = fredericksburg(json!({
            "turn": 5, "side": "confederate", "phase": "combat", "points": {"confederate": {"eliminated": 50}},
            "units": [at("1/1/I", "1703"), at("Wilcox", "0519")],
        }));
        assert!(game.apply(end(), &[]).event("ended").is_none());
    }

    #[test]
    fn at_the_end_the_higher_total_wins_and_equals_draw() {
        // At the end the Confederates have 4 + 15 + 25 = 44 without doing anything.
        let with =
            |union: i64| ending(&end_of(11, json!({"union": {"eliminated": union}}), json!({})));
        assert_eq!(with(43), ("confederate".into(), "victory".into(), 43, 44));
        assert_eq!(with(44), ("nobody".into(), "draw".into(), 44, 44));
        assert_eq!(with(45), ("union".into(), "victory".into(), 45, 44));
    }

    #[test]
    fn the_worked_example_of_the_rulebook() {
        let won =
            json!({"union": {"eliminated": 61, "exited": 7}, "confederate": {"eliminated": 48}});
        let end = ending(&end_of(11, won.clone(), json!({"1711": "union"})));
        assert_eq!((end.2, end.3), (76, 92));
        let end = ending(&end_of(11, won, json!({"1711": "union", "2401": "union"})));
        assert_eq!((end.2, end.3), (101, 67));
    }
}

/// [BG-F 17.11] A point for each printed strength point of an eliminated enemy.
mod f17_11_losses {
    use super::*;

    #[test]
    fn to_either_side() {
        let units = json!([at("1/II", "1703"), at("Perry", "1704"), at("Walker", "1704")]);
        let mut game =
            fredericksburg(json!({"turn": 2, "side": "union", "phase": "combat", "units": units}));
        // 15 to 4 is 3-1; a one is De.
        game.apply(attack(&["1704"], &["1703"]), &[1]);
        assert_eq!(points(&game, "union", "eliminated"), 4);
        let units = json!([at("2/3/II", "1703"), at("Ransom", "1704")]);
        let mut game = fredericksburg(
            json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}),
        );
        game.apply(attack(&["1703"], &["1704"]), &[1]);
        assert_eq!(points(&game, "confederate", "eliminated"), 2);
    }
}

/// [BG-F 17.13] Points at the end for six hexes.
mod f17_13_hexes {
    use super::*;

    #[test]
    fn each_hex_to_whom_it_is_worth_something() {
        // At the start the Confederates score 1113 and 2401, and nobody the other four.
        let (start_union, start_confederate) = (0, 44);
        for (hex, to, union, confederate) in [
            ("1113", "union", 15, -15),
            ("2401", "union", 25, -25),
            ("1711", "union", 8, 0),
            ("1711", "confederate", 0, 0),
            ("1504", "confederate", 0, 5),
            ("1504", "union", 0, 0),
            ("0511", "confederate", 0, 5),
            ("0511", "union", 0, 0),
            ("0206", "confederate", 0, 8),
            ("0206", "union", 0, 0),
        ] {
            let end = ending(&end_of(11, json!({}), json!({hex: to})));
            assert_eq!(
                (end.2, end.3),
                (start_union + union, start_confederate + confederate),
                "{hex} {to}"
            );
        }
    }
}

/// [BG-F 17.21] Holding: a unit in the hex, or the last to have moved one there.
mod f17_21_holding {
    use super::*;

    #[test]
    fn leaving_does_not_lose_it() {
        let units = json!([at("1/1/I", "2502"), at("Wilcox", "0519")]);
        let mut game = fredericksburg(json!({"turn": 2, "side": "union", "units": units}));
        game.apply(march("1/1/I", "2401"), &[]);
        assert_eq!(holder(&game, "2401"), "union");
        assert_eq!(game.event("control_changed").unwrap()["hex"], "2401");
        for _ in 0..4 {
            game.apply(end(), &[]);
        }
        game.apply(march("1/1/I", "2502"), &[]);
        assert_eq!(holder(&game, "2401"), "union");
    }

    #[test]
    fn a_retreat_takes_it() {
        let units = json!([at("1/1/I", "2502"), at("Taliaferro", "2503")]);
        let mut game = fredericksburg(
            json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}),
        );
        game.apply(attack(&["2502"], &["2503"]), &[1]);
        game.apply(retreat("1/1/I", "2401"), &[]);
        assert_eq!(holder(&game, "2401"), "union");
    }

    #[test]
    fn an_advance_takes_it() {
        let units = json!([at("1/II", "2502"), at("3/I", "2502"), at("Walker", "2401")]);
        let mut game =
            fredericksburg(json!({"turn": 2, "side": "union", "phase": "combat", "units": units}));
        game.apply(attack(&["2401"], &["2502"]), &[1]);
        game.apply(advance("3/I", "2401"), &[]);
        assert_eq!(holder(&game, "2401"), "union");
    }
}

/// [BG-F 17.22] Passing through a hex is enough.
mod f17_22_passing {
    use super::*;

    #[test]
    fn on_the_way_to_another() {
        let units = json!([at("1/1/I", "2502"), at("Wilcox", "0519")]);
        let mut game = fredericksburg(json!({"turn": 2, "side": "union", "units": units}));
        game.apply(along("1/1/I", &["2401", "2501"]), &[]);
        assert_eq!(game.whereabouts("1/1/I"), "2501");
        assert_eq!(holder(&game, "2401"), "union");
    }
}

/// [BG-F 17.23] Held at the start: three hexes by each side.
mod f17_23_at_the_start {
    use super::*;

    #[test]
    fn on_both_days() {
        for game in [fredericksburg(json!({})), may_3(json!({}))] {
            let expected = json!({"1113": "confederate", "1711": "confederate", "2401": "confederate",
                "0206": "union", "0511": "union", "1504": "union"});
            assert_eq!(game.json()["control"], expected);
        }
    }
}
