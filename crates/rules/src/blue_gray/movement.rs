//! Movement [BG 5.0] and how zones of control hinder it [BG 6.0].
//!
//! Friends are no obstacle [BG 5.31, 5.33] and neither is their control [BG 5.34]: a search knows enemies
//! only, and room is looked at where a move ends [BG 5.32].

use std::borrow::Cow;

use field::{Cell, CellSet, Search, Walk};

use super::battle::Battle;
use super::facts::NightMovement;
use super::ground::FORBIDDEN;
use super::ids::{Path, UnitId, UnitSet};
use super::refusal::Refusal;
use super::state::State;
pub(super) use crate::search::with_search;

/// As many points as a refusal looks ahead to say what a way too far would cost.
const FAR: u8 = 24;

/// One unit about to move: where from, with how many points, and what is in its way.
#[derive(Clone, Debug)]
pub struct Mover<'s> {
    /// Who.
    pub unit: UnitId,
    /// Where from.
    pub start: Cell,
    /// The points it has.
    pub allowance: u8,
    /// Hexes that stop it, at no extra cost: enemy control [BG 6.0, 6.2].
    stops: &'s CellSet,
    /// Hexes it may not enter: enemy units [BG 5.12]; at night and ineffective, enemy control too.
    forbidden: Cow<'s, CellSet>,
}

/// Why a unit may not enter enemy-controlled hexes at all; `None` if it may.
fn why_control_is_closed(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    to: Cell,
) -> Option<Refusal> {
    if battle.is_night(state.turn) {
        // [BG 10.2] At night nobody enters enemy control.
        Some(Refusal::NightIntoControl { unit, to })
    } else if state.flags(unit).ineffective() {
        // [BG 11.2] Nor does an ineffective unit by day.
        Some(Refusal::IneffectiveIntoControl { unit, to })
    } else {
        None
    }
}

