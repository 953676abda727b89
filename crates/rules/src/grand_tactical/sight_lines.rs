//! [GT 8.3] Heights and lines, worked out once for a map: what fixed ground hides, and which lines
//! pass through a square.
//!
//! From each square the squares that no ground hides are kept as a set. What is left to do in a
//! game are the units: of each one that stands near, only the lines through its square are looked
//! at.

use atlas::map::Terrain;
use field::{Cell, CellMap, CellSet, Grid};

use super::battle::Ground;
use super::state::State;
use super::tables::Sight;

/// What fixed ground contributes to lines of sight, worked out once.
#[derive(Clone, Debug)]
pub struct SightLines {
    heights: CellMap<Heights>,
    /// By observer: the squares that ground alone does not hide, as far as one ever sees from
    /// there.
    open: CellMap<CellSet>,
    passes: Passes,
}

/// Heights of a square, in feet.
#[derive(Clone, Copy, Debug, Default)]
struct Heights {
    /// The eyes of a unit that stands there, and what others see of it.
    eye: i32,
    /// What grows or stands there by itself.
    top: i32,
    /// The same with a unit there.
    top_with_unit: i32,
    /// The most squares that anybody sees from there.
    reach: usize,
}

/// A step of a line: how far along it is, and the square there, or the two that are equally near,
/// relative to its beginning.
#[derive(Clone, Copy, Debug)]
struct Station {
    step: i32,
    squares: [(i32, i32); 2],
}

/// [GT 8.3?] The steps of a line between its ends: one square each, or two at an exact half-way
/// point (D-42).
fn stations(dx: i32, dy: i32) -> impl Iterator<Item = Station> {
    let n = dx.abs().max(dy.abs());
    let x_is_major = dx.abs() >= dy.abs();
    let minor = dx.abs().min(dy.abs());
    let square = move |step: i32, aside: i32| {
        let (x, y) = if x_is_major { (step, aside) } else { (aside, step) };
        (x * dx.signum(), y * dy.signum())
    };
    // How far aside the line is: `whole` squares and `rest` parts of n.
    let (mut whole, mut rest) = (0, 0);
    (1..n).map(move |step| {
        rest += minor;
        if rest >= n {
            rest -= n;
            whole += 1;
        }
        let (low, high) = (square(step, whole), square(step, whole + 1));
        let squares = match (2 * rest).cmp(&n) {
            std::cmp::Ordering::Less => [low, low],
            std::cmp::Ordering::Greater => [high, high],
            std::cmp::Ordering::Equal => [low, high],
        };
        Station { step, squares }
    })
}

fn offset(from: Cell, (dx, dy): (i32, i32)) -> Option<Cell> {
    let row = usize::try_from(from.row() as i32 + dx).ok()?;
    let column = usize::try_from(from.column() as i32 + dy).ok()?;
    (row < field::MAX_ROWS && column < field::MAX_COLUMNS).then(|| Cell::at(column, row))
}

/// The two differences between two squares.
fn difference(from: Cell, to: Cell) -> (i32, i32) {
    let (x, y) = (to.row() as i32 - from.row() as i32, to.column() as i32 - from.column() as i32);
    (x, y)
}

/// A line that passes through a square: where it ends, and which step of it that is.
#[derive(Clone, Copy, Debug)]
struct Pass {
    end: (i8, i8),
    step: u8,
    /// The other square of a half-way step.
    other: Option<(i8, i8)>,
}

/// For each square relative to an observer, the lines from him that pass through it.
#[derive(Clone, Debug)]
struct Passes {
    reach: i32,
    /// Where the lines of each square begin in the list.
    first: Vec<u32>,
    list: Vec<Pass>,
}

impl Passes {
    /// All lines up to some squares long.
    fn new(reach: usize) -> Passes {
        let reach = reach as i32;
        let width = (2 * reach + 1) as usize;
        let mut by_square = vec![Vec::new(); width * width];
        let index = |(x, y): (i32, i32)| (x + reach) as usize * width + (y + reach) as usize;
        for (dx, dy) in (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| (x, y))) {
            let small = |(x, y): (i32, i32)| (x as i8, y as i8);
            for Station { step, squares: [one, two] } in stations(dx, dy) {
                let mut pass = Pass { end: small((dx, dy)), step: step as u8, other: None };
                if one != two {
                    pass.other = Some(small(two));
                    by_square[index(two)].push(Pass { other: Some(small(one)), ..pass });
                }
                by_square[index(one)].push(pass);
            }
        }
        let mut passes = Passes { reach, first: vec![0], list: Vec::new() };
        for lines in by_square {
            passes.list.extend(lines);
            passes.first.push(passes.list.len() as u32);
        }
        passes
    }

    /// The lines through a square, by its difference from the observer.
    fn through(&self, (dx, dy): (i32, i32)) -> &[Pass] {
        if dx.abs().max(dy.abs()) > self.reach {
            return &[];
        }
        let width = 2 * self.reach + 1;
        let index = ((dx + self.reach) * width + dy + self.reach) as usize;
        &self.list[self.first[index] as usize..self.first[index + 1] as usize]
    }
}

