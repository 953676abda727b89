//! Chapters 8.4 and 8.5: guns next to the enemy, and guns that are attacked.

use serde_json::json;

use crate::artillery::words::{attack, bare, bombard, end_phase};
use crate::fixture::Field;

/// [BG 8.41] A gun in an enemy-controlled hex must attack its neighbours and cannot bombard.
mod r8_41_under_control_a_gun_fights {
    use super::*;

    fn field() -> Field {
        let field = Field::open().union_gun("G", 4, "0501");
        field.confederate("X", 4, "0502").confederate("Y", 4, "0704")
    }

    #[test]
    fn it_bombards_neither_the_neighbour_nor_anybody_else() {
        let game = field().combat();
        assert_eq!(game.why(bombard(&["G"], "0502")), "BG 8.41");
        assert_eq!(game.why(bombard(&["G"], "0704")), "BG 8.41");
        assert_eq!(game.why(attack(&["0501"], &["G"], &["0502"])), "BG 8.41");
    }

    #[test]
    fn it_must_attack() {
        let game = field().combat();
        assert_eq!(game.why(end_phase()), "BG 7.12");
        assert_eq!(game.why(attack(&["0501"], &[], &["0502"])), "legal");
    }

    #[test]
    fn next_to_an_enemy_who_has_advanced_it_can_do_nothing() {
        let units = json!([
            {"id": "G", "hex": "0501"}, {"id": "X", "hex": "0502", "advanced": true},
            {"id": "Y", "hex": "0704"},
        ]);
        let game = field().at(json!({"phase": "combat", "units": units}));
        assert_eq!(game.why(attack(&["0501"], &[], &["0502"])), "BG 7.75");
        assert_eq!(game.why(bombard(&["G"], "0704")), "BG 8.41");
        assert_eq!(game.why(end_phase()), "legal");
    }
}

/// [BG 8.42] From a controlled hex a gun attacks as many neighbours as it likes, and nobody farther off.
mod r8_42_neighbours_only {
    use super::*;

    #[test]
    fn two_neighbours_at_once() {
        let field = Field::open().union_gun("G", 4, "0505");
        let game = field.confederate("X", 4, "0504").confederate("Y", 4, "0604").combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504", "0604"])), "legal");
    }

    #[test]
    fn not_one_two_hexes_away() {
        let field = Field::open().union_gun("G", 4, "0505");
        let game = field.confederate("X", 4, "0504").confederate("Y", 4, "0503").combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0503", "0504"])), "BG 7.25");
        assert_eq!(game.why(attack(&["0505"], &[], &["0503"])), "BG 7.15");
    }
}

/// [BG 8.43] A gun that attacks from a controlled hex suffers every result.
mod r8_43_it_suffers_every_result {
    use super::*;

    fn fought(gun: u32, enemy: u32, die: u8) -> crate::fixture::Game {
        let field = Field::open().union_gun("G", gun, "0505").confederate("X", enemy, "0504");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &[], &["0504"]), &[die]);
        game
    }

    #[test]
    fn ae_and_ex_eliminate_it() {
        assert_eq!(fought(1, 8, 6).whereabouts("G"), "eliminated");
        let game = fought(3, 1, 6);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ex");
        assert_eq!(game.whereabouts("G"), "eliminated");
    }

    #[test]
    fn ar_drives_it_back_without_asking() {
        let mut game = fought(1, 1, 6);
        assert_eq!(game.json()["pending"]["step"], "retreat");
        game.apply(json!({"retreat": {"unit": "G", "to": "0506"}}), &[]);
        assert_eq!(game.whereabouts("G"), "0506");
    }

    #[test]
    fn and_it_may_advance_after_a_victory() {
        let mut game = fought(6, 1, 1);
        game.apply(json!({"advance": {"unit": "G", "to": "0504"}}), &[]);
        assert_eq!(game.whereabouts("G"), "0504");
    }
}

/// [BG 8.44] No terrain keeps a gun from attacking an adjacent hex.
mod r8_44_terrain_does_not_hinder {
    use super::*;

    #[test]
    fn into_out_of_and_between_blocking_hexes() {
        for terrain in ["f", "x", "t", "r"] {
            let drawing = terrain.repeat(5) + "\n";
            let field = Field::new(&drawing.repeat(5)).union_gun("G", 4, "0303");
            let game = field.confederate("X", 4, "0302").combat();
            assert_eq!(game.why(attack(&["0303"], &[], &["0302"])), "legal", "{terrain}");
        }
    }

    #[test]
    fn across_a_ford_and_a_bridge() {
        let field = Field::open().ford("0504|0505").union_gun("G", 4, "0505");
        let game = field.confederate("X", 4, "0504").combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "legal");
        let field = Field::open().bridge("0504|0505").union_gun("G", 4, "0505");
        let game = field.confederate("X", 4, "0504").combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "legal");
    }
}

