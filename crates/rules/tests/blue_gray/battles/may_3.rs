//! Fredericksburg, chapter 20: the scenario of 3 May 1863.

use serde_json::{Value, json};

use crate::battles::words::*;

/// [BG-F 20.0?] Whatever the scenario does not change stays as it is on 13 December.
mod f20_0_the_rest_stays {
    use super::*;

    #[test]
    fn eleven_turns_fog_night_and_the_confederates_first() {
        let game = may_3(json!({}));
        let battle = game.battle();
        assert_eq!(battle.turns, 11);
        assert_eq!(battle.first.word(), "confederate");
        let turns =
            |holds: &dyn Fn(u8) -> bool| (1..=11).filter(|&turn| holds(turn)).collect::<Vec<u8>>();
        assert_eq!(turns(&|turn| battle.is_fog(turn)), [1, 7]);
        assert_eq!(turns(&|turn| battle.is_night(turn)), [6]);
    }

    #[test]
    fn the_limit_of_fifteen_and_its_end_at_0206() {
        let mut game =
            may_3(json!({"turn": 2, "units": [at("1/1/VI", "1505"), at("Wilcox", "0205")]}));
        assert_eq!(moves_left(&may_3(json!({"turn": 2, "side": "union"}))), 15);
        game.apply(march("Wilcox", "0206"), &[]);
        assert_eq!(game.json()["quota_lifted"], true);
    }

    #[test]
    fn nobody_is_held_on_this_day() {
        let game = may_3(json!({"turn": 2, "side": "union"}));
        assert!(game.battle().roster().all(|unit| !game.battle().unit(unit).held));
        assert!(!game.reach("LGd").is_empty());
    }

    #[test]
    fn the_exits() {
        let mut game = may_3(json!({"turn": 2, "side": "union",
            "units": [at("1/1/VI", "2501"), at("Wilcox", "0618")]}));
        game.apply(exit("1/1/VI", "2501"), &[]);
        assert_eq!(points(&game, "union", "exited"), 7);
    }
}

/// [BG-F 20.11?] Every creek hexside but the canal's is a ford; bridges stay bridges.
mod f20_11_creeks_are_fords {
    use super::*;

    /// What the step costs on each day.
    fn step(from: &str, to: &str) -> [Option<u64>; 2] {
        let december = fredericksburg(json!({"turn": 2, "side": "union",
            "units": [at("1/1/I", from), at("Wilcox", "0519")]}));
        let may = may_3(json!({"turn": 2, "side": "union",
            "units": [at("1/1/VI", from), at("Wilcox", "0519")]}));
        let along_it = |game: &crate::fixture::Game, unit: &str| {
            (game.why(along(unit, &[to])) == "legal").then(|| game.cost(unit, to)).flatten()
        };
        [along_it(&december, "1/1/I"), along_it(&may, "1/1/VI")]
    }

    #[test]
    fn a_creek_costs_one_point_more() {
        assert_eq!(step("1109", "1209"), [None, Some(2)], "Hazel Run");
        assert_eq!(step("1407", "1408"), [None, Some(2)], "Deep Run");
        assert_eq!(step("0713", "0714"), [None, Some(2)], "the ditch");
    }

    #[test]
    fn the_canal_stays_closed() {
        for (from, to) in [("0613", "0713"), ("0614", "0714"), ("0714", "0715")] {
            assert_eq!(step(from, to), [None, None]);
            let may = may_3(json!({"turn": 2, "side": "union",
                "units": [at("1/1/VI", from), at("Wilcox", "0519")]}));
            assert_eq!(may.why(along("1/1/VI", &[to])), "BG 5.25");
        }
    }

    #[test]
    fn a_bridge_costs_nothing_more() {
        assert_eq!(step("1109", "1208"), [Some(1), Some(1)]);
    }

    #[test]
    fn a_ford_of_december_stays_one() {
        assert_eq!(step("0712", "0812"), [Some(2), Some(2)]);
    }

    #[test]
    fn control_and_combat_cross_it_and_the_defender_is_doubled() {
        let units = json!([at("1/1/VI", "1109"), at("Wilcox", "1209")]);
        let game = may_3(json!({"turn": 2, "side": "union", "phase": "combat", "units": units}));
        assert_eq!(game.why(end()), "BG 7.12");
        let odds = game.odds(json!({"defenders": ["1209"], "attackers": ["1109"]}));
        assert_eq!(odds["multipliers"]["1209"], 2);
        let units = json!([at("1/1/I", "1109"), at("Wilcox", "1209")]);
        let december =
            fredericksburg(json!({"turn": 2, "side": "union", "phase": "combat", "units": units}));
        assert_eq!(december.why(end()), "legal");
    }
}

/// [BG-F 20.12] 1711, 0206, 0511 and 1504 bring no points.
mod f20_12_four_hexes_without_points {
    use super::*;

    fn end_of(turn: u8, points: Value, control: Value) -> crate::fixture::Game {
        let mut game = may_3(json!({
            "turn": turn, "side": "union", "phase": "combat", "points": points, "control": control,
            "units": [at("1/1/VI", "1703"), at("Wilcox", "0519")],
        }));
        game.apply(end(), &[]);
        game
    }

    #[test]
    fn to_nobody() {
        let control = json!({"1711": "union", "0206": "confederate", "0511": "confederate", "1504": "confederate"});
        let end = ending(&end_of(11, json!({}), control));
        assert_eq!((end.2, end.3), (0, 44), "4 at the start, 15 and 25");
    }

    #[test]
    fn the_other_two_still_do() {
        let end = ending(&end_of(11, json!({}), json!({"1113": "union", "2401": "union"})));
        assert_eq!((end.2, end.3), (40, 4));
    }

    #[test]
    fn but_the_check_after_turn_five_still_asks_for_1711() {
        let ahead = json!({"confederate": {"eliminated": 9}});
        assert!(end_of(5, ahead.clone(), json!({})).event("ended").is_some());
        assert!(end_of(5, ahead, json!({"1711": "union"})).event("ended").is_none());
    }
}
