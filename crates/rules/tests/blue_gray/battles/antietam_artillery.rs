//! Antietam, chapter 19: the rifled guns of the Union.

use serde_json::{Value, json};

use crate::battles::words::*;
use crate::fixture::Game;

/// A combat phase of the Confederates against the Union gun A in 0905, all on open ground.
fn against_gun_a(more: &[Value]) -> Game {
    let mut units = vec![at("A", "0905")];
    units.extend_from_slice(more);
    antietam(json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units}))
}

/// [BG-A 19.0] The Union guns reach seven hexes.
mod a19_0_range {
    use super::*;

    fn range_of(side: &str, gun: &str, target: &str, distance: u8) -> String {
        let (from, to) = ("0901".to_owned(), format!("09{:02}", 1 + distance));
        let units = json!([at(gun, &from), at(target, &to)]);
        let game = antietam(json!({"turn": 2, "side": side, "phase": "combat", "units": units}));
        game.why(bombard(&to, &[gun]))
    }

    #[test]
    fn from_two_hexes_to_seven() {
        for distance in 2..=7 {
            for gun in ["A", "B", "C"] {
                assert_eq!(range_of("union", gun, "Hood", distance), "legal", "{distance}");
            }
        }
        assert_eq!(range_of("union", "A", "Hood", 8), "BG 8.11");
    }

    #[test]
    fn the_confederate_guns_reach_three() {
        assert_eq!(range_of("confederate", "SD Lee", "1", 3), "legal");
        assert_eq!(range_of("confederate", "SD Lee", "1", 4), "BG 8.11");
    }
}

/// [BG-A 19.0] They never move, and they never advance.
mod a19_0_immobile {
    use super::*;

    #[test]
    fn no_movement_on_any_turn() {
        for turn in [1, 5, 10] {
            let game =
                antietam(json!({"turn": turn, "units": [at("A", "0905"), at("Hood", "0811")]}));
            assert_eq!(game.why(march("A", "0906")), "BG-A 19.0");
            assert!(game.reach("A").is_empty());
        }
    }

    #[test]
    fn not_even_when_nothing_limits_the_union() {
        let position =
            json!({"turn": 5, "options": ["20.2"], "units": [at("A", "0905"), at("Hood", "0811")]});
        assert_eq!(antietam(position).why(march("A", "0906")), "BG-A 19.0");
    }

