//! Chattanooga, chapters 18 and 19: redoubts and ferries.

use serde_json::{Value, json};

use crate::battles::words::*;

/// The multiplier of the defenders' hex in an attack.
fn multiplier(side: &str, units: Value, attack: Value) -> Value {
    let game = chattanooga(json!({"turn": 2, "side": side, "phase": "combat", "units": units}));
    let hex = attack["defenders"][0].as_str().unwrap().to_owned();
    game.odds(attack)["multipliers"][hex.as_str()].clone()
}

/// [BG-C 18.11] Union entrenchments and Confederate rifle pits are both redoubts.
mod c18_11_works_of_both_sides {
    use super::*;

    #[test]
    fn the_same_for_either() {
        let entrenchment = json!({"defenders": ["1218"], "attackers": ["1219"]});
        let units = json!([at("1/2/XIV", "1218"), at("Quarles", "1219")]);
        assert_eq!(multiplier("confederate", units, entrenchment), 3);
        let rifle_pit = json!({"defenders": ["2219"], "attackers": ["2218"]});
        let units = json!([at("1/2/XIV", "2218"), at("Quarles", "2219")]);
        assert_eq!(multiplier("union", units, rifle_pit), 3);
    }

    #[test]
    fn they_cost_nothing_to_cross() {
        let game = chattanooga(
            json!({"turn": 2, "units": [at("1/2/XIV", "1219"), at("Liddell", "2004")]}),
        );
        assert_eq!(game.cost("1/2/XIV", "1218"), Some(1));
    }
}

/// [BG-C 18.12?] Tripled if attacked over redoubts only, and only from their front.
mod c18_12_tripling {
    use super::*;

    #[test]
    fn all_adjacent_attackers_are_asked() {
        let units = json!([
            at("1/2/XIV", "1218"),
            at("Quarles", "1219"),
            at("Jackson", "1319"),
            at("Stovall", "1217")
        ]);
        let front = json!({"defenders": ["1218"], "attackers": ["1219", "1319"]});
        assert_eq!(multiplier("confederate", units.clone(), front), 3);
        let mixed = json!({"defenders": ["1218"], "attackers": ["1219", "1217"]});
        assert_eq!(multiplier("confederate", units.clone(), mixed), 1);
        let behind = json!({"defenders": ["1218"], "attackers": ["1217"]});
        assert_eq!(multiplier("confederate", units, behind), 1);
    }

    #[test]
    fn from_behind_outwards_it_is_nothing() {
        let units = json!([at("1/2/XIV", "1218"), at("Quarles", "1219")]);
        let out = json!({"defenders": ["1219"], "attackers": ["1218"]});
        assert_eq!(multiplier("union", units, out), 1);
    }

    #[test]
    fn it_takes_the_place_of_a_doubling() {
        let units = json!([at("1/2/XIV", "2006"), at("Quarles", "2106")]);
        let rough = json!({"defenders": ["2106"], "attackers": ["2006"]});
        assert_eq!(multiplier("union", units, rough), 3);
    }

    #[test]
    fn bombardment_alone_never_triples() {
        let units = json!([at("1/2/XIV", "1218"), at("Sanford", "1220")]);
        let alone = json!({"defenders": ["1218"], "attackers": [], "bombard": ["Sanford"]});
        assert_eq!(multiplier("confederate", units, alone), 1);
        let units = json!([at("1/2/XIV", "1218"), at("Quarles", "1219"), at("Sanford", "1220")]);
        let with = json!({"defenders": ["1218"], "attackers": ["1219"], "bombard": ["Sanford"]});
        assert_eq!(multiplier("confederate", units, with), 3);
    }
}

/// [BG-C 18.13] Control crosses redoubt hexsides, and either side may defend behind them.
mod c18_13_control_and_either_side {
    use super::*;

    #[test]
    fn control_crosses() {
        let units = json!([at("1/2/XIV", "1218"), at("Quarles", "1219")]);
        let game = chattanooga(json!({"turn": 2, "side": "confederate", "units": units}));
        assert_eq!(game.why(march("Quarles", "1220")), "BG 5.13");
        let game = chattanooga(json!({"turn": 2, "side": "union", "units": units}));
        assert_eq!(game.why(march("1/2/XIV", "1217")), "BG 5.13");
    }

