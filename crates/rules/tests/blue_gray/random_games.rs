//! Properties of whole games under random play, in every battle, scenario and set of options.

use atlas::builtin::Kind;
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{
    Battle, Phase, State, UnitSet, actions, apply, artillery, movement, new_game,
};

use crate::kinds::battle_of;

/// How many games of each kind, two or three kinds a battle: more when the long tests are asked for.
fn games() -> u64 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 1_000 } else { 25 }
}

/// What must be true of every state.
fn check_invariants(battle: &Battle, state: &State) {
    assert!(state.is_consistent(battle));
    for cell in battle.grid().cells() {
        let there = state.units_at(cell);
        assert!(there.len() <= battle.stacking + usize::from(state.pending().is_some()));
        assert!(there.is_empty() || battle.ground.land.contains(cell));
    }
}

/// Who may move, asked of the whole side at once, is who may move asked one by one.
fn check_movers(battle: &Battle, state: &State) {
    if state.phase != Phase::Movement || state.outcome.is_some() {
        return;
    }
    let one_by_one: UnitSet = battle
        .of_side(state.side)
        .iter()
        .filter(|&unit| movement::why_not(battle, state, unit).is_none())
        .collect();
    assert_eq!(movement::able_to_move(battle, state), one_by_one);
}

/// Which guns can bombard, asked of the whole side at once, is which guns can asked one by one.
fn check_guns(battle: &Battle, state: &State) {
    let own_guns = battle.guns().intersection(battle.of_side(state.side));
    let one_by_one: UnitSet = own_guns
        .iter()
        .filter(|&gun| artillery::why_silent(battle, state, gun).is_none())
        .collect();
    assert_eq!(artillery::ready(battle, state), one_by_one);
}

each_kind!(random_games_end_and_keep_every_invariant);

fn random_games_end_and_keep_every_invariant(kind: Kind) {
    let (id, battle) = (kind.battle, battle_of(kind));
    for game in 0..games() {
        let mut player = RandomPlayer::new(game);
        let mut events = Vec::new();
        let mut state = new_game(&battle, player.chance(), &mut events);
        let mut steps = 0;
        while let Some(action) = player.choose(&battle, &state) {
            events.clear();
            let mut dice = player.chance().clone();
            apply(&battle, &mut state, &action, &mut dice, &mut events)
                .unwrap_or_else(|refusal| panic!("{id} {game}: {action:?}: {refusal:?}"));
            *player.chance() = dice;
            check_invariants(&battle, &state);
            check_movers(&battle, &state);
            check_guns(&battle, &state);
            steps += 1;
            assert!(steps < 20_000, "{id} {game} does not end");
        }
        assert!(state.outcome.is_some());
    }
}

each_kind!(every_listed_action_is_accepted_and_there_is_always_one);

fn every_listed_action_is_accepted_and_there_is_always_one(kind: Kind) {
    let (id, battle) = (kind.battle, battle_of(kind));
    let mut player = RandomPlayer::new(99);
    let mut events = Vec::new();
    let mut state = new_game(&battle, player.chance(), &mut events);
    let mut steps = 0u32;
    while let Some(action) = player.choose(&battle, &state) {
        if steps.is_multiple_of(7) {
            let listed = actions(&battle, &state);
            assert!(!listed.is_empty(), "{id}: nothing can be done");
            for one in &listed {
                let verdict = rules::blue_gray::check(&battle, &state, &one.action);
                assert!(verdict.is_ok(), "{id}: {:?}: {verdict:?}", one.action);
            }
        }
        let mut dice = player.chance().clone();
        apply(&battle, &mut state, &action, &mut dice, &mut events).unwrap();
        *player.chance() = dice;
        steps += 1;
    }
}
