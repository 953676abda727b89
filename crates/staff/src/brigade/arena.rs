//! The brigade game as matches play it: without JSON and without reasons.

use rules::brigade::random::RandomPlayer;
use rules::brigade::{Action, Battle, Prepared, State};

use super::machine::Machine;
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
    /// The procedure that the rules print for solitaire play.
    Machine(Box<Machine>),
}

impl Seat {
    /// A contender with luck of its own.
    pub fn new(battle: &Battle, contender: Contender, seed: u64) -> Seat {
        match contender {
            Contender::Random => Seat::Random(Box::new(RandomPlayer::new(seed))),
            Contender::Staff(level) => {
                Seat::Staff(Box::new(Player::new(battle, level, seed).without_reasons()))
            }
            Contender::Machine => Seat::Machine(Box::new(Machine::new(battle, seed))),
        }
    }
}

impl Contestant<Prepared> for Seat {
    fn has_plan(&self, seen: &State) -> bool {
        matches!(self, Seat::Staff(player) if player.has_plan(seen))
    }

    fn choose(&mut self, game: &Prepared, seen: &State, budget: Budget<'_>) -> Option<Action> {
        match self {
            Seat::Random(player) => player.choose(&game.battle, seen),
            Seat::Staff(player) => {
                player.choose(&game.battle, seen, budget).map(|chosen| chosen.action)
            }
            Seat::Machine(machine) => machine.choose(&game.battle, seen),
        }
    }
}

impl Arena for Prepared {
    type Player = Seat;

    fn player(&self, contender: Contender, seed: u64) -> Option<Seat> {
        Some(Seat::new(&self.battle, contender, seed))
    }

    fn work(&self, state: &State) -> Work {
        work_of(&self.battle, state)
    }
}
