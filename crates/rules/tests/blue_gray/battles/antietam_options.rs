//! Antietam, the options of chapter 20 that bring units or shift columns, and chapter 21.

use rules::blue_gray::json::Position;
use rules::blue_gray::{Battle, Prepared, new_game};
use rules::dice::{Dice, ForcedDice, Seed};
use rules::record::Recorder;
use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

fn battle(options: &[&str]) -> Battle {
    antietam(json!({"options": options})).battle().clone()
}

/// A game as it is made, with these throws; and how many of them were not needed.
fn made(options: &[&str], faces: &[u8]) -> (Game, usize) {
    let battle = battle(options);
    let mut dice = ForcedDice::faces(faces, Seed::from_number(1).dice(0, b"")).unwrap();
    let state = new_game(&battle, &mut dice, &mut Vec::new());
    let json = Position { state, seed: json!(1) }.to_json(&battle);
    (Game::at(battle, json), dice.left())
}

/// [BG-A 20.0] The variations may be used in any combination.
mod a20_0_any_combination {
    use super::*;

    fn assert_playable(chosen: &[&str]) {
        let (game, _) = made(chosen, &[2]);
        assert_eq!(game.json()["options"], json!(chosen));
        assert_eq!(moves_left(&game).is_null(), chosen.contains(&"20.2"));
        let group = chosen.contains(&"20.4") || chosen.contains(&"20.5");
        assert_eq!(game.whereabouts("1/1/IV") == "reserve", group);
    }

    #[test]
    fn each_with_each_and_all_together() {
        let numbers = ["20.1", "20.2", "20.3", "20.4", "20.5", "20.6"];
        for (i, one) in numbers.iter().enumerate() {
            assert_playable(&[one]);
            numbers[i + 1..].iter().for_each(|other| assert_playable(&[one, other]));
        }
        assert_playable(&numbers);
    }
}

/// [BG-A 20.4?] VI Corps comes on turn 1 and the group of 16.2 on turn 2, free of the quota.
mod a20_4_early_union {
    use super::*;

    fn on(turn: u8, moves_left: u8, unit: &str) -> String {
        let position = json!({"turn": turn, "options": ["20.4"], "moves_left": moves_left});
        antietam(position).why(enter(unit, "2112"))
    }

    #[test]
    fn vi_corps_on_turn_one() {
        assert_eq!(on(1, 15, "1/1/VI"), "legal");
    }

    #[test]
    fn the_group_on_turn_two() {
        assert_eq!(on(1, 15, "1/1/IV"), "BG-A 15.0");
        assert_eq!(on(2, 10, "1/1/IV"), "legal");
        assert_eq!(on(2, 10, "2/3/V"), "legal");
    }

    #[test]
    fn free_of_the_quota_on_the_turn_they_enter() {
        assert_eq!(on(1, 0, "1/1/VI"), "legal");
        assert_eq!(on(2, 0, "1/1/IV"), "legal");
        assert_eq!(on(6, 0, "1/1/VI"), "legal", "whichever turn that is");
    }

    #[test]
    fn afterwards_they_count() {
        let units = json!([at("1/1/VI", "2112"), at("1/1/IV", "2111"), at("Hood", "0811")]);
        let game =
            antietam(json!({"turn": 3, "options": ["20.4"], "moves_left": 0, "units": units}));
        assert_eq!(game.why(march("1/1/VI", "2113")), "BG-A 18.1");
        assert_eq!(game.why(march("1/1/IV", "2110")), "BG-A 18.1");
    }
}

/// [BG-A 20.5?] A die at the start of each Union player-turn; a 1 admits the group from then on.
mod a20_5_optional_reinforcement {
    use super::*;

    #[test]
    fn the_first_die_is_thrown_when_the_game_is_made() {
        let (game, left) = made(&["20.5"], &[1]);
        assert_eq!(left, 0);
        assert_eq!(game.json()["group_admitted"], true);
        assert_eq!(game.why(enter("1/1/IV", "2112")), "legal");
    }

    #[test]
    fn only_a_one_admits_them() {
        for face in 2..=6 {
            let (game, left) = made(&["20.5"], &[face]);
            assert_eq!(left, 0);
            assert_eq!(game.json()["group_admitted"], false);
            assert_eq!(game.why(enter("1/1/IV", "2112")), "BG-A 15.0");
        }
    }

    #[test]
    fn without_the_option_nothing_is_thrown() {
        let (_, left) = made(&[], &[1]);
        assert_eq!(left, 1);
    }

