//! Reinforcements and exits [BG-A 15.0, BG-F 15.0, 17.31, BG-C 15.0].

use field::{Cell, Reach, Search};

use super::battle::{Arrival, Battle, UnitStart};
use super::facts::{EntryCost, ExitPoints};
use super::ground::FORBIDDEN;
use super::ids::UnitId;
use super::movement::{self, Mover};
use super::refusal::Refusal;
use super::state::{Place, State};
use atlas::Side;
use atlas::battle::{Arm, Size};

/// When and where a unit arrives.
pub fn arrival(battle: &Battle, unit: UnitId) -> Option<&Arrival> {
    match &battle.unit(unit).start {
        UnitStart::Arrives(arrival) => Some(arrival),
        _ => None,
    }
}

/// [BG-A 20.5] Whether a unit's group waits for a die to admit it.
pub fn waits_for_die(battle: &Battle, unit: UnitId) -> bool {
    arrival(battle, unit).is_some_and(|arrival| arrival.turn.is_none())
}

/// [BG-A 15.0, BG-F 15.0, BG-C 15.0] Whether a unit waits off the map and its turn has come, as far as the
/// chart goes: its turn or a later one, or, where the late are lost, its turn alone.
pub fn is_due(battle: &Battle, state: &State, unit: UnitId) -> bool {
    state.place(unit) == Place::Reserve
        && arrival(battle, unit).is_some_and(|arrival| match arrival.turn {
            Some(turn) if battle.facts.entry.lost_if_late => state.turn == turn,
            Some(turn) => state.turn >= turn,
            None => state.group_admitted,
        })
}

/// [BG-F 15.22] Whether another form of this reinforcement has come on.
fn came_otherwise(state: &State, arrival: &Arrival) -> bool {
    let came = |other| !matches!(state.place(other), Place::Reserve | Place::Absent);
    arrival.instead_of.iter().any(came)
}

/// [BG-A 15.3, BG-F 15.13, BG-C 15.13] What it costs to be placed in an entry hex; roads do not matter.
pub fn placing_cost(battle: &Battle, hex: Cell) -> u8 {
    match battle.facts.entry.cost {
        EntryCost::One => 1,
        EntryCost::Terrain => battle.ground.terrain_cost(hex),
    }
}

/// [BG-A 15.1, BG-F 15.11, BG-C 15.11] Why a unit cannot come on at this hex, at this moment of a movement
/// phase; `None` if it can be placed there, room aside.
pub fn why_not_placed(battle: &Battle, state: &State, unit: UnitId, hex: Cell) -> Option<Refusal> {
    let side = battle.unit(unit).side;
    let enemy = side.other();
    let Some(arrival) = arrival(battle, unit) else { return Some(Refusal::NotWaiting(unit)) };
    // [BG-F 17.34] Whoever has left the map is no reserve.
    if state.place(unit) != Place::Reserve || came_otherwise(state, arrival) {
        return Some(Refusal::NotWaiting(unit));
    }
    if !is_due(battle, state, unit) {
        let passed = arrival.turn.is_some_and(|turn| turn < state.turn);
        return Some(if passed { Refusal::NotWaiting(unit) } else { Refusal::NotYetDue(unit) });
    }
    if !arrival.cells.contains(&hex) {
        return Some(Refusal::WrongEntry { unit, hex });
    }
    if let Some(refusal) = movement::why_side_rests(battle, state, unit, true) {
        return Some(refusal);
    }
    if state.occupied(enemy).contains(hex) {
        return Some(Refusal::EntryBarred { hex });
    }
    if state.controlled_by(enemy).contains(hex) {
        // [BG 10.2] At night no controlled hex is entered, whatever the battle allows by day.
        if battle.is_night(state.turn) {
            return Some(Refusal::NightIntoControl { unit, to: hex });
        }
        // [BG-C 15.12] Where the battle does not allow it, not by day either.
        if !battle.facts.entry.into_control {
            return Some(Refusal::EntryBarred { hex });
        }
    }
    let cost = placing_cost(battle, hex);
    let allowance = battle.allowance(state.turn);
    if cost > allowance {
        let cost = (cost != FORBIDDEN).then_some(cost);
        return Some(Refusal::TooFar { unit, to: hex, cost, allowance });
    }
    None
}

