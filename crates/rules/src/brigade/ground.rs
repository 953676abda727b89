//! The ground as the rules read it: what a step costs [BR 6.0], what stops a zone of control [BR
//! 6.0], what is cover [BR 8.0], what water lies between hexes.

use std::num::NonZeroU8;
use std::sync::{Arc, OnceLock};

use atlas::map::{Map, Terrain};
use field::{Cell, CellSet, Direction, Edge, Grid, Patch, StepCosts};

use super::facts::{ByGait, Gait, TerrainChart};
use super::options::Options;

/// What water lies on a hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Water {
    /// None.
    None,
    /// A stream.
    Stream,
    /// The creek, with a bridge over it.
    Bridge,
    /// The creek, with a ford through it.
    Ford,
    /// The creek, and no way across.
    Creek,
}

impl Water {
    /// Whether it is the creek, with a crossing or without.
    pub const fn is_creek(self) -> bool {
        matches!(self, Water::Bridge | Water::Ford | Water::Creek)
    }

    /// Whether the creek is crossed here by bridge or ford.
    pub const fn is_crossing(self) -> bool {
        matches!(self, Water::Bridge | Water::Ford)
    }

    /// Whether whoever passes here crosses water.
    pub const fn is_wet(self) -> bool {
        !matches!(self, Water::None)
    }
}

/// The ground of a battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The grid.
    pub grid: Grid,
    /// Hexes a unit can stand in: no river, no scenery, within the scenario's part of the map [BR
    /// 2.0?].
    pub land: CellSet,
    /// River hexes.
    pub river: CellSet,
    /// Elevated hexes.
    pub elevated: CellSet,
    /// [BR 8.0] Hexes with defensive terrain: woods, roads through woods, towns, sunken roads.
    pub cover: CellSet,
    /// [BR 7.0] Hexes that stop a line of sight: woods, roads through woods, towns, elevated
    /// ground.
    pub blocking: CellSet,
    chart: TerrainChart,
    terrain: Vec<Terrain>,
    water: Vec<[Water; 8]>,
    costs: [StepCosts; 4],
    /// The same with a ford found at a creek hexside, made when it is first needed.
    fords: Arc<Vec<OnceLock<Box<StepCosts>>>>,
    around: Vec<Patch>,
    zone: Vec<Patch>,
    threats: Vec<Patch>,
    dry: Vec<Patch>,
}

impl Ground {
    /// Reads the ground from a map. Only the first `columns` columns are in play, if that many are
    /// named.
    pub fn new(map: &Map, chart: TerrainChart, options: &Options, columns: Option<u8>) -> Ground {
        let grid = map.grid.clone();
        let slots = grid.slots();
        let in_play = |cell: Cell| columns.is_none_or(|last| cell.column() < usize::from(last));
        let terrain_of = |cell: Cell| map.ground(cell).terrain;
        let select = |wanted: &dyn Fn(Cell) -> bool| -> CellSet {
            grid.cells().filter(|&cell| wanted(cell)).collect()
        };
        let land = select(&|cell| {
            in_play(cell) && !map.ground(cell).scenery && terrain_of(cell) != Terrain::River
        });
        let with = |kinds: &[Terrain]| {
            select(&|cell| land.contains(cell) && kinds.contains(&terrain_of(cell)))
        };
        let elevated = select(&|cell| land.contains(cell) && map.ground(cell).elevated);
        let (woods, riw) = (Terrain::Woods, Terrain::RoadInWoods);
        let mut terrain = vec![Terrain::River; slots];
        let mut water = vec![[Water::None; 8]; slots];
        for cell in grid.cells() {
            terrain[cell.index()] = terrain_of(cell);
            for (way, next) in grid.neighbours(cell) {
                water[cell.index()][way.index()] = water_between(map, options, cell, next);
            }
        }
        let nothing = || StepCosts::new(&grid, |_, _, _| None);
        let mut ground = Ground {
            land,
            river: select(&|cell| terrain_of(cell) == Terrain::River),
            elevated,
            cover: with(&[woods, riw, Terrain::Town, Terrain::SunkenRoad]),
            blocking: with(&[woods, riw, Terrain::Town]) | elevated,
            chart,
            terrain,
            water,
            costs: std::array::from_fn(|_| nothing()),
            fords: Arc::new((0..grid.edge_count() * 4).map(|_| OnceLock::new()).collect()),
            around: vec![Patch::EMPTY; slots],
            zone: vec![Patch::EMPTY; slots],
            threats: vec![Patch::EMPTY; slots],
            dry: vec![Patch::EMPTY; slots],
            grid: grid.clone(),
        };
        ground.survey_neighbours(options);
        ground.survey_steps(map);
        ground
    }

