//! The review of a finished game: the course of the expected result, and the decisions that changed
//! it most.
//!
//! Worked out once, in the background, one review at a time and in small pieces while nobody else
//! thinks, so that games in progress do not wait for it; [`reviews`] keeps what is ready. What nobody
//! asks about any more is given up.

pub mod reviews;

use std::sync::Arc;
use std::time::{Duration, Instant};

use atlas::Side;
use rules::game::GameState;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::face::{Interrupted, Judge, Judgement, Scope, Staff, When};
use super::seats::Recruiter;
use super::{Haste, NoThought, Origin, Wish};
use crate::live::Live;
use crate::play::Play;
use crate::problem::Problem;
use crate::table::{Digest, Table};
use crate::tables::Tables;
use crate::words::SideWord;
use reviews::{Asked, Progress};

/// How many decisions are told of.
const TOLD: usize = 5;
/// A decision that changed less than this, in points, is not told of.
const LEAST_SWING: f64 = 1.0;
/// How long one piece of the work takes.
const PIECE: Duration = Duration::from_millis(150);

/// A point of the course. Margins are Union less Confederate points at the end of the game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CoursePoint {
    /// After this step; 0 is the start.
    step: usize,
    /// The game-turn.
    turn: u8,
    /// Whose player-turn.
    #[schema(value_type = SideWord)]
    side: Side,
    /// The margin the staff expected.
    margin: f64,
    /// Four games of five would have ended between this margin
    low: f64,
    /// and this one.
    high: f64,
}

/// What the staff would have done.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Better {
    /// The action.
    #[schema(value_type = Object)]
    action: Value,
    /// Why.
    why: String,
    /// For a move: the moves of the staff from there to the end of the phase, in order, `action`
    /// included.
    #[schema(value_type = Vec<Object>)]
    plan: Vec<Value>,
}

/// A decision that changed the expected result. Margins are told to half a point.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TurningPoint {
    /// The step it made.
    step: usize,
    /// The step with which it came to something: the end of the phase for a move, else the same.
    until: usize,
    /// Whose decision.
    #[schema(value_type = SideWord)]
    by: Side,
    /// The game-turn.
    turn: u8,
    /// By how many points it was worse than the best that is known, with the other moves of its
    /// phase: negative.
    swing: f64,
    /// By how many points it was worse by itself, without the other moves of its phase: negative.
    own: f64,
    /// The margin expected of what was done, whatever the dice then said.
    expected: f64,
    /// The margin expected of what the staff would have done.
    best: f64,
    /// What was done.
    #[schema(value_type = Object)]
    action: Value,
    /// What was expected of it and of the staff's choice.
    words: String,
    /// What the staff would have done; null if no single action says it.
    better: Option<Better>,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Review {
    /// The course of the expected result.
    course: Vec<CoursePoint>,
    /// The decisions that changed it most, in the order of play.
    #[schema(max_items = 5)]
    moments: Vec<TurningPoint>,
}

/// A stage of the work.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Under way: the part that is done, from 0 to 1.
    Working(f64),
    /// Done.
    Ready(Arc<Review>),
    /// It came to nothing.
    Failed(Problem),
}

impl Default for Stage {
    fn default() -> Stage {
        Stage::Working(0.0)
    }
}

/// The review of a game that is over, as far as it has come; the first who asks sets it going.
pub fn review(
    tables: &Arc<Tables>,
    live: &Arc<Live>,
    table: &Table,
    digest: Digest,
    origin: Origin,
) -> Stage {
    let begun = match tables.thinkers().reviews.ask(digest, origin) {
        Asked::Known(stage) => return stage,
        Asked::Full => return Stage::Failed(Problem::Busy),
        Asked::New(begun) => begun,
    };
    let (play, recruiter) = (table.play().clone(), Recruiter::new(table));
    let (tables, live) = (Arc::clone(tables), Arc::clone(live));
    tokio::spawn(async move {
        let wish = Wish { haste: Haste::Review, origin };
        let done = work_out(&tables, &live, play, &begun.progress, recruiter, wish).await;
        if let Some(stage) = done {
            begun.progress.set(stage);
        }
    });
    Stage::default()
}

