//! Chapter 7.6: the exchange.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// An exchange: A, B and C, with a gun, against X. The defender is eliminated before the attacker pays.
fn exchange(attackers: [u32; 3], defender: u32) -> Game {
    let [a, b, c] = attackers;
    let field = Field::open().union("A", a, "0505").union("B", b, "0505").union("C", c, "0604");
    let mut game = field.union_gun("G", 1, "0507").confederate("X", defender, "0504").combat();
    game.apply(combined(&["0505", "0604"], &["G"], &["0504"]), &[6]);
    assert_eq!(game.event("resulted").unwrap()["result"], "Ex");
    assert_eq!(game.whereabouts("X"), "eliminated");
    game
}

/// [BG 7.6] The attacker loses units whose printed strengths at least equal those of the defenders.
mod r7_6_exchange {
    use super::*;

    #[test]
    fn the_attacker_chooses_and_then_may_advance() {
        let mut game = exchange([4, 5, 6], 4);
        assert_eq!(step(&game), "losses union");
        game.apply(losses(&["B"]), &[]);
        assert_eq!(game.whereabouts("B"), "eliminated");
        assert_eq!(game.event("eliminated").unwrap()["by"], "exchange");
        assert_eq!(step(&game), "advance union");
        assert_eq!(game.why(advance("B", "0504")), "BG 7.75");
        assert_eq!(game.why(advance("A", "0504")), "legal");
        assert_eq!(game.why(advance("C", "0504")), "legal");
    }

    #[test]
    fn too_little_is_refused() {
        let game = exchange([3, 5, 6], 4);
        assert_eq!(game.why(losses(&["A"])), "BG 7.6");
        assert_eq!(game.why(losses(&[])), "BG 7.6");
        assert_eq!(game.why(losses(&["B"])), "legal");
    }

    /// [BG 7.6?] Nobody is given away who could be spared.
    #[test]
    fn too_much_is_refused() {
        let game = exchange([3, 5, 6], 4);
        assert_eq!(game.why(losses(&["A", "B"])), "BG 7.6");
        assert_eq!(game.why(losses(&["A", "B", "C"])), "BG 7.6");
        assert_eq!(game.why(losses(&["B", "C"])), "BG 7.6");
    }

    #[test]
    fn the_list_has_every_sufficient_choice_without_waste() {
        let game = exchange([2, 3, 9], 4);
        assert_eq!(
            listed(&game, "losses"),
            [json!({"units": ["A", "B"]}), json!({"units": ["C"]})]
        );
        assert_eq!(game.why(losses(&["A", "C"])), "BG 7.6", "C alone is enough");
    }

    /// More may go than strictly needed, as long as each of them is needed.
    #[test]
    fn a_dear_choice_is_allowed() {
        let game = exchange([3, 3, 9], 4);
        assert_eq!(game.why(losses(&["A", "B"])), "legal");
        assert_eq!(game.why(losses(&["C"])), "legal");
    }

    #[test]
    fn printed_strength_counts_not_terrain() {
        let field = Field::new("...\n...\nr..\n...\n").confederate("X", 2, "0103");
        let mut game = field.union("A", 10, "0102").union("B", 2, "0202").combat();
        game.apply(attack(&["0102", "0202"], &["0103"]), &[6]);
        assert_eq!(listed(&game, "losses"), [json!({"units": ["A"]}), json!({"units": ["B"]})]);
    }

    #[test]
    fn only_those_that_attacked_pay() {
        let field = Field::open().options(&["11.0"]).union("A", 6, "0505").union("B", 9, "0505");
        let field = field.union("C", 6, "0604").confederate("X", 4, "0504");
        let mut game = field.at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505"}, {"id": "B", "hex": "0505", "ineffective": true},
            {"id": "C", "hex": "0604"}, {"id": "X", "hex": "0504"},
        ]}));
        game.apply(attack(&["0505", "0604"], &["0504"]), &[6]);
        assert_eq!(game.why(losses(&["B"])), "BG 7.6");
        assert_eq!(listed(&game, "losses"), [json!({"units": ["A"]}), json!({"units": ["C"]})]);
    }

    #[test]
    fn a_single_sufficient_choice_is_taken_at_once() {
        let mut game = corridor(6).union("A", 9, "0103").confederate("X", 3, "0104").combat();
        game.apply(attack(&["0103"], &["0104"]), &[6]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.json()["sequence"], 1);
        assert_eq!(step(&game), "none");
    }

    #[test]
    fn if_all_together_are_too_few_all_go() {
        let field = Field::open().union("A", 1, "0505").union("C", 1, "0604");
        let field = field.union_gun("G", 20, "0507").confederate("X", 4, "0504");
        let mut game = field.combat();
        game.apply(combined(&["0505", "0604"], &["G"], &["0504"]), &[6]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.whereabouts("C"), "eliminated");
        assert_eq!(game.whereabouts("G"), "0507");
        assert_eq!(step(&game), "none");
    }
}

/// [BG 8.15] Bombarding guns lose nothing in an exchange.
mod r8_15_guns_are_untouched {
    use super::*;

    #[test]
    fn they_may_not_pay_for_others() {
        let game = exchange([4, 5, 6], 4);
        assert_eq!(game.why(losses(&["G"])), "BG 8.15");
        assert_eq!(game.why(losses(&["A", "G"])), "BG 8.15");
    }

    #[test]
    fn in_a_bombardment_by_themselves_nobody_pays() {
        let field = Field::open().union_gun("G", 9, "0507").confederate("X", 3, "0504");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0504"), &[6]);
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(game.whereabouts("G"), "0507");
        assert_eq!(step(&game), "none");
    }
}