    #[test]
    fn a_confederate_in_the_union_works_is_protected() {
        let units = json!([at("1/2/XIV", "1219"), at("Quarles", "1218")]);
        let attack = json!({"defenders": ["1218"], "attackers": ["1219"]});
        assert_eq!(multiplier("union", units, attack), 3);
    }
}

/// [BG-C 19.11] Ferries at 1305, 1013, 0814, 0517: three points, by the two marked hexsides.
mod c19_11_ferries {
    use super::*;

    #[test]
    fn three_points_and_the_far_bank() {
        for (from, ferry, to, cost) in [
            ("1204", "1305", "1405", 4),
            ("1405", "1305", "1204", 4),
            ("1012", "1013", "1014", 4),
            ("1014", "1013", "1012", 4),
            ("0714", "0814", "0915", 6),
            ("0417", "0517", "0616", 4),
            ("0616", "0517", "0417", 4),
        ] {
            let units = json!([at("1/2/XIV", from), at("Liddell", "2004")]);
            let game = chattanooga(json!({"turn": 2, "units": units}));
            assert_eq!(game.why(along("1/2/XIV", &[ferry, to])), "legal", "{from} {to}");
            assert_eq!(game.cost("1/2/XIV", to), Some(cost), "{from} {to}");
        }
    }

    #[test]
    fn by_the_marked_sides_only() {
        let game = chattanooga(
            json!({"turn": 2, "units": [at("1/2/XIV", "0416"), at("Liddell", "2004")]}),
        );
        assert_eq!(game.why(along("1/2/XIV", &["0517", "0616"])), "BG 5.24");
        let game = chattanooga(
            json!({"turn": 2, "units": [at("1/2/XIV", "0417"), at("Liddell", "2004")]}),
        );
        assert_eq!(game.why(along("1/2/XIV", &["0517", "0617"])), "BG 5.24");
        assert_eq!(game.why(along("1/2/XIV", &["0518"])), "BG 5.24", "the river itself");
    }

    #[test]
    fn any_unit_of_either_side() {
        for (side, unit) in [("union", "2"), ("union", "Sherman"), ("confederate", "Cobb")] {
            let enemy = if side == "union" { at("Liddell", "2004") } else { at("1/1/IV", "0425") };
            let game =
                chattanooga(json!({"turn": 2, "side": side, "units": [at(unit, "1204"), enemy]}));
            assert_eq!(game.why(march(unit, "1405")), "legal", "{unit}");
        }
    }
}

/// [BG-C 19.12] No unit ends its movement in a ferry hex.
mod c19_12_nobody_stays {
    use super::*;

    #[test]
    fn neither_by_choice_nor_for_want_of_points() {
        let game = chattanooga(
            json!({"turn": 2, "units": [at("1/2/XIV", "1204"), at("Liddell", "2004")]}),
        );
        assert_eq!(game.why(march("1/2/XIV", "1305")), "BG 5.24");
        assert_eq!(game.cost("1/2/XIV", "1305"), None);
        assert_eq!(game.why(along("1/2/XIV", &["1305", "1204"])), "BG 5.24");
    }

    #[test]
    fn an_enemy_on_the_far_bank_closes_it() {
        let game = chattanooga(
            json!({"turn": 2, "units": [at("1/2/XIV", "1204"), at("Liddell", "1405")]}),
        );
        assert_eq!(game.why(along("1/2/XIV", &["1305", "1405"])), "BG 5.12");
        assert_eq!(game.why(march("1/2/XIV", "1203")), "legal", "control does not cross the river");
    }
}

/// [BG-C 19.13] A unit that could only retreat into a ferry hex is eliminated.
mod c19_13_no_retreat_by_ferry {
    use super::*;

    #[test]
    fn the_ferry_is_no_way_out() {
        let units = json!([at("1/2/XIV", "0417"), at("Quarles", "0318"), at("Jackson", "0416")]);
        let mut game = chattanooga(
            json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}),
        );
        // 10 to 6 is 1-1; a one is Dr.
        game.apply(attack(&["0417"], &["0318", "0416"]), &[1]);
        assert_eq!(game.whereabouts("1/2/XIV"), "eliminated");
        assert_eq!(game.event("eliminated").unwrap()["by"], "no_retreat");
    }
}
