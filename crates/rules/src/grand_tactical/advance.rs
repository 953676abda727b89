//! [GT 8.7, GT-QS 4.2] Advances into a square that the enemy has left.

use atlas::map::Terrain;
use field::Cell;

use super::combat::Combat;
use super::event::Event;
use super::ids::UnitId;
use super::{activation, places};
use crate::dice::Dice;

impl<D: Dice + ?Sized> Combat<'_, D> {
    /// [GT 8.7] After a shot or a melee that left a square without enemies, those who fought for it
    /// enter it in unit order, as far as there is room. They pay nothing, and zones of control do
    /// not matter.
    pub fn advance_into(&mut self, at: Cell) {
        if self.state.is_occupied(at) {
            return;
        }
        for unit in self.battle.of_side(self.phasing).iter() {
            if self.engaged[unit.index()] == Some(at) && self.may_advance(unit, at) {
                self.advance(unit, at);
            }
        }
    }

    /// [GT 8.7] Plotted to advance (in the basic game: to melee), next to the square, fit and
    /// active, with room; over a bridge only in column or mounted.
    fn may_advance(&self, unit: UnitId, at: Cell) -> bool {
        let (battle, state, now) = (self.battle, &*self.state, self.state.unit(unit));
        let plotted = if battle.options.basic() { now.melee } else { now.advance };
        let adjacent = now.cell().is_some_and(|cell| battle.distance(cell, at) == 1);
        let bridge = battle.terrain(&state.fords, at) == Terrain::Bridge;
        plotted
            && adjacent
            && !now.disrupted
            && !now.routed
            && !self.advanced.has(unit)
            && !battle.unit(unit).is_artillery()
            && activation::is_active(battle, state, unit)
            && (!bridge || places::may_cross_bridge(battle, now.mode))
            && places::room(battle, state, unit, at).is_ok()
    }

    fn advance(&mut self, unit: UnitId, to: Cell) {
        let Some(from) = self.state.cell(unit) else { return };
        let direction = self.battle.grid.direction(from, to);
        let fatigue = places::square_fatigue(self.battle, self.state, unit);
        places::enter(self.battle, self.state, unit, to, direction);
        self.state.unit_mut(unit).tire(fatigue);
        self.advanced.insert(unit);
        let eyes = self.eyes(unit);
        self.events.push(Event::Advanced { unit, from, to, eyes });
    }
}
