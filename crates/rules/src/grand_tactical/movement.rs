//! [GT 7.5, 7.6, GT-T 1.0] Movement: what a step costs, whether it is allowed, and how far a unit
//! comes.

use atlas::battle::{Arm, Mode};
use atlas::map::Terrain;
use field::{Cell, Direction};

use super::action::Path;
use super::battle::{Battle, Step};
use super::ids::UnitId;
use super::places::{self, Full};
use super::refusal::Refusal;
use super::state::State;
use super::{activation, tables::Column};

pub use super::reach::Reach;

/// A unit about to move: what does not change from step to step.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    unit: UnitId,
    pub(super) side: atlas::Side,
    column: Column,
    /// [GT-T 1.0] Whether it gets the road rate.
    by_road: bool,
    /// [GT 7.8] Whether it is formed to cross a bridge.
    crosses: bool,
    basic: bool,
    /// [GT 7.5?] The most that a first step costs (D-91); none in the basic game.
    cap: u8,
}

impl Mover {
    /// A unit as it is formed now.
    #[inline]
    pub fn new(battle: &Battle, state: &State, unit: UnitId) -> Mover {
        let (facts, now) = (battle.unit(unit), state.unit(unit));
        let basic = battle.options.basic();
        let points = &battle.tables.points;
        let cap = match (basic, now.in_command) {
            (true, _) => u8::MAX,
            (false, true) => points.in_command,
            (false, false) => points.out_of_command,
        };
        Mover {
            unit,
            side: facts.side,
            column: battle.column(unit, now.mode),
            by_road: basic || facts.arm != Arm::Infantry || now.mode == Mode::Column,
            crosses: places::may_cross_bridge(battle, now.mode),
            basic,
            cap,
        }
    }

    /// Its table of the least that steps cost: see [`Battle::least`].
    pub(super) const fn table(&self) -> usize {
        self.column.index() * 2 + self.by_road as usize
    }

    /// [GT 7.5, 7.7] Whether the unit may stand in the square to which a step leads.
    #[inline]
    fn may_enter(&self, battle: &Battle, state: &State, step: &Step) -> Result<(), Refusal> {
        let (unit, to) = (self.unit, step.to);
        let dry = step.cost[self.column.index()] > 0;
        if !dry || (step.needs_ford && !state.fords.contains(to)) {
            return Err(Refusal::Impassable { unit, to });
        }
        if state.occupied(self.side.other()).contains(to) {
            return Err(Refusal::IntoEnemy { unit, to });
        }
        if state.is_occupied(to) {
            match places::room(battle, state, unit, to) {
                Err(Full::Crowded) => return Err(Refusal::NoRoom { unit, to }),
                Err(Full::OneOnly) => return Err(Refusal::OneUnitOnly { unit, to }),
                Ok(()) => {}
            }
        }
        if step.onto_bridge && !self.crosses {
            return Err(Refusal::WrongModeForBridge(unit));
        }
        Ok(())
    }

    /// [GT-T 1.0] What a step costs (9.2) by the enemies that stand in this state; `first`: the
    /// unit has not moved in this phase. Entering must be allowed.
    #[inline]
    fn price(
        &self,
        battle: &Battle,
        state: &State,
        from: Cell,
        step: &Step,
        first: bool,
    ) -> Result<u8, Refusal> {
        let (unit, to, column) = (self.unit, step.to, self.column.index());
        let costs = &battle.tables.costs;
        let mut cost = step.cost[column];
        let road = step.by_road[column];
        // [GT 7.7] The road rate only onto a square without another unit.
        if road > 0 && self.by_road && !state.is_occupied(to) {
            cost = cost.min(road);
        }
        let enemy = self.side.other();
        let leaves = state.in_zone_of(battle, enemy, from);
        let enters = state.in_zone_of(battle, enemy, to);
        if leaves && enters {
            let Some(extra) = costs.zone_to_zone[column] else {
                return Err(Refusal::ArtilleryZoneToZone { unit, to });
            };
            if self.basic {
                // [GT-QS 3.6] Ten points, and no fewer.
                return Ok(costs.basic_zone_to_zone);
            }
            if !first {
                return Err(Refusal::ZoneToZoneAfterStep { unit, to });
            }
            cost += extra;
        } else if self.basic {
            cost += if enters { costs.basic_zone } else { 0 };
        } else if leaves || enters {
            cost += costs.zone[column];
        }
        Ok(if first { cost.min(self.cap) } else { cost })
    }

    /// Whether a step is allowed by the enemies in this state, and what it costs.
    #[inline]
    pub fn step(
        &self,
        battle: &Battle,
        state: &State,
        from: Cell,
        way: Direction,
        first: bool,
    ) -> Result<(Cell, u8), Refusal> {
        let step = &battle.steps[from][way.index()];
        if step.to == from {
            return Err(Refusal::OffMap(self.unit));
        }
        self.may_enter(battle, state, step)?;
        Ok((step.to, self.price(battle, state, from, step, first)?))
    }

    /// Why the unit could not stand in a square, wherever it came from.
    fn cannot_stand(&self, battle: &Battle, state: &State, to: Cell) -> Option<Refusal> {
        if !battle.passable(&state.fords, to) {
            return Some(Refusal::Impassable { unit: self.unit, to });
        }
        let way = Direction::ALL.into_iter().find_map(|way| {
            let from = battle.grid.neighbour(to, way)?;
            Some(battle.steps[from][way.opposite().index()])
        });
        way.and_then(|step| self.may_enter(battle, state, &step).err())
    }
}

