//! Chapter 8.2: guns together with others.

use serde_json::json;

use crate::artillery::words::{attack, bare, bombard, fate};
use crate::fixture::Field;

/// [BG 8.21] Guns fire alone, with other guns, or with friends next to the target; strengths are added.
mod r8_21_guns_add_their_strength {
    use super::*;

    fn field() -> Field {
        let field = Field::open().union_gun("G", 4, "0501").union_gun("H", 3, "0702");
        field.union("A", 5, "0505").confederate("X", 2, "0504")
    }

    #[test]
    fn alone_together_and_with_friends() {
        let game = field().combat();
        let strength = |attack| game.odds(bare(attack))["attack"].as_u64();
        assert_eq!(strength(attack(&["0505"], &[], &["0504"])), Some(5));
        assert_eq!(strength(attack(&["0505"], &["G"], &["0504"])), Some(9));
        assert_eq!(strength(attack(&["0505"], &["G", "H"], &["0504"])), Some(12));
        assert_eq!(game.why(attack(&["0505"], &["G", "H"], &["0504"])), "legal");
    }

    #[test]
    fn guns_alone_would_leave_the_neighbour_nobody_to_attack() {
        let game = field().combat();
        assert_eq!(game.why(bombard(&["G", "H"], "0504")), "BG 7.12");
        let apart = Field::open().union_gun("G", 4, "0501").union_gun("H", 3, "0702");
        let game = apart.confederate("X", 2, "0504").combat();
        assert_eq!(game.why(bombard(&["G", "H"], "0504")), "legal");
        assert_eq!(game.odds(bare(bombard(&["G", "H"], "0504")))["attack"], 7);
    }

    #[test]
    fn a_gun_that_fired_with_friends_is_spent() {
        let mut game = field().confederate("Y", 2, "0703").combat();
        game.apply(attack(&["0505"], &["G"], &["0504"]), &[1]);
        game.apply(json!({"decline": {}}), &[]);
        assert_eq!(game.why(bombard(&["G"], "0703")), "BG 7.14");
    }
}

/// [BG 8.22] Against several hexes a gun need reach, and see, only one of them.
mod r8_22_one_of_the_hexes_is_enough {
    use super::*;

    fn field(drawing: &str) -> Field {
        let field = Field::new(drawing).union("A", 5, "0505").union_gun("G", 4, "0501");
        field.confederate("X", 2, "0504").confederate("Y", 2, "0605")
    }

    const OPEN: &str = "
        .........
        .........
        .........
        .........
        .........
        .........";

    #[test]
    fn the_other_hex_may_be_out_of_range() {
        let game = field(OPEN).combat();
        let both = attack(&["0505"], &["G"], &["0504", "0605"]);
        assert_eq!(game.why(both.clone()), "legal");
        assert_eq!(game.odds(bare(both))["attack"], 9);
        assert_eq!(game.why(attack(&["0505"], &["G"], &["0605"])), "BG 8.11");
    }

    #[test]
    fn range_of_one_and_sight_of_the_other_do_not_add_up() {
        let wood = "
            .........
            .........
            ....f....
            .........
            .........
            .........";
        let game = field(wood).combat();
        assert_eq!(game.why(attack(&["0505"], &["G"], &["0504", "0605"])), "BG 8.31");
        assert_eq!(game.why(attack(&["0505"], &[], &["0504", "0605"])), "legal");
    }
}

/// [BG 8.23] Adjacent attackers suffer every result although guns help them.
mod r8_23_the_neighbours_pay {
    use super::*;

    fn field(attacker: u32, defender: u32) -> Field {
        let field = Field::open().union("A", attacker, "0505").union_gun("G", 1, "0501");
        field.confederate("X", defender, "0504")
    }

    #[test]
    fn ae_eliminates_them_and_not_the_gun() {
        let mut game = field(1, 8).combat();
        game.apply(attack(&["0505"], &["G"], &["0504"]), &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ae");
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.whereabouts("G"), "0501");
    }

    #[test]
    fn ex_is_paid_by_them_alone_even_if_they_are_too_weak() {
        let mut game = field(2, 1).combat();
        let with_gun = attack(&["0505"], &["G"], &["0504"]);
        assert_eq!(game.odds(bare(with_gun.clone()))["column"], "3-1");
        assert_eq!(fate(&game.odds(bare(with_gun.clone())), 6, "A"), "eliminated");
        assert_eq!(fate(&game.odds(bare(with_gun.clone())), 6, "G"), "stays");
        game.apply(with_gun, &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ex");
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.whereabouts("G"), "0501");
    }

    #[test]
    fn ar_throws_them_back() {
        let mut game = field(3, 4).combat();
        game.apply(attack(&["0505"], &["G"], &["0504"]), &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ar");
        game.apply(json!({"elect": {"unit": "G", "retreat": false}}), &[]);
        assert!(game.actions().iter().all(|one| one["action"]["retreat"]["unit"] == "A"));
        assert_eq!(game.whereabouts("G"), "0501");
    }

    #[test]
    fn an_adjacent_gun_pays_like_infantry() {
        let field = Field::open().union_gun("N", 1, "0505").union_gun("G", 1, "0501");
        let mut game = field.confederate("X", 8, "0504").combat();
        game.apply(attack(&["0505"], &["G"], &["0504"]), &[6]);
        assert_eq!(game.whereabouts("N"), "eliminated");
        assert_eq!(game.whereabouts("G"), "0501");
    }
}
