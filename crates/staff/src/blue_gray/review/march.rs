//! Moves are judged by what can still be reached at the end of their phase.
//!
//! The best plan known is carried along: after a move, what is left of it is still open as far as
//! it is legal, and only where something was lost is planned anew. So no loss is told that a later
//! move makes good, and an error of the staff's plans is not taken for one of the player's.

use atlas::Side;
use rules::blue_gray::json::action_to_json;
use rules::blue_gray::{Action, Decision, State, UnitId, decision};
use serde_json::Value;

use super::super::player::{Chosen, Player};
use super::super::staff::told;
use super::{Sight, made, prefers};
use crate::budget::Budget;
use crate::interface::{Choice, Judgement, Scope};

/// No plan has more moves than this. A bound on the work.
const PLAN_MOVES_MAX: usize = 500;
/// Less than this, in points, is not worth another plan. Set by hand.
const NEW_PLAN_MIN_POINTS: f64 = 0.5;
/// The most plans made for one phase. Bounds the work; set by hand.
const PHASE_PLANS_MAX: usize = 8;

/// The best rest of a movement phase that is known.
#[derive(Clone)]
pub struct March {
    state: State,
    moves: Vec<Action>,
    why: String,
    /// What is expected at the end of the phase.
    margin: f64,
    /// How many plans were made for this phase.
    plans: usize,
}

impl March {
    /// Whether it goes on from a state.
    pub fn starts_at(&self, state: &State) -> bool {
        self.state == *state
    }
}

/// Judges the moves of a phase.
pub struct Marches<'a> {
    /// The battle, and what its positions promise.
    pub(super) sight: Sight<'a>,
    /// Who plans.
    pub player: &'a Player,
    /// Whether to stop at once.
    pub stop: &'a dyn Fn() -> bool,
}

impl Marches<'_> {
    /// Judges what was done in a movement phase, with the best rest that was known before; and
    /// gives the best that is known after it, if the phase goes on.
    pub fn judge(
        &self,
        state: &State,
        known: Option<&March>,
        done: &Action,
    ) -> Option<(Judgement, Option<March>)> {
        let side = state.side;
        let best = known.cloned().or_else(|| self.planned(state))?;
        let after = made(self.sight.battle, state, done, 1)?;
        let scope = Scope::Phase;
        let ends = decision(&after) != Decision::Movement(side) || *done == Action::EndPhase;
        let next = if ends { None } else { Some(self.carried(&best, &after)?) };
        let margin = next.as_ref().map_or_else(|| self.sight.margin(&after), |next| next.margin);
        let choice = self.instead(&best, done, &after);
        let plan = if choice.is_some() { self.plan(&best) } else { Vec::new() };
        let found = Judgement { done: margin, best: best.margin, scope, ends, choice, plan };
        Some((found, next))
    }

    /// The moves of a plan, as they are written.
    fn plan(&self, best: &March) -> Vec<Value> {
        best.moves.iter().map(|one| action_to_json(self.sight.battle, one)).collect()
    }

    /// What the staff would do for the rest of the phase.
    fn planned(&self, state: &State) -> Option<March> {
        let mut player = self.player.clone();
        let (mut after, mut moves, mut why) = (state.clone(), Vec::new(), None);
        for _ in 0..PLAN_MOVES_MAX {
            let next = player.choose(self.sight.battle, &after, Budget::until(self.stop))?;
            why.get_or_insert(next.why);
            if next.action == Action::EndPhase {
                break;
            }
            after = made(self.sight.battle, &after, &next.action, 1)?;
            moves.push(next.action);
            if decision(&after) != Decision::Movement(state.side) {
                break;
            }
        }
        let margin = self.ended(&after, state.side)?;
        let why = why.unwrap_or_default();
        Some(March { state: state.clone(), moves, why, margin, plans: 1 })
    }

    /// What is expected when nobody moves any more.
    fn ended(&self, state: &State, side: Side) -> Option<f64> {
        if decision(state) != Decision::Movement(side) {
            return Some(self.sight.margin(state));
        }
        Some(self.sight.margin(&made(self.sight.battle, state, &Action::EndPhase, 1)?))
    }

    /// The best that is known after something else was done: the rest of the plan, as far as it is
    /// legal, or another plan.
    fn carried(&self, best: &March, state: &State) -> Option<March> {
        let rest = self.rest(best, state);
        let lost = rest.as_ref().is_none_or(|rest| {
            prefers(state.side, best.margin, rest.margin)
                && (best.margin - rest.margin).abs() > NEW_PLAN_MIN_POINTS
        });
        if !lost || best.plans >= PHASE_PLANS_MAX && rest.is_some() {
            return rest;
        }
        let plans = best.plans + 1;
        let anew = self.planned(state).map(|anew| March { plans, ..anew });
        match (rest, anew) {
            (Some(rest), Some(anew)) if prefers(state.side, anew.margin, rest.margin) => Some(anew),
            (Some(rest), _) => Some(March { plans, ..rest }),
            (None, anew) => anew,
        }
    }

    /// The rest of a plan, as far as it is legal after something was done. What had to wait for
    /// another move is tried again.
    fn rest(&self, best: &March, state: &State) -> Option<March> {
        let (mut after, mut moves) = (state.clone(), Vec::new());
        let mut waiting = best.moves.clone();
        loop {
            let before = waiting.len();
            waiting.retain(|next| {
                let Some(reached) = made(self.sight.battle, &after, next, 1) else { return true };
                after = reached;
                moves.push(*next);
                false
            });
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        let margin = self.ended(&after, state.side)?;
        Some(March { state: state.clone(), moves, margin, why: best.why.clone(), ..*best })
    }

    /// What the staff would have done instead, as far as one action can say it: another move of the
    /// same unit, or one that can no longer be made, or the next; `None` if what was done is part
    /// of its plan.
    fn instead(&self, best: &March, done: &Action, after: &State) -> Option<Choice> {
        let (battle, state) = (self.sight.battle, &best.state);
        let who = unit_of(done);
        if best.moves.iter().any(|planned| comes_to(planned) == comes_to(done)) {
            return None;
        }
        let legal = |action: &&Action| made(battle, state, action, 1).is_some();
        let mut planned = best.moves.iter();
        let own = planned.clone().find(|one| who.is_some() && unit_of(one) == who);
        let own = own.filter(legal);
        let lost = |one: &&Action| legal(one) && made(battle, after, one, 1).is_none();
        let action = own.or_else(|| planned.clone().find(lost)).or_else(|| planned.find(legal));
        let action = *action.unwrap_or(&Action::EndPhase);
        if action == *done {
            return None;
        }
        let stays = who.filter(|_| !best.moves.iter().any(|one| unit_of(one) == who));
        let why = match stays {
            Some(unit) if state.cell(unit).is_some() => {
                format!("{} stays where it is; {}", battle.unit(unit).id, best.why)
            }
            _ => best.why.clone(),
        };
        Some(told(battle, state, Chosen { action, why, nodes: 0 }))
    }
}

/// Who moves.
fn unit_of(action: &Action) -> Option<UnitId> {
    match *action {
        Action::Move { unit, .. } | Action::Enter { unit, .. } | Action::Exit { unit, .. } => {
            Some(unit)
        }
        _ => None,
    }
}

/// A move without the way it takes.
fn comes_to(action: &Action) -> Action {
    match *action {
        Action::Move { unit, to, .. } => Action::Move { unit, to, path: None },
        Action::Enter { unit, hex, to, .. } => Action::Enter { unit, hex, to, path: None },
        Action::Exit { unit, hex, .. } => Action::Exit { unit, hex, path: None },
        other => other,
    }
}
