//! Judges decisions by what the staff expects of them and of its own choice, not by what the dice then said.
//!
//! Moves are judged with their whole phase ([`review`](crate::review)), everything else one by one, by the mean over
//! the faces of the die.

use std::sync::Arc;

use atlas::Side;
use rules::brigade::json::{action_to_json, read_action};
use rules::brigade::{Action, Battle, Decision, Phase, Prepared, State, apply, decision};
use rules::dice::{Chance, ForcedDice};
use rules::game::{Game, GameState};
use rules::ids::UnitId;
use serde_json::Value;

use super::player::{Chosen, Player};
use super::position::assessment::Assessor;
use super::staff::told;
use crate::budget::Budget;
use crate::interface::{Choice, Interrupted, Judge, Judgement, Scope};
use crate::review::{March, Marches, Planner, Reviewed, prefers};
use crate::room::{state_of, system_of};

/// Goes through a game with a player of the staff.
pub struct Reviewer {
    game: Arc<Game>,
    assessor: Arc<Assessor>,
    player: Player,
    /// The best known rest of the movement phase under way.
    march: Option<March<State, Action>>,
}

impl Reviewer {
    /// A reviewer who asks this player.
    pub fn new(game: Arc<Game>, assessor: Arc<Assessor>, player: Player) -> Reviewer {
        Reviewer { game, assessor, player, march: None }
    }

    /// The margin expected after an action: the mean over the faces of the die, if one is thrown.
    fn mean(&self, battle: &Battle, state: &State, action: &Action) -> Option<f64> {
        let faces = if throws(action) { 1..=6 } else { 1..=1 };
        let count = f64::from(*faces.end());
        let mut sum = 0.0;
        for face in faces {
            let after = made(battle, state, action, face)?;
            sum += self.assessor.expected(battle, &after);
        }
        Some(sum / count)
    }
}

impl Judge for Reviewer {
    fn judge(
        &mut self,
        seen: &GameState,
        done: &Value,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Judgement>, Interrupted> {
        let game = Arc::clone(&self.game);
        let game: &Prepared = system_of(&game);
        let (battle, state) = (&game.battle, state_of::<Prepared>(seen));
        let Ok(done) = read_action(battle, state, done) else { return Ok(None) };
        let side = match decision(state) {
            Decision::Over(_) => return Ok(None),
            Decision::Phase(Phase::Movement, _) => {
                let room = Room { battle, assessor: &self.assessor, player: &self.player };
                let marches = Marches { room: &room, stop };
                let known = self.march.as_ref().filter(|known| known.starts_at(state));
                let (found, march) = marches.judge(state, known, &done).unzip();
                if stop() {
                    return Err(Interrupted);
                }
                self.march = march.flatten();
                return Ok(found);
            }
            Decision::Phase(_, side) | Decision::Step(_, side) => side,
        };
        let mut player = self.player.clone();
        let choice = player.choose(battle, state, Budget::until(stop));
        let found = choice.and_then(|choice| {
            let scope = if throws(&done) { Scope::Attack } else { Scope::Choice };
            let value = self.mean(battle, state, &done)?;
            let best = self.mean(battle, state, &choice.action)?;
            let better = choice.action != done && prefers(side, best, value);
            let best = if better { best } else { value };
            let choice = better.then(|| told(battle, state, choice));
            Some(Judgement { done: value, best, scope, ends: true, choice, plan: Vec::new() })
        });
        if stop() { Err(Interrupted) } else { Ok(found) }
    }
}

/// Whether an action throws a die that matters.
fn throws(action: &Action) -> bool {
    matches!(
        action,
        Action::Assault(_) | Action::Bombard(_) | Action::Rally { .. } | Action::Search { .. }
    )
}

/// The battle as its moves are reviewed.
struct Room<'a> {
    battle: &'a Battle,
    assessor: &'a Assessor,
    player: &'a Player,
}

impl Reviewed for Room<'_> {
    type State = State;
    type Action = Action;
    type Unit = UnitId;

    const END: Action = Action::EndPhase;

    fn planner<'p>(&'p self, stop: &'p dyn Fn() -> bool) -> Planner<'p, State, Action> {
        let mut player = self.player.clone();
        Box::new(move |state| {
            let next = player.choose(self.battle, state, Budget::until(stop))?;
            Some((next.action, next.why))
        })
    }

    fn margin(&self, state: &State) -> f64 {
        self.assessor.expected(self.battle, state)
    }

    fn made(&self, state: &State, action: &Action) -> Option<State> {
        made(self.battle, state, action, 1)
    }

    fn phasing(&self, state: &State) -> Side {
        state.side
    }

    fn marches(&self, state: &State, side: Side) -> bool {
        decision(state) == Decision::Phase(Phase::Movement, side)
    }

    fn told(&self, state: &State, action: Action, why: String) -> Choice {
        told(self.battle, state, Chosen { action, why, nodes: 0 })
    }

    fn written(&self, action: &Action) -> Value {
        action_to_json(self.battle, action)
    }

    fn unit_of(action: &Action) -> Option<UnitId> {
        match *action {
            Action::Move { unit, .. }
            | Action::Enter { unit, .. }
            | Action::Search { unit, .. } => Some(unit),
            _ => None,
        }
    }

    fn comes_to(action: &Action) -> Action {
        match *action {
            Action::Move { unit, to, .. } => Action::Move { unit, to, path: None },
            Action::Enter { unit, hex, to, .. } => Action::Enter { unit, hex, to, path: None },
            other => other,
        }
    }

    fn called(&self, state: &State, unit: UnitId) -> Option<String> {
        state.cell(unit).map(|_| self.battle.unit(unit).called.clone())
    }
}

/// The state after an action, with this face of the die.
fn made(battle: &Battle, state: &State, action: &Action, face: u8) -> Option<State> {
    let mut dice = ForcedDice::faces(&[face], Chance::new(u64::from(face))).ok()?;
    let mut after = state.clone();
    apply(battle, &mut after, action, &mut dice, &mut Vec::new()).ok()?;
    Some(after)
}
