//! Chapter 8.1: who may bombard what.

use serde_json::json;

use crate::artillery::words::{attack, bare, bombard, end_phase};
use crate::fixture::Field;

/// [BG 8.0] Artillery alone bombards; other units attack only what they are next to.
mod r8_0_only_artillery_bombards {
    use super::*;

    #[test]
    fn a_gun_bombards_and_infantry_does_not() {
        let field = Field::open().union_gun("G", 4, "0501").union("A", 4, "0601");
        let game = field.confederate("X", 4, "0503").combat();
        assert_eq!(game.why(bombard(&["G"], "0503")), "legal");
        assert_eq!(game.why(bombard(&["A"], "0503")), "BG 8.0");
    }

    #[test]
    fn cavalry_does_not_either() {
        let field = Field::open().unit("C", "union", "cavalry", 4, "0501", "");
        let game = field.confederate("X", 4, "0503").combat();
        assert_eq!(game.why(bombard(&["C"], "0503")), "BG 8.0");
    }

    #[test]
    fn a_gun_off_the_map_is_silent() {
        let field = Field::open().union_gun("G", 4, "0501").confederate("X", 4, "0503");
        let units = json!([{"id": "G", "state": "eliminated"}, {"id": "X", "hex": "0503"}]);
        let game = field.at(json!({"phase": "combat", "units": units}));
        assert_eq!(game.why(bombard(&["G"], "0503")), "BG 3.0");
    }
}

/// [BG 8.11] Guns bombard enemies two or three hexes away, and are never made to.
mod r8_11_two_or_three_hexes {
    use super::*;

    #[test]
    fn two_and_three_but_not_four() {
        for (target, verdict) in [("0503", "legal"), ("0504", "legal"), ("0505", "BG 8.11")] {
            let field = Field::open().union_gun("G", 4, "0501");
            let game = field.confederate("X", 4, target).combat();
            assert_eq!(game.why(bombard(&["G"], target)), verdict, "{target}");
        }
    }

    #[test]
    fn a_gun_of_longer_range_reaches_as_far_as_its_unit_says() {
        for (target, verdict) in [("0508", "legal"), ("0509", "BG 8.11")] {
            let field = Field::open().unit("G", "union", "artillery", 4, "0501", "range = 7");
            let game = field.confederate("X", 4, target).combat();
            assert_eq!(game.why(bombard(&["G"], target)), verdict, "{target}");
        }
    }

    #[test]
    fn the_phase_may_end_without_a_shot() {
        let field = Field::open().union_gun("G", 4, "0501").confederate("X", 4, "0503");
        let game = field.combat();
        assert_eq!(game.why(end_phase()), "legal");
        assert!(game.lists(&end_phase()));
        assert!(game.lists(&bombard(&["G"], "0503")));
    }

    #[test]
    fn an_empty_hex_and_a_friend_are_no_targets() {
        let field = Field::open().union_gun("G", 4, "0501").union("A", 4, "0503");
        let game = field.confederate("X", 4, "0509").combat();
        assert_eq!(game.why(bombard(&["G"], "0504")), "BG 7.0");
        assert_eq!(game.why(bombard(&["G"], "0503")), "BG 7.0");
    }

    #[test]
    fn a_listed_bombardment_names_every_gun_that_could_join() {
        let field = Field::open().union_gun("G", 4, "0501").union_gun("H", 3, "0701");
        let field = field.union_gun("far", 3, "0109").confederate("X", 4, "0503");
        let listed = field.combat().actions();
        let alone: Vec<_> = listed.iter().filter(|one| one["may_bombard"].is_array()).collect();
        assert_eq!(alone.len(), 1, "{alone:?}");
        assert_eq!(alone[0]["may_bombard"], json!(["G", "H"]));
    }
}

/// [BG 8.11, 7.11?] A bombardment can still be owed: where it is the only way left to attack an enemy who
/// must be attacked.
mod r8_11_owed_where_it_is_the_only_way {
    use super::*;

    /// A stands next to X and Y; the gun G reaches Y alone.
    fn field() -> Field {
        let field = Field::open().union("A", 18, "0505").union_gun("G", 3, "0903");
        field.confederate("X", 3, "0504").confederate("Y", 3, "0604")
    }

