//! Small numbers for units, leaders, posts and groups, and sets of units.

/// The most units of a scenario.
pub const MOST_UNITS: usize = 240;
/// The most leaders of a scenario.
pub const MOST_LEADERS: usize = 192;
/// The most posts (corps, divisions and brigades) of a scenario.
pub const MOST_POSTS: usize = 192;
/// The most groups of reinforcements of a scenario.
pub const MOST_GROUPS: usize = 32;

/// A unit, by its place in the set-up: "in unit order" is the order of these numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Where it stands in tables of units.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A leader, by his place in the set-up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaderId(pub u8);

impl LeaderId {
    /// Where he stands in tables of leaders.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A command: a corps, a division or a brigade of one side, in the order in which units name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PostId(pub u8);

impl PostId {
    /// Where it stands in tables of posts.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of reinforcements, by its place in the set-up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupId(pub u8);

/// A set of units (or of posts: anything counted by a byte).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    /// The set without members.
    pub const EMPTY: UnitSet = UnitSet([0; 4]);

    /// Whether it is a member.
    #[inline]
    pub const fn has(&self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] >> (unit.index() % 64) & 1 != 0
    }

    /// Adds a unit; whether it was new.
    pub const fn insert(&mut self, unit: UnitId) -> bool {
        let new = !self.has(unit);
        self.0[unit.index() / 64] |= 1 << (unit.index() % 64);
        new
    }

    /// Takes a unit out.
    pub const fn remove(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] &= !(1 << (unit.index() % 64));
    }

    /// Whether it has no member.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.0.iter().map(|lane| lane.count_ones() as usize).sum()
    }

    /// The members of this set that are not in another.
    pub fn without(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|lane| self.0[lane] & !other.0[lane]))
    }

    /// The members of both.
    pub fn and(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    /// The members of either.
    pub fn or(&self, other: &UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }

    /// The members in unit order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut lanes = self.0;
        let mut lane = 0;
        std::iter::from_fn(move || {
            while lanes[lane] == 0 {
                lane += 1;
                if lane == lanes.len() {
                    lane = lanes.len() - 1;
                    return None;
                }
            }
            let bit = lanes[lane].trailing_zeros() as usize;
            lanes[lane] &= lanes[lane] - 1;
            Some(UnitId((lane * 64 + bit) as u8))
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
