//! What positions promise.

use std::sync::Arc;

use atlas::Side;
use rules::brigade::{apply_listed, new_game, victory};
use rules::dice::Chance;
use rules::game::Game;
use staff::brigade::{Assessor, Player, SCALE};
use staff::{Budget, Level};

use crate::common::{BATTLE, KINDS, battle, midgame, position};

#[test]
fn chances_add_up_and_the_margin_is_a_score_that_can_be_had() {
    for (scenario, options) in KINDS {
        let battle = battle(scenario, options);
        for assessor in [Assessor::of(&battle), Assessor::without_experience(&battle)] {
            for seed in 0..4 {
                let state = midgame(&battle, seed, 300 * seed as usize);
                let found = assessor.assess(&battle, &state);
                let all: f64 = found.chances.iter().map(|chance| chance.chance).sum();
                assert!((all - 1.0).abs() < 1e-9, "{found:?}");
                assert_eq!(found.chances.len(), battle.facts.levels.len());
                assert!((0.0..=25.0).contains(&found.margin) && found.spread > 0.0, "{found:?}");
                let both = found.wins(Side::Union) + found.wins(Side::Confederate);
                assert!(both <= 1.0 + 1e-9);
            }
        }
    }
}

#[test]
fn a_landmark_held_is_worth_something_and_more_at_the_end() {
    let at = |turn: u8, hex: &str| {
        let text = format!(
            r#"{{"game":"brigade/antietam","turn":{turn},"side":"union","first":"union","phase":"movement",
            "active":["II"],"control":{{"1616":"union"}},"units":[{{"id":"US-II-FRENCH-KIMBALL","hex":"{hex}"}},
            {{"id":"CS-JS-DHHILL-RIPLEY","hex":"2210"}}]}}"#
        );
        let (battle, state) = position(&text);
        Assessor::without_experience(&battle).assess(&battle, &state).margin
    };
    assert!(at(16, "1616") >= at(16, "0903"));
    assert!(at(16, "1616") >= 2.5);
}

#[test]
fn a_game_that_is_over_promises_what_it_brought() {
    let battle = battle("hooker-attacks", &[]);
    let mut dice = Chance::new(4);
    let mut state = new_game(&battle, &mut dice, &mut Vec::new());
    let mut player = Player::new(&battle, Level::Recruit, 4).without_reasons();
    while let Some(choice) = player.choose(&battle, &state, Budget::FREE) {
        apply_listed(&battle, &mut state, &choice.action, &mut dice, &mut Vec::new());
    }
    let found = Assessor::of(&battle).assess(&battle, &state);
    assert!(found.over && found.spread == 0.0);
    assert_eq!(found.margin, f64::from(victory::points(&battle, &state)));
}

#[test]
fn an_assessment_is_told_in_words() {
    let files = atlas::builtin::battle(BATTLE).unwrap();
    let game = Arc::new(Game::new(&files, None, &[]).unwrap());
    let (_, state) = game.begin(&rules::dice::Seed::from_number(1), serde_json::Map::new());
    let found = staff::of(&game, &files).expect("a staff").assess(&state);
    let (low, high) = found.range();
    assert!(low < found.margin && found.margin < high, "{found:?}");
    let said = found.words(&SCALE);
    assert!(said.starts_with("Expected at the end: Union by ") && said.ends_with('.'), "{said}");
}
