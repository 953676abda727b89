//! Both sides can come to every objective, by the movement rules as far as ground goes.

use std::collections::BTreeMap;

use atlas::Side;
use atlas::battle::{Scenario, Start};
use atlas::map::{CrossingKind, Map, RoadClass, System, Terrain};
use field::{Cell, CellSet};

use super::{battles, names, none_of};

#[test]
fn both_sides_reach_every_objective() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let walk = Walk::on(&battle.map);
        for scenario in &battle.scenarios {
            for side in Side::BOTH {
                let reached = walk.spread(beginnings(scenario, side));
                let goals = battle.map.objectives.keys().copied();
                let lost: Vec<Cell> = goals.filter(|&cell| !reached.contains(cell)).collect();
                if !lost.is_empty() {
                    let lost = names(&battle.map, lost);
                    wrong.push(format!("{} {}: {side} to {lost}", battle.id, scenario.id));
                }
            }
        }
    }
    none_of("objectives out of reach", wrong);
}

/// Nobody starts where he can never leave.
#[test]
fn nobody_is_shut_in() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let walk = Walk::on(&battle.map);
        for scenario in &battle.scenarios {
            let [union, confederate] = Side::BOTH.map(|side| beginnings(scenario, side));
            for cell in union.iter().chain(confederate.iter()) {
                let from: CellSet = [cell].into_iter().collect();
                if walk.spread(from).len() < battle.map.grid.len() / 2 {
                    let name = battle.map.grid.name(cell);
                    wrong.push(format!("{} {}: {name}", battle.id, scenario.id));
                }
            }
        }
    }
    none_of("starts that nobody can leave", wrong);
}

/// Every cell where a side's units start or come on.
fn beginnings(scenario: &Scenario, side: Side) -> CellSet {
    let mut from = CellSet::EMPTY;
    for unit in scenario.units.iter().filter(|unit| unit.side == side) {
        match &unit.start {
            Start::At(cell) => {
                from.insert(*cell);
            }
            Start::Arrives { group } => {
                for &cell in &scenario.group(group).unwrap().cells {
                    from.insert(cell);
                }
            }
        }
    }
    from
}

/// Walking over a map.
struct Walk<'a> {
    map: &'a Map,
    roads: BTreeMap<(Cell, Cell), RoadClass>,
}

impl<'a> Walk<'a> {
    fn on(map: &'a Map) -> Walk<'a> {
        Walk { map, roads: map.roads.iter().map(|step| ((step.a, step.b), step.class)).collect() }
    }

    /// Every cell that can be come to from some cells, in as many turns as it takes.
    fn spread(&self, from: CellSet) -> CellSet {
        let mut reached = from;
        let mut ahead: Vec<Cell> = from.iter().collect();
        while let Some(cell) = ahead.pop() {
            let next: Vec<Cell> = match self.map.system {
                System::BlueGray => self.blue_gray(cell),
                _ => self.on_foot(cell),
            };
            for cell in next {
                if !reached.contains(cell) {
                    reached.insert(cell);
                    ahead.push(cell);
                }
            }
        }
        reached
    }

    /// [BG 5.0, 9.0] Steps that six movement points pay for, ferries and pontoons with the bank
    /// beyond.
    fn blue_gray(&self, from: Cell) -> Vec<Cell> {
        const ALLOWANCE: u8 = 6;
        let map = self.map;
        let mut next = Vec::new();
        for (_, to) in map.grid.neighbours(from) {
            if let Some(crossing) = map.crossings.get(&to) {
                if !crossing.open.contains(&from) {
                    continue;
                }
                let toll = match crossing.kind {
                    CrossingKind::Ferry => 3,
                    CrossingKind::Pontoon => 1,
                };
                assert_eq!(crossing.cost, toll, "{}: {}", map.id, map.grid.name(to));
                let far = crossing.open.iter().copied().filter(|&bank| bank != from);
                next.extend(far.filter(|&bank| toll + self.enter(to, bank) <= ALLOWANCE));
            } else if map.ground(to).terrain != Terrain::River
                && !map.ground(to).scenery
                && self.step(from, to).is_some_and(|cost| cost <= ALLOWANCE)
            {
                next.push(to);
            }
        }
        next
    }

    /// What a step costs in Blue & Gray; `None` over a creek without bridge or ford.
    fn step(&self, from: Cell, to: Cell) -> Option<u8> {
        let over = match self.map.hexside(from, to) {
            Some(side) if side.creek.is_some() => match (&side.bridge, &side.ford) {
                (Some(_), _) => 0,
                (None, Some(_)) => 1,
                (None, None) => return None,
            },
            _ => 0,
        };
        Some(over + self.enter(from, to))
    }

    /// What it costs to enter a hex from another in Blue & Gray.
    fn enter(&self, from: Cell, to: Cell) -> u8 {
        let ground = match self.map.ground(to).terrain {
            Terrain::Forest | Terrain::Rough => 3,
            Terrain::ForestRough => 6,
            _ => 1,
        };
        match self.roads.get(&(from.min(to), from.max(to))) {
            Some(RoadClass::Pike | RoadClass::Road) => 1,
            Some(RoadClass::Trail) => ground.min(2),
            None => ground,
        }
    }

    /// Infantry of the other games gets wherever there is ground, over creeks at bridges and fords.
    fn on_foot(&self, from: Cell) -> Vec<Cell> {
        let open = |to: Cell| {
            let ground = self.map.ground(to);
            let dry = self.map.hexside(from, to).is_none_or(|side| {
                side.creek.is_none() || side.bridge.is_some() || side.ford.is_some()
            });
            dry && !ground.scenery && !matches!(ground.terrain, Terrain::River | Terrain::Stream)
        };
        self.map.grid.neighbours(from).map(|(_, to)| to).filter(|&to| open(to)).collect()
    }
}
