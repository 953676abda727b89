//! Chapters 7.2 and 7.3: stacks, several hexes in one attack, and strength that is never divided.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// [BG 7.21] All units in a defending hex are attacked together, as one strength.
mod r7_21_a_stack_defends_as_one {
    use super::*;

    fn stack() -> Game {
        corridor(6)
            .union("A", 9, "0103")
            .confederate("X", 2, "0104")
            .confederate("Y", 1, "0104")
            .combat()
    }

    #[test]
    fn strengths_are_added() {
        assert_eq!(super::odds(&stack(), attack(&["0103"], &["0104"])), "9 : 3, 3-1");
    }

    #[test]
    fn both_suffer_the_result() {
        let mut game = stack();
        game.apply(attack(&["0103"], &["0104"]), &[1]);
        assert_eq!([game.whereabouts("X"), game.whereabouts("Y")], ["eliminated"; 2]);
    }
}

/// [BG 7.22] The units of an attacking hex attack together, in one attack.
mod r7_22_a_stack_attacks_as_one {
    use super::*;

    fn stack(flags: &[(&str, bool)]) -> Game {
        let mut second = json!({"id": "B", "hex": "0103"});
        for (flag, value) in flags {
            second[*flag] = json!(value);
        }
        let field = corridor(6).options(&["11.0"]).union("A", 4, "0103").union("B", 4, "0103");
        field.confederate("X", 4, "0104").at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0103"}, second, {"id": "X", "hex": "0104"},
        ]}))
    }

    #[test]
    fn strengths_are_added_and_both_suffer_the_result() {
        let mut game = stack(&[]);
        assert_eq!(super::odds(&game, attack(&["0103"], &["0104"])), "8 : 4, 2-1");
        game.apply(attack(&["0103"], &["0104"]), &[5]);
        assert_eq!(step(&game), "retreat union");
        assert_eq!(pending(&game)["units"], json!(["A", "B"]));
    }

    /// [BG 7.22?] Units that cannot attack are left out, and nothing happens to them.
    #[test]
    fn an_ineffective_mate_is_left_out() {
        let mut game = stack(&[("ineffective", true)]);
        assert_eq!(super::odds(&game, attack(&["0103"], &["0104"])), "4 : 4, 1-1");
        game.apply(attack(&["0103"], &["0104"]), &[4]);
        assert_eq!(game.whereabouts("A"), "0102");
        assert_eq!(game.whereabouts("B"), "0103");
        assert_eq!(step(&game), "none", "B still holds the hex: nothing to advance into");
        assert_eq!(game.unit("B").get("used"), None);
    }

    #[test]
    fn so_is_one_that_has_attacked_or_advanced() {
        for flag in ["used", "advanced"] {
            let mut game = stack(&[(flag, true)]);
            assert_eq!(super::odds(&game, attack(&["0103"], &["0104"])), "4 : 4, 1-1", "{flag}");
            assert_eq!(game.why(end_phase()), "BG 7.12", "{flag}: A must still attack");
            game.apply(announced(&["0103"], &["0104"], "1-2"), &[6]);
            assert_eq!(game.whereabouts("A"), "eliminated", "{flag}");
            assert_eq!(game.whereabouts("B"), "0103", "{flag}");
        }
    }

    #[test]
    fn a_stack_without_anybody_able_does_not_attack() {
        let field = corridor(6).options(&["11.0"]).union("A", 4, "0103").union("B", 4, "0103");
        let why = |a: &str, b: &str| {
            let game = field.clone().confederate("X", 4, "0104").at(json!({
                "phase": "combat", "units": [
                    {"id": "A", "hex": "0103", (a): true}, {"id": "B", "hex": "0103", (b): true},
                    {"id": "X", "hex": "0104"},
                ]
            }));
            assert_eq!(game.why(end_phase()), "legal");
            game.why(attack(&["0103"], &["0104"]))
        };
        assert_eq!(why("used", "used"), "BG 7.14");
        assert_eq!(why("advanced", "used"), "BG 7.75");
        assert_eq!(why("ineffective", "ineffective"), "BG 11.2");
    }
}

