//! Reads a `map.json`: the whole map, or everything that is wrong with it.
//!
//! The text becomes a tree ([`json`](super::json)); the sections are then read in the order in which
//! they need each other, each check standing where the thing it checks is read. A section that cannot
//! be understood is left empty and reading goes on, so that one run tells the maker all there is to
//! tell. What is merely odd is left to [`survey`](super::survey).

mod cells;
mod goals;
mod labels;
mod lines;
mod provenance;
mod sheet;
mod sides;
mod spot;
mod water;

use std::collections::BTreeMap;
use std::rc::Rc;

use field::{Cell, Grid};

use super::json::{self, Json};
use super::{Map, Provenance, System, Terrain};
use crate::fault::{Fault, Faults, shown};
use spot::{Log, Spot};

/// The largest file that is read, in bytes: a hundred times the largest honest one.
pub const MAX_BYTES: usize = 16 << 20;

/// The most JSON values that are read: several times what the largest sheet needs.
const MAX_VALUES: u32 = 500_000;

/// Every section of the file, in the order of the canonical form.
pub(super) const SECTIONS: [&str; 15] = [
    "id",
    "title",
    "system",
    "grid",
    "cells",
    "edges",
    "roads",
    "railroads",
    "rivers",
    "crossings",
    "labels",
    "objectives",
    "entries",
    "exits",
    "provenance",
];

impl Map {
    /// Reads a map from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Map, Faults> {
        refuse_large(bytes.len())?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Map::from_json(text),
            Err(error) => {
                let at = error.valid_up_to();
                let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
                let message = format!("byte {at} (from 0) is not UTF-8; expected UTF-8 text");
                Err(Fault::new("", message).at_line(line as u32).into())
            }
        }
    }

    /// Reads a map from the text of its file.
    pub fn from_json(text: &str) -> Result<Map, Faults> {
        refuse_large(text.len())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_ascii().is_empty() {
            return Err(Fault::new("", "the file is empty; expected a map").into());
        }
        let tree = json::parse(text, MAX_VALUES)?;
        let log = Log::default();
        log.doubled_keys(&tree);
        let map = read(&Spot::whole(&log, &tree));
        match (log.into_faults(), map) {
            (Some(faults), _) => Err(faults),
            (None, Some(map)) => Ok(map),
            (None, None) => Err(Fault::new("", "the file is not a map").into()),
        }
    }
}

/// Refuses what is too large before looking into it.
fn refuse_large(length: usize) -> Result<(), Faults> {
    if length <= MAX_BYTES {
        return Ok(());
    }
    let message = format!("the file is too long; expected at most {MAX_BYTES} bytes");
    Err(Fault::new("", message).into())
}

/// Reads the sections; `None` if too little was understood to make a map of.
fn read(whole: &Spot<'_>) -> Option<Map> {
    let mut top = whole.fields()?;
    let id = top.need("id").and_then(|spot| spot.identifier());
    let title = top.need("title").and_then(|spot| spot.text());
    let system = top.need("system").and_then(|spot| spot.word(System::ALL, System::word));
    let grid = top.need("grid");
    let sections: BTreeMap<&str, Spot<'_>> =
        SECTIONS[4..].iter().filter_map(|&section| Some((section, top.need(section)?))).collect();
    top.finish();
    let sheet = sheet::read(&grid?, system)?;
    let mut draft = Draft::new(whole.log, id, title, system, sheet);
    draft.read_sections(&sections);
    Some(draft.map)
}

/// What has been read of a map so far.
struct Draft<'a> {
    log: &'a Log,
    /// The system, if the file names one.
    system: Option<System>,
    /// Whether the size of the grid is the file's, and not a guess that lets reading go on.
    sized: bool,
    /// The map; cells that were not understood are `None` in its ground.
    map: Map,
}

impl<'a> Draft<'a> {
    fn new(
        log: &'a Log,
        id: Option<String>,
        title: Option<String>,
        system: Option<System>,
        read: sheet::ReadSheet,
    ) -> Draft<'a> {
        let sheet::ReadSheet { grid, sized, sheet } = read;
        let map = Map {
            id: id.unwrap_or_default(),
            title: title.unwrap_or_default(),
            system: system.unwrap_or(System::BlueGray),
            ground: vec![None; grid.slots()],
            grid,
            sheet,
            hexsides: BTreeMap::new(),
            roads: Vec::new(),
            railroads: Vec::new(),
            rivers: Vec::new(),
            crossings: BTreeMap::new(),
            labels: Vec::new(),
            objectives: BTreeMap::new(),
            entries: BTreeMap::new(),
            exits: BTreeMap::new(),
            provenance: Provenance::default(),
        };
        Draft { log, system, sized, map }
    }

    /// Reads the sections below the grid, each after those it is checked against.
    fn read_sections(&mut self, sections: &BTreeMap<&str, Spot<'a>>) {
        type Reader<'a> = fn(&mut Draft<'a>, &Spot<'a>);
        let readers: [(&str, Reader<'a>); 11] = [
            ("cells", Draft::read_cells),
            ("edges", Draft::read_edges),
            ("crossings", Draft::read_crossings),
            ("roads", Draft::read_roads),
            ("railroads", Draft::read_railroads),
            ("rivers", Draft::read_rivers),
            ("labels", Draft::read_labels),
            ("objectives", Draft::read_objectives),
            ("entries", Draft::read_entries),
            ("exits", Draft::read_exits),
            ("provenance", Draft::read_provenance),
        ];
        for (section, reader) in readers {
            if let Some(spot) = sections.get(section) {
                reader(self, spot);
            }
        }
        if let (Some(cells), Some(_)) = (sections.get("cells"), sections.get("roads")) {
            self.check_road_cells(cells);
        }
    }

    fn grid(&self) -> &Grid {
        &self.map.grid
    }

    /// What the cell is made of, if that was understood.
    fn terrain(&self, cell: Cell) -> Option<Terrain> {
        self.map.ground[cell.index()].as_ref().map(|ground| ground.terrain)
    }

    /// Whether the cell is known to be no place for units: water without a way through, or scenery.
    fn why_never_entered(&self, cell: Cell) -> Option<&'static str> {
        let ground = self.map.ground[cell.index()].as_ref()?;
        if ground.scenery {
            Some("scenery")
        } else if ground.terrain.is_open_water() && !self.map.crossings.contains_key(&cell) {
            Some(ground.terrain.word())
        } else {
            None
        }
    }

    /// Reads a section keyed by cells: the cell, its key as written and a spot for its value.
    fn by_cell(&self, section: &Spot<'a>, kind: &str) -> Vec<(Cell, Spot<'a>)> {
        let Some(members) = section.members() else { return Vec::new() };
        let mut found = Vec::with_capacity(members.len());
        for member in members {
            let place: Rc<str> = format!("{kind} {}", shown(&member.key)).into();
            let spot = Spot::at(self.log, &member.node, place);
            match self.grid().cell(&member.key) {
                Some(cell) => found.push((cell, spot)),
                None => spot.fault(format!("no such cell; expected {}", self.cell_range())),
            }
        }
        found
    }

    /// The cells of the sheet in words.
    fn cell_range(&self) -> String {
        spot::cell_range(self.grid())
    }
}

/// The text of a member, wherever it is one: for naming places before the fields are read.
fn text_of<'a>(spot: &Spot<'a>, key: &str) -> Option<&'a str> {
    let Json::Object(members) = &spot.node.json else { return None };
    match &members.iter().rev().find(|member| member.key == key)?.node.json {
        Json::Text(text) => Some(text),
        _ => None,
    }
}
