//! Exhaustive reckoning: every choice of both sides, every face of every die, to the end of the player-turn.
//!
//! Whoever has the puzzle chooses what is worth most to him, the other side what is worth least; a die is the mean of
//! its six faces. Worths are whole numbers of `UNIT`s, so that the mean is exact for as many dice in a row as the
//! unit has sixths.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use rules::System;
use rules::dice::Dice;
use serde_json::Value;

use super::{Fraction, Goal};

/// How many dice in a row are weighed exactly.
const DEEPEST: u32 = 12;
/// One, in the whole numbers that worths are reckoned in.
const UNIT: i64 = 6_i64.pow(DEEPEST);

/// What comes of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Always this state of [`Ways`].
    Sure(usize),
    /// One of these, by the face of a die.
    Die([usize; 6]),
}

/// Every choice in a state, and what can come of it: states that several of them share are looked at once.
#[derive(Clone, Debug)]
pub struct Ways<S: System> {
    /// The states that can come.
    pub states: Vec<S::State>,
    /// The choices.
    pub list: Vec<(S::Action, Outcome)>,
}

impl<S: System> Default for Ways<S> {
    fn default() -> Ways<S> {
        Ways { states: Vec::new(), list: Vec::new() }
    }
}

/// A system whose puzzles can be proved.
pub trait Solvable: System {
    /// A goal in the system's own terms.
    type Aim;

    /// Reads a goal of a puzzle that begins with a state, or says what is wrong with it.
    fn aim(&self, goal: &Goal, state: &Self::State) -> Result<Self::Aim, String>;
    /// Whether the player-turn in which a side has its puzzle is over.
    fn is_over(&self, state: &Self::State, side: atlas::Side) -> bool;
    /// What a state at the end is worth to a side.
    fn worth(&self, state: &Self::State, side: atlas::Side, aim: &Self::Aim) -> i64;
    /// Every legal choice, those among them that lists leave open too; `None` if there are too many to look at.
    fn ways(&self, state: &Self::State) -> Option<Ways<Self>>;
    /// A number that two states share only if they are alike in everything that matters from here on; `None` where it
    /// is not worth looking whether a state has been seen before.
    fn likeness(&self, state: &Self::State) -> Option<u128> {
        let _ = state;
        None
    }
    /// An answer without what makes it no other answer.
    fn plain(&self, action: &Value) -> Value {
        action.clone()
    }
}

/// Why something could not be proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// The position, the goal or the answer cannot be read.
    Malformed(String),
    /// The answer is not legal, or there is nothing to decide.
    Illegal,
    /// There is too much to look at.
    TooLong,
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Malformed(why) => f.write_str(why),
            Unproved::Illegal => f.write_str("that cannot be done here"),
            Unproved::TooLong => f.write_str("there is too much to look at"),
        }
    }
}

impl std::error::Error for Unproved {}

/// What each face of the first die that is thrown is worth.
pub type Faces = [Fraction; 6];

/// An answer and its worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Valued {
    /// The action.
    pub action: Value,
    /// What it is worth.
    pub worth: Fraction,
    /// What one does after it before a die is thrown, at best.
    pub then: Vec<Value>,
    /// What each face of that die is worth; `None` if none is thrown.
    pub faces: Option<Faces>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Proves puzzles of a battle.
pub trait Prover: Send + Sync {
    /// Every answer to a position with its worth, the best first. `most`: how many positions may be looked at.
    fn prove(&self, position: &Value, goal: &Goal, most: u64) -> Result<Vec<Valued>, Unproved>;
    /// One answer with its worth.
    fn value(
        &self,
        position: &Value,
        goal: &Goal,
        action: &Value,
        most: u64,
    ) -> Result<Valued, Unproved>;
    /// The one spelling of all answers that come to the same: a march by its path is the march to its end.
    fn spelling(&self, position: &Value, action: &Value) -> Result<Value, Unproved>;
    /// An answer without what makes it no other answer: an attack without the column that is announced for it.
    fn plain(&self, action: &Value) -> Value;
}

/// Proves puzzles by looking at everything.
pub struct Exhaustive<'s, S>(pub &'s S);

