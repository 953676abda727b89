//! [BG 8.16] Guns that bombarded may choose to share the retreat of the attackers.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// A attacks X with two guns behind it, and is thrown back.
fn field() -> Field {
    Field::open()
        .union("A", 2, "0505")
        .union_gun("G", 1, "0507")
        .union_gun("H", 1, "0607")
        .confederate("X", 8, "0504")
}

fn thrown_back(field: Field, guns: &[&str]) -> Game {
    let mut game = field.combat();
    game.apply(combined(&["0505"], guns, &["0504"]), &[4]);
    assert_eq!(game.event("resulted").unwrap()["result"], "Ar");
    game
}

/// [BG 8.16] A bombarding gun may choose to share an Ar.
mod r8_16_elective_retreat {
    use super::*;

    #[test]
    fn each_gun_is_asked_in_any_order_before_the_retreat() {
        let near = field().union_gun("I", 1, "0607");
        let mut game = thrown_back(near, &["G"]);
        assert_eq!(pending(&game)["units"], json!(["G"]));
        assert_eq!(game.why(retreat("A", "0506")), "BG 8.16");
        assert_eq!(game.why(elect("H", true)), "BG 8.16", "H did not fire");
        assert_eq!(game.why(elect("A", true)), "BG 8.16");
        game.apply(elect("G", true), &[]);
        assert_eq!(step(&game), "retreat union");
        assert_eq!(pending(&game)["units"], json!(["A", "G"]));
    }

    #[test]
    fn two_guns_choose_each_for_itself() {
        let both = Field::open()
            .union("A", 2, "0505")
            .union_gun("G", 1, "0507")
            .union_gun("H", 1, "0507")
            .confederate("X", 8, "0504");
        let mut game = thrown_back(both, &["G", "H"]);
        assert_eq!(listed(&game, "elect").len(), 4);
        game.apply(elect("H", true), &[]);
        assert_eq!(step(&game), "elect union");
        game.apply(elect("G", false), &[]);
        assert_eq!(pending(&game)["units"], json!(["A", "H"]));
        game.apply(retreat("H", "0508"), &[]).apply(retreat("A", "0506"), &[]);
        assert_eq!(["A", "G", "H"].map(|unit| game.whereabouts(unit)), ["0506", "0507", "0508"]);
    }

    #[test]
    fn a_gun_that_stays_is_untouched() {
        let mut game = thrown_back(field(), &["G"]);
        game.apply(elect("G", false), &[]);
        assert_eq!(pending(&game)["units"], json!(["A"]));
        assert_eq!(game.event("elected").unwrap()["retreat"], false);
    }

    #[test]
    fn a_gun_without_a_way_is_not_asked() {
        // 0101 has one neighbour, 0102, and the enemy at 0103 is next to that.
        let field = corridor(6).union_gun("G", 4, "0101").confederate("X", 4, "0103");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0103"), &[4]);
        assert_eq!(game.whereabouts("G"), "0101");
        assert_eq!(step(&game), "none");
    }

    #[test]
    fn a_gun_that_never_moves_is_not_asked() {
        let immobile =
            "[immobile]\nignore_retreat_from_artillery = true\nrule = \"19.0\"\n[scoring]";
        let field = corridor(6).rule("[scoring]", immobile).confederate("X", 4, "0105");
        let field = field.unit("G", "union", "artillery", 4, "0102", "immobile = true");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0105"), &[4]);
        assert_eq!(game.whereabouts("G"), "0102");
        assert_eq!(step(&game), "none");
    }

    #[test]
    fn guns_by_themselves_may_retreat_too_and_nobody_advances() {
        let field = corridor(7).union_gun("G", 4, "0103").confederate("X", 4, "0106");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0106"), &[4]).apply(elect("G", true), &[]);
        assert_eq!(retreats_of(&game, "G"), ["0102", "0104"]);
        game.apply(retreat("G", "0102"), &[]);
        assert_eq!(step(&game), "none");
    }

    /// [BG 11.1] A gun that shares the retreat keeps its effectiveness.
    #[test]
    fn effectiveness_is_not_lost_by_it() {
        let mut game = thrown_back(field().options(&["11.0"]), &["G"]);
        game.apply(elect("G", true), &[]);
        game.apply(retreat("G", "0508"), &[]).apply(retreat("A", "0506"), &[]);
        assert_eq!(game.unit("A")["ineffective"], true);
        assert_eq!(game.unit("G").get("ineffective"), None);
    }

    #[test]
    fn only_an_attackers_retreat_is_shared() {
        let strong = Field::open().union("A", 12, "0505").union_gun("G", 1, "0507");
        let mut game = strong.confederate("X", 2, "0504").combat();
        game.apply(combined(&["0505"], &["G"], &["0504"]), &[4]);
        assert_eq!(step(&game), "retreat confederate");
    }
}

/// [BG 8.15] A gun is never destroyed by its own attack, not even if it has chosen to go with the others.
mod r8_15_no_gun_is_lost_by_its_own_retreat {
    use super::*;

    /// Two guns in 0102 with room for one of them in 0101, behind which the map ends.
    fn room_for_one() -> Game {
        let field = corridor(6).union_gun("G", 2, "0102").union_gun("H", 2, "0102");
        let mut game = field.union("B", 1, "0101").confederate("X", 4, "0104").combat();
        game.apply(bombard(&["G", "H"], "0104"), &[4]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ar");
        game
    }

    #[test]
    fn the_one_without_room_stays_where_it_is() {
        let mut game = room_for_one();
        game.apply(elect("G", true), &[]).apply(elect("H", true), &[]);
        assert_eq!(listed(&game, "retreat").len(), 2, "either may go");
        game.apply(retreat("H", "0101"), &[]);
        assert_eq!(["G", "H"].map(|gun| game.whereabouts(gun)), ["0102", "0101"]);
        assert_eq!(game.event("stood"), Some(&json!({"event": "stood", "unit": "G"})));
        assert_eq!(step(&game), "none");
    }

    #[test]
    fn and_the_preview_knows_it() {
        let field = corridor(6).union_gun("G", 2, "0102").union_gun("H", 2, "0102");
        let game = field.union("B", 1, "0101").confederate("X", 4, "0104").combat();
        let odds = game.odds(bombard(&["G", "H"], "0104")["attack"].clone());
        let fates = odds["faces"][3]["fates"].to_string();
        assert_eq!(odds["faces"][3]["result"], "Ar");
        assert!(!fates.contains("trapped"), "{fates}");
    }

    /// [BG 7.72] Those who attacked from next to the enemy are lost as ever.
    #[test]
    fn whoever_stood_next_to_the_enemy_is_lost() {
        let field = corridor(6).union("A", 2, "0103").union_gun("G", 2, "0101");
        let field = field.union("B", 1, "0102").union("C", 1, "0102").union("D", 1, "0101");
        let mut game = field.confederate("X", 4, "0104").combat();
        game.apply(combined(&["0103"], &["G"], &["0104"]), &[4]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.whereabouts("G"), "0101");
    }
}
