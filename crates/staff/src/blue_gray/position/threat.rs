//! What a side could do to the other on its next player-turn, at a glance: whom it can reach, surround and
//! kill, which hexes it can take, who can slip away. An estimate, made for thousands of positions.

use atlas::Side;
use field::{Cell, CellSet, Search};
use rules::blue_gray::crt::Column;
use rules::blue_gray::{State, UnitSet};

use crate::blue_gray::movement::muster::{Assault, Wish};
use crate::blue_gray::position::desk::{Desk, Reaches};

/// What attacks that come before leave.
#[derive(Clone, Copy, Debug)]
pub struct Aftermath {
    /// Hexes of the side about to move that are reckoned emptied by then.
    pub gone: CellSet,
    /// Hexes of the other side that are reckoned left by then: whoever attacks at bad odds does not stay.
    pub left: CellSet,
    /// Hexes of the side about to move that have been attacked by then with no way out: those in them are dead, or their
    /// attackers gone, and nobody is in contact any more.
    pub settled: CellSet,
}

impl Aftermath {
    /// Nothing comes before.
    pub const NONE: Aftermath =
        Aftermath { gone: CellSet::EMPTY, left: CellSet::EMPTY, settled: CellSet::EMPTY };
}

/// One side about to move against the other.
pub struct Menace<'a> {
    pub(crate) desk: &'a Desk<'a>,
    pub(crate) state: &'a State,
    pub(crate) by: Side,
    pub(crate) turn: u8,
    pub(crate) reaches: Reaches,
    pub(crate) aftermath: Aftermath,
    pub(crate) control: CellSet,
    pub(crate) guns: UnitSet,
    /// [BG 11.2] Those who may not attack.
    pub(crate) idle: UnitSet,
    /// Per hex, the strength of the side that is moved against.
    pub(crate) strength: Vec<u16>,
}

impl<'a> Menace<'a> {
    /// The phasing player as things stand.
    pub fn now(desk: &'a Desk<'a>, state: &'a State, search: &mut Search) -> Menace<'a> {
        Menace::new(desk, state, state.side, state.turn, Aftermath::NONE, search)
    }

    /// A side that moves on a turn, after some attacks.
    pub fn new(
        desk: &'a Desk<'a>,
        state: &'a State,
        by: Side,
        turn: u8,
        aftermath: Aftermath,
        search: &mut Search,
    ) -> Menace<'a> {
        let reaches = Reaches::after(desk, state, by, turn, aftermath.left, search);
        let gone = aftermath.gone;
        let mut control = *state.controlled_by(by);
        if !gone.is_empty() {
            control = desk.control_from(*state.occupied(by) - gone);
        }
        let silent = desk.battle.is_fog(turn);
        let guns = if silent { UnitSet::EMPTY } else { desk.battle.guns() };
        let idle = desk.ineffective(state, by, turn);
        let guns = guns.intersection(desk.battle.of_side(by)).without(idle);
        let mut strength = vec![0u16; desk.battle.grid().slots()];
        for unit in desk.battle.of_side(by.other()).iter() {
            if let Some(cell) = state.cell(unit) {
                strength[cell.index()] += desk.survey.strength(unit) as u16;
            }
        }
        Menace { desk, state, by, turn, reaches, aftermath, control, guns, idle, strength }
    }

    /// Where its units could move.
    pub fn reaches(&self) -> &Reaches {
        &self.reaches
    }

    /// What it could gain, in points.
    pub fn value(&self) -> f64 {
        let night = self.desk.battle.is_night(self.turn);
        let fights = if night { 0.0 } else { self.fights() };
        self.desk.survey.weights.realised * fights + self.seizures() + self.departures()
    }

    /// The assaults it could make, the best first, no unit in two of them.
    fn fights(&self) -> f64 {
        let own = self.by.other();
        let mut first: Vec<Assault> = self
            .state
            .occupied(own)
            .iter()
            .filter_map(|cell| self.assault(cell, UnitSet::EMPTY, usize::MAX, Wish::FEARED))
            .collect();
        first.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        let mut quota = self.desk.quota(self.state, self.by, self.turn);
        let (mut spent, mut total) = (UnitSet::EMPTY, 0.0);
        for planned in first {
            let again =
                if planned.units.intersection(spent).is_empty() && planned.moves().len() <= quota {
                    Some(planned)
                } else {
                    self.assault(planned.target, spent, quota, Wish::FEARED)
                };
            let Some(assault) = again else { continue };
            spent = spent.union(assault.units);
            quota = quota.saturating_sub(assault.moves().len());
            total += assault.gain;
        }
        total + self.desk.survey.weights.forced * self.forced(spent)
    }

