//! Chapter 7.1: which units attack, and which are attacked.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// [BG 7.0] Fights are resolved one by one, in any order, each applied before the next.
mod r7_0_one_combat_after_another {
    use super::*;

    fn two_fights() -> Game {
        Field::open()
            .union("A", 4, "0303")
            .confederate("X", 4, "0304")
            .union("B", 4, "0707")
            .confederate("Y", 4, "0708")
            .combat()
    }

    #[test]
    fn either_fight_may_come_first() {
        let game = two_fights();
        assert_eq!(game.why(attack(&["0303"], &["0304"])), "legal");
        assert_eq!(game.why(attack(&["0707"], &["0708"])), "legal");
    }

    #[test]
    fn a_result_is_applied_before_anything_else_is_done() {
        let mut game = two_fights();
        game.apply(attack(&["0303"], &["0304"]), &[1]);
        assert_eq!(step(&game), "retreat confederate");
        assert_eq!(game.why(attack(&["0707"], &["0708"])), "BG 7.71");
        assert_eq!(game.why(end_phase()), "BG 7.71");
        game.apply(retreat("X", "0305"), &[]);
        assert_eq!(step(&game), "advance union");
        assert_eq!(game.why(attack(&["0707"], &["0708"])), "BG 7.75");
        game.apply(decline(), &[]);
        assert_eq!(game.why(attack(&["0707"], &["0708"])), "legal");
    }

    #[test]
    fn the_attacker_is_the_player_whose_phase_it_is() {
        let game = two_fights();
        assert_eq!(game.why(attack(&["0304"], &["0303"])), "BG 7.0");
        assert_eq!(game.why(attack(&["0303", "0304"], &["0304"])), "BG 7.0");
    }

    #[test]
    fn an_attack_names_an_attacker_and_a_defender_that_are_there() {
        let game = two_fights();
        assert_eq!(game.why(attack(&["0303"], &[])), "BG 7.0");
        assert_eq!(game.why(attack(&[], &["0304"])), "BG 7.0");
        assert_eq!(game.why(attack(&["0303"], &["0302"])), "BG 7.0");
        assert_eq!(game.why(attack(&["0403"], &["0304"])), "BG 7.0");
    }
}

/// [BG 7.11] Every enemy with a friend in his zone of control must be attacked.
mod r7_11_every_neighbour_is_attacked {
    use super::*;

    /// A fights X alone because the gun can take Y, which stands next to A as well.
    fn diversion() -> Field {
        Field::open()
            .union("A", 12, "0505")
            .confederate("X", 2, "0504")
            .confederate("Y", 2, "0605")
            .union_gun("G", 2, "0607")
    }

    fn after_a_fought_x() -> Game {
        let mut game = diversion().combat();
        game.apply(attack(&["0505"], &["0504"]), &[4]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        game
    }

    #[test]
    fn the_phase_does_not_end_while_somebody_can_attack_him() {
        let mut game = after_a_fought_x();
        assert_eq!(game.why(end_phase()), "BG 7.11");
        assert!(!game.lists(&end_phase()));
        game.apply(bombard(&["G"], "0605"), &[4]).apply(elect("G", false), &[]);
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn a_gun_that_must_take_him_may_not_take_another() {
        let field = diversion().confederate("Z", 2, "0609");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &["0504"]), &[4]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        assert_eq!(game.why(bombard(&["G"], "0609")), "BG 7.11");
        assert_eq!(game.why(bombard(&["G"], "0605")), "legal");
    }

    /// [BG 7.11?] A duty lapses when the gun that was to meet it is pinned.
    #[test]
    fn the_duty_lapses_when_an_advance_pins_the_gun() {
        let field = diversion().union("C", 2, "0707").confederate("Z", 2, "0807");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &["0504"]), &[4]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        game.apply(attack(&["0707"], &["0807"]), &[4]);
        assert_eq!(game.whereabouts("C"), "0607", "the only hex that is free of control");
        assert_eq!(step(&game), "advance confederate");
        game.apply(advance("Z", "0707"), &[]);
        assert_eq!(game.why(bombard(&["G"], "0605")), "BG 8.41");
        assert_eq!(game.why(end_phase()), "legal");
        assert_eq!(game.actions().len(), 1);
    }

