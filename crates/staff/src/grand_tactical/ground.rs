//! The ground as far as it never changes during a game: what steps cost, how far it is to the objectives, what hides.

use atlas::battle::Mode;
use atlas::map::Terrain;
use field::{Cell, CellSet, Direction};
use rules::grand_tactical::Battle;
use rules::grand_tactical::tables::Column;

/// Farther than anybody goes.
pub const FAR: u16 = 999;
/// What a single step may cost at most: more points than a phase gives are never asked for one square.
const DEAREST: u8 = 10;
/// The most points that a start is given in advance: buckets of the search.
const BUCKETS: usize = 512;

/// What never changes in a game whose fords are known.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The fords for which this was worked out.
    pub fords: CellSet,
    /// For each square and direction: where the step leads and what it costs infantry on the march; 0: no way.
    steps: Vec<[(u16, u8); 8]>,
    /// Points on the march to each objective, by square.
    pub to_objective: Vec<Vec<u16>>,
    /// What the ground leaves of fire at whoever stands there.
    pub cover: Vec<f32>,
    slots: usize,
}

/// Room for searches, so that they allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    buckets: Vec<Vec<u16>>,
}

impl Ground {
    /// The ground of a battle with these fords.
    pub fn of(battle: &Battle, fords: &CellSet) -> Ground {
        let slots = battle.grid.slots();
        let mut steps = vec![[(0, 0); 8]; slots];
        let mut cover = vec![1.0; slots];
        for cell in battle.grid.cells() {
            cover[cell.index()] = match battle.terrain(fords, cell) {
                Terrain::Woods => f32::from(battle.tables.modifiers.woods.fire) / 100.0,
                Terrain::Town => f32::from(battle.tables.modifiers.town.fire) / 100.0,
                _ => 1.0,
            };
            for way in Direction::ALL {
                if let Some((to, cost)) = step(battle, fords, cell, way) {
                    steps[cell.index()][way.index()] = (to.index() as u16, cost);
                }
            }
        }
        let mut ground = Ground { fords: *fords, steps, to_objective: Vec::new(), cover, slots };
        let mut queue = Queue::default();
        for goal in &battle.objectives {
            let mut far = vec![FAR; slots];
            ground.spread(&[(goal.cell, 0)], &mut far, &mut queue);
            ground.to_objective.push(far);
        }
        ground
    }

    /// How many squares tables have.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Points on the march from every square to the nearest of some squares, each of which begins with so many.
    pub fn spread(&self, starts: &[(Cell, u16)], far: &mut [u16], queue: &mut Queue) {
        far.fill(FAR);
        queue.buckets.resize_with(BUCKETS, Vec::new);
        for &(cell, points) in starts {
            let points = usize::from(points).min(BUCKETS - 1);
            if usize::from(far[cell.index()]) > points {
                far[cell.index()] = points as u16;
                queue.buckets[points].push(cell.index() as u16);
            }
        }
        for points in 0..BUCKETS {
            while let Some(at) = queue.buckets[points].pop() {
                if usize::from(far[usize::from(at)]) == points {
                    self.go_on(at, points, far, queue);
                }
            }
        }
    }

    /// Goes back from a square to those before it. What counts is the step towards the goal.
    fn go_on(&self, at: u16, points: usize, far: &mut [u16], queue: &mut Queue) {
        for way in 0..8 {
            let (before, back) = self.steps[usize::from(at)][way];
            if back == 0 {
                continue;
            }
            let (_, cost) = self.steps[usize::from(before)][(way + 4) % 8];
            let all = points + usize::from(cost);
            if cost > 0 && all < BUCKETS && usize::from(far[usize::from(before)]) > all {
                far[usize::from(before)] = all as u16;
                queue.buckets[all].push(before);
            }
        }
    }
}

/// A step of infantry on the march, without enemies: where it leads and what it costs.
fn step(battle: &Battle, fords: &CellSet, from: Cell, way: Direction) -> Option<(Cell, u8)> {
    let to = battle.grid.neighbour(from, way)?;
    if !battle.passable(fords, to) || !battle.passable(fords, from) {
        return None;
    }
    let costs = &battle.tables.costs;
    let column = Column::Foot.index();
    let row = costs.of(battle.terrain(fords, to))?;
    let plain = if way.is_diagonal() { row[column].corner } else { row[column].side };
    let roads = battle.ground[from].road && battle.ground[to].road && !way.is_diagonal();
    let base = if roads { plain.min(costs.road[column].side.max(1)) } else { plain };
    let climbs = battle.ground[to].level > battle.ground[from].level;
    let climb = match (climbs, roads) {
        (false, _) => 0,
        (true, true) => costs.higher_by_road[column],
        (true, false) => costs.higher[column],
    };
    (base > 0).then(|| (to, (base + climb).min(DEAREST)))
}

/// Whether a formation is for the march.
pub const fn travels(mode: Mode) -> bool {
    matches!(mode, Mode::Column | Mode::Mounted | Mode::Limbered)
}
