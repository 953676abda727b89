//! Which decisions of a game cost most: what a judge found, told as turning points.

use atlas::Side;
use serde_json::Value;

use crate::interface::Judgement;
use crate::say::judged_words;
use crate::scale::Scale;

/// A decision that was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The step it made, from 1.
    pub step: usize,
    /// Whose decision.
    pub by: Side,
    /// On which game-turn.
    pub turn: u16,
    /// What was found.
    pub found: Judgement,
}

/// What the staff would have done.
#[derive(Clone, PartialEq, Debug)]
pub struct Better {
    /// The action.
    pub action: Value,
    /// Why.
    pub why: String,
    /// Where decisions are judged by their phase: the actions of the staff from there to its end, `action` included.
    pub plan: Vec<Value>,
}

/// A decision that changed the expected result. Margins are rounded as the system's [`Scale`] says.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// The step it made.
    pub step: usize,
    /// The step with which it came to something: the end of the phase for a move, else the same.
    pub until: usize,
    /// Whose decision.
    pub by: Side,
    /// The game-turn.
    pub turn: u16,
    /// By how many points it was worse than the best that is known, with the other decisions of its phase: negative.
    pub swing: f64,
    /// By how many points it was worse by itself: negative.
    pub own: f64,
    /// The margin expected of what was done, whatever the dice then said.
    pub expected: f64,
    /// The margin expected of what the staff would have done.
    pub best: f64,
    /// What was expected of it and of the staff's choice.
    pub words: String,
    /// What the staff would have done; `None` if no single action says it.
    pub better: Option<Better>,
}

/// The decisions that cost most, at most so many, in the order of play.
pub fn turning_points(judged: &[Judged], scale: &Scale, most: usize) -> Vec<TurningPoint> {
    let together = |one: &Judged, next: &Judged| {
        let follows = next.step == one.step + 1 && next.by == one.by;
        follows && !one.found.ends && one.found.scope == next.found.scope
    };
    let groups = judged.chunk_by(together);
    let mut all: Vec<TurningPoint> =
        groups.filter_map(|group| turning_point(group, scale)).collect();
    all.sort_by(|a, b| a.swing.total_cmp(&b.swing));
    all.truncate(most);
    all.sort_by_key(|point| point.step);
    all
}

/// Decisions judged together, as they are told: what all of them cost, at the one that cost most.
/// `None` if that is little.
///
/// The staff does not think everything through: where what was done turned out better than its own
/// choice, that was the best, also of the moves before it. So a decision never gains anything, and
/// what all of them cost is the difference between the best that was known and what came of them.
fn turning_point(group: &[Judged], scale: &Scale) -> Option<TurningPoint> {
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
    let (expected, best) = (scale.round(last.found.done), scale.round(best));
    let swing = -(best - expected).abs();
    if !swing.is_finite() || swing > -scale.least_swing {
        return None;
    }
    // Rounded like the whole, of which it is a part.
    let own = (-scale.round(cost)).max(swing);
    let better = worst.found.choice.as_ref().map(|choice| Better {
        action: choice.action.clone(),
        why: choice.why.clone(),
        plan: worst.found.plan.clone(),
    });
    let words = judged_words(last.found.scope, expected, best);
    let &Judged { step, by, turn, .. } = worst;
    let until = last.step;
    Some(TurningPoint { step, until, by, turn, swing, own, expected, best, words, better })
}

#[cfg(test)]
mod tests;
