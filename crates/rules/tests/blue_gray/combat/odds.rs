//! Odds [BG 7.0], terrain [BG 7.4] and the voluntary reduction of odds [BG 7.9].

use rules::blue_gray::json::{canonical_bytes, parse_action};
use rules::dice::{Dice, Seed};
use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// [BG 7.0] The ratio of strengths is rounded in the defender's favour.
mod r7_0_odds {
    use super::*;

    fn of(attacker: u32, defender: u32) -> String {
        let field = corridor(6).union("A", attacker, "0103").confederate("X", defender, "0104");
        super::odds(&field.combat(), attack(&["0103"], &["0104"]))
    }

    #[test]
    fn the_books_example() {
        assert_eq!(of(13, 4), "13 : 4, 3-1");
    }

    #[test]
    fn against_the_weaker_attacker_too() {
        assert_eq!(of(4, 13), "4 : 13, 1-4");
        assert_eq!(of(3, 4), "3 : 4, 1-2");
        assert_eq!(of(4, 8), "4 : 8, 1-2");
        assert_eq!(of(4, 9), "4 : 9, 1-3");
    }

    #[test]
    fn the_table_ends_at_six_to_one_and_one_to_five() {
        assert_eq!(of(20, 3), "20 : 3, 6-1");
        assert_eq!(of(20, 1), "20 : 1, 6-1");
        assert_eq!(of(1, 20), "1 : 20, 1-5");
    }
}

/// [BG 7.4] Terrain multiplies the defender's strength: by the largest factor that applies, no product.
mod r7_4_terrain_multiplies_defence {
    use super::*;

    /// A at 0102 and B at 0202 attack X at 0103, which is next to both.
    fn field(terrain: char) -> Field {
        let drawing = format!("...\n...\n{terrain}..\n...\n");
        let field = Field::new(&drawing).confederate("X", 5, "0103");
        field.union("A", 10, "0102").union("B", 10, "0202")
    }

    fn multiplier(field: Field) -> u64 {
        let odds = field.combat().odds(attack(&["0102", "0202"], &["0103"])["attack"].clone());
        let multiplier = odds["multipliers"]["0103"].as_u64().unwrap();
        assert_eq!(odds["defence"], json!(5 * multiplier));
        multiplier
    }

    #[test]
    fn by_the_ground_of_the_defender() {
        for (terrain, factor) in [('.', 1), ('f', 1), ('r', 2), ('x', 2), ('t', 2)] {
            assert_eq!(multiplier(field(terrain)), factor, "{terrain}");
        }
    }

    #[test]
    fn by_water_if_every_adjacent_attacker_comes_over_a_bridge_or_ford() {
        assert_eq!(multiplier(field('.').bridge("0102|0103")), 1);
        assert_eq!(multiplier(field('.').bridge("0102|0103").ford("0103|0202")), 2);
    }

    #[test]
    fn by_works_if_every_adjacent_attacker_comes_over_them() {
        let one = field('.').redoubt("0103", "0102");
        assert_eq!(multiplier(one.clone()), 1);
        assert_eq!(multiplier(one.redoubt("0103", "0202")), 3);
    }

    #[test]
    fn works_face_one_way() {
        let field = field('.').redoubt("0102", "0103").redoubt("0202", "0103");
        assert_eq!(multiplier(field), 1);
    }

    #[test]
    fn factors_are_not_multiplied() {
        assert_eq!(multiplier(field('r').bridge("0102|0103").ford("0103|0202")), 2);
        let works = field('t').redoubt("0103", "0102").redoubt("0103", "0202");
        assert_eq!(multiplier(works), 3);
    }

    #[test]
    fn each_defending_hex_has_its_own() {
        let field = Field::new("...\nr..\n...\n").union("A", 9, "0202");
        let game = field.confederate("X", 2, "0102").confederate("Y", 3, "0103").combat();
        let odds = game.odds(attack(&["0202"], &["0102", "0103"])["attack"].clone());
        assert_eq!(odds["multipliers"], json!({"0102": 2, "0103": 1}));
        assert_eq!(odds["defence"], json!(7));
    }

    #[test]
    fn the_attackers_ground_does_not_matter() {
        let field = Field::new(".\nt\n.\n").union("A", 4, "0102").confederate("X", 4, "0103");
        assert_eq!(super::odds(&field.combat(), attack(&["0102"], &["0103"])), "4 : 4, 1-1");
    }
}

/// [BG 7.9] Before the throw the attacker may announce any lower column, down to 1-5.
mod r7_9_voluntary_reduction {
    use super::*;

    fn five_to_one() -> Game {
        corridor(6).union("A", 10, "0103").confederate("X", 2, "0104").combat()
    }

    #[test]
    fn every_lower_column_and_no_higher_one() {
        let game = five_to_one();
        let all = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1"];
        for column in all {
            assert_eq!(game.why(announced(&["0103"], &["0104"], column)), "legal", "{column}");
        }
        assert_eq!(game.why(announced(&["0103"], &["0104"], "6-1")), "BG 7.9");
        let odds = game.odds(attack(&["0103"], &["0104"])["attack"].clone());
        assert_eq!(odds["columns"], json!(all));
    }

    #[test]
    fn the_die_is_read_in_the_column_announced() {
        for (column, die, result) in [
            ("5-1", 2, "De"),
            ("3-1", 2, "Dr"),
            ("5-1", 5, "Ex"),
            ("3-1", 5, "Dr"),
            ("1-5", 4, "Ae"),
        ] {
            let mut game = five_to_one();
            game.apply(announced(&["0103"], &["0104"], column), &[die]);
            assert_eq!(game.event("attacked").unwrap()["column"], column);
            assert_eq!(game.event("resulted").unwrap()["result"], result, "{column}, {die}");
        }
    }

    /// Nobody changes his mind after the throw: the announcement is part of what the die is bound to.
    #[test]
    fn another_announcement_is_another_throw() {
        let game = five_to_one();
        let throws = |action: serde_json::Value| -> Vec<u8> {
            let action = parse_action(game.battle(), game.state(), &action.to_string()).unwrap();
            let bytes = canonical_bytes(game.battle(), &action);
            (0..16).map(|sequence| Seed::from_number(7).dice(sequence, &bytes).d6()).collect()
        };
        let three = || announced(&["0103"], &["0104"], "3-1");
        assert_eq!(throws(three()), throws(three()));
        assert_ne!(throws(three()), throws(announced(&["0103"], &["0104"], "2-1")));
        assert_ne!(throws(three()), throws(attack(&["0103"], &["0104"])));
    }

    #[test]
    fn without_an_announcement_the_odds_count() {
        let mut game = five_to_one();
        game.apply(attack(&["0103"], &["0104"]), &[6]);
        assert_eq!(game.event("attacked").unwrap()["column"], "5-1");
        assert_eq!(game.event("resulted").unwrap()["result"], "Ex");
    }
}