struct Search<'s, S: Solvable> {
    system: &'s S,
    aim: S::Aim,
    side: atlas::Side,
    nodes: u64,
    most: u64,
    /// What states seen before are worth.
    known: HashMap<u128, i64>,
}

impl<S: Solvable> Search<'_, S> {
    fn of(&mut self, state: &S::State, dice: u32) -> Result<i64, Unproved> {
        self.nodes += 1;
        if self.nodes > self.most || dice > DEEPEST {
            return Err(Unproved::TooLong);
        }
        if self.system.is_over(state, self.side) {
            return Ok(self.system.worth(state, self.side, &self.aim) * UNIT);
        }
        let likeness = self.system.likeness(state);
        if let Some(worth) = likeness.and_then(|likeness| self.known.get(&likeness)) {
            return Ok(*worth);
        }
        let ways = self.system.ways(state).ok_or(Unproved::TooLong)?;
        let worths = self.all(&ways, dice)?;
        let values = ways.list.iter().map(|(_, outcome)| mean(outcome, &worths));
        let found = match self.system.decider(state) {
            Some(side) if side == self.side => values.max(),
            _ => values.min(),
        };
        let found = found.ok_or(Unproved::Illegal)?;
        if let Some(likeness) = likeness {
            self.known.insert(likeness, found);
        }
        Ok(found)
    }

    fn all(&mut self, ways: &Ways<S>, dice: u32) -> Result<Vec<i64>, Unproved> {
        let thrown = ways.list.iter().any(|(_, outcome)| matches!(outcome, Outcome::Die(_)));
        let dice = dice + u32::from(thrown);
        ways.states.iter().map(|state| self.of(state, dice)).collect()
    }

    /// What one does at best from a state until a die is thrown, and what its faces are worth.
    fn line(&mut self, state: &S::State) -> Result<(Vec<S::Action>, Option<Faces>), Unproved> {
        let mut state = state.clone();
        let mut done = Vec::new();
        while !self.system.is_over(&state, self.side)
            && self.system.decider(&state) == Some(self.side)
        {
            let mut ways = self.system.ways(&state).ok_or(Unproved::TooLong)?;
            let worths = self.all(&ways, 0)?;
            let best = ways.list.iter().max_by_key(|(_, outcome)| mean(outcome, &worths));
            let Some((action, outcome)) = best.cloned() else { break };
            done.push(action);
            match outcome {
                Outcome::Die(states) => return Ok((done, Some(faces(&states, &worths)))),
                Outcome::Sure(index) => state = ways.states.swap_remove(index),
            }
        }
        Ok((done, None))
    }
}

fn mean(outcome: &Outcome, worths: &[i64]) -> i64 {
    match outcome {
        Outcome::Sure(index) => worths[*index],
        Outcome::Die(states) => states.iter().map(|&index| worths[index]).sum::<i64>() / 6,
    }
}

fn faces(states: &[usize; 6], worths: &[i64]) -> Faces {
    states.map(|index| Fraction::new(worths[index], UNIT))
}

/// A die that shows one face, and what was drawn from it.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    face: u16,
    draws: u32,
    most_sides: u16,
}

impl Face {
    /// A die that shows this face, counted from 0.
    pub fn showing(face: u16) -> Face {
        Face { face, draws: 0, most_sides: 0 }
    }
}

impl Dice for Face {
    fn roll(&mut self, sides: u16) -> u16 {
        self.draws += 1;
        self.most_sides = self.most_sides.max(sides);
        self.face.min(sides.saturating_sub(1))
    }
}

/// An answer among all the ways from a state.
struct Found<S: System> {
    action: S::Action,
    outcome: Outcome,
    ways: Ways<S>,
}

