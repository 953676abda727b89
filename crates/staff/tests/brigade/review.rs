//! Looking back on a game.

use std::sync::Arc;

use rules::game::Game;
use serde_json::json;
use staff::interface::Scope;

use crate::common::BATTLE;

#[test]
fn an_assault_that_need_not_be_made_at_bad_odds_is_told_of() {
    let files = atlas::builtin::battle(BATTLE).unwrap();
    let game = Arc::new(Game::new(&files, None, &[]).unwrap());
    let staff = staff::of(&game, &files).expect("a staff");
    let position = json!({"game": BATTLE, "turn": 5, "side": "union", "first": "union", "phase": "assault",
        "active": ["IX"], "units": [{"id": "US-IX-WILLCOX-CHRIST", "hex": "3010"},
        {"id": "CS-LS-JGWALKER-MANNING", "hex": "3111"}]});
    let state = game.read_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
    let done = json!({"assault": {"defenders": ["3111"], "attackers": ["US-IX-WILLCOX-CHRIST"]}});
    let found = staff.judge().judge(&state, &done, &|| false).unwrap().expect("a judgement");
    assert_eq!(found.scope, Scope::Attack);
    assert!(found.done < found.best, "{found:?}");
    assert!(found.choice.is_some());
    let ended = json!({"end_phase": {}});
    let found = staff.judge().judge(&state, &ended, &|| false).unwrap().expect("a judgement");
    assert_eq!(found.done, found.best);
}
