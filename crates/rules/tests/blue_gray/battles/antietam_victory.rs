//! Antietam, chapter 17: points and levels.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::{Field, Game};

/// Nobody holds all of Sharpsburg.
fn split() -> Value {
    json!({"0815": "union"})
}

/// The end of the game with these units, points for eliminations, and holders.
fn finish(units: Value, eliminated: (i64, i64), control: Value) -> (String, String, i64, i64) {
    let mut game = antietam(json!({
        "turn": 10, "side": "confederate", "phase": "combat", "units": units, "control": control,
        "points": {"union": {"eliminated": eliminated.0}, "confederate": {"eliminated": eliminated.1}},
    }));
    game.apply(end(), &[]);
    ending(&game)
}

/// [BG-A 17.0] Points for eliminated strength and for Sharpsburg decide.
mod a17_0_points_decide {
    use super::*;

    #[test]
    fn the_worked_example_of_the_rulebook() {
        // Two brigades of 3 and 4 are cut off: Hood and Law, with a Union unit on Boteler's ford.
        let units = json!([at("1", "0126"), at("Hood", "0811"), at("Law", "0811")]);
        let end = finish(units, (43, 28), json!({}));
        assert_eq!(end, ("union".into(), "marginal".into(), 50, 43));
        let units = json!([at("1", "0126"), at("Hood", "0811"), at("Law", "0811")]);
        let end = finish(units, (43, 28), split());
        assert_eq!(end, ("union".into(), "substantive".into(), 50, 28));
    }
}

/// [BG-A 17.1?] A point for each strength point, fifteen for all of Sharpsburg, and whoever is cut off is lost.
mod a17_1_points {
    use super::*;

    const TOWN: [&str; 4] = ["0815", "0816", "0716", "0616"];