/// [GT 7.5, 3.3] Whether a unit may move at all.
#[inline]
pub fn may_move(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    activation::may_move(battle, state, unit)?;
    let now = state.unit(unit);
    if now.mode == Mode::Unlimbered && !battle.options.basic() {
        return Err(Refusal::Unlimbered(unit));
    }
    if now.routed && now.moved > 0 {
        return Err(Refusal::RoutedMovesOnce(unit));
    }
    Ok(())
}

/// Whether a way is allowed step by step, and what it costs in all.
pub fn check_path(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    path: &Path,
) -> Result<u8, Refusal> {
    may_move(battle, state, unit)?;
    let Some(mut at) = state.cell(unit) else { return Err(Refusal::NotOnMap(unit)) };
    if path.is_empty() {
        return Err(Refusal::EmptyPath(unit));
    }
    let now = state.unit(unit);
    if now.routed && path.len() > 1 {
        return Err(Refusal::RoutedMovesOnce(unit));
    }
    let mover = Mover::new(battle, state, unit);
    let mut spent = 0;
    for (index, &way) in path.ways().iter().enumerate() {
        let first = now.moved == 0 && index == 0;
        let (to, cost) = if index == 0 {
            mover.step(battle, state, at, way, first)?
        } else {
            mover.later_step(battle, state, at, way)?
        };
        spent += cost;
        if spent > now.op {
            return Err(Refusal::TooFewPoints { unit, cost: spent, has: now.op });
        }
        at = to;
    }
    Ok(spent)
}

impl Mover {
    /// A step after the first of a move: the unit itself no longer stands where it began.
    #[inline]
    pub(super) fn later_step(
        &self,
        battle: &Battle,
        state: &State,
        from: Cell,
        way: Direction,
    ) -> Result<(Cell, u8), Refusal> {
        let step = &battle.steps[from][way.index()];
        if step.to == from {
            return Err(Refusal::OffMap(self.unit));
        }
        self.may_enter(battle, state, step)?;
        let cost = self.price(battle, state, from, step, false)?;
        // Back where it began the road is free again, if nobody else is there.
        let road = step.by_road[self.column.index()];
        if road > 0 && self.by_road && state.cell(self.unit) == Some(step.to) {
            let alone = state.stack(step.to).count() == 1;
            let plain = step.cost[self.column.index()];
            if alone && road < plain {
                return Ok((step.to, cost - plain + road));
            }
        }
        Ok((step.to, cost))
    }
}

impl Mover {
    /// What a step after the first costs, to a square other than where the move began; `None` if it
    /// is not allowed. The same as [`Mover::later_step`] without reasons, for searches.
    #[inline]
    pub(super) fn later_cost(
        &self,
        battle: &Battle,
        state: &State,
        step: &Step,
        leaves: bool,
    ) -> Option<u8> {
        let (to, column) = (step.to, self.column.index());
        let mut cost = step.cost[column];
        if (step.needs_ford && !state.fords.contains(to)) || (step.onto_bridge && !self.crosses) {
            return None;
        }
        if state.is_occupied(to) {
            let enemy = state.occupied(self.side.other()).contains(to);
            if enemy || places::room(battle, state, self.unit, to).is_err() {
                return None;
            }
        } else if step.by_road[column] > 0 && self.by_road {
            cost = cost.min(step.by_road[column]);
        }
        let costs = &battle.tables.costs;
        let enters = state.zones(self.side.other()).contains(to);
        match (leaves, enters) {
            (true, true) if self.basic => {
                costs.zone_to_zone[column].map(|_| costs.basic_zone_to_zone)
            }
            (true, true) => None,
            (_, true) if self.basic => Some(cost + costs.basic_zone),
            (true, _) | (_, true) if !self.basic => Some(cost + costs.zone[column]),
            _ => Some(cost),
        }
    }
}

/// Why a unit has no way to a square.
pub fn why_not(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Refusal {
    if let Err(refusal) = may_move(battle, state, unit) {
        return refusal;
    }
    let mover = Mover::new(battle, state, unit);
    if let Some(refusal) = mover.cannot_stand(battle, state, to) {
        return refusal;
    }
    // Next door the one step says what is wrong.
    let from = state.cell(unit);
    let way = from.and_then(|from| Some((from, battle.grid.direction(from, to)?)));
    if let Some((from, way)) = way {
        let now = state.unit(unit);
        match mover.step(battle, state, from, way, now.moved == 0) {
            Err(refusal) => return refusal,
            Ok((_, cost)) if cost > now.op => {
                return Refusal::TooFewPoints { unit, cost, has: now.op };
            }
            Ok(_) => {}
        }
    }
    Refusal::NoWay { unit, to }
}

/// [GT 7.8, GT-T 1.0] What a change of mode costs (D-93).
pub fn mode_cost(battle: &Battle, state: &State, unit: UnitId) -> u8 {
    let costs = &battle.tables.costs;
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    let unlimbers = now.mode == Mode::Limbered;
    let in_zone = now.cell().is_some_and(|cell| state.in_zone_of(battle, facts.side.other(), cell));
    match facts.arm {
        Arm::Artillery if unlimbers && in_zone => costs.unlimber_in_zone,
        Arm::Artillery if facts.horse_artillery => costs.horse_artillery_mode,
        Arm::Artillery => costs.change_mode[Column::Artillery.index()],
        Arm::Cavalry => costs.change_mode[Column::Mounted.index()],
        Arm::Infantry => costs.change_mode[Column::Foot.index()],
    }
}

/// Whether a square is a bridge.
pub fn is_bridge(battle: &Battle, cell: Cell) -> bool {
    battle.ground[cell].terrain == Terrain::Bridge
}