    pub(crate) fn gain(
        &self,
        target: Cell,
        defenders: UnitSet,
        adjacent: UnitSet,
        strength: u32,
        defence: f64,
        closed: bool,
    ) -> f64 {
        let desk = self.desk;
        let weights = &desk.survey.weights;
        let highest = Column::of(strength.max(1), (defence as u32).max(1));
        let highest = desk.battle.options.shifted(self.by, highest);
        let worth = desk.worth(defenders, self.turn);
        let risk = desk.worth(adjacent, self.turn);
        let prize = if adjacent.is_empty() {
            0.0
        } else {
            weights.keeps * desk.goal_worth(self.state, self.by, target)
        };
        let paid = if adjacent.is_empty() { 0.0 } else { risk.min(1.15 * worth) };
        let driven = if closed { worth } else { weights.driven * worth };
        let value = |column: Column| {
            let faces = desk.survey.faces(column);
            faces.defender_eliminated * (worth + prize)
                + faces.defender_retreats * (driven + prize)
                + faces.exchange * (worth - paid + prize)
                - faces.attacker_eliminated * risk
                - faces.attacker_retreats * weights.thrown_back * risk
        };
        highest.up_to().map(value).fold(0.0, f64::max)
    }

    /// Units in contact that are not part of an assault must attack all the same, at whatever odds.
    fn forced(&self, spent: UnitSet) -> f64 {
        let (desk, state) = (self.desk, self.state);
        let own = self.by.other();
        let bound = (*state.occupied(self.by) & *state.controlled_by(own))
            - self.aftermath.gone
            - self.aftermath.settled;
        let mut total = 0.0;
        for cell in bound.iter() {
            let units = desk.stack(state, self.by, cell).without(self.idle);
            if units.is_empty() || !units.intersection(spent).is_empty() {
                continue;
            }
            let enemies = desk.battle.adjacent(cell).iter().copied();
            let defence = |target: Cell| {
                let doubled = if desk.battle.ground.doubling.contains(target) { 2 } else { 1 };
                doubled * desk.strength(desk.stack(state, own, target))
            };
            let holding = *state.occupied(own) - self.aftermath.left;
            let weakest = enemies.filter(|&near| holding.contains(near)).map(defence).min();
            let Some(defence) = weakest.filter(|&defence| defence > 0) else { continue };
            let column = Column::of(desk.strength(units).max(1), defence);
            let faces = desk.survey.faces(desk.battle.options.shifted(self.by, column));
            let worth = desk.worth(units, self.turn);
            let caught = desk.worth(desk.caught(state, self.by, cell, units), self.turn);
            total -= faces.attacker_eliminated * worth + faces.attacker_retreats * caught;
        }
        total
    }

    /// Hexes worth having that it could walk into.
    fn seizures(&self) -> f64 {
        let (desk, state) = (self.desk, self.state);
        let own = self.by.other();
        let last = desk.next_turn(state, own).is_none_or(|turn| turn < self.turn)
            || self.turn >= desk.battle.turns;
        let sure = if last { 1.0 } else { desk.survey.weights.seized };
        let mut groups = 0u32;
        let mut total = 0.0;
        for goal in &desk.survey.goals {
            if state.holder(desk.battle, goal.cell) != Some(own)
                || !self.reaches.all.contains(goal.cell)
                || state.occupied(own).contains(goal.cell)
                || goal.has_scored(state)
            {
                continue;
            }
            if let Some(group) = goal.group {
                if groups >> group & 1 != 0 || !self.holds_group(group, own) {
                    continue;
                }
                groups |= 1 << group;
            }
            let weight = if goal.fades { desk.survey.to_come(self.turn) } else { 1.0 };
            total += sure * goal.swing * weight;
        }
        total
    }

    fn holds_group(&self, group: usize, side: Side) -> bool {
        let cells = &self.desk.battle.facts.scoring.groups[group].cells;
        cells.iter().all(|&cell| self.state.holder(self.desk.battle, cell) == Some(side))
    }

    /// Units that could leave the map for points.
    fn departures(&self) -> f64 {
        let own = self.by.other();
        let mut best = 0.0f64;
        for (index, gate) in self.desk.survey.gates.iter().enumerate() {
            if self.state.controlled_by(own).contains(gate.cell) {
                continue;
            }
            let leave = self.reaches.to(gate.cell).iter().map(|unit| {
                let points = self.desk.survey.exit_points(index, unit);
                (points - self.desk.survey.future(unit, self.turn)).max(0.0)
            });
            best = best.max(leave.sum());
        }
        self.desk.survey.weights.realised * best
    }
}
