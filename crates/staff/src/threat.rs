//! What a side could do to the other on its next player-turn, at a glance: whom it can reach, surround and
//! kill, which hexes it can take, who can slip away. An estimate, made for thousands of positions.

use atlas::Side;
use field::{Cell, CellSet, Search};
use rules::blue_gray::artillery;
use rules::blue_gray::crt::Column;
use rules::blue_gray::{State, UnitId, UnitSet};

use crate::desk::{Desk, Reaches};

/// Most units that are reckoned against one hex.
const MOST: usize = 8;

/// How an assault is put together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    /// Close the ways out before anything else.
    pub trap: bool,
    /// Stay away from hexes next to other enemies.
    pub shy: bool,
    /// Bring up strength until it is so many times the defence.
    pub times: f64,
}

impl Wish {
    /// The way an assault is usually put together.
    pub const USUAL: Wish = Wish { trap: true, shy: false, times: 4.0 };
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
    moves: [(UnitId, Cell); MOST],
}

impl Assault {
    /// Who moves, and where to.
    pub fn moves(&self) -> &[(UnitId, Cell)] {
        &self.moves[..self.movers]
    }
}

/// An assault being put together.
struct Muster {
    target: Cell,
    /// Ways out of the target that are still open, as bits of its neighbours.
    open: u8,
    /// Neighbours that somebody attacks from.
    used: u8,
    room: [usize; 6],
    units: UnitSet,
    strength: u32,
    free: UnitSet,
    movers: usize,
    most: usize,
    moves: [(UnitId, Cell); MOST],
}

/// One side about to move against the other.
pub struct Menace<'a> {
    desk: &'a Desk<'a>,
    state: &'a State,
    by: Side,
    turn: u8,
    reaches: Reaches,
    /// Hexes of the side that are reckoned emptied by then.
    gone: CellSet,
    control: CellSet,
    guns: UnitSet,
}