impl SightLines {
    /// Works out heights and lines of a map.
    pub(super) fn new(grid: &Grid, ground: &CellMap<Ground>, sight: &Sight) -> SightLines {
        let best = sight.visibility.iter().copied().max().unwrap_or(0).max(100);
        let heights = CellMap::from_fn(grid, |cell| {
            let level = ground[cell].level;
            let feet = i32::from(level.saturating_sub(1)) * i32::from(sight.feet_a_level);
            let obstacle = match ground[cell].terrain {
                Terrain::Woods => sight.woods,
                Terrain::Town => sight.town,
                Terrain::Cornfield => sight.cornfield,
                _ => 0,
            };
            let squares = usize::from(level) * usize::from(sight.squares_a_level);
            Heights {
                eye: feet + i32::from(sight.unit),
                top: feet + i32::from(obstacle),
                top_with_unit: feet + i32::from(obstacle.max(sight.unit)),
                reach: (squares * usize::from(best) / 100).clamp(1, LONGEST_SIGHT),
            }
        });
        let longest = grid.cells().map(|cell| heights[cell].reach).max().unwrap_or(1);
        let mut lines = SightLines {
            open: CellMap::filled(grid, CellSet::EMPTY),
            passes: Passes::new(longest),
            heights,
        };
        for from in grid.cells() {
            let near = grid.disc(from, lines.heights[from].reach);
            let open = near.iter().filter(|&to| {
                // A line is the same from both ends: what was seen from there need not be walked
                // again.
                let known = to < from && grid.distance(from, to) <= lines.heights[to].reach;
                if known {
                    lines.open[to].contains(from)
                } else {
                    lines.is_clear(from, to, |_| false)
                }
            });
            lines.open[from] = open.collect();
        }
        lines
    }

    /// [GT 8.3] Whether nothing stands between two squares: no ground, and no unit where there is
    /// one.
    fn is_clear(&self, from: Cell, to: Cell, occupied: impl Fn(Cell) -> bool) -> bool {
        let (dx, dy) = difference(from, to);
        let n = dx.abs().max(dy.abs());
        let (eye, mark) = (self.heights[from].eye, self.heights[to].eye);
        stations(dx, dy).all(|Station { step, squares: [one, two] }| {
            let line = eye * (n - step) + mark * step;
            let blocks = |square| {
                let Some(cell) = offset(from, square) else { return false };
                let heights = &self.heights[cell];
                let top = if occupied(cell) { heights.top_with_unit } else { heights.top };
                top * n >= line
            };
            !(blocks(one) && (one == two || blocks(two)))
        })
    }

    /// [GT 8.3] Whether nothing stands between two squares, of the ground or of the units of a
    /// state.
    pub(super) fn clear(&self, state: &State, from: Cell, to: Cell) -> bool {
        let (dx, dy) = difference(from, to);
        let near = dx.abs().max(dy.abs()) as usize <= self.heights[from].reach;
        if near && !self.open[from].contains(to) {
            return false;
        }
        self.is_clear(from, to, |cell| state.is_occupied(cell))
    }

    /// Squares that no ground hides from a square, as far as one ever sees from there.
    pub(super) fn open(&self, from: Cell) -> &CellSet {
        &self.open[from]
    }

    /// Takes out of some squares near an observer those that units hide from him.
    pub(super) fn hide_behind(&self, state: &State, from: Cell, squares: &mut CellSet, unit: Cell) {
        let heights = &self.heights;
        let (eye, top) = (heights[from].eye, heights[unit].top_with_unit);
        for pass in self.passes.through(difference(from, unit)) {
            let wide = |(x, y): (i8, i8)| (i32::from(x), i32::from(y));
            let (dx, dy) = wide(pass.end);
            let Some(to) = offset(from, (dx, dy)).filter(|&to| squares.contains(to)) else {
                continue;
            };
            let (n, step) = (dx.abs().max(dy.abs()), i32::from(pass.step));
            let line = eye * (n - step) + heights[to].eye * step;
            let blocks = |cell: Cell| {
                let other = &heights[cell];
                let top = if state.is_occupied(cell) { other.top_with_unit } else { other.top };
                top * n >= line
            };
            let other = pass.other.and_then(|other| offset(from, wide(other)));
            if top * n >= line && other.is_none_or(blocks) {
                squares.remove(to);
            }
        }
    }
}

/// Nobody sees farther than this, whatever a table says: lines are kept in small numbers.
const LONGEST_SIGHT: usize = 63;
