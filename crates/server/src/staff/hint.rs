//! Hints: what the staff would do in a decision that is a person's.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use ::staff::{Choice, Deadline, Time, Timed};
use atlas::Side;
use rules::game::{GameState, Seat};

use super::seats::Recruiter;
use super::{Haste, Level, NoThought, Origin, Wish};
use crate::live::Live;
use crate::problem::Problem;
use crate::table::Table;
use crate::tables::Tables;

/// The time a hint may take of a whole player-turn.
const QUICK: Duration = Duration::from_secs(2);

/// How much advice is remembered in a game.
const MOST_GIVEN: usize = 32;

/// A decision about which a hint is wanted.
pub struct Question {
    /// As the seat sees it whose decision it is.
    state: GameState,
    side: Option<Side>,
    recruiter: Recruiter,
}

impl Question {
    /// The decision that is due at a table.
    pub fn of(table: &Table) -> Question {
        let (game, now) = (table.play().game(), table.play().now());
        let side = game.decider(now);
        let seat = side.map_or(Seat::Watcher, Seat::Side);
        let state = game.seen(now, seat).into_owned();
        Question { state, side, recruiter: Recruiter::new(table) }
    }
}

/// Whoever gives hints in a game: for each side a player of each level that was asked, who knows what that side
/// sees, and what they said lately.
#[derive(Default)]
pub struct Adviser {
    players: BTreeMap<(Option<Side>, Level), Timed>,
    given: VecDeque<Given>,
}

/// Advice that was given.
struct Given {
    level: Level,
    state: GameState,
    choice: Choice,
}

impl Adviser {
    /// What a level said about a state, if that was not long ago.
    fn recall(&self, level: Level, state: &GameState) -> Option<Choice> {
        let same = |given: &&Given| given.level == level && given.state == *state;
        self.given.iter().find(same).map(|given| given.choice.clone())
    }

    fn remember(&mut self, given: Given) {
        if self.given.len() >= MOST_GIVEN {
            self.given.pop_front();
        }
        self.given.push_back(given);
    }
}

/// What the staff would do in a state. One hint at a time is thought about for a game; whoever
/// follows them is led through one plan, and whoever asks the same again hears the same.
pub async fn hint(
    tables: &Tables,
    live: &Live,
    question: Question,
    level: Level,
    origin: Origin,
) -> Result<Choice, Problem> {
    let adviser = Arc::clone(&live.computer_seats.adviser).try_lock_owned();
    let mut adviser = adviser.map_err(|_| Problem::TooManyRequests { after: 1 })?;
    let Question { state, side, recruiter } = question;
    if let Some(choice) = adviser.recall(level, &state) {
        return Ok(choice);
    }
    let player = adviser.players.remove(&(side, level));
    let quick = level.is_quick() || player.as_ref().is_some_and(|player| player.is_quick(&state));
    let wish = Wish { haste: if quick { Haste::Quick } else { Haste::Hint }, origin };
    let times = tables.thinkers().times();
    let time = Time::Each(times.turn.min(QUICK));
    let thought = tables.thinkers().think(wish, move |stop| {
        let mut player = match player {
            Some(player) => player,
            None => recruiter.player(level, "hints")?,
        };
        let choice = player.choose(&state, Deadline { time, stop });
        Ok::<_, Problem>((choice, player, state))
    });
    let thought = tokio::time::timeout(times.hint, thought).await;
    match thought.unwrap_or(Err(NoThought::Busy)) {
        Ok(thought) => {
            let (choice, player, state) = thought?;
            adviser.players.insert((side, level), player);
            let choice = choice.ok_or(Problem::Over)?;
            adviser.remember(Given { level, state, choice: choice.clone() });
            Ok(choice)
        }
        Err(NoThought::Busy | NoThought::Stopping | NoThought::GaveWay) => Err(Problem::Busy),
        Err(NoThought::Fault) => Err(Problem::Internal),
    }
}
