//! What a person decides.

use field::{Cell, Direction, Grid};

use super::ids::{LeaderId, PostId, UnitId};

/// The most squares of a move: no unit has more points, and no square costs less than one.
pub const MOST_STEPS: usize = 40;

/// The way of a move, as directions. `Copy`, without allocation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    len: u8,
    ways: [Direction; MOST_STEPS],
}

impl Path {
    /// No step.
    pub const EMPTY: Path = Path { len: 0, ways: [Direction::North; MOST_STEPS] };

    /// A way of one step.
    pub fn of(direction: Direction) -> Path {
        let mut path = Path::EMPTY;
        path.push(direction);
        path
    }

    /// Adds a step; says whether there was room for it.
    pub fn push(&mut self, direction: Direction) -> bool {
        let room = self.len() < MOST_STEPS;
        if room {
            self.ways[self.len()] = direction;
            self.len += 1;
        }
        room
    }

    /// The steps.
    pub fn ways(&self) -> &[Direction] {
        &self.ways[..self.len()]
    }

    /// How many steps there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no step.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first steps.
    pub fn first(&self, steps: usize) -> Path {
        let mut path = Path::EMPTY;
        for &way in self.ways().iter().take(steps) {
            path.push(way);
        }
        path
    }

    /// The squares entered, one after another, until the way leaves the map.
    pub fn squares<'p>(&'p self, grid: &'p Grid, from: Cell) -> impl Iterator<Item = Cell> + 'p {
        let mut at = Some(from);
        self.ways().iter().map_while(move |&way| {
            at = at.and_then(|cell| grid.neighbour(cell, way));
            at
        })
    }
}

impl std::fmt::Debug for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.ways()).finish()
    }
}

/// What a person decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// [GT 3.1] A division is activated for this turn.
    Activate {
        /// Which.
        division: PostId,
    },
    /// [GT 7.5] A unit goes to a neighbouring square.
    Step {
        /// Who.
        unit: UnitId,
        /// Which way.
        direction: Direction,
    },
    /// [GT 7.5] A unit goes several squares: its steps one after another.
    Move {
        /// Who.
        unit: UnitId,
        /// Where it stands.
        from: Cell,
        /// Its way.
        path: Path,
    },
    /// [GT 7.5] A unit goes to a square by the cheapest way: short for the [`Move`](Action::Move)
    /// that it is.
    MoveTo {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
    },
    /// [GT 7.9] A unit, and all in its square, turn.
    Face {
        /// Who.
        unit: UnitId,
        /// Which way it looks then.
        direction: Direction,
    },
    /// [GT 7.8] A unit takes its other formation.
    Mode {
        /// Who.
        unit: UnitId,
    },
    /// [GT 7.10] One more operation point for fatigue.
    ForceMarch {
        /// Who.
        unit: UnitId,
    },
    /// [GT 7.11] One level of fortification.
    Fortify {
        /// Who.
        unit: UnitId,
    },
    /// [GT 7.13] The square to be fired at first; none clears it.
    PlotFire {
        /// Who.
        unit: UnitId,
        /// At which square.
        square: Option<Cell>,
    },
    /// [GT 7.13] Whether the unit is to melee.
    PlotMelee {
        /// Who.
        unit: UnitId,
        /// Whether.
        on: bool,
    },
    /// [GT 7.13] Whether the unit is to advance after combat.
    PlotAdvance {
        /// Who.
        unit: UnitId,
        /// Whether.
        on: bool,
    },
    /// [GT 7.12] A leader goes to another unit of his formation.
    Transfer {
        /// Who.
        leader: LeaderId,
        /// To which unit.
        unit: UnitId,
    },
    /// [GT 7.1] The phase is over: (C), and the end of the activation.
    EndPhase,
}

impl Action {
    /// The unit it is about, if it is about one.
    pub const fn unit(&self) -> Option<UnitId> {
        match *self {
            Action::Step { unit, .. }
            | Action::Move { unit, .. }
            | Action::MoveTo { unit, .. }
            | Action::Face { unit, .. }
            | Action::Mode { unit }
            | Action::ForceMarch { unit }
            | Action::Fortify { unit }
            | Action::PlotFire { unit, .. }
            | Action::PlotMelee { unit, .. }
            | Action::PlotAdvance { unit, .. }
            | Action::Transfer { unit, .. } => Some(unit),
            Action::Activate { .. } | Action::EndPhase => None,
        }
    }
}
