//! Combat phases worked out apart from the engine, by a program that was written from the rules alone: positions thrown
//! together at every level, every draw with what it is for, and how everything stands afterwards.

use atlas::battle::Battle as Files;
use rules::System;
use rules::grand_tactical::Battle;
use rules::grand_tactical::options::Options;
use serde_json::{Value, json};

use crate::fixture::Game;

/// One to a line: `position`, `draws` (what for, of how many, the value) and what stands `after` in units, losses,
/// leaders that changed, and the score where it was counted.
const CASES: &str = include_str!("combat_cases.jsonl");

/// The battle of a position. What a level takes long to work out is worked out once.
fn ready(files: &Files, made: &[Battle; 3], position: &Value) -> Battle {
    let chosen: Vec<String> = serde_json::from_value(position["options"].clone()).unwrap();
    let options = Options::read(files, &chosen).unwrap();
    let level = made.iter().find(|battle| battle.options.level == options.level);
    let mut battle = level.unwrap().clone();
    battle.options = options;
    battle
}

#[test]
fn r8_1_combat_phases_come_out_as_they_were_worked_out() {
    let made = ["4=basic", "4=intermediate", "4=advanced"].map(|level| Game::antietam(&[level]));
    let files = atlas::builtin::battle("grand-tactical/antietam").unwrap();
    let (mut draws, mut fallen) = (0, 0);
    for (number, line) in CASES.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut game = Game::at(ready(&files, &made, &case["position"]), case["position"].clone());
        let before = game.battle().write_position(&game.state, None);
        let drawn: Vec<(String, u64, u16)> = serde_json::from_value(case["draws"].clone()).unwrap();
        game.end(&drawn.iter().map(|(_, _, value)| *value).collect::<Vec<_>>());
        let expected: Vec<(String, u64)> =
            drawn.iter().map(|(what, of, _)| (what.clone(), *of)).collect();
        assert_eq!(game.draws(), expected, "case {number}");
        let after = game.battle().write_position(&game.state, None);
        for key in ["units", "losses"] {
            assert_eq!(after[key], case["after"][key], "case {number}");
        }
        if let Some(score) = case["after"].get("score") {
            assert_eq!(&after["score"], score, "case {number}");
        }
        let mut leaders = before.get("leaders").cloned().unwrap_or(json!([]));
        for changed in case["after"]["leaders"].as_array().into_iter().flatten() {
            let is_he =
                |one: &&mut Value| ["name", "side"].iter().all(|key| one[*key] == changed[*key]);
            *leaders.as_array_mut().unwrap().iter_mut().find(is_he).unwrap() = changed.clone();
            fallen += 1;
        }
        assert_eq!(after.get("leaders").unwrap_or(&json!([])), &leaders, "case {number}");
        draws += drawn.len();
    }
    assert!(draws > 700 && fallen > 30, "{draws} draws, {fallen} leaders");
}
