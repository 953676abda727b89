//! Judges decisions by what the staff expects of them and of its own choice, not by what the dice
//! then said.
//!
//! Moves are judged with their whole phase ([`review`](crate::review)), so that their order costs nothing; attacks
//! and the choices after the die one by one ([`combat`]), by the mean over its faces.

mod combat;

use std::sync::Arc;

use atlas::Side;
use rules::blue_gray::json::{action_to_json, read_action};
use rules::blue_gray::{Action, Battle, Decision, Prepared, State, UnitId, apply, decision};
use rules::dice::Chance;
use rules::dice::ForcedDice;
use rules::game::{Game, GameState};
use serde_json::Value;

use super::player::{Chosen, Player};
use super::position::assessment::Assessor;
use super::staff::told;
use crate::budget::Budget;
use crate::interface::{Choice, Interrupted, Judge, Judgement};
use crate::level::Level;
use crate::review::{March, Marches, Planner, Reviewed, preferred, prefers};
use crate::room::{state_of, system_of};
use combat::Combats;

/// Goes through a game with players of the staff: one plans moves, one chooses attacks, and one
/// does what must be done quickly.
pub struct Reviewer {
    game: Arc<Game>,
    assessor: Arc<Assessor>,
    mover: Player,
    fighter: Player,
    aide: Player,
    /// The best known rest of the movement phase under way.
    march: Option<March<State, Action>>,
}

impl Reviewer {
    /// A reviewer whose players are made so.
    pub fn new(
        game: Arc<Game>,
        assessor: Arc<Assessor>,
        player: impl Fn(Level) -> Player,
    ) -> Reviewer {
        // A General would plan moves for long; his attacks are followed through every result of the
        // die.
        let (mover, fighter) = (player(Level::Colonel), player(Level::General));
        Reviewer { game, assessor, mover, fighter, aide: player(Level::Recruit), march: None }
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
        let sight = Sight { battle, assessor: &self.assessor };
        let Ok(done) = read_action(battle, state, done) else { return Ok(None) };
        let (found, march) = match decision(state) {
            Decision::Over(_) => (None, None),
            Decision::Movement(_) => {
                let room = Room { sight, player: &self.mover };
                let marches = Marches { room: &room, stop };
                let known = self.march.as_ref().filter(|known| known.starts_at(state));
                marches.judge(state, known, &done).unzip()
            }
            Decision::Combat(side) | Decision::Step(_, side) => {
                let (player, aide) = (&self.fighter, &self.aide);
                let combats = Combats { sight, side, player, aide, stop };
                (combats.judge(state, &done), None)
            }
        };
        // What was thought in haste is forgotten.
        if stop() {
            return Err(Interrupted);
        }
        self.march = march.flatten();
        Ok(found)
    }
}

/// The battle, and who says what its positions promise.
#[derive(Clone, Copy)]
struct Sight<'a> {
    battle: &'a Battle,
    assessor: &'a Assessor,
}

impl Sight<'_> {
    /// What a position promises.
    fn margin(&self, state: &State) -> f64 {
        self.assessor.assess(self.battle, state).margin
    }
}

/// The battle as its moves are reviewed.
struct Room<'a> {
    sight: Sight<'a>,
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
            let next = player.choose(self.sight.battle, state, Budget::until(stop))?;
            Some((next.action, next.why))
        })
    }

    fn margin(&self, state: &State) -> f64 {
        self.sight.margin(state)
    }

    fn made(&self, state: &State, action: &Action) -> Option<State> {
        made(self.sight.battle, state, action, 1)
    }

    fn phasing(&self, state: &State) -> Side {
        state.side
    }

    fn marches(&self, state: &State, side: Side) -> bool {
        decision(state) == Decision::Movement(side)
    }

    fn told(&self, state: &State, action: Action, why: String) -> Choice {
        told(self.sight.battle, state, Chosen { action, why, nodes: 0 })
    }

    fn written(&self, action: &Action) -> serde_json::Value {
        action_to_json(self.sight.battle, action)
    }

    fn unit_of(action: &Action) -> Option<UnitId> {
        match *action {
            Action::Move { unit, .. } | Action::Enter { unit, .. } | Action::Exit { unit, .. } => {
                Some(unit)
            }
            _ => None,
        }
    }

    fn comes_to(action: &Action) -> Action {
        match *action {
            Action::Move { unit, to, .. } => Action::Move { unit, to, path: None },
            Action::Enter { unit, hex, to, .. } => Action::Enter { unit, hex, to, path: None },
            Action::Exit { unit, hex, .. } => Action::Exit { unit, hex, path: None },
            other => other,
        }
    }

    fn called(&self, state: &State, unit: UnitId) -> Option<String> {
        state.cell(unit).map(|_| self.sight.battle.unit(unit).id.clone())
    }
}

/// The state after an action, with this face of the die.
fn made(battle: &Battle, state: &State, action: &Action, face: u8) -> Option<State> {
    let mut dice = ForcedDice::faces(&[face], Chance::new(u64::from(face))).ok()?;
    let mut after = state.clone();
    apply(battle, &mut after, action, &mut dice, &mut Vec::new()).ok()?;
    Some(after)
}
