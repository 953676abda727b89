//! Closing the ways out of a hex: which of its neighbours close all of them, and whether there is somebody for each.
//!
//! Only sets of up to three neighbours are looked at, and none with one too many: two opposite hexes close an open
//! field. How strong the attack from there is, is not asked here.

use field::Cell;
use rules::blue_gray::{UnitId, UnitSet};

use crate::blue_gray::movement::muster::Muster;
use crate::blue_gray::position::threat::Menace;

/// Most neighbours in a set. Bounds the work; set by hand.
const SET_NEIGHBOURS_MAX: usize = 3;
/// How many sets of at most so many neighbours there are.
const SETS: usize = 41;

/// The sets of neighbours as bits, the small ones first.
const CLOSING: [u8; SETS] = {
    let (mut sets, mut count, mut size) = ([0; SETS], 0, 1);
    while size <= SET_NEIGHBOURS_MAX as u32 {
        let mut set = 1u8;
        while set < 64 {
            if set.count_ones() == size {
                sets[count] = set;
                count += 1;
            }
            set += 1;
        }
        size += 1;
    }
    sets
};

/// A neighbour to be filled, and who can come there.
type Post = (UnitSet, usize);

/// The members of a set of neighbours.
fn members(set: u8) -> impl Iterator<Item = usize> {
    (0..6).filter(move |bit| set >> bit & 1 != 0)
}

/// Whether there is somebody for each of at most two posts.
fn suffice(posts: &[Post], taken: UnitId) -> bool {
    let mut all = UnitSet::EMPTY;
    for (comers, _) in posts {
        let mut left = *comers;
        left.remove(taken);
        if left.is_empty() {
            return false;
        }
        all = all.union(left);
    }
    all.len() >= posts.len()
}

impl Menace<'_> {
    /// A muster as it begins, with the ways out that are closed now; and, if that differs, with those only that are
    /// closed by somebody who cannot move: a hex that a unit controls from where it stands opens when it leaves.
    pub(crate) fn beginnings(&self, muster: Muster) -> impl Iterator<Item = Muster> + use<> {
        let stay = self.closed_without(muster.target, self.reaches.mobile);
        let all = (1u8 << self.desk.battle.adjacent(muster.target).len()) - 1;
        let mut settled = muster;
        settled.open = all & !stay;
        let differs = settled.open != muster.open;
        [Some(muster), differs.then_some(settled)].into_iter().flatten()
    }

    /// Whether every way out of a target is closed once those who move have left where they stood.
    pub(crate) fn stays_closed(&self, muster: &Muster) -> bool {
        let from = members(muster.used).map(|bit| self.desk.survey.cover(muster.target, bit));
        let stay = self.closed_without(muster.target, muster.moved());
        let all = (1u8 << self.desk.battle.adjacent(muster.target).len()) - 1;
        from.fold(stay, |closed, cover| closed | cover) == all
    }

    /// The neighbours of a target where others than these stand, or which they control, as bits.
    fn closed_without(&self, target: Cell, leaving: UnitSet) -> u8 {
        let (battle, occupied) = (self.desk.battle, self.state.occupied(self.by));
        let stays = |cell: Cell| {
            occupied.contains(cell)
                && !self.aftermath.gone.contains(cell)
                && !self.desk.stack(self.state, self.by, cell).without(leaving).is_empty()
        };
        let mut closed = 0;
        for (bit, &cell) in battle.adjacent(target).iter().enumerate() {
            if stays(cell) || battle.adjacent(cell).iter().any(|&near| stays(near)) {
                closed |= 1 << bit;
            }
        }
        closed
    }

    /// The sets of neighbours that close every way out of a target, none with a member too many, where somebody
    /// could come into each; whether it is enough for all at once, only filling one shows.
    pub(crate) fn closing_sets<'m>(&'m self, muster: &'m Muster) -> impl Iterator<Item = u8> + 'm {
        let around = self.desk.battle.adjacent(muster.target);
        let cover = |bit| self.desk.survey.cover(muster.target, bit);
        let (mut usable, mut all) = (0u8, 0u8);
        for (bit, &cell) in around.iter().enumerate() {
            let comes = !self.reaches.to(cell).intersection(muster.free).is_empty();
            if muster.room[bit] > 0 && comes && cover(bit) & muster.open != 0 {
                usable |= 1 << bit;
                all |= cover(bit);
            }
        }
        let open = muster.open;
        let closable = open != 0 && open & !all == 0;
        let sets = if closable { &CLOSING[..] } else { &[] };
        let closes = move |set: u8| members(set).fold(open, |open, bit| open & !cover(bit)) == 0;
        sets.iter().copied().filter(move |&set| {
            set & !usable == 0 && closes(set) && members(set).all(|bit| !closes(set & !(1 << bit)))
        })
    }

    /// Puts somebody into each neighbour of a set, where fewest can come first; says whether there was somebody
    /// for all of them.
    pub(crate) fn fill(&self, muster: &mut Muster, set: u8) -> bool {
        let mut posts: [Post; SET_NEIGHBOURS_MAX] = [(UnitSet::EMPTY, 0); SET_NEIGHBOURS_MAX];
        let mut count = 0;
        for bit in members(set).take(SET_NEIGHBOURS_MAX) {
            posts[count] = (self.comers(muster, bit), bit);
            count += 1;
        }
        let posts = &mut posts[..count];
        if muster.movers + count > muster.most {
            return false;
        }
        posts.sort_unstable_by_key(|(comers, _)| comers.len());
        for first in 0..count {
            let ((comers, bit), rest) = (posts[first], &mut posts[first + 1..]);
            let able = comers.iter().filter(|&unit| suffice(rest, unit));
            let Some(unit) = able.max_by_key(|&unit| self.desk.survey.strength(unit)) else {
                return false;
            };
            self.put(muster, bit, unit);
            for (comers, _) in rest {
                comers.remove(unit);
            }
        }
        true
    }

    fn comers(&self, muster: &Muster, bit: usize) -> UnitSet {
        let cell = self.desk.battle.adjacent(muster.target)[bit];
        self.reaches.to(cell).intersection(muster.free)
    }
}
