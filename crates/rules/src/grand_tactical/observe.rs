//! [GT 2.1] Hidden units: whom each side has sighted.
//!
//! The set is worked out afresh at the end of the set-up, before each part of a combat phase and
//! after the last. In an operations phase it only grows, by what stands next to the phasing side's
//! units (D-71, D-80). Without the option nothing is noted: everybody sees everything.

use atlas::Side;

use super::battle::Battle;
use super::event::Event;
use super::ids::{UnitId, UnitSet};
use super::sight;
use super::state::{Place, State};

/// Works out afresh whom each side sees. Whoever was seen to fall stays known.
pub fn look_around(battle: &Battle, state: &mut State, events: &mut Vec<Event>) {
    if !battle.options.hidden {
        return;
    }
    for side in Side::BOTH {
        let before = state.sighted[side];
        let now = visible(battle, state, side);
        let fallen = before
            .iter()
            .filter(|&unit| state.unit(unit).place == Place::Eliminated)
            .collect::<UnitSet>();
        state.sighted[side] = now.or(&fallen);
        for unit in now.without(&before).iter() {
            if let Some(at) = state.cell(unit) {
                events.push(Event::Sighted { by: side, unit, at });
            }
        }
    }
}

/// The enemies that some unit of a side sees in its arc and within its limit, or stands next to.
/// All units of a square look the same way [GT 7.9], so that a square looks once.
fn visible(battle: &Battle, state: &State, side: Side) -> UnitSet {
    let enemies = state.occupied(side.other());
    let (mut unseen, mut seen) = (*enemies, UnitSet::EMPTY);
    for from in state.occupied(side) {
        let Some(unit) = state.stack(from).next() else { continue };
        let facing = state.unit(unit).facing;
        let mut found = sight::seen_of(battle, state, from, facing, &unseen);
        found.insert_all(&battle.around(from).within(enemies));
        unseen -= found;
        for unit in found.iter().flat_map(|cell| state.stack(cell)) {
            seen.insert(unit);
        }
    }
    seen
}

/// A side sights an enemy unit; whether that is new.
pub fn sight_unit(
    battle: &Battle,
    state: &mut State,
    by: Side,
    unit: UnitId,
    events: &mut Vec<Event>,
) -> bool {
    let Some(at) = state.cell(unit).filter(|_| battle.options.hidden) else { return false };
    let new = battle.unit(unit).side != by && state.sighted[by].insert(unit);
    if new {
        events.push(Event::Sighted { by, unit, at });
    }
    new
}

/// [GT 2.1?] The phasing side sights whoever stands next to its units (D-80).
pub fn look_beside_all(battle: &Battle, state: &mut State, events: &mut Vec<Event>) {
    for unit in battle.of_side(state.side).iter() {
        look_beside(battle, state, unit, events);
    }
}

/// [GT 2.1] A unit sights whoever stands next to it; whether anybody is new.
pub fn look_beside(
    battle: &Battle,
    state: &mut State,
    unit: UnitId,
    events: &mut Vec<Event>,
) -> bool {
    let Some(cell) = state.cell(unit).filter(|_| battle.options.hidden) else { return false };
    let by = battle.unit(unit).side;
    let next = battle.around(cell).within(state.occupied(by.other()));
    let mut found = UnitSet::EMPTY;
    for cell in next.iter() {
        for enemy in state.stack(cell) {
            found.insert(enemy);
        }
    }
    let mut any = false;
    for enemy in found.iter() {
        any |= sight_unit(battle, state, by, enemy, events);
    }
    any
}
