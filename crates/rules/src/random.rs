//! Uniformly random play, for properties, simulations and benchmarks.

use crate::dice::Chance;
use crate::system::System;

/// Somebody who plays a system at random.
///
/// A system that has a flat list of some dozen actions uses [`Uniform`]; one whose list is long brings a
/// player of its own that draws over the factored choice (a unit first, then its destination), which is
/// many times as fast.
pub trait RandomPlayer<S: System>: Clone + Send + 'static {
    /// A player with his own luck.
    fn new(seed: u64) -> Self;

    /// A legal action; `None` when the game is over.
    fn choose(&mut self, system: &S, state: &S::State) -> Option<S::Action>;

    /// The luck, to throw dice with.
    fn chance(&mut self) -> &mut Chance;
}

/// Chooses among all listed actions, each as likely as the others.
#[derive(Clone, Debug)]
pub struct Uniform(Chance);

impl<S: System> RandomPlayer<S> for Uniform {
    fn new(seed: u64) -> Uniform {
        Uniform(Chance::new(seed))
    }

    fn choose(&mut self, system: &S, state: &S::State) -> Option<S::Action> {
        let side = system.decider(state)?;
        let seen = system.seen(state, crate::game::Seat::Side(side));
        let mut all = system.actions(&seen);
        (!all.is_empty()).then(|| all.swap_remove(self.0.below(all.len())))
    }

    fn chance(&mut self) -> &mut Chance {
        &mut self.0
    }
}

/// Plays a game to its end at random; how many actions it took.
pub fn play_out<S: System>(system: &S, state: &mut S::State, player: &mut S::Random) -> usize {
    let mut actions = 0;
    let mut events = Vec::new();
    while let Some(action) = player.choose(system, state) {
        events.clear();
        system.apply_legal(state, &action, player.chance(), &mut events);
        actions += 1;
    }
    actions
}
