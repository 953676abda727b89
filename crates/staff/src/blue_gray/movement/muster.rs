//! Putting an assault on one hex together: who is next to it, who could come, which ways out that closes, what
//! the ground and the neighbours do for the defender.

use field::Cell;
use rules::blue_gray::artillery;
use rules::blue_gray::{UnitId, UnitSet};

use crate::blue_gray::position::threat::Menace;

/// Most units that are moved against one hex. Bounds the work; set by hand.
const ASSAULT_UNITS_MAX: usize = 8;

/// How the ways out of a hex are closed before anything else is thought of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// Not at all.
    Not,
    /// By whoever is strongest where he closes most, though that may leave a hole.
    AtAGlance,
    /// Also by others, if they leave none.
    Matched,
}

/// How an assault is put together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    /// How the ways out are closed.
    pub closing: Closing,
    /// Stay away from hexes next to other enemies.
    pub shy: bool,
    /// Bring up strength until it is so many times the defence.
    pub times: f64,
}

impl Wish {
    /// The way an assault is usually put together.
    pub const USUAL: Wish = Wish { closing: Closing::Matched, shy: false, times: 4.0 };
    /// The way the enemy's are reckoned with: whoever plans against every trap that could be found stays at home.
    pub const FEARED: Wish = Wish { closing: Closing::AtAGlance, ..Wish::USUAL };
}

/// An assault on one hex: who would go where, and what it could bring.
#[derive(Clone, Copy, Debug)]
pub struct Assault {
    /// The hex attacked.
    pub target: Cell,
    /// An estimate of what it brings.
    pub gain: f64,
    /// Everybody who takes part.
    pub units: UnitSet,
    movers: usize,
    moves: [(UnitId, Cell); ASSAULT_UNITS_MAX],
}

impl Assault {
    /// Who moves, and where to.
    pub fn moves(&self) -> &[(UnitId, Cell)] {
        &self.moves[..self.movers]
    }
}

/// An assault being put together.
#[derive(Clone, Copy)]
pub(crate) struct Muster {
    pub(crate) target: Cell,
    /// Ways out of the target that are still open, as bits of its neighbours.
    pub(crate) open: u8,
    /// Neighbours that somebody attacks from.
    pub(crate) used: u8,
    /// How many more have room in each neighbour.
    pub(crate) room: [usize; 6],
    units: UnitSet,
    strength: u32,
    /// Those who could still be moved.
    pub(crate) free: UnitSet,
    pub(crate) movers: usize,
    /// How many may be moved.
    pub(crate) most: usize,
    moves: [(UnitId, Cell); ASSAULT_UNITS_MAX],
}

impl Muster {
    /// Those who are moved.
    pub(crate) fn moved(&self) -> UnitSet {
        let mut moved = UnitSet::EMPTY;
        for &(unit, _) in &self.moves[..self.movers] {
            moved.insert(unit);
        }
        moved
    }
}

