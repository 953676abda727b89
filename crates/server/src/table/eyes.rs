//! A hidden game that is over, through the eyes of a side: the line of play as that side was told it, and each step as
//! that side saw it then.

use std::borrow::Cow;

use atlas::Side;
use rules::game::{GameState, Seat};
use serde_json::Value;

use super::Table;
use super::view::StepsView;
use crate::problem::Problem;
use crate::readers::Unwanted;

/// Whoever looks at a game, and through whose eyes: his own, or those of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Looking {
    seat: Seat,
    through: Option<Side>,
}

impl Table {
    /// Lets a seat look through the eyes of a side: once nothing is hidden any more.
    pub fn looking(&self, seat: Seat, through: Option<Side>) -> Result<Looking, Problem> {
        if through.is_some() {
            self.check_shown()?;
            if self.stories.is_none() {
                let problem = "Nothing is hidden in this game: everybody sees the same.";
                return Err(Problem::NotAllowed(problem.into()));
            }
        }
        Ok(Looking { seat, through })
    }

    /// The line of play; nothing, if nobody wants it any more.
    pub fn steps_seen(&self, by: Looking, unwanted: Unwanted) -> Result<Option<StepsView>, String> {
        match (by.through, &self.stories) {
            (Some(side), Some(stories)) => {
                let story = stories.of(Seat::Side(side));
                let Some(mut seen) = self.told_steps(story, unwanted)? else { return Ok(None) };
                for (step, whole) in seen.steps.iter_mut().zip(&story.steps) {
                    step.whole = Some(*whole);
                }
                Ok(Some(seen))
            }
            _ => self.steps_view(by.seat, unwanted),
        }
    }

    /// The game after a step, as whoever looks counts them; 0 is the start.
    pub fn state_seen(&self, by: Looking, step: usize) -> Result<GameState, String> {
        let whole = match (by.through, &self.stories) {
            (Some(side), Some(stories)) => stories.of(Seat::Side(side)).whole_step(step),
            _ => self.step_for(by.seat, step),
        };
        whole.and_then(|step| self.play.at(step))
    }

    /// The game after a step, or as it stands.
    pub fn state_asked(
        &self,
        by: Looking,
        step: Option<usize>,
    ) -> Result<Cow<'_, GameState>, String> {
        match (step, by.through) {
            (Some(step), _) => self.state_seen(by, step).map(Cow::Owned),
            (None, None) => Ok(self.now_for(by.seat)),
            (None, Some(_)) => Ok(Cow::Borrowed(self.play.now())),
        }
    }

    /// A state as whoever looks sees it.
    pub fn sight(&self, by: Looking, state: &GameState) -> Value {
        match by.through {
            Some(side) => self.play.game().view(state, Seat::Side(side)),
            None => self.view_at(state, by.seat),
        }
    }
}

impl Looking {
    /// Whose eyes these are to the rules.
    pub fn eyes(self) -> Seat {
        self.through.map_or(self.seat, Seat::Side)
    }
}
