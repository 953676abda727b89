//! Battles and positions for the tests of this room.

use rules::brigade::random::RandomPlayer;
use rules::brigade::{Battle, State, apply_listed, new_game};
use rules::dice::Chance;

/// A scenario.
pub fn battle(scenario: &str) -> Battle {
    let files = atlas::builtin::battle("brigade/antietam").expect("a battle");
    Battle::new(&files, Some(scenario), &[]).expect("a battle to play")
}

/// Plays at random for so many actions, or to the end, and shows each action's states before and after.
pub fn walk(battle: &Battle, seed: u64, actions: usize, mut look: impl FnMut(&State, &State)) {
    let (mut player, mut dice) = (RandomPlayer::new(seed), Chance::new(seed));
    let mut events = Vec::new();
    let mut state = new_game(battle, &mut dice, &mut events);
    for _ in 0..actions {
        let Some(action) = player.choose(battle, &state) else { return };
        let before = state.clone();
        apply_listed(battle, &mut state, &action, &mut dice, &mut events);
        look(&before, &state);
    }
}
