//! The page about Blue & Gray as JSON: every position on it is read, every command on it is answered as it says,
//! but those that ask the staff: the program's own tests type them.

use std::collections::BTreeMap;

use rules::blue_gray::json::{
    canonical_bytes, event_to_json, listed_to_json, odds_to_json, parse_action,
};
use rules::blue_gray::preview::preview;
use rules::blue_gray::{Action, actions, apply, check};
use rules::dice::{ForcedDice, Notation};
use rules::json::seed_of;
use serde_json::json;

use crate::artillery::door::open;

const PAGE: &str = include_str!("../../../../../docs/systems/blue-gray.md");

/// What a command printed and how it ended.
struct Answer {
    out: Vec<String>,
    err: Vec<String>,
    code: i32,
}

fn faults(what: &str, faults: &str, code: i32) -> Answer {
    let count = faults.lines().count();
    let noun = if count == 1 { "fault" } else { "faults" };
    let mut err = vec![format!("longroll: {what}: {count} {noun}")];
    err.extend(faults.lines().map(str::to_owned));
    Answer { out: Vec::new(), err, code }
}

/// Words of a command line; single quotes hold one together.
fn words(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => found.push(String::new()),
            other => found.last_mut().expect("a word").push(other),
        }
    }
    found.retain(|word| !word.is_empty());
    found
}

/// Answers `longroll position …` as the program does.
fn answer(words: &[String], text: &str) -> Answer {
    let option =
        |name: &str| words.iter().position(|word| word == name).map(|at| words[at + 1].clone());
    let (battle, position) = match open(text) {
        Ok(opened) => opened,
        Err(wrong) => return faults("position", &wrong, 1),
    };
    let mut state = position.state.clone();
    let told = |out: Vec<String>, code| Answer { out, err: Vec::new(), code };
    if words[2] == "actions" {
        let listed = actions(&battle, &state);
        let lines = listed.iter().map(|one| listed_to_json(&battle, one).to_string());
        return told(lines.collect(), 0);
    }
    let action = match parse_action(&battle, &state, &option("--action").expect("an action")) {
        Ok(action) => action,
        Err(wrong) => return faults("action", &wrong.to_string(), 2),
    };
    match words[2].as_str() {
        "why" => match check(&battle, &state, &action) {
            Ok(()) => told(vec![json!({"legal": true}).to_string()], 0),
            Err(refusal) => {
                let rule = refusal.rule(&battle).to_string();
                let reason = refusal.reason(&battle);
                told(vec![json!({"legal": false, "rule": rule, "reason": reason}).to_string()], 1)
            }
        },
        "odds" => {
            let Action::Attack(attack) = action else { panic!("not an attack") };
            assert!(check(&battle, &state, &action).is_ok());
            told(vec![odds_to_json(&battle, &preview(&battle, &state, &attack)).to_string()], 0)
        }
        "apply" => {
            let faces = option("--dice").map(|faces| Notation::die(6).parse(&faces));
            let own = seed_of(&position.to_json(&battle))
                .dice(state.sequence + 1, &canonical_bytes(&battle, &action));
            let mut dice =
                ForcedDice::new(Notation::die(6), &faces.map_or(vec![], Result::unwrap), own)
                    .unwrap();
            let mut events = Vec::new();
            apply(&battle, &mut state, &action, &mut dice, &mut events).unwrap();
            let after = rules::blue_gray::json::Position { state, seed: position.seed.clone() };
            let err = events.iter().map(|event| event_to_json(&battle, event).to_string());
            Answer { out: vec![after.to_json(&battle).to_string()], err: err.collect(), code: 0 }
        }
        other => panic!("no test of {other}"),
    }
}

/// Types the commands of a block and compares what they print.
fn check_session(block: &str, files: &mut BTreeMap<String, String>) -> usize {
    let mut code = 0;
    let mut commands = 0;
    for part in block.split("$ ").skip(1) {
        let (line, expected) = part.split_once('\n').unwrap_or((part, ""));
        commands += 1;
        if line == "echo $?" {
            assert_eq!(expected.trim(), code.to_string());
            continue;
        }
        let mut words = words(line);
        let text = if words[0] == "echo" {
            let text = words[1].clone();
            words.drain(..3);
            text
        } else {
            let from = words.iter().position(|word| word == "<").expect("a position");
            files[&words[from + 1]].clone()
        };
        if ["advise", "assess"].contains(&words[2].as_str()) {
            continue;
        }
        let given = answer(&words, &text);
        code = given.code;
        let mut printed = Vec::new();
        match words.iter().position(|word| word == ">") {
            Some(at) => {
                files.insert(words[at + 1].clone(), given.out.join("\n"));
            }
            None => printed.extend(given.out),
        }
        printed.extend(given.err);
        assert_eq!(printed.join("\n"), expected.trim_end(), "$ {line}");
    }
    commands
}

#[test]
fn every_command_on_the_page_answers_as_it_says() {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut name = None;
    let mut commands = 0;
    let mut pieces = PAGE.split("```");
    while let Some(prose) = pieces.next() {
        if let Some(called) = prose.trim_end().strip_suffix("`:").and_then(|t| t.rsplit('`').next())
        {
            name = Some(called.to_owned());
        }
        let Some(block) = pieces.next() else { break };
        if let Some(session) = block.strip_prefix("console\n") {
            commands += check_session(session, &mut files);
        } else if let Some(position) = block.strip_prefix("json\n") {
            open(position).unwrap_or_else(|faults| panic!("{faults}"));
            files.insert(name.take().expect("the name of a file"), position.to_owned());
        } else {
            panic!("nobody knows what this is: {block}");
        }
    }
    assert!(commands >= 15 && files.len() >= 5, "{commands} commands, {} files", files.len());
}

/// The page names every field, flag, action and event that the door knows.
#[test]
fn nothing_is_left_out() {
    let told =
        |word: &str| PAGE.contains(&format!("`{word}`")) || PAGE.contains(&format!("\"{word}\""));
    let position = crate::artillery::door::rewritten(r#"{"game":"blue-gray/antietam"}"#);
    for field in position.as_object().unwrap().keys() {
        assert!(told(field), "{field}");
    }
    let event = include_str!("../../../src/blue_gray/json/event.rs");
    let mut kinds = 0;
    for kind in event.split("\"event\": \"").skip(1).filter_map(|rest| rest.split('"').next()) {
        kinds += 1;
        assert!(told(kind), "{kind}");
    }
    assert!(kinds > 20, "{kinds} events found");
    let units = include_str!("../../../src/blue_gray/json/units.rs");
    for flag in units.split("    (\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(told(flag), "{flag}");
    }
    let action = include_str!("../../../src/blue_gray/json/action.rs");
    let kinds = action.split("const KINDS").nth(1).and_then(|rest| rest.split("];").next());
    for kind in kinds.expect("the kinds").split('"').skip(1).step_by(2) {
        assert!(told(kind), "{kind}");
    }
}
