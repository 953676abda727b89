//! The staff never offers an illegal action, keeps its budget, and answers the same question the same way.

use std::cell::Cell;

use rules::System;
use rules::dice::Chance;
use rules::grand_tactical::state::Phase;
use staff::grand_tactical::Player;
use staff::{Budget, Level};

use crate::common::{KINDS, battle, midgame, seen, soak};

/// How many positions of each kind of game: more when the long tests are asked for.
fn positions() -> u64 {
    if soak() { 1_000 } else { 3 }
}

/// A General with few positions answers at once; with many he plays his plans out, which takes long.
fn allowed(level: Level, seed: u64) -> Budget<'static> {
    match level {
        Level::Colonel | Level::General if seed % 10 != 1 => Budget::nodes(50),
        Level::General => Budget::nodes(1_000),
        _ => Budget::FREE,
    }
}

#[test]
fn no_level_offers_an_illegal_action_in_the_midst_of_random_games() {
    for options in KINDS {
        let battle = battle(options);
        for seed in 0..positions() {
            let state = midgame(&battle, seed, 20 + (seed as usize * 397) % 1500);
            let seen = seen(&battle, &state);
            for level in Level::ALL {
                let mut player = Player::new(&battle, level, seed);
                let choice = player.choose(&battle, &seen, allowed(level, seed)).unwrap();
                let verdict = battle.check(&seen, &choice.action);
                assert!(verdict.is_ok(), "{options:?} {seed} {level}: {choice:?} {verdict:?}");
                assert!(!choice.why.is_empty(), "{options:?} {seed} {level}: {choice:?}");
            }
        }
    }
}

#[test]
fn whole_games_are_played_to_their_end() {
    for (index, options) in KINDS.into_iter().enumerate() {
        let battle = battle(options);
        let (mut dice, mut events) = (Chance::new(5), Vec::new());
        let mut state = battle.start(&mut dice, &mut events);
        let levels = match index % 2 {
            0 => [Level::Captain, Level::Recruit],
            _ => [Level::Recruit, Level::Captain],
        };
        let mut players = levels.map(|level| Player::new(&battle, level, 5).without_reasons());
        let mut steps = 0;
        while let Some(side) = battle.decider(&state) {
            let seen = seen(&battle, &state);
            let choice = players[side as usize].choose(&battle, &seen, Budget::FREE).unwrap();
            events.clear();
            battle
                .apply(&mut state, &choice.action, &mut dice, &mut events)
                .unwrap_or_else(|refusal| panic!("{:?}: {refusal:?}", choice.action));
            steps += 1;
            assert!(steps < 50_000, "{options:?} does not end");
        }
        assert!(players[0].choose(&battle, &state, Budget::FREE).is_none());
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for options in [KINDS[0], KINDS[5]] {
        let battle = battle(options);
        for seed in 0..2 {
            let state = seen(&battle, &midgame(&battle, seed, 150 + 40 * seed as usize));
            for level in Level::ALL {
                let ask = || {
                    Player::new(&battle, level, seed).choose(&battle, &state, Budget::nodes(300))
                };
                assert_eq!(ask(), ask(), "{options:?} {seed} {level}");
            }
        }
    }
}

/// What the planning of a phase counts for: that is always done, and never broken off in the middle.
const LAST_STRETCH: u64 = 100;

#[test]
fn the_budget_is_kept() {
    let battle = battle(&[]);
    for nodes in [1, 100, 1_000] {
        let state = midgame(&battle, 2, 100);
        let mut player = Player::new(&battle, Level::General, 1);
        let choice = player.choose(&battle, &state, Budget::nodes(nodes)).unwrap();
        assert!(choice.nodes <= nodes + LAST_STRETCH, "{} for {nodes}", choice.nodes);
    }
}

#[test]
fn an_interrupted_player_answers_at_once_and_legally() {
    let battle = battle(&["4=advanced"]);
    let state = midgame(&battle, 3, 200);
    for level in Level::ALL {
        for patience in [0, 1, 20] {
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > patience
            };
            let mut player = Player::new(&battle, level, 1);
            let choice = player.choose(&battle, &state, Budget::until(&stop)).unwrap();
            assert!(battle.check(&state, &choice.action).is_ok());
            let told = asked.get() <= patience + 3;
            assert!(told, "{level}: {} questions for {patience}", asked.get());
        }
    }
}

#[test]
fn a_plan_is_dropped_when_the_state_is_not_the_one_it_expects() {
    let battle = battle(&[]);
    let (mut dice, mut events) = (Chance::new(3), Vec::new());
    let mut state = battle.start(&mut dice, &mut events);
    assert_eq!(state.phase, Phase::Operations, "the basic game activates nobody");
    let mut player = Player::new(&battle, Level::Captain, 3);
    let first = player.choose(&battle, &state, Budget::FREE).unwrap();
    assert!(!player.has_plan(&state));
    // The order was never given: asked about the same state again, the player plans again.
    let again = player.choose(&battle, &state, Budget::FREE).unwrap();
    assert_eq!(first.action, again.action);
    battle.apply(&mut state, &first.action, &mut dice, &mut events).unwrap();
    assert!(player.has_plan(&state), "the rest of the plan is remembered");
    let elsewhere = midgame(&battle, 9, 200);
    let choice = player.choose(&battle, &elsewhere, Budget::FREE).unwrap();
    assert!(battle.check(&elsewhere, &choice.action).is_ok());
}
