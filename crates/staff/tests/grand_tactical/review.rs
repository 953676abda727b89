//! Looking back on a game.

use std::sync::Arc;

use atlas::Side;
use rules::dice::Seed;
use rules::game::{Game, Seat};
use serde_json::{Map, json};
use staff::Scope;

use crate::common::BATTLE;

#[test]
fn ending_a_phase_without_an_order_is_judged_against_the_staffs_plan() {
    let files = atlas::builtin::battle(BATTLE).unwrap();
    let game = Arc::new(Game::new(&files, None, &["4=intermediate".into(), "8".into()]).unwrap());
    let staff = staff::of(&game, &files).unwrap();
    let (_, state) = game.begin(&Seed::from_number(1), Map::new());
    let mut judge = staff.judge();
    let seen = game.seen(&state, Seat::Side(Side::Union));
    let done = json!({"end_phase": {}});
    let found = judge.judge(&seen, &done, &|| false).unwrap().expect("a decision");
    assert_eq!(found.scope, Scope::Phase);
    assert!(found.ends && found.best.is_finite() && found.done.is_finite());
    let choice = found.choice.expect("the staff would have ordered something");
    assert!(!choice.words.is_empty() && !found.plan.is_empty());
}
