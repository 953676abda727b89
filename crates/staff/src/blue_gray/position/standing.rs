//! How a side stands: points won, hexes held, units left, as if nobody could do anything about it.

use atlas::Side;
use atlas::battle::Arm;
use field::{Cell, CellSet};
use rules::blue_gray::facts::QuotaFacts;
use rules::blue_gray::facts::QuotaLift::EnemyCrossesCreek;
use rules::blue_gray::victory;
use rules::blue_gray::{State, UnitId};

use crate::blue_gray::position::desk::Desk;

/// What a part of a group counts, as a part of the whole. Set by hand.
const GROUP_MEMBER_PART: f64 = 0.2;

/// What it is worth over a whole game that a unit is not held back by a quota: the option that has no quota at
/// Antietam gives the Union 37 points by it, and frees about as many units.
const FREED_UNIT_POINTS: f64 = 1.0;

/// Points of a side as a part of the Union's margin.
fn sign(side: Side) -> f64 {
    match side {
        Side::Union => 1.0,
        Side::Confederate => -1.0,
    }
}

impl Desk<'_> {
    /// The margin of a side as things stand: points, and what is likely to become points.
    pub fn standing(&self, state: &State, side: Side) -> f64 {
        if state.outcome.is_some() {
            return self.final_margin(state, side);
        }
        let union = self.won(state, Side::Union) - self.won(state, Side::Confederate)
            + self.held(state)
            + self.threatened(state)
            + self.cut_off(state)
            + self.initiative(state);
        if side == Side::Union { union } else { -union }
    }

    /// The margin of a side by the totals of the rules.
    pub fn final_margin(&self, state: &State, side: Side) -> f64 {
        let totals = victory::totals(self.battle, state);
        f64::from(totals[side] - totals[side.other()])
    }

    /// Points won for good, and the future of the units left.
    fn won(&self, state: &State, side: Side) -> f64 {
        let points = &state.points[side];
        let future: f64 = self
            .battle
            .of_side(side)
            .iter()
            .filter(|&unit| {
                !matches!(
                    state.place(unit),
                    rules::blue_gray::Place::Eliminated
                        | rules::blue_gray::Place::Exited
                        | rules::blue_gray::Place::Absent
                )
            })
            .map(|unit| self.survey.future(unit, state.turn))
            .sum();
        f64::from(points.eliminated + points.exited + points.awarded) + future
    }

    /// How much a thing that counts at the end counts now.
    pub fn weight(&self, turn: u8) -> f64 {
        let gone = 1.0 - self.survey.to_come(turn);
        let early = self.survey.weights.held_early;
        early + (1.0 - early) * gone
    }

    /// The hexes held, for the Union.
    fn held(&self, state: &State) -> f64 {
        let weight = self.weight(state.turn);
        let mut total = 0.0;
        for goal in self.survey.goals.iter().filter(|goal| goal.group.or(goal.once).is_none()) {
            // A hex that scores for either side is worth half of what changes with it to whoever has it.
            let share = match (state.holder(self.battle, goal.cell), goal.to) {
                (Some(holder), None) => 0.5 * sign(holder),
                (Some(holder), Some(to)) if holder == to => sign(to),
                _ => 0.0,
            };
            let fading = if goal.fades { self.survey.to_come(state.turn) } else { weight };
            total += share * goal.swing * fading;
        }
        for group in &self.battle.facts.scoring.groups {
            for side in Side::BOTH.into_iter().filter(|side| group.to.is_none_or(|to| to == *side))
            {
                let held = |cell: &&Cell| state.holder(self.battle, **cell) == Some(side);
                let (held, all) = (group.cells.iter().filter(held).count(), group.cells.len());
                // A part promises the whole for as long as there is time to take the rest.
                let promise = GROUP_MEMBER_PART * self.survey.to_come(state.turn);
                let part = held as f64 / all.max(1) as f64;
                let whole = if held == all { 1.0 - promise } else { 0.0 };
                total += sign(side) * weight * f64::from(group.points) * (promise * part + whole);
            }
        }
        total
    }

    /// Hexes under the control of infantry at the end, for the Union.
    fn threatened(&self, state: &State) -> f64 {
        let Some(facts) = &self.battle.facts.scoring.threatened else { return 0.0 };
        let reach = self.infantry_reach(state, facts.to);
        let count = facts.cells.iter().filter(|&&cell| reach.contains(cell)).count();
        let late = 1.0 - self.survey.to_come(state.turn);
        let points = count as f64 * f64::from(facts.points) * late * late;
        if facts.to == Side::Union { points } else { -points }
    }

    /// The hexes where infantry of a side stands, and those next to them.
    pub fn infantry_reach(&self, state: &State, side: Side) -> CellSet {
        let mut reach = CellSet::EMPTY;
        for unit in self.battle.of_side(side).iter() {
            if self.battle.unit(unit).arm == Arm::Infantry
                && let Some(cell) = state.cell(unit)
            {
                reach.insert(cell);
                reach.extend(self.battle.adjacent(cell).iter().copied());
            }
        }
        reach
    }

    /// What the end of its quota gives a side, for the Union.
    fn initiative(&self, state: &State) -> f64 {
        let Some(quota) = self.battle.quota() else { return 0.0 };
        if !(state.creek_crossed || state.quota_lifted) {
            return 0.0;
        }
        sign(quota.side) * self.crossing(state)
    }

    /// [BG-A 18.1] What it is worth to the side under quota that an enemy crosses the creek: those whom the quota
    /// would hold back are free to move for the rest of the game, and the more of it the more they can do.
    pub fn crossing(&self, state: &State) -> f64 {
        let by_crossing = |quota: &&QuotaFacts| quota.lifted_by == Some(EnemyCrossesCreek);
        let Some(quota) = self.battle.quota().filter(by_crossing) else { return 0.0 };
        let Some(next) = self.next_turn_after(state, quota.side) else { return 0.0 };
        let units = state.on_map(self.battle, quota.side).len();
        let held_back = units.saturating_sub(usize::from(self.quota_on(quota, next)));
        let left = self.survey.to_come(next.saturating_sub(1));
        FREED_UNIT_POINTS * held_back as f64 * left * left
    }

    /// Whether a step of a side's unit would be the first over the creek and end the other's quota.
    pub fn would_cross(&self, state: &State, side: Side, from: Cell, to: Cell) -> bool {
        self.battle.quota().is_some_and(|quota| quota.side != side)
            && !(state.creek_crossed || state.quota_lifted)
            && self.battle.ground.crosses_creek(from, to)
    }

    /// Units that would count as lost because they are cut off, for the Union.
    pub fn cut_off(&self, state: &State) -> f64 {
        let Some(cut) = &self.battle.facts.scoring.cut_off else { return 0.0 };
        -sign(cut.side) * self.cut_off_without(state, CellSet::EMPTY)
    }

    /// What the units that are cut off cost their side, once the enemies in some hexes are gone.
    pub fn cut_off_without(&self, state: &State, gone: CellSet) -> f64 {
        let Some(cut) = &self.battle.facts.scoring.cut_off else { return 0.0 };
        let owner_left = self.next_turn(state, cut.side).is_some();
        let (enclosed, touched) = match self.battle.turns.saturating_sub(state.turn) {
            0 if !owner_left || state.side == cut.side => (1.0, 0.8),
            0 => (0.6, 0.35),
            1 => (0.15, 0.05),
            _ => return 0.0,
        };
        let enemies = *state.occupied(cut.side.other()) - gone;
        let control = if gone.is_empty() {
            *state.controlled_by(cut.side.other())
        } else {
            self.control_from(enemies)
        };
        let joined = self.joined(cut.to, enemies | control);
        let mut points = 0.0;
        for unit in self.battle.of_side(cut.side).iter() {
            let Some(cell) = state.cell(unit) else { continue };
            if joined.contains(cell) {
                continue;
            }
            let weight = if control.contains(cell) { touched } else { enclosed };
            points += weight * f64::from(victory::kill_points(self.battle, unit));
        }
        points
    }

    /// The hexes from which another is reached by none that are barred.
    fn joined(&self, to: Cell, barred: CellSet) -> CellSet {
        let mut found = CellSet::EMPTY;
        if barred.contains(to) {
            return found;
        }
        found.insert(to);
        let mut edge = found;
        while !edge.is_empty() {
            let near = edge.neighbours_through(self.battle.grid(), &self.survey.ways_back);
            edge = near - barred - found;
            found |= edge;
        }
        found
    }

    /// The margin that a unit's loss would cost its side.
    pub fn life(&self, unit: UnitId, turn: u8) -> f64 {
        self.survey.worth(unit, turn)
    }
}
