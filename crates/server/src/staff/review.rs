//! The review of a finished game: the course of the expected result, and the decisions that changed
//! it most.
//!
//! Worked out once, in the background, one review at a time and in small pieces while nobody else
//! thinks, so that games in progress do not wait for it; kept as long as the game stays in memory.
//! What nobody asks about any more is given up.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use atlas::Side;
use rules::game::GameState;
use rules::record::ActionLine;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::face::{Judge, Judgement, Staff, When, assess};
use super::seats::Recruiter;
use super::{Haste, NoThought, Origin, Wish};
use crate::live::Live;
use crate::play::Play;
use crate::problem::Problem;
use crate::table::Table;
use crate::tables::Tables;
use crate::words::SideWord;

/// How many decisions are told of.
const TOLD: usize = 5;
/// A decision that changed less than this, in points, is not told of.
const LEAST_SWING: f64 = 0.5;
/// How many reviews may wait or be under way.
const MOST_UNREADY: usize = 16;
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
}

/// A decision that changed the expected result.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Moment {
    /// The step it made.
    step: usize,
    /// Whose decision.
    #[schema(value_type = SideWord)]
    by: Side,
    /// The game-turn.
    turn: u8,
    /// By how many points it was worse than what the staff would have done: negative.
    swing: f64,
    /// What was done.
    #[schema(value_type = Object)]
    action: Value,
    /// What was expected of it and of the staff's choice.
    words: String,
    /// What the staff would have done.
    better: Option<Better>,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Review {
    /// The course of the expected result.
    course: Vec<CoursePoint>,
    /// The decisions that changed it most, in the order of play.
    #[schema(max_items = 5)]
    moments: Vec<Moment>,
}

/// How far a review has come.
#[derive(Debug)]
pub struct Progress {
    stage: Mutex<Stage>,
    /// When it was last asked about.
    asked: Mutex<Instant>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { stage: Mutex::default(), asked: Mutex::new(Instant::now()) }
    }
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

