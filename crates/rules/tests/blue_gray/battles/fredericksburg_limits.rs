//! Fredericksburg, chapter 19: fifteen Union units, and the guns and horse on the eastern bank.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

fn movement(side: &str, units: Value) -> Game {
    fredericksburg(json!({"turn": 2, "side": side, "units": units}))
}

fn combat(side: &str, units: Value) -> Game {
    fredericksburg(json!({"turn": 2, "side": side, "phase": "combat", "units": units}))
}

/// [BG-F 19.0?] Fifteen Union units move a turn; entering and leaving count.
mod f19_0_union_quota {
    use super::*;

    fn spent(left: u8, units: Value) -> Game {
        fredericksburg(json!({"turn": 4, "side": "union", "moves_left": left, "units": units}))
    }

    #[test]
    fn fifteen_on_every_turn() {
        for turn in 1..=11 {
            let game = fredericksburg(json!({"turn": turn, "side": "union"}));
            assert_eq!(moves_left(&game), 15, "{turn}");
        }
        assert_eq!(moves_left(&fredericksburg(json!({"turn": 2}))), Value::Null);
    }

    #[test]
    fn the_sixteenth_stays() {
        let units = json!([at("1/1/I", "1703"), at("2/1/I", "1802"), at("Wilcox", "0519")]);
        let mut game = spent(1, units);
        game.apply(march("1/1/I", "1704"), &[]);
        assert_eq!(game.why(march("2/1/I", "1803")), "BG-F 19.0");
    }

    #[test]
    fn entering_counts_also_on_the_turn_of_arrival() {
        let units = json!([waits("1/2/V"), at("1/1/I", "1703"), at("Wilcox", "0519")]);
        assert_eq!(spent(0, units.clone()).why(enter("1/2/V", "0113")), "BG-F 19.0");
        let mut game = spent(15, units);
        game.apply(enter("1/2/V", "0113"), &[]);
        assert_eq!(moves_left(&game), 14);
    }

    #[test]
    fn leaving_the_map_counts() {
        let units = json!([at("1/1/I", "2501"), at("Wilcox", "0519")]);
        assert_eq!(spent(0, units.clone()).why(exit("1/1/I", "2501")), "BG-F 19.0");
        let mut game = spent(15, units);
        game.apply(exit("1/1/I", "2501"), &[]);
        assert_eq!(moves_left(&game), 14);
    }
}

/// [BG-F 19.0] The limit falls at once and for good when a Confederate enters or passes 0206.
mod f19_0_lifted_at_headquarters {
    use super::*;

    fn is_lifted(game: &Game) -> bool {
        game.json()["quota_lifted"] == true
    }

    #[test]
    fn by_entering_and_by_passing() {
        let units = json!([at("1/1/I", "1703"), at("Wilcox", "0204")]);
        let mut game = movement("confederate", units.clone());
        game.apply(march("Wilcox", "0206"), &[]);
        assert!(is_lifted(&game));
        let mut game = movement("confederate", units);
        game.apply(along("Wilcox", &["0205", "0206", "0207", "0208"]), &[]);
        assert!(game.event("quota_lifted").is_some());
        game.apply(end(), &[]).apply(end(), &[]);
        assert_eq!(game.json()["side"], "union");
        assert_eq!(moves_left(&game), Value::Null);
        for _ in 0..4 {
            game.apply(end(), &[]);
        }
        assert_eq!(moves_left(&game), Value::Null, "for good");
    }

    #[test]
    fn by_a_retreat() {
        let mut game = combat("union", json!([at("1/II", "0204"), at("Wilcox", "0205")]));
        game.apply(attack(&["0205"], &["0204"]), &[3]);
        game.apply(retreat("Wilcox", "0206"), &[]);
        assert!(is_lifted(&game), "in the middle of the Union's own combat phase");
    }

    #[test]
    fn by_an_advance() {
        let mut game = combat("confederate", json!([at("2/3/II", "0206"), at("Ransom", "0205")]));
        game.apply(attack(&["0206"], &["0205"]), &[1]);
        assert!(!is_lifted(&game));
        game.apply(advance("Ransom", "0206"), &[]);
        assert!(is_lifted(&game));
    }

    #[test]
    fn not_by_a_union_unit_nor_by_the_next_hex() {
        let mut game = movement("confederate", json!([at("1/1/I", "1703"), at("Wilcox", "0204")]));
        game.apply(march("Wilcox", "0205"), &[]);
        assert!(!is_lifted(&game));
        let mut game = movement("union", json!([at("1/1/I", "0205"), at("Wilcox", "0519")]));
        game.apply(march("1/1/I", "0206"), &[]);
        assert!(!is_lifted(&game));
    }
}

