//! Chapter 7.7: retreating as a result of combat.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// [BG 7.71] A retreat is one hex; the owner chooses for each unit, and in which order.
mod r7_71_one_hex_where_the_owner_likes {
    use super::*;

    fn two_must_retreat() -> Game {
        let field = Field::open().union("A", 4, "0505").confederate("X", 2, "0504");
        let mut game = field.confederate("Y", 2, "0504").confederate("Z", 2, "0501").combat();
        game.apply(attack(&["0505"], &["0504"]), &[1]);
        game
    }

    #[test]
    fn the_owner_decides() {
        assert_eq!(step(&two_must_retreat()), "retreat confederate");
    }

    #[test]
    fn two_units_of_a_hex_may_go_different_ways_in_either_order() {
        let mut game = two_must_retreat();
        for unit in ["X", "Y"] {
            assert_eq!(retreats_of(&game, unit), ["0403", "0503", "0603"]);
        }
        game.apply(retreat("Y", "0603"), &[]).apply(retreat("X", "0403"), &[]);
        assert_eq!([game.whereabouts("X"), game.whereabouts("Y")], ["0403", "0603"]);
    }

    #[test]
    fn one_hex_no_more_and_no_less() {
        let game = two_must_retreat();
        assert_eq!(game.why(retreat("X", "0502")), "BG 7.71");
        assert_eq!(game.why(retreat("X", "0504")), "BG 7.71");
    }

    #[test]
    fn only_those_who_must() {
        let mut game = two_must_retreat();
        assert_eq!(game.why(retreat("Z", "0502")), "BG 7.71");
        assert_eq!(game.why(retreat("A", "0506")), "BG 7.71");
        game.apply(retreat("X", "0503"), &[]);
        assert_eq!(game.why(retreat("X", "0502")), "BG 7.71", "once is enough");
    }

    /// The order matters where room is short.
    #[test]
    fn whoever_goes_first_takes_the_last_place() {
        let field = corridor(6).union("A", 4, "0103").confederate("Z", 1, "0105");
        let field = field.confederate("X", 2, "0104").confederate("Y", 2, "0104");
        let mut game = field.combat();
        game.apply(attack(&["0103"], &["0104"]), &[1]);
        assert_eq!(listed(&game, "retreat").len(), 2);
        game.apply(retreat("Y", "0105"), &[]);
        assert_eq!(game.whereabouts("Y"), "0105");
        assert_eq!(step(&game), "retreat confederate", "X must push somebody on");
        assert_eq!(
            listed(&game, "retreat"),
            [
                json!({"unit": "X", "to": "0105", "displace": "Y"}),
                json!({"unit": "X", "to": "0105", "displace": "Z"}),
            ]
        );
    }

    /// [BG 7.71?] With several defending hexes all retreats are made before anybody advances.
    #[test]
    fn all_retreats_precede_the_advance() {
        let field = Field::open().union("A", 8, "0505");
        let mut game = field.confederate("X", 4, "0504").confederate("Y", 4, "0605").combat();
        game.apply(attack(&["0505"], &["0504", "0605"]), &[1]);
        assert_eq!(pending(&game)["units"], json!(["X", "Y"]));
        game.apply(retreat("X", "0503"), &[]);
        assert_eq!(pending(&game)["vacated"], json!(["0504"]));
        assert_eq!(game.why(advance("A", "0504")), "BG 7.71");
        game.apply(retreat("Y", "0706"), &[]);
        assert_eq!(step(&game), "advance union");
        assert_eq!(game.why(advance("A", "0504")), "legal");
        assert_eq!(game.why(advance("A", "0605")), "legal");
    }
}

/// [BG 7.72] A retreat enters no prohibited hex, crosses no prohibited hexside, enters no enemy control;
/// without an open hex the unit is eliminated.
mod r7_72_never_into_control {
    use super::*;

    /// X at 0504 must retreat before A at 0505; what else is on the map is the test's affair.
    fn retreating(field: Field) -> Game {
        let mut game = field.union("A", 4, "0505").confederate("X", 4, "0504").combat();
        game.apply(announced(&["0505"], &["0504"], "1-1"), &[1]);
        game
    }