    #[test]
    fn with_a_gun_to_take_one_the_other_is_attacked_alone() {
        let game = field().combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "legal");
        let silent = field().scenario("turns = 10\nfirst = \"union\"\nstacking = 2\nfog = [1]\n");
        assert_eq!(silent.combat().why(attack(&["0505"], &[], &["0504"])), "BG 7.23");
    }

    #[test]
    fn then_the_gun_must_fire_before_the_phase_ends() {
        let mut game = field().combat();
        game.apply(attack(&["0505"], &[], &["0504"]), &[1]);
        game.apply(json!({"decline": {}}), &[]);
        assert_eq!(game.why(end_phase()), "BG 7.11");
        game.apply(bombard(&["G"], "0604"), &[6]);
        game.apply(json!({"elect": {"unit": "G", "retreat": false}}), &[]);
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn nor_may_the_gun_join_where_it_is_not_owed() {
        let field = field().confederate("Z", 3, "0905");
        let game = field.combat();
        assert_eq!(game.why(attack(&["0505"], &["G"], &["0504", "0604"])), "legal");
        assert_eq!(game.why(attack(&["0505"], &["G"], &["0604"])), "BG 7.23");
        let mut game = game;
        game.apply(attack(&["0505"], &[], &["0504"]), &[1]);
        game.apply(json!({"decline": {}}), &[]);
        assert_eq!(game.why(bombard(&["G"], "0905")), "BG 7.11");
    }
}

/// [BG 8.12] Range counts the target hex and not the gun's own, along the shortest way.
mod r8_12_range_counts_the_target {
    use super::*;

    #[test]
    fn in_every_direction() {
        let at_three = ["0503", "0509", "0204", "0207", "0804", "0807", "0304", "0708"];
        for target in at_three {
            let field = Field::open().union_gun("G", 4, "0506").confederate("X", 4, target);
            assert_eq!(field.combat().why(bombard(&["G"], target)), "legal", "{target}");
        }
        let at_four = ["0502", "0104", "0108", "0904", "0908", "0803", "0808", "0303"];
        for target in at_four {
            let field = Field::open().union_gun("G", 4, "0506").confederate("X", 4, target);
            assert_eq!(field.combat().why(bombard(&["G"], target)), "BG 8.11", "{target}");
        }
    }
}

/// [BG 8.13] Guns by themselves bombard one hex.
mod r8_13_one_hex_alone {
    use super::*;

    fn field() -> Field {
        let field = Field::open().union_gun("G", 4, "0502").union_gun("H", 4, "0702");
        field.confederate("X", 3, "0504").confederate("Y", 3, "0604")
    }

    #[test]
    fn two_hexes_are_too_many_for_guns_alone() {
        let game = field().combat();
        assert_eq!(game.why(attack(&[], &["G", "H"], &["0504", "0604"])), "BG 8.13");
        assert_eq!(game.why(bombard(&["G", "H"], "0504")), "legal");
    }

    #[test]
    fn with_a_friend_next_to_both_they_are_not() {
        let game = field().union("A", 4, "0505").combat();
        assert_eq!(game.why(attack(&["0505"], &["G", "H"], &["0504", "0604"])), "legal");
    }
}

/// [BG 8.14?] Two guns of one hex that bombard bombard the same hex; one of them may stay silent.
mod r8_14_guns_of_a_hex_fire_together {
    use super::*;

    fn field() -> Field {
        let field = Field::open().union_gun("G", 4, "0501").union_gun("H", 3, "0501");
        field.confederate("X", 1, "0503").confederate("Y", 1, "0703")
    }

    #[test]
    fn both_join_in_one_attack() {
        let mut game = field().combat();
        assert_eq!(game.odds(bare(bombard(&["G", "H"], "0503")))["attack"], 7);
        game.apply(bombard(&["G", "H"], "0503"), &[1]);
        assert_eq!(game.unit("G")["bombarded_from"], "0501");
        assert_eq!(game.unit("H")["bombarded_from"], "0501");
    }

