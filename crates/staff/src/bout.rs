//! Whole games between computer players, for matches and studies.
//!
//! One game after another, without threads and without a clock: whoever runs many at once, or measures time,
//! does so outside. A game is played over its system's own types ([`Arena`]), not over JSON: it costs no more than its
//! rules and its players do.

use atlas::{BySide, Side};
use rules::System;
use rules::dice::Chance;
use rules::game::Seat;

use crate::budget::{Budget, Due, Work};
use crate::contender::Contender;

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Result {
    /// Who won; `None`: nobody.
    pub winner: Option<Side>,
    /// The points of both sides.
    pub points: BySide<i64>,
    /// The last game-turn.
    pub turn: u16,
    /// How many actions it took.
    pub actions: u32,
}

impl Result {
    /// The margin of a side.
    pub fn margin(&self, side: Side) -> i64 {
        self.points[side] - self.points[side.other()]
    }
}

/// A player with what it remembers, who gives no reasons: nobody reads these games.
pub trait Contestant<S: System> {
    /// Whether the next action is planned already, and takes no thought.
    fn has_plan(&self, seen: &S::State) -> bool;
    /// A legal action; `None` when the game is over. `seen` is what its seat sees.
    fn choose(&mut self, system: &S, seen: &S::State, budget: Budget<'_>) -> Option<S::Action>;
}

/// A system that has players for bouts.
pub trait Arena: System {
    /// Who plays it, computer or random.
    type Player: Contestant<Self>;

    /// A contender with luck of its own; `None` if the system has no such player.
    fn player(&self, contender: Contender, seed: u64) -> Option<Self::Player>;
    /// How much thought the decision deserves that is due.
    fn work(&self, state: &Self::State) -> Work;

    /// What is due; `None` when the game is over.
    fn due(&self, state: &Self::State) -> Option<Due> {
        let side = self.decider(state)?;
        Some(Due { side, moment: self.moment(state), work: self.work(state) })
    }
}

/// Asked before every decision that is not planned yet: hands a budget to the decision it is given.
pub type Think<'a> = dyn FnMut(&Due, &mut dyn FnMut(Budget<'_>)) + 'a;

/// Plays a game to its end. `think` is asked before every decision that takes thought how long it may take; `None`
/// if it makes none, if the system has no such player, or if one offers something illegal, which none of them does.
pub fn play<A: Arena>(
    arena: &A,
    seats: BySide<Contender>,
    seed: u64,
    think: &mut Think<'_>,
) -> Option<Result> {
    watch(arena, seats, seed, think, &mut |_| ())
}

/// The same for somebody who looks at the state before every decision.
pub fn watch<A: Arena>(
    arena: &A,
    seats: BySide<Contender>,
    seed: u64,
    think: &mut Think<'_>,
    look: &mut dyn FnMut(&A::State),
) -> Option<Result> {
    let mut dice = Chance::new(seed);
    let player = |side: Side| arena.player(seats[side], seed.wrapping_mul(2) + side as u64);
    let mut players = [player(Side::Union)?, player(Side::Confederate)?];
    let mut events = Vec::new();
    let mut state = arena.start(&mut dice, &mut events);
    let mut actions = 0;
    while let Some(due) = arena.due(&state) {
        look(&state);
        let player = &mut players[due.side as usize];
        let seen = arena.seen(&state, Seat::Side(due.side));
        let mut chosen = None;
        if player.has_plan(&seen) {
            chosen = player.choose(arena, &seen, Budget::FREE);
        } else {
            think(&due, &mut |budget| chosen = player.choose(arena, &seen, budget));
        }
        drop(seen);
        events.clear();
        arena.apply(&mut state, &chosen?, &mut dice, &mut events).ok()?;
        actions += 1;
    }
    let winner = arena.outcome(&state)?.winner;
    let turn = arena.moment(&state).turn;
    Some(Result { winner, points: arena.points(&state), turn, actions })
}
