//! [GT 7.5] How far a unit comes: the squares that it can reach, and the cheapest way to each.

use field::{Cell, Direction};

use super::action::{MOST_STEPS, Path};
use super::battle::Battle;
use super::ids::UnitId;
use super::movement::{Mover, may_move};
use super::state::State;

const SLOTS: usize = field::MAX_COLUMNS * field::MAX_ROWS;
const UNREACHED: u16 = u16::MAX;
const NONE: u16 = u16::MAX;

/// How far the index of a neighbour is from that of a square, by direction: rows follow one
/// another, columns are [`field::MAX_ROWS`] apart.
const BESIDE: [isize; 8] = {
    const COLUMN: isize = field::MAX_ROWS as isize;
    [-1, COLUMN - 1, COLUMN, COLUMN + 1, 1, 1 - COLUMN, -COLUMN, -COLUMN - 1]
};

/// The squares that a unit can reach, each by its cheapest way: fewest points, then fewest squares.
///
/// It is made once and used for many searches, which allocate nothing.
#[derive(Clone)]
pub struct Reach {
    /// Points in the high byte, squares in the low one.
    best: Box<[u16; SLOTS]>,
    reached: Vec<u16>,
    /// Squares to go on from: a list for each number of points, linked by the place of the next.
    queue: Vec<(u16, u16)>,
    heads: [u16; MOST_STEPS + 1],
    op: usize,
    from: Option<Cell>,
}

impl std::fmt::Debug for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.squares()).finish()
    }
}

impl Default for Reach {
    fn default() -> Reach {
        Reach::new()
    }
}

impl Reach {
    /// Room for searches.
    pub fn new() -> Reach {
        Reach {
            best: Box::new([UNREACHED; SLOTS]),
            reached: Vec::with_capacity(256),
            queue: Vec::with_capacity(512),
            heads: [NONE; MOST_STEPS + 1],
            op: 0,
            from: None,
        }
    }

    /// Every square that a unit can reach now, by the enemies in this state.
    pub fn search(&mut self, battle: &Battle, state: &State, unit: UnitId) {
        for &index in &self.reached {
            self.best[usize::from(index) % SLOTS] = UNREACHED;
        }
        if let Some(from) = self.from {
            self.best[from.index()] = UNREACHED;
        }
        self.reached.clear();
        self.queue.clear();
        self.from = state.cell(unit);
        let Some(from) = self.from.filter(|_| may_move(battle, state, unit).is_ok()) else {
            return;
        };
        // Nothing is better than to stand where it stands: nobody comes back.
        self.best[from.index()] = 0;
        let now = state.unit(unit);
        self.op = usize::from(now.op).min(MOST_STEPS);
        self.heads = [NONE; MOST_STEPS + 1];
        let mover = Mover::new(battle, state, unit);
        for way in Direction::ALL {
            if let Ok((to, cost)) = mover.step(battle, state, from, way, now.moved == 0) {
                self.offer(to, cost, 1);
            }
        }
        if now.routed {
            return;
        }
        for spent in 0..self.op {
            let mut entry = self.heads[spent];
            while entry != NONE {
                let (after, index) = self.queue[usize::from(entry)];
                entry = after;
                let label = self.best[usize::from(index) % SLOTS];
                // A square that was reached for less in the meantime has been gone on from.
                if usize::from(label >> 8) == spent
                    && let Some(at) = Cell::from_index(index.into())
                {
                    self.spread(battle, state, &mover, at, label);
                }
            }
        }
    }

