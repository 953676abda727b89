//! Chapter 11.3: ineffective units under enemy control; and recovery by the die.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

fn field() -> Field {
    Field::open().options(&["11.0"])
}

/// A, ineffective in 0303, next to B in 0304; 0202, 0302 and 0402 are free of B's control.
fn beside() -> Field {
    field().union("A", 4, "0303").confederate("B", 4, "0304")
}

/// The Union's combat phase with A ineffective; more units as they are listed.
fn combat(field: &Field, more: &[Value]) -> Game {
    let mut units = vec![
        json!({"id": "A", "hex": "0303", "ineffective": true}),
        json!({"id": "B", "hex": "0304"}),
    ];
    units.extend_from_slice(more);
    field.at(json!({"phase": "combat", "units": units}))
}

/// Whose phase it is.
fn phase(game: &Game) -> (String, String) {
    let json = game.json();
    let word = |key: &str| json[key].as_str().expect("a word").to_owned();
    (word("side"), word("phase"))
}

fn confederates_move() -> (String, String) {
    ("confederate".into(), "movement".into())
}

/// [BG 11.31?] An ineffective unit that begins its own combat phase under control is out of it at the end:
/// its owner withdraws it, by the rules of retreat, when he ends the phase.
mod r11_31_withdrawal {
    use super::*;

    #[test]
    fn the_owner_chooses_where_by_the_rules_of_retreat() {
        let mut game = combat(&beside(), &[]);
        game.end_phase(&[]);
        let pending = &game.json()["pending"];
        assert_eq!((&pending["step"], &pending["decider"]), (&json!("withdraw"), &json!("union")));
        assert_eq!(pending["units"], json!(["A"]));
        let way = |to: &str| json!({"action": {"retreat": {"unit": "A", "to": to}}});
        let listed = game.actions();
        assert_eq!(listed.len(), 3);
        assert!(["0202", "0302", "0402"].iter().all(|to| listed.contains(&way(to))), "{listed:?}");
        let why = |to: &str| game.why(json!({"retreat": {"unit": "A", "to": to}}));
        assert_eq!(why("0203"), "BG 7.72");
        assert_eq!(why("0304"), "BG 7.72");
        assert_eq!(why("0301"), "BG 7.71");
        game.apply(json!({"retreat": {"unit": "A", "to": "0202"}}), &[]);
        assert_eq!(game.whereabouts("A"), "0202");
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn until_then_nothing_else_is_done() {
        let mut game =
            combat(&beside().union("C", 4, "0909"), &[json!({"id": "C", "hex": "0909"})]);
        game.end_phase(&[]);
        assert_eq!(game.why(json!({"end_phase": {}})), "BG 11.31");
        assert_eq!(game.why(json!({"decline": {}})), "BG 11.31");
        assert_eq!(game.why_move("C", "0908"), "BG 11.31");
        assert_eq!(game.why(json!({"retreat": {"unit": "C", "to": "0908"}})), "BG 11.31");
    }

    #[test]
    fn a_single_way_is_taken_at_once() {
        let field = beside().creek(&["0202|0303", "0303|0402"]);
        let mut game = combat(&field, &[]);
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "0302");
        assert_eq!(game.event("retreated").expect("it withdrew")["to"], "0302");
        assert_eq!(phase(&game), confederates_move());
        assert_eq!(game.json()["sequence"], 1, "it takes no number of its own");
    }