/// What comes of a review; nothing if nobody has asked about it for a while, or the game is gone.
async fn work_out(
    tables: &Tables,
    live: &Arc<Live>,
    play: Play,
    progress: &Arc<Progress>,
    recruiter: Recruiter,
    wish: Wish,
) -> Option<Stage> {
    let thinkers = tables.thinkers();
    let patience = thinkers.times().review;
    let _permit = loop {
        match tokio::time::timeout(patience, thinkers.reviews.turn.acquire()).await {
            Ok(permit) => break permit.ok()?,
            Err(_) if progress.unasked() >= patience => return None,
            Err(_) => {}
        }
    };
    let failed = |no: NoThought| match no {
        NoThought::Busy | NoThought::Stopping | NoThought::GaveWay => Stage::Failed(Problem::Busy),
        NoThought::Fault => Stage::Failed(Problem::Internal),
    };
    let mut work = match thinkers.think(wish, move |_| Work::begin(play, &recruiter)).await {
        Ok(Ok(work)) => work,
        Ok(Err(problem)) => return Some(Stage::Failed(problem)),
        Err(no) => return Some(failed(no)),
    };
    while !live.is_dead() && progress.unasked() < patience {
        let (asked, here) = (Arc::clone(progress), Arc::clone(live));
        let piece = thinkers.think(wish, move |stop| {
            work.go_on(&|| stop() || here.is_dead() || asked.unasked() >= patience);
            work
        });
        work = match piece.await {
            Ok(after) => after,
            Err(no) => return Some(failed(no)),
        };
        if work.is_done() {
            return Some(Stage::Ready(Arc::new(work.finish())));
        }
        progress.set(Stage::Working(work.part()));
    }
    None
}

/// A review that is being worked out.
struct Work {
    play: Play,
    staff: Arc<dyn Staff>,
    judge: Box<dyn Judge>,
    state: GameState,
    at: usize,
    course: Vec<CoursePoint>,
    judged: Vec<Judged>,
}

/// A decision that was judged.
struct Judged {
    step: usize,
    by: Side,
    turn: u8,
    found: Judgement,
}

impl Work {
    fn begin(play: Play, recruiter: &Recruiter) -> Result<Work, Problem> {
        let staff = Arc::clone(recruiter.staff()?);
        let state = play.at(0).map_err(Problem::ReadOnly)?;
        let judge = staff.judge();
        let mut work =
            Work { play, staff, judge, state, at: 0, course: Vec::new(), judged: Vec::new() };
        work.mark();
        Ok(work)
    }

    /// As far as these rules follow the record.
    fn length(&self) -> usize {
        self.play.sound()
    }

    fn is_done(&self) -> bool {
        self.at >= self.length()
    }

    fn part(&self) -> f64 {
        self.at as f64 / self.length().max(1) as f64
    }

    /// Works for a while.
    fn go_on(&mut self, stop: &dyn Fn() -> bool) {
        let end = Instant::now() + PIECE;
        while !self.is_done() && !stop() && self.step(stop).is_ok() {
            if Instant::now() >= end {
                return;
            }
        }
    }

