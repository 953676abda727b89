//! The game as matches play it: without JSON and without reasons.

use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::State;
use rules::grand_tactical::{Action, Battle};

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
    /// A contender with luck of its own; `None`: the rules print no machine.
    pub fn new(battle: &Battle, contender: Contender, seed: u64) -> Option<Seat> {
        match contender {
            Contender::Random => Some(Seat::Random(Box::new(RandomPlayer::new(seed)))),
            Contender::Staff(level) => {
                let player = Player::new(battle, level, seed).without_reasons();
                Some(Seat::Staff(Box::new(player)))
            }
            Contender::Machine => None,
        }
    }
}

impl Contestant<Battle> for Seat {
    fn has_plan(&self, seen: &State) -> bool {
        matches!(self, Seat::Staff(player) if player.has_plan(seen))
    }

    fn choose(&mut self, battle: &Battle, seen: &State, budget: Budget<'_>) -> Option<Action> {
        match self {
            Seat::Random(player) => player.choose(battle, seen),
            Seat::Staff(player) => player.choose(battle, seen, budget).map(|chosen| chosen.action),
        }
    }
}

impl Arena for Battle {
    type Player = Seat;

    fn player(&self, contender: Contender, seed: u64) -> Option<Seat> {
        Seat::new(self, contender, seed)
    }

    fn work(&self, state: &State) -> Work {
        work_of(state)
    }
}
