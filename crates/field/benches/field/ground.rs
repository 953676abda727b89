//! A made-up battlefield: the size and the mixture of a printed one.

use std::num::NonZeroU8;

use field::{Cell, CellMap, CellSet, EdgeMap, Gates, Grid, Shape, StepCosts};

/// A map, two armies on it, and what the benches need to know of them.
pub struct Ground {
    /// The sheet.
    pub grid: Grid,
    /// What steps cost.
    pub costs: StepCosts,
    /// The sides that no creek closes.
    pub gates: Gates,
    /// Hexes that hide what is behind them.
    pub cover: CellSet,
    /// Where the moving side stands.
    pub friends: CellSet,
    /// Where the other side stands.
    pub enemies: CellSet,
    /// What the other side controls.
    pub control: CellSet,
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Terrain {
    #[default]
    Clear,
    Forest,
    ForestRough,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Open,
    Creek,
    Ford,
}

impl Ground {
    /// Clear ground with woods, a creek with fords down the middle and roads across it.
    pub fn new() -> Ground {
        let grid = Grid::new(Shape::HexFlat { columns: 25, rows_odd: 28, rows_even: 27 })
            .expect("a shape that fits");
        let mut noise = Noise(1862);
        let terrain = terrain(&grid, &mut noise);
        let sides = creek(&grid, &mut noise);
        let roads = roads(&grid, &mut noise);
        let costs = StepCosts::new(&grid, |from, direction, to| {
            let edge = grid.edge_towards(from, direction)?;
            let into = match terrain[to] {
                _ if roads[edge] => 1,
                Terrain::Clear => 1,
                Terrain::Forest => 3,
                Terrain::ForestRough => 6,
            };
            match sides[edge] {
                Side::Open => NonZeroU8::new(into),
                Side::Ford => NonZeroU8::new(into + 1),
                Side::Creek => None,
            }
        });
        let gates = Gates::new(&grid, |from, direction, _| {
            grid.edge_towards(from, direction).is_some_and(|edge| sides[edge] != Side::Creek)
        });
        let cover = grid.cells().filter(|&cell| terrain[cell] != Terrain::Clear).collect();
        let enemies = army(grid.all(), &mut noise, 12, 45);
        let control = enemies.neighbours(&grid);
        let friends = army(&(grid.all() - control - enemies), &mut noise, 4, 50);
        Ground { costs, gates, cover, friends, enemies, control, grid }
    }
}

fn terrain(grid: &Grid, noise: &mut Noise) -> CellMap<Terrain> {
    let mut terrain = CellMap::filled(grid, Terrain::Clear);
    for _ in 0..24 {
        let kind = if noise.below(3) == 0 { Terrain::ForestRough } else { Terrain::Forest };
        for cell in &grid.disc(anywhere(grid, noise), 1 + noise.below(2)) {
            terrain[cell] = if noise.below(4) == 0 { Terrain::Clear } else { kind };
        }
    }
    terrain
}

/// Every side between the columns 13 and 14.
fn creek(grid: &Grid, noise: &mut Noise) -> EdgeMap<Side> {
    EdgeMap::from_fn(grid, |edge| {
        let (a, b) = grid.edge_cells(edge);
        match (a.column(), b.column()) {
            (12, 13) if noise.below(6) == 0 => Side::Ford,
            (12, 13) => Side::Creek,
            _ => Side::Open,
        }
    })
}

/// Six roads that wander from the left border to the right one.
fn roads(grid: &Grid, noise: &mut Noise) -> EdgeMap<bool> {
    let mut roads = EdgeMap::filled(grid, false);
    for _ in 0..6 {
        let mut here = Cell::at(0, noise.below(27));
        while here.column() + 1 < grid.columns() {
            let ahead = |next: &Cell| next.column() > here.column();
            let ways: Vec<Cell> =
                grid.neighbours(here).map(|(_, next)| next).filter(ahead).collect();
            let next = ways[noise.below(ways.len())];
            if let Some(edge) = grid.edge(here, next) {
                roads[edge] = true;
            }
            here = next;
        }
    }
    roads
}

/// Units along a ragged line down the sheet, where there is room for them.
fn army(room: &CellSet, noise: &mut Noise, column: usize, count: usize) -> CellSet {
    let mut army = CellSet::EMPTY;
    while army.len() < count {
        let place = Cell::at(column + noise.below(9), noise.below(28));
        if room.contains(place) {
            army.insert(place);
        }
    }
    army
}

fn anywhere(grid: &Grid, noise: &mut Noise) -> Cell {
    grid.all().nth(noise.below(grid.len())).expect("fewer than there are")
}

/// A small repeatable generator (SplitMix64).
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