    #[test]
    fn a_point_for_each_printed_strength_point() {
        let units = json!([at("1/1/IX", "0905"), at("Toombs", "0906"), at("Kemper", "0906")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units,
            "points": {"union": {"eliminated": 10}}}));
        game.apply(
            json!({"attack": {"defenders": ["0906"], "attackers": ["0905"], "column": "1-1"}}),
            &[6],
        );
        game.apply(retreat("1/1/IX", "0904"), &[]);
        assert_eq!(points(&game, "union", "eliminated"), 10);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units":
            [at("1/1/IX", "0905"), at("1/1/V", "0905"), at("Toombs", "0906"), at("Kemper", "0906")]}));
        // 14 to 4 is 3-1; a one is De.
        game.apply(attack(&["0906"], &["0905"]), &[1]);
        assert_eq!(points(&game, "union", "eliminated"), 4);
    }

    #[test]
    fn the_confederates_hold_sharpsburg_at_the_start() {
        let game = antietam(json!({}));
        for hex in TOWN {
            assert_eq!(holder(&game, hex), "confederate");
        }
        let end = finish(json!([at("Hood", "0811")]), (0, 0), json!({}));
        assert_eq!((end.2, end.3), (0, 15));
    }

    #[test]
    fn all_four_hexes_or_nothing() {
        let mut control = json!({});
        for (taken, hex) in TOWN.iter().enumerate() {
            control[*hex] = json!("union");
            let end = finish(json!([at("Hood", "0811")]), (0, 0), control.clone());
            let expected = if taken == 3 { (15, 0) } else { (0, 0) };
            assert_eq!((end.2, end.3), expected, "{} hexes", taken + 1);
        }
    }

    #[test]
    fn passing_through_is_enough() {
        let units = json!([at("1", "0814"), at("Hood", "0101")]);
        let mut game = antietam(json!({"turn": 2, "units": units}));
        game.apply(along("1", &["0815", "0816", "0716", "0616", "0617"]), &[]);
        for hex in TOWN {
            assert_eq!(holder(&game, hex), "union");
        }
        assert_eq!(game.events.iter().filter(|one| one["event"] == "control_changed").count(), 4);
    }

    #[test]
    fn the_last_to_come_holds_it() {
        let units = json!([at("1", "1709"), at("Hood", "0814")]);
        let mut game =
            antietam(json!({"turn": 2, "side": "confederate", "units": units, "control": split()}));
        assert_eq!(holder(&game, "0815"), "union");
        game.apply(march("Hood", "0815"), &[]);
        assert_eq!(holder(&game, "0815"), "confederate");
    }

    #[test]
    fn a_retreat_takes_a_hex() {
        let units = json!([at("1", "0814"), at("JG Wlk", "0813")]);
        let mut game =
            antietam(json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}));
        game.apply(attack(&["0814"], &["0813"]), &[4]);
        game.apply(retreat("1", "0815"), &[]);
        assert_eq!(holder(&game, "0815"), "union");
    }

    #[test]
    fn an_advance_takes_a_hex() {
        let units = json!([at("1/1/IX", "0917"), at("1/1/V", "0917"), at("Toombs", "0816")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        // 14 to 4, the town doubles, is 3-1; a one is De.
        game.apply(attack(&["0816"], &["0917"]), &[1]);
        assert_eq!(holder(&game, "0816"), "confederate", "the enemy's loss alone changes nothing");
        game.apply(advance("1/1/IX", "0816"), &[]);
        assert_eq!(holder(&game, "0816"), "union");
    }

    #[test]
    fn cut_off_units_count_as_eliminated() {
        let free = finish(json!([at("1", "1709"), at("Hood", "0811")]), (0, 0), split());
        assert_eq!((free.2, free.3), (0, 0));
        let blocked = finish(
            json!([at("1", "0225"), at("Hood", "0811"), at("Law", "0101")]),
            (0, 0),
            split(),
        );
        assert_eq!((blocked.2, blocked.3), (7, 0), "control of 0126 is enough");
    }

    #[test]
    fn the_units_own_hex_belongs_to_the_line() {
        let spent = json!([{"id": "1", "hex": "0810", "attacked": true}, {"id": "Hood", "hex": "0811", "used": true}]);
        assert_eq!(finish(spent, (0, 0), split()).2, 4);
    }

    #[test]
    fn hill_off_the_map_is_neither_eliminated_nor_cut_off() {
        let end = finish(json!([at("1", "0126"), waits("AP Hill")]), (0, 0), split());
        assert_eq!((end.2, end.3), (0, 0));
    }

    #[test]
    fn union_units_need_no_line() {
        let end = finish(json!([at("1", "0101"), at("Hood", "0126")]), (0, 0), split());
        assert_eq!((end.2, end.3), (0, 0));
    }
}

/// [BG-A 17.1?] The line obeys the terrain; friends do not cancel control; ferries may be passed.
mod a17_1_the_line {
    use super::*;

    /// The points that the Union has for units cut off from 0101 in this field.
    fn cut_off(field: Field) -> i64 {
        cut_off_at(field, json!({"side": "confederate", "phase": "combat"}))
    }

    fn cut_off_at(field: Field, position: Value) -> i64 {
        let field = field
            .rule("[victory]", "cut_off = { side = \"confederate\", to = \"0101\" }\n[victory]")
            .scenario("turns = 1\nfirst = \"union\"\nstacking = 2\n");
        let mut game: Game = field.at(position);
        game.apply(end(), &[]);
        ending(&game).2
    }

    const AROUND: [&str; 6] =
        ["0302|0303", "0303|0402", "0303|0403", "0303|0304", "0203|0303", "0202|0303"];

    #[test]
    fn not_over_a_creek_without_bridge_or_ford() {
        let pocket = |field: Field| field.union("U", 1, "0909").confederate("C", 4, "0303");
        assert_eq!(cut_off(pocket(Field::open())), 0);
        assert_eq!(cut_off(pocket(Field::open().creek(&AROUND))), 4);
        let bridged = Field::open().creek(&AROUND[1..]).bridge(AROUND[0]);
        assert_eq!(cut_off(pocket(bridged)), 0);
        let forded = Field::open().creek(&AROUND[1..]).ford(AROUND[0]);
        assert_eq!(cut_off(pocket(forded)), 0);
    }

    #[test]
    fn not_through_a_river_but_over_a_ferry() {
        let banks =
            || Field::new("..~....\n..~....\n").confederate("C", 4, "0501").union("U", 1, "0702");
        assert_eq!(cut_off(banks()), 4);
        assert_eq!(cut_off(banks().crossing("0301", "ferry", ["0201", "0401"])), 0);
    }

    #[test]
    fn friends_do_not_cancel_control() {
        // A lane along the first row; the Union stands beside its middle.
        let lane = || Field::new(".......\n~~~.###\n").union("U", 1, "0402");
        assert_eq!(cut_off(lane().confederate("C", 4, "0701")), 4);
        assert_eq!(cut_off(lane().confederate("C", 4, "0201")), 0);
        let spent = json!({"side": "confederate", "phase": "combat", "units": [
            at("C", "0701"), {"id": "F", "hex": "0401", "used": true}, {"id": "U", "hex": "0402", "attacked": true}]});
        let field = lane().confederate("C", 4, "0701").confederate("F", 3, "0401");
        assert_eq!(cut_off_at(field, spent), 7, "the friend in the gap is cut off as well");
    }
}

/// [BG-A 17.2?] Six levels by the ratio of Union points to Confederate points, exactly.
mod a17_2_levels {
    use super::*;

    #[test]
    fn at_the_boundaries() {
        for (union, confederate, winner, level) in [
            (20, 10, "union", "decisive"),
            (21, 10, "union", "decisive"),
            (19, 10, "union", "substantive"),
            (199, 100, "union", "substantive"),
            (15, 10, "union", "substantive"),
            (149, 100, "union", "marginal"),
            (101, 100, "union", "marginal"),
            (10, 10, "confederate", "marginal"),
            (81, 100, "confederate", "marginal"),
            (80, 100, "confederate", "substantive"),
            (67, 100, "confederate", "substantive"),
            (2, 3, "confederate", "decisive"),
            (66, 100, "confederate", "decisive"),
            (0, 0, "confederate", "marginal"),
            (1, 0, "union", "decisive"),
            (0, 1, "confederate", "decisive"),
        ] {
            let end = finish(json!([at("Hood", "0811")]), (union, confederate), split());
            assert_eq!(
                end,
                (winner.into(), level.into(), union, confederate),
                "{union} : {confederate}"
            );
        }
    }

    #[test]
    fn the_worked_example_the_other_way() {
        let end = finish(json!([at("Hood", "0811")]), (40, 52), split());
        assert_eq!((end.0.as_str(), end.1.as_str()), ("confederate", "substantive"));
    }
}
