//! Chapter 7.6: what the results do.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// A with a gun against X and Y, who are together, on open ground. At 1-5 to 6-1 as wanted.
fn field(attacker: u32, defender: u32) -> Field {
    Field::open()
        .union("A", attacker, "0505")
        .union("B", attacker, "0505")
        .union_gun("G", 1, "0507")
        .confederate("X", defender, "0504")
        .confederate("Y", defender, "0504")
}

fn fight(attacker: u32, defender: u32, die: u8) -> Game {
    let mut game = field(attacker, defender).combat();
    game.apply(combined(&["0505"], &["G"], &["0504"]), &[die]);
    game
}

fn whereabouts<const N: usize>(game: &Game, units: [&str; N]) -> [String; N] {
    units.map(|unit| game.whereabouts(unit))
}

/// [BG 7.6] Every cell of the table decides as printed.
mod r7_6_the_table {
    use super::*;

    const COLUMNS: [&str; 10] =
        ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];
    const FIRST_PRINTING: [[&str; 10]; 6] = [
        ["Ar", "Ar", "Dr", "Dr", "Dr", "Dr", "De", "De", "De", "De"],
        ["Ar", "Ar", "Ar", "Dr", "Dr", "Dr", "Dr", "Dr", "De", "De"],
        ["Ar", "Ar", "Ar", "Ar", "Dr", "Dr", "Dr", "Dr", "Dr", "De"],
        ["Ae", "Ar", "Ar", "Ar", "Ar", "Dr", "Dr", "Dr", "Dr", "Dr"],
        ["Ae", "Ae", "Ar", "Ar", "Ar", "Ar", "Dr", "Ex", "Ex", "Dr"],
        ["Ae", "Ae", "Ae", "Ae", "Ar", "Ar", "Ex", "Ex", "Ex", "Ex"],
    ];

    #[test]
    fn sixty_cells() {
        let game = corridor(6).union("A", 12, "0103").confederate("X", 2, "0104").combat();
        for (index, column) in COLUMNS.into_iter().enumerate() {
            let odds = game.odds(announced(&["0103"], &["0104"], column)["attack"].clone());
            for (row, face) in odds["faces"].as_array().unwrap().iter().enumerate() {
                assert_eq!(face["die"], json!(row + 1));
                assert_eq!(face["result"], FIRST_PRINTING[row][index], "{column}, {}", row + 1);
            }
        }
    }
}

/// [BG 7.6] Ae: every attacker next to the defender is eliminated; [BG 8.15] a bombarding gun is not.
mod r7_6_attacker_eliminated {
    use super::*;

    #[test]
    fn attackers_go_and_score_the_gun_stays() {
        let game = fight(1, 10, 6);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ae");
        assert_eq!(whereabouts(&game, ["A", "B"]), ["eliminated"; 2]);
        assert_eq!(game.whereabouts("G"), "0507");
        assert_eq!(game.json()["points"]["confederate"]["eliminated"], 2);
        assert_eq!(step(&game), "advance confederate");
    }

    #[test]
    fn a_bombardment_by_itself_loses_nobody() {
        let mut game = Field::open().union_gun("G", 1, "0507").confederate("X", 9, "0504").combat();
        game.apply(bombard(&["G"], "0504"), &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ae");
        assert_eq!(game.whereabouts("G"), "0507");
        assert_eq!(step(&game), "none");
    }
}

/// [BG 7.6] De: every defender is eliminated.
mod r7_6_defender_eliminated {
    use super::*;

    #[test]
    fn defenders_go_and_score() {
        let game = fight(10, 2, 1);
        assert_eq!(game.event("resulted").unwrap()["result"], "De");
        assert_eq!(whereabouts(&game, ["X", "Y"]), ["eliminated"; 2]);
        assert_eq!(game.json()["points"]["union"]["eliminated"], 4);
        assert_eq!(step(&game), "advance union");
    }
}

/// [BG 7.6] Ar: every attacker next to the defender retreats.
mod r7_6_attacker_retreats {
    use super::*;

    #[test]
    fn each_of_them_and_the_gun_if_it_likes() {
        let mut game = fight(4, 4, 5);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ar");
        assert_eq!(step(&game), "elect union");
        game.apply(elect("G", false), &[]);
        assert_eq!(step(&game), "retreat union");
        assert_eq!(pending(&game)["units"], json!(["A", "B"]));
        game.apply(retreat("A", "0506"), &[]).apply(retreat("B", "0405"), &[]);
        assert_eq!(whereabouts(&game, ["A", "B", "G"]), ["0506", "0405", "0507"]);
        assert_eq!(step(&game), "advance confederate");
    }
}

/// [BG 7.6] Dr: every defender retreats.
mod r7_6_defender_retreats {
    use super::*;

