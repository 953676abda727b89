//! Whole games between computer players, for matches and studies.
//!
//! One game after another, without threads and without a clock: whoever runs many at once, or measures time,
//! does so outside.

use atlas::{BySide, Side};
use rules::blue_gray::random::{Chance, RandomPlayer};
use rules::blue_gray::{Action, Battle, Event, Outcome, State, apply, decision, new_game, victory};

use crate::budget::Budget;
use crate::level::Level;
use crate::player::Player;

/// Who sits at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contender {
    /// Somebody who picks any legal action.
    Random,
    /// A computer player.
    Staff(Level),
}

impl Contender {
    /// The contender with this word: a level, or `random`.
    pub fn parse(word: &str) -> Option<Contender> {
        match word {
            "random" => Some(Contender::Random),
            word => Level::parse(word).map(Contender::Staff),
        }
    }

    /// As it is written on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Contender::Random => "random",
            Contender::Staff(level) => level.word(),
        }
    }
}

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Result {
    /// How it ended.
    pub outcome: Outcome,
    /// The totals.
    pub totals: BySide<i32>,
    /// The last game-turn.
    pub turn: u8,
    /// How many actions it took.
    pub actions: u32,
}

impl Result {
    /// The margin of a side.
    pub fn margin(&self, side: Side) -> i32 {
        self.totals[side] - self.totals[side.other()]
    }
}

/// A player with what he remembers, who gives no reasons: nobody reads these games.
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

    /// Whether the next action is planned already, and takes no thought.
    pub fn has_plan(&self, state: &State) -> bool {
        matches!(self, Seat::Staff(player) if player.has_plan(state))
    }

    /// A legal action; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State, budget: Budget<'_>) -> Option<Action> {
        match self {
            Seat::Random(player) => player.choose(battle, state),
            Seat::Staff(player) => player.choose(battle, state, budget).map(|choice| choice.action),
        }
    }
}

/// Asked before every decision that is not planned yet: hands a budget to the decision it is given.
pub type Think<'a> = dyn FnMut(&State, &mut dyn FnMut(Budget<'_>)) + 'a;

/// Plays a game to its end. `think` is asked before every decision that takes thought how long it may take; `None`
/// if it makes none, or a player offers something illegal, which none of them does.
pub fn play(
    battle: &Battle,
    seats: BySide<Contender>,
    seed: u64,
    think: &mut Think<'_>,
) -> Option<Result> {
    let mut dice = Chance::new(seed);
    let mut players = [Side::Union, Side::Confederate]
        .map(|side| Seat::new(battle, seats[side], seed.wrapping_mul(2) + side as u64));
    let mut events: Vec<Event> = Vec::new();
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut actions = 0;
    while let Some(side) = decision(&state).side() {
        let player = &mut players[side as usize];
        let mut chosen = None;
        if player.has_plan(&state) {
            chosen = player.choose(battle, &state, Budget::FREE);
        } else {
            think(&state, &mut |budget| chosen = player.choose(battle, &state, budget));
        }
        events.clear();
        apply(battle, &mut state, &chosen?, &mut dice, &mut events).ok()?;
        actions += 1;
    }
    let totals = victory::totals(battle, &state);
    Some(Result { outcome: state.outcome?, totals, turn: state.turn, actions })
}
