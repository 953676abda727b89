//! Chattanooga, chapter 20: points and levels.

use serde_json::{Value, json};

use crate::battles::words::*;

/// The end of the game with these units besides two that are far from everything.
fn finish(more: &[Value], eliminated: (i64, i64), control: Value) -> (String, String, i64, i64) {
    let mut units = vec![at("1/1/IV", "0425"), at("Liddell", "2004")];
    units.extend_from_slice(more);
    let mut game = chattanooga(json!({
        "turn": 10, "side": "confederate", "phase": "combat", "units": units, "control": control,
        "points": {"union": {"eliminated": eliminated.0}, "confederate": {"eliminated": eliminated.1}},
    }));
    game.apply(end(), &[]);
    ending(&game)
}

/// [BG-C 20.0] Both begin with nothing; the difference of the totals decides.
mod c20_0_difference {
    use super::*;

    #[test]
    fn nothing_at_the_start() {
        let game = chattanooga(json!({}));
        for side in ["union", "confederate"] {
            for kind in ["eliminated", "exited", "awarded"] {
                assert_eq!(points(&game, side, kind), 0);
            }
        }
        assert_eq!(finish(&[], (0, 0), json!({})), ("nobody".into(), "draw".into(), 0, 0));
    }

    #[test]
    fn the_worked_example_of_the_rulebook() {
        // 14 units and two hexes against 6 units and Fort Wood once.
        let end = finish(&[], (28, 22), json!({"2207": "union", "2311": "union"}));
        assert_eq!(end, ("union".into(), "marginal".into(), 36, 22));
    }
}

/// [BG-C 20.11] In play: 3 for a Union unit, 2 for a Confederate unit, 4 once each for two forts.
mod c20_11_during_play {
    use super::*;

    #[test]
    fn units_whatever_their_strength() {
        let units = json!([
            at("1/1/IV", "1320"),
            at("2/1/IV", "1320"),
            at("Corput", "1319"),
            at("Maney", "1319")
        ]);
        let mut game = chattanooga(json!({"turn": 2, "phase": "combat", "units": units}));
        // 18 to 4 is 4-1; a one is De.
        game.apply(attack(&["1319"], &["1320"]), &[1]);
        assert_eq!(points(&game, "union", "eliminated"), 4, "two units");
        let units = json!([at("1/3/XI", "1320"), at("Quarles", "1319"), at("Jackson", "1319")]);
        let mut game = chattanooga(
            json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}),
        );
        // 10 to 3 is 3-1; a one is De.
        game.apply(attack(&["1320"], &["1319"]), &[1]);
        assert_eq!(points(&game, "confederate", "eliminated"), 3, "one unit");
    }

    #[test]
    fn four_for_each_fort_the_first_time() {
        let units = json!([at("1/1/IV", "0425"), at("Quarles", "1515"), at("Jackson", "1518")]);
        let mut game = chattanooga(json!({"turn": 2, "side": "confederate", "units": units}));
        game.apply(march("Quarles", "1514"), &[]);
        assert_eq!(points(&game, "confederate", "awarded"), 4);
        assert_eq!(game.event("awarded").unwrap()["hex"], "1514");
        game.apply(along("Jackson", &["1417", "1416"]), &[]);
        assert_eq!(points(&game, "confederate", "awarded"), 8, "passing through is enough");
        let mut forts: Vec<Value> = game.json()["forts_scored"].as_array().unwrap().clone();
        forts.sort_by_key(Value::to_string);
        assert_eq!(forts, [json!("1417"), json!("1514")]);
    }

    #[test]
    fn once_only_and_kept() {
        let units = json!([at("1/2/XIV", "1414"), at("Quarles", "1613")]);
        let position = json!({"turn": 3, "side": "confederate", "units": units, "control": {"1514": "union"},
            "forts_scored": ["1514"], "points": {"confederate": {"awarded": 4}}});
        let mut game = chattanooga(position);
        game.apply(march("Quarles", "1514"), &[]);
        assert_eq!(holder(&game, "1514"), "confederate");
        assert!(game.event("awarded").is_none());
        assert_eq!(points(&game, "confederate", "awarded"), 4);
    }

    #[test]
    fn the_union_gets_nothing_for_its_own_forts() {
        let units = json!([at("1/2/XIV", "1414"), at("Liddell", "2004")]);
        let mut game =
            chattanooga(json!({"turn": 3, "units": units, "control": {"1514": "confederate"}}));
        game.apply(march("1/2/XIV", "1514"), &[]);
        assert_eq!(holder(&game, "1514"), "union");
        assert_eq!(points(&game, "union", "awarded"), 0);
    }

    #[test]
    fn by_a_retreat_and_by_an_advance() {
        let units = json!([at("1/1/IV", "1613"), at("Quarles", "1614")]);
        let mut game = chattanooga(json!({"turn": 3, "phase": "combat", "units": units}));
        game.apply(attack(&["1614"], &["1613"]), &[1]);
        assert_eq!(game.why(retreat("Quarles", "1514")), "BG 7.72", "controlled here");
        let units = json!([at("1/1/IV", "1615"), at("Quarles", "1614")]);
        let mut game = chattanooga(json!({"turn": 3, "phase": "combat", "units": units}));
        game.apply(attack(&["1614"], &["1615"]), &[1]);
        game.apply(retreat("Quarles", "1514"), &[]);
        assert_eq!(points(&game, "confederate", "awarded"), 4);
        let units = json!([at("XI", "1514"), at("Quarles", "1515"), at("Jackson", "1515")]);
        let mut game = chattanooga(
            json!({"turn": 3, "side": "confederate", "phase": "combat", "units": units}),
        );
        game.apply(attack(&["1514"], &["1515"]), &[1]);
        game.apply(advance("Quarles", "1514"), &[]);
        assert_eq!(points(&game, "confederate", "awarded"), 4);
    }
}

