//! What the staff says of positions, and the page about positions as a person types it.

use std::collections::BTreeMap;

use crate::common::run;

const PAGE: &str = include_str!("../../../../docs/systems/blue-gray.md");

/// Three brigades that can come around one, on the last turn.
const TRAP: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/1/I","hex":"0908"},{"id":"2/1/I","hex":"0807"},{"id":"3/1/I","hex":"0707"},
    {"id":"Winder","hex":"0809"},{"id":"Hood","hex":"0820"}],"moves_left":10}"#;

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// What a level advises, each action legal in the position that those before it lead to. Gives how many there
/// are, the last of them, and the position before it.
fn followed(arguments: &[&str], start: &str) -> (usize, serde_json::Value, String) {
    let told = run(&[&["position", "advise"], arguments].concat(), start);
    assert_eq!(told.code, 0, "{}", told.err);
    let lines: Vec<serde_json::Value> = told.out.lines().map(json).collect();
    let mut position = start.to_owned();
    for line in &lines[..lines.len() - 1] {
        assert!(!line["why"].as_str().expect("a reason").is_empty());
        let done = run(&["position", "apply", "--action", &line["action"].to_string()], &position);
        assert_eq!(done.code, 0, "{}: {line}", done.err);
        assert!(!done.err.contains("die_thrown"), "more was said after a die: {}", done.err);
        position = done.out;
    }
    let last = lines.last().expect("an action").clone();
    let why = run(&["position", "why", "--action", &last["action"].to_string()], &position);
    assert_eq!(why.code, 0, "{}: {last}", why.out);
    (lines.len(), last, position)
}

#[test]
fn advice_is_one_legal_action_with_its_reason() {
    let levels = [("recruit", 1), ("Captain", 1), ("COLONEL", 1), ("general", 400)];
    for (level, nodes) in levels {
        let (count, line, _) = followed(&["--level", level, "--nodes", "500"], TRAP);
        assert_eq!(count, 1, "{level}");
        let fields: Vec<&String> = line.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["action", "why", "nodes"], "{level}");
        assert!(line["nodes"].as_u64() >= Some(nodes), "{level}: {line}");
    }
}

#[test]
fn advice_for_a_phase_goes_on_to_its_end_or_to_the_first_die() {
    let start = run(&["position", "new", "blue-gray/antietam", "--seed", "3"], "").out;
    for arguments in [&["--level", "captain"][..], &["--nodes", "200"], &["--think", "20"]] {
        let (count, last, before) = followed(&[arguments, &["--phase"]].concat(), &start);
        assert!(count > 5, "{arguments:?}: {count}");
        assert_eq!(last["action"], serde_json::json!({"end_phase": {}}), "{arguments:?}");
        assert_eq!(json(&before)["phase"], "movement");
    }
    let moved = r#"{"end_phase":{}}"#;
    let (_, _, before) = followed(&["--level", "captain", "--phase"], TRAP);
    let combat = run(&["position", "apply", "--action", moved], &before).out;
    let (count, attack, _) = followed(&["--level", "captain", "--phase"], &combat);
    assert_eq!(count, 1, "an attack throws a die");
    assert!(attack["action"]["attack"].is_object(), "{attack}");
}

/// A retreat that only one side chooses is followed by nothing of the other's.
#[test]
fn advice_ends_where_another_decides() {
    let attack = r#"{"attack":{"defenders":["0809"],"attackers":["0808","0909"]}}"#;
    let wood = PAGE.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let apply = ["position", "apply", "--dice", "3", "--action", attack];
    let retreat = run(&apply, wood.expect("wood.json")).out;
    let (count, line, _) = followed(&["--level", "colonel", "--phase"], &retreat);
    assert_eq!(count, 1);
    assert_eq!(line["action"]["retreat"]["unit"], "Winder");
}

#[test]
fn the_same_question_has_the_same_answer() {
    let start = run(&["position", "new", "blue-gray/chattanooga"], "").out;
    let ask = |seed| {
        let words = ["position", "advise", "--nodes", "300", "--phase", "--seed", seed];
        run(&words, &start).out
    };
    assert_eq!(ask("5"), ask("5"));
}

