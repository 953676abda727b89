//! The staff never offers an illegal action, keeps its budget, and answers the same question the same way.

use std::cell::Cell;

use rules::brigade::{Action, Phase, apply, check, decision, new_game};
use rules::dice::Chance;
use staff::brigade::{Player, choose};
use staff::{Budget, Level};

use crate::common::{KINDS, battle, midgame, soak};

/// How many positions of each kind of game: more when the long tests are asked for.
fn positions() -> u64 {
    if soak() { 1_000 } else { 6 }
}

/// A General with few positions judges; with many he plays his plans out, which takes long.
fn allowed(level: Level, seed: u64) -> Budget<'static> {
    match level {
        Level::General if seed % 10 == 7 => Budget::nodes(4_000),
        Level::General => Budget::nodes(100),
        _ => Budget::FREE,
    }
}

#[test]
fn no_level_offers_an_illegal_action_in_the_midst_of_random_games() {
    for (scenario, options) in KINDS {
        let battle = battle(scenario, options);
        for seed in 0..positions() {
            let state = midgame(&battle, seed, 20 + (seed as usize * 97) % 900);
            for level in Level::ALL {
                let mut player = Player::new(&battle, level, seed);
                let choice = player.choose(&battle, &state, allowed(level, seed)).unwrap();
                assert_eq!(player.makeshifts(), 0, "{scenario} {seed} {level}: {choice:?}");
                let verdict = check(&battle, &state, &choice.action);
                assert!(verdict.is_ok(), "{scenario} {seed} {level}: {choice:?} {verdict:?}");
                assert!(!choice.why.is_empty(), "{scenario} {seed} {level}: {choice:?}");
            }
        }
    }
}

#[test]
fn whole_games_are_played_and_every_plan_survives_its_own_moves() {
    for (index, (scenario, options)) in KINDS.into_iter().enumerate() {
        let battle = battle(scenario, options);
        let (mut dice, mut events) = (Chance::new(5), Vec::new());
        let mut state = new_game(&battle, &mut dice, &mut events);
        let levels = match index % 3 {
            0 => [Level::Captain, Level::Recruit],
            1 => [Level::Recruit, Level::Captain],
            _ => [Level::Captain, Level::Captain],
        };
        let mut players = levels.map(|l| Player::new(&battle, l, 5).without_reasons());
        let mut steps = 0;
        while let Some(side) = decision(&state).side() {
            let choice = players[side as usize].choose(&battle, &state, Budget::FREE).unwrap();
            apply(&battle, &mut state, &choice.action, &mut dice, &mut events)
                .unwrap_or_else(|refusal| panic!("{:?}: {refusal:?}", choice.action));
            steps += 1;
            assert!(steps < 20_000, "{scenario} does not end");
        }
        assert_eq!(players.each_ref().map(Player::makeshifts), [0, 0], "{scenario} {options:?}");
        assert!(players[0].choose(&battle, &state, Budget::FREE).is_none());
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for (scenario, options) in [KINDS[0], KINDS[4]] {
        let battle = battle(scenario, options);
        for seed in 0..3 {
            let state = midgame(&battle, seed, 150 + 40 * seed as usize);
            for level in Level::ALL {
                let ask = || choose(&battle, &state, level, Budget::nodes(1_500), seed);
                assert_eq!(ask(), ask(), "{scenario} {seed} {level}");
            }
        }
    }
}

/// A playing-out is not broken off in the middle: so many positions may be judged beyond the budget.
const LAST_STRETCH: u64 = 600;

#[test]
fn the_budget_is_kept() {
    let battle = battle(KINDS[0].0, &[]);
    for nodes in [1, 100, 2_000] {
        for seed in 0..4 {
            let state = midgame(&battle, seed, 100);
            let choice =
                choose(&battle, &state, Level::General, Budget::nodes(nodes), seed).unwrap();
            assert!(choice.nodes <= nodes + LAST_STRETCH, "{} for {nodes}", choice.nodes);
        }
    }
}

#[test]
fn an_interrupted_player_answers_at_once_and_legally() {
    let battle = battle(KINDS[3].0, &[]);
    for seed in 0..6 {
        let state = midgame(&battle, seed, 60 + 20 * seed as usize);
        for level in Level::ALL {
            for patience in [0, 1, 50, 700] {
                let asked = Cell::new(0);
                let stop = || {
                    asked.set(asked.get() + 1);
                    asked.get() > patience
                };
                let choice = choose(&battle, &state, level, Budget::until(&stop), seed).unwrap();
                assert!(check(&battle, &state, &choice.action).is_ok());
                let told = asked.get() <= patience + LAST_STRETCH;
                assert!(told, "{level}: {} questions for {patience}", asked.get());
            }
        }
    }
}

#[test]
fn a_plan_is_dropped_when_the_state_is_not_the_one_it_expects() {
    let battle = battle(KINDS[0].0, &[]);
    let mut dice = Chance::new(3);
    let mut state = new_game(&battle, &mut dice, &mut Vec::new());
    let mut player = Player::new(&battle, Level::Captain, 3);
    while state.phase != Phase::Movement {
        let choice = player.choose(&battle, &state, Budget::FREE).unwrap();
        apply(&battle, &mut state, &choice.action, &mut dice, &mut Vec::new()).unwrap();
    }
    let first = player.choose(&battle, &state, Budget::FREE).unwrap();
    assert!(matches!(first.action, Action::Move { .. }), "{first:?}");
    assert!(!player.has_plan(&state));
    // The move was never made: asked about the same state again, the player plans again.
    let again = player.choose(&battle, &state, Budget::FREE).unwrap();
    assert_eq!(first.action, again.action);
    apply(&battle, &mut state, &first.action, &mut dice, &mut Vec::new()).unwrap();
    assert!(player.has_plan(&state), "the rest of the plan is remembered");
    let elsewhere = midgame(&battle, 9, 200);
    let choice = player.choose(&battle, &elsewhere, Budget::FREE).unwrap();
    assert!(check(&battle, &elsewhere, &choice.action).is_ok());
}