    #[test]
    fn each_of_them() {
        let mut game = fight(4, 4, 2);
        assert_eq!(game.event("resulted").unwrap()["result"], "Dr");
        assert_eq!(step(&game), "retreat confederate");
        assert_eq!(pending(&game)["units"], json!(["X", "Y"]));
        game.apply(retreat("Y", "0503"), &[]).apply(retreat("X", "0403"), &[]);
        assert_eq!(whereabouts(&game, ["X", "Y", "A"]), ["0403", "0503", "0505"]);
        assert_eq!(step(&game), "advance union");
    }

    /// A choice with one option is taken at once, as an event of the action, and takes no number.
    #[test]
    fn a_retreat_with_one_way_is_made_at_once() {
        let mut game = corridor(6).union("A", 4, "0103").confederate("X", 4, "0104").combat();
        game.apply(attack(&["0103"], &["0104"]), &[1]);
        assert_eq!(game.whereabouts("X"), "0105");
        let event = json!({"event": "retreated", "unit": "X", "from": "0104", "to": "0105"});
        assert_eq!(game.event("retreated"), Some(&event));
        assert_eq!(game.json()["sequence"], 1);
        game.apply(decline(), &[]);
        assert_eq!(game.json()["sequence"], 2);
    }
}

/// Rules of a battle whose artillery never moves.
const IMMOBILE: &str =
    "[immobile]\nignore_retreat_from_artillery = true\nrule = \"19.0\"\n[scoring]";

/// [BG-A 19.0] Immobile guns are eliminated instead of retreating, but stand against artillery alone.
mod a19_0_immobile_guns {
    use super::*;

    /// X is an immobile gun with Y, infantry, beside it.
    fn field() -> Field {
        corridor(9)
            .rule("[scoring]", IMMOBILE)
            .unit("X", "confederate", "artillery", 2, "0105", "immobile = true")
            .confederate("Y", 2, "0105")
    }

    #[test]
    fn they_are_lost_to_infantry() {
        let mut game = field().union("A", 4, "0104").combat();
        game.apply(attack(&["0104"], &["0105"]), &[1]);
        assert_eq!(whereabouts(&game, ["X", "Y"]), ["eliminated", "0106"]);
        assert_eq!(game.event("eliminated").unwrap()["by"], "immobile");
        assert_eq!(game.why(advance("A", "0105")), "legal");
    }

    #[test]
    fn they_stand_against_guns_and_keep_their_hex() {
        let mut game = field().union_gun("G", 4, "0104").combat();
        game.apply(attack(&["0104"], &["0105"]), &[1]);
        assert_eq!(whereabouts(&game, ["X", "Y"]), ["0105", "0106"]);
        assert_eq!(game.event("stood").unwrap()["unit"], "X");
        assert_eq!(step(&game), "none", "the hex is not vacated");
    }

    #[test]
    fn a_single_infantry_unit_beside_the_guns_is_enough_to_lose_them() {
        let field = field().union_gun("G", 2, "0104").union("A", 2, "0104");
        let mut game = field.combat();
        game.apply(attack(&["0104"], &["0105"]), &[1]);
        assert_eq!(game.whereabouts("X"), "eliminated");
    }

    #[test]
    fn thrown_back_from_their_own_attack_they_are_lost_as_well() {
        let field = corridor(9).rule("[scoring]", IMMOBILE).confederate("X", 4, "0105");
        let field = field.unit("G", "union", "artillery", 2, "0104", "immobile = true");
        let mut game = field.union("A", 2, "0104").combat();
        game.apply(attack(&["0104"], &["0105"]), &[4]);
        assert_eq!(whereabouts(&game, ["G", "A"]), ["eliminated", "0103"]);
        assert_eq!(game.event("eliminated").unwrap()["by"], "immobile");
        assert_eq!(game.why(advance("X", "0104")), "legal");
    }

    #[test]
    fn they_do_not_advance() {
        let field = corridor(9).rule("[scoring]", IMMOBILE).confederate("X", 2, "0105");
        let field = field.unit("G", "union", "artillery", 12, "0104", "immobile = true");
        let mut game = field.clone().combat();
        game.apply(attack(&["0104"], &["0105"]), &[1]);
        assert_eq!(step(&game), "none");
        let mut game = field.union("A", 1, "0104").combat();
        game.apply(attack(&["0104"], &["0105"]), &[1]);
        assert_eq!(listed(&game, "advance"), [json!({"unit": "A", "to": "0105"})]);
    }
}