impl<S: Solvable> Exhaustive<'_, S> {
    /// Finds an answer among the ways. One that they spell otherwise is carried out: it is the way that comes to the
    /// same, or one of its own.
    fn find(&self, state: &S::State, action: &Value) -> Result<Found<S>, Unproved> {
        let system = self.0;
        let read = system.read_action(state, action);
        let read = read.map_err(|faults| Unproved::Malformed(faults.to_string()))?;
        system.check(state, &read).map_err(|_| Unproved::Illegal)?;
        let wanted = system.canonical(state, &read);
        let mut ways = system.ways(state).ok_or(Unproved::TooLong)?;
        let spelled = system.write_action(&wanted);
        let listed = ways.list.iter().find(|(one, _)| system.write_action(one) == spelled);
        if let Some((action, outcome)) = listed.cloned() {
            return Ok(Found { action, outcome, ways });
        }
        let after = |face: u16| {
            let (mut after, mut die) = (state.clone(), Face::showing(face));
            system.apply_legal(&mut after, &wanted, &mut die, &mut Vec::new());
            (after, die)
        };
        let (first, die) = after(0);
        let begin = ways.states.len();
        match (die.draws, die.most_sides) {
            (0, _) => {
                let same = |outcome: &Outcome| match outcome {
                    Outcome::Sure(index) => ways.states[*index] == first,
                    Outcome::Die(_) => false,
                };
                if let Some((action, outcome)) = ways.list.iter().find(|(_, one)| same(one)) {
                    let (action, outcome) = (action.clone(), *outcome);
                    return Ok(Found { action, outcome, ways });
                }
                ways.states.push(first);
                Ok(Found { action: wanted, outcome: Outcome::Sure(begin), ways })
            }
            (1, 6) => {
                ways.states.extend((0..6).map(|face| after(face).0));
                let states = std::array::from_fn(|face| begin + face);
                Ok(Found { action: wanted, outcome: Outcome::Die(states), ways })
            }
            _ => Err(Unproved::TooLong),
        }
    }

    fn begin(
        &self,
        position: &Value,
        goal: &Goal,
        most: u64,
    ) -> Result<(S::State, Search<'_, S>), Unproved> {
        let system = self.0;
        let state = system.read_position(position);
        let state = state.map_err(|faults| Unproved::Malformed(faults.to_string()))?;
        let aim = system.aim(goal, &state).map_err(Unproved::Malformed)?;
        let side = system.decider(&state).ok_or(Unproved::Illegal)?;
        Ok((state, Search { system, aim, side, nodes: 0, most, known: HashMap::new() }))
    }
}

impl<S: Solvable> Prover for Exhaustive<'_, S> {
    fn prove(&self, position: &Value, goal: &Goal, most: u64) -> Result<Vec<Valued>, Unproved> {
        let (state, mut search) = self.begin(position, goal, most)?;
        let ways = self.0.ways(&state).ok_or(Unproved::TooLong)?;
        let worths = search.all(&ways, 0)?;
        let nodes = search.nodes;
        let valued = |(action, outcome): &(S::Action, Outcome)| Valued {
            action: self.0.write_action(action),
            worth: Fraction::new(mean(outcome, &worths), UNIT),
            then: Vec::new(),
            faces: match outcome {
                Outcome::Die(states) => Some(faces(states, &worths)),
                Outcome::Sure(_) => None,
            },
            nodes,
        };
        let mut all: Vec<Valued> = ways.list.iter().map(valued).collect();
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
        let (state, mut search) = self.begin(position, goal, most)?;
        let Found { action, outcome, mut ways } = self.find(&state, action)?;
        let (worth, then, faces) = match outcome {
            Outcome::Die(states) => {
                let mut worths = vec![0; ways.states.len()];
                for (face, &index) in states.iter().enumerate() {
                    if !states[..face].contains(&index) {
                        worths[index] = search.of(&ways.states[index], 1)?;
                    }
                }
                (mean(&outcome, &worths), Vec::new(), Some(faces(&states, &worths)))
            }
            Outcome::Sure(index) => {
                let after = ways.states.swap_remove(index);
                let worth = search.of(&after, 0)?;
                let (then, faces) = search.line(&after)?;
                (worth, then, faces)
            }
        };
        let then = then.iter().map(|action| self.0.write_action(action)).collect();
        let worth = Fraction::new(worth, UNIT);
        let action = self.0.write_action(&action);
        Ok(Valued { action, worth, then, faces, nodes: search.nodes })
    }

    fn spelling(&self, position: &Value, action: &Value) -> Result<Value, Unproved> {
        let state = self.0.read_position(position);
        let state = state.map_err(|faults| Unproved::Malformed(faults.to_string()))?;
        Ok(self.0.write_action(&self.find(&state, action)?.action))
    }

    fn plain(&self, action: &Value) -> Value {
        self.0.plain(action)
    }
}
