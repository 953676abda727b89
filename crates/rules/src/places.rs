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

/// The bit of each place of a block.
const BITS: [u16; BLOCK] = {
    let mut bits = [0; BLOCK];
    let mut index = 0;
    while index < BLOCK {
        bits[index] = 1 << index;
        index += 1;
    }
    bits
};

/// Where every unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places {
    codes: [u16; MAX_UNITS],
    on_map: UnitSet,
    reserve: UnitSet,
}

impl Places {
    /// Everybody absent.
    pub const NOBODY: Places = Places {
        codes: [OFF_MAP[3].1; MAX_UNITS],
        on_map: UnitSet::EMPTY,
        reserve: UnitSet::EMPTY,
    };

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
    #[inline]
    pub fn get(&self, unit: UnitId) -> Place {
        let code = self.codes[unit.index()];
        match Cell::from_index(usize::from(code)) {
            Some(cell) => Place::On(cell),
            None => OFF_MAP
                .iter()
                .find(|(_, known)| *known == code)
                .map_or(Place::Absent, |(place, _)| *place),
        }
    }

    /// The hex of a unit on the map.
    #[inline]
    pub fn cell(&self, unit: UnitId) -> Option<Cell> {
        Cell::from_index(usize::from(self.codes[unit.index()]))
    }

    /// Puts a unit somewhere; where it was.
    pub fn set(&mut self, unit: UnitId, place: Place) -> Place {
        let old = self.get(unit);
        self.codes[unit.index()] = Places::code(place);
        self.on_map.set(unit, matches!(place, Place::On(_)));
        self.reserve.set(unit, place == Place::Reserve);
        old
    }

    /// The units on the map.
    #[inline]
    pub fn on_map(&self) -> UnitSet {
        self.on_map
    }

    /// The units yet to come.
    #[inline]
    pub fn reserve(&self) -> UnitSet {
        self.reserve
    }

    /// The units in a hex.
    pub fn at(&self, cell: Cell) -> UnitSet {
        let wanted = cell.index() as u16;
        let mut found = UnitSet::EMPTY;
        for (block, codes) in self.codes.chunks_exact(BLOCK).enumerate() {
            // Without a branch in them these loops are a few vector instructions each.
            if !codes.iter().fold(false, |any, &code| any | (code == wanted)) {
                continue;
            }
            let here = codes.iter().zip(BITS).map(|(&code, bit)| bit * u16::from(code == wanted));
            found.0 |= u128::from(here.fold(0, |all, bit| all | bit)) << (block * BLOCK);
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
        assert_eq!(places.on_map().iter().collect::<Vec<_>>(), [UnitId(0), UnitId(127)]);
        assert_eq!(places.reserve(), UnitSet::one(UnitId(42)));
        assert_eq!((places.cell(UnitId(127)), places.cell(UnitId(42))), (Some(hex), None));
    }
}