/// [BG-A 15.2, BG-F 15.12, BG-C 15.14] The way onward of a unit that has just been placed in an entry hex.
pub fn mover_from<'s>(battle: &Battle, state: &'s State, unit: UnitId, hex: Cell) -> Mover<'s> {
    let left = battle.allowance(state.turn) - placing_cost(battle, hex);
    let mut mover = Mover::new(battle, state, unit, hex, left);
    if state.controlled_by(battle.unit(unit).side.other()).contains(hex) {
        // [BG 6.0] Placed under enemy control, it goes no further.
        mover.allowance = 0;
    }
    mover
}

/// [BG-A 15.3, BG-F 15.13, BG-C 15.15] Every hex where a unit that comes on at an entry hex can stop, with
/// the points it has spent. A full entry hex is passed through, but nobody stops in it.
pub fn destinations(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    hex: Cell,
    search: &mut Search,
) -> Vec<(Cell, u8)> {
    let side = battle.unit(unit).side;
    let placed = placing_cost(battle, hex);
    let mut found = mover_from(battle, state, unit, hex).destinations(battle, state, search);
    found.retain(|(cell, _)| *cell != hex);
    found.iter_mut().for_each(|(_, cost)| *cost += placed);
    if !state.full(side).contains(hex) {
        found.push((hex, placed));
    }
    found.sort_unstable();
    found
}

/// Whether a unit can come on somewhere in this phase.
pub fn can_enter(battle: &Battle, state: &State, unit: UnitId) -> bool {
    arrival(battle, unit).is_some_and(|arrival| {
        arrival.cells.iter().any(|&hex| {
            why_not_placed(battle, state, unit, hex).is_none()
                && !movement::with_search(|search| {
                    destinations(battle, state, unit, hex, search).is_empty()
                })
        })
    })
}

/// [BG-F 17.12] What a unit scores by leaving the map at a hex.
pub fn exit_points(battle: &Battle, unit: UnitId, hex: Cell) -> i32 {
    let unit = battle.unit(unit);
    let Some(exit) = battle.facts.exits.iter().find(|exit| exit.cell == hex) else { return 0 };
    let points = match unit.side {
        Side::Union => exit.union,
        Side::Confederate => exit.confederate,
    };
    match points {
        ExitPoints::Strength if unit.arm == Arm::Cavalry => 2 * unit.strength as i32,
        ExitPoints::Strength => unit.strength as i32,
        ExitPoints::Unit => match (unit.arm, unit.size) {
            (Arm::Cavalry, _) | (Arm::Infantry, Size::Division | Size::Corps) => 2,
            _ => 1,
        },
    }
}

/// [BG-F 17.31, 17.32] The exit hexes that a unit on the map can reach with a point left, and are not under enemy control.
pub fn exits(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    mover: &Mover<'_>,
    search: &mut Search,
) -> Vec<(Cell, u8)> {
    // Most battles have none, and need no search.
    if battle.facts.exits.is_empty() {
        return Vec::new();
    }
    let reach = search.reach(&battle.ground.costs, mover.walk());
    exits_within(battle, state, unit, mover, &reach).collect()
}

/// The same, with the reach of the unit at hand.
pub(super) fn exits_within<'a>(
    battle: &'a Battle,
    state: &'a State,
    unit: UnitId,
    mover: &'a Mover<'_>,
    reach: &'a Reach<'_>,
) -> impl Iterator<Item = (Cell, u8)> + Clone + 'a {
    let enemy = battle.unit(unit).side.other();
    battle
        .facts
        .exits
        .iter()
        .filter(move |exit| !state.controlled_by(enemy).contains(exit.cell))
        .filter_map(move |exit| {
            let is_there = state.cell(unit) == Some(exit.cell);
            let way = if is_there { Some(0) } else { reach.cost(exit.cell) };
            way.map(|cost| (exit.cell, cost + 1))
        })
        .filter(move |&(_, cost)| cost <= mover.allowance)
}
