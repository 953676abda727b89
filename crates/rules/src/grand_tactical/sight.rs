//! [GT 8.3] Line of sight: arcs, the limit of visibility, and what stands between two squares.

use atlas::Side;
use field::{Cell, CellSet, Direction};

use super::battle::Battle;
use super::ids::UnitId;
pub use super::sight_lines::SightLines;
use super::state::State;

/// Why a unit cannot fire at a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoShot {
    /// [GT 8.3] The weapon does nothing at this range.
    OutOfRange,
    /// [GT 7.9] The square is not in front of it.
    OutOfArc,
    /// [GT 8.3] The square is farther than one sees from here.
    BeyondVisibility,
    /// [GT 8.3] Something stands between.
    Blocked,
}

/// [GT 7.9] Whether a square lies in the arc of 90 degrees before a unit (11.1); never its own square. In
/// the basic game everything does.
#[inline]
pub fn in_arc(battle: &Battle, facing: Direction, from: Cell, to: Cell) -> bool {
    let dx = to.row() as i32 - from.row() as i32;
    let dy = to.column() as i32 - from.column() as i32;
    if (dx, dy) == (0, 0) {
        return false;
    }
    battle.options.basic()
        || match facing {
            Direction::North => -dx >= dy.abs(),
            Direction::NorthEast => dx <= 0 && dy >= 0,
            Direction::East => dy >= dx.abs(),
            Direction::SouthEast => dx >= 0 && dy >= 0,
            Direction::South => dx >= dy.abs(),
            Direction::SouthWest => dx >= 0 && dy <= 0,
            Direction::West => -dy >= dx.abs(),
            Direction::NorthWest => dx <= 0 && dy <= 0,
        }
}

/// [GT 8.3] How many squares one sees from a square on a game-turn.
pub fn limit(battle: &Battle, turn: u8, from: Cell) -> usize {
    let sight = &battle.tables.sight;
    let visibility = sight.visibility.get(usize::from(turn).saturating_sub(1)).copied();
    let squares = usize::from(sight.squares_a_level) * usize::from(battle.ground[from].level);
    (squares * usize::from(visibility.unwrap_or(100)) / 100).max(1)
}

/// [GT 8.3] Whether nothing stands between two squares, of the ground or of the units of a state (11.3).
pub fn clear(battle: &Battle, state: &State, from: Cell, to: Cell) -> bool {
    battle.sight.clear(state, from, to)
}

/// Whether a unit has a square in its arc, within the limit of visibility and in line of sight.
pub fn sees(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> bool {
    let Some(from) = state.cell(unit) else { return false };
    in_arc(battle, state.unit(unit).facing, from, to)
        && battle.distance(from, to) <= limit(battle, state.turn, from)
        && clear(battle, state, from, to)
}

/// [GT 7.13] Whether a unit may plot fire at a square: range, arc, visibility and line of sight.
pub fn may_plot(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Result<(), NoShot> {
    let Some(from) = state.cell(unit) else { return Err(NoShot::OutOfRange) };
    let range = battle.distance(from, to);
    if battle.tables.weapons.rate(battle.unit(unit).weapon, range) == 0 {
        return Err(NoShot::OutOfRange);
    }
    if !in_arc(battle, state.unit(unit).facing, from, to) {
        return Err(NoShot::OutOfArc);
    }
    if range > limit(battle, state.turn, from) {
        return Err(NoShot::BeyondVisibility);
    }
    if !clear(battle, state, from, to) {
        return Err(NoShot::Blocked);
    }
    Ok(())
}

/// Every square seen from a square, in the arc of a facing or all round; never the square itself.
pub fn field_of(battle: &Battle, state: &State, from: Cell, facing: Option<Direction>) -> CellSet {
    let limit = limit(battle, state.turn, from);
    let mut seen = *battle.sight.open(from) & battle.grid.disc(from, limit);
    seen.remove(from);
    if let Some(facing) = facing.filter(|_| !battle.options.basic()) {
        let behind = seen;
        for to in behind.iter().filter(|&to| !in_arc(battle, facing, from, to)) {
            seen.remove(to);
        }
    }
    let (low, high) = (from.column().saturating_sub(limit), from.column() + limit);
    for side in Side::BOTH {
        let near = state.occupied(side).common(battle.grid.all(), low..high + 1);
        for unit in near.filter(|unit| unit.row().abs_diff(from.row()) < limit) {
            battle.sight.hide_behind(state, from, &mut seen, unit);
        }
    }
    seen
}

/// Those of some squares that one sees from a square in the arc of a facing.
pub(super) fn seen_of(
    battle: &Battle,
    state: &State,
    from: Cell,
    facing: Direction,
    squares: &CellSet,
) -> CellSet {
    let limit = limit(battle, state.turn, from);
    let (low, high) = (from.column().saturating_sub(limit), from.column() + limit);
    let open = battle.sight.open(from).common(squares, low..high + 1);
    let seen = open.filter(|&to| {
        battle.distance(from, to) <= limit
            && in_arc(battle, facing, from, to)
            && battle.sight.clear(state, from, to)
    });
    seen.collect()
}