impl<'a> Menace<'a> {
    /// A side that moves on a turn; some of its hexes are reckoned emptied by then.
    pub fn new(
        desk: &'a Desk<'a>,
        state: &'a State,
        by: Side,
        turn: u8,
        gone: CellSet,
        search: &mut Search,
    ) -> Menace<'a> {
        let reaches = Reaches::of(desk, state, by, turn, search);
        let mut control = *state.controlled_by(by);
        if !gone.is_empty() {
            control = CellSet::EMPTY;
            for cell in (*state.occupied(by) - gone).iter() {
                control.extend(desk.battle.adjacent(cell).iter().copied());
            }
        }
        let silent = desk.battle.is_fog(turn);
        let guns = if silent { UnitSet::EMPTY } else { desk.battle.guns() };
        let guns = guns.intersection(desk.battle.of_side(by));
        Menace { desk, state, by, turn, reaches, gone, control, guns }
    }

    /// Where its units could move.
    pub fn reaches(&self) -> &Reaches {
        &self.reaches
    }

    /// What it could gain, in points.
    pub fn value(&self) -> f64 {
        let night = self.desk.battle.is_night(self.turn);
        let fights = if night { 0.0 } else { self.fights() };
        self.desk.survey.weights.realised * fights + self.seizures() + self.departures()
    }

    /// The assaults it could make, the best first, no unit in two of them.
    fn fights(&self) -> f64 {
        let own = self.by.other();
        let mut first: Vec<Assault> = self
            .state
            .occupied(own)
            .iter()
            .filter_map(|cell| self.assault(cell, UnitSet::EMPTY, usize::MAX, Wish::USUAL))
            .collect();
        first.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        let mut quota = self.desk.quota(self.state, self.by, self.turn);
        let (mut spent, mut total) = (UnitSet::EMPTY, 0.0);
        for planned in first {
            let again = if planned.units.intersection(spent).is_empty() && planned.movers <= quota {
                Some(planned)
            } else {
                self.assault(planned.target, spent, quota, Wish::USUAL)
            };
            let Some(assault) = again else { continue };
            spent = spent.union(assault.units);
            quota = quota.saturating_sub(assault.movers);
            total += assault.gain;
        }
        total + self.desk.survey.weights.forced * self.forced(spent)
    }

    /// The best assault on a hex by those who are not spent, with at most so many moves.
    pub fn assault(
        &self,
        target: Cell,
        spent: UnitSet,
        quota: usize,
        wish: Wish,
    ) -> Option<Assault> {
        let (desk, state) = (self.desk, self.state);
        let own = self.by.other();
        let mut muster = self.muster(target, spent, quota);
        if wish.shy {
            self.shut_near_others(&mut muster);
        }
        if wish.trap {
            self.close_ways_out(&mut muster);
        }
        let defenders = desk.stack(state, own, target);
        let strength = f64::from(desk.strength(defenders));
        self.bring_up(&mut muster, wish.times, strength);
        let adjacent = muster.units;
        self.add_guns(&mut muster, spent);
        if muster.units.is_empty() {
            return None;
        }
        let Muster { used, open, units, strength: attack, movers, moves, .. } = muster;
        let defence = strength * self.multiplier(target, used)
            + self.desk.survey.weights.burden * self.burden(target, used);
        let immobile = defenders.iter().all(|unit| desk.battle.unit(unit).immobile);
        let closed = open == 0 || immobile;
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
            let here = state.occupied(self.by).contains(cell) && !self.gone.contains(cell);
            if here {
                let standing = desk.stack(state, self.by, cell);
                room[bit] = desk.battle.stacking.saturating_sub(standing.len());
                let fresh = standing.without(spent);
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
            most: MOST.min(quota),
            moves: [(UnitId(0), target); MOST],
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
        muster.open &= !self.desk.survey.cover(muster.target, bit);
        muster.used |= 1 << bit;
        muster.room[bit] -= 1;
        muster.free.remove(unit);
        muster.units.insert(unit);
        muster.strength += self.desk.survey.strength(unit);
        muster.moves[muster.movers] = (unit, cell);
        muster.movers += 1;
        true
    }

    fn close_ways_out(&self, muster: &mut Muster) {
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

    fn bring_up(&self, muster: &mut Muster, times: f64, strength: f64) {
        let count = self.desk.battle.adjacent(muster.target).len();
        // First where somebody is anyway: every further hex touches further enemies.
        for fresh in [false, true] {
            for bit in 0..count {
                if (muster.used >> bit & 1 == 0) != fresh {
                    continue;
                }
                loop {
                    let defence = strength * self.multiplier(muster.target, muster.used)
                        + self.desk.survey.weights.burden * self.burden(muster.target, muster.used);
                    if f64::from(muster.strength) >= times * defence || !self.place(muster, bit) {
                        break;
                    }
                }
            }
        }
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

    fn gain(
        &self,
        target: Cell,
        defenders: UnitSet,
        adjacent: UnitSet,
        strength: u32,
        defence: f64,
        closed: bool,
    ) -> f64 {
        let desk = self.desk;
        let weights = &desk.survey.weights;
        let highest = Column::of(strength.max(1), (defence as u32).max(1));
        let highest = desk.battle.options.shifted(self.by, highest);
        let worth = desk.worth(defenders, self.turn);
        let risk = desk.worth(adjacent, self.turn);
        let prize = if adjacent.is_empty() {
            0.0
        } else {
            weights.keeps * desk.goal_worth(self.state, self.by, target)
        };
        let paid = if adjacent.is_empty() { 0.0 } else { risk.min(1.15 * worth) };
        let driven = if closed { worth } else { weights.driven * worth };
        let value = |column: Column| {
            let faces = desk.survey.faces(column);
            faces.defender_eliminated * (worth + prize)
                + faces.defender_retreats * (driven + prize)
                + faces.exchange * (worth - paid + prize)
                - faces.attacker_eliminated * risk
                - faces.attacker_retreats * weights.thrown_back * risk
        };
        highest.up_to().map(value).fold(0.0, f64::max)
    }

    /// Units in contact that are not part of an assault must attack all the same, at whatever odds.
    fn forced(&self, spent: UnitSet) -> f64 {
        let (desk, state) = (self.desk, self.state);
        let own = self.by.other();
        let bound = (*state.occupied(self.by) & *state.controlled_by(own)) - self.gone;
        let mut total = 0.0;
        for cell in bound.iter() {
            let units = desk.stack(state, self.by, cell);
            if !units.intersection(spent).is_empty() {
                continue;
            }
            let enemies = desk.battle.adjacent(cell).iter().copied();
            let defence = |target: Cell| {
                let doubled = if desk.battle.ground.doubling.contains(target) { 2 } else { 1 };
                doubled * desk.strength(desk.stack(state, own, target))
            };
            let weakest =
                enemies.filter(|&near| state.occupied(own).contains(near)).map(defence).min();
            let Some(defence) = weakest.filter(|&defence| defence > 0) else { continue };
            let column = Column::of(desk.strength(units).max(1), defence);
            let faces = desk.survey.faces(desk.battle.options.shifted(self.by, column));
            let worth = desk.worth(units, self.turn);
            let caught = desk.worth(desk.caught(state, self.by, cell, units), self.turn);
            total -= faces.attacker_eliminated * worth + faces.attacker_retreats * caught;
        }
        total
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
        let own = self.by.other();
        let mut touched = CellSet::EMPTY;
        for (bit, &cell) in self.desk.battle.adjacent(target).iter().enumerate() {
            if from >> bit & 1 != 0 {
                touched.extend(self.desk.battle.adjacent(cell).iter().copied());
            }
        }
        touched.remove(target);
        let others = touched & *self.state.occupied(own);
        let strength = |cell| f64::from(self.desk.strength(self.desk.stack(self.state, own, cell)));
        others.iter().map(strength).sum()
    }

    /// Hexes worth having that it could walk into.
    fn seizures(&self) -> f64 {
        let (desk, state) = (self.desk, self.state);
        let own = self.by.other();
        let last = desk.next_turn(state, own).is_none_or(|turn| turn < self.turn)
            || self.turn >= desk.battle.turns;
        let sure = if last { 1.0 } else { desk.survey.weights.seized };
        let mut groups = 0u32;
        let mut total = 0.0;
        for goal in &desk.survey.goals {
            if state.holder(desk.battle, goal.cell) != Some(own)
                || !self.reaches.all.contains(goal.cell)
                || state.occupied(own).contains(goal.cell)
            {
                continue;
            }
            if let Some(group) = goal.group {
                if groups >> group & 1 != 0 || !self.holds_group(group, own) {
                    continue;
                }
                groups |= 1 << group;
            }
            let weight = if goal.fades { desk.survey.to_come(self.turn) } else { 1.0 };
            total += sure * goal.swing * weight;
        }
        total
    }

    fn holds_group(&self, group: usize, side: Side) -> bool {
        let cells = &self.desk.battle.facts.scoring.groups[group].cells;
        cells.iter().all(|&cell| self.state.holder(self.desk.battle, cell) == Some(side))
    }

    /// Units that could leave the map for points.
    fn departures(&self) -> f64 {
        let own = self.by.other();
        let mut best = 0.0f64;
        for (index, gate) in self.desk.survey.gates.iter().enumerate() {
            if self.state.controlled_by(own).contains(gate.cell) {
                continue;
            }
            let leave = self.reaches.to(gate.cell).iter().map(|unit| {
                let points = self.desk.survey.exit_points(index, unit);
                (points - self.desk.survey.future(unit, self.turn)).max(0.0)
            });
            best = best.max(leave.sum());
        }
        self.desk.survey.weights.realised * best
    }
}
