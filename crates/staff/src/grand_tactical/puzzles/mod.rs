//! Puzzles of the Grand-tactical game: one order, and then the combat of the phase, with every value of every draw.
//!
//! A combat phase takes no decisions but draws many times in a row; all of it is followed ([`draws`]). That is
//! possible where few units fire: a puzzle's position is cut so.

mod find;

use std::cmp::Reverse;

use atlas::Side;
use rules::System;
use rules::dice::{Dice, FixedDie};
use rules::grand_tactical::movement::Reach;
use rules::grand_tactical::state::{Phase, Place, State};
use rules::grand_tactical::victory::worth_of_losses;
use rules::grand_tactical::{Action, Battle, UnitId, listing, operations, resolve_phase};
use serde_json::Value;

use crate::puzzle::{Goal, Prover, Unproved, Valued, draws};

pub use find::candidates;

/// What an end is measured by.
enum Aim {
    /// What losses bring, ours less theirs: so many points had come of them before.
    Losses(i32),
    /// Whether an enemy has routed or is no more.
    Lost(UnitId),
}

/// Proves the puzzles of a battle.
pub struct EveryDraw<'b>(pub &'b Battle);

/// A puzzle's position and what is asked of it.
struct Task<'b> {
    battle: &'b Battle,
    state: State,
    side: Side,
    aim: Aim,
}

impl<'b> EveryDraw<'b> {
    fn task(&self, position: &Value, goal: &Goal) -> Result<Task<'b>, Unproved> {
        let battle = self.0;
        let state = battle.read_position(position);
        let state = state.map_err(|faults| Unproved::Malformed(faults.to_string()))?;
        // Who sees what changes with every shot: only where all see everything is an answer the same for everybody.
        if state.phase != Phase::Operations || battle.options.hidden {
            return Err(Unproved::Illegal);
        }
        let side = state.side;
        let aim = match goal {
            Goal::Losses {} => Aim::Losses(lead_by_losses(battle, &state, side)),
            Goal::Lost { unit } => {
                let enemy = battle.find(unit).filter(|&unit| battle.unit(unit).side != side);
                Aim::Lost(enemy.ok_or_else(|| no_enemy(unit))?)
            }
            Goal::Held { .. } => {
                let words =
                    "goal: places are not held or taken in a combat of this system's puzzles";
                return Err(Unproved::Malformed(words.into()));
            }
        };
        Ok(Task { battle, state, side, aim })
    }

    /// Whether a position can be read, and its combat without another order has few ways.
    fn is_short(&self, position: &Value, most: u64) -> bool {
        let task = self.task(position, &Goal::Losses {});
        task.and_then(|task| task.value(&Action::EndPhase, most)).is_ok()
    }

    fn read(&self, task: &Task<'b>, action: &Value) -> Result<Action, Unproved> {
        let read = task.battle.read_action(&task.state, action);
        let read = read.map_err(|faults| Unproved::Malformed(faults.to_string()))?;
        operations::check(task.battle, &task.state, &read).map_err(|_| Unproved::Illegal)?;
        Ok(spelled(task.battle.canonical(&task.state, &read), task))
    }
}

fn no_enemy(unit: &str) -> Unproved {
    Unproved::Malformed(format!("goal: no enemy unit is called {unit:?}"))
}

/// The one spelling of all answers that come to the same: a march by whichever way is the march to its end.
fn spelled(action: Action, task: &Task<'_>) -> Action {
    let end = match action {
        Action::Step { unit, direction } => {
            let from = task.state.cell(unit);
            from.and_then(|from| task.battle.grid.neighbour(from, direction)).map(|to| (unit, to))
        }
        Action::Move { unit, from, path } => {
            path.squares(&task.battle.grid, from).last().map(|to| (unit, to))
        }
        _ => None,
    };
    let Some((unit, to)) = end else { return action };
    let short = Action::MoveTo { unit, to };
    // What is left of the points decides who can fire: only the cheapest way is the march to its end.
    let after = |action: &Action| ordered(task.battle, &task.state, action);
    let same = operations::check(task.battle, &task.state, &short).is_ok()
        && likewise(after(&short), after(&action));
    if same { short } else { action }
}

fn likewise(mut a: State, b: State) -> bool {
    a.sequence = b.sequence;
    a == b
}

/// The state after an order. None draws: only the end of a phase does.
fn ordered(battle: &Battle, state: &State, action: &Action) -> State {
    let mut after = *state;
    if *action != Action::EndPhase {
        operations::apply(battle, &mut after, action, &mut FixedDie(0), &mut Vec::new());
    }
    after
}

/// The points that losses have brought a side, less those they have brought the other.
fn lead_by_losses(battle: &Battle, state: &State, side: Side) -> i32 {
    worth_of_losses(battle, state, side) - worth_of_losses(battle, state, side.other())
}

impl Task<'_> {
    /// Every answer that is worth looking at: the orders of units with points left, and none at all. Whoever has no
    /// points left does nothing in his own phase.
    fn answers(&self) -> Vec<Action> {
        let mut reach = Reach::new();
        let mut list = Vec::new();
        for unit in self.battle.of_side(self.side).iter() {
            if self.state.cell(unit).is_some() && self.state.unit(unit).op > 0 {
                listing::of_unit(self.battle, &self.state, unit, &mut reach, &mut list);
            }
        }
        let mut answers = Vec::new();
        for action in list.into_iter().map(|action| spelled(action, self)).chain([Action::EndPhase])
        {
            if !answers.contains(&action) {
                answers.push(action);
            }
        }
        answers
    }

    /// What an answer is worth.
    fn value(&self, action: &Action, most: u64) -> Result<Valued, Unproved> {
        let before = ordered(self.battle, &self.state, action);
        let mut events = Vec::new();
        let play = |dice: &mut dyn Dice| {
            let mut after = before;
            events.clear();
            resolve_phase(self.battle, &mut after, self.side, dice, &mut events);
            self.worth(&after)
        };
        let (worth, nodes) = draws::mean(most, play)?;
        let action = self.battle.write_action(action);
        Ok(Valued { action, worth, then: Vec::new(), faces: None, nodes })
    }

    fn worth(&self, state: &State) -> i64 {
        match self.aim {
            Aim::Losses(before) => {
                i64::from(lead_by_losses(self.battle, state, self.side) - before)
            }
            Aim::Lost(enemy) => {
                let now = state.unit(enemy);
                i64::from(now.routed || now.place == Place::Eliminated)
            }
        }
    }
}

impl Prover for EveryDraw<'_> {
    fn prove(&self, position: &Value, goal: &Goal, most: u64) -> Result<Vec<Valued>, Unproved> {
        let task = self.task(position, goal)?;
        let mut left = most;
        let mut all = Vec::new();
        for action in task.answers() {
            let valued = task.value(&action, left)?;
            left -= valued.nodes;
            all.push(valued);
        }
        all.iter_mut().for_each(|one| one.nodes = most - left);
        all.sort_by_key(|one| Reverse(one.worth));
        Ok(all)
    }

    fn value(
        &self,
        position: &Value,
        goal: &Goal,
        action: &Value,
        most: u64,
    ) -> Result<Valued, Unproved> {
        let task = self.task(position, goal)?;
        task.value(&self.read(&task, action)?, most)
    }

    fn spelling(&self, position: &Value, action: &Value) -> Result<Value, Unproved> {
        let task = self.task(position, &Goal::Losses {})?;
        Ok(task.battle.write_action(&self.read(&task, action)?))
    }

    fn plain(&self, action: &Value) -> Value {
        action.clone()
    }
}
