//! Chapters 2 to 4: the map, the units, the set-up and the sequence of play.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// [BG 2.1?] Positions are hexes of the map; hexes drawn as scenery are off it.
mod r2_1_positions_are_hexes_of_the_map {
    use super::*;

    /// Scenery in 0203 and 0303, between A in 0302 and the south.
    fn field() -> Game {
        Field::new(
            ".....
             .....
             .##..
             .....",
        )
        .union("A", 4, "0302")
        .movement()
    }

    #[test]
    fn scenery_is_entered_neither_at_the_end_nor_on_the_way() {
        let game = field();
        assert_eq!(game.why_move("A", "0303"), "BG 2.1");
        assert_eq!(game.why_path("A", &["0303"]), "BG 2.1");
        assert_eq!(game.why_path("A", &["0303", "0304"]), "BG 2.1");
        assert_eq!(game.cost("A", "0303"), None);
    }

    #[test]
    fn scenery_is_gone_round() {
        let game = field();
        assert_eq!(game.cost("A", "0304"), Some(3), "0402, 0403, 0304");
        assert_eq!(game.why_path("A", &["0402", "0403", "0304"]), "legal");
    }

    #[test]
    fn no_unit_stands_in_scenery_or_in_a_hex_that_is_not_there() {
        let game = field();
        let in_scenery = game.faults_of(json!({"units": [{"id": "A", "hex": "0303"}]}));
        assert!(in_scenery.contains("scenery"), "{in_scenery}");
        let nowhere = game.faults_of(json!({"units": [{"id": "A", "hex": "0909"}]}));
        assert!(nowhere.contains("0909"), "{nowhere}");
        let action = game.misread(json!({"move": {"unit": "A", "to": "0909"}}));
        assert!(action.contains("0909"), "{action}");
    }

    #[test]
    fn the_scenery_of_antietam_is_closed() {
        let game = Game::of(json!({"game": "blue-gray/antietam", "side": "confederate", "turn": 2,
                                   "units": [{"id": "Hood", "hex": "0126"}]}));
        assert_eq!(game.why_move("Hood", "0227"), "BG 2.1");
        assert_eq!(game.cost("Hood", "0227"), None);
    }
}

/// [BG 2.4] A unit has a designation, an arm, a size, a combat strength and six movement points.
mod r2_4_six_movement_points {
    use super::*;

    #[test]
    fn every_arm_goes_six_clear_hexes_and_no_farther() {
        for arm in ["infantry", "cavalry", "artillery"] {
            let game = Field::open().unit("A", "union", arm, 4, "0501", "").movement();
            assert_eq!(game.cost("A", "0507"), Some(6), "{arm}");
            assert_eq!(game.cost("A", "0508"), None, "{arm}");
            assert_eq!(game.reach("A").iter().map(|(_, cost)| *cost).max(), Some(6), "{arm}");
        }
    }

    #[test]
    fn units_are_called_by_their_designations() {
        let game = Field::open().union("1/2/IV", 4, "0501").movement();
        assert_eq!(game.why_move("1/2/IV", "0502"), "legal");
        let stranger = game.misread(json!({"move": {"unit": "2/2/IV", "to": "0502"}}));
        assert!(stranger.contains("2/2/IV"), "{stranger}");
    }

    #[test]
    fn strength_counts_in_attack_and_defence() {
        let game = Field::open().union("A", 5, "0303").confederate("B", 4, "0304").combat();
        let odds = game.odds(json!({"defenders": ["0304"], "attackers": ["0303"]}));
        assert_eq!((&odds["attack"], &odds["defence"]), (&json!(5), &json!(4)));
    }
}

/// [BG 3.0] Play begins from the deployment charts; every other unit waits for its arrival.
mod r3_0_deployment {
    use super::*;

    #[test]
    fn the_deployed_stand_where_the_chart_has_them_and_the_others_wait() {
        let game = Game::of(json!({"game": "blue-gray/antietam"}));
        assert_eq!(game.whereabouts("Rodes"), "1214");
        assert_eq!(game.whereabouts("GB And"), "1116");
        assert_eq!(game.whereabouts("AP Hill"), "reserve");
        assert_eq!(game.json()["turn"], 1);
        assert_eq!(game.json()["phase"], "movement");
    }

    #[test]
    fn who_is_not_on_the_map_does_not_move() {
        let game = Game::of(json!({"game": "blue-gray/antietam", "side": "confederate"}));
        assert_eq!(game.why_move("AP Hill", "0125"), "BG 3.0");
        let field = Field::open().union("A", 4, "0303").union("B", 4, "0304");
        for gone in ["eliminated", "exited", "absent"] {
            let units = json!([{"id": "A", "state": gone}, {"id": "B", "hex": "0304"}]);
            let game = field.at(json!({"units": units}));
            assert_eq!(game.why_move("A", "0302"), "BG 3.0", "{gone}");
            assert!(game.reach("A").is_empty());
        }
    }
}

/// [BG 4.0] Game-turns follow one another to the last; then the victory conditions name the winner.
mod r4_0_game_turns_to_the_last {
    use super::*;

    fn short() -> Game {
        Field::open()
            .scenario("turns = 2\nfirst = \"confederate\"\nstacking = 2\n")
            .union("A", 4, "0101")
            .confederate("B", 4, "0909")
            .movement()
    }

    #[test]
    fn the_game_ends_after_the_last_turn_and_names_a_winner() {
        let mut game = short();
        for _ in 0..7 {
            game.end_phase(&[]);
            assert_eq!(game.event("ended"), None);
        }
        assert_eq!(game.json()["turn"], 2);
        game.end_phase(&[]);
        let ended = game.event("ended").cloned().expect("the game is over");
        assert_eq!(ended["winner"], Value::Null, "nobody has scored");
        assert_eq!(ended["points"], json!({"union": 0, "confederate": 0}));
        assert_eq!(game.event("phase_began"), None);
        assert_eq!(game.json()["turn"], 2, "no third game-turn begins");
    }

