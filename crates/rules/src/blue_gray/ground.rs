//! The ground as the rules read it [BG 5.2, 6.6, 9.0]: who is next to whom, what a step costs, what a
//! hex does for its defender.

use atlas::map::{Map, RoadClass, Terrain};
use std::num::NonZeroU8;

use field::{Cell, CellSet, Direction, Gates, Grid, Patch, StepCosts};

use super::facts::Facts;

/// The cost of a step that cannot be made.
pub const FORBIDDEN: u8 = u8::MAX;

/// The ground of a battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The grid.
    pub grid: Grid,
    /// Hexes a unit can stand in: no river, no scenery [BG 2.1?].
    pub land: CellSet,
    /// Ferry and pontoon hexes that are open on two sides: passed through, never rested in [BG 5.24].
    pub crossings: CellSet,
    /// River hexes, ferries and pontoons included.
    pub river: CellSet,
    /// Hexes that block the line of sight [BG 8.33].
    pub blocking: CellSet,
    /// Hexes that double their defender [BG 9.0].
    pub doubling: CellSet,
    /// What a unit pays to be placed in a hex by terrain alone.
    terrain_cost: Vec<u8>,
    /// The same for searches.
    pub costs: StepCosts,
    /// Per hex and direction, what the step out of it costs.
    step: Vec<[u8; 8]>,
    /// From each hex, the neighbours from which one could step into it.
    ways_back: Gates,
    /// Per hex, the hexes adjacent for combat and control.
    adjacent: Vec<Neighbours>,
    /// The same as bits.
    around: Vec<Patch>,
    /// Per hex, directions by which one leaves it over a creek.
    creek: Vec<u8>,
    /// Per hex, directions from which it is attacked over a bridge or ford.
    bridged: Vec<u8>,
    /// Per hex, directions from which it is attacked over a redoubt, from its enemy side.
    redoubt: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Neighbours {
    count: u8,
    cells: [Cell; 6],
}

impl Ground {
    /// Reads the ground from a map.
    pub fn new(map: &Map, facts: &Facts) -> Ground {
        let grid = map.grid.clone();
        let slots = grid.slots();
        let select = |wanted: &dyn Fn(Cell) -> bool| -> CellSet {
            grid.cells().filter(|&cell| wanted(cell)).collect()
        };
        let terrain = |cell: Cell| map.ground(cell).terrain;
        // [BG 2.1?] Scenery is off the map for every purpose.
        let scenery = |cell: Cell| map.ground(cell).scenery;
        let river = select(&|cell| terrain(cell) == Terrain::River && !scenery(cell));
        let land = select(&|cell| terrain(cell) != Terrain::River && !scenery(cell));
        // [BG 5.24] A crossing with one open side leads nowhere.
        let open =
            |cell: Cell| map.crossings.get(&cell).filter(|crossing| crossing.open.len() == 2);
        let crossings = select(&|cell| open(cell).is_some() && !scenery(cell));
        let blocks = [Terrain::Forest, Terrain::ForestRough, Terrain::Town];
        let doubles = [Terrain::Rough, Terrain::ForestRough, Terrain::Town];
        let blocking = select(&|cell| !scenery(cell) && blocks.contains(&terrain(cell)));
        let doubling = select(&|cell| doubles.contains(&terrain(cell)));
        let mut ground = Ground {
            land,
            crossings,
            river,
            blocking,
            doubling,
            terrain_cost: vec![FORBIDDEN; slots],
            costs: StepCosts::new(&grid, |_, _, _| None),
            step: vec![[FORBIDDEN; 8]; slots],
            ways_back: Gates::new(&grid, |_, _, _| false),
            adjacent: vec![Neighbours { count: 0, cells: [Cell::at(0, 0); 6] }; slots],
            around: vec![Patch::EMPTY; slots],
            creek: vec![0; slots],
            bridged: vec![0; slots],
            redoubt: vec![0; slots],
            grid: grid.clone(),
        };
        for cell in grid.cells() {
            ground.terrain_cost[cell.index()] = match open(cell) {
                Some(crossing) => crossing.cost,
                None if land.contains(cell) => entering(terrain(cell)),
                None => FORBIDDEN,
            };
        }
        for cell in grid.cells() {
            for (direction, next) in grid.neighbours(cell) {
                ground.join(map, facts, cell, direction, next);
            }
            // Neighbours are never more than one column away.
            let adjacent = ground.adjacent(cell).iter().copied();
            ground.around[cell.index()] = Patch::of(adjacent).unwrap_or(Patch::EMPTY);
        }
        let price = |cell: Cell, direction: Direction, _| {
            Some(ground.step[cell.index()][direction.index()])
                .filter(|&cost| cost != FORBIDDEN)
                .and_then(NonZeroU8::new)
        };
        let back = |_, direction: Direction, next| {
            ground.step_cost(next, direction.opposite()) != FORBIDDEN
        };
        ground.ways_back = Gates::new(&grid, back);
        ground.costs = StepCosts::new(&grid, price).with_pass_only(crossings);
        ground
    }

