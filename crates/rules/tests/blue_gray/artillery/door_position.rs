//! A position as text: what may be left out, and what each field outside `units` and `pending` says.

use rules::blue_gray::{Battle, new_game};
use rules::dice::Seed;
use serde_json::{Value, json};

use crate::artillery::door::{open, rewritten, wrong};

/// A position of Antietam with one field.
fn antietam(field: &str, value: Value) -> String {
    json!({"game": "blue-gray/antietam", field: value}).to_string()
}

/// A position of Fredericksburg, 13 December, with more fields.
fn fredericksburg(more: Value) -> Value {
    let mut position = json!({"game": "blue-gray/fredericksburg"});
    for (key, value) in more.as_object().expect("fields") {
        position[key] = value.clone();
    }
    position
}

mod what_may_be_left_out {
    use super::*;

    #[test]
    fn everything_but_the_game() {
        for (game, scenario) in [
            ("blue-gray/antietam", "september-17"),
            ("blue-gray/fredericksburg", "december-13"),
            ("blue-gray/chattanooga", "november-24"),
        ] {
            let (battle, position) = open(&json!({"game": game}).to_string()).unwrap();
            assert_eq!(battle.scenario, scenario);
            let mut dice = Seed::from_number(0).dice(0, b"");
            let fresh = new_game(&battle, &mut dice, &mut Vec::new());
            assert!(position.state == fresh, "{game}: the set-up at the start of the first turn");
            assert_eq!(position.seed, json!(0));
        }
        assert_eq!(wrong("{}"), "the field \"game\" is missing");
    }

    #[test]
    fn null_is_the_same_as_nothing() {
        let bare = rewritten(&json!({"game": "blue-gray/antietam"}).to_string());
        let nulls = json!({
            "game": "blue-gray/antietam", "scenario": null, "options": null, "turn": null, "side": null,
            "phase": null, "units": null, "control": null, "points": null, "moves_left": null,
            "quota_lifted": null, "creek_crossed": null, "group_admitted": null, "forts_scored": null,
            "pending": null, "seed": null, "sequence": null, "outcome": null,
        });
        assert_eq!(rewritten(&nulls.to_string()), bare);
    }

    #[test]
    fn the_example_of_the_documentation_is_read_as_it_stands() {
        let text = r#"{"game":"blue-gray/fredericksburg", "scenario":"may-3", "options":["11.0"],
            "turn":2, "side":"union", "phase":"combat",
            "units":[{"id":"1/1/VI","hex":"1505","used":true}, {"id":"Cobb","state":"reserve"}],
            "control":{"1113":"confederate"},
            "points":{"union":{"eliminated":0,"exited":0,"awarded":0},
                      "confederate":{"eliminated":0,"exited":4,"awarded":0}},
            "moves_left":15, "quota_lifted":false, "creek_crossed":false, "group_admitted":false,
            "forts_scored":[], "pending":null, "seed":7, "sequence":12}"#;
        let written = rewritten(text);
        let given: Value = serde_json::from_str(text).unwrap();
        for (key, value) in given.as_object().unwrap() {
            if key != "control" {
                assert_eq!(&written[key], value, "{key}");
            }
        }
        assert_eq!(written["control"]["1113"], "confederate");
        assert_eq!(written["control"]["0206"], "union", "as at the start where nothing is said");
        assert_eq!(rewritten(&written.to_string()), written);
    }
}

mod the_moment {
    use super::*;

    #[test]
    fn turn_side_and_phase() {
        let position = fredericksburg(json!({"turn": 3, "side": "union", "phase": "combat"}));
        let written = rewritten(&position.to_string());
        assert_eq!(written["turn"], 3);
        assert_eq!(written["side"], "union");
        assert_eq!(written["phase"], "combat");
    }

