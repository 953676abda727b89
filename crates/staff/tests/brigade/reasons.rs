//! Every choice has a reason in words, and every action a sentence.

use std::sync::Arc;

use rules::game::Game;
use staff::{Budget, Level};

use crate::common::{BATTLE, position};
use rules::brigade::Phase;
use staff::Names;
use staff::brigade::Player;

#[test]
fn a_march_into_a_landmark_says_what_it_is_worth() {
    let (battle, state) = position(
        r#"{"game":"brigade/antietam","turn":16,"side":"union","first":"confederate","phase":"movement",
        "active":["II"],"units":[{"id":"CS-JS-DHHILL-RIPLEY","hex":"2210"},{"id":"US-II-FRENCH-KIMBALL","hex":"1614"}]}"#,
    );
    let files = atlas::builtin::battle(BATTLE).unwrap();
    for level in Level::ALL {
        let mut player = Player::new(&battle, level, 1).with_names(Names::of(&files.map));
        let choice = player.choose(&battle, &state, Budget::nodes(500)).unwrap();
        assert_eq!(choice.why, "to take Dunker Church (3 points)", "{level}: {:?}", choice.action);
    }
}

#[test]
fn every_choice_of_a_game_is_told() {
    let files = atlas::builtin::battle(BATTLE).unwrap();
    let game = Arc::new(Game::new(&files, Some("hooker-attacks"), &["6.0".to_owned()]).unwrap());
    let staff = staff::of(&game, &files).expect("a staff");
    let mut players = [staff.player(Level::Captain, 1), staff.player(Level::Recruit, 2)];
    let seed = rules::dice::Seed::from_number(1);
    let (_, mut state) = game.begin(&seed, serde_json::Map::new());
    let source = rules::record::Source::new(seed);
    let (mut told, mut kinds) = (0, std::collections::BTreeSet::new());
    while let Some(side) = game.decider(&state) {
        let player = &mut players[side as usize];
        assert!(player.due(&state).is_some_and(|due| due.side == side));
        assert!(player.is_quick(&state));
        let choice = player.choose(&state, Budget::FREE).unwrap();
        assert!(!choice.why.is_empty(), "{}", choice.action);
        assert!(choice.words.ends_with('.'), "{}", choice.words);
        assert!(!choice.why.contains("  ") && !choice.words.contains("  "), "{choice:?}");
        kinds.extend(choice.action.as_object().and_then(|fields| fields.keys().next().cloned()));
        let done = game.act(&state, &source, &choice.action, &[]);
        state = done.unwrap_or_else(|error| panic!("{}: {error:?}", choice.action)).state;
        told += 1;
    }
    assert!(told > 200 && kinds.len() >= 8, "{told} {kinds:?}");
}

#[test]
fn corps_are_named_for_something() {
    let (battle, state) = position(
        r#"{"game":"brigade/antietam","turn":4,"side":"union","first":"union","phase":"activation",
        "units":[{"id":"CS-JS-DHHILL-RIPLEY","hex":"1614"},{"id":"US-II-FRENCH-KIMBALL","hex":"1611"},
        {"id":"US-II-FRENCH-WEBER","hex":"1511"},{"id":"US-VI-SMITH-HANCOCK","hex":"2201"}]}"#,
    );
    assert_eq!(state.phase, Phase::Activation);
    for level in [Level::Captain, Level::Colonel] {
        let choice = Player::new(&battle, level, 1).choose(&battle, &state, Budget::FREE).unwrap();
        assert!(choice.why.contains("II") && choice.why.contains(" Corps: "), "{}", choice.why);
    }
}