    #[test]
    fn without_any_way_the_unit_is_lost() {
        let field = beside().creek(&["0202|0303", "0303|0402", "0302|0303"]);
        let mut game = combat(&field, &[]);
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.event("eliminated").expect("it is lost")["by"], "no_retreat");
        assert_eq!(game.json()["points"]["confederate"]["eliminated"], 4);
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn with_only_a_full_hex_open_it_displaces() {
        let field = field()
            .creek(&["0202|0303", "0303|0402"])
            .union("P", 1, "0302")
            .union("A", 4, "0303")
            .union("Q", 1, "0302")
            .confederate("B", 4, "0304");
        let more = [json!({"id": "P", "hex": "0302"}), json!({"id": "Q", "hex": "0302"})];
        let mut game = combat(&field, &more);
        game.end_phase(&[]);
        assert_eq!(game.why(json!({"retreat": {"unit": "A", "to": "0302"}})), "BG 7.81");
        game.apply(json!({"retreat": {"unit": "A", "to": "0302", "displace": "P"}}), &[]);
        assert_eq!(game.json()["pending"]["displaced"], "P");
        game.apply(json!({"retreat": {"unit": "P", "to": "0301"}}), &[]);
        assert_eq!(game.whereabouts("A"), "0302");
        assert_eq!(game.whereabouts("Q"), "0302");
        assert_eq!(game.unit("P"), json!({"id": "P", "hex": "0301"}));
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn several_withdraw_in_the_order_their_owner_picks() {
        let field =
            beside().creek(&["0202|0303", "0303|0402"]).union("C", 4, "0303").union("P", 1, "0302");
        let more = [
            json!({"id": "C", "hex": "0303", "ineffective": true}),
            json!({"id": "P", "hex": "0302"}),
        ];
        let mut game = combat(&field, &more);
        game.end_phase(&[]);
        assert_eq!(game.actions().len(), 2, "A or C takes the room beside P");
        game.apply(json!({"retreat": {"unit": "C", "to": "0302"}}), &[]);
        assert!(game.lists(&json!({"retreat": {"unit": "A", "to": "0302", "displace": "C"}})));
        game.apply(json!({"retreat": {"unit": "A", "to": "0302", "displace": "P"}}), &[]);
        game.apply(json!({"retreat": {"unit": "P", "to": "0402"}}), &[]);
        assert_eq!((game.whereabouts("A"), game.whereabouts("C")), ("0302".into(), "0302".into()));
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn the_enemies_may_be_driven_off_instead() {
        let field = beside().union("C", 24, "0403");
        let mut game = combat(&field, &[json!({"id": "C", "hex": "0403"})]);
        game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0403"]}}), &[1]);
        assert_eq!(game.whereabouts("B"), "eliminated");
        game.apply(json!({"decline": {}}), &[]);
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "0303");
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn the_enemy_does_not_advance_after_it() {
        let mut game = combat(&beside(), &[]);
        game.end_phase(&[]);
        game.apply(json!({"retreat": {"unit": "A", "to": "0302"}}), &[]);
        assert_eq!(game.json()["pending"], Value::Null);
        assert_eq!(game.whereabouts("B"), "0304");
    }

    #[test]
    fn only_in_the_own_combat_phase() {
        let units = json!([
            {"id": "A", "hex": "0303", "ineffective": true, "attacked": true},
            {"id": "B", "hex": "0304", "used": true},
        ]);
        let mut game =
            beside().at(json!({"phase": "combat", "side": "confederate", "units": units}));
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "0303");
        assert_eq!(phase(&game), ("union".into(), "movement".into()));
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!(
            game.json()["pending"]["step"],
            "withdraw",
            "the Union's phase is another matter"
        );
    }

    #[test]
    fn an_effective_unit_stays() {
        let units = json!([
            {"id": "A", "hex": "0303", "used": true},
            {"id": "B", "hex": "0304", "attacked": true},
        ]);
        let mut game = beside().at(json!({"phase": "combat", "units": units}));
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "0303");
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn a_unit_that_cannot_move_is_lost() {
        let field = field()
            .rule("[scoring]", "[immobile]\nrule = \"19.0\"\n[scoring]")
            .unit("A", "union", "artillery", 4, "0303", "immobile = true")
            .confederate("B", 4, "0304");
        let mut game = combat(&field, &[]);
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.event("eliminated").expect("it is lost")["by"], "immobile");
    }

    #[test]
    fn a_position_at_this_step_offers_even_a_single_way() {
        let field = beside().creek(&["0202|0303", "0303|0402"]);
        let units =
            json!([{"id": "A", "hex": "0303", "ineffective": true}, {"id": "B", "hex": "0304"}]);
        let pending = json!({"step": "withdraw", "decider": "union", "units": ["A"]});
        let mut game = field.at(json!({"phase": "combat", "units": units, "pending": pending}));
        let way = json!({"retreat": {"unit": "A", "to": "0302"}});
        assert_eq!(game.actions(), [json!({"action": way})]);
        game.apply(way, &[]);
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn who_began_under_control_goes_even_if_another_enemy_has_come() {
        let field = field().union("A", 1, "0303").union("D", 4, "0403").confederate("B", 5, "0304");
        let units = json!([
            {"id": "A", "hex": "0303"},
            {"id": "B", "hex": "0304"},
            {"id": "D", "hex": "0403", "ineffective": true},
        ]);
        let mut game = field.at(json!({"phase": "combat", "units": units}));
        game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}}), &[1]);
        game.apply(json!({"retreat": {"unit": "A", "to": "0202"}}), &[]);
        game.apply(json!({"advance": {"unit": "B", "to": "0303"}}), &[]);
        game.end_phase(&[]);
        assert_eq!(game.json()["pending"]["units"], json!(["D"]), "and A need not [11.32]");
    }
}