    #[test]
    fn only_what_there_is() {
        for (field, value, fault) in [
            ("turn", json!(0), "turn: found 0; expected a whole number, 1 to 10"),
            ("turn", json!(11), "turn: found 11; expected a whole number, 1 to 10"),
            ("turn", json!(2.5), "turn: found 2.5; expected a whole number, 1 to 10"),
            ("turn", json!("2"), "turn: found \"2\"; expected a whole number, 1 to 10"),
            (
                "side",
                json!("north"),
                "side: found \"north\"; expected \"union\" or \"confederate\"",
            ),
            ("phase", json!(1), "phase: found 1; expected \"movement\" or \"combat\""),
            ("units", json!({}), "units: found an object; expected a list"),
            ("sequence", json!(-1), "sequence: found -1; expected a whole number, 0 to 2147483648"),
        ] {
            assert_eq!(wrong(&antietam(field, value)), fault);
        }
    }

    #[test]
    fn no_combat_at_night() {
        let position = fredericksburg(json!({"turn": 6, "phase": "combat"}));
        assert!(wrong(&position.to_string()).contains("BG 10.1"));
    }
}

mod the_header {
    use super::*;

    #[test]
    fn names_the_game_the_scenario_and_the_options() {
        let text = json!({"game": "blue-gray/antietam", "options": ["20.6", "11.0"]}).to_string();
        let (battle, position) = open(&text).unwrap();
        assert_eq!(position.to_json(&battle)["options"], json!(["11.0", "20.6"]));
        assert_eq!(battle.scenario, "september-17");
    }

    #[test]
    fn whatever_is_unknown_is_named() {
        let at = |header: Value| wrong(&header.to_string());
        assert!(at(json!({"game": "blue-gray/shiloh"})).contains("\"blue-gray/shiloh\""));
        assert!(
            at(json!({"game": "grand-tactical/antietam"}))
                .contains("the rules of grand-tactical/antietam cannot be played")
        );
        let scenario = at(json!({"game": "blue-gray/antietam", "scenario": "may-3"}));
        assert_eq!(scenario, "scenario \"may-3\"; expected september-17");
        let option = at(json!({"game": "blue-gray/antietam", "options": ["20.9"]}));
        assert!(option.starts_with("option \"20.9\"; expected 11.0, 20.1"), "{option}");
        assert!(at(json!({"game": 7})).contains("game: found 7; expected a text"));
        assert!(at(json!({"game": "x", "options": "11.0"})).contains("options: found \"11.0\""));
        assert_eq!(at(json!([])), "found a list; expected an object");
    }

    #[test]
    fn a_position_of_another_battle_is_not_read_as_one_of_this() {
        let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
        let battle = Battle::new(&files, None, &["11.0".to_owned()]).unwrap();
        let read = |value: Value| rules::blue_gray::json::Position::read(&battle, &value);
        let other = read(json!({"game": "blue-gray/chattanooga", "scenario": "x", "options": []}));
        assert_eq!(
            other.unwrap_err().to_string(),
            "game: found \"blue-gray/chattanooga\"; expected \"blue-gray/antietam\"\n\
             scenario: found \"x\"; expected \"september-17\"\n\
             options: found \"\"; expected \"11.0\""
        );
    }

    #[test]
    fn an_unknown_field_is_named_with_those_there_are() {
        let fault = wrong(&antietam("weather", json!("fog")));
        assert!(fault.starts_with("unknown field \"weather\"; expected game, scenario"), "{fault}");
    }
}

mod control_and_points {
    use super::*;

    #[test]
    fn who_holds_a_hex() {
        let held = antietam("control", json!({"0815": "union"}));
        let written = rewritten(&held);
        assert_eq!(written["control"]["0815"], "union");
        assert_eq!(written["control"]["0816"], "confederate");
        let fault = wrong(&antietam("control", json!({"0101": "union", "9999": "union"})));
        assert_eq!(fault.lines().count(), 2, "{fault}");
        assert!(fault.starts_with("control, \"0101\": this is not a hex whose control matters"));
        let fault = wrong(&antietam("control", json!({"0815": "nobody"})));
        assert!(fault.contains("found \"nobody\""));
        let fault = wrong(&antietam("control", json!(["0815"])));
        assert_eq!(fault, "control: found a list; expected an object with hexes and sides");
    }

