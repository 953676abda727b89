//! Counts of positions by depth, to compare engines and to catch changes nobody meant.

use crate::dice::FixedDie;
use crate::game::Seat;
use crate::system::System;

/// How many sequences of so many listed actions there are, every die showing the same. What is listed is
/// what the decider can see.
pub fn perft<S: System>(system: &S, state: &S::State, depth: u32, die: FixedDie) -> u64 {
    let seat = system.decider(state).map_or(Seat::Watcher, Seat::Side);
    let listed = system.actions(&system.seen(state, seat));
    if depth <= 1 {
        return listed.len() as u64;
    }
    let mut events = Vec::new();
    let mut count = 0;
    for action in &listed {
        let mut next = state.clone();
        events.clear();
        system.apply_legal(&mut next, action, &mut die.clone(), &mut events);
        count += perft(system, &next, depth - 1, die);
    }
    count
}
