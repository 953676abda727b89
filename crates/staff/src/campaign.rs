//! Planning a movement phase: assaults and marches are proposed by rule of thumb and judged by what they
//! lead to, each on top of those already accepted.

use atlas::Side;
use field::{Cell, CellSet, Search};
use rules::blue_gray::{Action, State, UnitId, UnitSet};

use crate::bearings::Bearings;
use crate::budget::Effort;
use crate::desk::{Desk, Reaches};
use crate::intent::{Intent, Urge};
use crate::muster::Wish;
use crate::outlook::Outlook;
use crate::threat::Menace;

/// How a plan is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How much heed is paid to what the enemy can do in return.
    pub caution: f64,
    /// How many assaults are judged before one is accepted.
    pub assaults: usize,
    /// How many destinations of a unit are judged.
    pub marches: usize,
    /// How many destinations out of the enemy's reach are judged besides.
    pub refuges: usize,
    /// How often the whole plan is gone through again.
    pub rounds: usize,
    /// How much the pull of enemies and goals counts.
    pub drive: f64,
}

impl Manner {
    /// The quickest plan that still heeds the enemy.
    pub const QUICK: Manner =
        Manner { caution: 1.0, assaults: 4, marches: 0, refuges: 0, rounds: 1, drive: 1.0 };
}

/// The ways an assault is tried.
const WISHES: [Wish; 5] = [
    Wish { trap: true, shy: false, times: 4.0 },
    Wish { trap: true, shy: false, times: 2.0 },
    Wish { trap: false, shy: true, times: 3.0 },
    Wish { trap: true, shy: true, times: 3.0 },
    Wish { trap: false, shy: false, times: 1.0 },
];

/// The least a change must better a plan.
const BETTER: f64 = 0.05;

/// A plan of a movement phase.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The moves, each legal once those before it are made.
    pub moves: Vec<Action>,
    /// What the position after them is judged to be worth.
    pub value: f64,
    /// That position.
    pub after: State,
}

/// Somebody who makes a plan.
pub struct Planner<'a, 'e, 'b> {
    desk: &'a Desk<'a>,
    side: Side,
    manner: Manner,
    bearings: Bearings,
    search: &'e mut Search,
    effort: &'e mut Effort<'b>,
    /// Hexes that are not to be assaulted.
    shunned: CellSet,
    /// Hexes that are assaulted before anything is judged.
    urged: Vec<Urge>,
}

