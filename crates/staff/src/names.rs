//! What hexes are called, for reports that a player reads: by the same names as on the page.

use std::collections::BTreeMap;

use atlas::map::Map;
use field::{Cell, Grid};

/// A place farther away than this, in hexes, is no direction.
const NEAR_HEXES: usize = 5;

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Towards<'a> {
    /// To this place.
    At(&'a str),
    /// Nearer to this place.
    Near(&'a str),
}

/// The names of hexes on a map.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<Cell, String>);

impl Names {
    /// The names on a map.
    pub fn of(map: &Map) -> Names {
        let named = |cell| Some((cell, map.name_of(cell)?));
        Names(map.grid.cells().filter_map(named).collect())
    }

    /// A hex as a player reads it: its number, with its name if it has one.
    pub fn hex(&self, grid: &Grid, cell: Cell) -> String {
        let number = grid.name(cell);
        match self.place(cell) {
            Some(place) => format!("{number} ({place})"),
            None => number.to_string(),
        }
    }

    /// The place that a step leads to, or towards: the nearest to its end, if it was farther before.
    pub fn towards(&self, grid: &Grid, from: Cell, to: Cell) -> Option<Towards<'_>> {
        let distance = |cell, at: Cell| grid.distance(cell, at);
        let nearer = self.0.iter().filter(|(at, _)| distance(to, **at) < distance(from, **at));
        // What has no name of its own is no direction: "the middle pontoon".
        let nearer = nearer.filter(|(_, name)| name.starts_with(char::is_uppercase));
        let (at, name) = nearer.min_by_key(|(at, _)| distance(to, **at))?;
        match distance(to, *at) {
            0 => Some(Towards::At(name)),
            1..=NEAR_HEXES => Some(Towards::Near(name)),
            _ => None,
        }
    }

    /// What a hex is called, if it has a name.
    pub fn place(&self, cell: Cell) -> Option<&str> {
        self.0.get(&cell).map(String::as_str)
    }
}
