//! Hexes worth having that can be walked into: who takes which, so that as much as can be is taken.
//!
//! Ways through several of them are looked for elsewhere.

use atlas::Side;
use field::Cell;
use rules::blue_gray::{Action, State, UnitId, UnitSet};

use crate::blue_gray::movement::proposals::march;
use crate::blue_gray::position::desk::{Desk, Reaches};

/// The chance that a second hex is won as well when one is. Set by hand.
const SECOND_HEX_CHANCE: f64 = 0.5;

/// A hex to be walked into.
#[derive(Clone, Debug)]
struct Seizure {
    cell: Cell,
    gain: f64,
    /// Who can come, those with the least else to take first, then the strongest.
    comers: Vec<UnitId>,
    /// Who comes when as much as can be is taken.
    by: Option<UnitId>,
}

impl Desk<'_> {
    /// Hexes worth having that the phasing player can walk into, with what that brings: all that can be taken at
    /// once first, then each by itself, by the strongest who can come and by whoever is best spared.
    pub fn seizures(&self, state: &State, reaches: &Reaches) -> Vec<(f64, Vec<Action>)> {
        let mut goals = self.open_goals(state, reaches);
        for goal in 0..goals.len() {
            let mut asked = UnitSet::EMPTY;
            assign(&mut goals, goal, &mut asked);
        }
        let quota = self.quota(state, state.side, state.turn);
        let taken = goals.iter().filter_map(|goal| Some((goal.gain, goal.by?, goal.cell)));
        let taken: Vec<(f64, UnitId, Cell)> = taken.take(quota).collect();
        let mut found = Vec::new();
        if taken.len() > 1 {
            let gain = taken.iter().map(|(gain, ..)| gain).sum();
            found.push((gain, taken.iter().map(|&(_, unit, cell)| march(unit, cell)).collect()));
        }
        for goal in &goals {
            let strongest =
                goal.comers.iter().copied().max_by_key(|&unit| self.survey.strength(unit));
            let spared = goal.by.filter(|&unit| Some(unit) != strongest);
            let comers = strongest.into_iter().chain(spared);
            found.extend(comers.map(|unit| (goal.gain, vec![march(unit, goal.cell)])));
        }
        found
    }

    /// The hexes worth having where nobody stands in the way, those that bring most first.
    fn open_goals(&self, state: &State, reaches: &Reaches) -> Vec<Seizure> {
        let mut goals: Vec<Seizure> = Vec::new();
        for goal in &self.survey.goals {
            let (cell, gain) = (goal.cell, self.goal_worth(state, state.side, goal.cell));
            let known = goals.iter().any(|known| known.cell == cell);
            if gain > 0.0 && !known && !state.occupied(state.side.other()).contains(cell) {
                let comers = reaches.to(cell).iter().collect();
                goals.push(Seizure { cell, gain, comers, by: None });
            }
        }
        let mut wanted = [0u8; rules::blue_gray::ids::MAX_UNITS];
        for unit in goals.iter().flat_map(|goal| &goal.comers) {
            wanted[unit.index()] = wanted[unit.index()].saturating_add(1);
        }
        for goal in &mut goals {
            goal.comers.sort_by_key(|&unit| {
                (wanted[unit.index()], std::cmp::Reverse(self.survey.strength(unit)))
            });
        }
        goals.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        goals
    }
}

impl Desk<'_> {
    /// How likely a hex won in combat counts, if it counts only together with others: on the last turn those that
    /// nobody defends can no longer be had in combat, and those that are defended must be won as well.
    pub fn completes(&self, state: &State, side: Side, cell: Cell) -> f64 {
        let goal = self.survey.goals.iter().find(|goal| goal.cell == cell);
        let group = goal.and_then(|goal| goal.group);
        let Some(group) = group.filter(|_| state.turn >= self.battle.turns) else { return 1.0 };
        let mut chance = 1.0;
        for &other in &self.battle.facts.scoring.groups[group].cells {
            if other == cell || state.holder(self.battle, other) == Some(side) {
                continue;
            }
            let defended = state.occupied(side.other()).contains(other);
            chance *= if defended { SECOND_HEX_CHANCE } else { 0.0 };
        }
        chance
    }
}

/// Finds somebody for a hex, if need be by sending those already assigned elsewhere; says whether there is one.
fn assign(goals: &mut [Seizure], goal: usize, asked: &mut UnitSet) -> bool {
    for index in 0..goals[goal].comers.len() {
        let unit = goals[goal].comers[index];
        if asked.contains(unit) {
            continue;
        }
        asked.insert(unit);
        let busy = goals.iter().position(|other| other.by == Some(unit));
        if busy.is_none_or(|other| assign(goals, other, asked)) {
            goals[goal].by = Some(unit);
            return true;
        }
    }
    false
}