    /// The end of the Confederate player-turn of a game-turn, with whatever the next one begins with.
    fn next_union_turn(turn: u8, more: Value, faces: &[u8]) -> Game {
        let mut position = json!({
            "turn": turn, "side": "confederate", "phase": "combat", "options": ["20.5"],
            "units": [waits("1/1/IV"), waits("2/3/V"), at("1", "1709"), at("Hood", "0811")],
        });
        for (key, value) in more.as_object().unwrap() {
            position[key] = value.clone();
        }
        let mut game = antietam(position);
        game.apply(end(), faces);
        game
    }

    #[test]
    fn again_at_the_start_of_every_union_player_turn() {
        for turn in 1..=9 {
            let game = next_union_turn(turn, json!({}), &[6]);
            let thrown = game.event("die_thrown").unwrap();
            assert_eq!(
                (thrown["for"].as_str(), thrown["face"].as_u64()),
                (Some("admission"), Some(6))
            );
            let game = next_union_turn(turn, json!({}), &[1]);
            assert!(game.event("group_admitted").is_some());
            assert_eq!(game.why(enter("1/1/IV", "2112")), "legal");
        }
    }

    #[test]
    fn not_at_the_start_of_the_confederate_ones() {
        let units = json!([waits("1/1/IV"), at("1", "1709"), at("Hood", "0811")]);
        let mut game = antietam(json!({"phase": "combat", "options": ["20.5"], "units": units}));
        game.apply(end(), &[]);
        assert!(game.event("die_thrown").is_none());
    }

    #[test]
    fn once_admitted_they_may_come_on_any_later_turn_without_another_die() {
        let game = next_union_turn(5, json!({"group_admitted": true}), &[]);
        assert!(game.event("die_thrown").is_none());
        assert_eq!(game.why(enter("1/1/IV", "2112")), "legal");
    }

    #[test]
    fn on_the_turn_they_enter_they_are_free_of_the_quota() {
        let position =
            json!({"turn": 6, "options": ["20.5"], "group_admitted": true, "moves_left": 0});
        assert_eq!(antietam(position).why(enter("1/1/IV", "2112")), "legal");
    }

    #[test]
    fn with_20_4_it_has_nothing_to_do() {
        let (game, left) = made(&["20.4", "20.5"], &[1]);
        assert_eq!(left, 1, "no die");
        assert_eq!(game.why(enter("1/1/IV", "2112")), "BG-A 15.0");
        let later = antietam(json!({"turn": 2, "options": ["20.4", "20.5"]}));
        assert_eq!(later.why(enter("1/1/IV", "2112")), "legal");
    }

    #[test]
    fn the_first_die_belongs_to_sequence_zero() {
        let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
        let battle = Prepared::new(&files, None, &["20.5".to_owned()]).unwrap();
        let mut admitted = 0;
        for number in 0..40 {
            let seed = Seed::from_number(number);
            let recorder = Recorder::begin(&battle, seed, serde_json::Map::new());
            let face = seed.dice(0, br#"{"start":{}}"#).d6();
            assert_eq!(recorder.state().group_admitted, face == 1, "{number}");
            assert_eq!(recorder.state().sequence, 0);
            admitted += u32::from(face == 1);
        }
        assert!(admitted > 0, "some seed admits them");
    }
}

/// [BG-A 20.6?] Confederate attacks at 1-1 or better go one column right, all Union attacks one left.
mod a20_6_no_disorganization {
    use super::*;

    /// A lone attack on open ground: by this unit, against that one, one hex further.
    fn lone(side: &str, attacker: &str, defender: &str, options: Value) -> Game {
        let units = json!([at(attacker, "0905"), at(defender, "0906")]);
        antietam(
            json!({"turn": 2, "side": side, "phase": "combat", "options": options, "units": units}),
        )
    }

    /// The best column, without and with the option.
    fn columns(side: &str, attacker: &str, defender: &str) -> [String; 2] {
        [json!([]), json!(["20.6"])].map(|options| {
            let game = lone(side, attacker, defender, options);
            let odds = game.odds(json!({"defenders": ["0906"], "attackers": ["0905"]}));
            odds["column"].as_str().unwrap().to_owned()
        })
    }

    #[test]
    fn confederate_attacks_at_even_odds_or_better() {
        assert_eq!(columns("confederate", "Hood", "1/1/I"), ["1-1", "2-1"]);
        assert_eq!(columns("confederate", "AP Hill", "1/1/I"), ["4-1", "5-1"]);
        assert_eq!(columns("confederate", "AP Hill", "1"), ["6-1", "6-1"]);
    }

