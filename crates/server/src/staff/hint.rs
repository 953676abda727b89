//! Hints: what the staff would do in a decision that is a person's.

use std::sync::Arc;
use std::time::Duration;

use rules::game::GameState;

use super::face::{Choice, Patience};
use super::seats::Recruiter;
use super::{Level, NoThought};
use crate::live::Live;
use crate::problem::Problem;
use crate::table::Table;
use crate::tables::Tables;

/// The time a hint may take of a whole player-turn.
const QUICK: Duration = Duration::from_secs(2);

/// A decision about which a hint is wanted.
pub struct Question {
    state: GameState,
    recruiter: Recruiter,
}

impl Question {
    /// The decision that is due at a table.
    pub fn of(tables: &Tables, table: &Table) -> Question {
        let state = table.play().now().clone();
        Question { state, recruiter: Recruiter::new(tables, table) }
    }
}

/// What the staff would do in a state. One hint at a time is thought about for a game; whoever
/// follows them is led through one plan.
pub async fn hint(
    tables: &Tables,
    live: &Live,
    question: Question,
    level: Level,
) -> Result<Choice, Problem> {
    let adviser = Arc::clone(&live.quarters.adviser).try_lock_owned();
    let mut adviser = adviser.map_err(|_| Problem::TooManyRequests { after: 1 })?;
    let mind = adviser.take().filter(|(known, _)| *known == level).map(|(_, mind)| mind);
    let Question { state, recruiter } = question;
    let turn = tables.thinkers().turn().min(QUICK);
    let thought = tables.thinkers().think(move |stop| {
        let mut mind = match mind {
            Some(mind) => mind,
            None => recruiter.mind(level, "hints")?,
        };
        let choice = mind.choose(&state, Patience { turn, stop });
        Ok::<_, Problem>((choice, mind))
    });
    match thought.await {
        Ok(thought) => {
            let (choice, mind) = thought?;
            *adviser = Some((level, mind));
            choice.ok_or(Problem::Over)
        }
        Err(NoThought::Stopping) => Err(Problem::Timeout),
        Err(NoThought::Fault) => Err(Problem::Internal),
    }
}
