//! Fredericksburg, chapters 16 and 18: pontoons, redoubts, fog.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

/// Union units that move by day.
fn union_by_day(units: Value) -> Game {
    fredericksburg(json!({"turn": 2, "side": "union", "units": units}))
}

/// [BG-F 16.1] A pontoon hex is a ferry hex that costs one point.
mod f16_1_pontoons {
    use super::*;

    #[test]
    fn one_point_for_the_pontoon() {
        let game = union_by_day(json!([at("1/1/I", "0511"), at("Wilcox", "0519")]));
        assert_eq!(game.cost("1/1/I", "0712"), Some(2));
        let ferry = union_by_day(json!([at("1/1/I", "0312"), at("Wilcox", "0519")]));
        assert_eq!(ferry.cost("1/1/I", "0513"), Some(4));
    }

    #[test]
    fn nobody_stays_in_it() {
        for (pontoon, bank) in [("0611", "0511"), ("0809", "0709"), ("1404", "1304")] {
            let game = union_by_day(json!([at("1/1/I", bank), at("Wilcox", "0519")]));
            assert_eq!(game.why(march("1/1/I", pontoon)), "BG 5.24");
            assert_eq!(game.cost("1/1/I", pontoon), None);
        }
    }

    #[test]
    fn in_and_out_by_its_two_open_sides() {
        let game = union_by_day(json!([at("1/1/I", "0511"), at("Wilcox", "0519")]));
        assert_eq!(game.why(along("1/1/I", &["0611", "0712"])), "legal");
        assert_eq!(game.why(along("1/1/I", &["0611", "0711"])), "BG 5.24");
        assert_eq!(game.why(along("1/1/I", &["0611", "0511"])), "BG 5.24");
        let town = union_by_day(json!([at("1/1/I", "0711"), at("Wilcox", "0519")]));
        assert_eq!(town.why(along("1/1/I", &["0611", "0511"])), "BG 5.24");
    }

    #[test]
    fn neither_control_nor_combat_crosses_it() {
        let units = json!([at("1/1/I", "0511"), at("Wilcox", "0712")]);
        let game = union_by_day(units.clone());
        assert_eq!(game.why(march("1/1/I", "0510")), "legal", "it is not in a controlled hex");
        let combat =
            fredericksburg(json!({"turn": 2, "side": "union", "phase": "combat", "units": units}));
        assert_eq!(combat.why(attack(&["0712"], &["0511"])), "BG 7.15");
        assert_eq!(combat.why(end()), "legal");
    }

    #[test]
    fn nobody_retreats_into_it() {
        // 0511 has one land way out, 0510 and 0411 and 0410; all are closed here.
        let units = json!([at("1/1/I", "0511"), at("Ransom", "0510"), at("Cobb", "0410")]);
        let position = json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units});
        let mut game = fredericksburg(position);
        // 16 to 12, rough ground doubles, is 1-1; a one is Dr.
        game.apply(attack(&["0511"], &["0410", "0510"]), &[1]);
        assert_eq!(game.whereabouts("1/1/I"), "eliminated");
    }
}

/// [BG-F 16.2?] Tripled if attacked over redoubts only, and only from their front.
mod f16_2_redoubts {
    use super::*;

    /// The multiplier of the defenders' hex in an attack.
    fn multiplier(side: &str, units: Value, attack: Value) -> Value {
        let game =
            fredericksburg(json!({"turn": 2, "side": side, "phase": "combat", "units": units}));
        let hex = attack["defenders"][0].as_str().unwrap().to_owned();
        game.odds(attack)["multipliers"][hex.as_str()].clone()
    }

    #[test]
    fn from_the_front_alone() {
        let units = json!([at("Cobb", "0913"), at("1/1/I", "0812"), at("2/1/I", "0813")]);
        let one = json!({"defenders": ["0913"], "attackers": ["0812"]});
        assert_eq!(multiplier("union", units.clone(), one), 3);
        let both = json!({"defenders": ["0913"], "attackers": ["0812", "0813"]});
        assert_eq!(multiplier("union", units, both), 3);
    }

    #[test]
    fn not_if_one_attacker_comes_from_elsewhere() {
        let units = json!([at("Cobb", "0913"), at("1/1/I", "0812"), at("2/1/I", "0914")]);
        let both = json!({"defenders": ["0913"], "attackers": ["0812", "0914"]});
        assert_eq!(multiplier("union", units.clone(), both), 1);
        let behind = json!({"defenders": ["0913"], "attackers": ["0914"]});
        assert_eq!(multiplier("union", units, behind), 1);
    }

