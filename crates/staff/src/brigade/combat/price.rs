//! What an assault promises by the mean of the die.

use atlas::battle::Arm;
use field::{Cell, Direction};
use rules::brigade::results::Column;
use rules::brigade::strength;
use rules::brigade::{Assault, State};
use rules::ids::{UnitId, UnitSet};

use crate::brigade::position::scene::Scene;
use crate::brigade::position::survey::Chances;

/// An assault with what it promises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    /// The assault.
    pub assault: Assault,
    /// What it is expected to bring the attacker.
    pub value: f64,
    /// The column of the table.
    pub column: Column,
}

impl Scene<'_> {
    /// What an assault of the phasing side promises it.
    pub fn price(&self, state: &State, assault: &Assault) -> Order {
        let battle = self.desk.battle;
        let strengths = strength::of_assault(battle, state, assault);
        let chances = self.desk.survey.columns[usize::from(strengths.column.0)];
        let own_loss = self.least_step(state, assault.attackers);
        let their_loss = self.least_step(state, strengths.defenders);
        let loses = chances.defender_loses + chances.exchange;
        let mut value = loses * their_loss
            - (chances.attacker_loses + chances.exchange) * own_loss
            - chances.thrown_back * self.thrown_back(state, assault.attackers);
        let trapped = match chances.driven > 0.0 {
            true => self.trapped(state, assault, strengths.defenders),
            false => UnitSet::EMPTY,
        };
        value += chances.driven * self.driven_off(state, strengths.defenders, trapped);
        value += self.ground(state, assault, &chances, (loses, trapped));
        Order { assault: *assault, value, column: strengths.column }
    }

    /// What the step is worth that a side will give up: of infantry and cavalry before guns, the cheapest.
    fn least_step(&self, state: &State, units: UnitSet) -> f64 {
        let foot = units.without(self.desk.battle.guns());
        let concerned = if foot.is_empty() { units } else { foot };
        let steps = concerned.iter().map(|unit| self.step_worth(state, unit));
        let least = steps.fold(f64::MAX, f64::min);
        if least == f64::MAX { 0.0 } else { least }
    }

    /// What it costs attackers to be thrown back: they lose order, and the ground they stood on.
    fn thrown_back(&self, state: &State, attackers: UnitSet) -> f64 {
        let driven = self.desk.survey.weights.driven * self.worth;
        let cost = |unit: UnitId| {
            let ground = state.cell(unit).map_or(0.0, |cell| {
                let own = state.holder(self.desk.battle, cell) == Some(self.side);
                if own { 0.5 * self.prize_at(cell) } else { 0.0 }
            });
            driven * f64::from(state.strength(self.desk.battle, unit)) + ground
        };
        attackers.iter().map(cost).sum()
    }

    /// What it is worth that the defenders must retreat: those who have no way lose a step where they stand.
    fn driven_off(&self, state: &State, defenders: UnitSet, trapped: UnitSet) -> f64 {
        let driven = self.desk.survey.weights.driven * self.worth;
        let worth = |unit: UnitId| match trapped.contains(unit) {
            true => self.step_worth(state, unit),
            false => driven * f64::from(state.strength(self.desk.battle, unit)),
        };
        defenders.iter().map(worth).sum()
    }

    /// The defenders that would have no way.
    fn trapped(&self, state: &State, assault: &Assault, defenders: UnitSet) -> UnitSet {
        defenders.iter().filter(|&unit| self.is_trapped(state, assault, unit)).collect()
    }

    /// Whether a defender would have no way: no two steps that lead away from everybody who attacks. Room is not
    /// looked at.
    pub fn is_trapped(&self, state: &State, assault: &Assault, unit: UnitId) -> bool {
        let battle = self.desk.battle;
        let Some(start) = state.cell(unit) else { return false };
        let enemies = state.occupied(self.side);
        let gait = battle.unit(unit).gait;
        let steps = |from: Cell| {
            battle.grid().neighbours(from).filter(move |&(way, next)| {
                battle.ground.step(gait, from, way, state.ford).is_some()
                    && !enemies.contains(next)
                    && !state.controls(battle, self.side, next)
            })
        };
        let away = |cell: Cell| {
            let mut from = assault.attackers.iter().filter_map(|attacker| state.cell(attacker));
            from.all(|at| battle.grid().distance(cell, at) >= 2)
        };
        let leads = |(_, first): (Direction, Cell)| {
            away(first) || steps(first).any(|(_, second)| second != start && away(second))
        };
        !steps(start).any(leads)
    }

    /// What the ground is worth that may be won.
    fn ground(
        &self,
        state: &State,
        assault: &Assault,
        chances: &Chances,
        (loses, trapped): (f64, UnitSet),
    ) -> f64 {
        let best = assault.defenders.iter().map(|&hex| {
            let prize = self.prize_of_advance(state, assault, hex);
            if prize <= 0.0 {
                return 0.0;
            }
            let there = state.of_side_at(self.desk.battle, self.side.other(), hex);
            let last = there.len() == 1 && there.iter().all(|unit| state.is_reduced(unit));
            // Somebody whole who has no way stays where he is.
            let stays = |unit: UnitId| !state.is_reduced(unit) && trapped.contains(unit);
            let leaves = if there.iter().any(stays) { 0.0 } else { chances.driven };
            prize * (leaves + if last { loses } else { 0.0 })
        });
        best.fold(0.0, f64::max)
    }

    /// What it is worth to advance into a hex.
    fn prize_of_advance(&self, state: &State, assault: &Assault, hex: Cell) -> f64 {
        if !self.marks.contains(hex) {
            return self.worth * 0.3;
        }
        let battle = self.desk.battle;
        let may = |unit: UnitId| {
            let next = state.cell(unit).is_some_and(|cell| battle.grid().distance(cell, hex) == 1);
            next && battle.unit(unit).arm != Arm::Artillery
        };
        let best = assault.attackers.iter().filter(|&unit| may(unit));
        best.map(|unit| self.taken(state, unit, hex)).fold(0.0, f64::max)
    }
}
