//! [GT 6.0] Reinforcements: groups whose time has come, put on the map at their squares.

use atlas::Side;
use field::Cell;

use super::battle::{Battle, Group};
use super::draw;
use super::event::{Event, Eyes, Purpose};
use super::ids::{GroupId, UnitId};
use super::places;
use super::state::{Place, State};
use crate::dice::Dice;

/// [GT 6.0] Phase 4: draws for groups that come by chance, then whoever is due comes on in unit
/// order.
pub fn arrive<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    for (index, group) in battle.groups.iter().enumerate() {
        if state.due >> index & 1 == 0 && comes_due(group, state.turn, dice, events) {
            state.due |= 1 << index;
            events.push(Event::CameDue { group: GroupId(index as u8) });
        }
    }
    for side in Side::BOTH {
        for unit in battle.of_side(side).iter() {
            if let Some(at) = entry(battle, state, unit) {
                come_on(battle, state, unit, at, events);
            }
        }
    }
}

/// [GT 6.0?] Whether a group's time has come: on its last turn for certain, before by chance
/// (D-22).
fn comes_due<D: Dice + ?Sized>(
    group: &Group,
    turn: u8,
    dice: &mut D,
    events: &mut Vec<Event>,
) -> bool {
    let Some(&last) = group.turns.last() else { return false };
    if turn >= last {
        return true;
    }
    let at = group.turns.iter().position(|&one| one == turn);
    let chance = at.and_then(|at| group.chances.get(at)).copied().unwrap_or(0);
    draw::chance(dice, events, Purpose::Arrival, chance.into())
}

/// The square at which a unit comes on now: the first of its list without enemies and with room.
fn entry(battle: &Battle, state: &State, unit: UnitId) -> Option<Cell> {
    let facts = battle.unit(unit);
    let GroupId(index) = facts.group.filter(|_| state.unit(unit).place == Place::Reserve)?;
    let group = &battle.groups[usize::from(index)];
    let enemies = state.occupied(facts.side.other());
    let barred = group.blocked_by.is_some_and(|cell| enemies.contains(cell));
    if barred || state.due >> index & 1 == 0 {
        return None;
    }
    let open = |cell: &&Cell| {
        !enemies.contains(**cell)
            && battle.passable(&state.fords, **cell)
            && places::room(battle, state, unit, **cell).is_ok()
    };
    group.cells.iter().find(open).copied()
}

/// [GT 6.0?] A unit arrives as the set-up has it and turns whoever is there (D-77), with full
/// points (D-81) and in command control (D-18).
fn come_on(battle: &Battle, state: &mut State, unit: UnitId, at: Cell, events: &mut Vec<Event>) {
    let facts = battle.unit(unit);
    let now = state.unit_mut(unit);
    now.facing = facts.facing;
    now.mode = facts.mode;
    now.op = battle.tables.points.in_command;
    now.in_command = true;
    places::enter(battle, state, unit, at, Some(facts.facing));
    events.push(Event::Arrived { unit, at, eyes: Eyes::on(battle, state, unit) });
}
