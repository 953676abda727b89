//! What a single move of a plan is for, read off the position that the whole plan leads to. Only what is so on the
//! board is said; nothing is chosen here.

use field::{Cell, CellSet, Search};
use rules::blue_gray::{Action, State, UnitId};

use crate::desk::{Desk, Reaches};
use crate::orders::Order;

/// How near an enemy must be for a hex to be held against him.
pub const NEAR: usize = 3;

/// What a unit moves for.
#[derive(Clone, PartialEq, Debug)]
pub enum Purpose {
    /// It takes part in this attack of the plan, by its number.
    Strikes(usize),
    /// It takes these hexes.
    Takes(Vec<Cell>),
    /// It holds this hex against an enemy near by.
    Holds(Cell),
    /// Enemies could come next to it where it stood, and cannot where it goes.
    OutOfReach,
    /// It comes nearer to this hex worth having.
    Towards(Cell),
    /// It comes nearer to the enemy in this hex.
    Nearer(Cell),
    /// It comes to the side of this friend.
    Joins(UnitId),
    /// It goes away from the enemy in this hex.
    Away(Cell),
    /// The ground there doubles it.
    Shelter,
    /// None of these.
    Onward,
}

/// A plan, seen from its end.
pub struct Prospect<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// The position it leads to.
    pub end: &'a State,
    /// Its attacks, the most valuable first.
    pub orders: &'a [Order],
    /// The hexes next to which enemies could come before it, and after.
    touched: (CellSet, CellSet),
}

impl<'a> Prospect<'a> {
    /// Looks from where a plan begins to where it ends.
    pub fn of(
        desk: &'a Desk<'a>,
        start: &State,
        end: &'a State,
        orders: &'a [Order],
        search: &mut Search,
    ) -> Prospect<'a> {
        let touched = (touched(desk, start, search), touched(desk, end, search));
        Prospect { desk, end, orders, touched }
    }

    /// What a move is for that is made in a state on the way there.
    pub fn purpose(&self, before: &State, action: &Action) -> Purpose {
        let (unit, to) = match *action {
            Action::Move { unit, to, .. } | Action::Enter { unit, to, .. } => (unit, to),
            _ => return self.takes(before, action).unwrap_or(Purpose::Onward),
        };
        self.strikes(unit)
            .or_else(|| self.takes(before, action))
            .or_else(|| self.holds(to))
            .or_else(|| self.escapes(before, unit, to))
            .or_else(|| self.nearer(before, unit, to))
            .or_else(|| self.away(before, unit, to))
            .or_else(|| self.joins(unit, to))
            .unwrap_or_else(|| {
                let doubling = &self.desk.battle.ground.doubling;
                if doubling.contains(to) { Purpose::Shelter } else { Purpose::Onward }
            })
    }

    fn strikes(&self, unit: UnitId) -> Option<Purpose> {
        let cell = self.end.cell(unit)?;
        let gun = self.desk.battle.guns().contains(unit);
        let joins = |order: &Order| {
            let attack = &order.attack;
            attack.bombard.contains(unit) || (!gun && attack.attackers.contains(&cell))
        };
        self.orders.iter().position(joins).map(Purpose::Strikes)
    }

    /// The hexes worth having that change hands by a move.
    fn takes(&self, before: &State, action: &Action) -> Option<Purpose> {
        let (battle, side) = (self.desk.battle, before.side);
        let mut after = before.clone();
        self.desk.make(&mut after, action);
        let goals = self.desk.survey.goals.iter();
        let taken: Vec<Cell> = goals
            .filter(|goal| self.desk.goal_worth(before, side, goal.cell) > 0.0)
            .map(|goal| goal.cell)
            .filter(|&cell| after.holder(battle, cell) == Some(side))
            .collect();
        (!taken.is_empty()).then_some(Purpose::Takes(taken))
    }

    /// The most valuable hex, its own or the next, that a unit holds against an enemy near by.
    fn holds(&self, to: Cell) -> Option<Purpose> {
        let (battle, side) = (self.desk.battle, self.end.side);
        let held = self.desk.survey.goals.iter().filter(|goal| {
            let enemies = self.end.occupied(side.other());
            battle.grid().distance(goal.cell, to) <= 1
                && self.end.holder(battle, goal.cell) == Some(side)
                && enemies.iter().any(|enemy| battle.grid().distance(goal.cell, enemy) <= NEAR)
        });
        let goal = held.max_by(|a, b| a.swing.total_cmp(&b.swing))?;
        Some(Purpose::Holds(goal.cell))
    }

    fn escapes(&self, before: &State, unit: UnitId, to: Cell) -> Option<Purpose> {
        let from = before.cell(unit)?;
        let (before, after) = &self.touched;
        (before.contains(from) && !after.contains(to)).then_some(Purpose::OutOfReach)
    }

    /// The nearest hex worth having that a unit has come nearer to, or the nearest enemy.
    fn nearer(&self, before: &State, unit: UnitId, to: Cell) -> Option<Purpose> {
        let (desk, side) = (self.desk, self.end.side);
        let from = before.cell(unit);
        let goals = desk.survey.goals.iter().filter(|goal| {
            let there = goal.distances.from(to);
            let wanted = self.end.holder(desk.battle, goal.cell) != Some(side);
            wanted
                && !goal.has_scored(self.end)
                && from.is_none_or(|from| goal.distances.from(from) > there)
        });
        let near = |cell: Cell| desk.battle.grid().distance(cell, to);
        let goal = goals.map(|goal| goal.cell).min_by_key(|&cell| near(cell));
        let enemy = self.end.occupied(side.other()).iter().min_by_key(|&cell| near(cell));
        let enemy = enemy.filter(|&enemy| {
            from.is_none_or(|from| desk.battle.grid().distance(enemy, from) > near(enemy))
        });
        match (goal, enemy) {
            (Some(goal), Some(enemy)) if near(enemy) < near(goal) => Some(Purpose::Nearer(enemy)),
            (Some(goal), _) => Some(Purpose::Towards(goal)),
            (None, enemy) => enemy.map(Purpose::Nearer),
        }
    }

    /// The nearest enemy before a move, if it leads away from him.
    fn away(&self, before: &State, unit: UnitId, to: Cell) -> Option<Purpose> {
        let from = before.cell(unit)?;
        let grid = self.desk.battle.grid();
        let enemies = self.end.occupied(self.end.side.other()).iter();
        let enemy = enemies.min_by_key(|&cell| grid.distance(cell, from))?;
        (grid.distance(enemy, to) > grid.distance(enemy, from)).then_some(Purpose::Away(enemy))
    }

    fn joins(&self, unit: UnitId, to: Cell) -> Option<Purpose> {
        let around = self.desk.battle.adjacent(to).iter().copied().chain([to]);
        let mut friends = around.flat_map(|cell| {
            self.desk.stack(self.end, self.end.side, cell).iter().collect::<Vec<_>>()
        });
        friends.find(|&friend| friend != unit).map(Purpose::Joins)
    }
}

/// The hexes next to which enemies of the phasing player stand or could come on their next player-turn.
fn touched(desk: &Desk<'_>, state: &State, search: &mut Search) -> CellSet {
    let enemy = state.side.other();
    let mut near = *state.occupied(enemy);
    if let Some(turn) = desk.next_turn(state, enemy) {
        near |= Reaches::of(desk, state, enemy, turn, search).all;
    }
    desk.control_from(near)
}