    /// [BG 7.11?] Or when it is displaced.
    #[test]
    fn the_duty_lapses_when_the_gun_is_displaced() {
        let stands = |displaced: bool| {
            diversion().at(json!({"phase": "combat", "units": [
                {"id": "A", "hex": "0505", "used": true},
                {"id": "Y", "hex": "0605"},
                {"id": "G", "hex": "0607", "displaced": displaced},
            ]}))
        };
        assert_eq!(stands(false).why(end_phase()), "BG 7.11");
        assert_eq!(stands(true).why(end_phase()), "legal");
    }

    #[test]
    fn nobody_need_attack_across_a_creek() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        assert_eq!(field.combat().why(end_phase()), "BG 7.12");
        let game = field.creek(&["0504|0505"]).combat();
        assert_eq!(game.why(end_phase()), "legal");
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "BG 7.15");
    }
}

/// [BG 7.12] Every unit of the phasing player in an enemy-controlled hex must attack.
mod r7_12_every_neighbour_attacks {
    use super::*;

    #[test]
    fn the_phase_does_not_end_before() {
        let mut game = corridor(6).union("A", 4, "0103").confederate("X", 4, "0104").combat();
        assert_eq!(game.why(end_phase()), "BG 7.12");
        assert!(!game.lists(&end_phase()));
        game.apply(attack(&["0103"], &["0104"]), &[1]).apply(decline(), &[]);
        assert_eq!(game.why(end_phase()), "legal");
        assert!(game.lists(&end_phase()));
    }

    #[test]
    fn no_attack_takes_the_only_target_of_another() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let game = field.union("B", 4, "0604").combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "BG 7.12");
        assert_eq!(game.why(attack(&["0604"], &["0504"])), "BG 7.12");
        assert_eq!(game.why(attack(&["0505", "0604"], &["0504"])), "legal");
    }

    #[test]
    fn it_may_if_the_other_has_a_second_target() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let game = field.union("B", 4, "0604").confederate("Y", 4, "0704").combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "legal");
        assert_eq!(game.why(attack(&["0604"], &["0504"])), "BG 7.12", "A would have nobody");
        assert_eq!(game.why(attack(&["0604"], &["0704"])), "legal");
    }

    /// [BG 7.12?] A gun far off is no help: bombarding the only target strands its neighbour too.
    #[test]
    fn a_bombardment_does_not_take_it_either() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let game = field.union_gun("G", 4, "0507").combat();
        assert_eq!(game.why(bombard(&["G"], "0504")), "BG 7.12");
        assert_eq!(game.why(combined(&["0505"], &["G"], &["0504"])), "legal");
    }

    /// [BG 7.12?] Duties that results have dissolved are gone.
    #[test]
    fn a_unit_whose_enemies_are_gone_is_free() {
        let field = Field::open().union("A", 12, "0505").confederate("X", 2, "0504");
        let field = field.union("B", 4, "0604").confederate("Y", 2, "0704");
        let mut game = field.combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "legal", "B has Y as well");
        game.apply(attack(&["0505"], &["0504"]), &[1]).apply(decline(), &[]);
        assert_eq!(game.why(end_phase()), "BG 7.12");
        game.apply(attack(&["0604"], &["0704"]), &[1]);
        game.apply(retreat("Y", "0703"), &[]).apply(decline(), &[]);
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn a_unit_next_to_units_already_attacked_has_no_duty() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let game = field.at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505"},
            {"id": "X", "hex": "0504", "attacked": true},
        ]}));
        assert_eq!(game.why(end_phase()), "legal");
        assert_eq!(game.actions().len(), 1);
    }

    /// [BG 11.2] The ineffective neither must nor can.
    #[test]
    fn an_ineffective_unit_has_no_duty_and_creates_none() {
        let field = Field::open().options(&["11.0"]);
        let field = field.union("A", 4, "0505").confederate("X", 4, "0504");
        let game = field.at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505", "ineffective": true},
            {"id": "X", "hex": "0504"},
        ]}));
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "BG 11.2");
        assert_eq!(game.why(end_phase()), "legal");
    }
}