/// [BG 7.23] A unit attacks all its neighbours that no other attacker takes.
mod r7_23_all_neighbours_nobody_else_takes {
    use super::*;

    fn one_against_two() -> Field {
        Field::open().union("A", 4, "0505").confederate("X", 4, "0504").confederate("Y", 4, "0605")
    }

    #[test]
    fn alone_it_attacks_both_at_once() {
        let game = one_against_two().combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "BG 7.23");
        assert_eq!(game.why(attack(&["0505"], &["0605"])), "BG 7.23");
        assert_eq!(game.why(attack(&["0505"], &["0504", "0605"])), "legal");
        assert_eq!(listed(&game, "attack").len(), 1);
    }

    #[test]
    fn a_friend_may_take_one() {
        let game = one_against_two().union("B", 4, "0705").combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "legal");
        assert_eq!(game.why(attack(&["0705"], &["0605"])), "legal");
        assert_eq!(game.why(attack(&["0505"], &["0605"])), "BG 7.12", "B has only Y");
        assert_eq!(game.why(attack(&["0505"], &["0504", "0605"])), "BG 7.12");
        assert_eq!(game.why(attack(&["0505", "0705"], &["0605"])), "BG 7.23");
    }

    #[test]
    fn a_gun_may_take_one_if_it_is_not_spent_here() {
        let game = one_against_two().union_gun("G", 4, "0607").combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "legal");
        assert_eq!(game.why(attack(&["0505"], &["0605"])), "BG 7.23", "X is out of G's range");
        assert_eq!(game.why(combined(&["0505"], &["G"], &["0504", "0605"])), "legal");
        assert_eq!(game.why(bombard(&["G"], "0605")), "legal");
        let game = one_against_two().union_gun("G", 4, "0507").combat();
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "legal");
        assert_eq!(game.why(combined(&["0505"], &["G"], &["0504"])), "BG 7.23", "G must take Y");
    }

    #[test]
    fn each_needs_a_gun_of_its_own() {
        let two = one_against_two().confederate("Z", 4, "0405");
        let one_gun = two.clone().union_gun("G", 4, "0507").combat();
        assert_eq!(one_gun.why(attack(&["0505"], &["0504"])), "BG 7.23");
        assert_eq!(one_gun.why(attack(&["0505"], &["0504", "0605"])), "legal");
        let battery = two.clone().union_gun("G", 4, "0507").union_gun("H", 4, "0507").combat();
        assert_eq!(battery.why(attack(&["0505"], &["0504"])), "BG 7.23", "one hex, one target");
        let guns = two.union_gun("G", 4, "0507").union_gun("H", 4, "0607").combat();
        assert_eq!(guns.why(attack(&["0505"], &["0504"])), "legal");
        assert_eq!(guns.why(combined(&["0505"], &["G"], &["0504"])), "BG 7.23");
        assert_eq!(guns.why(combined(&["0505"], &["G"], &["0504", "0405"])), "legal");
    }
}

/// [BG 7.24] Units in several hexes may join against one hex they all reach.
mod r7_24_several_hexes_against_one {
    use super::*;

    #[test]
    fn adjacent_hexes_and_guns_add_up() {
        let field = Field::open().confederate("X", 3, "0504").union_gun("G", 2, "0507");
        let game = field.union("A", 4, "0505").union("B", 5, "0604").combat();
        let joint = combined(&["0505", "0604"], &["G"], &["0504"]);
        assert_eq!(game.why(joint.clone()), "legal");
        assert_eq!(super::odds(&game, joint), "11 : 3, 3-1");
    }

