//! [GT 7.13, 8.3] At which square a unit fires.

use std::cmp::Reverse;

use field::Cell;

use super::battle::Battle;
use super::ids::UnitId;
use super::sight;
use super::state::State;

/// [GT 7.13] The square at which a unit fires: the plotted one if that can still be done, or else
/// the nearest with an enemy.
pub(super) fn choose(battle: &Battle, state: &State, unit: UnitId) -> Option<Cell> {
    plotted(battle, state, unit).or_else(|| {
        let reach = battle.tables.weapons.reach(battle.unit(unit).weapon);
        nearest(battle, state, unit, reach)
    })
}

/// [GT 7.13] The plotted square, if it holds an enemy whom the unit can hit.
pub(super) fn plotted(battle: &Battle, state: &State, unit: UnitId) -> Option<Cell> {
    let enemy = battle.unit(unit).side.other();
    let holds = |at: &Cell| state.occupied(enemy).contains(*at);
    let plot = state.unit(unit).fire.filter(holds)?;
    sight::may_plot(battle, state, unit, plot).is_ok().then_some(plot)
}

/// [GT 7.13?] The nearest square with an enemy whom the unit can hit, within so many squares. Ties:
/// the straighter line, the more men, then x, then y (D-46).
pub(super) fn nearest(battle: &Battle, state: &State, unit: UnitId, most: usize) -> Option<Cell> {
    let from = state.cell(unit)?;
    let enemies = state.occupied(battle.unit(unit).side.other());
    let most = most.min(sight::limit(battle, state.turn, from));
    let (low, high) = (from.column().saturating_sub(most), from.column() + most);
    let near = enemies.common(battle.grid.all(), low..high + 1);
    let in_range = near.filter(|at| from.row().abs_diff(at.row()) <= most);
    let key = |at: Cell| {
        let (dx, dy) = (from.row().abs_diff(at.row()), from.column().abs_diff(at.column()));
        (dx.max(dy), dx * dx + dy * dy, Reverse(men(battle, state, at)), at.row(), at.column())
    };
    let mut best = None;
    for at in in_range {
        let key = key(at);
        let better = best.is_none_or(|(_, least)| key < least);
        if better && sight::may_plot(battle, state, unit, at).is_ok() {
            best = Some((at, key));
        }
    }
    best.map(|(at, _)| at)
}

/// [GT 8.3?] Infantry and cavalry in a square, in men; guns count nothing (D-52, D-96).
pub(super) fn men(battle: &Battle, state: &State, at: Cell) -> u32 {
    let foot_and_horse = state.stack(at).filter(|&unit| !battle.unit(unit).is_artillery());
    foot_and_horse.map(|unit| u32::from(state.unit(unit).strength)).sum()
}

/// [GT 7.7?] The unit of a square whose state governs a shot and who takes three shares of it: the
/// one with most men, or artillery if it is alone (D-47).
pub(super) fn primary(battle: &Battle, state: &State, at: Cell) -> Option<UnitId> {
    let key = |&unit: &UnitId| {
        (battle.unit(unit).is_artillery(), Reverse(state.unit(unit).strength), unit)
    };
    state.stack(at).min_by_key(key)
}
