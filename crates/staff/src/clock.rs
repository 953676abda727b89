//! Players by the clock: the only place here that reads one.

use std::time::{Duration, Instant};

use rules::game::GameState;

use crate::budget::{Budget, TurnTime};
use crate::interface::{Choice, Player};
use crate::level::Level;

/// How long those levels may think that are told how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// This for all decisions of a player-turn together.
    Turn(Duration),
    /// For every decision as for the first of a player-turn that may take this.
    Each(Duration),
}

/// When to answer.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    /// How long may be thought, by those levels that are told how long.
    pub time: Time,
    /// Whether to stop at once: the answer is no longer wanted.
    pub stop: &'a dyn Fn() -> bool,
}

/// A player whose decisions share the time for their player-turn.
pub struct Timed {
    player: Box<dyn Player>,
    spent: TurnTime,
}

impl Timed {
    /// A player who has thought about nothing yet.
    pub fn new(player: Box<dyn Player>) -> Timed {
        Timed { player, spent: TurnTime::default() }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.player.level()
    }

    /// Whether the choice takes next to no time; `seen` as in [`Player::choose`].
    pub fn is_quick(&self, seen: &GameState) -> bool {
        self.player.is_quick(seen)
    }

    /// A legal action for whatever decision is due; `None` when the game is over. `seen` as in [`Player::choose`].
    pub fn choose(&mut self, seen: &GameState, deadline: Deadline<'_>) -> Option<Choice> {
        let due = self.player.due(seen)?;
        let planned = self.player.has_plan(seen);
        let begun = Instant::now();
        let turn = match deadline.time {
            Time::Turn(turn) => turn,
            Time::Each(turn) => {
                self.spent = TurnTime::default();
                turn
            }
        };
        let end = begun + self.spent.share(&due, turn);
        let timed = self.player.level().is_timed();
        let stop = || (deadline.stop)() || (timed && Instant::now() >= end);
        let chosen = self.player.choose(seen, Budget::until(&stop));
        // A thought that was interrupted costs no time.
        if !planned && !(deadline.stop)() {
            self.spent.count(&due, begun.elapsed());
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use rules::dice::Seed;
    use rules::game::Game;
    use serde_json::Map;

    use super::*;
    use crate::budget::Due;
    use crate::budget::tests::start;

    /// A General who has no plan and finds none. (A real one would bring every player of every system into the
    /// program of these tests, which would take as long to build as all of them.)
    struct Idle;

    impl Player for Idle {
        fn level(&self) -> Level {
            Level::General
        }
        fn choose(&mut self, _: &GameState, _: Budget<'_>) -> Option<Choice> {
            None
        }
        fn due(&self, _: &GameState) -> Option<Due> {
            Some(start())
        }
        fn has_plan(&self, _: &GameState) -> bool {
            false
        }
        fn is_quick(&self, _: &GameState) -> bool {
            false
        }
    }

    /// A game of any system at its beginning.
    fn any() -> GameState {
        let id = atlas::builtin::ids().next().expect("a battle");
        let files = atlas::builtin::battle(id).expect("a sound battle");
        let game = Game::new(&files, None, &[]).expect("a game");
        game.begin(&Seed::from_number(1), Map::new()).1
    }

    #[test]
    fn a_thought_that_was_interrupted_costs_no_time() {
        let state = any();
        let mut timed = Timed::new(Box::new(Idle));
        let turn = Duration::from_millis(1);
        let time = Time::Turn(turn);
        let mut nothing = TurnTime::default();
        nothing.share(&start(), turn);
        for _ in 0..5 {
            timed.choose(&state, Deadline { time, stop: &|| true });
        }
        assert_eq!(timed.spent, nothing);
        timed.choose(&state, Deadline { time, stop: &|| false });
        assert_ne!(timed.spent, nothing);
        // Whoever thinks about every decision as about the first begins anew.
        timed.choose(&state, Deadline { time: Time::Each(turn), stop: &|| true });
        assert_eq!(timed.spent, nothing);
    }
}