impl<'a, 'e, 'b> Planner<'a, 'e, 'b> {
    /// A planner for the phasing player.
    pub fn new(
        desk: &'a Desk<'a>,
        state: &State,
        manner: Manner,
        search: &'e mut Search,
        effort: &'e mut Effort<'b>,
    ) -> Planner<'a, 'e, 'b> {
        let bearings = Bearings::of(desk, state, state.side);
        let (side, shunned, urged) = (state.side, CellSet::EMPTY, Vec::new());
        Planner { desk, side, manner, bearings, search, effort, shunned, urged }
    }

    /// The same, who heeds what he is bidden.
    pub fn heeding(mut self, intent: &Intent) -> Planner<'a, 'e, 'b> {
        self.shunned = intent.shunned;
        self.urged = intent.urged.clone();
        self
    }

    /// Makes a plan for the rest of the phase.
    pub fn plan(&mut self, state: &State) -> Campaign {
        let mut after = state.clone();
        let mut moves = Vec::new();
        self.desk.enter_by_thumb(&mut after, &self.bearings, self.search, &mut moves);
        let value = self.judge(&after);
        let mut plan = Campaign { moves, value, after };
        if self.effort.is_over() {
            // No time to judge anything: what the rule of thumb says is better than to stand still.
            let (more, after) = self.desk.moves_by_thumb(&plan.after, self.search);
            plan.moves.extend(more);
            return Campaign { after, ..plan };
        }
        self.depart(&mut plan);
        self.follow_urges(&mut plan);
        for _ in 0..self.manner.rounds {
            let before = plan.moves.len();
            self.assault(&mut plan);
            if self.manner.marches == 0 {
                self.march_by_thumb(&mut plan);
            } else {
                self.march(&mut plan);
            }
            if plan.moves.len() == before || self.effort.is_over() {
                break;
            }
        }
        plan
    }

    /// What a position in the course of the phase is worth.
    pub fn judge(&mut self, state: &State) -> f64 {
        self.effort.spend(1);
        let outlook = Outlook::new(self.desk, self.side).with_caution(self.manner.caution);
        let (value, _) = outlook.value_after_moves(state, self.search);
        value + self.manner.drive * self.bearings.pull_of_all(self.desk, state, self.side)
    }

    /// Tries some moves on top of a plan; the position after them.
    fn tried(&self, plan: &Campaign, moves: &[(UnitId, Cell)]) -> Option<(State, Vec<Action>)> {
        let mut after = plan.after.clone();
        let mut made = Vec::with_capacity(moves.len());
        for &(unit, to) in moves {
            if after.full(self.side).contains(to) {
                continue;
            }
            let action = Action::Move { unit, to, path: None };
            self.desk.make(&mut after, &action);
            made.push(action);
        }
        (!made.is_empty()).then_some((after, made))
    }

    fn accept(plan: &mut Campaign, after: State, made: Vec<Action>, value: f64) {
        plan.after = after;
        plan.moves.extend(made);
        plan.value = value;
    }

    /// Lets units leave the map where that scores.
    fn depart(&mut self, plan: &mut Campaign) {
        if self.desk.survey.gates.is_empty() {
            return;
        }
        let own = self.desk.battle.of_side(self.side);
        for unit in own.iter() {
            let Some(action) = self.desk.departure(&plan.after, unit, self.search) else {
                continue;
            };
            let mut after = plan.after.clone();
            self.desk.make(&mut after, &action);
            let value = self.judge(&after);
            if value > plan.value {
                Self::accept(plan, after, vec![action], value);
            }
        }
    }

    /// Makes the assaults that were asked for, as far as they can be.
    fn follow_urges(&mut self, plan: &mut Campaign) {
        for (target, wish) in std::mem::take(&mut self.urged) {
            let state = &plan.after;
            let quota = self.desk.quota(state, self.side, state.turn);
            let none = CellSet::EMPTY;
            let menace = Menace::new(self.desk, state, self.side, state.turn, none, self.search);
            let assault = menace.assault(target, UnitSet::EMPTY, quota, wish);
            let moves = assault.map(|assault| assault.moves().to_vec());
            if let Some((after, made)) = moves.and_then(|moves| self.tried(plan, &moves)) {
                let value = self.judge(&after);
                Self::accept(plan, after, made, value);
            }
        }
    }

    /// The hexes that promise most if they are assaulted, the best first.
    pub fn tempting(&mut self, state: &State, count: usize) -> Vec<Cell> {
        let quota = self.desk.quota(state, self.side, state.turn);
        let menace =
            Menace::new(self.desk, state, self.side, state.turn, CellSet::EMPTY, self.search);
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

    /// Adds assaults for as long as one betters the plan.
    fn assault(&mut self, plan: &mut Campaign) {
        if self.desk.battle.is_night(plan.after.turn) {
            return;
        }
        while !self.effort.is_over() {
            let proposals = self.proposals(&plan.after);
            let mut best: Option<(f64, State, Vec<Action>)> = None;
            for moves in proposals {
                let Some((after, made)) = self.tried(plan, &moves) else { continue };
                let value = self.judge(&after);
                if best.as_ref().is_none_or(|(known, ..)| value > *known) {
                    best = Some((value, after, made));
                }
                if self.effort.is_over() {
                    break;
                }
            }
            match best {
                Some((value, after, made)) if value > plan.value + BETTER => {
                    Self::accept(plan, after, made, value);
                }
                _ => return,
            }
        }
    }

    /// The most promising assaults, as lists of moves.
    fn proposals(&mut self, state: &State) -> Vec<Vec<(UnitId, Cell)>> {
        let side = self.side;
        let menace = Menace::new(self.desk, state, side, state.turn, CellSet::EMPTY, self.search);
        let quota = self.desk.quota(state, side, state.turn);
        let mut found: Vec<(f64, Vec<(UnitId, Cell)>)> = Vec::new();
        for target in (*state.occupied(side.other()) - self.shunned).iter() {
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
        found.extend(self.seizures(state, &menace));
        found.into_iter().map(|(_, moves)| moves).collect()
    }

    /// Hexes worth having that somebody can walk into.
    fn seizures(&self, state: &State, menace: &Menace<'_>) -> Vec<(f64, Vec<(UnitId, Cell)>)> {
        let mut found = Vec::new();
        for goal in &self.desk.survey.goals {
            let gain = self.desk.goal_worth(state, self.side, goal.cell);
            if gain <= 0.0 || state.occupied(self.side.other()).contains(goal.cell) {
                continue;
            }
            let comers = menace.reaches().to(goal.cell);
            let strongest = comers.iter().max_by_key(|&unit| self.desk.survey.strength(unit));
            found.extend(strongest.map(|unit| (gain, vec![(unit, goal.cell)])));
        }
        found
    }

    /// Lets everybody else march where the pull is strongest, without a judgement of each.
    fn march_by_thumb(&mut self, plan: &mut Campaign) {
        let Campaign { moves, after, .. } = plan;
        self.desk.marches_by_thumb(after, &self.bearings, self.search, moves);
    }

    /// Lets units march, the one that betters the plan most first.
    fn march(&mut self, plan: &mut Campaign) {
        let menace = Menace::new(
            self.desk,
            &plan.after,
            self.side,
            plan.after.turn,
            CellSet::EMPTY,
            self.search,
        );
        let units = menace.reaches().units.clone();
        let safe = self.out_of_reach(&plan.after);
        let mut wishes: Vec<(f64, UnitId, Cell)> = Vec::new();
        for (unit, cells) in &units {
            for to in self.destinations(&plan.after, *unit, cells, &safe) {
                let Some((after, _)) = self.tried(plan, &[(*unit, to)]) else { continue };
                let gain = self.judge(&after) - plan.value;
                if gain > BETTER {
                    wishes.push((gain, *unit, to));
                }
            }
            if self.effort.is_over() {
                break;
            }
        }
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut moved = UnitSet::EMPTY;
        for (_, unit, to) in wishes {
            if self.desk.quota(&plan.after, self.side, plan.after.turn) == 0 {
                return;
            }
            if moved.contains(unit) {
                continue;
            }
            let Some((after, made)) = self.tried(plan, &[(unit, to)]) else { continue };
            let value = self.judge(&after);
            if value > plan.value + BETTER {
                moved.insert(unit);
                Self::accept(plan, after, made, value);
            }
        }
    }

    /// The hexes to which no enemy can come near on his next player-turn, as things stand.
    fn out_of_reach(&mut self, state: &State) -> CellSet {
        let enemy = self.side.other();
        let Some(turn) = self.desk.next_turn(state, enemy) else { return CellSet::EMPTY };
        if self.manner.refuges == 0 {
            return CellSet::EMPTY;
        }
        let battle = self.desk.battle;
        let mut near = Reaches::of(self.desk, state, enemy, turn, self.search).all;
        near |= *state.occupied(enemy);
        let touched = |cell: &Cell| battle.adjacent(*cell).iter().any(|&cell| near.contains(cell));
        battle.grid().cells().filter(|cell| !touched(cell)).collect()
    }

    /// The hexes out of enemy control where a unit may be wanted.
    fn destinations(
        &self,
        state: &State,
        unit: UnitId,
        cells: &CellSet,
        safe: &CellSet,
    ) -> Vec<Cell> {
        let closed = *state.controlled_by(self.side.other()) | *state.full(self.side);
        let mut found: Vec<(f64, Cell)> = (*cells - closed)
            .iter()
            .map(|cell| {
                let ground = &self.desk.battle.ground;
                let shelter = if ground.doubling.contains(cell) { 0.15 } else { 0.0 };
                let goal = self.desk.goal_worth(state, self.side, cell);
                (self.bearings.pull(self.desk, unit, cell) + shelter + goal, cell)
            })
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut marches, mut refuges) = (self.manner.marches, self.manner.refuges);
        found.retain(|(_, cell)| {
            let count = if marches > 0 {
                &mut marches
            } else if safe.contains(*cell) {
                &mut refuges
            } else {
                return false;
            };
            let wanted = *count > 0;
            *count = count.saturating_sub(1);
            wanted
        });
        found.into_iter().map(|(_, cell)| cell).collect()
    }
}