/// [BG 7.13] A hex may be attacked from all six sides, and by every gun in range.
mod r7_13_as_many_as_can_be_brought_to_bear {
    use super::*;

    const AROUND: [&str; 6] = ["0404", "0405", "0504", "0506", "0604", "0605"];

    #[test]
    fn six_full_hexes_and_two_guns() {
        let mut field = Field::open().confederate("X", 10, "0505");
        for (index, at) in AROUND.iter().enumerate() {
            field = field.union(&format!("A{index}"), 1, at).union(&format!("B{index}"), 2, at);
        }
        let game = field.union_gun("G", 3, "0502").union_gun("H", 4, "0508").combat();
        let all = combined(&AROUND, &["G", "H"], &["0505"]);
        assert_eq!(game.why(all.clone()), "legal");
        assert_eq!(super::odds(&game, all), "25 : 10, 2-1");
    }
}

/// [BG 7.14] No unit attacks twice in a phase, and none is attacked twice.
mod r7_14_once_per_phase {
    use super::*;

    fn two_against_two() -> Field {
        Field::open()
            .union("A", 4, "0505")
            .union("B", 4, "0605")
            .confederate("X", 4, "0504")
            .confederate("Y", 4, "0604")
    }

    #[test]
    fn a_unit_that_has_attacked_is_done() {
        let mut game = two_against_two().combat();
        game.apply(attack(&["0505"], &["0504"]), &[1]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        assert_eq!(game.unit("A")["used"], true);
        assert_eq!(game.why(attack(&["0505"], &["0604"])), "BG 7.14");
        assert_eq!(game.why(attack(&["0505", "0605"], &["0604"])), "BG 7.14");
        assert_eq!(game.why(attack(&["0605"], &["0604"])), "legal");
    }

    #[test]
    fn neither_is_a_stack() {
        let mut game = two_against_two().union("C", 4, "0505").combat();
        game.apply(attack(&["0505"], &["0504"]), &[1]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        assert_eq!(game.why(attack(&["0505"], &["0604"])), "BG 7.14");
    }

    #[test]
    fn a_unit_that_was_attacked_is_safe() {
        let mut game = two_against_two().union("C", 4, "0403").combat();
        game.apply(attack(&["0403"], &["0504"]), &[4]);
        game.apply(retreat("C", "0402"), &[]);
        game.apply(decline(), &[]);
        assert_eq!(game.unit("X")["attacked"], true);
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "BG 7.14");
        assert_eq!(game.why(attack(&["0505"], &["0504", "0604"])), "BG 7.14");
        assert_eq!(game.why(attack(&["0505", "0605"], &["0604"])), "legal");
    }

    #[test]
    fn a_new_phase_is_a_new_chance() {
        let field = corridor(6).union("A", 4, "0103").confederate("X", 4, "0104");
        let mut game = field.at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0103", "used": true},
            {"id": "X", "hex": "0104", "attacked": true},
        ]}));
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!(game.why(attack(&["0104"], &["0103"])), "legal");
    }
}

/// [BG 7.15] Units attack only what is next to them; guns excepted.
mod r7_15_only_next_to_the_defender {
    use super::*;

    #[test]
    fn infantry_attacks_nobody_two_hexes_away() {
        let field = Field::open().confederate("X", 4, "0504");
        let game = field.union("A", 4, "0506").union_gun("G", 4, "0507").combat();
        assert_eq!(game.why(attack(&["0506"], &["0504"])), "BG 7.15");
        assert_eq!(game.why(bombard(&["G"], "0504")), "legal");
        assert_eq!(game.why(bombard(&["A"], "0504")), "BG 8.0");
    }

    #[test]
    fn guns_as_attacking_hexes_are_bound_like_the_rest() {
        let game = Field::open().confederate("X", 4, "0504").union_gun("G", 4, "0506").combat();
        assert_eq!(game.why(attack(&["0506"], &["0504"])), "BG 7.15");
    }
}
