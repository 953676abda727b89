//! Applying an action: the state being changed and the events that tell of it.

use atlas::Side;
use field::Cell;

use super::battle::Battle;
use super::event::{Event, Loss};
use super::facts::QuotaLift;
use super::ids::UnitId;
use super::state::{Place, State};
use super::victory;

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

    /// [BG-A 17.1, BG-F 17.11, BG-C 20.11] Eliminates a unit and scores it.
    pub fn eliminate(&mut self, unit: UnitId, loss: Loss) {
        let at = self.state.cell(unit);
        self.state.put(self.battle, unit, Place::Eliminated);
        let points = victory::kill_points(self.battle, unit);
        let winner = self.battle.unit(unit).side.other();
        self.state.points[winner].eliminated += points;
        self.tell(Event::Eliminated { unit, at, loss, points });
    }

    /// Brings a unit into a hex from a neighbouring one, or from off the map, with all that follows for
    /// the ground: control, points, quotas, releases. The unit is not yet at rest there.
    pub fn step_into(&mut self, unit: UnitId, from: Option<Cell>, cell: Cell) {
        let side = self.battle.unit(unit).side;
        self.take_control(side, cell);
        if let Some(from) = from {
            self.watch_creek(unit, from, cell);
        }
        if let Some(quota) = self.battle.quota()
            && quota.side != side
            && quota.lifted_by == Some(QuotaLift::EnemyEnters(cell))
            && !self.state.quota_lifted
        {
            // [BG-F 19.0] The quota ends at once when the enemy reaches headquarters.
            self.state.quota_lifted = true;
            self.tell(Event::QuotaLifted);
        }
        self.watch_release(side, cell);
    }

    /// [BG-A 17.1, BG-F 17.21, 17.22, BG-C 17.15] The last to enter or pass through a hex controls it.
    fn take_control(&mut self, side: Side, cell: Cell) {
        let Some(index) = self.battle.watched_index(cell) else { return };
        if self.state.holder(self.battle, cell) == Some(side) {
            return;
        }
        match side {
            Side::Union => self.state.held &= !(1 << index),
            Side::Confederate => self.state.held |= 1 << index,
        }
        self.tell(Event::ControlChanged { cell, to: side });
        // [BG-C 20.11] Some hexes score the first time they are taken, and never again.
        for (index, first) in self.battle.facts.scoring.firsts.iter().enumerate() {
            let bit = 1 << index;
            let counts = first.cell == cell && first.to.is_none_or(|to| to == side);
            if counts && self.state.firsts_scored & bit == 0 {
                self.state.firsts_scored |= bit;
                self.state.points[side].awarded += first.points;
                self.events.push(Event::Awarded { side, cell, points: first.points });
            }
        }
    }

    /// [BG-A 18.1] Notes an enemy of the side under quota crossing a creek. [BG-A 20.2] Where an option has done
    /// away with the quota the fact is noted all the same, and nobody need hear of it.
    fn watch_creek(&mut self, unit: UnitId, from: Cell, to: Cell) {
        let Some(quota) = &self.battle.facts.quota else { return };
        let crosses = quota.lifted_by == Some(QuotaLift::EnemyCrossesCreek)
            && self.battle.unit(unit).side != quota.side
            && !self.state.creek_crossed
            && self.battle.ground.crosses_creek(from, to);
        if crosses {
            self.state.creek_crossed = true;
            if self.battle.quota().is_some() {
                self.tell(Event::CreekCrossed { unit });
            }
        }
    }

    /// [BG-F 19.12, 19.13] Releases units that stood still when an enemy crosses the river or comes near.
    fn watch_release(&mut self, side: Side, cell: Cell) {
        let Some(release) = &self.battle.facts.release else { return };
        if side == release.side {
            return;
        }
        let board = &self.state.board;
        let held = self.battle.held().intersection(self.battle.of_side(release.side));
        let waiting = held.intersection(board.places.on_map()).without(board.marks.released);
        let all = release.on_enemy_crossing && self.battle.ground.crossings.contains(cell);
        let near = usize::from(release.within);
        for unit in waiting.iter() {
            // Columns are counted first: whoever is too many of them away is too far.
            let is_close = |place: Cell| {
                place.column().abs_diff(cell.column()) <= near
                    && self.battle.grid().distance(place, cell) <= near
            };
            if all || self.state.cell(unit).is_some_and(is_close) {
                self.release(unit);
            }
        }
    }

    /// Releases a unit that stood still; one that is not on the map any more has nothing to gain.
    pub fn release(&mut self, unit: UnitId) {
        if self.state.cell(unit).is_none() {
            return;
        }
        self.state.board.marks.released.insert(unit);
        self.tell(Event::Released { unit });
    }
}
