//! Chapter 7.7: advancing as a result of combat.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// A at 0505, with B beside it, drives or destroys X at 0504.
fn field() -> Field {
    Field::open().union("A", 6, "0505").union("B", 6, "0505").confederate("X", 2, "0504")
}

fn destroyed(field: &Field) -> Game {
    let mut game = field.combat();
    game.apply(attack(&["0505"], &["0504"]), &[1]);
    assert_eq!(game.whereabouts("X"), "eliminated");
    game
}

/// [BG 7.75] One victorious unit may at once advance into a hex vacated by the combat.
mod r7_75_advance {
    use super::*;

    #[test]
    fn one_of_the_victors_may() {
        let mut game = destroyed(&field());
        let both = [json!({"unit": "A", "to": "0504"}), json!({"unit": "B", "to": "0504"})];
        assert_eq!(listed(&game, "advance"), both);
        game.apply(advance("B", "0504"), &[]);
        assert_eq!([game.whereabouts("A"), game.whereabouts("B")], ["0505", "0504"]);
        assert_eq!(game.unit("B")["advanced"], true);
        assert_eq!(step(&game), "none");
    }

    #[test]
    fn nobody_must() {
        let mut game = destroyed(&field());
        assert!(game.lists(&decline()));
        game.apply(decline(), &[]);
        assert_eq!(game.event("declined").unwrap()["side"], "union");
        assert_eq!(game.why(advance("A", "0504")), "BG 4.1", "the chance is gone");
    }

    #[test]
    fn at_once_or_never() {
        let field = field().union("C", 4, "0107").confederate("Z", 4, "0108");
        assert_eq!(destroyed(&field).why(attack(&["0107"], &["0108"])), "BG 7.75");
    }

    #[test]
    fn only_who_took_part() {
        let game = destroyed(&field().union("C", 4, "0606").union_gun("G", 1, "0507"));
        assert_eq!(game.why(advance("C", "0504")), "BG 7.75");
        assert_eq!(game.why(advance("G", "0504")), "BG 7.75");
    }

    #[test]
    fn guns_that_bombarded_do_not() {
        let mut game = field().union_gun("G", 1, "0507").combat();
        game.apply(combined(&["0505"], &["G"], &["0504"]), &[1]);
        assert_eq!(game.why(advance("G", "0504")), "BG 7.75");
        assert_eq!(pending(&game)["units"], json!(["A", "B"]));
    }

    #[test]
    fn only_into_what_was_vacated() {
        let game = destroyed(&field());
        assert_eq!(game.why(advance("A", "0503")), "BG 7.75");
        assert_eq!(game.why(advance("A", "0506")), "BG 7.75");
    }

    #[test]
    fn whatever_the_enemy_controls() {
        let field = field().confederate("Z", 9, "0502").confederate("W", 9, "0603");
        let field = field.union("C", 1, "0604");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &["0504"]), &[1]);
        assert_eq!(game.why(advance("A", "0504")), "legal", "although W is next to it");
    }

    #[test]
    fn after_a_retreat_too() {
        let mut game = field().combat();
        game.apply(attack(&["0505"], &["0504"]), &[4]);
        game.apply(retreat("X", "0503"), &[]);
        assert_eq!(game.why(advance("A", "0504")), "legal");
    }

    #[test]
    fn not_if_nothing_was_vacated() {
        let mut game = corridor(6).union("A", 4, "0103").confederate("X", 4, "0104").combat();
        game.apply(attack(&["0103"], &["0104"]), &[4]);
        assert_eq!(step(&game), "advance confederate", "X has won, and A's hex is vacated");
        assert_eq!(game.why(advance("A", "0104")), "BG 7.75");
    }
}

/// [BG 7.75] Defenders advance as well, when the attackers are thrown back or destroyed.
mod r7_75_defenders_advance {
    use super::*;

    fn repulse(column: &str, die: u8) -> Game {
        let field = Field::open().union("A", 4, "0505").union("B", 4, "0604");
        let mut game = field.confederate("X", 4, "0504").combat();
        game.apply(announced(&["0505", "0604"], &["0504"], column), &[die]);
        game
    }

