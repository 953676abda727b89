//! [GT 7.7, 7.9] Who may stand with whom, and where a stack looks.

use atlas::battle::Mode;
use atlas::map::Terrain;
use field::{Cell, Direction};

use super::battle::Battle;
use super::ids::UnitId;
use super::state::State;

/// Why a square has no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// [GT 7.7] Two units that are not artillery, and one that is.
    Crowded,
    /// [GT 7.7] One unit in a town, on a bridge, at a ford.
    OneOnly,
}

/// [GT 7.7, GT-QS 3.5] Whether a unit may stand in a square with those of its side who are there.
pub fn room(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> Result<(), Full> {
    let (mut guns, mut others) = (0, 0);
    for other in state.stack(cell).filter(|&other| other != unit) {
        if battle.unit(other).is_artillery() { guns += 1 } else { others += 1 }
    }
    if guns + others == 0 {
        return Ok(());
    }
    if !battle.options.basic() && holds_one(battle.terrain(&state.fords, cell)) {
        return Err(Full::OneOnly);
    }
    let full = if battle.unit(unit).is_artillery() { guns > 0 } else { others > 1 };
    if full { Err(Full::Crowded) } else { Ok(()) }
}

/// [GT 7.7] Whether one unit alone holds such a square.
pub const fn holds_one(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Town | Terrain::Ford | Terrain::Bridge)
}

/// [GT 7.5, 7.8] Whether a unit is formed to go onto a bridge. In the basic game everybody is
/// (D-76).
pub fn may_cross_bridge(battle: &Battle, mode: Mode) -> bool {
    battle.options.basic() || is_travelling(mode)
}

/// Whether a mode is for the march: in column, mounted, limbered.
pub const fn is_travelling(mode: Mode) -> bool {
    matches!(mode, Mode::Column | Mode::Mounted | Mode::Limbered)
}

/// [GT 7.8] The other mode of the same arm.
pub const fn other_mode(mode: Mode) -> Mode {
    match mode {
        Mode::Normal => Mode::Column,
        Mode::Column => Mode::Normal,
        Mode::Mounted => Mode::Dismounted,
        Mode::Dismounted => Mode::Mounted,
        Mode::Limbered => Mode::Unlimbered,
        Mode::Unlimbered => Mode::Limbered,
    }
}

/// [GT 7.9] All units of a square look the same way. The basic game has no facing (D-76).
pub fn turn_stack(battle: &Battle, state: &mut State, cell: Cell, direction: Direction) {
    if battle.options.basic() {
        return;
    }
    let mut units = [UnitId(0); 8];
    let mut count = 0;
    for unit in state.stack(cell).take(units.len()) {
        units[count] = unit;
        count += 1;
    }
    for &unit in &units[..count] {
        state.unit_mut(unit).facing = direction;
    }
}

/// [GT-T 4.0, GT-QS 5.0] The fatigue of entering a square (D-34): in column, mounted or limbered
/// half as much.
pub fn square_fatigue(battle: &Battle, state: &State, unit: UnitId) -> u32 {
    let fatigue = &battle.tables.fatigue;
    let travels = if battle.options.basic() {
        battle.unit(unit).arm != atlas::battle::Arm::Infantry
    } else {
        is_travelling(state.unit(unit).mode)
    };
    u32::from(if travels { fatigue.square_in_column } else { fatigue.square })
}

/// [GT 7.5, 7.11?] A unit stands in another square: those who are there look where it looks, and
/// whatever it dug stays behind (D-38). `direction` is where it went; `None` leaves the facing
/// alone.
pub fn enter(
    battle: &Battle,
    state: &mut State,
    unit: UnitId,
    cell: Cell,
    direction: Option<Direction>,
) {
    state.unit_mut(unit).fort = 0;
    state.put(battle, unit, cell);
    if let Some(direction) = direction {
        turn_stack(battle, state, cell, direction);
    }
}