    #[test]
    fn confederate_attacks_below_even_odds_do_not_shift() {
        assert_eq!(columns("confederate", "Law", "1/1/I"), ["1-2", "1-2"]);
        assert_eq!(columns("confederate", "Toombs", "1/1/IX"), ["1-4", "1-4"]);
    }

    #[test]
    fn all_union_attacks() {
        assert_eq!(columns("union", "1/1/IX", "Kemper"), ["3-1", "2-1"]);
        assert_eq!(columns("union", "1/1/I", "Hood"), ["1-1", "1-2"]);
        assert_eq!(columns("union", "1", "Hood"), ["1-2", "1-3"]);
        assert_eq!(columns("union", "1", "JG Wlk"), ["1-5", "1-5"]);
    }

    #[test]
    fn a_lower_column_is_announced_after_the_shift() {
        let announced = |game: &Game, column: &str| {
            game.why(
                json!({"attack": {"defenders": ["0906"], "attackers": ["0905"], "column": column}}),
            )
        };
        let union = lone("union", "1/1/IX", "Kemper", json!(["20.6"]));
        assert_eq!(announced(&union, "3-1"), "BG 7.9");
        assert_eq!(announced(&union, "2-1"), "legal");
        assert_eq!(announced(&union, "1-5"), "legal");
        let south = lone("confederate", "Hood", "1/1/I", json!(["20.6"]));
        assert_eq!(announced(&south, "2-1"), "legal");
        assert_eq!(announced(&south, "1-1"), "legal");
        assert_eq!(announced(&south, "3-1"), "BG 7.9");
    }

    #[test]
    fn the_die_is_read_in_the_shifted_column() {
        let mut game = lone("union", "1/1/IX", "Kemper", json!(["20.6"]));
        // De at 3-1, Dr at 2-1.
        game.apply(attack(&["0906"], &["0905"]), &[1]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Dr");
    }
}

/// [BG-A 21.0] With 11.0, a die per ineffective unit at the start of the owner's combat phase; a 1 restores it.
mod a21_0_recovery {
    use super::*;

    fn movement(side: &str) -> Game {
        let tired = |id: &str, hex: &str| json!({"id": id, "hex": hex, "ineffective": true});
        let units =
            json!([tired("1", "1709"), tired("2", "1809"), tired("Hood", "0811"), at("3", "1801")]);
        antietam(json!({"turn": 2, "side": side, "options": ["11.0"], "units": units}))
    }

    #[test]
    fn a_die_for_each_of_the_phasing_players_units() {
        let mut game = movement("union");
        game.apply(end(), &[1, 2]);
        assert_eq!(units_of(&game, "die_thrown"), ["1", "2"]);
        assert_eq!(units_of(&game, "rallied"), ["1"]);
        assert_eq!(game.unit("1")["ineffective"], Value::Null);
        assert_eq!(game.unit("2")["ineffective"], true);
        assert_eq!(game.unit("Hood")["ineffective"], true);
    }

    #[test]
    fn only_a_one_restores() {
        for face in 2..=6 {
            let mut game = movement("confederate");
            game.apply(end(), &[face]);
            assert_eq!(units_of(&game, "die_thrown"), ["Hood"]);
            assert_eq!(game.unit("Hood")["ineffective"], true, "{face}");
        }
    }

    #[test]
    fn enemies_nearby_do_not_matter_and_its_duties_return_at_once() {
        let units = json!([{"id": "1", "hex": "1709", "ineffective": true}, at("Hood", "1710")]);
        let mut game = antietam(json!({"turn": 2, "options": ["11.0"], "units": units}));
        game.apply(end(), &[1]);
        assert_eq!(game.why(end()), "BG 7.12");
        assert_eq!(game.why(attack(&["1710"], &["1709"])), "legal");
    }

    #[test]
    fn it_can_be_lost_again() {
        let units = json!([{"id": "1", "hex": "1709", "ineffective": true}, at("JG Wlk", "1710")]);
        let mut game = antietam(json!({"turn": 2, "options": ["11.0"], "units": units}));
        game.apply(end(), &[1]);
        // 2 to 10 is 1-5; a one is Ar.
        game.apply(attack(&["1710"], &["1709"]), &[1]);
        assert_eq!(game.unit("1")["ineffective"], true);
    }

    #[test]
    fn without_11_0_no_die_is_thrown() {
        let units = json!([at("1", "1709"), at("Hood", "0811")]);
        let mut game = antietam(json!({"turn": 2, "units": units}));
        game.apply(end(), &[]);
        assert!(game.event("die_thrown").is_none());
    }
}
