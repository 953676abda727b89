//! A battle as a folder: the worked example of `docs/battles.md`, and the maps of the built-in battles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use atlas::battle::{Battle as Files, Folder};
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Battle, apply, new_game};
use serde_json::json;

use crate::battles::words::*;
use crate::fixture::Game;

/// The page about battles.
pub const PAGE: &str = include_str!("../../../../../docs/battles.md");
const MAPS_PAGE: &str = include_str!("../../../../../docs/maps.md");

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The files of the example, by their names in the folder.
pub fn example() -> BTreeMap<String, String> {
    let folder = docs().join("examples/battle-minimal/blue-gray/milltown");
    let names = ["battle.toml", "map.json", "rules.toml", "setups/dawn.toml"];
    let read = |name: &str| (name.to_owned(), std::fs::read_to_string(folder.join(name)).unwrap());
    names.into_iter().map(read).collect()
}

/// A battle from its files, which are in order but for the rules.
pub fn load(id: &str, files: &BTreeMap<String, String>) -> Files {
    let mut folder = Folder::new();
    for (name, text) in files {
        folder.add(name.as_str(), text.as_bytes());
    }
    Files::from_files(id, &folder).unwrap_or_else(|faults| panic!("{faults}"))
}

fn ready(options: &[&str]) -> Battle {
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    let files = load("blue-gray/milltown", &example());
    Battle::new(&files, None, &options).unwrap_or_else(|error| panic!("{error}"))
}

mod the_worked_example {
    use super::*;

    #[test]
    fn stands_on_the_page_as_it_stands_in_the_folder() {
        for (name, text) in example() {
            let page = if name == "map.json" { MAPS_PAGE } else { PAGE };
            assert!(page.contains(text.trim_end()), "{name} is not on its page");
        }
    }

    #[test]
    fn plays_to_the_end_with_and_without_its_options() {
        for options in [&[][..], &["11.0"], &["7.1"], &["11.0", "7.1"]] {
            let battle = ready(options);
            for game in 0..10 {
                let mut player = RandomPlayer::new(game);
                let mut state = new_game(&battle, player.chance(), &mut Vec::new());
                while let Some(action) = player.choose(&battle, &state) {
                    let mut dice = player.chance().clone();
                    apply(&battle, &mut state, &action, &mut dice, &mut Vec::new()).unwrap();
                    *player.chance() = dice;
                }
                assert!(state.outcome.is_some());
            }
        }
    }

    #[test]
    fn plays_as_the_page_says() {
        let mut game = Game::at(ready(&[]), json!({}));
        assert_eq!(moves_left(&game), 2);
        game.apply(march("1", "0302"), &[]);
        assert_eq!(game.why(march("2", "0401")), "legal", "over the ford");
        game.apply(march("A", "0303"), &[]);
        assert_eq!(game.why(march("2", "0401")), "MT 3");
        game.apply(end(), &[]);
        assert_eq!(game.why(end()), "BG 7.12");
        let odds = game.odds(json!({"defenders": ["0402"], "attackers": ["0302"]}));
        assert_eq!(
            (odds["multipliers"]["0402"].as_u64(), odds["column"].as_str()),
            (Some(2), Some("1-2"))
        );
        // A two is Dr: Dunn goes back to the mill, and Adams takes the bridge.
        game.apply(attack(&["0402"], &["0302"]), &[2]);
        game.apply(retreat("Dunn", "0503"), &[]);
        game.apply(advance("1", "0402"), &[]);
        assert_eq!(holder(&game, "0402"), "union");
    }

    #[test]
    fn its_own_rules_are_cited_by_its_own_book() {
        let game = Game::at(
            ready(&[]),
            json!({"turn": 2, "units": [
            at("1", "0101"), waits("3"), at("Mill guns", "0502"), waits("Eaton")]}),
        );
        assert_eq!(game.why(enter("3", "0101")), "MT 2");
        assert_eq!(game.why(enter("3", "0102")), "legal");
        assert_eq!(game.why(exit("1", "0101")), "MT 5");
        let south = Game::at(
            ready(&[]),
            json!({"turn": 2, "side": "confederate", "units": [
            at("1", "0101"), at("Mill guns", "0502")]}),
        );
        assert_eq!(south.why(march("Mill guns", "0501")), "MT 4");
    }

    #[test]
    fn its_levels_and_its_points() {
        let finish = |control: serde_json::Value| {
            let mut game = Game::at(
                ready(&[]),
                json!({
                    "turn": 6, "side": "confederate", "phase": "combat", "control": control,
                    "units": [at("1", "0101"), at("Dunn", "0505")],
                }),
            );
            game.apply(end(), &[]);
            ending(&game)
        };
        assert_eq!(finish(json!({})), ("confederate".into(), "clear".into(), 0, 10));
        assert_eq!(finish(json!({"0402": "union"})), ("confederate".into(), "clear".into(), 5, 10));
        assert_eq!(finish(json!({"0503": "union"})), ("union".into(), "clear".into(), 10, 0));
    }

    #[test]
    fn an_option_changes_the_quota_and_the_bonus_adds_to_it() {
        let with = |options: &[&str], control: serde_json::Value| {
            let units = json!([at("1", "0101"), at("Dunn", "0505")]);
            moves_left(&Game::at(ready(options), json!({"units": units, "control": control})))
        };
        assert_eq!(with(&[], json!({})), 2);
        assert_eq!(with(&["7.1"], json!({})), 3);
        assert_eq!(with(&[], json!({"0402": "union"})), 3);
        assert_eq!(with(&["7.1"], json!({"0402": "union"})), 4);
    }
}

mod the_built_in_battles {
    use super::*;

    /// What the map promises is what the rules give: points of objectives, entries, exits.
    #[test]
    fn score_the_objectives_that_their_maps_show() {
        for (id, scenario) in [
            ("blue-gray/antietam", "september-17"),
            ("blue-gray/fredericksburg", "december-13"),
            ("blue-gray/chattanooga", "november-24"),
        ] {
            let files = atlas::builtin::battle(id).unwrap();
            let battle = Battle::new(&files, Some(scenario), &[]).unwrap();
            let scoring = &battle.facts.scoring;
            for (&cell, objective) in &files.map.objectives {
                let Some(points) = objective.points else { continue };
                let points = points as i32;
                let single = scoring.hexes.iter().chain(&scoring.firsts);
                let scored = single.filter(|hex| hex.cell == cell).any(|hex| hex.points == points)
                    || scoring
                        .groups
                        .iter()
                        .any(|group| group.cells.contains(&cell) && group.points == points)
                    || scoring
                        .threatened
                        .iter()
                        .any(|town| town.cells.contains(&cell) && town.points == points);
                assert!(scored, "{id}: {}", battle.grid().name(cell));
            }
        }
    }
}
