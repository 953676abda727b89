//! The text itself: fields that stand twice, text that breaks off, and text that was never meant to be read.

use rules::blue_gray::json::parse_action;
use rules::json::Header;

use crate::artillery::door::wrong;
use crate::fixture::Field;

fn misread(action: &str) -> String {
    let game = Field::open().union("A", 4, "0505").confederate("X", 4, "0503").movement();
    let read = parse_action(game.battle(), game.state(), action);
    read.err().unwrap_or_else(|| panic!("nothing is wrong with {action}")).to_string()
}

#[test]
fn a_field_that_stands_twice_is_refused_wherever_it_is() {
    let twice = r#"{"game":"blue-gray/antietam","turn":1,"turn":2,
        "units":[{"id":"A","hex":"1513"},{"id":"B","hex":"1414","hex":"0101"}],
        "points":{"union":{"exited":1,"exited":1}}}"#;
    assert_eq!(
        wrong(twice),
        "position: the field \"turn\" stands twice\n\
         position, units, item 2: the field \"hex\" stands twice\n\
         position, points, union: the field \"exited\" stands twice"
    );
    assert_eq!(
        misread(r#"{"move":{"unit":"A","to":"0506","to":"0507"}}"#),
        "action, move: the field \"to\" stands twice"
    );
    assert_eq!(
        misread(r#"{"end_phase":{},"end_phase":{}}"#),
        "action: the field \"end_phase\" stands twice"
    );
}

#[test]
fn text_that_is_no_json() {
    assert_eq!(wrong(""), "position: the text is empty; expected a JSON object");
    assert_eq!(wrong(" \n\t"), "position: the text is empty; expected a JSON object");
    let broken = wrong("{\"game\": \"blue-gray/antietam\",");
    assert!(broken.starts_with("position: the text breaks off: "), "{broken}");
    assert!(broken.ends_with("at line 1 column 30"), "{broken}");
    assert!(wrong("{game: 1}").starts_with("position: not JSON: "));
    assert!(wrong("{} {}").starts_with("position: not JSON: trailing characters"));
    assert!(wrong("nonsense").starts_with("position: not JSON: "));
    assert!(misread("").starts_with("action: the text is empty"));
    assert!(misread("{\"move\"").starts_with("action: the text breaks off"));
}

#[test]
fn depth_and_size_end_in_a_message() {
    let deep = "[".repeat(100_000);
    assert!(wrong(&deep).contains("recursion limit exceeded"));
    let deep = format!("{{\"game\":{}1{}}}", "[".repeat(100), "]".repeat(100));
    assert!(wrong(&deep).starts_with("game: found a list; expected a text"));
    let deep = format!("{{\"a\":{}1{}}}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
    assert!(wrong(&deep).contains("recursion limit exceeded"));
    for number in ["1e999", "-1e999"] {
        let text = format!("{{\"game\":\"blue-gray/antietam\",\"turn\":{number}}}");
        assert!(wrong(&text).contains("number out of range"), "{}", wrong(&text));
    }
    for number in
        ["99999999999999999999999999", "18446744073709551615", "-9223372036854775808", "1e300"]
    {
        let text = format!("{{\"game\":\"blue-gray/antietam\",\"turn\":{number}}}");
        assert!(wrong(&text).ends_with("expected a whole number, 1 to 10"), "{}", wrong(&text));
    }
}

#[test]
fn a_long_word_is_cut_in_the_message() {
    let long = "x".repeat(10_000);
    let fault = wrong(&format!("{{\"game\":\"blue-gray/antietam\",\"{long}\":1}}"));
    assert!(fault.len() < 400, "{} characters", fault.len());
    let fault = misread(&format!("{{\"{long}\":{{}}}}"));
    assert!(fault.len() < 400, "{} characters", fault.len());
}

#[test]
fn many_faults_are_counted() {
    let units: Vec<String> =
        (0..500).map(|n| format!("{{\"id\":\"nobody {n}\",\"hex\":\"0101\"}}")).collect();
    let text = format!("{{\"game\":\"blue-gray/antietam\",\"units\":[{}]}}", units.join(","));
    let faults = wrong(&text);
    assert_eq!(faults.lines().count(), 101);
    assert!(faults.ends_with("… and 400 more"));
}

#[test]
fn the_header_keeps_the_rest_as_it_stands() {
    let (header, value) =
        Header::read(r#"{"units":[],"game":"a/b","scenario":"s","options":["1.0"]}"#).unwrap();
    assert_eq!((header.battle.as_str(), header.scenario.as_deref()), ("a/b", Some("s")));
    assert_eq!(header.options, ["1.0"]);
    assert_eq!(value["units"], serde_json::json!([]));
}