    #[test]
    fn not_into_enemy_control() {
        let game = retreating(Field::open());
        assert_eq!(game.why(retreat("X", "0404")), "BG 7.72");
        assert_eq!(game.why(retreat("X", "0604")), "BG 7.72");
        let game = retreating(Field::open().union("B", 4, "0501"));
        assert_eq!(retreats_of(&game, "X"), ["0403", "0503", "0603"]);
        let game = retreating(Field::open().union("B", 4, "0703"));
        assert_eq!(retreats_of(&game, "X"), ["0403", "0503"]);
        assert_eq!(game.why(retreat("X", "0603")), "BG 7.72");
    }

    /// A friend in the hex does not lift the enemy's control of it.
    #[test]
    fn a_friend_there_does_not_help() {
        let field = Field::open().union("B", 4, "0602").confederate("Y", 4, "0603");
        let mut game = field.union("A", 4, "0505").confederate("X", 4, "0504").combat();
        game.apply(attack(&["0505"], &["0504"]), &[1]);
        assert_eq!(game.whereabouts("X"), "0403", "the only way left is taken at once");
    }

    #[test]
    fn not_into_an_enemy_unit() {
        let game = retreating(Field::open());
        assert_eq!(game.why(retreat("X", "0505")), "BG 7.72");
    }

    #[test]
    fn not_across_a_creek_but_over_a_bridge_or_ford() {
        let field = Field::open().creek(&["0403|0504"]).ford("0503|0504").bridge("0504|0603");
        let game = retreating(field);
        assert_eq!(retreats_of(&game, "X"), ["0503", "0603"]);
        assert_eq!(game.why(retreat("X", "0403")), "BG 7.72");
    }

    /// X at 0103 has 0104 left to go to: A at 0202 controls 0102 and 0203.
    fn driven_south(south: &str) -> Field {
        let field = Field::new(&format!("..\n..\n..\n{south}\n"));
        field.union("A", 4, "0202").confederate("X", 4, "0103")
    }

    #[test]
    fn not_into_a_river_nor_onto_a_ferry() {
        let south_of = |field: Field| {
            let mut game = field.combat();
            game.apply(attack(&["0202"], &["0103"]), &[1]);
            game.whereabouts("X")
        };
        assert_eq!(south_of(driven_south("..")), "0104");
        assert_eq!(south_of(driven_south("~.")), "eliminated");
        let ferry = driven_south("~.").crossing("0104", "ferry", ["0103", "0204"]);
        assert_eq!(south_of(ferry), "eliminated");
    }

    #[test]
    fn scenery_is_off_the_map() {
        let field = Field::new("#\n.\n.\n").union("A", 4, "0103").confederate("X", 4, "0102");
        let mut game = field.combat();
        game.apply(attack(&["0103"], &["0102"]), &[1]);
        assert_eq!(game.whereabouts("X"), "eliminated");
    }

    /// [BG-A 15.4] Off the map is off the map.
    #[test]
    fn at_the_edge_there_is_no_way_out() {
        let mut game = corridor(4).union("A", 4, "0103").confederate("X", 4, "0104").combat();
        game.apply(attack(&["0103"], &["0104"]), &[1]);
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(game.json()["points"]["union"]["eliminated"], 4);
        assert_eq!(game.why(advance("A", "0104")), "legal");
    }

    #[test]
    fn attackers_are_trapped_just_the_same() {
        let mut game = corridor(4).union("A", 4, "0101").confederate("X", 4, "0102").combat();
        game.apply(attack(&["0101"], &["0102"]), &[4]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.why(advance("X", "0101")), "legal");
    }

    #[test]
    fn every_trapped_unit_of_a_hex_is_lost() {
        let field = corridor(4).union("A", 4, "0103").confederate("X", 2, "0104");
        let mut game = field.confederate("Y", 2, "0104").combat();
        game.apply(attack(&["0103"], &["0104"]), &[1]);
        assert_eq!([game.whereabouts("X"), game.whereabouts("Y")], ["eliminated"; 2]);
    }

