//! Attacks and the choices after the die are judged one by one, by the mean over its faces.
//!
//! Where something seems lost by an attack, it and the staff's are both followed by the other:
//! which of two attacks comes first costs only what their order is truly worth.

use atlas::Side;
use rules::blue_gray::{Action, Decision, State, check, decision};

use super::super::player::Player;
use super::super::staff::told;
use super::{Sight, made, preferred, prefers};
use crate::budget::Budget;
use crate::interface::{Choice, Judgement, Scope};

/// How many positions the staff judges before it chooses. Set by hand.
const CHOICE_NODES: u64 = 2_000;
/// Less than this, in points, is not looked at again. Set by hand.
const SECOND_LOOK_MIN_POINTS: f64 = 0.5;
/// No attack is followed by more choices than this. A bound on the work.
const CHOICES_MAX: usize = 100;

/// Judges attacks and the choices after the die.
pub struct Combats<'a> {
    /// The battle, and what its positions promise.
    pub(super) sight: Sight<'a>,
    /// Who chooses.
    pub side: Side,
    /// Who chooses for the staff.
    pub player: &'a Player,
    /// Who makes the choices between two attacks.
    pub aide: &'a Player,
    /// Whether to stop at once.
    pub stop: &'a dyn Fn() -> bool,
}

impl Combats<'_> {
    /// Judges what was done.
    pub fn judge(&self, state: &State, done: &Action) -> Option<Judgement> {
        let budget = Budget { nodes: Some(CHOICE_NODES), stop: Some(self.stop) };
        let choice = self.player.clone().choose(self.sight.battle, state, budget)?;
        let scope = if is_attack(done) { Scope::Attack } else { Scope::Choice };
        let value = self.mean(state, done, None)?;
        if self.is_same(state, &choice.action, done) {
            return Some(judgement(value, value, scope, None));
        }
        let best = self.mean(state, &choice.action, None)?;
        let seems_lost =
            prefers(self.side, best, value) && (best - value).abs() > SECOND_LOOK_MIN_POINTS;
        let (value, best) = if seems_lost && (is_attack(done) || is_attack(&choice.action)) {
            let value = self.mean(state, done, Some(&choice.action))?;
            (value, self.mean(state, &choice.action, Some(done))?)
        } else {
            (value, best)
        };
        let better = prefers(self.side, best, value);
        let choice = better.then(|| told(self.sight.battle, state, choice));
        let best = preferred(self.side, best, value);
        Some(judgement(value, best, scope, choice))
    }

    /// The margin expected after an action, which another may follow if it is legal then: the mean
    /// over the faces of the die, if one is thrown. Faces that come to the same are judged once.
    fn mean(&self, state: &State, action: &Action, then: Option<&Action>) -> Option<f64> {
        let faces = if is_attack(action) { 1..=6 } else { 1..=1 };
        let count = f64::from(*faces.end());
        let mut known: Vec<(State, f64)> = Vec::new();
        let mut sum = 0.0;
        for face in faces {
            let after = made(self.sight.battle, state, action, face)?;
            let found = known.iter().find(|(other, _)| *other == after).map(|(_, value)| *value);
            let value = match (found, then) {
                (Some(value), _) => value,
                (None, Some(then)) => self.mean_then(&after, then)?,
                (None, None) => self.sight.margin(&after),
            };
            if found.is_none() {
                known.push((after, value));
            }
            sum += value;
        }
        Some(sum / count)
    }

    /// The margin expected if an action follows, or as it stands if that is not legal.
    fn mean_then(&self, state: &State, then: &Action) -> Option<f64> {
        let settled = self.settled(state)?;
        if check(self.sight.battle, &settled, then).is_ok() {
            self.mean(&settled, then, None)
        } else {
            Some(self.sight.margin(&settled))
        }
    }

    /// The state once every choice that is pending has been made.
    fn settled(&self, state: &State) -> Option<State> {
        let (mut settled, mut aide) = (state.clone(), None);
        for _ in 0..CHOICES_MAX {
            if !matches!(decision(&settled), Decision::Step(..)) {
                break;
            }
            let aide = aide.get_or_insert_with(|| self.aide.clone());
            let next = aide.choose(self.sight.battle, &settled, Budget::FREE)?;
            settled = made(self.sight.battle, &settled, &next.action, 1)?;
        }
        Some(settled)
    }

    /// Whether two actions come to the same, whatever the die shows.
    fn is_same(&self, state: &State, one: &Action, other: &Action) -> bool {
        let after = |action, face| made(self.sight.battle, state, action, face);
        one == other || (1..=6).all(|face| after(one, face) == after(other, face))
    }
}

/// A decision that is judged alone.
fn judgement(done: f64, best: f64, scope: Scope, choice: Option<Choice>) -> Judgement {
    Judgement { done, best, scope, ends: true, choice, plan: Vec::new() }
}

fn is_attack(action: &Action) -> bool {
    matches!(action, Action::Attack(_))
}
