//! Blue & Gray as matches and studies play it: without JSON and without reasons.

use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Action, Battle, Prepared, State};

use super::player::Player;
use super::staff::work_of;
use crate::bout::{Arena, Contestant};
use crate::budget::{Budget, Work};
use crate::contender::Contender;

/// A player with what it remembers, who gives no reasons: nobody reads these games.
pub enum Seat {
    /// Somebody who picks any legal action.
    Random(Box<RandomPlayer>),
    /// A computer player.
    Staff(Box<Player>),
}

impl Seat {
    /// A contender with luck of its own; `None` for the machine, which these rules do not print.
    pub fn new(battle: &Battle, contender: Contender, seed: u64) -> Option<Seat> {
        Some(match contender {
            Contender::Random => Seat::Random(Box::new(RandomPlayer::new(seed))),
            Contender::Staff(level) => {
                Seat::Staff(Box::new(Player::new(battle, level, seed).without_reasons()))
            }
            Contender::Machine => return None,
        })
    }

    /// Whether the next action is planned already, and takes no thought.
    pub fn has_plan(&self, state: &State) -> bool {
        matches!(self, Seat::Staff(player) if player.has_plan(state))
    }

    /// A legal action; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State, budget: Budget<'_>) -> Option<Action> {
        match self {
            Seat::Random(player) => player.choose(battle, state),
            Seat::Staff(player) => player.choose(battle, state, budget).map(|chosen| chosen.action),
        }
    }
}

impl Contestant<Prepared> for Seat {
    fn has_plan(&self, seen: &State) -> bool {
        Seat::has_plan(self, seen)
    }

    fn choose(&mut self, game: &Prepared, seen: &State, budget: Budget<'_>) -> Option<Action> {
        Seat::choose(self, &game.battle, seen, budget)
    }
}

impl Arena for Prepared {
    type Player = Seat;

    fn player(&self, contender: Contender, seed: u64) -> Option<Seat> {
        Seat::new(&self.battle, contender, seed)
    }

    fn work(&self, state: &State) -> Work {
        work_of(state)
    }
}