    #[test]
    fn the_second_does_not_take_another_target_afterwards() {
        let mut game = field().combat();
        game.apply(bombard(&["G"], "0503"), &[1]);
        assert_eq!(game.why(bombard(&["H"], "0703")), "BG 8.14");
        assert!(!game.actions().iter().any(|listed| listed["action"]["attack"].is_object()));
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn a_gun_in_another_hex_is_free() {
        let mut game = field().union_gun("K", 3, "0801").combat();
        game.apply(bombard(&["G"], "0503"), &[1]);
        assert_eq!(game.why(bombard(&["K"], "0703")), "legal");
    }

    #[test]
    fn the_hex_is_remembered_after_the_gun_has_left_it() {
        let units = json!([
            {"id": "G", "hex": "0401", "used": true, "bombarded_from": "0501"},
            {"id": "H", "hex": "0501"}, {"id": "Y", "hex": "0703"},
        ]);
        let game = field().at(json!({"phase": "combat", "units": units}));
        assert_eq!(game.why(bombard(&["H"], "0703")), "BG 8.14");
        let units = json!([
            {"id": "G", "hex": "0401", "used": true}, {"id": "H", "hex": "0501"},
            {"id": "Y", "hex": "0703"},
        ]);
        let game = field().at(json!({"phase": "combat", "units": units}));
        assert_eq!(game.why(bombard(&["H"], "0703")), "legal");
    }

    #[test]
    fn a_battery_takes_one_of_two_enemies_who_must_be_attacked() {
        // A can attack one of the three alone only if guns take the other two, and one hex of guns cannot.
        let field = Field::open().union("A", 6, "0505").union_gun("G", 3, "0502");
        let field = field.union_gun("H", 3, "0502").confederate("X", 3, "0504");
        let field = field.confederate("Y", 3, "0604").confederate("Z", 3, "0404");
        let game = field.combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "BG 7.23");
        assert_eq!(game.why(attack(&["0505"], &[], &["0504", "0604"])), "legal");
        let game = field.union_gun("K", 3, "0702").combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "legal");
    }
}

/// [BG 8.11, 7.14, 7.75, 7.82, 11.2, BG-F 18.0] What else keeps a gun silent.
mod r8_11_silent_guns {
    use super::*;

    fn why(gun: serde_json::Value) -> String {
        let field = Field::open().union_gun("G", 4, "0501").confederate("X", 4, "0503");
        let field = field.options(&["11.0"]);
        let mut unit = json!({"id": "G", "hex": "0501"});
        for (key, value) in gun.as_object().expect("flags") {
            unit[key] = value.clone();
        }
        let units = json!([unit, {"id": "X", "hex": "0503"}]);
        field.at(json!({"phase": "combat", "units": units})).why(bombard(&["G"], "0503"))
    }

    #[test]
    fn used_advanced_displaced_or_ineffective() {
        assert_eq!(why(json!({})), "legal");
        assert_eq!(why(json!({"moved": true, "attacked": true, "released": true})), "legal");
        assert_eq!(why(json!({"used": true})), "BG 7.14");
        assert_eq!(why(json!({"advanced": true})), "BG 7.75");
        assert_eq!(why(json!({"displaced": true})), "BG 7.82");
        assert_eq!(why(json!({"ineffective": true})), "BG 11.2");
    }

    #[test]
    fn fog() {
        let field = Field::open().union_gun("G", 4, "0501").confederate("X", 4, "0503");
        let field = field.scenario("turns = 10\nfirst = \"union\"\nstacking = 2\nfog = [1]\n");
        let game = field.combat();
        assert_eq!(game.why(bombard(&["G"], "0503")), "BG-T 18.0");
        assert_eq!(game.actions(), [json!({"action": end_phase()})]);
        let game = field.at(json!({"turn": 2, "phase": "combat"}));
        assert_eq!(game.why(bombard(&["G"], "0503")), "legal");
    }

    #[test]
    fn night() {
        let field = Field::open().union_gun("G", 4, "0501").confederate("X", 4, "0503");
        let field = field.scenario("turns = 10\nfirst = \"union\"\nstacking = 2\nnight = [1]\n");
        let mut game = field.movement();
        assert_eq!(game.why(bombard(&["G"], "0503")), "BG 10.1");
        game.end_phase(&[]);
        assert_eq!(game.json()["side"], "confederate", "no combat phase comes between");
        assert!(game.faults_of(json!({"phase": "combat"})).contains("BG 10.1"));
    }
}
