//! Units as small numbers, sets of them, and short lists of hexes: what the systems that are played on hexes share.

use field::Cell;

/// The most units a scenario can have.
pub const MAX_UNITS: usize = 128;

/// A unit of a scenario: its place in the roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Where it stands in tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct UnitSet(pub u128);

impl UnitSet {
    /// The set without members.
    pub const EMPTY: UnitSet = UnitSet(0);

    /// The set of one unit.
    pub const fn one(unit: UnitId) -> UnitSet {
        UnitSet(1 << unit.0)
    }

    /// Whether the unit is a member.
    pub const fn contains(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 != 0
    }

    /// Adds a unit.
    pub const fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes a unit out.
    pub const fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// Adds a unit or takes it out.
    pub const fn set(&mut self, unit: UnitId, member: bool) {
        self.0 = self.0 & !(1 << unit.0) | (member as u128) << unit.0;
    }

    /// Members of either.
    pub const fn union(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }

    /// Members of both.
    pub const fn intersection(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    /// Members of this one that are not of the other.
    pub const fn without(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }

    /// How many members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first member.
    pub const fn first(self) -> Option<UnitId> {
        if self.0 == 0 { None } else { Some(UnitId(self.0.trailing_zeros() as u8)) }
    }

    /// The member that has `n` members before it, in roster order.
    pub const fn nth(self, n: usize) -> Option<UnitId> {
        let halves = [self.0 as u64, (self.0 >> 64) as u64];
        let first = halves[0].count_ones() as usize;
        let (half, mut left) = if n < first { (0, n) } else { (1, n - first) };
        let mut rest = halves[half];
        while left > 0 && rest != 0 {
            rest &= rest - 1;
            left -= 1;
        }
        if rest == 0 { None } else { Some(UnitId(half as u8 * 64 + rest.trailing_zeros() as u8)) }
    }

    /// The members in roster order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        // One half after the other: processors have no numbers of 128 bits.
        let (mut rest, mut later, mut first) = (self.0 as u64, (self.0 >> 64) as u64, 0);
        std::iter::from_fn(move || {
            if rest == 0 {
                if later == 0 {
                    return None;
                }
                (rest, later, first) = (later, 0, 64);
            }
            let unit = UnitId(first + rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(unit)
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}

/// A short list of hexes that fits beside the values it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hexes<const N: usize> {
    length: u8,
    cells: [Cell; N],
}

/// The hexes around a hex: the most that can take part on one side of an attack.
pub type Around = Hexes<6>;
/// The hexes a unit enters in one move, in order.
pub type Path = Hexes<14>;

impl<const N: usize> Hexes<N> {
    /// The list without members.
    pub const EMPTY: Hexes<N> = Hexes { length: 0, cells: [Cell::at(0, 0); N] };

    /// Adds a hex; `false` if there is no room.
    pub fn push(&mut self, cell: Cell) -> bool {
        let room = usize::from(self.length) < N;
        if room {
            self.cells[usize::from(self.length)] = cell;
            self.length += 1;
        }
        room
    }

    /// The list of these hexes, if there is room for all.
    pub fn of(cells: impl IntoIterator<Item = Cell>) -> Option<Hexes<N>> {
        let mut list = Hexes::EMPTY;
        cells.into_iter().all(|cell| list.push(cell)).then_some(list)
    }

    /// Puts the hexes in the order of their numbers.
    pub fn sort(&mut self) {
        self.cells[..usize::from(self.length)].sort_unstable();
    }

    /// The same hexes in the order of their numbers, each once.
    pub fn sorted(self) -> Hexes<N> {
        let mut cells = self.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Hexes::of(cells).unwrap_or(self)
    }
}

impl<const N: usize> std::ops::Deref for Hexes<N> {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        &self.cells[..usize::from(self.length)]
    }
}

impl<const N: usize> std::fmt::Debug for Hexes<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_member_is_the_nth_that_is_listed() {
        let units: UnitSet = [0, 1, 5, 63, 64, 100, 127].map(UnitId).into_iter().collect();
        let listed: Vec<UnitId> = units.iter().collect();
        let picked: Vec<UnitId> = (0..listed.len()).filter_map(|n| units.nth(n)).collect();
        assert_eq!(picked, listed);
        assert_eq!((units.nth(7), units.nth(200), UnitSet::EMPTY.nth(0)), (None, None, None));
    }

    #[test]
    fn a_member_is_set_and_cleared() {
        let mut units = UnitSet::one(UnitId(3));
        units.set(UnitId(127), true);
        units.set(UnitId(3), false);
        units.set(UnitId(4), false);
        assert_eq!(units, UnitSet::one(UnitId(127)));
    }
}