    #[test]
    fn whoever_stands_in_a_hex_holds_it() {
        let units = json!([{"id": "1/II", "hex": "1113"}, {"id": "Hays", "state": "reserve"}]);
        let position = fredericksburg(json!({"units": units}));
        assert_eq!(rewritten(&position.to_string())["control"]["1113"], "union");
        let against = fredericksburg(json!({"units": units, "control": {"1113": "confederate"}}));
        let fault = wrong(&against.to_string());
        assert_eq!(fault, "control, \"1113\": found Confederate; a Union unit is in it");
    }

    #[test]
    fn points_by_their_source() {
        let written = rewritten(&json!({"game": "blue-gray/fredericksburg"}).to_string());
        assert_eq!(written["points"]["confederate"]["exited"], 4, "17.35");
        let points =
            json!({"union": {"eliminated": 5}, "confederate": {"exited": 0, "awarded": 8}});
        let written = rewritten(&fredericksburg(json!({"points": points})).to_string());
        assert_eq!(
            written["points"],
            json!({"union": {"eliminated": 5, "exited": 0, "awarded": 0},
                   "confederate": {"eliminated": 0, "exited": 0, "awarded": 8}})
        );
        let fault = wrong(&antietam("points", json!({"union": {"eliminated": -1, "luck": 3}})));
        assert_eq!(fault.lines().count(), 2, "{fault}");
        assert!(fault.contains("points, union: unknown field \"luck\""));
        assert!(
            wrong(&antietam("points", json!({"north": {}}))).contains("unknown field \"north\"")
        );
        assert!(wrong(&antietam("points", json!(3))).contains("points: found 3"));
    }

    #[test]
    fn a_fort_scores_once() {
        let chattanooga = |more: Value| {
            let mut position = json!({"game": "blue-gray/chattanooga"});
            for (key, value) in more.as_object().unwrap() {
                position[key] = value.clone();
            }
            position.to_string()
        };
        assert_eq!(rewritten(&chattanooga(json!({})))["forts_scored"], json!([]));
        let scored = rewritten(&chattanooga(json!({"forts_scored": ["1417"]})));
        assert_eq!(scored["forts_scored"], json!(["1417"]));
        let units = json!([{"id": "Moore", "hex": "1514"}, {"id": "XII", "hex": "1417"}]);
        let taken = rewritten(&chattanooga(json!({"units": units})));
        assert_eq!(taken["forts_scored"], json!(["1514"]), "a Confederate in it has taken it");
        let fault = wrong(&chattanooga(json!({"forts_scored": ["1025"]})));
        assert_eq!(fault, "forts_scored: 1025 does not score once in this battle");
    }
}

mod quotas {
    use super::*;

    #[test]
    fn moves_left() {
        let written = rewritten(&antietam("moves_left", json!(6)));
        assert_eq!(written["moves_left"], 6);
        assert_eq!(rewritten(&antietam("turn", json!(1)))["moves_left"], 15);
        assert_eq!(rewritten(&antietam("turn", json!(2)))["moves_left"], 10);
        assert_eq!(rewritten(&antietam("side", json!("confederate")))["moves_left"], Value::Null);
        let fault = wrong(&antietam("moves_left", json!(16)));
        assert_eq!(fault, "moves_left: found 16; expected a whole number, 0 to 15");
        let idle = json!({"game": "blue-gray/antietam", "side": "confederate", "moves_left": 3});
        assert_eq!(rewritten(&idle.to_string())["moves_left"], Value::Null, "nothing to count");
    }