/// [BG-F 19.1?] Union artillery and cavalry that start on the eastern bank do not move until released.
mod f19_1_held_units {
    use super::*;

    const HELD: [&str; 10] = ["R", "RC", "LC", "L", "RGd", "III", "V", "1/C/C", "1/C/R", "2/C/R"];

    #[test]
    fn seven_batteries_and_three_brigades_of_horse() {
        let game = fredericksburg(json!({"turn": 2, "side": "union"}));
        let held: Vec<String> = game
            .battle()
            .roster()
            .map(|unit| game.battle().unit(unit))
            .filter(|unit| unit.held)
            .map(|unit| unit.id.clone())
            .collect();
        let mut expected = HELD.map(str::to_owned).to_vec();
        expected.sort();
        let mut found = held;
        found.sort();
        assert_eq!(found, expected);
        for id in HELD {
            assert!(game.reach(id).is_empty());
        }
        assert!(!game.reach("LGd").is_empty() && !game.reach("1/C/L").is_empty());
    }

    #[test]
    fn the_refusal_names_the_rule() {
        let game =
            movement("union", json!([at("R", "0202"), at("1/C/L", "0302"), at("Wilcox", "0519")]));
        assert_eq!(game.why(march("R", "0201")), "BG-F 19.1");
        assert_eq!(game.why(march("1/C/L", "0201")), "legal", "it started elsewhere");
    }

    #[test]
    fn it_is_where_they_started_that_counts() {
        let game = movement("union", json!([at("R", "1703"), at("Wilcox", "0519")]));
        assert_eq!(game.why(march("R", "1704")), "BG-F 19.1");
    }

    #[test]
    fn they_do_not_leave_the_map_either() {
        let game = movement("union", json!([at("R", "0113"), at("Wilcox", "0519")]));
        assert_eq!(game.why(exit("R", "0113")), "BG-F 19.1");
    }

    #[test]
    fn forced_to_retreat_they_retreat() {
        let mut game = combat("confederate", json!([at("R", "0202"), at("Ransom", "0203")]));
        game.apply(attack(&["0202"], &["0203"]), &[1]);
        game.apply(retreat("R", "0201"), &[]);
        assert_eq!(game.whereabouts("R"), "0201");
    }

    #[test]
    fn victorious_they_may_advance() {
        let mut game = combat("confederate", json!([at("R", "0202"), at("Walker", "0203")]));
        // 1 to 4 is 1-4; a one is Ar.
        game.apply(attack(&["0202"], &["0203"]), &[1]);
        game.apply(retreat("Walker", "0204"), &[]);
        assert_eq!(game.why(advance("R", "0203")), "legal");
    }

    #[test]
    fn they_bombard() {
        let game = combat("union", json!([at("R", "0202"), at("Wilcox", "0204")]));
        assert_eq!(game.why(bombard("0204", &["R"])), "legal");
    }

    #[test]
    fn released_they_count_against_the_fifteen() {
        let units = json!([{"id": "R", "hex": "0202", "released": true}, at("Wilcox", "0519")]);
        let mut game = movement("union", units.clone());
        game.apply(march("R", "0201"), &[]);
        assert_eq!(moves_left(&game), 14);
        let position = json!({"turn": 2, "side": "union", "moves_left": 0, "units": units});
        assert_eq!(fredericksburg(position).why(march("R", "0201")), "BG-F 19.0");
    }
}

/// [BG-F 19.11] A Union exit at 2501 or 2027 releases all of them.
mod f19_11_released_by_an_exit {
    use super::*;

    fn released_after(side: &str, unit: &str, hex: &str) -> Vec<String> {
        let units = json!([
            at("R", "0216"),
            at("1/C/R", "0309"),
            at(unit, hex),
            at("2/1/I", "1802"),
            at("Hays", "2310")
        ]);
        let mut game = movement(side, units);
        game.apply(exit(unit, hex), &[]);
        units_of(&game, "released")
    }

    #[test]
    fn at_2501_and_at_2027() {
        assert_eq!(released_after("union", "1/1/I", "2501"), ["1/C/R", "R"]);
        assert_eq!(released_after("union", "1/1/I", "2027"), ["1/C/R", "R"]);
    }

    #[test]
    fn not_at_0113_and_not_by_a_confederate() {
        assert!(released_after("union", "1/1/I", "0113").is_empty());
        assert!(released_after("confederate", "Wilcox", "2501").is_empty());
        assert!(released_after("confederate", "Wilcox", "2027").is_empty());
    }

