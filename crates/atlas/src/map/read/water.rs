//! The sections `rivers` and `crossings`: water that fills cells, and ways through it.

use std::collections::HashMap;

use field::{Cell, CellSet};

use super::cells::named;
use super::lines::is_orthogonal;
use super::spot::Spot;
use super::{Draft, text_of};
use crate::fault::{counted, quoted};
use crate::map::{Crossing, CrossingKind, Terrain, Watercourse};

impl<'a> Draft<'a> {
    /// Reads the rivers and checks that they hold exactly the cells that are water.
    pub(super) fn read_rivers(&mut self, section: &Spot<'a>) {
        let Some(items) = section.items() else { return };
        let mut held = CellSet::EMPTY;
        for (number, item) in items.iter().enumerate() {
            let place = match text_of(item, "name") {
                Some(name) => format!("river {}", quoted(name)),
                None => format!("river {}", number + 1),
            };
            if let Some(river) = self.read_river(&item.named(place), &mut held) {
                self.map.rivers.push(river);
            }
        }
        let is_water = |&cell: &Cell| self.terrain(cell).is_some_and(Terrain::is_watercourse);
        let stray: Vec<Cell> =
            self.grid().cells().filter(is_water).filter(|&c| !held.contains(c)).collect();
        if !stray.is_empty() {
            let names = stray.iter().map(|&cell| self.grid().name(cell).to_string());
            section.fault(format!(
                "{} water but in no river's course: {}; expected every one in a course",
                counted(stray.len(), "cell is", "cells are"),
                named(names)
            ));
        }
    }

    fn read_river(&self, spot: &Spot<'a>, held: &mut CellSet) -> Option<Watercourse> {
        let mut fields = spot.fields()?;
        let name = fields.need("name").and_then(|spot| spot.text());
        let stream = if self.grid().is_hex() {
            Some(false)
        } else {
            let kind = fields.need("kind");
            kind.and_then(|spot| {
                spot.word(&[true, false], |stream| ["river", "stream"][stream as usize])
            })
        };
        let course = fields.need("course");
        fields.finish();
        let course = self.read_course(&course?, stream, held)?;
        Some(Watercourse { name: name?, stream: stream?, course })
    }

    /// Reads a course: neighbouring cells of the right water, none of them in a course before.
    fn read_course(
        &self,
        spot: &Spot<'a>,
        stream: Option<bool>,
        held: &mut CellSet,
    ) -> Option<Vec<Cell>> {
        let items = spot.items()?;
        if items.is_empty() {
            return spot.expected("the cells of the course, in order");
        }
        let mut course: Vec<Cell> = Vec::with_capacity(items.len());
        let mut whole = true;
        for item in items {
            let Some(cell) = item.cell(self.grid()) else {
                whole = false;
                continue;
            };
            if let Some(&last) = course.last().filter(|_| whole) {
                self.check_flow(&item, last, cell);
            }
            whole = true;
            let name = self.grid().name(cell);
            if held.contains(cell) {
                item.fault(format!("{name} stands in a course twice; expected every cell once"));
            }
            held.insert(cell);
            if let (Some(terrain), Some(stream)) = (self.terrain(cell), stream) {
                let bridged = matches!(terrain, Terrain::Bridge | Terrain::Ford);
                let water = if stream { Terrain::Stream } else { Terrain::River };
                if terrain != water && !bridged {
                    let (found, water) = (terrain.word(), water.word());
                    item.fault(format!("{name} is {found}; expected a cell of terrain {water}"));
                }
            }
            course.push(cell);
        }
        Some(course)
    }

    /// Checks that water flows on into the next cell.
    fn check_flow(&self, item: &Spot<'_>, from: Cell, to: Cell) {
        let flows = self
            .grid()
            .direction(from, to)
            .is_some_and(|direction| self.grid().is_hex() || is_orthogonal(direction));
        if !flows && from != to {
            let [from, to] = [from, to].map(|cell| self.grid().name(cell));
            item.fault(format!("a gap between {from} and {to}; expected cells that share a side"));
        }
    }

    /// Reads the crossings.
    pub(super) fn read_crossings(&mut self, section: &Spot<'a>) {
        if !self.grid().is_hex() {
            if section.members().is_some_and(|members| !members.is_empty()) {
                section.fault("found crossings; expected none: squares have bridges and fords");
            }
            return;
        }
        let mut names: HashMap<String, Cell> = HashMap::new();
        for (cell, spot) in self.by_cell(section, "crossing") {
            let Some(crossing) = self.read_crossing(&spot, cell) else { continue };
            if let Some(first) = names.insert(crossing.name.clone(), cell) {
                let (name, first) = (quoted(&crossing.name), self.grid().name(first));
                spot.fault(format!("is called {name} like {first}; expected a name of its own"));
            }
            self.map.crossings.insert(cell, crossing);
        }
    }

    fn read_crossing(&self, spot: &Spot<'a>, cell: Cell) -> Option<Crossing> {
        let mut fields = spot.fields()?;
        let kind = fields.need("type").and_then(|s| s.word(&CrossingKind::ALL, CrossingKind::word));
        let open = fields.need("open");
        let cost = fields.need("cost").and_then(|spot| spot.whole_number(1..=20));
        let name = fields.need("name").and_then(|spot| spot.text());
        let leads = fields.sentence_if_any("leads");
        fields.finish();
        if let Some(terrain) = self.terrain(cell).filter(|&terrain| terrain != Terrain::River) {
            spot.fault(format!("the cell is {}; expected a river cell", terrain.word()));
        }
        let banks = open.as_ref().and_then(|spot| spot.distinct_cells(self.grid()));
        if let (Some(open), Some(banks)) = (&open, &banks) {
            self.check_banks(open, cell, banks);
        }
        Some(Crossing { kind: kind?, open: banks?, cost: cost? as u8, name: name?, leads })
    }

    /// Checks that a crossing opens to neighbouring land.
    fn check_banks(&self, open: &Spot<'_>, cell: Cell, banks: &[Cell]) {
        if banks.is_empty() {
            open.fault("no bank; expected at least one neighbouring land cell");
        }
        for &bank in banks {
            let name = self.grid().name(bank);
            if self.grid().direction(cell, bank).is_none() {
                open.fault(format!("{name} is not next to the crossing; expected a neighbour"));
            } else if self.terrain(bank) == Some(Terrain::River) {
                open.fault(format!("{name} is river; expected a bank"));
            }
        }
    }
}
