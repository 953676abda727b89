//! Chapter 11: the optional rule of attack effectiveness.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// Open ground with the option in force.
fn field() -> Field {
    Field::open().options(&["11.0"])
}

/// A attacks B across 0303 and 0304, and the die falls.
fn attack(game: &mut Game, die: u8) {
    game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}}), &[die]);
}

/// [BG 11.0] Option: an attacker thrown back is ineffective and may only defend until it recovers.
mod r11_0_the_option {
    use super::*;

    #[test]
    fn in_force_only_if_chosen() {
        for (options, ineffective) in [(&["11.0"][..], json!(true)), (&[][..], Value::Null)] {
            let mut game = Field::open()
                .options(if options.is_empty() { &[] } else { &["11.0"] })
                .union("A", 1, "0303")
                .confederate("B", 5, "0304")
                .combat();
            attack(&mut game, 1);
            game.apply(json!({"retreat": {"unit": "A", "to": "0302"}}), &[]);
            assert_eq!(game.unit("A")["ineffective"], ineffective);
        }
    }

    #[test]
    fn the_loss_lasts_over_the_following_turns() {
        let mut game = field().union("A", 1, "0303").confederate("B", 5, "0304").combat();
        attack(&mut game, 1);
        game.apply(json!({"retreat": {"unit": "A", "to": "0302"}}), &[]);
        game.apply(json!({"decline": {}}), &[]);
        for _ in 0..5 {
            game.end_phase(&[]);
        }
        assert_eq!(game.unit("A"), json!({"id": "A", "hex": "0302", "ineffective": true}));
    }
}

/// [BG 11.1] Effectiveness is lost by Ar when attacking from an enemy-controlled hex, in no other way.
mod r11_1_how_it_is_lost {
    use super::*;

    #[test]
    fn by_every_attacking_unit_that_must_retreat() {
        let mut game = field()
            .union("A", 1, "0303")
            .union("C", 1, "0303")
            .confederate("B", 9, "0304")
            .combat();
        attack(&mut game, 1);
        assert_eq!(game.unit("A")["ineffective"], true);
        assert_eq!(game.unit("C")["ineffective"], true);
        assert_eq!(game.unit("B")["ineffective"], Value::Null);
        let lost = game.events.iter().filter(|event| event["event"] == "became_ineffective");
        assert_eq!(lost.count(), 2);
    }

    #[test]
    fn not_by_defenders_that_retreat() {
        let mut game = field().union("A", 5, "0303").confederate("B", 5, "0304").combat();
        attack(&mut game, 1);
        game.apply(json!({"retreat": {"unit": "B", "to": "0305"}}), &[]);
        assert_eq!(game.unit("A")["ineffective"], Value::Null);
        assert_eq!(game.unit("B")["ineffective"], Value::Null);
    }

    #[test]
    fn not_by_a_gun_that_shares_the_retreat_of_those_it_supported() {
        let mut game = field()
            .union("A", 1, "0303")
            .union_gun("G", 1, "0302")
            .confederate("B", 12, "0304")
            .combat();
        let attack = json!({"defenders": ["0304"], "attackers": ["0303"], "bombard": ["G"]});
        game.apply(json!({"attack": attack}), &[1]);
        game.apply(json!({"elect": {"unit": "G", "retreat": true}}), &[]);
        game.apply(json!({"retreat": {"unit": "G", "to": "0301"}}), &[]);
        assert_eq!(game.whereabouts("G"), "0301");
        assert_eq!(game.unit("G")["ineffective"], Value::Null);
        assert_eq!(game.unit("A")["ineffective"], true);
    }

    #[test]
    fn not_by_those_who_survive_an_exchange() {
        let mut game = field()
            .union("A", 6, "0303")
            .union("C", 7, "0303")
            .confederate("B", 4, "0304")
            .combat();
        attack(&mut game, 6);
        assert_eq!(game.event("resulted").expect("a result")["result"], "Ex");
        game.apply(json!({"losses": {"units": ["A"]}}), &[]);
        assert_eq!(game.unit("C")["ineffective"], Value::Null);
    }
}

/// [BG 11.2?] The ineffective neither attack nor enter control; they move, defend and control as ever, and
/// an enemy next to them alone creates no duty to attack.
mod r11_2_what_it_means {
    use super::*;