    /// [BG 7.75] Advances cut off retreats that are yet to come.
    #[test]
    fn an_advance_cuts_off_the_retreat_of_the_next() {
        let field = Field::new("...#\n....\n....\n")
            .union("A", 12, "0101")
            .confederate("X", 2, "0201")
            .union("B", 4, "0303")
            .confederate("Y", 4, "0302");
        let fate_of_y = |choice| {
            let mut game = field.combat();
            game.apply(attack(&["0101"], &["0201"]), &[1]).apply(choice, &[]);
            game.apply(attack(&["0303"], &["0302"]), &[1]);
            game.whereabouts("Y")
        };
        assert_eq!(fate_of_y(decline()), "0301");
        assert_eq!(fate_of_y(advance("A", "0201")), "eliminated");
    }
}

/// [BG 7.73] A retreat may end in an empty hex or on one friend; displacing is only for want of these.
mod r7_73_stacking_with_a_friend {
    use super::*;

    #[test]
    fn one_friend_leaves_room() {
        let field = corridor(6).union("A", 4, "0103").confederate("X", 4, "0104");
        let mut game = field.confederate("Y", 4, "0105").combat();
        game.apply(attack(&["0103"], &["0104"]), &[1]);
        assert_eq!([game.whereabouts("X"), game.whereabouts("Y")], ["0105", "0105"]);
    }

    #[test]
    fn two_friends_leave_none_while_another_hex_is_open() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let field = field.confederate("P", 1, "0503").confederate("Q", 1, "0503");
        let mut game = field.combat();
        game.apply(attack(&["0505"], &["0504"]), &[1]);
        assert_eq!(retreats_of(&game, "X"), ["0403", "0603"]);
        assert_eq!(game.why(retreat("X", "0503")), "BG 7.82");
        assert_eq!(game.why(displace("X", "0503", "P")), "BG 7.82");
        assert_eq!(game.why(displace("X", "0403", "P")), "BG 7.81", "there is room");
    }
}

/// [BG 7.74] A unit that retreated into a hex that is then bombarded adds no strength but shares the result.
mod r7_74_retreated_into_a_bombarded_hex {
    use super::*;

    /// X has retreated onto Y, whom the gun can reach.
    fn together() -> Game {
        let field = Field::open().union("A", 12, "0505").confederate("X", 6, "0504");
        let mut game = field.confederate("Y", 2, "0503").union_gun("G", 6, "0506").combat();
        game.apply(attack(&["0505"], &["0504"]), &[2]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        game
    }

    #[test]
    fn it_adds_no_strength() {
        assert_eq!(super::odds(&together(), bombard(&["G"], "0503")), "6 : 2, 3-1");
    }

    #[test]
    fn it_is_eliminated_with_the_others() {
        let mut game = together();
        game.apply(bombard(&["G"], "0503"), &[1]);
        assert_eq!([game.whereabouts("X"), game.whereabouts("Y")], ["eliminated"; 2]);
    }

    #[test]
    fn it_retreats_again_with_the_others() {
        let mut game = together();
        game.apply(bombard(&["G"], "0503"), &[2]);
        assert_eq!(pending(&game)["units"], json!(["X", "Y"]));
        game.apply(retreat("X", "0502"), &[]).apply(retreat("Y", "0402"), &[]);
        assert_eq!(step(&game), "none", "a bombardment is not followed by an advance");
    }

    #[test]
    fn by_itself_it_is_not_attacked_again() {
        let together = together();
        let mut json = together.json();
        json["units"].as_array_mut().unwrap().retain(|unit| unit["id"] != "Y");
        let game = Game::at(together.battle().clone(), json);
        assert_eq!(game.why(bombard(&["G"], "0503")), "BG 7.14");
        assert_eq!(game.why(end_phase()), "legal");
    }

    /// [BG 7.74?] Who only made room was not attacked: it defends with its strength, and may be attacked by itself.
    #[test]
    fn a_displaced_unit_counts_in_full() {
        let field = corridor(9).union("A", 8, "0103").confederate("X", 2, "0104");
        let field = field.confederate("P", 1, "0105").confederate("Q", 1, "0105");
        let mut game = field.union_gun("G", 2, "0109").combat();
        game.apply(announced(&["0103"], &["0104"], "1-1"), &[1]);
        game.apply(displace("X", "0105", "Q"), &[]).apply(decline(), &[]);
        assert_eq!(game.whereabouts("Q"), "0106");
        assert_eq!(super::odds(&game, bombard(&["G"], "0106")), "2 : 1, 2-1");
    }
}