    #[test]
    fn into_any_hex_the_attackers_lost() {
        let mut game = repulse("1-5", 6);
        assert_eq!(step(&game), "advance confederate");
        assert_eq!(game.why(advance("X", "0505")), "legal");
        game.apply(advance("X", "0604"), &[]);
        assert_eq!(game.whereabouts("X"), "0604");
    }

    #[test]
    fn or_left() {
        let mut game = repulse("1-1", 6);
        game.apply(retreat("A", "0506"), &[]).apply(retreat("B", "0705"), &[]);
        assert_eq!(pending(&game)["vacated"], json!(["0505", "0604"]));
        assert_eq!(game.why(advance("X", "0505")), "legal");
    }

    /// [BG 7.75?] Only hexes of attackers in that attack count.
    #[test]
    fn not_into_the_hex_of_a_gun_that_chose_to_retreat() {
        // G bombards across the creek from the very next hex, then shares the retreat.
        let field = Field::open().union("A", 4, "0505").union_gun("G", 4, "0503");
        let mut game = field.creek(&["0503|0504"]).confederate("X", 8, "0504").combat();
        game.apply(combined(&["0505"], &["G"], &["0504"]), &[6]);
        game.apply(elect("G", true), &[]);
        game.apply(retreat("G", "0502"), &[]).apply(retreat("A", "0506"), &[]);
        assert_eq!(pending(&game)["vacated"], json!(["0505"]));
        assert_eq!(game.why(advance("X", "0503")), "BG 7.75");
        assert_eq!(game.why(advance("X", "0505")), "legal");
    }

    /// [BG 7.75?] Nor into a hex that only the displaced have left: somebody else stands in it.
    #[test]
    fn not_where_units_were_displaced() {
        let field = corridor(6).confederate("X", 4, "0105").union("A", 4, "0104");
        let mut game = field.union("B", 1, "0103").union("C", 1, "0103").combat();
        game.apply(attack(&["0104"], &["0105"]), &[4]);
        game.apply(displace("A", "0103", "B"), &[]);
        assert_eq!(pending(&game)["vacated"], json!(["0104"]));
    }

    /// A hex is vacated only if no unit of the loser remains in it.
    #[test]
    fn not_where_a_mate_of_the_attacker_stayed() {
        let field = Field::open().options(&["11.0"]).union("A", 4, "0505").union("B", 4, "0505");
        let field = field.union("C", 4, "0604").confederate("X", 8, "0504");
        let mut game = field.at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505"}, {"id": "B", "hex": "0505", "ineffective": true},
            {"id": "C", "hex": "0604"}, {"id": "X", "hex": "0504"},
        ]}));
        game.apply(attack(&["0505", "0604"], &["0504"]), &[4]);
        game.apply(retreat("A", "0506"), &[]).apply(retreat("C", "0705"), &[]);
        assert_eq!(pending(&game)["vacated"], json!(["0604"]));
        assert_eq!(game.why(advance("X", "0505")), "BG 7.75");
    }

    /// [BG 11.2] The ineffective advance only where no enemy controls.
    #[test]
    fn the_ineffective_stay_out_of_control() {
        let field = Field::open().options(&["11.0"]).union("A", 4, "0505").union("B", 4, "0606");
        let field = field.confederate("X", 2, "0504").confederate("Y", 2, "0504");
        let fight = |watcher: &str| {
            let mut game = field.at(json!({"phase": "combat", "units": [
                {"id": "A", "hex": "0505"}, {"id": "B", "hex": watcher},
                {"id": "X", "hex": "0504", "ineffective": true}, {"id": "Y", "hex": "0504"},
            ]}));
            game.apply(attack(&["0505"], &["0504"]), &[4]);
            game.apply(retreat("A", "0405"), &[]);
            game
        };
        // A itself controls 0505 from 0405, B does not matter.
        let game = fight("0909");
        assert_eq!(pending(&game)["units"], json!(["Y"]), "X has nothing to decide");
        assert_eq!(game.why(advance("X", "0505")), "BG 11.2");
        assert_eq!(game.why(advance("Y", "0505")), "legal");
        let mut game = fight("0909");
        game.apply(advance("Y", "0505"), &[]);
        assert_eq!(step(&game), "none");
    }

    #[test]
    fn the_ineffective_advance_where_nobody_controls() {
        let field = corridor(7).options(&["11.0"]).union("A", 1, "0103");
        let mut game = field.confederate("X", 5, "0104").at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0103"}, {"id": "X", "hex": "0104", "ineffective": true},
        ]}));
        game.apply(attack(&["0103"], &["0104"]), &[6]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.why(advance("X", "0103")), "legal");
    }
}