    /// Works out, for each hex, which neighbours matter for what.
    fn survey_neighbours(&mut self, options: &Options) {
        let screened = |cell: Cell| matches!(self.terrain(cell), Terrain::Woods | Terrain::Town);
        // [BR 6.0?] A road through woods stops no zone of control, but with the option.
        let stops = |cell: Cell| {
            screened(cell)
                || options.wooded_roads_stop_control && self.terrain(cell) == Terrain::RoadInWoods
        };
        let patch = |cell: Cell, wanted: &dyn Fn(Water, Cell) -> bool| {
            let near = self.grid.neighbours(cell).filter(|(_, next)| self.land.contains(*next));
            let near =
                near.filter(|&(way, next)| wanted(self.water[cell.index()][way.index()], next));
            // Neighbours are never more than one column away.
            Patch::of(near.map(|(_, next)| next)).unwrap_or(Patch::EMPTY)
        };
        let all = |wanted: &dyn Fn(Cell, Water, Cell) -> bool| -> Vec<Patch> {
            let of = |index: usize| match Cell::from_index(index) {
                Some(cell) if self.land.contains(cell) => {
                    patch(cell, &|water, next| wanted(cell, water, next))
                }
                _ => Patch::EMPTY,
            };
            (0..self.grid.slots()).map(of).collect()
        };
        let around = all(&|_, _, _| true);
        // [BR 6.0] Infantry controls the hexes around it, but not over water, and neither into
        // woods or a town nor out of them. What it controls would control it.
        let zone = all(&|cell, water, next| !water.is_wet() && !stops(cell) && !stops(next));
        // [BR 4.0] An enemy beyond the creek, in woods or in a town disturbs nobody's rally.
        let threats = all(&|_, water, next| !water.is_creek() && !screened(next));
        let dry = all(&|_, water, _| !water.is_creek());
        (self.around, self.zone, self.threats, self.dry) = (around, zone, threats, dry);
    }

    /// Works out what every step costs.
    fn survey_steps(&mut self, map: &Map) {
        let mut roads = vec![[false; 8]; self.grid.slots()];
        for step in &map.roads {
            for (from, to) in [(step.a, step.b), (step.b, step.a)] {
                if let Some(way) = self.grid.direction(from, to) {
                    roads[from.index()][way.index()] = true;
                }
            }
        }
        let costs = Gait::ALL.map(|gait| {
            StepCosts::new(&self.grid, |from, way, to| {
                let water = self.water[from.index()][way.index()];
                self.price(gait, from, to, water, roads[from.index()][way.index()])
            })
        });
        self.costs = costs;
    }

    /// [BR 6.0?] What a step costs in half-points; `None` where nobody of this gait may go.
    fn price(
        &self,
        gait: Gait,
        from: Cell,
        to: Cell,
        water: Water,
        road: bool,
    ) -> Option<NonZeroU8> {
        if !self.land.contains(from) || !self.land.contains(to) || water == Water::Creek {
            return None;
        }
        let sunken = |cell: Cell| self.terrain(cell) == Terrain::SunkenRoad;
        // [BR 6.0?] No road movement through a ford, nor into or out of a sunken road.
        let by_road = road && water != Water::Ford && !sunken(from) && !sunken(to);
        let column = gait as usize;
        let entering = self.entry_cost(gait, to);
        if by_road {
            // [BR 6.0] By road everybody comes into a road through woods; but a town stays closed
            // to guns and cavalry.
            let open = entering.is_some() || self.terrain(to) == Terrain::RoadInWoods;
            return NonZeroU8::new(self.chart.road[column]).filter(|_| open);
        }
        let uphill = self.elevated.contains(to) && !self.elevated.contains(from);
        let over = match water {
            Water::None | Water::Creek => 0,
            Water::Stream => self.chart.stream[column],
            Water::Bridge => self.chart.bridge[column],
            Water::Ford => self.chart.ford[column],
        };
        let slope = if uphill { self.chart.slope[column] } else { 0 };
        NonZeroU8::new(entering?.get().saturating_add(over).saturating_add(slope))
    }

