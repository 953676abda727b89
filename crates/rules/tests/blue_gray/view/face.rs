//! The face that every game shows: begin, act, redo, positions, refusals.

use atlas::builtin::Kind;
use rules::Refused;
use rules::dice::Seed;
use rules::game::{ActError, Acted, AskError, CannotPlay, Game, Seat};
use rules::record::Source;
use serde_json::{Map, Value, json};

use crate::kinds::kinds;
use crate::view::common::{game, play};

#[test]
fn a_game_is_read_back_line_by_line() {
    for Kind { battle: id, scenario, options } in kinds() {
        let game = game(id, scenario, options);
        let seed = Seed::from_number(3);
        let source = Source::new(seed);
        let (header, first) = game.begin(&seed, Map::new());
        assert_eq!(game.first_state(&header).as_ref(), Ok(&first));
        let mut state = first;
        for _ in 0..40 {
            let answer = game.ask(&state, Seat::Watcher, &json!({"actions": {}})).unwrap();
            let actions = answer["actions"].as_array().unwrap();
            let action = &actions[actions.len() / 2]["action"];
            let Acted { line, state: next, told } = game.act(&state, &source, action, &[]).unwrap();
            assert_eq!(told, None, "nothing is hidden");
            assert_eq!(game.redo(&state, &header, &line), Ok((next.clone(), None)));
            let mut tampered = line.clone();
            tampered.hash.replace_range(0..1, if line.hash.starts_with('0') { "1" } else { "0" });
            assert!(game.redo(&state, &header, &tampered).is_err());
            state = next;
        }
    }
}

#[test]
fn a_what_if_begins_from_the_position_it_was_given() {
    let game = game("blue-gray/chattanooga", "november-24", &["11.0"]);
    play(&game, 2, |number, state| {
        if number % 50 != 0 {
            return;
        }
        let written = game.position(state);
        assert!(written.get("seed").is_none());
        assert_eq!(game.read_position(&written).as_ref(), Ok(state));
        let header = game.begin_from(&Seed::from_number(9), Map::new(), state);
        assert_eq!(game.first_state(&header).as_ref(), Ok(state));
    });
}

#[test]
fn what_cannot_be_understood_and_what_is_forbidden_are_told_apart() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let seed = Seed::from_number(1);
    let (_, state) = game.begin(&seed, Map::new());
    let source = Source::new(seed);
    let act = |action: Value, dice: &[u16]| game.act(&state, &source, &action, dice).map(|_| ());
    for bad in [
        json!(null),
        json!({}),
        json!({"march": {}}),
        json!({"move": {"unit": "Nobody", "to": "0101"}}),
    ] {
        assert!(matches!(act(bad.clone(), &[]), Err(ActError::Malformed(_))), "{bad}");
    }
    assert!(matches!(act(json!({"end_phase": {}}), &[7]), Err(ActError::Draws(_))));
    let hood = json!({"move": {"unit": "Hood", "to": "0811"}});
    let refused = act(hood, &[]);
    let Err(ActError::Refused(Refused { rule, reason })) = refused else { panic!("{refused:?}") };
    assert_eq!((rule.to_string(), rule.link()), ("BG 5.11".into(), "blue-gray/bg-5.11".into()));
    assert!(reason.starts_with("Hood"));
}

#[test]
fn a_battle_of_another_system_or_with_a_wrong_name_is_refused() {
    let other = atlas::builtin::battle("grand-tactical/antietam").unwrap();
    let odd = rules::blue_gray::Battle::new(&other, None, &[]);
    assert!(matches!(odd, Err(CannotPlay::NoEngine(_))));
    let antietam = atlas::builtin::battle("blue-gray/antietam").unwrap();
    let no_scenario = Game::new(&antietam, Some("july-3"), &[]);
    assert!(matches!(no_scenario, Err(CannotPlay::NoScenario { .. })));
    assert!(Game::new(&antietam, None, &["99.9".into()]).is_err());
}

#[test]
fn questions_that_make_no_sense_are_refused_by_name() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let (_, state) = game.begin(&Seed::from_number(1), Map::new());
    for (question, word) in [
        (json!(null), "one field"),
        (json!({"reach": {"unit": "Hood"}, "path": {}}), "one field"),
        (json!({"fortune": {}}), "fortune"),
        (json!({"reach": []}), "object"),
        (json!({"reach": {}}), "unit"),
        (json!({"reach": {"unit": 5}}), "unit"),
        (json!({"reach": {"unit": "Hood", "speed": 3}}), "speed"),
        (json!({"path": {"unit": "Hood"}}), "via"),
        (json!({"path": {"unit": "Hood", "via": vec!["0810"; 40]}}), "via"),
        (json!({"path": {"unit": "Hood", "to": "0"}}), "hex"),
        (json!({"target": {"hexes": []}}), "hexes"),
        (json!({"target": {"hexes": vec!["0810"; 7]}}), "hexes"),
        (json!({"odds": {}}), "attack"),
        (json!({"odds": {"attack": {"defenders": "all"}}}), "list"),
        (json!({"sight": {"to": "0810"}}), "from"),
        (json!({"why": {"action": {"move": {}}}}), "unit"),
    ] {
        let Err(AskError::Malformed(problem)) = game.ask(&state, Seat::Watcher, &question) else {
            panic!("{question} was answered");
        };
        assert!(problem.contains(word), "{question}: {problem}");
    }
}