    #[test]
    fn no_attack_and_no_bombardment() {
        let units = json!([
            {"id": "A", "hex": "0303", "ineffective": true},
            {"id": "B", "hex": "0304"},
            {"id": "G", "hex": "0502", "ineffective": true},
            {"id": "H", "hex": "0504"},
        ]);
        let game = field()
            .union("A", 4, "0303")
            .union_gun("G", 4, "0502")
            .union_gun("H", 4, "0504")
            .confederate("B", 4, "0304")
            .at(json!({"phase": "combat", "units": units}));
        let by = |attack: Value| game.why(json!({"attack": attack}));
        assert_eq!(by(json!({"defenders": ["0304"], "attackers": ["0303"]})), "BG 11.2");
        assert_eq!(by(json!({"defenders": ["0304"], "bombard": ["G"]})), "BG 11.2");
        assert_eq!(by(json!({"defenders": ["0304"], "bombard": ["H"]})), "legal");
        assert_eq!(game.why(json!({"end_phase": {}})), "legal", "H may bombard B and need not");
    }

    #[test]
    fn no_attack_by_a_whole_stack_of_them() {
        let units = json!([
            {"id": "A", "hex": "0303", "ineffective": true},
            {"id": "B", "hex": "0304"},
            {"id": "C", "hex": "0303", "ineffective": true},
        ]);
        let game = field()
            .union("A", 4, "0303")
            .union("C", 4, "0303")
            .confederate("B", 4, "0304")
            .at(json!({"phase": "combat", "units": units}));
        let attack = json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}});
        assert_eq!(game.why(attack), "BG 11.2");
    }

    #[test]
    fn no_entry_into_control() {
        let units =
            json!([{"id": "A", "hex": "0302", "ineffective": true}, {"id": "B", "hex": "0305"}]);
        let game =
            field().union("A", 4, "0302").confederate("B", 4, "0305").at(json!({"units": units}));
        assert_eq!(game.why_move("A", "0304"), "BG 11.2");
        assert_eq!(game.why_path("A", &["0303", "0304"]), "BG 11.2");
        assert_eq!(game.cost("A", "0304"), None);
        assert_eq!(game.cost("A", "0303"), Some(1));
        assert_eq!(game.cost("A", "0308"), None, "the way round costs more than six");
        assert_eq!(game.cost("A", "0902"), Some(6), "elsewhere it has its six points");
    }

    #[test]
    fn no_passing_through_control() {
        let units =
            json!([{"id": "A", "hex": "0101", "ineffective": true}, {"id": "B", "hex": "0204"}]);
        let game = Field::new(&".x\n".repeat(8))
            .options(&["11.0"])
            .union("A", 4, "0101")
            .confederate("B", 4, "0204")
            .at(json!({"units": units}));
        assert_eq!(game.why_move("A", "0106"), "BG 11.2");
    }

    #[test]
    fn it_controls_and_defends_as_ever() {
        let units =
            json!([{"id": "A", "hex": "0303", "ineffective": true}, {"id": "B", "hex": "0304"}]);
        let field = field().union("A", 4, "0303").confederate("B", 4, "0304");
        let moving = field.at(json!({"side": "confederate", "units": units}));
        assert_eq!(moving.why_move("B", "0305"), "BG 5.13");
        let fighting = field.at(json!({"side": "confederate", "phase": "combat", "units": units}));
        let odds = fighting.odds(json!({"defenders": ["0303"], "attackers": ["0304"]}));
        assert_eq!(odds["defence"], 4);
        assert_eq!(fighting.why(json!({"end_phase": {}})), "BG 7.12", "B must attack it");
    }

    #[test]
    fn an_enemy_next_to_it_alone_need_not_be_attacked() {
        let units =
            json!([{"id": "A", "hex": "0303", "ineffective": true}, {"id": "B", "hex": "0304"}]);
        let field = field().union("A", 4, "0303").confederate("B", 4, "0304");
        let game = field.at(json!({"phase": "combat", "units": units}));
        assert_eq!(game.why(json!({"end_phase": {}})), "legal");
        assert_eq!(game.actions().len(), 1);
    }

    #[test]
    fn an_effective_neighbour_must_attack_and_does_so_without_it() {
        let units = json!([
            {"id": "A", "hex": "0303", "ineffective": true},
            {"id": "B", "hex": "0304"},
            {"id": "C", "hex": "0403"},
        ]);
        let game = field()
            .union("A", 4, "0303")
            .union("C", 2, "0403")
            .confederate("B", 4, "0304")
            .at(json!({"phase": "combat", "units": units}));
        assert_eq!(game.why(json!({"end_phase": {}})), "BG 7.12");
        let both = json!({"attack": {"defenders": ["0304"], "attackers": ["0303", "0403"]}});
        assert_eq!(game.why(both), "BG 11.2");
        let alone = json!({"defenders": ["0304"], "attackers": ["0403"]});
        assert_eq!(game.odds(alone.clone())["attack"], 2);
        assert_eq!(game.why(json!({"attack": alone})), "legal");
    }

    #[test]
    fn in_a_stack_the_effective_unit_attacks_alone() {
        let units = json!([
            {"id": "A", "hex": "0303", "ineffective": true},
            {"id": "B", "hex": "0304"},
            {"id": "C", "hex": "0303"},
        ]);
        let game = field()
            .union("A", 4, "0303")
            .union("C", 2, "0303")
            .confederate("B", 4, "0304")
            .at(json!({"phase": "combat", "units": units}));
        let attack = json!({"defenders": ["0304"], "attackers": ["0303"]});
        assert_eq!(game.odds(attack.clone())["attack"], 2);
        assert_eq!(game.why(json!({"attack": attack})), "legal");
    }

    /// B, ineffective, beats off A; behind A's hex may stand D.
    fn beaten_off(die: u8, with_d: bool) -> Game {
        let units = json!([
            {"id": "A", "hex": "0303"},
            {"id": "B", "hex": "0304", "ineffective": true},
            {"id": "D", "hex": if with_d { "0302" } else { "0909" }},
        ]);
        let mut game = field()
            .union("A", 1, "0303")
            .union("D", 4, "0302")
            .confederate("B", 5, "0304")
            .at(json!({"phase": "combat", "units": units}));
        attack(&mut game, die);
        game
    }

    #[test]
    fn an_ineffective_victor_advances_only_where_there_is_no_control() {
        let game = beaten_off(4, false);
        assert_eq!(game.event("resulted").expect("a result")["result"], "Ae");
        assert!(game.lists(&json!({"advance": {"unit": "B", "to": "0303"}})));
        let game = beaten_off(4, true);
        assert_eq!(game.json()["pending"], Value::Null, "D controls 0303: nobody can advance");
    }
}

