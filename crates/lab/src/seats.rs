//! Players at the seats of a game that nobody watches.

use std::sync::Arc;

use atlas::battle::Battle as Files;
use rules::System;
use rules::game::{Game, InGame};
use rules::random::RandomPlayer;
use staff::{Budget, Contender, Player};

/// A player with what it remembers.
pub trait Seat<S: System> {
    /// A legal action; `None` when the game is over. `seen` is what the seat sees.
    fn choose(&mut self, system: &S, seen: &S::State, budget: Budget<'_>) -> Option<S::Action>;
}

/// A player of any system: at random over its own types, or the system's staff through the face that all staffs
/// show. That face speaks JSON and gives reasons; a room that plays many games seats its players directly.
pub enum AnySeat<S: System> {
    /// Somebody who picks any legal action.
    Random(Box<S::Random>),
    /// A computer player.
    Staff(Box<dyn Player>),
}

impl<S: InGame> AnySeat<S> {
    /// A contender with luck of its own; `None` if the system has no staff.
    pub fn new(
        game: &Arc<Game>,
        files: &Files,
        contender: Contender,
        seed: u64,
    ) -> Option<AnySeat<S>> {
        Some(match contender {
            Contender::Random => AnySeat::Random(Box::new(S::Random::new(seed))),
            Contender::Staff(level) => AnySeat::Staff(staff::of(game, files)?.player(level, seed)),
            Contender::Machine => return None,
        })
    }
}

impl<S: InGame> Seat<S> for AnySeat<S> {
    fn choose(&mut self, system: &S, seen: &S::State, budget: Budget<'_>) -> Option<S::Action> {
        match self {
            AnySeat::Random(player) => player.choose(system, seen),
            AnySeat::Staff(player) => {
                let choice = player.choose(&S::state(seen.clone()), budget)?;
                system.read_action(seen, &choice.action).ok()
            }
        }
    }
}
