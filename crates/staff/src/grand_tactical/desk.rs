//! A phase under planning: the position as it becomes, and the orders so far.

use atlas::{BySide, Side};
use field::Cell;
use rules::System;
use rules::dice::FixedDie;
use rules::grand_tactical::movement::Reach;
use rules::grand_tactical::state::State;
use rules::grand_tactical::{Action, Battle, Event, UnitId};

use super::ground::Ground;
use super::scene::Scene;
use super::temper::{Manner, Stance, Temper};

/// Why an order is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Towards what is worth taking.
    March,
    /// To a place from which it can fight.
    Close,
    /// To a better place, or out of fire.
    Shift,
    /// Out of reach: it is worn out or broken.
    Withdraw,
    /// Onto an objective, or beside it.
    Seize,
    /// To guard what the enemy wants.
    Guard,
    /// A position for guns.
    Guns,
    /// The formation for what it is about to do.
    Form,
    /// A front towards the enemy.
    Face,
    /// The best target.
    Fire,
    /// Strong enough to overrun it.
    Storm,
    /// Stays where it is after the fight.
    Stay,
    /// Works where it waits.
    Dig,
    /// A forced march for what is just out of reach.
    Press,
    /// A leader where he is needed and safe.
    Lead,
    /// A division that is wanted.
    Activate,
}

/// An order, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    /// The order.
    pub action: Action,
    /// Why.
    pub why: Why,
}

/// Room that is used again for every phase, so that planning allocates next to nothing.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// The field.
    pub scene: Scene,
    /// Where a unit can go.
    pub reach: Reach,
    /// Orders of the last plan.
    pub orders: Vec<Order>,
    pub(super) queue: Vec<(u16, UnitId)>,
    pub(super) threats: Vec<f32>,
    pub(super) guards: Vec<(UnitId, u8)>,
    events: Vec<Event>,
}

/// A phase under planning.
pub struct Desk<'a> {
    /// The battle, as if everything could be seen: what cannot is imagined.
    pub battle: &'a Battle,
    /// Its ground.
    pub ground: &'a Ground,
    /// How it is commanded.
    pub manner: &'a Manner,
    /// Who commands.
    pub side: Side,
    /// The position with the orders so far.
    pub state: State,
    /// Scratch.
    pub room: &'a mut Room,
}

impl<'a> Desk<'a> {
    /// A desk for whoever is to decide.
    pub fn new(
        battle: &'a Battle,
        ground: &'a Ground,
        manner: &'a Manner,
        state: &State,
        room: &'a mut Room,
    ) -> Desk<'a> {
        room.orders.clear();
        room.scene.look(battle, ground, state, state.side, &manner.temper);
        Desk { battle, ground, manner, side: state.side, state: *state, room }
    }

    /// What is weighed.
    pub fn temper(&self) -> &'a Temper {
        &self.manner.temper
    }

    /// Gives an order, if it is legal; whether it was.
    pub fn give(&mut self, action: Action, why: Why) -> bool {
        let legal = self.battle.check(&self.state, &action).is_ok();
        if legal {
            self.room.events.clear();
            let (state, events) = (&mut self.state, &mut self.room.events);
            self.battle.apply_legal(state, &action, &mut FixedDie(0), events);
            self.room.orders.push(Order { action, why });
        }
        legal
    }

    /// Sends a unit to a square that the last search reached.
    pub fn send(&mut self, unit: UnitId, to: Cell, why: Why) -> bool {
        let Some(from) = self.state.cell(unit) else { return false };
        let Some(path) = self.room.reach.path(self.battle, &self.state, unit, to) else {
            return false;
        };
        let action = match path.ways() {
            [direction] => Action::Step { unit, direction: *direction },
            _ => Action::Move { unit, from, path },
        };
        self.give(action, why)
    }

    /// The stance of a unit's corps, or of its division if it belongs to none.
    pub fn stance(&self, unit: UnitId) -> Stance {
        let facts = self.battle.unit(unit);
        let post = facts.corps.or(facts.division);
        post.map_or(Stance::Usual, |post| self.manner.stances[post.index()])
    }

    /// Whether this side has nothing to take: it can only keep the other from it.
    pub fn defends(&self) -> bool {
        !self.battle.objectives.iter().any(|goal| goal.side == self.side)
    }

    /// How many times as careful as the temper says this side is.
    pub fn sparing(&self) -> f32 {
        if self.defends() { self.temper().spares } else { 1.0 }
    }

    /// Operations phases that this side still has after this one.
    pub fn phases_left(&self) -> u32 {
        phases_left(self.battle, &self.state)
    }

    /// How much objectives count already.
    pub fn urgency(&self) -> f32 {
        1.0 / (1.0 + 0.5 * self.phases_left() as f32)
    }
}

/// Operations phases that each side still has after this one.
pub fn phases_left(battle: &Battle, state: &State) -> u32 {
    let turns = u32::from(battle.turns.saturating_sub(state.turn));
    2 * turns + u32::from(2 - state.round.clamp(1, 2))
}

/// The points of a margin as a side counts them.
pub fn sign(side: Side) -> f64 {
    BySide { union: 1.0, confederate: -1.0 }[side]
}
