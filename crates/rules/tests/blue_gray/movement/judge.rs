//! Movement once more, in the most obvious way: from the map as it is drawn and the units where they
//! stand, hex by hex, without anything the engine has worked out beforehand. The properties hold the
//! engine against it.

use std::collections::BTreeMap;

use atlas::Side;
use atlas::battle::Battle as Files;
use atlas::map::{Hexside, Map, RoadClass, Terrain};
use field::Cell;
use rules::blue_gray::{Battle, State, UnitId};

/// A way as the rule of §5.0 compares them: cheapest, shortest, smallest numbers.
pub type Way = (u32, usize, Vec<String>);

/// A battle's map, and what must be known besides it.
pub struct Judge<'a> {
    map: &'a Map,
    battle: &'a Battle,
}

impl<'a> Judge<'a> {
    pub fn new(files: &'a Files, battle: &'a Battle) -> Judge<'a> {
        Judge { map: &files.map, battle }
    }

    fn is_scenery(&self, cell: Cell) -> bool {
        self.map.ground(cell).scenery
    }

    fn is_land(&self, cell: Cell) -> bool {
        !self.is_scenery(cell) && self.map.ground(cell).terrain != Terrain::River
    }

    /// Whether the hexside is a creek with neither bridge nor ford.
    fn is_blocked(&self, side: &Hexside) -> bool {
        side.creek.is_some() && side.bridge.is_none() && !self.is_ford(side)
    }

    fn is_ford(&self, side: &Hexside) -> bool {
        let all = self.battle.facts.creeks_are_fords && !side.canal;
        side.ford.is_some() || all && side.creek.is_some() && side.bridge.is_none()
    }

    /// The two banks of a ferry or pontoon.
    fn banks(&self, cell: Cell) -> Option<(Cell, Cell, u32)> {
        let crossing = self.map.crossings.get(&cell)?;
        match crossing.open[..] {
            [a, b] => Some((a, b, u32::from(crossing.cost))),
            _ => None,
        }
    }

    /// The bank on the other side.
    fn opposite(&self, crossing: Cell, bank: Cell) -> Option<Cell> {
        match self.banks(crossing)? {
            (a, b, _) if a == bank => Some(b),
            (a, b, _) if b == bank => Some(a),
            _ => None,
        }
    }

    /// Whether two neighbours have no closed creek between them.
    fn is_open(&self, a: Cell, b: Cell) -> bool {
        self.map.hexside(a, b).is_none_or(|side| !self.is_blocked(side))
    }

    /// What a land hex costs by its ground.
    fn ground(&self, to: Cell) -> Option<u32> {
        match self.map.ground(to).terrain {
            _ if !self.is_land(to) => None,
            Terrain::Clear | Terrain::Town => Some(1),
            Terrain::Forest | Terrain::Rough => Some(3),
            Terrain::ForestRough => Some(6),
            other => panic!("{other:?} on a Blue & Gray map"),
        }
    }

    /// What it costs to go from a land hex into a neighbouring land hex.
    fn land_step(&self, from: Cell, to: Cell) -> Option<u32> {
        let ground = self.ground(to).filter(|_| self.is_open(from, to))?;
        let ford = self.map.hexside(from, to).is_some_and(|side| self.is_ford(side));
        let way = self.map.roads.iter().find(|s| [(s.a, s.b), (s.b, s.a)].contains(&(from, to)));
        let cost = match way.map(|step| step.class) {
            Some(RoadClass::Pike | RoadClass::Road) => 1,
            Some(RoadClass::Trail) => ground.min(2),
            None => ground,
        };
        Some(cost + u32::from(ford))
    }

    fn holds(&self, state: &State, side: Side, cell: Cell) -> bool {
        state.units_at(cell).iter().any(|unit| self.battle.unit(unit).side == side)
    }

    /// Whether a unit of this side next to the hex, over an open hexside, controls it.
    pub fn controls(&self, state: &State, side: Side, cell: Cell) -> bool {
        self.is_land(cell)
            && self
                .map
                .grid
                .neighbours(cell)
                .any(|(_, next)| self.is_open(cell, next) && self.holds(state, side, next))
    }

    /// Whether a unit may be in a hex, on its way or at rest.
    fn may_enter(&self, state: &State, unit: UnitId, cell: Cell) -> bool {
        let enemy = self.battle.unit(unit).side.other();
        let shy = self.battle.is_night(state.turn) || state.flags(unit).ineffective();
        !(self.holds(state, enemy, cell) || shy && self.controls(state, enemy, cell))
    }

    fn has_room(&self, state: &State, unit: UnitId, cell: Cell) -> bool {
        state.units_at(cell).iter().filter(|&other| other != unit).count() < 2
    }

    fn allowance(&self, state: &State) -> u32 {
        if self.battle.is_fog(state.turn) { 3 } else { 6 }
    }

    /// What a path costs a unit that may move; `None` if it cannot be gone.
    pub fn price(&self, state: &State, unit: UnitId, path: &[Cell]) -> Option<u32> {
        let start = state.cell(unit)?;
        let enemy = self.battle.unit(unit).side.other();
        let (&end, mut here, mut spent) = (path.last()?, start, 0);
        for (index, &next) in path.iter().enumerate() {
            self.map.grid.direction(here, next)?;
            if index > 0 && self.controls(state, enemy, here) {
                return None;
            }
            if let Some((_, _, fare)) = self.banks(next) {
                let far = self.opposite(next, here)?;
                let passes = path.get(index + 1) == Some(&far) && self.is_open(here, next);
                passes.then_some(())?;
                spent += fare;
            } else if self.banks(here).is_some() {
                spent += self.ground(next).filter(|_| self.is_open(here, next))?;
            } else {
                spent += self.land_step(here, next)?;
            }
            self.may_enter(state, unit, next).then_some(())?;
            here = next;
        }
        let fits = spent <= self.allowance(state) && self.has_room(state, unit, end);
        fits.then_some(spent)
    }

    /// Every hex where a unit that may move can end, with the way it takes there.
    pub fn reach(&self, state: &State, unit: UnitId) -> BTreeMap<String, Way> {
        let Some(start) = state.cell(unit) else { return BTreeMap::new() };
        let enemy = self.battle.unit(unit).side.other();
        let name = |cell: Cell| self.map.grid.name(cell).to_string();
        let mut best: BTreeMap<Cell, Way> = BTreeMap::from([(start, (0, 0, Vec::new()))]);
        let mut home: Option<Way> = None;
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            let (spent, steps, names) = best[&here].clone();
            if here != start && self.controls(state, enemy, here) {
                continue;
            }
            for (cells, price) in self.steps_from(state, unit, here) {
                let cost = spent + price;
                let &to = cells.last().expect("a step enters a hex");
                if cost > self.allowance(state) {
                    continue;
                }
                let mut names = names.clone();
                names.extend(cells.iter().map(|&cell| name(cell)));
                let way = (cost, steps + cells.len(), names);
                if to == start {
                    home = Some(home.map_or(way.clone(), |known| known.min(way)));
                } else if best.get(&to).is_none_or(|known| way < *known) {
                    best.insert(to, way);
                    open.push(to);
                }
            }
        }
        best.remove(&start);
        best.retain(|&cell, _| self.has_room(state, unit, cell));
        let mut reach: BTreeMap<String, Way> =
            best.into_iter().map(|(cell, way)| (name(cell), way)).collect();
        reach.extend(home.map(|way| (name(start), way)));
        reach
    }

    /// From land to land: a neighbour, or the far bank of a ferry or pontoon.
    fn steps_from(&self, state: &State, unit: UnitId, here: Cell) -> Vec<(Vec<Cell>, u32)> {
        let mut steps = Vec::new();
        for (_, next) in self.map.grid.neighbours(here) {
            if let Some((_, _, fare)) = self.banks(next) {
                let Some(far) = self.opposite(next, here) else { continue };
                let Some(price) = self.ground(far) else { continue };
                let open = self.is_open(here, next) && self.is_open(next, far);
                if open && self.may_enter(state, unit, far) {
                    steps.push((vec![next, far], fare + price));
                }
            } else if let Some(price) = self.land_step(here, next)
                && self.may_enter(state, unit, next)
            {
                steps.push((vec![next], price));
            }
        }
        steps
    }
}