impl<'s> Mover<'s> {
    /// A unit that moves from a hex with so many points.
    pub fn new(
        battle: &Battle,
        state: &'s State,
        unit: UnitId,
        start: Cell,
        allowance: u8,
    ) -> Mover<'s> {
        let enemy = battle.unit(unit).side.other();
        let (stops, enemies) = (state.controlled_by(enemy), state.occupied(enemy));
        let forbidden = match why_control_is_closed(battle, state, unit, start) {
            Some(_) => Cow::Owned(*enemies | *stops),
            None => Cow::Borrowed(enemies),
        };
        Mover { unit, start, allowance, stops, forbidden }
    }

    /// A unit of the phasing player that may move in this phase; the refusal if it may not.
    pub fn of(battle: &Battle, state: &'s State, unit: UnitId) -> Result<Mover<'s>, Refusal> {
        match why_not(battle, state, unit) {
            Some(refusal) => Err(refusal),
            None => match state.cell(unit) {
                Some(start) => {
                    Ok(Mover::new(battle, state, unit, start, battle.allowance(state.turn)))
                }
                None => Err(Refusal::NotOnMap(unit)),
            },
        }
    }

    /// The walk that the search is asked about.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self.start, self.allowance).stopping_at(self.stops).avoiding(&self.forbidden)
    }

    /// Every hex where the move may end, with its least cost: those with room, and the start itself if the
    /// unit can leave it and come back.
    pub fn destinations(
        &self,
        battle: &Battle,
        state: &State,
        search: &mut Search,
    ) -> Vec<(Cell, u8)> {
        let reach = search.reach(&battle.ground.costs, self.walk());
        let full = state.full(battle.unit(self.unit).side);
        let mut open = reach.destinations() - *full;
        open.remove(self.start);
        let mut found: Vec<(Cell, u8)> =
            open.iter().filter_map(|cell| reach.cost(cell).map(|cost| (cell, cost))).collect();
        if state.cell(self.unit) == Some(self.start)
            && let Some(cost) = reach.round_trip_cost()
        {
            let at = found.partition_point(|(cell, _)| *cell < self.start);
            found.insert(at, (self.start, cost));
        }
        found
    }

    /// [BG 5.0?] The way to a hex if none is given, room aside: the cheapest, of these the shortest, of these
    /// the one with the smallest list of numbers. The hexes entered, and the cost.
    pub fn path_to(&self, battle: &Battle, to: Cell, search: &mut Search) -> Option<(Path, u8)> {
        let costs = &battle.ground.costs;
        if to != self.start {
            let reach = search.reach_to(costs, self.walk(), to);
            return Some((Path::of(reach.steps(to)?)?, reach.cost(to)?));
        }
        let way = search.reach(costs, self.walk()).round_trip()?;
        Some((Path::of(way.iter().skip(1).copied())?, way.cost()))
    }

    /// Whether there is a way to a hex, room aside: whether [`path_to`](Mover::path_to) finds one.
    pub fn has_way_to(&self, battle: &Battle, to: Cell, search: &mut Search) -> bool {
        let costs = &battle.ground.costs;
        if to == self.start {
            search.reach(costs, self.walk()).has_round_trip()
        } else {
            search.reach_to(costs, self.walk(), to).cost(to).is_some()
        }
    }

    /// The least cost of coming to a hex.
    pub fn cost_to(&self, battle: &Battle, to: Cell, search: &mut Search) -> Option<u8> {
        search.reach_to(&battle.ground.costs, self.walk(), to).cost(to)
    }

    /// What a given way costs, or why it cannot be gone. Room at its end is not looked at.
    pub fn walk_along(&self, battle: &Battle, state: &State, path: &[Cell]) -> Result<u8, Refusal> {
        let unit = self.unit;
        let enemy = battle.unit(unit).side.other();
        let (mut here, mut spent) = (self.start, 0u16);
        for (index, &next) in path.iter().enumerate() {
            if index > 0 && self.stops.contains(here) {
                return Err(Refusal::MovesOnUnderControl { unit, at: here });
            }
            // [BG 5.16] From hex to neighbouring hex, none skipped.
            let step = step_cost(battle, here, next)?;
            if battle.ground.crossings.contains(next) {
                // [BG 5.24] A crossing is left on its far side in the same move.
                match path.get(index + 1) {
                    Some(&beyond) if beyond != here => {}
                    _ => return Err(Refusal::BadCrossing { at: next }),
                }
            }
            // [BG 5.12] Never into a hex with an enemy.
            if state.occupied(enemy).contains(next) {
                return Err(Refusal::IntoEnemy { unit, to: next });
            }
            if state.controlled_by(enemy).contains(next)
                && let Some(refusal) = why_control_is_closed(battle, state, unit, next)
            {
                return Err(refusal);
            }
            spent += u16::from(step);
            here = next;
        }
        // [BG 5.15] No more points than the unit has.
        if spent > u16::from(self.allowance) {
            let cost = u8::try_from(spent).ok();
            return Err(Refusal::TooFar { unit, to: here, cost, allowance: self.allowance });
        }
        Ok(spent as u8)
    }

    /// Why there is no way to a hex.
    pub fn why_unreachable(
        &self,
        battle: &Battle,
        state: &State,
        to: Cell,
        search: &mut Search,
    ) -> Refusal {
        let unit = self.unit;
        let enemy = battle.unit(unit).side.other();
        if let Some(refusal) = why_no_place(battle, to) {
            return refusal;
        }
        if state.occupied(enemy).contains(to) {
            return Refusal::IntoEnemy { unit, to };
        }
        if state.controlled_by(enemy).contains(to)
            && let Some(refusal) = why_control_is_closed(battle, state, unit, to)
        {
            return refusal;
        }
        let free = Walk::new(self.start, self.allowance).avoiding(state.occupied(enemy));
        let in_the_way = {
            let reach = search.reach(&battle.ground.costs, free);
            reach.path(to).and_then(|way| {
                let inner = &way.cells()[1..way.len().saturating_sub(1)];
                inner.iter().copied().find(|&cell| self.stops.contains(cell))
            })
        };
        if let Some(at) = in_the_way {
            return why_control_is_closed(battle, state, unit, at)
                .unwrap_or(Refusal::MovesOnUnderControl { unit, at });
        }
        if let Err(refusal @ Refusal::AcrossCreek { .. }) = step_cost(battle, self.start, to) {
            return refusal;
        }
        let far = Walk::new(self.start, FAR).stopping_at(self.stops).avoiding(&self.forbidden);
        let cost = search.reach(&battle.ground.costs, far).cost(to);
        Refusal::TooFar { unit, to, cost, allowance: self.allowance }
    }
}

/// Why no unit ever stands in a hex: river, crossing, off the map; `None` if units do.
fn why_no_place(battle: &Battle, to: Cell) -> Option<Refusal> {
    let ground = &battle.ground;
    if ground.land.contains(to) {
        None
    } else if ground.crossings.contains(to) {
        Some(Refusal::BadCrossing { at: to })
    } else if ground.river.contains(to) {
        Some(Refusal::Prohibited { to })
    } else {
        // [BG 2.1?] Scenery is drawn on the sheet and off the map.
        Some(Refusal::OffMap { to })
    }
}

