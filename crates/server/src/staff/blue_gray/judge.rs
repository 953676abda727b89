//! Judges decisions by what the staff expects of them and of its own choice, not by what the dice
//! then said.
//!
//! A move is judged with the rest of its phase: what could still be reached after it, against what
//! could be reached before. So moves made in another order cost nothing, and every loss stands
//! where it was made.

use std::sync::Arc;

use ::staff::{Budget, Player, evaluation};
use atlas::Side;
use rules::blue_gray::json::read_action;
use rules::blue_gray::random::Chance;
use rules::blue_gray::{Action, Battle, Decision, State, UnitId, apply, check, decision};
use rules::dice::ForcedDice;
use rules::game::{Game, GameState};
use serde_json::Value;

use super::super::face::{Judge, Judgement};
use super::{battle_of, state_of, told};

/// No phase has more moves than this.
const MOST_MOVES: usize = 500;

/// What the staff would do in a state, and the margin it expects then.
#[derive(Clone)]
struct Prospect {
    state: State,
    choice: ::staff::Choice,
    /// With a move: those planned after it.
    then: Vec<Action>,
    margin: f64,
}

impl Prospect {
    /// What the staff would have done instead of an action: with the same unit, if its plan moves
    /// that unit and it can go first; else whatever it would have done first.
    fn instead_of(&self, battle: &Battle, done: &Action) -> ::staff::Choice {
        let same = mover(done).and_then(|unit| {
            let mut planned = self.then.iter().filter(|next| mover(next) == Some(unit));
            planned.find(|next| *next != done && check(battle, &self.state, next).is_ok())
        });
        let action = *same.unwrap_or(&self.choice.action);
        ::staff::Choice { action, ..self.choice.clone() }
    }
}

/// The unit that an action moves.
fn mover(action: &Action) -> Option<UnitId> {
    match action {
        Action::Move { unit, .. } | Action::Enter { unit, .. } | Action::Exit { unit, .. } => {
            Some(*unit)
        }
        _ => None,
    }
}

/// Goes through a game with a player of the staff.
pub struct Reviewer {
    game: Arc<Game>,
    player: Player,
    /// Of the state after the decision judged last, which usually is the next one.
    next: Option<Prospect>,
}

impl Reviewer {
    /// A reviewer who decides like this player.
    pub fn new(game: Arc<Game>, player: Player) -> Reviewer {
        Reviewer { game, player, next: None }
    }

    /// What the staff would do, and what it expects of it.
    fn prospect(&mut self, state: &State) -> Option<Prospect> {
        let battle = battle_of(&self.game);
        let choice = self.player.choose(battle, state, Budget::FREE)?;
        // The plan goes on in a copy: the player itself waits for what is really done.
        let (mut ahead, mut then) = (self.player.clone(), Vec::new());
        let margin = match decision(state) {
            Decision::Movement(side) => {
                let mut after = made(battle, state, &choice.action, 1)?;
                for _ in 0..MOST_MOVES {
                    if decision(&after) != Decision::Movement(side) {
                        break;
                    }
                    let next = ahead.choose(battle, &after, Budget::FREE)?.action;
                    after = made(battle, &after, &next, 1)?;
                    then.push(next);
                }
                evaluation(battle, &after).margin
            }
            _ => expected(battle, state, &choice.action)?,
        };
        Some(Prospect { state: state.clone(), choice, then, margin })
    }

    /// The margin expected after what was done, and whether that is what is expected of the next
    /// decision: a move is followed by what the staff would do next.
    fn expected_of(&mut self, state: &State, side: Side, done: &Action) -> Option<(f64, bool)> {
        let battle = battle_of(&self.game);
        if decision(state) != Decision::Movement(side) {
            return Some((expected(battle, state, done)?, false));
        }
        let after = made(battle, state, done, 1)?;
        if decision(&after) != Decision::Movement(side) {
            return Some((evaluation(battle, &after).margin, false));
        }
        self.next = self.prospect(&after);
        self.next.as_ref().map(|next| (next.margin, true))
    }
}

impl Judge for Reviewer {
    fn judge(&mut self, state: &GameState, done: &Value) -> Option<Judgement> {
        let game = Arc::clone(&self.game);
        let (battle, state) = (battle_of(&game), state_of(state));
        let side = decision(state).side()?;
        let done = read_action(battle, state, done).ok()?;
        let known = self.next.take().filter(|known| known.state == *state);
        let best = match known {
            Some(known) => known,
            None => self.prospect(state)?,
        };
        let (done, goes_on, choice) = if is_same(battle, state, &best.choice.action, &done) {
            let goes_on = decision(state) == Decision::Movement(side) && done != Action::EndPhase;
            (best.margin, goes_on, None)
        } else {
            let (expected, goes_on) = self.expected_of(state, side, &done)?;
            (expected, goes_on, Some(told(battle, state, &best.instead_of(battle, &done))))
        };
        Some(Judgement { done, best: best.margin, goes_on, choice })
    }
}

/// Whether two actions come to the same, whatever the dice.
fn is_same(battle: &Battle, state: &State, one: &Action, other: &Action) -> bool {
    one == other
        || made(battle, state, one, 1) == made(battle, state, other, 1)
            && made(battle, state, one, 6) == made(battle, state, other, 6)
}

/// The margin expected after an action: the mean over the faces of the die, if one is thrown.
fn expected(battle: &Battle, state: &State, action: &Action) -> Option<f64> {
    let margin =
        |face| made(battle, state, action, face).map(|after| evaluation(battle, &after).margin);
    match action {
        Action::Attack(_) => (1..=6).map(margin).sum::<Option<f64>>().map(|sum| sum / 6.0),
        _ => margin(1),
    }
}

/// The state after an action, with this face of the die.
fn made(battle: &Battle, state: &State, action: &Action, face: u8) -> Option<State> {
    let mut dice = ForcedDice::new(&[face], Chance::new(u64::from(face))).ok()?;
    let mut after = state.clone();
    apply(battle, &mut after, action, &mut dice, &mut Vec::new()).ok()?;
    Some(after)
}
