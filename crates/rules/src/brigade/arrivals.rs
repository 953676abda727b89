//! Units that come on in the movement phase [BR 13].

use std::num::NonZeroU8;

use atlas::map::Terrain;
use field::{Cell, Search};

use super::action::Path;
use super::battle::{Battle, UnitStart};
use super::movement::Mover;
use super::refusal::Refusal;
use super::stacking::has_room;
use super::state::{Place, State};
use crate::ids::{UnitId, UnitSet};

/// Whether a unit waits to come on and its turn has come; the refusal if not, and where it comes
/// on.
pub fn check_due<'b>(
    battle: &'b Battle,
    state: &State,
    unit: UnitId,
) -> Result<&'b [Cell], Refusal> {
    let printed = battle.unit(unit);
    if printed.side != state.side {
        return Err(Refusal::NotYours(unit));
    }
    let UnitStart::Arrives { turn, cells } = &printed.start else {
        return Err(Refusal::NotWaiting(unit));
    };
    if state.place(unit) != Place::Reserve {
        return Err(Refusal::NotWaiting(unit));
    }
    // [BR 13?] On its turn or on any later one.
    if state.turn < *turn {
        return Err(Refusal::NotYetDue(unit));
    }
    Ok(cells)
}

/// The units of the phasing player that may come on in this turn.
pub fn due(battle: &Battle, state: &State) -> UnitSet {
    let waiting = state.board.places.reserve().intersection(battle.of_side(state.side));
    waiting.iter().filter(|&unit| check_due(battle, state, unit).is_ok()).collect()
}

/// [BR 13?] A unit that has just come on in a hex: it pays for the ground there as if it had come
/// off the road, and goes on with what is left, unless an enemy zone of control stops it.
pub fn placed<'s>(
    battle: &'s Battle,
    state: &'s State,
    unit: UnitId,
    hex: Cell,
) -> Result<Mover<'s>, Refusal> {
    let cells = check_due(battle, state, unit)?;
    if !cells.contains(&hex) {
        return Err(Refusal::WrongEntry { unit, hex });
    }
    let enemy = battle.unit(unit).side.other();
    if state.occupied(enemy).contains(hex) {
        return Err(Refusal::IntoEnemy { unit, to: hex });
    }
    let Some(cost) = entry_cost(battle, unit, hex) else {
        // [BR 13?] Nobody comes on by road, so a road through woods is closed to guns and cavalry.
        return Err(match battle.ground.terrain(hex) {
            Terrain::RoadInWoods => Refusal::OnlyByRoad { unit, to: hex },
            _ => Refusal::Prohibited { unit, to: hex },
        });
    };
    let allowance = battle.unit(unit).allowance;
    let Some(rest) = allowance.checked_sub(cost) else {
        return Err(Refusal::TooFar { unit, to: hex, cost: Some(cost), allowance });
    };
    let left = if state.controls(battle, enemy, hex) { 0 } else { rest };
    Ok(Mover::going_on(battle, state, unit, hex, left))
}

/// What it costs a unit to come on in a hex.
pub fn entry_cost(battle: &Battle, unit: UnitId, hex: Cell) -> Option<u8> {
    battle.ground.entry_cost(battle.unit(unit).gait, hex).map(NonZeroU8::get)
}

/// Whether a unit may come on in a hex and stop in another.
pub fn check(
    battle: &Battle,
    state: &State,
    (unit, hex, to): (UnitId, Cell, Cell),
    path: Option<&Path>,
    search: &mut Search,
) -> Result<(), Refusal> {
    let mover = placed(battle, state, unit, hex)?;
    let stops = state.controls(battle, battle.unit(unit).side.other(), hex);
    match path.filter(|path| !path.is_empty()) {
        None if hex == to && has_room(battle, state, unit, hex) => Ok(()),
        None if hex == to => Err(Refusal::NoRoom { unit, to }),
        _ if stops => Err(Refusal::MovesOnUnderControl { unit, at: hex }),
        path => mover.check(battle, state, to, path, search),
    }
}

/// Every hex where a unit that comes on in a hex may stop, with the half-points it has spent.
pub fn destinations(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    hex: Cell,
    search: &mut Search,
) -> Vec<(Cell, u8)> {
    let (Ok(mover), Some(paid)) = (placed(battle, state, unit, hex), entry_cost(battle, unit, hex))
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if has_room(battle, state, unit, hex) {
        found.push((hex, paid));
    }
    if mover.allowance > 0 {
        let on = mover.destinations(battle, state, search);
        found.extend(on.into_iter().map(|(to, cost)| (to, paid + cost)));
    }
    found
}