    #[test]
    fn no_advance() {
        // 5 and 7 against 3 is 4-1; a one eliminates the defender.
        let units = json!([at("A", "0905"), at("1/1/IX", "0905"), at("Law", "0906")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        game.apply(attack(&["0906"], &["0905"]), &[1]);
        assert_eq!(game.why(advance("A", "0906")), "BG-A 19.0");
        assert_eq!(game.why(advance("1/1/IX", "0906")), "legal");
    }

    #[test]
    fn alone_it_is_not_even_asked() {
        let units = json!([at("A", "0905"), at("Kemper", "0906")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        // 5 to 2 is 2-1; a one is Dr: Kemper must go, and nobody may follow.
        game.apply(attack(&["0906"], &["0905"]), &[1]);
        game.apply(retreat("Kemper", "0907"), &[]);
        assert_eq!(game.json()["pending"], Value::Null);
        assert_eq!(game.whereabouts("A"), "0905");
    }

    #[test]
    fn a_bombarding_gun_cannot_choose_to_share_a_retreat() {
        let units = json!([at("A", "0903"), at("1", "0904"), at("JG Wlk", "0905")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        let action =
            json!({"attack": {"defenders": ["0905"], "attackers": ["0904"], "bombard": ["A"]}});
        // 7 to 10 is 1-2; a three is Ar.
        game.apply(action, &[3]);
        assert_eq!(game.json()["pending"]["step"], "retreat");
        assert_eq!(game.json()["pending"]["units"], json!(["1"]));
    }
}

/// [BG-A 19.0] Forced to retreat they are eliminated, but artillery alone does not move them.
mod a19_0_instead_of_retreating {
    use super::*;

    /// What becomes of the gun after this attack, and what the Confederates have scored.
    fn fate(mut game: Game, action: Value, die: u8) -> (String, i64) {
        game.apply(action, &[die]);
        (game.whereabouts("A"), points(&game, "confederate", "eliminated"))
    }

    #[test]
    fn infantry_drives_them_into_ruin() {
        let game = against_gun_a(&[at("JG Wlk", "0904")]);
        // 10 to 5 is 2-1; a one is Dr.
        assert_eq!(fate(game, attack(&["0905"], &["0904"]), 1), ("eliminated".into(), 5));
    }

    #[test]
    fn others_in_the_hex_retreat_as_usual() {
        let mut game = against_gun_a(&[at("1", "0905"), at("JG Wlk", "0904"), at("Hood", "0904")]);
        game.apply(attack(&["0905"], &["0904"]), &[2]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.event("eliminated").unwrap()["by"], "immobile");
        assert_eq!(game.why(retreat("1", "0906")), "legal");
    }

    #[test]
    fn bombarding_artillery_alone_does_nothing() {
        let game = against_gun_a(&[at("SD Lee", "0903"), at("Wshngtn", "0902")]);
        let action = bombard("0905", &["SD Lee", "Wshngtn"]);
        assert_eq!(game.odds(action["attack"].clone())["column"], "1-1");
        assert_eq!(fate(game, action, 1), ("0905".into(), 0));
    }

    #[test]
    fn adjacent_artillery_alone_does_nothing() {
        let game = against_gun_a(&[at("SD Lee", "0904"), at("Wshngtn", "0904")]);
        assert_eq!(fate(game, attack(&["0905"], &["0904"]), 1), ("0905".into(), 0));
    }

    #[test]
    fn artillery_with_infantry_beside_it_does() {
        let game = against_gun_a(&[at("SD Lee", "0904"), at("Hood", "0904")]);
        assert_eq!(fate(game, attack(&["0905"], &["0904"]), 1), ("eliminated".into(), 5));
        let game = against_gun_a(&[at("SD Lee", "0903"), at("Evans", "0904")]);
        let action = json!({"attack": {"defenders": ["0905"], "attackers": ["0904"], "bombard": ["SD Lee"]}});
        assert_eq!(fate(game, action, 1), ("eliminated".into(), 5));
    }

    #[test]
    fn artillery_alone_can_still_eliminate_them() {
        let guns = ["SD Lee", "Wshngtn", "Cutts", "Jones"];
        let hexes = ["0903", "0903", "0902", "0902"];
        let units: Vec<Value> = guns.iter().zip(hexes).map(|(gun, hex)| at(gun, hex)).collect();
        let mut game = antietam(json!({"turn": 2, "side": "confederate", "phase": "combat",
            "units": [at("B", "0905"), units[0], units[1], units[2], units[3]]}));
        // 12 to 4 is 3-1; a one is De.
        game.apply(bombard("0905", &guns), &[1]);
        assert_eq!(game.whereabouts("B"), "eliminated");
    }

    #[test]
    fn thrown_back_from_their_own_attack_they_are_lost() {
        let units = json!([at("A", "0905"), at("JG Wlk", "0906")]);
        let mut game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        // 5 to 10 is 1-2; a three is Ar.
        game.apply(attack(&["0906"], &["0905"]), &[3]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(points(&game, "confederate", "eliminated"), 5);
    }

    #[test]
    fn they_are_not_displaced() {
        // 1 must retreat, and every hex but 0905, with A and another, is closed to it.
        let units = json!([
            at("1", "0904"),
            at("A", "0905"),
            at("B", "0905"),
            at("Hood", "0903"),
            at("Law", "0803"),
            at("Evans", "1003")
        ]);
        let position = json!({"turn": 2, "side": "confederate", "phase": "combat", "units": units});
        let mut game = antietam(position);
        let control = game.why(attack(&["0904"], &["0903", "0803", "1003"]));
        assert_eq!(control, "legal");
        game.apply(attack(&["0904"], &["0903", "0803", "1003"]), &[2]);
        assert_eq!(game.whereabouts("1"), "eliminated");
        assert_eq!(game.whereabouts("A"), "0905");
    }
}

/// [BG-A 19.0] In everything else they are guns like others.
mod a19_0_otherwise_ordinary {
    use super::*;

    #[test]
    fn next_to_an_enemy_they_attack_like_infantry() {
        let units = json!([at("A", "0905"), at("Hood", "0906"), at("Law", "0909")]);
        let game = antietam(json!({"turn": 2, "phase": "combat", "units": units}));
        assert_eq!(game.why(bombard("0909", &["A"])), "BG 8.41");
        assert_eq!(game.why(attack(&["0906"], &["0905"])), "legal");
        assert_eq!(game.why(end()), "BG 7.12");
    }
}