impl Progress {
    fn set(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    /// How long nobody has asked about it.
    fn unasked(&self) -> Duration {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// How far it has come, for somebody who asks.
    fn ask(&self) -> Stage {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The review of a game that is over, as far as it has come; the first who asks sets it going.
pub fn review(tables: &Arc<Tables>, live: &Arc<Live>, table: &Table, origin: Origin) -> Stage {
    let mut kept = live.quarters.review.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(progress) = &*kept {
        let stage = progress.ask();
        if matches!(stage, Stage::Failed(_)) {
            // Whoever asks again gets another attempt.
            *kept = None;
        }
        return stage;
    }
    let Some(place) = Place::take(tables) else { return Stage::Failed(Problem::Busy) };
    let progress = Arc::new(Progress::default());
    *kept = Some(Arc::clone(&progress));
    let (play, recruiter) = (table.play().clone(), Recruiter::new(tables, table));
    let live = Arc::clone(live);
    tokio::spawn(async move {
        let wish = Wish { haste: Haste::Review, origin };
        let done = work_out(&place.0, &live, play, &progress, recruiter, wish).await;
        match done {
            Some(stage) => progress.set(stage),
            // Nobody waits for it: whoever asks again begins anew.
            None => {
                *live.quarters.review.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
        }
    });
    Stage::default()
}

/// A place among the reviews that are not ready.
struct Place(Arc<Tables>);

impl Place {
    fn take(tables: &Arc<Tables>) -> Option<Place> {
        let taken = tables.thinkers().unready.fetch_add(1, Ordering::SeqCst);
        // Given back when it is dropped, also at once.
        Some(Place(Arc::clone(tables))).filter(|_| taken < MOST_UNREADY)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.thinkers().unready.fetch_sub(1, Ordering::SeqCst);
    }
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
        match tokio::time::timeout(patience, thinkers.reviews.acquire()).await {
            Ok(permit) => break permit.ok()?,
            Err(_) if progress.unasked() >= patience => return None,
            Err(_) => {}
        }
    };
    let failed = |no: NoThought| match no {
        NoThought::Busy | NoThought::Stopping => Stage::Failed(Problem::Busy),
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
    staff: Box<dyn Staff>,
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
        let staff = recruiter.staff()?;
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
        while !self.is_done() && !stop() {
            self.step();
            if Instant::now() >= end {
                return;
            }
        }
    }

    /// Judges the next decision, and marks the course where something came of it.
    fn step(&mut self) {
        let entry = Arc::clone(&self.play.steps()[self.at]);
        let Some(line) = &entry.line else { return self.at = self.length() };
        let before = self.staff.when(&self.state);
        if let (Some(by), Some(found)) = (entry.by, self.judge.judge(&self.state, &line.action)) {
            self.judged.push(Judged { step: self.at + 1, by, turn: before.turn, found });
        }
        match self.play.game().redo(&self.state, line) {
            Ok(after) => self.state = after,
            // The rules followed it when it was folded; they do not now, so the review ends here.
            Err(_) => return self.at = self.length(),
        }
        self.at += 1;
        if !line.dice.is_empty() || self.staff.when(&self.state) != before || self.is_done() {
            self.mark();
        }
    }

    fn mark(&mut self) {
        let When { turn, side, .. } = self.staff.when(&self.state);
        let Some(found) = assess(self.play.game(), &self.state) else { return };
        let (margin, low, high) = (found.margin, found.low, found.high);
        self.course.push(CoursePoint { step: self.at, turn, side, margin, low, high });
    }

    fn finish(self) -> Review {
        let steps = self.play.steps();
        let line = |step: usize| steps.get(step - 1).and_then(|entry| entry.line.as_ref());
        let mut moments: Vec<Moment> = settle(&self.judged)
            .filter_map(|(judged, done, best)| moment(judged, done, best, line(judged.step)?))
            .collect();
        moments.sort_by(|a, b| a.swing.total_cmp(&b.swing));
        moments.truncate(TOLD);
        moments.sort_by_key(|moment| moment.step);
        Review { course: self.course, moments }
    }
}

/// What was done and the best known, for every decision. The staff does not think everything
/// through: where what was done turned out better than its own choice, that was the best, also of
/// the moves before it.
fn settle(judged: &[Judged]) -> impl Iterator<Item = (&Judged, f64, f64)> {
    let mut next: Option<(&Judged, f64)> = None;
    judged.iter().rev().map(move |judged| {
        let follows = |(after, _): &(&Judged, f64)| {
            judged.found.goes_on && after.step == judged.step + 1 && after.by == judged.by
        };
        let done = next.filter(follows).map_or(judged.found.done, |(_, best)| best);
        let best = match judged.by {
            Side::Union => judged.found.best.max(done),
            Side::Confederate => judged.found.best.min(done),
        };
        next = Some((judged, best));
        (judged, done, best)
    })
}

/// A judgement as it is told, if it is worth telling.
fn moment(judged: &Judged, done: f64, best: f64, line: &ActionLine) -> Option<Moment> {
    let &Judged { step, by, turn, ref found } = judged;
    let swing = if by == Side::Union { done - best } else { best - done };
    let choice = found.choice.as_ref()?;
    if !swing.is_finite() || swing > -LEAST_SWING {
        return None;
    }
    let (done, best) = (lead(done), lead(best));
    let words = format!("Expected after it: {done}; after the staff's choice: {best}.");
    let better = Better { action: choice.action.clone(), why: choice.why.clone() };
    let action = line.action.clone();
    Some(Moment { step, by, turn, swing, action, words, better: Some(better) })
}

/// A margin in words, to half a point.
fn lead(margin: f64) -> String {
    let points = (2.0 * margin.abs()).round() / 2.0;
    match margin {
        _ if points == 0.0 => "even".into(),
        margin if margin > 0.0 => format!("the Union by {points}"),
        _ => format!("the Confederates by {points}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::face::Choice;
    use super::*;

    fn judged(step: usize, by: Side, done: f64, best: f64, goes_on: bool) -> Judged {
        let choice = Choice { action: Value::Null, why: String::new(), words: String::new() };
        let found = Judgement { done, best, goes_on, choice: Some(choice) };
        Judged { step, by, turn: 1, found }
    }

    fn swings(all: &[Judged]) -> Vec<(usize, f64)> {
        settle(all).map(|(judged, done, best)| (judged.step, done - best)).collect()
    }

    #[test]
    fn what_turned_out_better_than_the_staff_thought_is_the_best_of_the_moves_before() {
        let union = |step, done, best, goes_on| judged(step, Side::Union, done, best, goes_on);
        // Expected 5, after the first move 3, after the second 9: the first cost nothing.
        let all = [union(1, 3.0, 5.0, true), union(2, 9.0, 3.0, true), union(3, 2.0, 9.0, false)];
        assert_eq!(swings(&all), [(3, -7.0), (2, 0.0), (1, 0.0)]);
        // Where the next decision is another's, what was expected stands.
        let all = [union(1, 3.0, 5.0, true), judged(2, Side::Confederate, 9.0, 3.0, false)];
        assert_eq!(swings(&all), [(2, 6.0), (1, -2.0)]);
    }

    #[test]
    fn only_what_cost_something_is_told() {
        let line = ActionLine {
            n: 1,
            by: "confederate".into(),
            action: Value::Null,
            dice: Vec::new(),
            forced: false,
            events: Vec::new(),
            hash: String::new(),
        };
        let costly = judged(1, Side::Confederate, 4.0, -3.5, false);
        let told = moment(&costly, 4.0, -3.5, &line).expect("a moment");
        assert_eq!(told.swing, -7.5);
        let words =
            "Expected after it: the Union by 4; after the staff's choice: the Confederates by 3.5.";
        assert_eq!(told.words, words);
        assert_eq!(moment(&costly, -4.0, -3.5, &line), None);
        assert_eq!(moment(&costly, -3.2, -3.5, &line), None);
    }
}
