//! What is proposed to a planner by rule of thumb: assaults, hexes to walk into, ways through several of them, ways
//! off the map. Which of it is done, the judgement of the position after it decides.

use field::Cell;
use rules::blue_gray::{Action, State, UnitId, UnitSet};

use crate::campaign::Planner;
use crate::muster::Wish;
use crate::threat::Menace;

/// The ways an assault is tried.
const WISHES: [Wish; 5] = [
    Wish { trap: true, shy: false, times: 4.0 },
    Wish { trap: true, shy: false, times: 2.0 },
    Wish { trap: false, shy: true, times: 3.0 },
    Wish { trap: true, shy: true, times: 3.0 },
    Wish { trap: false, shy: false, times: 1.0 },
];

/// How many departures are proposed at a time.
const DEPARTURES: usize = 4;

/// A move by the usual way.
pub fn march(unit: UnitId, to: Cell) -> Action {
    Action::Move { unit, to, path: None }
}

/// Moves by the usual ways.
pub fn marches(moves: &[(UnitId, Cell)]) -> Vec<Action> {
    moves.iter().map(|&(unit, to)| march(unit, to)).collect()
}

/// Moves that belong together, with a guess at what they bring.
type Proposal = (f64, Vec<Action>);

impl Planner<'_, '_, '_> {
    /// The most promising things to do, each as a list of moves.
    pub(crate) fn proposals(&mut self, state: &State) -> Vec<Vec<Action>> {
        let menace = Menace::now(self.desk, state, self.search);
        let mut found = Vec::new();
        if !self.desk.battle.is_night(state.turn) {
            found = self.assaults(state, &menace);
        }
        if self.desk.quota(state, self.side, state.turn) > 0 {
            found.extend(self.seizures(state, &menace));
            found.extend(self.desk.sweeps(state, menace.reaches(), self.search));
        }
        found.extend(self.departures(state, &menace));
        found.into_iter().map(|(_, moves)| moves).collect()
    }

    /// The most promising assaults.
    fn assaults(&self, state: &State, menace: &Menace<'_>) -> Vec<Proposal> {
        let quota = self.desk.quota(state, self.side, state.turn);
        let mut found: Vec<(f64, Vec<(UnitId, Cell)>)> = Vec::new();
        for target in (*state.occupied(self.side.other()) - self.shunned).iter() {
            for wish in WISHES {
                let Some(assault) = menace.assault(target, UnitSet::EMPTY, quota, wish) else {
                    continue;
                };
                let moves = assault.moves();
                if moves.is_empty() || found.iter().any(|(_, known)| known == moves) {
                    continue;
                }
                let spent: u32 =
                    moves.iter().map(|(unit, _)| self.desk.survey.strength(*unit)).sum();
                found.push((assault.gain - 0.02 * f64::from(spent), moves.to_vec()));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(self.manner.assaults);
        found.into_iter().map(|(gain, moves)| (gain, marches(&moves))).collect()
    }

    /// The hexes that promise most if they are assaulted, the best first.
    pub fn tempting(&mut self, state: &State, count: usize) -> Vec<Cell> {
        let quota = self.desk.quota(state, self.side, state.turn);
        let menace = Menace::now(self.desk, state, self.search);
        let gain = |cell: Cell| {
            let assault = menace.assault(cell, UnitSet::EMPTY, quota, Wish::USUAL)?;
            (!assault.moves().is_empty()).then_some((assault.gain, cell))
        };
        let mut found: Vec<(f64, Cell)> =
            state.occupied(self.side.other()).iter().filter_map(gain).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(count);
        found.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Hexes worth having that somebody can walk into.
    fn seizures(&self, state: &State, menace: &Menace<'_>) -> Vec<Proposal> {
        let mut found = Vec::new();
        for goal in &self.desk.survey.goals {
            let gain = self.desk.goal_worth(state, self.side, goal.cell);
            if gain <= 0.0 || state.occupied(self.side.other()).contains(goal.cell) {
                continue;
            }
            let comers = menace.reaches().to(goal.cell);
            let strongest = comers.iter().max_by_key(|&unit| self.desk.survey.strength(unit));
            found.extend(strongest.map(|unit| (gain, vec![march(unit, goal.cell)])));
        }
        found
    }

    /// Units that can leave the map where that scores, those who score most first.
    fn departures(&mut self, state: &State, menace: &Menace<'_>) -> Vec<Proposal> {
        let mut near = UnitSet::EMPTY;
        for gate in &self.desk.survey.gates {
            let here = self.desk.stack(state, self.side, gate.cell);
            near = near.union(menace.reaches().to(gate.cell)).union(here);
        }
        let mut found: Vec<Proposal> = Vec::new();
        for unit in near.iter() {
            let departure = self.desk.departure(state, unit, self.search);
            found.extend(departure.map(|(points, action)| (points, vec![action])));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(DEPARTURES);
        found
    }
}
