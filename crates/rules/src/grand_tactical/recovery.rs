//! [GT 5.0, 9.0] Recovery: disruption, rally, fatigue and ammunition.

use atlas::Side;

use super::battle::Battle;
use super::command;
use super::draw;
use super::event::{Event, Eyes, Purpose};
use super::ids::UnitId;
use super::state::State;
use crate::dice::Dice;

/// Which of the two recovery phases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// [GT 5.0] Phase 3.
    TurnBegins,
    /// [GT 9.0] Phase 9.
    MidTurn,
}

/// [GT 5.0, 9.0] A recovery phase: each step over all units on the map, Union first, in unit order.
pub fn recover<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    when: When,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let basic = battle.options.basic();
    if !basic {
        each(battle, state, |state, unit| disruption(battle, state, unit, dice, events));
    }
    if when == When::TurnBegins {
        each(battle, state, |state, unit| rally(battle, state, unit, events));
        each(battle, state, |state, unit| rest(battle, state, unit));
    }
    if !basic {
        each(battle, state, |state, unit| {
            if !state.unit(unit).ammo
                && state.unit(unit).in_command
                && resupplied(battle, state, unit, when, dice, events)
            {
                state.unit_mut(unit).ammo = true;
                events.push(Event::Resupplied { unit, eyes: Eyes::on(battle, state, unit) });
            }
        });
    }
}

fn each(battle: &Battle, state: &mut State, mut step: impl FnMut(&mut State, UnitId)) {
    for side in Side::BOTH {
        for unit in battle.of_side(side).iter() {
            if state.cell(unit).is_some() {
                step(state, unit);
            }
        }
    }
}

/// Whether a unit on the map stands in an enemy zone of control.
fn in_enemy_zone(battle: &Battle, state: &State, unit: UnitId) -> bool {
    let enemy = battle.unit(unit).side.other();
    state.cell(unit).is_some_and(|cell| state.in_zone_of(battle, enemy, cell))
}

/// [GT 5.1, GT-T 6.0] The chance that a disrupted unit recovers; 0 if it is not eligible.
pub fn recovery_chance(battle: &Battle, state: &State, unit: UnitId) -> u32 {
    let morale = &battle.tables.morale;
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    if !now.disrupted || !now.in_command || state.morale(battle, unit) <= morale.recovers_above {
        return 0;
    }
    // [GT 5.1?] Artillery has no leader to lose (D-23); without leaders he is taken to be alive.
    let led = !battle.options.advanced()
        || facts.is_artillery()
        || state.leader_of(facts.brigade).is_some();
    let chance = match (led, in_enemy_zone(battle, state, unit)) {
        (true, false) => morale.recovery_with_leader,
        (false, true) => morale.recovery_with_neither,
        _ => morale.recovery_with_one,
    };
    chance.into()
}

fn disruption<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    unit: UnitId,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let chance = recovery_chance(battle, state, unit);
    if draw::chance(dice, events, Purpose::Disruption, chance) {
        state.unit_mut(unit).disrupted = false;
        events.push(Event::Recovered { unit, eyes: Eyes::on(battle, state, unit) });
    }
}

/// [GT 5.2, 8.6, GT-QS 4.3] A routed unit in command control rallies with good morale and enough
/// men (D-24, D-74).
fn rally(battle: &Battle, state: &mut State, unit: UnitId, events: &mut Vec<Event>) {
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    let table = &battle.tables.morale;
    let enough = facts.is_artillery() || now.strength > table.rally_men[facts.side];
    if now.routed && now.in_command && enough && state.morale(battle, unit) >= table.rally_from {
        state.set_routed(battle, unit, false);
        events.push(Event::Rallied { unit, eyes: Eyes::on(battle, state, unit) });
    }
}

/// [GT 5.3, GT-T 5.0] Fatigue falls by a part of the effectiveness, as printed (D-25).
fn rest(battle: &Battle, state: &mut State, unit: UnitId) {
    let fatigue = &battle.tables.fatigue;
    let in_zone = in_enemy_zone(battle, state, unit);
    let divisor = if in_zone { fatigue.recovery_in_zone } else { fatigue.recovery_elsewhere };
    let rested = battle.unit(unit).effectiveness / divisor;
    let now = state.unit_mut(unit);
    now.fatigue = now.fatigue.saturating_sub(rested);
}

/// [GT 5.4, GT-T 7.0] Whether a unit without ammunition gets some: eligible first, then resupplied.
fn resupplied<D: Dice + ?Sized>(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    when: When,
    dice: &mut D,
    events: &mut Vec<Event>,
) -> bool {
    let table = &battle.tables.ammunition;
    let facts = battle.unit(unit);
    if command::stands_apart(battle, unit) {
        if !draw::chance(dice, events, Purpose::Eligibility, table.eligible_apart.into()) {
            return false;
        }
    } else if battle.options.advanced() {
        let squares = command::squares_to_supply(battle, state, unit);
        match squares.and_then(|squares| table.eligible.get(squares)).copied().unwrap_or(0) {
            100.. => return true,
            chance if !draw::chance(dice, events, Purpose::Eligibility, chance.into()) => {
                return false;
            }
            _ => {}
        }
    }
    let row = &table.resupply[facts.side];
    let chance = match (facts.is_artillery(), when) {
        (true, When::TurnBegins) => row.guns,
        (true, When::MidTurn) => row.guns_mid_turn,
        (false, When::TurnBegins) => row.others,
        (false, When::MidTurn) => row.others_mid_turn,
    };
    draw::chance(dice, events, Purpose::Resupply, chance.into())
}