impl Menace<'_> {
    /// The best assault on a hex by those who are not spent, with at most so many moves.
    pub fn assault(
        &self,
        target: Cell,
        spent: UnitSet,
        quota: usize,
        wish: Wish,
    ) -> Option<Assault> {
        let mut muster = self.muster(target, spent, quota);
        if muster.units.is_empty() && !self.is_near(target) && !self.is_shelled(target, spent) {
            return None;
        }
        if wish.shy {
            self.shut_near_others(&mut muster);
        }
        match wish.closing {
            Closing::Not => {}
            Closing::AtAGlance => self.close_most(&mut muster),
            Closing::Matched => self.close_ways_out(&mut muster),
        }
        self.completed(muster, spent, wish)
    }

    /// The assaults on a hex that close every way out of it, one for each way to do that.
    pub fn traps(&self, target: Cell, quota: usize) -> Vec<Assault> {
        let (muster, spent) = (self.muster(target, UnitSet::EMPTY, quota), UnitSet::EMPTY);
        let mut found: Vec<Assault> = Vec::new();
        for start in self.beginnings(muster) {
            for set in self.closing_sets(&start) {
                let mut closing = start;
                if self.fill(&mut closing, set) {
                    found.extend(self.completed(closing, spent, Wish::USUAL));
                }
            }
        }
        found
    }

    /// An assault from where its first are, with whatever else brings up enough strength.
    fn completed(&self, mut muster: Muster, spent: UnitSet, wish: Wish) -> Option<Assault> {
        let (desk, target) = (self.desk, muster.target);
        let defenders = desk.stack(self.state, self.by.other(), target);
        let strength = f64::from(self.strength[target.index()]);
        self.bring_up(&mut muster, wish.times, strength);
        let adjacent = muster.units;
        self.add_guns(&mut muster, spent);
        if muster.units.is_empty() {
            return None;
        }
        let defence = self.defence(&muster, strength);
        let shut =
            muster.open == 0 && (wish.closing == Closing::AtAGlance || self.stays_closed(&muster));
        let Muster { units, strength: attack, movers, moves, .. } = muster;
        let immobile = defenders.iter().all(|unit| desk.battle.unit(unit).immobile);
        let closed = shut || immobile;
        let gain = self.gain(target, defenders, adjacent, attack, defence, closed);
        (gain > 0.0).then_some(Assault { target, gain, units, movers, moves })
    }

    /// Those who stand next to the target already, and the room beside them.
    fn muster(&self, target: Cell, spent: UnitSet, quota: usize) -> Muster {
        let (desk, state) = (self.desk, self.state);
        let own = self.by.other();
        let (mut open, mut used, mut room) = (0u8, 0u8, [0usize; 6]);
        let mut units = UnitSet::EMPTY;
        for (bit, &cell) in desk.battle.adjacent(target).iter().enumerate() {
            let defended = state.occupied(own).contains(cell);
            let here =
                state.occupied(self.by).contains(cell) && !self.aftermath.gone.contains(cell);
            if here {
                let standing = desk.stack(state, self.by, cell);
                room[bit] = desk.battle.stacking.saturating_sub(standing.len());
                let fresh = standing.without(spent).without(self.idle);
                if !fresh.is_empty() {
                    used |= 1 << bit;
                    units = units.union(fresh);
                }
                continue;
            }
            if !defended {
                room[bit] = desk.battle.stacking;
            }
            if !self.control.contains(cell) {
                open |= 1 << bit;
            }
        }
        Muster {
            target,
            open,
            used,
            room,
            units,
            strength: desk.strength(units),
            free: self.reaches.mobile.without(spent).without(units),
            movers: 0,
            most: ASSAULT_UNITS_MAX.min(quota),
            moves: [(UnitId(0), target); ASSAULT_UNITS_MAX],
        }
    }

    fn shut_near_others(&self, muster: &mut Muster) {
        let others = self.state.occupied(self.by.other());
        for (bit, &cell) in self.desk.battle.adjacent(muster.target).iter().enumerate() {
            let near = self.desk.battle.adjacent(cell).iter();
            let touched = near.filter(|&&near| near != muster.target && others.contains(near));
            if touched.count() > 0 && muster.used >> bit & 1 == 0 {
                muster.room[bit] = 0;
            }
        }
    }

    /// Puts the strongest who can come into a neighbour of the target; says whether there was one.
    fn place(&self, muster: &mut Muster, bit: usize) -> bool {
        let cell = self.desk.battle.adjacent(muster.target)[bit];
        if muster.room[bit] == 0 || muster.movers >= muster.most {
            return false;
        }
        let Some(unit) = self.strongest(self.reaches.to(cell).intersection(muster.free)) else {
            return false;
        };
        self.put(muster, bit, unit);
        true
    }

    /// Puts a unit into a neighbour of the target.
    pub(crate) fn put(&self, muster: &mut Muster, bit: usize, unit: UnitId) {
        let cell = self.desk.battle.adjacent(muster.target)[bit];
        muster.open &= !self.desk.survey.cover(muster.target, bit);
        muster.used |= 1 << bit;
        muster.room[bit] -= 1;
        muster.free.remove(unit);
        muster.units.insert(unit);
        muster.strength += self.desk.survey.strength(unit);
        muster.moves[muster.movers] = (unit, cell);
        muster.movers += 1;
    }

    /// Closes the ways out, as many as can be.
    fn close_ways_out(&self, muster: &mut Muster) {
        let before = *muster;
        self.close_most(muster);
        if muster.open == 0 && self.stays_closed(muster) {
            return;
        }
        // The strongest have gone where they close most; others may leave somebody for the opposite hex.
        for start in self.beginnings(before) {
            for set in self.closing_sets(&start) {
                let mut closing = start;
                if self.fill(&mut closing, set) && self.stays_closed(&closing) {
                    *muster = closing;
                    return;
                }
            }
        }
    }

    /// Goes where most is closed, for as long as that closes anything.
    fn close_most(&self, muster: &mut Muster) {
        let around = self.desk.battle.adjacent(muster.target);
        loop {
            let best = (0..around.len())
                .filter(|&bit| muster.room[bit] > 0)
                .map(|bit| {
                    let closed = self.desk.survey.cover(muster.target, bit) & muster.open;
                    (bit, closed.count_ones())
                })
                .filter(|&(bit, closed)| {
                    let comers = self.reaches.to(around[bit]).intersection(muster.free);
                    closed > 0 && !comers.is_empty()
                })
                .max_by_key(|&(_, closed)| closed);
            let Some((bit, _)) = best else { return };
            if !self.place(muster, bit) {
                return;
            }
        }
    }

    /// What attackers where they now are must overcome.
    fn defence(&self, muster: &Muster, strength: f64) -> f64 {
        strength * self.multiplier(muster.target, muster.used)
            + self.desk.survey.weights.burden * self.burden(muster.target, muster.used)
    }

    fn bring_up(&self, muster: &mut Muster, times: f64, strength: f64) {
        let count = self.desk.battle.adjacent(muster.target).len();
        let (mut used, mut needed) = (muster.used, times * self.defence(muster, strength));
        // First where somebody is anyway: every further hex touches further enemies.
        for fresh in [false, true] {
            for bit in 0..count {
                if (muster.used >> bit & 1 == 0) != fresh {
                    continue;
                }
                while f64::from(muster.strength) < needed && self.place(muster, bit) {
                    if muster.used != used {
                        (used, needed) = (muster.used, times * self.defence(muster, strength));
                    }
                }
            }
        }
    }

    /// Whether somebody could come next to a hex.
    fn is_near(&self, target: Cell) -> bool {
        self.desk.battle.adjacent(target).iter().any(|&cell| self.reaches.all.contains(cell))
    }

    /// Whether a gun that is not spent has a hex in range.
    fn is_shelled(&self, target: Cell, spent: UnitSet) -> bool {
        self.guns.without(spent).iter().any(|gun| {
            let from = self.state.cell(gun);
            from.is_some_and(|from| artillery::in_range(self.desk.battle, gun, from, target))
        })
    }

    fn add_guns(&self, muster: &mut Muster, spent: UnitSet) {
        let controlled = self.state.controlled_by(self.by.other());
        for gun in self.guns.without(spent).without(muster.units).iter() {
            let Some(from) = self.state.cell(gun) else { continue };
            if !controlled.contains(from)
                && artillery::reaches(self.desk.battle, gun, from, muster.target)
            {
                muster.units.insert(gun);
                muster.strength += self.desk.survey.strength(gun);
            }
        }
    }

    fn strongest(&self, units: UnitSet) -> Option<UnitId> {
        units.iter().max_by_key(|&unit| self.desk.survey.strength(unit))
    }

    /// What the ground does for a hex attacked from some of its neighbours.
    fn multiplier(&self, target: Cell, from: u8) -> f64 {
        let ground = &self.desk.battle.ground;
        let around = self.desk.battle.adjacent(target);
        let cells = || around.iter().enumerate().filter(|(bit, _)| from >> bit & 1 != 0);
        let any = from != 0;
        if any && cells().all(|(_, &cell)| ground.over_redoubt(target, cell)) {
            3.0
        } else if ground.doubling.contains(target)
            || any && cells().all(|(_, &cell)| ground.over_bridge_or_ford(target, cell))
        {
            2.0
        } else {
            1.0
        }
    }

    /// The strength of the other defenders that attackers in these neighbours would touch.
    fn burden(&self, target: Cell, from: u8) -> f64 {
        let mut counted = [target; 24];
        let mut count = 0;
        let mut total = 0;
        for (bit, &cell) in self.desk.battle.adjacent(target).iter().enumerate() {
            if from >> bit & 1 == 0 {
                continue;
            }
            for &near in self.desk.battle.adjacent(cell) {
                let strength = self.strength[near.index()];
                if strength > 0 && near != target && !counted[..count].contains(&near) {
                    counted[count] = near;
                    count += 1;
                    total += u32::from(strength);
                }
            }
        }
        f64::from(total)
    }
}
