//! The sections `roads` and `railroads`: steps between neighbouring cells.

use std::collections::BTreeMap;

use field::{Cell, Direction};

use super::spot::Spot;
use super::{Draft, text_of};
use crate::fault::{quoted, shown};
use crate::map::json::Json;
use crate::map::{RoadClass, RoadStep, System, Terrain};

/// The steps met so far, smaller cell first, and their lines.
type Steps = BTreeMap<(Cell, Cell), u32>;

impl<'a> Draft<'a> {
    /// Reads the roads.
    pub(super) fn read_roads(&mut self, section: &Spot<'a>) {
        let Some(items) = section.items() else { return };
        let mut seen = Steps::new();
        for item in items {
            let [a, b] = ["a", "b"].map(|key| text_of(&item, key).unwrap_or("?"));
            let place = format!("road {}-{}", shown(a), shown(b));
            if let Some(step) = self.read_road(&item.named(place), &mut seen) {
                self.map.roads.push(step);
            }
        }
    }

    fn read_road(&self, spot: &Spot<'a>, seen: &mut Steps) -> Option<RoadStep> {
        let mut fields = spot.fields()?;
        let a = fields.need("a").and_then(|spot| spot.cell(self.grid()));
        let b = fields.need("b").and_then(|spot| spot.cell(self.grid()));
        let class = fields.need("class").and_then(|s| s.word(&RoadClass::ALL, RoadClass::word));
        let name = fields.need("name").and_then(|spot| spot.text());
        fields.finish();
        let (a, b) = (a?, b?);
        self.check_step(spot, a, b, seen)?;
        self.check_road_water(spot, a, b);
        Some(RoadStep { a, b, class: class?, name: name? })
    }

    /// Reads the railroads: pairs of cells.
    pub(super) fn read_railroads(&mut self, section: &Spot<'a>) {
        let Some(items) = section.items() else { return };
        let mut seen = Steps::new();
        for (number, item) in items.iter().enumerate() {
            let spot = item.named(format!("railroad {}", number + 1));
            let Some(ends) = spot.items() else { continue };
            let [a, b] = ends.as_slice() else {
                spot.fault(format!("found {} cells; expected two", ends.len()));
                continue;
            };
            let (a, b) = (a.cell(self.grid()), b.cell(self.grid()));
            let (Some(a), Some(b)) = (a, b) else { continue };
            let spot =
                spot.named(format!("railroad {}-{}", self.grid().name(a), self.grid().name(b)));
            if self.check_step(&spot, a, b, &mut seen).is_some() {
                self.map.railroads.push((a, b));
            }
        }
    }

    /// Checks that a step leads to a neighbour, is written smaller cell first, and is new.
    fn check_step(&self, spot: &Spot<'_>, a: Cell, b: Cell, seen: &mut Steps) -> Option<()> {
        let Some(direction) = self.grid().direction(a, b) else {
            spot.fault("the cells are not neighbours; expected a step to the next cell");
            return None;
        };
        if !self.grid().is_hex() && !is_orthogonal(direction) {
            spot.fault("a diagonal step; expected one across a side of the square");
        }
        if self.map.print_order(a) > self.map.print_order(b) {
            let [a, b] = [a, b].map(|cell| self.grid().name(cell));
            spot.fault(format!("the larger cell stands first; expected {b}, then {a}"));
        }
        if let Some(first) = seen.insert((a.min(b), a.max(b)), spot.node.line) {
            spot.fault(format!("the step stands twice, first in line {first}"));
        }
        Some(())
    }

    /// A road crosses water by a bridge, a ford, or a river cell's crossing.
    fn check_road_water(&self, spot: &Spot<'_>, a: Cell, b: Cell) {
        for (cell, other) in [(a, b), (b, a)] {
            let name = self.grid().name(cell);
            match self.terrain(cell) {
                Some(water @ (Terrain::River | Terrain::Stream)) => {
                    let crossing = self.map.crossings.get(&cell);
                    if !crossing.is_some_and(|crossing| crossing.open.contains(&other)) {
                        let water = water.word();
                        spot.fault(format!("{name} is {water}; expected land or a crossing there"));
                    }
                }
                Some(Terrain::Bridge | Terrain::Ford) => {
                    let ends = self.map.ground[cell.index()].as_ref().and_then(|g| g.ends);
                    if ends.is_some_and(|ends| !ends.contains(&other)) {
                        spot.fault(format!("leaves {name} not by its ends; expected one of them"));
                    }
                }
                _ => {}
            }
        }
        if let Some(hexside) = self.map.hexside(a, b)
            && let Some(creek) = &hexside.creek
            && hexside.bridge.is_none()
            && hexside.ford.is_none()
        {
            let creek = quoted(creek);
            spot.fault(format!("crosses {creek} without bridge or ford; expected one on the edge"));
        }
    }

    /// Where cells carry `road`, it says the same as the roads do.
    pub(super) fn check_road_cells(&self, cells: &Spot<'a>) {
        if !matches!(self.system, Some(System::Brigade | System::GrandTactical)) {
            return;
        }
        let on_road: field::CellSet =
            self.map.roads.iter().flat_map(|step| [step.a, step.b]).collect();
        let Json::Object(members) = &cells.node.json else { return };
        for member in members {
            let Some(cell) = self.grid().cell(&member.key) else { continue };
            let Some(ground) = &self.map.ground[cell.index()] else { continue };
            let message = match (ground.road, on_road.contains(cell)) {
                (true, false) => "\"road\": true, but no step of a road; expected one to touch it",
                (false, true) => "a road runs through it; expected \"road\": true",
                _ => continue,
            };
            Spot::at(self.log, &member.node, format!("cell {}", member.key).into()).fault(message);
        }
    }
}

/// Whether a way out of a square crosses a side, not a corner.
pub(super) fn is_orthogonal(direction: Direction) -> bool {
    use Direction::{East, North, South, West};
    matches!(direction, North | East | South | West)
}