/// [BG 5.21, 5.24, 5.25, 5.26] What a step costs, or why it cannot be made.
fn step_cost(battle: &Battle, from: Cell, to: Cell) -> Result<u8, Refusal> {
    let Some(direction) = battle.grid().direction(from, to) else {
        return Err(Refusal::Skips { from, to });
    };
    let ground = &battle.ground;
    match ground.step_cost(from, direction) {
        FORBIDDEN if ground.crossings.contains(from) => Err(Refusal::BadCrossing { at: from }),
        FORBIDDEN => Err(why_no_place(battle, to).unwrap_or(Refusal::AcrossCreek { from, to })),
        cost => Ok(cost),
    }
}

/// Why a unit of the phasing player may not move in this phase; `None` if it may.
pub fn why_not(battle: &Battle, state: &State, unit: UnitId) -> Option<Refusal> {
    let printed = battle.unit(unit);
    if state.cell(unit).is_none() {
        return Some(Refusal::NotOnMap(unit));
    }
    // [BG 5.17?] A finished move is final.
    if state.flags(unit).moved() {
        return Some(Refusal::MovesTwice(unit));
    }
    if printed.immobile {
        return Some(Refusal::Immobile(unit));
    }
    if printed.held && !state.flags(unit).released() {
        return Some(Refusal::Held(unit));
    }
    if printed.standstill.contains(&state.turn) && !battle.options.no_standstill {
        return Some(Refusal::Standstill(unit));
    }
    if let Some(refusal) = why_side_rests(battle, state, unit, false) {
        return Some(refusal);
    }
    // [BG 5.13, 6.3, 10.2] Whoever starts under enemy control stays, unless the battle lets him leave at
    // night.
    let leaves_at_night =
        night_movement(battle, state, unit) == Some(NightMovement::MayLeaveControl);
    if state.in_enemy_control(battle, unit) && !leaves_at_night {
        return Some(Refusal::StartsUnderControl(unit));
    }
    None
}

/// The units of the phasing player on the map that may move in this phase: those for whom [`why_not`] finds
/// nothing, with what concerns the whole side asked once.
pub fn able_to_move(battle: &Battle, state: &State) -> UnitSet {
    let own = battle.of_side(state.side);
    let Some(first) = own.first() else { return UnitSet::EMPTY };
    let night = night_movement(battle, state, first);
    if night == Some(NightMovement::Forbidden) {
        return UnitSet::EMPTY;
    }
    let marks = &state.board.marks;
    let mut able = state
        .on_map(battle, state.side)
        .without(marks.moved)
        .without(battle.standing(state.turn))
        .without(battle.held().without(marks.released));
    if night != Some(NightMovement::MayLeaveControl) {
        able = able.without(state.under_control(able, state.side.other()));
    }
    if quota_now(battle, state).is_some_and(|quota| state.moves_made >= quota) {
        able = able.iter().filter(|&unit| !counts(battle, state, unit, false)).collect();
    }
    able
}

fn night_movement(battle: &Battle, state: &State, unit: UnitId) -> Option<NightMovement> {
    let side = battle.unit(unit).side;
    let fact = battle.facts.night.iter().find(|fact| fact.side == side)?;
    battle.is_night(state.turn).then_some(fact.movement)
}

/// Why no further unit of a side may move or enter: the night, or the quota.
pub fn why_side_rests(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    entering: bool,
) -> Option<Refusal> {
    if night_movement(battle, state, unit) == Some(NightMovement::Forbidden) {
        return Some(Refusal::NightStandstill(battle.unit(unit).side));
    }
    if !counts(battle, state, unit, entering) {
        return None;
    }
    let quota = quota_now(battle, state)?;
    (state.moves_made >= quota).then_some(Refusal::QuotaSpent { quota })
}

/// Whether a unit counts against a quota if it moves or enters now.
pub fn counts(battle: &Battle, state: &State, unit: UnitId, entering: bool) -> bool {
    battle.quota().is_some_and(|quota| {
        battle.unit(unit).side == quota.side
            && !state.quota_lifted
            && battle.entrant_counts(unit, quota, state.turn, entering)
    })
}

/// How many units of the phasing player the quota lets move in this phase; `None` if none is in force.
pub fn quota_now(battle: &Battle, state: &State) -> Option<u8> {
    let quota = battle.quota().filter(|quota| quota.side == state.side && !state.quota_lifted)?;
    let bonus = match quota.bonus {
        Some((cell, units)) if state.holder(battle, cell) == Some(quota.side) => units,
        _ => 0,
    };
    Some(battle.quota_on(quota, state.turn).saturating_add(bonus))
}
