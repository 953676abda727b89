//! Who sits at the table and chooses.

use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Action, Battle, State};
use staff::bout::Contender;
use staff::{Budget, Player};

/// A player with what he remembers.
pub enum Seat {
    /// Somebody who picks any legal action.
    Random(Box<RandomPlayer>),
    /// A computer player.
    Staff(Box<Player>),
}

impl Seat {
    /// A contender with his own luck.
    pub fn new(battle: &Battle, contender: Contender, seed: u64) -> Seat {
        match contender {
            Contender::Random => Seat::Random(Box::new(RandomPlayer::new(seed))),
            Contender::Staff(level) => {
                Seat::Staff(Box::new(Player::new(battle, level, seed).without_reasons()))
            }
        }
    }

    /// A legal action; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State, budget: Budget<'_>) -> Option<Action> {
        match self {
            Seat::Random(player) => player.choose(battle, state),
            Seat::Staff(player) => player.choose(battle, state, budget).map(|choice| choice.action),
        }
    }
}