    #[test]
    fn the_higher_total_wins() {
        let mut game = short();
        for _ in 0..7 {
            game.end_phase(&[]);
        }
        let mut last = game.json();
        last["points"]["union"]["eliminated"] = json!(3);
        let mut game = Game::at(game.battle().clone(), last);
        game.end_phase(&[]);
        assert_eq!(game.event("ended").expect("the game is over")["winner"], "union");
    }

    #[test]
    fn nothing_is_done_after_the_end() {
        let mut game = short();
        for _ in 0..8 {
            game.end_phase(&[]);
        }
        assert!(game.actions().is_empty());
        assert_eq!(game.why(json!({"end_phase": {}})), "BG 4.0");
        assert_eq!(game.why_move("A", "0102"), "BG 4.0");
        assert_eq!(game.why_move("B", "0908"), "BG 4.0");
    }
}

/// [BG 4.1] A player-turn is a movement phase, then a combat phase; two of them make a game-turn.
mod r4_1_phases_in_their_order {
    use super::*;

    fn field() -> Field {
        Field::open()
            .scenario("turns = 3\nfirst = \"confederate\"\nstacking = 2\n")
            .union("A", 4, "0101")
            .confederate("B", 4, "0909")
    }

    #[test]
    fn first_player_then_second_player_then_the_next_game_turn() {
        let mut game = field().movement();
        let mut seen = Vec::new();
        for _ in 0..5 {
            game.end_phase(&[]);
            let began = game.event("phase_began").cloned().expect("a phase begins");
            seen.push((began["turn"].clone(), began["side"].clone(), began["phase"].clone()));
        }
        let expected = [
            (1, "confederate", "combat"),
            (1, "union", "movement"),
            (1, "union", "combat"),
            (2, "confederate", "movement"),
            (2, "confederate", "combat"),
        ];
        let expected: Vec<_> =
            expected.map(|(turn, side, phase)| (json!(turn), json!(side), json!(phase))).into();
        assert_eq!(seen, expected);
    }

    #[test]
    fn any_number_of_units_may_move_none_too() {
        let mut game = field().movement();
        assert!(game.lists(&json!({"end_phase": {}})));
        game.apply(json!({"move": {"unit": "B", "to": "0908"}}), &[]);
        assert!(game.lists(&json!({"end_phase": {}})));
    }

    #[test]
    fn choices_of_a_combat_are_made_when_one_waits_for_them() {
        let retreat = json!({"retreat": {"unit": "B", "to": "0908"}});
        let game = field().movement();
        assert_eq!(game.why(retreat.clone()), "BG 4.1");
        assert_eq!(game.why(json!({"decline": {}})), "BG 4.1");
        let game = field().combat();
        assert_eq!(game.why(retreat), "BG 4.1");
        assert_eq!(game.why(json!({"advance": {"unit": "B", "to": "0908"}})), "BG 4.1");
    }

    #[test]
    fn what_was_done_in_a_phase_is_forgotten_in_the_next() {
        let mut game = field().movement();
        game.apply(json!({"move": {"unit": "B", "to": "0908"}}), &[]);
        assert_eq!(game.unit("B")["moved"], true);
        game.end_phase(&[]);
        assert_eq!(game.unit("B")["moved"], Value::Null);
        let units = json!([
            {"id": "G", "hex": "0909", "used": true, "bombarded_from": "0909"},
            {"id": "A", "hex": "0101", "attacked": true, "displaced": true},
            {"id": "B", "hex": "0905", "advanced": true},
        ]);
        let mut game =
            field().confederate_gun("G", 4, "0907").at(json!({"phase": "combat", "units": units}));
        game.end_phase(&[]);
        assert_eq!(game.unit("A"), json!({"id": "A", "hex": "0101"}));
        assert_eq!(game.unit("B"), json!({"id": "B", "hex": "0905"}));
        assert_eq!(game.unit("G"), json!({"id": "G", "hex": "0909"}));
    }

    #[test]
    fn each_recorded_action_takes_one_number() {
        let mut game = field().at(json!({"sequence": 11}));
        game.apply(json!({"move": {"unit": "B", "to": "0908"}}), &[]);
        assert_eq!(game.json()["sequence"], 12);
        game.end_phase(&[]);
        assert_eq!(game.json()["sequence"], 13);
    }

    #[test]
    fn moves_are_counted_anew_in_each_phase() {
        let quota = "[quota]\nside = \"confederate\"\nunits = 2\nentrants_count = \"at-once\"\n\
                     rule = \"18.1\"\n[scoring]";
        let field = field()
            .rule("[scoring]", quota)
            .confederate("C", 4, "0907")
            .confederate("D", 4, "0905");
        let mut game = field.movement();
        assert_eq!(game.json()["moves_left"], 2);
        game.apply(json!({"move": {"unit": "B", "path": ["0908", "0909"]}}), &[]);
        assert_eq!(game.json()["moves_left"], 1, "a loop is a move");
        game.apply(json!({"move": {"unit": "C", "to": "0906"}}), &[]);
        assert_eq!(game.json()["moves_left"], 0);
        assert_eq!(game.why_move("D", "0904"), "BG-T 18.1");
        assert!(game.reach("D").is_empty());
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!(game.json()["moves_left"], Value::Null, "the Union has no limit");
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!(game.json()["moves_left"], 2);
        assert_eq!(game.why_move("D", "0904"), "legal");
    }
}
