//! The section `cells`: every cell of the sheet, once.

use std::rc::Rc;

use field::Cell;

use super::spot::{Fields, Spot};
use super::{Draft, Fault};
use crate::fault::{counted, quoted};
use crate::map::json::Member;
use crate::map::{Ground, System, Terrain};

/// How many cells a summary names.
const NAMED_CELLS: usize = 8;

impl<'a> Draft<'a> {
    /// Reads the cells and checks that the sheet has exactly these.
    pub(super) fn read_cells(&mut self, section: &Spot<'a>) {
        let Some(members) = section.members() else { return };
        let mut strangers: Vec<&Member> = Vec::new();
        let mut present = field::CellSet::EMPTY;
        for member in members {
            let Some(cell) = self.grid().cell(&member.key) else {
                strangers.push(member);
                continue;
            };
            present.insert(cell);
            let place: Rc<str> = format!("cell {}", member.key).into();
            let spot = Spot::at(self.log, &member.node, place);
            let ground = self.read_ground(&spot);
            self.map.ground[cell.index()] = ground;
        }
        self.report_strangers(&strangers);
        if self.sized {
            self.report_missing(section, &present);
        }
        self.check_ends(members);
    }

    /// One line for all keys that are no cells of the sheet, however many.
    fn report_strangers(&self, strangers: &[&Member]) {
        let Some(first) = strangers.first() else { return };
        let names = strangers.iter().map(|member| quoted(&member.key));
        let message = format!(
            "{} not on the sheet: {}; expected {}",
            counted(strangers.len(), "cell is", "cells are"),
            named(names),
            self.cell_range()
        );
        self.log.add(Fault::new("cells", message).at_line(first.line));
    }

    /// One line for all cells that the section lacks, however many.
    fn report_missing(&self, section: &Spot<'a>, present: &field::CellSet) {
        let missing: Vec<Cell> = self.grid().cells().filter(|&c| !present.contains(c)).collect();
        if missing.is_empty() {
            return;
        }
        let names = missing.iter().map(|&cell| self.grid().name(cell).to_string());
        section.fault(format!(
            "{} missing: {}; expected all {} of the sheet",
            counted(missing.len(), "cell is", "cells are"),
            named(names),
            self.grid().len()
        ));
    }

    /// Reads what a cell is like.
    fn read_ground(&self, spot: &Spot<'a>) -> Option<Ground> {
        let mut fields = spot.fields()?;
        let terrain = fields.need("terrain").and_then(|spot| self.read_terrain(&spot));
        let system = self.system;
        let of = |systems: &[System]| system.is_none_or(|system| systems.contains(&system));
        let road = of(&[System::Brigade, System::GrandTactical]).then(|| fields.flag("road"));
        let elevated = of(&[System::Brigade]).then(|| fields.flag("elevated"));
        let elevation = self.read_elevation(&mut fields);
        let ends = read_ends(&mut fields, self, terrain);
        let name = fields.text_if_any("name");
        let scenery = fields.flag("scenery");
        fields.finish();
        if terrain == Some(Terrain::RoadInWoods) && road != Some(true) {
            spot.fault("road-in-woods without a road; expected \"road\": true, or woods");
        }
        Some(Ground {
            terrain: terrain?,
            road: road.unwrap_or(false),
            elevated: elevated.unwrap_or(false),
            elevation,
            ends,
            name,
            scenery,
        })
    }

    /// A terrain of this map's system; one of another system is told from one of none.
    fn read_terrain(&self, spot: &Spot<'a>) -> Option<Terrain> {
        let Some(system) = self.system else { return spot.word(&Terrain::ALL, Terrain::word) };
        spot.word(system.terrains(), Terrain::word)
    }

    /// The level: always there on squares, never on hexes, where all is level 1.
    fn read_elevation(&self, fields: &mut Fields<'a>) -> u8 {
        if self.grid().is_hex() {
            return 1;
        }
        let level = fields.need("elevation").and_then(|spot| spot.whole_number(1..=4));
        level.unwrap_or(1) as u8
    }

    /// Checks the ends of bridge and ford squares, once all terrain is known.
    fn check_ends(&self, members: &'a [Member]) {
        for member in members {
            let Some(cell) = self.grid().cell(&member.key) else { continue };
            let Some(ground) = &self.map.ground[cell.index()] else { continue };
            let Some(ends) = ground.ends else { continue };
            let spot =
                Spot::at(self.log, &member.node, format!("cell {}, ends", member.key).into());
            for end in ends {
                let name = self.grid().name(end);
                if self.grid().direction(cell, end).is_none() {
                    spot.fault(format!("{name} is not next to it; expected two of its neighbours"));
                } else if self.terrain(end).is_some_and(Terrain::is_watercourse) {
                    spot.fault(format!("{name} is water; expected its two banks"));
                }
            }
            if ends[0].column() > ends[1].column() {
                spot.fault("the eastern end stands first; expected the western first");
            } else if ends[0] == ends[1] {
                spot.fault("both ends are the same cell; expected its two banks");
            }
        }
    }
}

/// The banks of a bridge or ford square: needed there, unknown elsewhere.
fn read_ends(
    fields: &mut Fields<'_>,
    draft: &Draft<'_>,
    terrain: Option<Terrain>,
) -> Option<[Cell; 2]> {
    let spot = match terrain {
        Some(Terrain::Bridge | Terrain::Ford) => fields.need("ends")?,
        // Where the terrain is in doubt, so is whether it has ends.
        None => fields.find("ends")?,
        _ => return None,
    };
    let items = spot.items()?;
    let [west, east] = items.as_slice() else {
        return spot.expected(format!("two cells, not {}", items.len()));
    };
    let (west, east) = (west.cell(draft.grid()), east.cell(draft.grid()));
    Some([west?, east?])
}

/// The first few names, and that there are more.
pub(super) fn named(mut names: impl ExactSizeIterator<Item = String>) -> String {
    let more = if names.len() > NAMED_CELLS { ", …" } else { "" };
    let first: Vec<String> = names.by_ref().take(NAMED_CELLS).collect();
    format!("{}{more}", first.join(", "))
}