    #[test]
    fn not_those_in_front_against_those_behind() {
        let units = json!([at("Cobb", "0913"), at("1/1/I", "0812")]);
        let out = json!({"defenders": ["0812"], "attackers": ["0913"]});
        assert_eq!(multiplier("confederate", units, out), 1);
    }

    #[test]
    fn either_side_is_protected() {
        let units = json!([at("Cobb", "0812"), at("1/1/I", "0913")]);
        let attack = json!({"defenders": ["0913"], "attackers": ["0812"]});
        assert_eq!(multiplier("confederate", units, attack), 3);
    }

    #[test]
    fn guns_that_bombard_with_them_do_not_matter_and_alone_never_triple() {
        let units = json!([at("Kershaw", "1512"), at("1/1/I", "1511"), at("LGd", "1510")]);
        let mixed = json!({"defenders": ["1512"], "attackers": ["1511"], "bombard": ["LGd"]});
        assert_eq!(multiplier("union", units, mixed), 3);
        let units = json!([at("Kershaw", "1512"), at("LGd", "1510")]);
        let alone = json!({"defenders": ["1512"], "attackers": [], "bombard": ["LGd"]});
        assert_eq!(multiplier("union", units, alone), 1);
    }

    #[test]
    fn it_takes_the_place_of_a_doubling() {
        // 0618 on Taylor's Hill is rough.
        let units = json!([at("Wilcox", "0618"), at("1/1/I", "0617"), at("2/1/I", "0619")]);
        let front = json!({"defenders": ["0618"], "attackers": ["0617"]});
        assert_eq!(multiplier("union", units.clone(), front), 3);
        let behind = json!({"defenders": ["0618"], "attackers": ["0619"]});
        assert_eq!(multiplier("union", units, behind), 2);
    }

    #[test]
    fn control_reaches_across() {
        let game = union_by_day(json!([at("1/1/I", "0812"), at("Cobb", "0913")]));
        assert_eq!(game.why(march("1/1/I", "0811")), "BG 5.13");
    }
}

/// [BG-F 18.0] In fog no gun bombards and every unit has three points.
mod f18_0_fog {
    use super::*;

    fn on(turn: u8, phase: &str, units: Value) -> Game {
        fredericksburg(json!({"turn": turn, "side": "union", "phase": phase, "units": units}))
    }

    #[test]
    fn no_bombardment() {
        let units = json!([at("LGd", "1510"), at("Kershaw", "1512")]);
        for turn in [1, 7] {
            assert_eq!(
                on(turn, "combat", units.clone()).why(bombard("1512", &["LGd"])),
                "BG-F 18.0"
            );
        }
        assert_eq!(on(2, "combat", units.clone()).why(bombard("1512", &["LGd"])), "legal");
        assert_eq!(on(8, "combat", units).why(bombard("1512", &["LGd"])), "legal");
    }

    #[test]
    fn no_bombardment_beside_an_attack_either() {
        let units = json!([at("LGd", "1510"), at("1/1/I", "1511"), at("Kershaw", "1512")]);
        let with =
            json!({"attack": {"defenders": ["1512"], "attackers": ["1511"], "bombard": ["LGd"]}});
        assert_eq!(on(1, "combat", units.clone()).why(with), "BG-F 18.0");
        assert_eq!(on(1, "combat", units).why(attack(&["1512"], &["1511"])), "legal");
    }

    #[test]
    fn adjacent_guns_fight() {
        let units = json!([at("LGd", "1511"), at("Kershaw", "1512")]);
        assert_eq!(on(1, "combat", units).why(attack(&["1512"], &["1511"])), "legal");
    }

    #[test]
    fn three_points_cross_a_pontoon_but_no_ferry() {
        let pontoon = on(1, "movement", json!([at("1/1/I", "0511"), at("Wilcox", "0519")]));
        assert_eq!(pontoon.why(march("1/1/I", "0712")), "legal");
        let ferry = on(1, "movement", json!([at("1/1/I", "0312"), at("Wilcox", "0519")]));
        assert_eq!(ferry.why(march("1/1/I", "0513")), "BG 5.15");
    }

    #[test]
    fn both_sides_are_slowed() {
        let units = json!([at("1/1/I", "1703"), at("Wilcox", "0519")]);
        let game = fredericksburg(json!({"turn": 7, "side": "confederate", "units": units}));
        assert_eq!(game.reach("Wilcox").iter().map(|(_, cost)| *cost).max(), Some(3));
    }
}
