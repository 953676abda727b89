//! Counts of positions by depth, to compare engines and to catch changes nobody meant.

use super::battle::Battle;
use super::state::State;
use super::{actions, apply_listed};
use crate::dice::Dice;

/// A die that always shows the same face.
#[derive(Clone, Copy, Debug)]
pub struct FixedDie(pub u8);

impl Dice for FixedDie {
    fn throw(&mut self) -> u8 {
        self.0
    }
}

/// How many sequences of so many listed actions there are, every die showing the same face.
pub fn perft(battle: &Battle, state: &State, depth: u32, die: FixedDie) -> u64 {
    let listed = actions(battle, state);
    if depth <= 1 {
        return listed.len() as u64;
    }
    let mut events = Vec::new();
    let mut count = 0;
    for one in &listed {
        let mut next = state.clone();
        events.clear();
        apply_listed(battle, &mut next, &one.action, &mut die.clone(), &mut events);
        count += perft(battle, &next, depth - 1, die);
    }
    count
}
