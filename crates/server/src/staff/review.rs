//! The review of a finished game: the course of the expected result, and the decisions that changed
//! it most.
//!
//! Worked out once, in the background, one review at a time and in small pieces while nobody else
//! thinks, so that games in progress do not wait for it; [`reviews`] keeps what is ready. What nobody
//! asks about any more is given up.

pub mod reviews;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::staff::{Interrupted, Judge, Judged, Staff, turning_points};
use atlas::Side;
use rules::Moment;
use rules::game::{GameState, Seat};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

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
/// How long one piece of the work takes.
const PIECE: Duration = Duration::from_millis(150);

/// A point of the course. Margins are Union less Confederate points at the end of the game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CoursePoint {
    /// After this step; 0 is the start.
    step: usize,
    /// The game-turn.
    turn: u16,
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
    turn: u16,
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

impl TurningPoint {
    fn new(found: ::staff::TurningPoint, action: Value) -> TurningPoint {
        let ::staff::TurningPoint {
            step,
            until,
            by,
            turn,
            swing,
            own,
            expected,
            best,
            words,
            better,
        } = found;
        let better =
            better.map(|::staff::Better { action, why, plan }| Better { action, why, plan });
        TurningPoint { step, until, by, turn, swing, own, expected, best, action, words, better }
    }
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
        let before = self.play.game().moment(&self.state);
        // What was done is judged by what could be known.
        let seat = entry.by.map_or(Seat::Watcher, Seat::Side);
        let known = self.play.game().seen(&self.state, seat);
        let found = self.judge.judge(&known, &line.action, stop)?;
        if let (Some(by), Some(found)) = (entry.by, found) {
            self.judged.push(Judged { step: self.at + 1, by, turn: before.turn, found });
        }
        match self.play.again(&self.state, line) {
            Ok(after) => self.state = after,
            // The rules followed it when it was folded; they do not now, so the review ends here.
            Err(_) => {
                self.at = self.length();
                return Ok(());
            }
        }
        self.at += 1;
        if !line.dice.is_empty() || self.play.game().moment(&self.state) != before || self.is_done()
        {
            self.mark();
        }
        Ok(())
    }

    fn mark(&mut self) {
        let Moment { turn, side, .. } = self.play.game().moment(&self.state);
        let found = self.staff.assess(&self.state);
        let (margin, (low, high)) = (found.margin, found.range());
        self.course.push(CoursePoint { step: self.at, turn, side, margin, low, high });
    }

    fn finish(self) -> Review {
        let steps = self.play.steps();
        let action = |step: usize| Some(steps.get(step - 1)?.line.as_ref()?.action.clone());
        let told = turning_points(&self.judged, &self.staff.scale(), TOLD);
        let moments = told.into_iter().filter_map(|point| {
            let action = action(point.step)?;
            Some(TurningPoint::new(point, action))
        });
        Review { course: self.course, moments: moments.collect() }
    }
}