    /// Works out one step and what lies between its two hexes.
    fn join(&mut self, map: &Map, facts: &Facts, cell: Cell, direction: Direction, next: Cell) {
        let bit = 1 << direction.index();
        let (mut blocked, mut ford) = (false, false);
        if let Some(side) = map.hexside(cell, next) {
            let creek = side.creek.is_some();
            ford = side.ford.is_some()
                || creek && side.bridge.is_none() && facts.creeks_are_fords && !side.canal;
            blocked = creek && side.bridge.is_none() && !ford;
            if creek {
                self.creek[cell.index()] |= bit;
            }
            if side.bridge.is_some() || ford {
                self.bridged[cell.index()] |= bit;
            }
            if side
                .redoubt
                .as_ref()
                .is_some_and(|works| works.defender == cell && works.enemy == next)
            {
                self.redoubt[cell.index()] |= bit;
            }
        }
        // [BG 5.25, 6.6] Neither units nor their control pass a creek without bridge or ford.
        if blocked {
            return;
        }
        if self.land.contains(cell) && self.land.contains(next) {
            let neighbours = &mut self.adjacent[cell.index()];
            neighbours.cells[usize::from(neighbours.count)] = next;
            neighbours.count += 1;
        }
        self.step[cell.index()][direction.index()] = self.cost_of_step(map, cell, next, ford);
    }

    /// [BG 5.21, 5.25?, 5.26] What a step over an open hexside costs: the hex, and a point for a ford.
    fn cost_of_step(&self, map: &Map, cell: Cell, next: Cell, ford: bool) -> u8 {
        let enters = |crossing: Cell, bank: Cell| {
            self.crossings.contains(crossing) && map.crossings[&crossing].open.contains(&bank)
        };
        let (from_land, to_land) = (self.land.contains(cell), self.land.contains(next));
        let terrain = self.terrain_cost[next.index()];
        if !(from_land && to_land) {
            // [BG 5.24, BG-F 16.1, BG-C 19.11, 19.12] In and out by its two open sides only.
            let passable = from_land && enters(next, cell) || to_land && enters(cell, next);
            return if passable { terrain } else { FORBIDDEN };
        }
        let road = map
            .roads
            .iter()
            .filter(|step| (step.a, step.b) == (cell, next) || (step.a, step.b) == (next, cell));
        let base = road.map(|step| along(step.class, terrain)).min().unwrap_or(terrain);
        base.saturating_add(u8::from(ford))
    }

    /// The hexes adjacent for combat and control: neighbours on land with no blocked hexside between.
    #[inline]
    pub fn adjacent(&self, cell: Cell) -> &[Cell] {
        let neighbours = &self.adjacent[cell.index()];
        &neighbours.cells[..usize::from(neighbours.count)]
    }

    /// The same hexes as bits.
    #[inline]
    pub fn around(&self, cell: Cell) -> &Patch {
        &self.around[cell.index()]
    }

    /// From each hex to the neighbours from which one could step into it: ways gone backwards.
    pub fn ways_back(&self) -> &Gates {
        &self.ways_back
    }

    /// Whether two hexes are adjacent for combat and control.
    #[inline]
    pub fn are_adjacent(&self, a: Cell, b: Cell) -> bool {
        self.adjacent(a).contains(&b)
    }

    /// What the step from a hex in a direction costs, [`FORBIDDEN`] if it cannot be made.
    #[inline]
    pub fn step_cost(&self, cell: Cell, direction: Direction) -> u8 {
        self.step[cell.index()][direction.index()]
    }

    /// What a way from a hex costs in all; every step of it can be made.
    pub fn path_cost(&self, from: Cell, path: &[Cell]) -> u8 {
        let mut here = from;
        let mut cost = 0u8;
        for &next in path {
            let way = self.grid.direction(here, next);
            cost = cost.saturating_add(way.map_or(0, |way| self.step_cost(here, way)));
            here = next;
        }
        cost
    }

    /// What a hex costs by its terrain alone, [`FORBIDDEN`] if nobody enters it.
    pub fn terrain_cost(&self, cell: Cell) -> u8 {
        self.terrain_cost[cell.index()]
    }

    /// Whether a creek runs between two neighbouring hexes.
    pub fn crosses_creek(&self, from: Cell, to: Cell) -> bool {
        self.touches(&self.creek, from, to)
    }

    /// Whether a hex is attacked from another over a bridge or ford.
    #[inline]
    pub fn over_bridge_or_ford(&self, defender: Cell, attacker: Cell) -> bool {
        self.touches(&self.bridged, defender, attacker)
    }

    /// [BG-F 16.2, BG-C 18.11, 18.13] Whether a hex is attacked from another over a redoubt, from the
    /// redoubt's enemy side. Whoever built it, whoever stands in it.
    #[inline]
    pub fn over_redoubt(&self, defender: Cell, attacker: Cell) -> bool {
        self.touches(&self.redoubt, defender, attacker)
    }

    #[inline]
    fn touches(&self, table: &[u8], cell: Cell, next: Cell) -> bool {
        let bits = table[cell.index()];
        bits != 0
            && self.grid.direction(cell, next).is_some_and(|way| bits & (1 << way.index()) != 0)
    }

    /// The land joined to a hex without entering river, ferry or pontoon hexes; creeks do not part it.
    pub fn bank_of(&self, cell: Cell) -> CellSet {
        let mut found: CellSet = [cell].into_iter().collect();
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            for (_, next) in self.grid.neighbours(cell) {
                if self.land.contains(next) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }
}

/// [BG 5.21, 9.0] The movement points to enter a hex by its terrain.
fn entering(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Clear | Terrain::Town => 1,
        Terrain::Forest | Terrain::Rough => 3,
        Terrain::ForestRough => 6,
        _ => FORBIDDEN,
    }
}

/// [BG 5.22, 5.23] The movement points to enter a hex along a road or trail, where its terrain costs more.
fn along(class: RoadClass, terrain: u8) -> u8 {
    match class {
        RoadClass::Pike | RoadClass::Road => 1,
        RoadClass::Trail => terrain.min(2),
    }
}
