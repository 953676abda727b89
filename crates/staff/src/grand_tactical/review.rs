//! Judges the orders of a phase by the combat that they lead to, over several lucks, and by what the staff would have
//! ordered instead; not by what the dice then said.

use std::sync::Arc;

use atlas::Side;
use rules::System;
use rules::dice::{Chance, FixedDie};
use rules::game::{Game, GameState};
use rules::grand_tactical::json::{action_to_json, read_action};
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Action, Battle, UnitId};
use serde_json::Value;

use super::assessment::Assessor;
use super::player::{Chosen, Player};
use super::staff::told;
use crate::budget::Budget;
use crate::interface::{Choice, Interrupted, Judge, Judgement};
use crate::review::{March, Marches, Planner, Reviewed};
use crate::room::{state_of, system_of};

/// In how many lucks the combat after a phase is fought.
const LUCKS: u64 = 6;

/// Goes through a game with a player of the staff.
pub struct Reviewer {
    game: Arc<Game>,
    assessor: Arc<Assessor>,
    player: Player,
    /// The best known rest of the phase under way.
    march: Option<March<State, Action>>,
}

impl Reviewer {
    /// A reviewer who asks this player.
    pub fn new(game: Arc<Game>, assessor: Arc<Assessor>, player: Player) -> Reviewer {
        Reviewer { game, assessor, player, march: None }
    }
}

impl Judge for Reviewer {
    /// The orders of an operations phase are judged; which divisions are activated shows in what they then do.
    fn judge(
        &mut self,
        seen: &GameState,
        done: &Value,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Judgement>, Interrupted> {
        let game = Arc::clone(&self.game);
        let (battle, state) = (system_of::<Battle>(&game), state_of::<Battle>(seen));
        let Ok(done) = read_action(battle, state, done) else { return Ok(None) };
        if state.phase != Phase::Operations {
            return Ok(None);
        }
        let room = Orders { battle, assessor: &self.assessor, player: &self.player };
        let marches = Marches { room: &room, stop };
        let known = self.march.as_ref().filter(|known| known.starts_at(state));
        let (found, march) = marches.judge(state, known, &done).unzip();
        if stop() {
            return Err(Interrupted);
        }
        self.march = march.flatten();
        Ok(found)
    }
}

/// The battle as its orders are reviewed.
struct Orders<'a> {
    battle: &'a Battle,
    assessor: &'a Assessor,
    player: &'a Player,
}

impl Reviewed for Orders<'_> {
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

    /// What is expected of the position after the combat that follows these orders.
    fn margin(&self, state: &State) -> f64 {
        let mut sum = 0.0;
        for luck in 0..LUCKS {
            let mut after = *state;
            let (mut dice, mut events) = (Chance::new(luck), Vec::new());
            self.battle.apply_legal(&mut after, &Action::EndPhase, &mut dice, &mut events);
            sum += self.assessor.expected(self.battle, &after);
        }
        sum / LUCKS as f64
    }

    /// The end of a phase leaves the position to [`margin`](Reviewed::margin), which fights its combat.
    fn made(&self, state: &State, action: &Action) -> Option<State> {
        let mut after = *state;
        if *action != Action::EndPhase {
            let (dice, events) = (&mut FixedDie(0), &mut Vec::new());
            self.battle.apply(&mut after, action, dice, events).ok()?;
            after.sequence = if self.battle.options.hidden { 0 } else { after.sequence };
        }
        Some(after)
    }

    fn phasing(&self, state: &State) -> Side {
        state.side
    }

    fn marches(&self, state: &State, side: Side) -> bool {
        state.phase == Phase::Operations && state.side == side
    }

    fn told(&self, _: &State, action: Action, why: String) -> Choice {
        told(self.battle, Chosen { action, why, nodes: 0 })
    }

    fn written(&self, action: &Action) -> Value {
        action_to_json(self.battle, action)
    }

    fn unit_of(action: &Action) -> Option<UnitId> {
        action.unit()
    }

    fn comes_to(action: &Action) -> Action {
        *action
    }

    fn called(&self, state: &State, unit: UnitId) -> Option<String> {
        state.cell(unit).map(|_| self.battle.unit(unit).short.clone())
    }
}