/// [BG 8.45] Across a plain creek from its only neighbours a gun bombards: anybody in range, and them too.
mod r8_45_across_a_creek {
    use super::*;

    fn field() -> Field {
        let field = Field::open().creek(&["0504|0505"]).union_gun("G", 4, "0505");
        field.confederate("X", 4, "0504").confederate("Y", 4, "0706")
    }

    #[test]
    fn the_neighbour_and_others() {
        let game = field().combat();
        assert_eq!(game.why(bombard(&["G"], "0504")), "legal");
        assert_eq!(game.why(bombard(&["G"], "0706")), "legal");
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "BG 7.15");
        assert_eq!(game.why(end_phase()), "legal", "and it need not");
    }

    #[test]
    fn not_with_another_enemy_next_to_it_on_its_own_bank() {
        let game = field().confederate("Z", 1, "0506").combat();
        assert_eq!(game.why(bombard(&["G"], "0504")), "BG 8.41");
        assert_eq!(game.why(bombard(&["G"], "0706")), "BG 8.41");
    }

    #[test]
    fn not_across_a_bridge_or_ford() {
        for field in [Field::open().bridge("0504|0505"), Field::open().ford("0504|0505")] {
            let game = field.union_gun("G", 4, "0505").confederate("X", 4, "0504").combat();
            assert_eq!(game.why(bombard(&["G"], "0504")), "BG 8.41");
        }
    }

    #[test]
    fn unharmed_like_any_bombardment_and_without_advance() {
        let mut game = field().combat();
        game.apply(attack(&[], &["G"], &["0504"]), &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ae");
        assert_eq!(game.whereabouts("G"), "0505");
        let field = Field::open().creek(&["0504|0505"]).union_gun("G", 6, "0505");
        let mut game = field.confederate("X", 1, "0504").combat();
        game.apply(bombard(&["G"], "0504"), &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ex");
        assert_eq!(game.json()["pending"], serde_json::Value::Null);
        assert_eq!(game.whereabouts("G"), "0505");
    }

    #[test]
    fn infantry_cannot() {
        let field = Field::open().creek(&["0504|0505"]).union("A", 4, "0505");
        let game = field.confederate("X", 4, "0504").combat();
        assert_eq!(game.why(attack(&["0505"], &[], &["0504"])), "BG 7.15");
        assert_eq!(game.why(bombard(&["A"], "0504")), "BG 8.0");
    }
}

/// [BG 8.51] Guns never add to the defence of another hex, and bombard in their own combat phase only.
mod r8_51_no_defensive_fire {
    use super::*;

    #[test]
    fn a_gun_behind_the_line_adds_nothing_to_it() {
        let field = Field::open().union("A", 8, "0505").confederate("X", 4, "0504");
        let alone = field.clone().combat().odds(bare(attack(&["0505"], &[], &["0504"])));
        let field = field.confederate_gun("G", 9, "0502").confederate_gun("H", 9, "0503");
        let with_guns = field.combat().odds(bare(attack(&["0505"], &[], &["0504"])));
        assert_eq!((&alone["defence"], &with_guns["defence"]), (&json!(4), &json!(4)));
        assert_eq!(with_guns["column"], "2-1");
    }

    #[test]
    fn in_its_own_hex_it_defends_with_its_strength() {
        let field = Field::open().union("A", 8, "0505").confederate("X", 4, "0504");
        let game = field.confederate_gun("G", 4, "0504").combat();
        assert_eq!(game.odds(bare(attack(&["0505"], &[], &["0504"])))["defence"], 8);
    }

    #[test]
    fn the_other_players_guns_are_not_to_be_fired() {
        let field = Field::open().union_gun("G", 4, "0501").confederate_gun("H", 4, "0503");
        let game = field.confederate("X", 4, "0603").combat();
        assert_eq!(game.why(bombard(&["H"], "0603")), "BG 8.51");
        assert_eq!(game.why(bombard(&["H"], "0501")), "BG 7.0");
        assert_eq!(game.why(bombard(&["G", "H"], "0603")), "BG 8.51");
    }
}

/// [BG 8.52] A gun that is attacked suffers every result, also when it is bombarded.
mod r8_52_guns_as_targets {
    use super::*;

    #[test]
    fn bombarded_it_is_driven_back_or_lost() {
        let field = Field::open().union_gun("G", 4, "0501").confederate_gun("H", 4, "0503");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0503"), &[1]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Dr");
        assert_eq!(game.json()["pending"]["units"], json!(["H"]));
        let field = Field::open().union_gun("G", 4, "0501").confederate_gun("H", 1, "0503");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0503"), &[1]);
        assert_eq!(game.whereabouts("H"), "eliminated");
    }

    #[test]
    fn attacked_from_next_to_it_as_well() {
        let field = Field::open().union("A", 6, "0505").confederate_gun("H", 1, "0504");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &[], &["0504"]), &[1]);
        assert_eq!(game.whereabouts("H"), "eliminated");
    }
}
