//! Moves of any system are judged by what can still be reached at the end of their phase.
//!
//! The best plan known is carried along: after a move, what is left of it is still open as far as
//! it is legal, and only where something was lost is planned anew. So no loss is told that a later
//! move makes good, and an error of the staff's plans is not taken for one of the player's.

use atlas::Side;
use serde_json::Value;

use crate::interface::{Choice, Judgement, Scope};

/// No plan has more moves than this. A bound on the work.
const PLAN_MOVES_MAX: usize = 500;
/// Less than this, in points, is not worth another plan. Set by hand.
const NEW_PLAN_MIN_POINTS: f64 = 0.5;
/// The most plans made for one phase. Bounds the work; set by hand.
const PHASE_PLANS_MAX: usize = 8;

/// Plans a phase: the next decision of the staff in each of its states, and why.
pub type Planner<'p, S, A> = Box<dyn FnMut(&S) -> Option<(A, String)> + 'p>;

/// A system as whoever reviews its moves sees it.
pub trait Reviewed {
    /// A game at one moment.
    type State: Clone + PartialEq;
    /// A decision.
    type Action: Copy + PartialEq;
    /// Who moves.
    type Unit: Copy + PartialEq;

    /// The end of a phase.
    const END: Self::Action;

    /// The next decision of the staff, and why; asked about one state after another of a phase.
    fn planner<'p>(&'p self, stop: &'p dyn Fn() -> bool) -> Planner<'p, Self::State, Self::Action>;
    /// What a position promises.
    fn margin(&self, state: &Self::State) -> f64;
    /// The state after an action, if it is legal; a die shows one.
    fn made(&self, state: &Self::State, action: &Self::Action) -> Option<Self::State>;
    /// The phasing player.
    fn phasing(&self, state: &Self::State) -> Side;
    /// Whether a side is to move.
    fn marches(&self, state: &Self::State, side: Side) -> bool;
    /// An action as it is told.
    fn told(&self, state: &Self::State, action: Self::Action, why: String) -> Choice;
    /// An action as it is written.
    fn written(&self, action: &Self::Action) -> Value;
    /// Who moves.
    fn unit_of(action: &Self::Action) -> Option<Self::Unit>;
    /// A move without the way it takes.
    fn comes_to(action: &Self::Action) -> Self::Action;
    /// What a unit is called that is on the map.
    fn called(&self, state: &Self::State, unit: Self::Unit) -> Option<String>;
}

/// Whether a side prefers the first of two margins.
pub fn prefers(side: Side, one: f64, other: f64) -> bool {
    match side {
        Side::Union => one > other,
        Side::Confederate => one < other,
    }
}

/// The margin of the two that a side prefers.
pub fn preferred(side: Side, one: f64, other: f64) -> f64 {
    if prefers(side, one, other) { one } else { other }
}

/// The best rest of a movement phase that is known.
#[derive(Clone)]
pub struct March<S, A> {
    state: S,
    moves: Vec<A>,
    why: String,
    /// What is expected at the end of the phase.
    margin: f64,
    /// How many plans were made for this phase.
    plans: usize,
}

impl<S: PartialEq, A> March<S, A> {
    /// Whether it goes on from a state.
    pub fn starts_at(&self, state: &S) -> bool {
        self.state == *state
    }
}

/// The same for a system.
type MarchOf<R> = March<<R as Reviewed>::State, <R as Reviewed>::Action>;

/// Judges the moves of a phase.
pub struct Marches<'a, R: Reviewed> {
    /// The battle, who plans it, and what its positions promise.
    pub room: &'a R,
    /// Whether to stop at once.
    pub stop: &'a dyn Fn() -> bool,
}

