//! Hints: what the staff would do in a decision that is a person's.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use rules::game::GameState;

use super::face::{Choice, Mind, Patience, Time};
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
    state: GameState,
    recruiter: Recruiter,
}

impl Question {
    /// The decision that is due at a table.
    pub fn of(table: &Table) -> Question {
        let state = table.play().now().clone();
        Question { state, recruiter: Recruiter::new(table) }
    }
}

/// Whoever gives hints in a game: a player of each level that was asked, and what they said lately.
#[derive(Default)]
pub struct Adviser {
    minds: BTreeMap<Level, Box<dyn Mind>>,
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
    let adviser = Arc::clone(&live.quarters.adviser).try_lock_owned();
    let mut adviser = adviser.map_err(|_| Problem::TooManyRequests { after: 1 })?;
    let Question { state, recruiter } = question;
    if let Some(choice) = adviser.recall(level, &state) {
        return Ok(choice);
    }
    let mind = adviser.minds.remove(&level);
    let quick = level.is_quick() || mind.as_ref().is_some_and(|mind| mind.is_quick(&state));
    let wish = Wish { haste: if quick { Haste::Quick } else { Haste::Hint }, origin };
    let times = tables.thinkers().times();
    let time = Time::Each(times.turn.min(QUICK));
    let thought = tables.thinkers().think(wish, move |stop| {
        let mut mind = match mind {
            Some(mind) => mind,
            None => recruiter.mind(level, "hints")?,
        };
        let choice = mind.choose(&state, Patience { time, stop });
        Ok::<_, Problem>((choice, mind, state))
    });
    let thought = tokio::time::timeout(times.hint, thought).await;
    match thought.unwrap_or(Err(NoThought::Busy)) {
        Ok(thought) => {
            let (choice, mind, state) = thought?;
            adviser.minds.insert(level, mind);
            let choice = choice.ok_or(Problem::Over)?;
            adviser.remember(Given { level, state, choice: choice.clone() });
            Ok(choice)
        }
        Err(NoThought::Busy | NoThought::Stopping | NoThought::GaveWay) => Err(Problem::Busy),
        Err(NoThought::Fault) => Err(Problem::Internal),
    }
}