/// [BG 11.4] When a night game-turn ends, every unit recovers.
mod r11_4_recovery_at_night {
    use super::*;

    fn worn(night: &str) -> Game {
        let facts = format!("turns = 10\nfirst = \"union\"\nstacking = 2\nnight = {night}\n");
        let units = json!([
            {"id": "A", "hex": "0101", "ineffective": true},
            {"id": "B", "hex": "0909", "ineffective": true},
            {"id": "Lost", "state": "eliminated", "ineffective": true},
        ]);
        field()
            .scenario(&facts)
            .union("A", 4, "0101")
            .union("Lost", 4, "0102")
            .confederate("B", 4, "0909")
            .at(json!({"turn": 2, "units": units}))
    }

    #[test]
    fn both_sides_recover_when_the_night_is_over_and_not_before() {
        let mut game = worn("[2]");
        game.end_phase(&[]);
        assert_eq!(game.unit("A")["ineffective"], true, "half the night is left");
        game.end_phase(&[]);
        assert_eq!(game.json()["turn"], 3);
        assert_eq!(game.unit("A")["ineffective"], Value::Null);
        assert_eq!(game.unit("B")["ineffective"], Value::Null);
        let rallied = game.events.iter().filter(|event| event["event"] == "rallied").count();
        assert_eq!(rallied, 2, "nobody tells of the fallen");
    }

    #[test]
    fn a_day_restores_nobody() {
        let mut game = worn("[3]");
        for _ in 0..4 {
            game.end_phase(&[]);
        }
        assert_eq!(game.json()["turn"], 3);
        assert_eq!(game.unit("A")["ineffective"], true);
        assert_eq!(game.unit("B")["ineffective"], true);
    }
}