/// [BG-C 20.12?] At the end: 4 for each ridge hex to the Union, 4 for each town hex to the Confederates.
mod c20_12_at_the_end {
    use super::*;

    #[test]
    fn four_ridge_hexes_to_the_union() {
        for hex in ["2207", "2311", "2416", "2419"] {
            let end = finish(&[], (0, 0), json!({hex: "union"}));
            assert_eq!((end.2, end.3), (4, 0), "{hex}");
            let end = finish(&[], (0, 0), json!({hex: "confederate"}));
            assert_eq!((end.2, end.3), (0, 0), "{hex}");
        }
    }

    #[test]
    fn the_confederates_hold_them_at_the_start() {
        let game = chattanooga(json!({}));
        for hex in ["2207", "2311", "2416", "2419"] {
            assert_eq!(holder(&game, hex), "confederate");
        }
        assert_eq!(holder(&game, "1514"), "union");
        assert_eq!(holder(&game, "1417"), "union");
    }

    #[test]
    fn town_hexes_in_the_control_of_infantry() {
        // 1313 touches 1213 alone; 1314 touches 1213 and 1214; 1015 touches 1014 and 1115.
        for (hex, scored) in [("1313", 4), ("1314", 8), ("1015", 8), ("1316", 4), ("1413", 0)] {
            let end = finish(&[at("Quarles", hex)], (0, 0), json!({}));
            assert_eq!((end.2, end.3), (0, scored), "{hex}");
        }
    }

    #[test]
    fn each_hex_once_however_many_threaten_it() {
        let end = finish(
            &[at("Quarles", "1314"), at("Jackson", "1313"), at("Maney", "1314")],
            (0, 0),
            json!({}),
        );
        assert_eq!(end.3, 8);
    }

    #[test]
    fn not_by_artillery() {
        let end = finish(&[at("Sanford", "1314")], (0, 0), json!({}));
        assert_eq!(end.3, 0);
    }

    #[test]
    fn a_town_hex_held_by_infantry_counts_itself() {
        // In 1213: itself, 1114 and 1214.
        let end = finish(&[at("Quarles", "1213")], (0, 0), json!({}));
        assert_eq!(end.3, 12);
        let end = finish(&[at("Sanford", "1213")], (0, 0), json!({}));
        assert_eq!(end.3, 0);
    }

    #[test]
    fn a_union_unit_in_the_hex_changes_nothing() {
        let spent = [
            json!({"id": "Quarles", "hex": "1313", "used": true}),
            json!({"id": "1/2/XIV", "hex": "1213", "attacked": true}),
        ];
        let end = finish(&spent, (0, 0), json!({}));
        assert_eq!(end.3, 4);
    }

    #[test]
    fn all_six_hexes_of_the_town() {
        // Every town hex is held or touched from 1114 and 1215.
        let end = finish(&[at("Quarles", "1114"), at("Jackson", "1215")], (0, 0), json!({}));
        assert_eq!(end.3, 24);
    }

    #[test]
    fn the_town_is_what_the_map_draws_as_town() {
        let game = chattanooga(json!({}));
        let files = atlas::builtin::battle("blue-gray/chattanooga").unwrap();
        let town: Vec<String> = game
            .battle()
            .grid()
            .cells()
            .filter(|&cell| files.map.ground(cell).terrain == atlas::map::Terrain::Town)
            .map(|cell| game.battle().grid().name(cell).to_string())
            .filter(|name| name.as_str() < "1300" && name.as_str() > "1000")
            .collect();
        let scored = game.battle().facts.scoring.threatened.as_ref().unwrap();
        let mut names: Vec<String> =
            scored.cells.iter().map(|&cell| game.battle().grid().name(cell).to_string()).collect();
        names.sort();
        assert_eq!(names, town);
    }
}

/// [BG-C 20.2] Seven levels by the difference.
mod c20_2_levels {
    use super::*;

    #[test]
    fn at_the_boundaries() {
        for (difference, winner, level) in [
            (60, "union", "decisive"),
            (26, "union", "decisive"),
            (25, "union", "substantive"),
            (16, "union", "substantive"),
            (15, "union", "marginal"),
            (6, "union", "marginal"),
            (5, "nobody", "draw"),
            (0, "nobody", "draw"),
            (-5, "nobody", "draw"),
            (-6, "confederate", "marginal"),
            (-15, "confederate", "marginal"),
            (-16, "confederate", "substantive"),
            (-25, "confederate", "substantive"),
            (-26, "confederate", "decisive"),
            (-60, "confederate", "decisive"),
        ] {
            let (union, confederate) = (100 + difference, 100);
            let end = finish(&[], (union, confederate), json!({}));
            assert_eq!(end, (winner.into(), level.into(), union, confederate), "{difference}");
        }
    }
}
