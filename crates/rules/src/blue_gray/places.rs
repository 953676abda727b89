//! Where every unit is, two bytes each: small to copy, and quick to search by hex.

use field::Cell;

use super::ids::{MAX_UNITS, UnitId, UnitSet};

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In a hex.
    On(Cell),
    /// Yet to come.
    Reserve,
    /// Lost.
    Eliminated,
    /// Gone from the map by an exit.
    Exited,
    /// Not in this game.
    Absent,
}

/// Codes of places off the map; hexes have their index, which is smaller than any of these.
const OFF_MAP: [(Place, u16); 4] = [
    (Place::Reserve, 0xFFF0),
    (Place::Eliminated, 0xFFF1),
    (Place::Exited, 0xFFF2),
    (Place::Absent, 0xFFF3),
];

/// How many places are compared at once.
const BLOCK: usize = 16;

/// Where every unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places([u16; MAX_UNITS]);

impl Places {
    /// Everybody absent.
    pub const NOBODY: Places = Places([OFF_MAP[3].1; MAX_UNITS]);

    fn code(place: Place) -> u16 {
        match place {
            Place::On(cell) => cell.index() as u16,
            off => OFF_MAP
                .iter()
                .find(|(known, _)| *known == off)
                .map_or(OFF_MAP[3].1, |(_, code)| *code),
        }
    }

    /// Where a unit is.
    pub fn get(&self, unit: UnitId) -> Place {
        let code = self.0[unit.index()];
        match Cell::from_index(usize::from(code)) {
            Some(cell) => Place::On(cell),
            None => OFF_MAP
                .iter()
                .find(|(_, known)| *known == code)
                .map_or(Place::Absent, |(place, _)| *place),
        }
    }

    /// Puts a unit somewhere; where it was.
    pub fn set(&mut self, unit: UnitId, place: Place) -> Place {
        let old = self.get(unit);
        self.0[unit.index()] = Places::code(place);
        old
    }

    /// The units in a hex.
    pub fn at(&self, cell: Cell) -> UnitSet {
        let wanted = cell.index() as u16;
        let mut found = UnitSet::EMPTY;
        for (block, codes) in self.0.chunks_exact(BLOCK).enumerate() {
            // Without a branch in it this loop is a few vector instructions.
            if !codes.iter().fold(false, |any, &code| any | (code == wanted)) {
                continue;
            }
            for (index, _) in codes.iter().enumerate().filter(|(_, code)| **code == wanted) {
                found.insert(UnitId((block * BLOCK + index) as u8));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_place_is_kept_and_hexes_are_found() {
        let mut places = Places::NOBODY;
        let hex = Cell::at(63, 63);
        for (index, place) in [Place::On(hex), Place::Reserve, Place::Eliminated, Place::Exited]
            .into_iter()
            .enumerate()
        {
            let unit = UnitId(index as u8 * 42);
            assert_eq!(places.set(unit, place), Place::Absent);
            assert_eq!(places.get(unit), place);
        }
        places.set(UnitId(127), Place::On(hex));
        assert_eq!(places.at(hex).iter().collect::<Vec<_>>(), [UnitId(0), UnitId(127)]);
        assert!(places.at(Cell::at(0, 0)).is_empty());
    }
}
