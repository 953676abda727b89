//! Lessons are played with the engine: a lesson that says what the rules do not do does not pass.

use rules::lesson::{Lesson, covers};
use serde_json::{Value, json};

#[test]
fn every_lesson_is_as_the_engine_has_it() {
    let mut lessons = 0;
    for id in atlas::builtin::ids() {
        let battle = atlas::builtin::battle(id).expect("a battle without faults");
        match Lesson::of(&battle) {
            Ok(Some(lesson)) => {
                assert!((12..=15).contains(&lesson.steps.len()), "{id}: small, and not too long");
                lessons += 1;
            }
            Ok(None) => {}
            Err(faults) => panic!("{id}, lesson.json: {faults}"),
        }
    }
    assert!(lessons > 0);
}

/// The first battle with a lesson, and its lesson as JSON.
fn first() -> (atlas::battle::Battle, Value) {
    let battles = atlas::builtin::ids().map(|id| atlas::builtin::battle(id).expect("a battle"));
    let battle = battles.into_iter().find(|battle| battle.lesson.is_some()).expect("a lesson");
    let bytes = battle.lesson.clone().unwrap_or_default();
    let lesson = serde_json::from_slice(&bytes).expect("JSON");
    (battle, lesson)
}

/// What is said of the lesson after a change.
fn faults(change: impl Fn(&mut Value)) -> String {
    let (mut battle, mut lesson) = first();
    change(&mut lesson);
    battle.lesson = Some(lesson.to_string().into_bytes());
    Lesson::of(&battle).expect_err("it is wrong now").to_string()
}

#[test]
fn what_the_engine_does_otherwise_is_told_with_its_place() {
    let told = faults(|lesson| {
        lesson["steps"][1]["deeds"][0]["events"][0]["cost"] = json!(7);
        lesson["steps"][5]["deeds"][0]["odds"]["column"] = json!("6-1");
        lesson["steps"][5]["slips"][0]["refused"] = json!("BG 1.0");
    });
    assert!(told.contains("step road, deed 1: ") && told.contains("does not happen"), "{told}");
    assert!(told.contains("step attack, deed 1: the odds are \"2-1\""), "{told}");
    assert!(told.contains("step attack, slip 1: expected a refusal by BG 1.0"), "{told}");
}

#[test]
fn what_cannot_be_read_is_told_all_at_once() {
    let told = faults(|lesson| {
        lesson["sied"] = json!("union");
        lesson["steps"][0]["title"] = json!(3);
        lesson["steps"][2]["deeds"] = json!([]);
        lesson["steps"][3]["id"] = json!("road");
    });
    for expected in [
        "sied",
        "step march, title: found 3; expected a text",
        "step control, deeds: expected at least one",
        "step road: another step has this id",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}

#[test]
fn what_counts_as_well_is_played_through_the_steps_that_follow() {
    // From 0710 Crawford must attack, too: the attack of the trap is another one then.
    let told = faults(|lesson| {
        lesson["steps"][11]["deeds"][0]["or"] =
            json!([{"move": {"unit": "1/1/XII", "to": "0710"}}]);
    });
    assert!(told.contains("step close, deed 1, or "), "{told}");
    assert!(told.contains("then step trap: "), "{told}");
}

#[test]
fn a_position_that_cannot_be_and_a_deed_that_is_refused_are_told() {
    let told = faults(|lesson| {
        lesson["steps"][0]["position"]["units"][0]["hex"] = json!("9999");
        lesson["steps"][11]["deeds"][0]["action"] =
            json!({"move": {"unit": "1/1/XII", "to": "0126"}});
        lesson["steps"][11]["deeds"][0]["or"] = json!([{"move": {"unit": "nobody"}}]);
    });
    assert!(told.contains("step march, position: "), "{told}");
    assert!(told.contains("step close, deed 1: nothing that can be done is like"), "{told}");
    assert!(told.matches("step close, deed 1: ").count() == 2, "{told}");
}

#[test]
fn a_pattern_covers_what_says_all_it_says() {
    let path = json!({"move": {"unit": "a", "path": ["01", "02"]}});
    assert!(covers(&json!({"move": {"unit": "a", "to": "02"}}), &path));
    assert!(covers(&json!({"move": {}}), &path));
    assert!(!covers(&json!({"move": {"to": "01"}}), &path));
    assert!(covers(&json!(["a", "b"]), &json!(["b", "a"])), "in any order");
    assert!(!covers(&json!(["a"]), &json!(["b", "a"])), "all of them");
}