    #[test]
    fn what_lifts_them_and_who_is_admitted() {
        let written = rewritten(&antietam("quota_lifted", json!(true)));
        assert_eq!(written["quota_lifted"], true);
        assert_eq!(written["moves_left"], Value::Null);
        assert_eq!(rewritten(&antietam("creek_crossed", json!(true)))["creek_crossed"], true);
        assert_eq!(rewritten(&antietam("group_admitted", json!(true)))["group_admitted"], true);
        let left = |more: Value| {
            let mut position =
                json!({"game": "blue-gray/antietam", "turn": 3, "creek_crossed": true});
            for (key, value) in more.as_object().expect("fields") {
                position[key] = value.clone();
            }
            rewritten(&position.to_string())["moves_left"].clone()
        };
        assert_eq!(left(json!({})), Value::Null, "the creek was crossed before this player-turn");
        assert_eq!(left(json!({"quota_lifted": false})), 10, "as it is written");
        let reached = json!({"game": "blue-gray/fredericksburg", "turn": 3, "side": "union",
            "units": [{"id": "Wilcox", "hex": "0206"}]});
        assert_eq!(rewritten(&reached.to_string())["quota_lifted"], true, "0206 was entered");
        let fault = wrong(&antietam("creek_crossed", json!("yes")));
        assert_eq!(fault, "creek_crossed: found \"yes\"; expected true or false");
    }
}

mod seeds {
    use super::*;

    #[test]
    fn a_number_or_64_digits() {
        let digits = "0123456789abcdef".repeat(4);
        for (seed, same) in
            [(json!(7), Seed::from_number(7)), (json!(digits), Seed::parse(&digits).unwrap())]
        {
            let (battle, position) = open(&antietam("seed", seed.clone())).unwrap();
            assert_eq!(rules::json::seed_of(&position.to_json(&battle)), same);
            assert_eq!(position.to_json(&battle)["seed"], seed, "as it was written");
        }
        assert_ne!(Seed::from_number(7), Seed::from_number(8));
    }

    #[test]
    fn nothing_else() {
        for seed in [
            json!(-1),
            json!(1.5),
            json!("7"),
            json!("xyz"),
            json!([]),
            json!(1e30),
            json!("0".repeat(63)),
        ] {
            let fault = wrong(&antietam("seed", seed));
            assert!(fault.ends_with("expected a whole number or 64 hexadecimal digits"), "{fault}");
        }
    }

    #[test]
    fn the_sequence_is_kept() {
        assert_eq!(rewritten(&antietam("sequence", json!(812)))["sequence"], 812);
    }
}

mod outcomes {
    use super::*;

    /// The last player-turn of Fredericksburg with nobody on the map: the Confederates hold two hexes and
    /// four points.
    fn over(outcome: Value) -> String {
        let position = json!({"turn": 11, "side": "union", "phase": "combat",
                              "units": [], "outcome": outcome});
        fredericksburg(position).to_string()
    }

    #[test]
    fn how_it_ended_is_what_the_rules_make_of_it() {
        let told = json!({"winner": "confederate", "level": 0, "name": "victory", "early": false});
        let written = rewritten(&over(told.clone()));
        assert_eq!(written["outcome"], told);
        for wrongly in [
            json!({"winner": "union", "level": 0}),
            json!({"level": 0}),
            json!({"winner": "confederate", "level": 3}),
            json!({"winner": "confederate", "level": 0, "early": true}),
            json!({"winner": "confederate", "level": 0, "name": "draw"}),
        ] {
            let fault = wrong(&over(wrongly));
            assert_eq!(fault, "outcome: it is not what the rest of the position comes to");
        }
        let early = json!({"turn": 3, "outcome": {"winner": "confederate", "level": 0}});
        assert!(wrong(&fredericksburg(early).to_string()).starts_with("outcome: "));
        assert_eq!(
            wrong(&over(json!({"winner": "confederate"}))),
            "outcome: the field \"level\" is missing"
        );
    }
}
