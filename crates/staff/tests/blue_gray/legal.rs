//! The staff never offers an illegal action, keeps its budget, and answers the same question the same way.

use std::cell::Cell;

use rules::blue_gray::{Action, apply, check, decision};
use rules::dice::Chance;
use staff::blue_gray::{Player, choose};
use staff::{Budget, Level};

use crate::common::{KINDS, Kind, battle, by_kind, midgame, soak};

/// How many positions of each kind of game: more when the long tests are asked for. Without them no General
/// plays his plans out here; he does where the same question is asked twice.
fn positions() -> u64 {
    if soak() { 1_000 } else { 7 }
}

/// A General plans by judgement alone with few positions; with many he plays his plans out, which takes long.
fn budget(level: Level, seed: u64) -> Budget<'static> {
    match level {
        Level::General if seed % 25 == 7 => Budget::nodes(16_000),
        Level::General => Budget::nodes(250),
        _ => Budget::FREE,
    }
}

by_kind!(no_level_offers_an_illegal_action_in_the_midst_of_random_games, offers_legal_actions);

fn offers_legal_actions((id, scenario, options): Kind) {
    let battle = battle(id, scenario, options);
    for seed in 0..positions() {
        let state = midgame(&battle, seed, 20 + (seed as usize * 37) % 500);
        for level in Level::ALL {
            let mut player = Player::new(&battle, level, seed);
            let choice = player
                .choose(&battle, &state, budget(level, seed))
                .unwrap_or_else(|| panic!("{id} {seed} {level}: no answer"));
            assert_eq!(player.makeshifts(), 0, "{id} {seed} {level}");
            let verdict = check(&battle, &state, &choice.action);
            assert!(verdict.is_ok(), "{id} {seed} {level}: {:?} {verdict:?}", choice.action);
            assert!(!choice.why.is_empty());
        }
    }
}

by_kind!(whole_games_are_played_and_every_plan_survives_its_own_moves, plays_to_the_end);

fn plays_to_the_end((id, scenario, options): Kind) {
    let battle = battle(id, scenario, options);
    let mut dice = Chance::new(5);
    let mut events = Vec::new();
    let mut state = rules::blue_gray::new_game(&battle, &mut dice, &mut events);
    let mut players = [Level::Captain, Level::Colonel].map(|l| Player::new(&battle, l, 5));
    let mut steps = 0;
    while let Some(side) = decision(&state).side() {
        let choice = players[side as usize].choose(&battle, &state, Budget::FREE).unwrap();
        apply(&battle, &mut state, &choice.action, &mut dice, &mut events)
            .unwrap_or_else(|refusal| panic!("{id}: {:?}: {refusal:?}", choice.action));
        steps += 1;
        assert!(steps < 5_000, "{id} does not end");
    }
    assert_eq!(players.each_ref().map(Player::makeshifts), [0, 0], "{id}");
    let over = players[0].choose(&battle, &state, Budget::FREE);
    assert!(state.outcome.is_some() && over.is_none());
}

#[test]
fn the_same_question_has_the_same_answer() {
    for (id, scenario, options) in [KINDS[0], KINDS[5]] {
        let battle = battle(id, scenario, options);
        for seed in 0..if soak() { 12 } else { 2 } {
            let state = midgame(&battle, seed, 150);
            for level in Level::ALL {
                let nodes = match seed {
                    0 if soak() => 16_000,
                    0 => 3_000,
                    _ => 600,
                };
                let ask = || choose(&battle, &state, level, Budget::nodes(nodes), seed);
                assert_eq!(ask(), ask(), "{id} {seed} {level}");
            }
        }
    }
}

/// A playing-out is not broken off in the middle: so many positions may be judged beyond the budget.
const LAST_STRETCH: u64 = 400;

#[test]
fn the_budget_is_kept() {
    let battle = battle(KINDS[0].0, KINDS[0].1, &[]);
    for nodes in [1, 100, 2_000] {
        for seed in 0..5 {
            let state = midgame(&battle, seed, 100);
            let choice =
                choose(&battle, &state, Level::General, Budget::nodes(nodes), seed).unwrap();
            assert!(choice.nodes <= nodes + LAST_STRETCH, "{} for {nodes}", choice.nodes);
        }
    }
}

#[test]
fn an_interrupted_player_answers_at_once_and_legally() {
    let battle = battle(KINDS[3].0, KINDS[3].1, &[]);
    for seed in 0..8 {
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
                assert!(choice.nodes <= patience + LAST_STRETCH, "{level}: {}", choice.nodes);
            }
        }
    }
}

#[test]
fn a_plan_is_dropped_when_the_state_is_not_the_one_it_expects() {
    let battle = battle(KINDS[0].0, KINDS[0].1, &[]);
    let mut dice = Chance::new(3);
    let mut events = Vec::new();
    let start = rules::blue_gray::new_game(&battle, &mut dice, &mut events);
    let mut player = Player::new(&battle, Level::Colonel, 3);
    let first = player.choose(&battle, &start, Budget::FREE).unwrap();
    assert!(matches!(first.action, Action::Move { .. }), "{first:?}");
    // The move was never made: asked about the same state again, the player plans again.
    let again = player.choose(&battle, &start, Budget::FREE).unwrap();
    assert_eq!(first.action, again.action);
    let elsewhere = midgame(&battle, 9, 200);
    let choice = player.choose(&battle, &elsewhere, Budget::FREE).unwrap();
    assert!(check(&battle, &elsewhere, &choice.action).is_ok());
}
