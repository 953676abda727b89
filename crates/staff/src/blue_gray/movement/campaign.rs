//! Planning a movement phase: assaults and marches are proposed by rule of thumb and judged by what they
//! lead to, each on top of those already accepted.

use atlas::Side;
use field::{Cell, CellSet, Search};
use rules::blue_gray::{Action, State, UnitId, UnitSet};

use crate::blue_gray::movement::intent::{Intent, Urge};
use crate::blue_gray::movement::muster::{Assault, Closing};
use crate::blue_gray::movement::proposals::{march, marches};
use crate::blue_gray::position::bearings::Bearings;
use crate::blue_gray::position::desk::{Desk, Reaches};
use crate::blue_gray::position::outlook::Outlook;
use crate::blue_gray::position::threat::Menace;
use crate::budget::Effort;

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

/// The least a change must better a plan, in points. Set by hand.
const IMPROVEMENT_MIN_POINTS: f64 = 0.05;

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
    pub(crate) desk: &'a Desk<'a>,
    pub(crate) side: Side,
    pub(crate) manner: Manner,
    bearings: Bearings,
    pub(crate) search: &'e mut Search,
    effort: &'e mut Effort<'b>,
    /// Hexes that are not to be assaulted.
    pub(crate) shunned: CellSet,
    /// Hexes that are assaulted before anything is judged.
    urged: Vec<Urge>,
    /// Whether those who can come on whole or in parts come in parts.
    in_parts: bool,
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
        let in_parts = false;
        Planner { desk, side, manner, bearings, search, effort, shunned, urged, in_parts }
    }

    /// The same, who heeds what he is bidden.
    pub fn heeding(mut self, intent: &Intent) -> Planner<'a, 'e, 'b> {
        self.shunned = intent.shunned;
        self.urged = intent.urged.clone();
        self.in_parts = intent.in_parts;
        self
    }

    /// Makes a plan for the rest of the phase.
    pub fn plan(&mut self, state: &State) -> Campaign {
        let mut plan = self.entered(state, self.in_parts);
        if self.effort.is_over() {
            // No time to judge anything: what the rule of thumb says is better than to stand still.
            let (more, after) = self.desk.moves_by_thumb(&plan.after, self.search);
            plan.moves.extend(more);
            return Campaign { after, ..plan };
        }
        self.follow_urges(&mut plan);
        for _ in 0..self.manner.rounds {
            let before = plan.moves.len();
            self.strike(&mut plan);
            if self.manner.marches == 0 {
                self.march_by_thumb(&mut plan);
            } else {
                self.march(&mut plan);
            }
            if plan.moves.len() == before || self.effort.is_over() {
                break;
            }
        }
        if self.effort.is_over() {
            // Whoever has not been thought of does what the rule of thumb says.
            self.march_by_thumb(&mut plan);
        }
        plan
    }

    /// The beginning of a plan: whoever can come on has come.
    fn entered(&mut self, state: &State, in_parts: bool) -> Campaign {
        let (mut after, mut moves) = (state.clone(), Vec::new());
        self.desk.enter_by_thumb(&mut after, in_parts, &self.bearings, self.search, &mut moves);
        let value = self.judge(&after);
        Campaign { moves, value, after }
    }

    /// What a position in the course of the phase is worth.
    pub fn judge(&mut self, state: &State) -> f64 {
        self.effort.spend(1);
        let outlook = Outlook::new(self.desk, self.side).with_caution(self.manner.caution);
        let (value, _) = outlook.value_after_moves(state, self.search);
        value + self.manner.drive * self.bearings.pull_of_all(self.desk, state, self.side)
    }

    /// Tries some moves on top of a plan; the position after them.
    fn tried(&self, plan: &Campaign, moves: &[Action]) -> Option<(State, Vec<Action>)> {
        let mut after = plan.after.clone();
        let mut made = Vec::with_capacity(moves.len());
        for &action in moves {
            if matches!(action, Action::Move { to, .. } if after.full(self.side).contains(to)) {
                continue;
            }
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

    /// Makes the assaults that were asked for, as far as they can be.
    fn follow_urges(&mut self, plan: &mut Campaign) {
        for (target, wish) in std::mem::take(&mut self.urged) {
            let state = &plan.after;
            let quota = self.desk.quota(state, self.side, state.turn);
            let menace = Menace::now(self.desk, state, self.search);
            let mut ways: Vec<Assault> = Vec::new();
            ways.extend(menace.assault(target, UnitSet::EMPTY, quota, wish));
            if wish.closing == Closing::Matched {
                ways.extend(menace.traps(target, quota));
            }
            let assault = ways.into_iter().max_by(|one, other| one.gain.total_cmp(&other.gain));
            let moves = assault.map(|assault| marches(assault.moves()));
            if let Some((after, made)) = moves.and_then(|moves| self.tried(plan, &moves)) {
                let value = self.judge(&after);
                Self::accept(plan, after, made, value);
            }
        }
    }

    /// Adds assaults, seizures and departures for as long as one betters the plan.
    fn strike(&mut self, plan: &mut Campaign) {
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
                Some((value, after, made)) if value > plan.value + IMPROVEMENT_MIN_POINTS => {
                    Self::accept(plan, after, made, value);
                }
                _ => return,
            }
        }
    }

    /// Lets everybody else march where the pull is strongest, without a judgement of each.
    fn march_by_thumb(&mut self, plan: &mut Campaign) {
        let Campaign { moves, after, .. } = plan;
        self.desk.marches_by_thumb(after, &self.bearings, self.search, moves);
    }

    /// Lets units march, the one that betters the plan most first.
    fn march(&mut self, plan: &mut Campaign) {
        let menace = Menace::now(self.desk, &plan.after, self.search);
        let units = menace.reaches().units.clone();
        let safe = self.out_of_reach(&plan.after);
        let mut wishes: Vec<(f64, UnitId, Cell)> = Vec::new();
        for (unit, cells) in &units {
            for to in self.destinations(&plan.after, *unit, cells, &safe) {
                let Some((after, _)) = self.tried(plan, &[march(*unit, to)]) else { continue };
                let gain = self.judge(&after) - plan.value;
                if gain > IMPROVEMENT_MIN_POINTS {
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
            let Some((after, made)) = self.tried(plan, &[march(unit, to)]) else { continue };
            let value = self.judge(&after);
            if value > plan.value + IMPROVEMENT_MIN_POINTS {
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
