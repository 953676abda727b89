//! Why, in plain words: what a plan strikes, holds and heads for, and what single choices are made for.

use atlas::Side;
use field::Cell;
use rules::blue_gray::{Action, State};

use crate::desk::Desk;
use crate::names::Names;
use crate::orders::Order;

/// How many attacks of a plan are told.
const TOLD: usize = 2;
/// How near an enemy must be for a hex to be held against him.
const NEAR: usize = 3;

/// The words of a staff officer.
pub struct Words<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// What places are called.
    pub names: &'a Names,
}

impl Words<'_> {
    fn hex(&self, cell: Cell) -> String {
        self.names.hex(self.desk.battle, cell)
    }

    fn hexes(&self, cells: &[Cell]) -> String {
        cells.iter().map(|&cell| self.hex(cell)).collect::<Vec<_>>().join(" and ")
    }

    /// What a plan is about, from the position it leads to.
    pub fn plan(&self, after: &State) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.held(after, after.side));
        if !self.desk.battle.is_night(after.turn) {
            let mut orders = self.desk.orders(after).list;
            orders.retain(|order| !order.attack.attackers.is_empty());
            orders.sort_by(|a, b| b.price.value.total_cmp(&a.price.value));
            parts.extend(orders.iter().take(TOLD).map(|order| self.strike(order)));
        }
        if parts.is_empty() {
            return "closing up, out of the enemy's reach".to_owned();
        }
        parts.join("; ")
    }

    fn strike(&self, order: &Order) -> String {
        let closed = if order.price.closed { " with the retreat closed" } else { "" };
        format!(
            "striking {} at {}{closed}",
            self.hexes(&order.attack.defenders),
            order.price.column
        )
    }

    /// The most valuable hex that is held against an enemy nearby.
    fn held(&self, state: &State, side: Side) -> Option<String> {
        let (battle, survey) = (self.desk.battle, self.desk.survey);
        let near = |cell: Cell, whose: Side| {
            let mut units = state.occupied(whose).iter();
            units.any(|other| battle.grid().distance(cell, other) <= NEAR)
        };
        let held = survey.goals.iter().filter(|goal| {
            state.holder(battle, goal.cell) == Some(side)
                && near(goal.cell, side)
                && near(goal.cell, side.other())
        });
        let goal = held.max_by(|a, b| a.swing.total_cmp(&b.swing))?;
        Some(format!("holding {}", self.hex(goal.cell)))
    }

    /// Why an attack is made.
    pub fn attack(&self, order: &Order) -> String {
        let price = &order.price;
        let closed = if price.closed { ", the retreat closed" } else { "" };
        let lowered = if price.column < price.odds { " (announced)" } else { "" };
        format!(
            "{} at {}{lowered}: {:.0}% to clear it, {:.0}% to destroy it{closed}",
            self.hexes(&order.attack.defenders),
            price.column,
            100.0 * price.clears,
            100.0 * price.kills,
        )
    }

    /// Why another action is taken.
    pub fn other(&self, state: &State, action: &Action) -> String {
        let unit = |unit| self.desk.battle.unit(unit).id.as_str();
        match *action {
            Action::Retreat { unit: who, to, .. } => {
                format!("{} falls back to {}", unit(who), self.hex(to))
            }
            Action::Advance { unit: who, to } => {
                format!("{} takes the ground won at {}", unit(who), self.hex(to))
            }
            Action::Decline => "keeping the line rather than advance".to_owned(),
            Action::Losses { .. } => "giving up those that are missed least".to_owned(),
            Action::Elect { unit: who, retreat: false } => format!("{} stays in place", unit(who)),
            Action::Elect { unit: who, retreat: true } => format!("{} goes back too", unit(who)),
            Action::Exit { unit: who, hex, .. } => {
                format!("{} leaves the map at {} for points", unit(who), self.hex(hex))
            }
            Action::EndPhase if state.pending().is_none() => "nothing more to gain now".to_owned(),
            _ => "one of the legal choices".to_owned(),
        }
    }
}
