//! [GT-T 8.0, GT-T 9.0, GT-T 10.0] The modifiers that fire and melee share. Each is looked up with
//! both of its printed columns; fire reads one, melee the other.

use atlas::battle::Mode;
use atlas::map::Terrain;
use field::Cell;

use super::battle::Battle;
use super::ids::UnitId;
use super::leaders;
use super::state::State;
use super::tables::Modifier;

/// In per cent: as it is.
pub(super) const WHOLE: u16 = 100;

/// What changes nothing.
const NONE: Modifier = Modifier { fire: WHOLE, melee: WHOLE };

/// [GT-T 9.0] The mode of a unit; of a routed unit, that it has routed. The basic game has no modes
/// (D-76).
pub(super) fn mode(battle: &Battle, state: &State, unit: UnitId) -> Modifier {
    let (table, now) = (&battle.tables.modifiers, state.unit(unit));
    match now.mode {
        _ if now.routed => table.routed,
        _ if battle.options.basic() => NONE,
        Mode::Column => table.column,
        Mode::Mounted => table.mounted,
        _ => NONE,
    }
}

/// [GT 7.8] Cavalry that fights on foot leaves men with the horses.
pub(super) fn horse_holders(battle: &Battle, state: &State, unit: UnitId) -> Modifier {
    let on_foot = state.unit(unit).mode == Mode::Dismounted && !battle.options.basic();
    if on_foot { battle.tables.modifiers.dismounted } else { NONE }
}

/// [GT-T 10.0, GT 7.12?] The leaders with a unit; their bonuses add up (D-50). None but in the
/// advanced game.
pub(super) fn leaders(battle: &Battle, state: &State, unit: UnitId) -> u16 {
    WHOLE + leaders::bonus(battle, state, unit)
}

/// [GT-T 8.0] What the square of the defender is made of. In melee nothing of it counts: all are
/// printed as one.
pub(super) fn terrain(battle: &Battle, state: &State, at: Cell) -> Modifier {
    let table = &battle.tables.modifiers;
    match battle.terrain(&state.fords, at) {
        Terrain::Woods => table.woods,
        Terrain::Town => table.town,
        Terrain::Cornfield => table.cornfield,
        _ => NONE,
    }
}

/// [GT-T 8.0] The defender is higher.
pub(super) fn elevation(battle: &Battle, from: Cell, at: Cell) -> Modifier {
    let higher = battle.ground[at].level > battle.ground[from].level;
    if higher { battle.tables.modifiers.higher } else { NONE }
}

/// [GT-T 8.0] The attacker is on a bridge or at a ford.
pub(super) fn crossing(battle: &Battle, state: &State, from: Cell) -> Modifier {
    match battle.terrain(&state.fords, from) {
        Terrain::Bridge | Terrain::Ford => battle.tables.modifiers.crossing,
        _ => NONE,
    }
}

/// [GT 8.9?] No ammunition: it gave out on this shot (D-51), or before the melee (D-58).
pub(super) fn ammunition(battle: &Battle, out: bool) -> Modifier {
    if out { battle.tables.modifiers.no_ammunition } else { NONE }
}
