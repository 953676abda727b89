//! Applying an action: the state being changed and the events that tell of it.

use atlas::Side;
use atlas::battle::Arm;
use field::Cell;

use super::battle::Battle;
use super::event::{Event, Loss};
use super::state::{Place, State};
use crate::ids::UnitId;

/// A state being changed, with the battle it belongs to and the events so far.
pub(super) struct Play<'a> {
    pub battle: &'a Battle,
    pub state: &'a mut State,
    pub events: &'a mut Vec<Event>,
}

impl Play<'_> {
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// [BR 11.0] A unit loses a step: a whole one is reduced, a reduced one eliminated.
    pub fn lose_step(&mut self, unit: UnitId, loss: Loss) {
        let Some(at) = self.state.cell(unit) else { return };
        if self.state.is_reduced(unit) {
            self.state.put(self.battle, unit, Place::Eliminated);
            self.tell(Event::Eliminated { unit, at, loss });
        } else {
            self.state.board.reduced.insert(unit);
            self.tell(Event::Reduced { unit, at, loss });
        }
    }

    /// [BR 16.0?] A unit is at rest in a hex: Union infantry takes a landmark, and any Confederate
    /// unit takes it back. A pause for reactions is no rest, and whoever passes through changes
    /// nothing.
    pub fn come_to_rest(&mut self, unit: UnitId, cell: Cell) {
        let Some(index) = self.battle.landmark(cell) else { return };
        let printed = self.battle.unit(unit);
        let takes = printed.side == Side::Confederate || printed.arm == Arm::Infantry;
        if takes && self.state.holder(self.battle, cell) != Some(printed.side) {
            self.state.hand_over(index, printed.side);
            self.tell(Event::ControlChanged { cell, to: printed.side });
        }
    }
}