/// [BG 7.75] After advancing a unit neither attacks nor is attacked in that phase.
mod r7_75_after_advancing {
    use super::*;

    /// A has advanced to 0504 and stands next to Z in 0503, who fought nobody.
    fn advanced() -> Game {
        let mut game = destroyed(&field().confederate("Z", 9, "0503"));
        game.apply(advance("A", "0504"), &[]);
        game
    }

    #[test]
    fn it_does_not_attack() {
        let game = advanced();
        assert_eq!(game.why(attack(&["0504"], &["0503"])), "BG 7.75");
    }

    #[test]
    fn it_has_no_duty_and_creates_none() {
        let game = advanced();
        assert_eq!(game.why(end_phase()), "legal");
        assert_eq!(game.actions().len(), 1);
    }

    #[test]
    fn a_defender_that_advanced_is_not_attacked() {
        let field = Field::open().union("A", 4, "0505").union("B", 4, "0606");
        let field = field.confederate("X", 4, "0504").union_gun("G", 4, "0508");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &["0504"]), &[4]);
        game.apply(retreat("A", "0405"), &[]).apply(advance("X", "0505"), &[]);
        assert_eq!(game.why(bombard(&["G"], "0505")), "BG 7.75");
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn its_neighbours_have_no_duty_because_of_it() {
        let field = Field::open().union("A", 4, "0505").union("B", 4, "0605");
        let mut game = field.confederate("X", 4, "0504").combat();
        game.apply(attack(&["0505"], &["0504"]), &[4]);
        game.apply(retreat("A", "0405"), &[]).apply(advance("X", "0505"), &[]);
        assert_eq!(game.why(attack(&["0605"], &["0505"])), "BG 7.75");
        assert_eq!(game.why(end_phase()), "legal");
    }

    /// A fresh unit pushed into the hex of one that advanced may be attacked, alone.
    #[test]
    fn a_mate_may_be_attacked_without_it() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let mut game = field.confederate("Y", 2, "0504").at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505"}, {"id": "X", "hex": "0504", "advanced": true},
            {"id": "Y", "hex": "0504"},
        ]}));
        assert_eq!(super::odds(&game, attack(&["0505"], &["0504"])), "4 : 2, 2-1");
        game.apply(announced(&["0505"], &["0504"], "1-1"), &[1]);
        game.apply(retreat("Y", "0503"), &[]);
        assert_eq!(game.whereabouts("X"), "0504");
        assert_eq!(step(&game), "none", "X still holds the hex");
    }
}

/// [BG 7.76] One unit advances in all, even if two hexes were vacated.
mod r7_76_one_unit_in_all {
    use super::*;

    #[test]
    fn into_one_of_two_hexes() {
        let field = Field::open().union("A", 8, "0505").union("B", 8, "0505");
        let mut game = field.confederate("X", 2, "0504").confederate("Y", 2, "0604").combat();
        game.apply(attack(&["0505"], &["0504", "0604"]), &[1]);
        assert_eq!(listed(&game, "advance").len(), 4);
        game.apply(advance("A", "0504"), &[]);
        assert_eq!(step(&game), "none");
        assert_eq!(game.why(advance("B", "0604")), "BG 4.1");
        assert_eq!(game.why(advance("B", "0504")), "BG 4.1");
    }
}
