//! A position of whatever system, then an action and a question for it, each after a control
//! character 1. A position that is read is written and read back; what is listed is legal; an
//! action is done or refused with its rule.

use rules::dice::Seed;
use rules::game::{ActError, Game, GameState, Seat};
use rules::json::{Header, parse};
use rules::record::Source;

use super::game_of;

/// Says whether it was a position.
pub fn feed(text: &str) -> bool {
    let mut parts = text.splitn(3, '\u{1}');
    let position = parts.next().unwrap_or_default();
    let Ok((header, position)) = Header::read(position) else { return false };
    let game = game_of(&header.battle, header.scenario.as_deref(), &header.options);
    let Some(game) = game else { return false };
    let Ok(state) = game.read_position(&position) else { return false };
    reads_back(&game, &state);
    let seat = game.decider(&state).map_or(Seat::Watcher, Seat::Side);
    for listed in game.list(&state, seat).iter().take(50) {
        assert!(game.check(&state, seat, &listed["action"]).is_ok(), "{listed}");
    }
    if let Some(Ok(action)) = parts.next().map(|text| parse("action", text)) {
        acts(&game, &state, seat, &action);
    }
    if let Some(Ok(question)) = parts.next().map(|text| parse("question", text)) {
        let _ = game.ask(&state, seat, &question);
    }
    true
}

fn reads_back(game: &Game, state: &GameState) {
    let written = game.position(state);
    let again = game.read_position(&written);
    assert_eq!(again.as_ref().ok(), Some(state), "{written}\n{again:?}");
}

/// What is legal can be done, and leaves a position that reads back; what is refused has a rule.
fn acts(game: &Game, state: &GameState, seat: Seat, action: &serde_json::Value) {
    let legal = game.check(state, seat, action).is_ok();
    match game.act(state, &Source::new(Seed::from_number(7)), action, &[]) {
        Ok(acted) => {
            assert!(legal, "{action}");
            reads_back(game, &acted.state);
        }
        Err(ActError::Refused(told)) => {
            assert!(!legal && !told.reason.is_empty() && !told.rule.to_string().is_empty());
        }
        Err(error) => assert!(!legal && !error.to_string().is_empty()),
    }
}
