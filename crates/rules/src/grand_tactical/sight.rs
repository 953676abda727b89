//! [GT 8.3] Line of sight: arcs, the limit of visibility, and what stands between two squares.

use atlas::map::Terrain;
use field::{Cell, CellMap, CellSet, Direction, Grid};

use super::battle::{Battle, Ground};
use super::ids::UnitId;
use super::state::State;
use super::tables::Sight;

/// What fixed ground contributes to lines of sight, worked out once.
#[derive(Clone, Debug)]
pub struct SightLines {
    /// Height of each square's ground, in feet.
    ground: CellMap<u16>,
    /// Height of what grows or stands there.
    obstacle: CellMap<u16>,
}

impl SightLines {
    /// Works out the heights of a map.
    pub(super) fn new(grid: &Grid, ground: &CellMap<Ground>, sight: &Sight) -> SightLines {
        let level = |cell| (u16::from(ground[cell].level) - 1) * sight.feet_a_level;
        let obstacle = |cell| match ground[cell].terrain {
            Terrain::Woods => sight.woods,
            Terrain::Town => sight.town,
            Terrain::Cornfield => sight.cornfield,
            _ => 0,
        };
        SightLines {
            ground: CellMap::from_fn(grid, level),
            obstacle: CellMap::from_fn(grid, obstacle),
        }
    }
}

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
    let (x0, y0) = (from.row() as i32, from.column() as i32);
    let (dx, dy) = (to.row() as i32 - x0, to.column() as i32 - y0);
    let n = dx.abs().max(dy.abs());
    let height = |cell: Cell| i32::from(battle.sight.ground[cell]);
    let unit = i32::from(battle.tables.sight.unit);
    let (eye, mark) = (height(from) + unit, height(to) + unit);
    let x_is_major = dx.abs() >= dy.abs();
    let minor = dx.abs().min(dy.abs());
    (1..n).all(|i| {
        let line = eye * (n - i) + mark * i;
        let blocks = |offset: i32| {
            let (x, y) = if x_is_major { (i, offset) } else { (offset, i) };
            let (x, y) = (x0 + x * dx.signum(), y0 + y * dy.signum());
            let cell = Cell::at(y as usize, x as usize);
            let standing = if state.is_occupied(cell) { unit } else { 0 };
            let top = height(cell) + i32::from(battle.sight.obstacle[cell]).max(standing);
            top * n >= line
        };
        let (q, r) = (i * minor / n, i * minor % n);
        !match (2 * r).cmp(&n) {
            std::cmp::Ordering::Less => blocks(q),
            std::cmp::Ordering::Greater => blocks(q + 1),
            std::cmp::Ordering::Equal => blocks(q) && blocks(q + 1),
        }
    })
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
    let seen = |&to: &Cell| {
        let arc = facing.is_none_or(|facing| in_arc(battle, facing, from, to));
        to != from && arc && battle.distance(from, to) <= limit && clear(battle, state, from, to)
    };
    battle.grid.cells().filter(seen).collect()
}