    /// Goes on from a square to its neighbours.
    #[inline]
    fn spread(&mut self, battle: &Battle, state: &State, mover: &Mover, at: Cell, label: u16) {
        let (spent, squares) = ((label >> 8) as u8, label as u8);
        let left = self.op as u8 - spent;
        let leaves = state.zones(mover.side.other()).contains(at);
        let least = &battle.least[mover.table()][at];
        // Across sides first: what a corner costs is then mostly known to be too much.
        for way in [0, 2, 4, 6, 1, 3, 5, 7] {
            let add = least[way];
            let to = at.index().wrapping_add_signed(BESIDE[way]) % SLOTS;
            let label = u16::from(spent + add) << 8 | u16::from(squares + 1);
            if add == 0 || add > left || self.best[to] <= label {
                continue;
            }
            let step = &battle.steps[at][way];
            if let Some(cost) = mover.later_cost(battle, state, step, leaves) {
                self.offer(step.to, spent.saturating_add(cost), squares + 1);
            }
        }
    }

    #[inline]
    fn offer(&mut self, to: Cell, cost: u8, squares: u8) {
        let label = u16::from(cost) << 8 | u16::from(squares);
        let known = &mut self.best[to.index() % SLOTS];
        if usize::from(cost) > self.op || *known <= label {
            return;
        }
        let queued = *known != UNREACHED && *known >> 8 == u16::from(cost);
        if *known == UNREACHED {
            self.reached.push(to.index() as u16);
        }
        *known = label;
        if !queued {
            let head = &mut self.heads[usize::from(cost)];
            self.queue.push((*head, to.index() as u16));
            *head = (self.queue.len() - 1) as u16;
        }
    }

    /// The squares reached, with points and number of squares of the cheapest way; in no order.
    pub fn squares(&self) -> impl Iterator<Item = (Cell, u8, u8)> + '_ {
        self.reached.iter().filter_map(|&index| {
            let label = self.best[usize::from(index)];
            Some((Cell::from_index(index.into())?, (label >> 8) as u8, label as u8))
        })
    }

    /// How many squares were reached.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    /// One of the squares reached, with the number of squares of its cheapest way.
    pub fn nth(&self, n: usize) -> Option<(Cell, u8)> {
        let index = usize::from(*self.reached.get(n)?);
        Some((Cell::from_index(index)?, self.best[index] as u8))
    }

    /// Points and number of squares of the cheapest way to a square.
    pub fn cost(&self, to: Cell) -> Option<(u8, u8)> {
        let label = self.best[to.index()];
        (label != UNREACHED && Some(to) != self.from).then_some(((label >> 8) as u8, label as u8))
    }

    /// The cheapest way to a square: fewest points, then fewest squares, then the smallest
    /// directions.
    pub fn path(&self, battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Option<Path> {
        let from = self.from?;
        let (_, squares) = self.cost(to)?;
        let mover = Mover::new(battle, state, unit);
        let first = state.unit(unit).moved == 0;
        // From the end back: which squares lie on some cheapest way, by the number of their step.
        let mut layers = [field::CellSet::EMPTY; MOST_STEPS + 1];
        layers[usize::from(squares)].insert(to);
        let step = |at: Cell, way: Direction| {
            if at == from {
                mover.step(battle, state, at, way, first)
            } else {
                mover.later_step(battle, state, at, way)
            }
        };
        let leads = |at: Cell, way: Direction, next: Cell| {
            let (spent, steps) = if at == from { Some((0, 0)) } else { self.cost(at) }?;
            let (to, cost) = step(at, way).ok()?;
            let (all, count) = self.cost(next)?;
            (to == next && spent + cost == all && steps + 1 == count).then_some(())
        };
        for depth in (1..=usize::from(squares)).rev() {
            let here = layers[depth];
            for cell in &here {
                for way in Direction::ALL {
                    let Some(before) = battle.grid.neighbour(cell, way) else { continue };
                    if leads(before, way.opposite(), cell).is_some() {
                        layers[depth - 1].insert(before);
                    }
                }
            }
        }
        let mut path = Path::EMPTY;
        let mut at = from;
        for layer in &layers[1..=usize::from(squares)] {
            let way = Direction::ALL.into_iter().find(|&way| {
                let next = battle.grid.neighbour(at, way);
                next.is_some_and(|next| layer.contains(next) && leads(at, way, next).is_some())
            })?;
            path.push(way);
            at = battle.grid.neighbour(at, way)?;
        }
        Some(path)
    }
}