/// [BG 11.32] An ineffective unit that was free of control at the start need not withdraw.
mod r11_32_no_withdrawal_for_others {
    use super::*;

    #[test]
    fn not_for_the_attacker_thrown_back_and_followed() {
        let mut game = field().union("A", 1, "0303").confederate("B", 5, "0304").combat();
        game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}}), &[1]);
        game.apply(json!({"retreat": {"unit": "A", "to": "0302"}}), &[]);
        game.apply(json!({"advance": {"unit": "B", "to": "0303"}}), &[]);
        game.end_phase(&[]);
        assert_eq!(game.whereabouts("A"), "0302");
        assert_eq!(phase(&game), confederates_move());
    }

    #[test]
    fn nor_for_one_that_an_advance_has_reached() {
        let units = json!([
            {"id": "A", "hex": "0303"},
            {"id": "B", "hex": "0304"},
            {"id": "D", "hex": "0302", "ineffective": true},
        ]);
        let mut game = field()
            .union("A", 1, "0303")
            .union("D", 4, "0302")
            .confederate("B", 5, "0304")
            .at(json!({"units": units}));
        game.end_phase(&[]);
        game.apply(json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}}), &[1]);
        game.apply(json!({"retreat": {"unit": "A", "to": "0402"}}), &[]);
        game.apply(json!({"advance": {"unit": "B", "to": "0303"}}), &[]);
        game.end_phase(&[]);
        assert_eq!((game.whereabouts("A"), game.whereabouts("D")), ("0402".into(), "0302".into()));
        assert_eq!(phase(&game), confederates_move());
    }
}

/// [BG-A 21.0] In place of 11.4: a die per ineffective unit before each own combat phase, a 1 restores it.
mod a21_0_recovery_by_the_die {
    use super::*;

    fn by_die() -> Field {
        field().rule(
            "recovery = { by = \"night\", rule = \"11.4\" }",
            "recovery = { by = \"die-of-one\", rule = \"21.0\" }",
        )
    }

    #[test]
    fn one_die_for_each_own_unit_and_only_a_one_helps() {
        let units = json!([
            {"id": "A", "hex": "0101", "ineffective": true},
            {"id": "C", "hex": "0103", "ineffective": true},
            {"id": "D", "hex": "0105"},
            {"id": "B", "hex": "0909", "ineffective": true},
        ]);
        let mut game = by_die()
            .union("A", 4, "0101")
            .union("C", 4, "0103")
            .union("D", 4, "0105")
            .confederate("B", 4, "0909")
            .at(json!({"units": units}));
        game.end_phase(&[2, 1]);
        assert_eq!(game.unit("A")["ineffective"], true);
        assert_eq!(game.unit("C")["ineffective"], Value::Null);
        assert_eq!(game.unit("B")["ineffective"], true);
        assert_eq!(game.event("rallied").expect("C rallied")["unit"], "C");
        game.end_phase(&[]).end_phase(&[1]);
        assert_eq!(game.unit("B")["ineffective"], Value::Null, "B's die comes in B's own turn");
    }

    #[test]
    fn under_control_too_and_then_it_must_attack_again() {
        let units =
            json!([{"id": "A", "hex": "0303", "ineffective": true}, {"id": "B", "hex": "0304"}]);
        let field = by_die().union("A", 4, "0303").confederate("B", 4, "0304");
        let mut game = field.at(json!({"units": units}));
        game.end_phase(&[1]);
        assert_eq!(game.why(json!({"end_phase": {}})), "BG 7.12");
        let mut game = field.at(json!({"units": units}));
        game.end_phase(&[6]).end_phase(&[]);
        assert_eq!(game.json()["pending"]["step"], "withdraw");
    }

    #[test]
    fn the_night_restores_nobody() {
        let units = json!([{"id": "A", "hex": "0101", "ineffective": true}]);
        let night = "turns = 10\nfirst = \"union\"\nstacking = 2\nnight = [1]\n";
        let mut game = by_die().scenario(night).union("A", 4, "0101").at(json!({"units": units}));
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!(game.json()["turn"], 2);
        assert_eq!(game.unit("A")["ineffective"], true);
    }
}