    #[test]
    fn at_once_and_for_the_rest_of_the_game() {
        let units = json!([at("R", "0216"), at("1/1/I", "2501"), at("Wilcox", "0519")]);
        let mut game = movement("union", units);
        assert_eq!(game.why(march("R", "0215")), "BG-F 19.1");
        game.apply(exit("1/1/I", "2501"), &[]);
        assert_eq!(game.why(march("R", "0215")), "legal");
        for _ in 0..4 {
            game.apply(end(), &[]);
        }
        assert_eq!(game.why(march("R", "0215")), "legal");
    }
}

/// [BG-F 19.12?] A Confederate in a pontoon or ferry hex releases all of them.
mod f19_12_released_by_a_crossing {
    use super::*;

    fn released_after(side: &str, unit: &str, path: &[&str]) -> Vec<String> {
        let (from, way) = path.split_first().unwrap();
        let units = json!([at("L", "1301"), at("R", "0216"), at(unit, from)]);
        let mut game = movement(side, units);
        game.apply(along(unit, way), &[]);
        units_of(&game, "released")
    }

    #[test]
    fn at_every_pontoon_and_every_ferry() {
        for path in [
            ["0712", "0611", "0511"],
            ["0910", "0809", "0709"],
            ["1504", "1404", "1304"],
            ["0513", "0412", "0312"],
            ["0623", "0524", "0424"],
            ["1325", "1225", "1126"],
        ] {
            assert_eq!(released_after("confederate", "Wilcox", &path), ["L", "R"], "{path:?}");
        }
    }

    #[test]
    fn not_by_a_union_unit() {
        assert!(released_after("union", "1/1/I", &["0511", "0611", "0712"]).is_empty());
    }

    #[test]
    fn not_at_a_ford_hexside() {
        assert!(released_after("confederate", "Wilcox", &["1210", "1110"]).is_empty());
    }
}

/// [BG-F 19.13] A Confederate within three hexes releases that unit alone.
mod f19_13_released_by_approach {
    use super::*;

    /// R in 0202, L far away, Wilcox where he is.
    fn near(side: &str, phase: &str, more: &[Value]) -> Game {
        let mut units = vec![at("R", "0202"), at("L", "1301")];
        units.extend_from_slice(more);
        fredericksburg(json!({"turn": 2, "side": side, "phase": phase, "units": units}))
    }

    #[test]
    fn at_three_hexes_but_not_at_four() {
        let mut game = near("confederate", "movement", &[at("Wilcox", "0207")]);
        game.apply(march("Wilcox", "0206"), &[]);
        assert!(units_of(&game, "released").is_empty());
        let mut game = near("confederate", "movement", &[at("Wilcox", "0207")]);
        game.apply(march("Wilcox", "0205"), &[]);
        assert_eq!(units_of(&game, "released"), ["R"]);
        assert_eq!(game.unit("R")["released"], true);
        assert_eq!(game.unit("L")["released"], Value::Null);
    }

    #[test]
    fn in_passing() {
        let mut game = near("confederate", "movement", &[at("Wilcox", "0207")]);
        game.apply(along("Wilcox", &["0206", "0205", "0206", "0207"]), &[]);
        assert_eq!(game.whereabouts("Wilcox"), "0207");
        assert_eq!(units_of(&game, "released"), ["R"]);
    }

    #[test]
    fn by_a_retreat() {
        let mut game = near("union", "combat", &[at("1/II", "0207"), at("Wilcox", "0206")]);
        game.apply(attack(&["0206"], &["0207"]), &[3]);
        game.apply(retreat("Wilcox", "0205"), &[]);
        assert_eq!(units_of(&game, "released"), ["R"]);
    }

    #[test]
    fn by_an_advance() {
        let mut game = near("confederate", "combat", &[at("2/3/II", "0205"), at("Ransom", "0206")]);
        game.apply(attack(&["0205"], &["0206"]), &[1]);
        game.apply(advance("Ransom", "0205"), &[]);
        assert_eq!(units_of(&game, "released"), ["R"]);
    }

    #[test]
    fn by_coming_onto_the_map() {
        let units = json!([at("R", "2301"), at("1/1/I", "1703"), waits("Pelham")]);
        let mut game = fredericksburg(json!({"turn": 2, "units": units}));
        game.apply(enter("Pelham", "1901"), &[]);
        assert!(units_of(&game, "released").is_empty());
        let units = json!([at("R", "2201"), at("1/1/I", "1703"), waits("Pelham")]);
        let mut game = fredericksburg(json!({"turn": 2, "units": units}));
        game.apply(enter("Pelham", "1901"), &[]);
        assert_eq!(units_of(&game, "released"), ["R"]);
    }

    #[test]
    fn nobody_who_merely_stands_near() {
        let mut game = near("confederate", "movement", &[at("Wilcox", "0205"), at("Hays", "2310")]);
        game.apply(march("Hays", "2311"), &[]);
        assert!(units_of(&game, "released").is_empty());
    }
}