#[test]
fn advice_that_cannot_be_given_is_refused() {
    for bad in [
        &["--level", "drummer"][..],
        &["--level", "random"],
        &["--nodes", "0"],
        &["--think", "0"],
        &["--nodes", "5", "--think", "5"],
        &["--seed", "-1"],
    ] {
        let told = run(&[&["position", "advise"], bad].concat(), TRAP);
        assert_eq!(told.code, 2, "{bad:?}");
    }
    let broken = run(&["position", "advise"], r#"{"game":"blue-gray/antietam","turn":0}"#);
    assert_eq!(broken.code, 1);
    assert!(broken.err.contains("turn: found 0"), "{}", broken.err);
}

/// A game that is over leaves nothing to advise, and promises what it brought.
#[test]
fn a_game_that_is_over() {
    let mut position = TRAP.replace("\"union\",\"phase\":\"movement\"", "\"confederate\"");
    for _ in 0..2 {
        let done = run(&["position", "apply", "--action", r#"{"end_phase":{}}"#], &position);
        assert_eq!(done.code, 0, "{}", done.err);
        position = done.out;
    }
    assert!(json(&position)["outcome"].is_object(), "{position}");
    let told = run(&["position", "advise"], &position);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert!(told.err.contains("the game is over"), "{}", told.err);
    let found = json(&run(&["position", "assess"], &position).out);
    assert_eq!(found["low"], found["high"]);
    assert_eq!(found["chances"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found["chances"][0]["chance"], 1.0);
    assert_eq!(found["chances"][0]["level"], json(&position)["outcome"]["name"]);
}

#[test]
fn an_assessment_has_a_margin_its_bounds_and_every_level() {
    for battle in ["blue-gray/antietam", "blue-gray/fredericksburg", "blue-gray/chattanooga"] {
        let start = run(&["position", "new", battle], "").out;
        let told = run(&["position", "assess"], &start);
        assert_eq!(told.code, 0, "{}", told.err);
        let found = json(&told.out);
        let number = |field: &str| found[field].as_f64().expect("a number");
        assert!(number("low") < number("margin") && number("margin") < number("high"), "{found}");
        let chances = found["chances"].as_array().expect("chances");
        assert!(chances.len() >= 3, "{found}");
        let all: f64 = chances.iter().filter_map(|level| level["chance"].as_f64()).sum();
        assert!((all - 1.0).abs() < 0.01, "{found}");
    }
    // Winder is as good as lost, and the Union has no better day.
    let margin = |text: &str| json(&run(&["position", "assess"], text).out)["margin"].as_f64();
    let without = TRAP.replace(r#"{"id":"Winder","hex":"0809"},"#, "");
    assert!(margin(TRAP) > margin(&without), "{:?} {:?}", margin(TRAP), margin(&without));
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

/// Types the commands of a block and compares what they print; gives how many there were.
fn check_session(block: &str, files: &mut BTreeMap<String, String>) -> usize {
    let (mut code, mut commands) = (0, 0);
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
            let name = words.drain(from..from + 2).nth(1).expect("a file");
            files[&name].clone()
        };
        let into = words.iter().position(|word| word == ">");
        let into = into.and_then(|at| words.drain(at..at + 2).nth(1));
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let told = run(&arguments, &text);
        code = told.code;
        let printed = if let Some(name) = into {
            files.insert(name, told.out);
            told.err
        } else {
            told.out + &told.err
        };
        assert_eq!(printed.trim_end(), expected.trim_end(), "$ {line}");
    }
    commands
}

#[test]
fn the_page_about_positions_is_what_a_person_sees() {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let (mut name, mut commands) = (None, 0);
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
            files.insert(name.take().expect("the name of a file"), position.to_owned());
        }
    }
    assert!(commands >= 17 && files.len() >= 5, "{commands} commands, {} files", files.len());
    for word in ["advise", "assess"] {
        assert!(PAGE.contains(&format!("$ longroll position {word}")), "{word}");
    }
}