    /// [BR 6.0?] What a hex costs by its terrain alone, off the road; `None` where this gait may
    /// not go.
    pub fn entry_cost(&self, gait: Gait, cell: Cell) -> Option<NonZeroU8> {
        let chart: &ByGait = match self.terrain(cell) {
            Terrain::Clear => &self.chart.clear,
            Terrain::Woods => &self.chart.woods,
            Terrain::RoadInWoods => &self.chart.road_in_woods,
            Terrain::Town => &self.chart.town,
            Terrain::SunkenRoad => &self.chart.sunken_road,
            _ => return None,
        };
        NonZeroU8::new(chart[gait as usize]).filter(|_| self.land.contains(cell))
    }

    /// What grows or stands in a hex.
    #[inline]
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.terrain[cell.index()]
    }

    /// The neighbours a unit could stand in.
    #[inline]
    pub fn around(&self, cell: Cell) -> &Patch {
        &self.around[cell.index()]
    }

    /// [BR 6.0] The hexes that infantry in a hex controls, which are those from which it is
    /// controlled.
    #[inline]
    pub fn zone(&self, cell: Cell) -> &Patch {
        &self.zone[cell.index()]
    }

    /// [BR 4.0] The neighbours from which an enemy keeps a unit from rallying.
    #[inline]
    pub fn threats(&self, cell: Cell) -> &Patch {
        &self.threats[cell.index()]
    }

    /// [BR 7.0] The neighbours that the creek does not part from a hex.
    #[inline]
    pub fn beside(&self, cell: Cell) -> &Patch {
        &self.dry[cell.index()]
    }

    /// What water lies between a hex and its neighbour, with the ford that was found.
    #[inline]
    pub fn water(&self, from: Cell, way: Direction, ford: Option<Edge>) -> Water {
        match self.water[from.index()][way.index()] {
            Water::Creek if ford.is_some() && self.grid.edge_towards(from, way) == ford => {
                Water::Ford
            }
            water => water,
        }
    }

    /// The same between two neighbouring hexes; none between others.
    #[inline]
    pub fn water_between(&self, a: Cell, b: Cell, ford: Option<Edge>) -> Water {
        self.grid.direction(a, b).map_or(Water::None, |way| self.water(a, way, ford))
    }

    /// What a step costs in half-points with the ford that was found; `None` where this gait may
    /// not go.
    #[inline]
    pub fn step(
        &self,
        gait: Gait,
        from: Cell,
        way: Direction,
        ford: Option<Edge>,
    ) -> Option<NonZeroU8> {
        match self.costs[gait as usize].price(from, way) {
            None if ford.is_some() && self.water(from, way, ford) == Water::Ford => {
                let to = self.grid.neighbour(from, way)?;
                self.price(gait, from, to, Water::Ford, false)
            }
            price => price,
        }
    }

    /// What every step costs, with the ford that was found.
    pub fn costs(&self, gait: Gait, ford: Option<Edge>) -> &StepCosts {
        let plain = &self.costs[gait as usize];
        let Some(ford) = ford else { return plain };
        let found = &self.fords[ford.index() * 4 + gait as usize];
        found.get_or_init(|| {
            let mut costs = plain.clone();
            let (a, b) = self.grid.edge_cells(ford);
            for (from, to) in [(a, b), (b, a)] {
                if let Some(way) = self.grid.direction(from, to) {
                    costs.set_price(from, way, self.price(gait, from, to, Water::Ford, false));
                }
            }
            Box::new(costs)
        })
    }
}

fn water_between(map: &Map, options: &Options, a: Cell, b: Cell) -> Water {
    let Some(side) = map.hexside(a, b) else { return Water::None };
    let known = options.ford.is_some_and(|(c, d)| (a, b) == (c, d) || (a, b) == (d, c));
    match side {
        _ if side.bridge.is_some() => Water::Bridge,
        _ if side.ford.is_some() || known => Water::Ford,
        _ if side.creek.is_some() => Water::Creek,
        _ if side.stream.is_some() => Water::Stream,
        _ => Water::None,
    }
}