    /// Judges the next decision, and marks the course where something came of it. Interrupted, it
    /// has done nothing.
    fn step(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Interrupted> {
        let entry = Arc::clone(&self.play.steps()[self.at]);
        let Some(line) = &entry.line else {
            self.at = self.length();
            return Ok(());
        };
        let before = self.staff.when(&self.state);
        let found = self.judge.judge(&self.state, &line.action, stop)?;
        if let (Some(by), Some(found)) = (entry.by, found) {
            self.judged.push(Judged { step: self.at + 1, by, turn: before.turn, found });
        }
        match self.play.game().redo(&self.state, line) {
            Ok(after) => self.state = after,
            // The rules followed it when it was folded; they do not now, so the review ends here.
            Err(_) => {
                self.at = self.length();
                return Ok(());
            }
        }
        self.at += 1;
        if !line.dice.is_empty() || self.staff.when(&self.state) != before || self.is_done() {
            self.mark();
        }
        Ok(())
    }

    fn mark(&mut self) {
        let When { turn, side, .. } = self.staff.when(&self.state);
        let found = self.staff.assess(&self.state);
        let (margin, low, high) = (found.margin, found.low, found.high);
        self.course.push(CoursePoint { step: self.at, turn, side, margin, low, high });
    }

    fn finish(self) -> Review {
        let steps = self.play.steps();
        let action = |step: usize| Some(steps.get(step - 1)?.line.as_ref()?.action.clone());
        let moments = told(&self.judged, action);
        Review { course: self.course, moments }
    }
}

/// The decisions that are told of, in the order of play.
fn told(judged: &[Judged], action: impl Fn(usize) -> Option<Value>) -> Vec<TurningPoint> {
    let together = |one: &Judged, next: &Judged| {
        let follows = next.step == one.step + 1 && next.by == one.by;
        follows && !one.found.ends && one.found.scope == next.found.scope
    };
    let groups = judged.chunk_by(together);
    let mut all: Vec<TurningPoint> =
        groups.filter_map(|group| turning_point(group, &action)).collect();
    all.sort_by(|a, b| a.swing.total_cmp(&b.swing));
    all.truncate(TOLD);
    all.sort_by_key(|point| point.step);
    all
}

/// Decisions judged together, as they are told: what all of them cost, at the one that cost most.
/// `None` if that is little.
///
/// The staff does not think everything through: where what was done turned out better than its own
/// choice, that was the best, also of the moves before it. So a decision never gains anything, and
/// what all of them cost is the difference between the best that was known and what came of them.
fn turning_point(
    group: &[Judged],
    action: impl Fn(usize) -> Option<Value>,
) -> Option<TurningPoint> {
    let last = group.last()?;
    let mut best = last.found.done;
    let mut worst: Option<(f64, &Judged)> = None;
    for judged in group.iter().rev() {
        let after = best;
        best = match judged.by {
            Side::Union => judged.found.best.max(after),
            Side::Confederate => judged.found.best.min(after),
        };
        let cost = (best - after).abs();
        if worst.is_none_or(|(most, _)| cost >= most) {
            worst = Some((cost, judged));
        }
    }
    let (cost, worst) = worst?;
    let (expected, best) = (to_half(last.found.done), to_half(best));
    let swing = -(best - expected).abs();
    if !swing.is_finite() || swing > -LEAST_SWING {
        return None;
    }
    // Rounded like the whole, of which it is a part.
    let own = (-to_half(cost)).max(swing);
    let better = worst.found.choice.as_ref().map(|choice| Better {
        action: choice.action.clone(),
        why: choice.why.clone(),
        plan: worst.found.plan.clone(),
    });
    let words = words(last.found.scope, expected, best);
    let &Judged { step, by, turn, .. } = worst;
    let (until, action) = (last.step, action(step)?);
    Some(TurningPoint { step, until, by, turn, swing, own, expected, best, action, words, better })
}

/// What was expected, in words.
fn words(scope: Scope, expected: f64, best: f64) -> String {
    let (expected, best) = (lead(expected), lead(best));
    match scope {
        Scope::Phase => format!(
            "Expected at the end of the phase: {expected}; as the staff would have moved: {best}."
        ),
        Scope::Attack => format!(
            "Expected before the die was thrown: {expected}; of the staff's choice: {best}."
        ),
        Scope::Choice => {
            format!("Expected after it: {expected}; after the staff's choice: {best}.")
        }
    }
}

/// Margins are told to half a point.
fn to_half(margin: f64) -> f64 {
    // Nothing is never less than nothing.
    (2.0 * margin).round() / 2.0 + 0.0
}

/// A margin in words, to half a point.
fn lead(margin: f64) -> String {
    let points = to_half(margin).abs();
    match margin {
        _ if points == 0.0 => "even".into(),
        margin if margin > 0.0 => format!("the Union by {points}"),
        _ => format!("the Confederates by {points}"),
    }
}

#[cfg(test)]
mod games;
#[cfg(test)]
mod tests;
