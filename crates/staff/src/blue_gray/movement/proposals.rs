//! What is proposed to a planner by rule of thumb: assaults, hexes to walk into, ways through several of them, ways
//! off the map. Which of it is done, the judgement of the position after it decides.

use field::Cell;
use rules::blue_gray::{Action, State, UnitId, UnitSet};

use crate::blue_gray::movement::campaign::Planner;
use crate::blue_gray::movement::muster::{Assault, Closing, Wish};
use crate::blue_gray::position::threat::Menace;

/// The ways an assault is tried.
const WISHES: [Wish; 5] = [
    Wish { closing: Closing::Matched, shy: false, times: 4.0 },
    Wish { closing: Closing::Matched, shy: false, times: 2.0 },
    Wish { closing: Closing::Not, shy: true, times: 3.0 },
    Wish { closing: Closing::Matched, shy: true, times: 3.0 },
    Wish { closing: Closing::Not, shy: false, times: 1.0 },
];

/// What a strength point that an assault moves counts against it, in points. Set by hand.
const MOVED_STRENGTH_COST_POINTS: f64 = 0.02;
/// What a hex worth having that is walked into counts for it, as a part of its worth. Set by hand.
const WALKED_INTO_WORTH_PART: f64 = 0.1;
/// How many departures are proposed at a time. Bounds the work; set by hand.
const DEPARTURES_MAX: usize = 4;
/// How many ways to close a retreat are proposed for one target. Bounds the work; set by hand.
const TRAPS_A_TARGET_MAX: usize = 2;
/// How many turns before the last hexes are taken and enemies assaulted in one proposal. Set by hand.
const LATE_TURNS: u8 = 1;
/// How many ways to take hexes are followed up by assaults. Bounds the work; set by hand.
const TAKINGS_MAX: usize = 4;
/// How many assaults are proposed for each of them. Bounds the work; set by hand.
const ASSAULTS_A_TAKING_MAX: usize = 2;

/// A move by the usual way.
pub fn march(unit: UnitId, to: Cell) -> Action {
    Action::Move { unit, to, path: None }
}

/// Moves by the usual ways.
pub fn marches(moves: &[(UnitId, Cell)]) -> Vec<Action> {
    moves.iter().map(|&(unit, to)| march(unit, to)).collect()
}

/// Moves that belong together, with a guess at what they bring.
pub(crate) type Proposal = (f64, Vec<Action>);

impl Planner<'_, '_, '_> {
    /// The most promising things to do, each as a list of moves.
    pub(crate) fn proposals(&mut self, state: &State) -> Vec<Vec<Action>> {
        let menace = Menace::now(self.desk, state, self.search);
        let mut found = Vec::new();
        if !self.desk.battle.is_night(state.turn) {
            found = self.assaults(state, &menace);
        }
        if self.desk.quota(state, self.side, state.turn) > 0 {
            let mut taking = self.desk.sweeps(state, menace.reaches(), self.search);
            taking.extend(self.desk.seizures(state, menace.reaches()));
            found.extend(self.followed_up(state, &taking));
            found.extend(taking);
            found.extend(self.rescues(state, &menace));
        }
        found.extend(self.departures(state, &menace));
        found.into_iter().map(|(_, moves)| moves).collect()
    }

    /// Near the end, what takes hexes together with an assault by the others: either alone can use up whoever the
    /// other needs.
    fn followed_up(&mut self, state: &State, taking: &[Proposal]) -> Vec<Proposal> {
        let late = state.turn + LATE_TURNS >= self.desk.battle.turns;
        if !late || self.desk.battle.is_night(state.turn) {
            return Vec::new();
        }
        let mut best: Vec<&Proposal> = taking.iter().collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut found = Vec::new();
        for (gain, moves) in best.into_iter().take(TAKINGS_MAX) {
            let mut after = state.clone();
            for action in moves {
                self.desk.make(&mut after, action);
            }
            let menace = Menace::now(self.desk, &after, self.search);
            for (more, strike) in
                self.assaults(&after, &menace).into_iter().take(ASSAULTS_A_TAKING_MAX)
            {
                found.push((gain + more, [&moves[..], &strike[..]].concat()));
            }
        }
        found
    }

    /// The most promising assaults.
    fn assaults(&self, state: &State, menace: &Menace<'_>) -> Vec<Proposal> {
        let quota = self.desk.quota(state, self.side, state.turn);
        let rank = |assault: &Assault| {
            let moves = assault.moves().iter();
            let aside = moves.map(|&(unit, to)| {
                WALKED_INTO_WORTH_PART * self.desk.goal_worth(state, self.side, to)
                    - MOVED_STRENGTH_COST_POINTS * f64::from(self.desk.survey.strength(unit))
            });
            assault.gain + aside.sum::<f64>()
        };
        let mut found: Vec<(f64, Assault)> = Vec::new();
        for target in (*state.occupied(self.side.other()) - self.shunned).iter() {
            let wished = |&wish: &Wish| menace.assault(target, UnitSet::EMPTY, quota, wish);
            let usual = WISHES.iter().filter_map(wished);
            let mut traps = menace.traps(target, quota);
            traps.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
            for assault in usual.chain(traps.into_iter().take(TRAPS_A_TARGET_MAX)) {
                let moves = assault.moves();
                if !moves.is_empty() && !found.iter().any(|(_, known)| known.moves() == moves) {
                    found.push((rank(&assault), assault));
                }
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(self.manner.assaults);
        found.into_iter().map(|(gain, assault)| (gain, marches(assault.moves()))).collect()
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
        found.truncate(DEPARTURES_MAX);
        found
    }
}