impl<R: Reviewed> Marches<'_, R> {
    /// Judges what was done in a movement phase, with the best rest that was known before; and
    /// gives the best that is known after it, if the phase goes on.
    pub fn judge(
        &self,
        state: &R::State,
        known: Option<&MarchOf<R>>,
        done: &R::Action,
    ) -> Option<(Judgement, Option<MarchOf<R>>)> {
        let side = self.room.phasing(state);
        let best = known.cloned().or_else(|| self.planned(state))?;
        let after = self.room.made(state, done)?;
        let scope = Scope::Phase;
        let ends = !self.room.marches(&after, side) || *done == R::END;
        let next = if ends { None } else { Some(self.carried(&best, &after)?) };
        let margin = next.as_ref().map_or_else(|| self.room.margin(&after), |next| next.margin);
        let choice = self.instead(&best, done, &after);
        let plan = if choice.is_some() { self.plan(&best) } else { Vec::new() };
        let found = Judgement { done: margin, best: best.margin, scope, ends, choice, plan };
        Some((found, next))
    }

    /// The moves of a plan, as they are written.
    fn plan(&self, best: &MarchOf<R>) -> Vec<Value> {
        best.moves.iter().map(|one| self.room.written(one)).collect()
    }

    /// What the staff would do for the rest of the phase.
    fn planned(&self, state: &R::State) -> Option<MarchOf<R>> {
        let side = self.room.phasing(state);
        let mut choose = self.room.planner(self.stop);
        let (mut after, mut moves, mut why) = (state.clone(), Vec::new(), None);
        for _ in 0..PLAN_MOVES_MAX {
            let (action, reason) = choose(&after)?;
            why.get_or_insert(reason);
            if action == R::END {
                break;
            }
            after = self.room.made(&after, &action)?;
            moves.push(action);
            if !self.room.marches(&after, side) {
                break;
            }
        }
        let margin = self.ended(&after, side)?;
        let why = why.unwrap_or_default();
        Some(March { state: state.clone(), moves, why, margin, plans: 1 })
    }

    /// What is expected when nobody moves any more.
    fn ended(&self, state: &R::State, side: Side) -> Option<f64> {
        if !self.room.marches(state, side) {
            return Some(self.room.margin(state));
        }
        Some(self.room.margin(&self.room.made(state, &R::END)?))
    }

    /// The best that is known after something else was done: the rest of the plan, as far as it is
    /// legal, or another plan.
    fn carried(&self, best: &MarchOf<R>, state: &R::State) -> Option<MarchOf<R>> {
        let side = self.room.phasing(state);
        let rest = self.rest(best, state);
        let lost = rest.as_ref().is_none_or(|rest| {
            prefers(side, best.margin, rest.margin)
                && (best.margin - rest.margin).abs() > NEW_PLAN_MIN_POINTS
        });
        if !lost || best.plans >= PHASE_PLANS_MAX && rest.is_some() {
            return rest;
        }
        let plans = best.plans + 1;
        let anew = self.planned(state).map(|anew| March { plans, ..anew });
        match (rest, anew) {
            (Some(rest), Some(anew)) if prefers(side, anew.margin, rest.margin) => Some(anew),
            (Some(rest), _) => Some(March { plans, ..rest }),
            (None, anew) => anew,
        }
    }

    /// The rest of a plan, as far as it is legal after something was done. What had to wait for
    /// another move is tried again.
    fn rest(&self, best: &MarchOf<R>, state: &R::State) -> Option<MarchOf<R>> {
        let (mut after, mut moves) = (state.clone(), Vec::new());
        let mut waiting = best.moves.clone();
        loop {
            let before = waiting.len();
            waiting.retain(|next| {
                let Some(reached) = self.room.made(&after, next) else { return true };
                after = reached;
                moves.push(*next);
                false
            });
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        let margin = self.ended(&after, self.room.phasing(state))?;
        let why = best.why.clone();
        Some(March { state: state.clone(), moves, margin, why, plans: best.plans })
    }

    /// What the staff would have done instead, as far as one action can say it: another move of the
    /// same unit, or one that can no longer be made, or the next; `None` if what was done is part
    /// of its plan.
    fn instead(&self, best: &MarchOf<R>, done: &R::Action, after: &R::State) -> Option<Choice> {
        let (room, state) = (self.room, &best.state);
        let who = R::unit_of(done);
        if best.moves.iter().any(|planned| R::comes_to(planned) == R::comes_to(done)) {
            return None;
        }
        let legal = |action: &&R::Action| room.made(state, action).is_some();
        let mut planned = best.moves.iter();
        let own = planned.clone().find(|one| who.is_some() && R::unit_of(one) == who);
        let own = own.filter(legal);
        let lost = |one: &&R::Action| legal(one) && room.made(after, one).is_none();
        let action = own.or_else(|| planned.clone().find(lost)).or_else(|| planned.find(legal));
        let action = *action.unwrap_or(&R::END);
        if action == *done {
            return None;
        }
        let stays = who.filter(|_| !best.moves.iter().any(|one| R::unit_of(one) == who));
        let why = match stays.and_then(|unit| room.called(state, unit)) {
            Some(called) => format!("{called} stays where it is; {}", best.why),
            None => best.why.clone(),
        };
        Some(room.told(state, action, why))
    }
}
