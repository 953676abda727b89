//! Judges decisions by what the staff expects of them and of its own choice, not by what the dice
//! then said.
//!
//! Moves are judged with their whole phase ([`march`]), so that their order costs nothing; attacks
//! and the choices after the die one by one ([`combat`]), by the mean over its faces.

mod combat;
mod march;

use std::sync::Arc;

use atlas::Side;
use rules::blue_gray::json::read_action;
use rules::blue_gray::{Action, Battle, Decision, State, apply, decision};
use rules::dice::Chance;
use rules::dice::ForcedDice;
use rules::game::{Game, GameState};
use serde_json::Value;

use super::player::Player;
use super::position::assessment::Assessor;
use super::staff::{battle_of, state_of};
use crate::interface::{Interrupted, Judge, Judgement};
use crate::level::Level;
use combat::Combats;
use march::{March, Marches};

/// Goes through a game with players of the staff: one plans moves, one chooses attacks, and one
/// does what must be done quickly.
pub struct Reviewer {
    game: Arc<Game>,
    assessor: Arc<Assessor>,
    mover: Player,
    fighter: Player,
    aide: Player,
    /// The best known rest of the movement phase under way.
    march: Option<March>,
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
        let (battle, state) = (battle_of(&game), state_of(seen));
        let sight = Sight { battle, assessor: &self.assessor };
        let Ok(done) = read_action(battle, state, done) else { return Ok(None) };
        let (found, march) = match decision(state) {
            Decision::Over(_) => (None, None),
            Decision::Movement(_) => {
                let marches = Marches { sight, player: &self.mover, stop };
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

/// Whether a side prefers the first of two margins.
fn prefers(side: Side, one: f64, other: f64) -> bool {
    match side {
        Side::Union => one > other,
        Side::Confederate => one < other,
    }
}

/// The margin of the two that a side prefers.
fn preferred(side: Side, one: f64, other: f64) -> f64 {
    if prefers(side, one, other) { one } else { other }
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

/// The state after an action, with this face of the die.
fn made(battle: &Battle, state: &State, action: &Action, face: u8) -> Option<State> {
    let mut dice = ForcedDice::faces(&[face], Chance::new(u64::from(face))).ok()?;
    let mut after = state.clone();
    apply(battle, &mut after, action, &mut dice, &mut Vec::new()).ok()?;
    Some(after)
}