    #[test]
    fn a_hex_that_does_not_reach_does_not_join() {
        let field = Field::open().confederate("X", 3, "0504").union_gun("G", 2, "0508");
        let game = field.union("A", 4, "0505").union("B", 5, "0606").combat();
        assert_eq!(game.why(attack(&["0505", "0606"], &["0504"])), "BG 7.15");
        assert_eq!(game.why(combined(&["0505"], &["G"], &["0504"])), "BG 8.11");
    }
}

/// [BG 7.25] Against several hexes every adjacent attacker is next to each of them.
mod r7_25_next_to_every_defender {
    use super::*;

    /// A is next to X and Y, B to Y only, C to both.
    fn two_hexes() -> Field {
        Field::open()
            .union("A", 4, "0505")
            .union("B", 4, "0705")
            .confederate("X", 4, "0504")
            .confederate("Y", 4, "0604")
    }

    #[test]
    fn one_that_is_not_is_refused() {
        let game = two_hexes().combat();
        assert_eq!(game.why(attack(&["0505", "0705"], &["0504", "0604"])), "BG 7.25");
        assert_eq!(game.why(attack(&["0705"], &["0504"])), "BG 7.15");
    }

    #[test]
    fn those_that_are_attack_the_sum() {
        let game = two_hexes().union("C", 6, "0603").at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505"}, {"id": "C", "hex": "0603"},
            {"id": "X", "hex": "0504"}, {"id": "Y", "hex": "0604"},
        ]}));
        assert_eq!(game.why(attack(&["0505", "0603"], &["0504", "0604"])), "legal");
        let joint = attack(&["0505", "0603"], &["0504", "0604"]);
        assert_eq!(super::odds(&game, joint), "10 : 8, 1-1");
    }

    /// [BG 8.22] A gun need reach only one of them.
    #[test]
    fn a_gun_need_reach_only_one() {
        let field = Field::open().union("A", 4, "0505").union_gun("G", 4, "0607");
        let game = field.confederate("X", 4, "0504").confederate("Y", 4, "0604").combat();
        let reaches_y_only = combined(&["0505"], &["G"], &["0504", "0604"]);
        assert_eq!(game.why(bombard(&["G"], "0504")), "BG 8.11");
        assert_eq!(game.why(reaches_y_only), "legal");
    }

    #[test]
    fn both_hexes_suffer_the_result() {
        let field = Field::open().union("A", 24, "0505");
        let mut game = field.confederate("X", 4, "0504").confederate("Y", 4, "0604").combat();
        game.apply(attack(&["0505"], &["0504", "0604"]), &[1]);
        assert_eq!([game.whereabouts("X"), game.whereabouts("Y")], ["eliminated"; 2]);
    }
}

/// [BG 7.3] A unit's strength is never divided, in attack or in defence.
mod r7_3_strength_is_one {
    use super::*;

    fn field() -> Field {
        Field::open()
            .union("A", 9, "0505")
            .union("B", 4, "0605")
            .confederate("X", 3, "0504")
            .confederate("Y", 3, "0604")
    }

    #[test]
    fn against_two_hexes_it_counts_once() {
        let game = field().at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505"}, {"id": "X", "hex": "0504"}, {"id": "Y", "hex": "0604"},
        ]}));
        assert_eq!(super::odds(&game, attack(&["0505"], &["0504", "0604"])), "9 : 6, 1-1");
    }

    #[test]
    fn what_was_spent_on_one_is_not_there_for_the_other() {
        let mut game = field().combat();
        game.apply(attack(&["0505"], &["0504"]), &[2]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        assert_eq!(game.why(attack(&["0505", "0605"], &["0604"])), "BG 7.14");
        assert_eq!(super::odds(&game, attack(&["0605"], &["0604"])), "4 : 3, 1-1");
    }

    #[test]
    fn a_defender_meets_two_attackers_once() {
        let mut game = field().combat();
        game.apply(attack(&["0605"], &["0604"]), &[4]);
        game.apply(retreat("B", "0606"), &[]).apply(decline(), &[]);
        assert_eq!(game.why(attack(&["0505"], &["0604"])), "BG 7.14");
    }
}
