//! Retreat [BR 13.0]: where a unit that must retreat may go, what it costs to cross water, and who
//! makes room.
//!
//! Each unit goes alone, one or two hexes, in the order its owner likes. In which order retreats
//! follow the die, and what becomes of those who have no way, is said in
//! [`resolve`](super::resolve).

use field::Cell;

use super::battle::Battle;
use super::refusal::{Bar, Refusal};
use super::stacking::{has_room, in_the_way};
use super::state::{Place, State};
use crate::ids::{Hexes, UnitId, UnitSet};

/// The hexes that units retreat from: those of the defenders, or those of all attackers.
pub type From = Hexes<128>;

/// The hexes within two of a hex: the most ends that a retreat can have.
type Ends<T> = [Option<(Cell, T)>; 18];

/// A retreat under way: who must go away from what.
#[derive(Clone, Copy, Debug)]
pub struct Retreat<'r> {
    /// The hexes that units retreat from.
    pub from: &'r [Cell],
    /// The units that have still to retreat.
    pub units: UnitSet,
    /// The units that have been displaced in this combat.
    pub displaced: UnitSet,
}

/// What a unit that must retreat can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choices {
    /// It has no way: it stands and loses a step.
    Stand,
    /// It goes to one of these hexes, which have room for it.
    Go(Hexes<18>),
    /// It goes to a hex without room, and the unit named there makes room.
    Displace(Vec<(Cell, UnitId)>),
}

impl Choices {
    /// Every choice: where to, and who makes room.
    pub fn iter(&self) -> impl Iterator<Item = (Option<Cell>, Option<UnitId>)> + '_ {
        let stand = matches!(self, Choices::Stand).then_some((None, None));
        let (go, displace): (&[Cell], &[(Cell, UnitId)]) = match self {
            Choices::Stand => (&[], &[]),
            Choices::Go(ends) => (ends, &[]),
            Choices::Displace(pairs) => (&[], pairs),
        };
        let go = go.iter().map(|&to| (Some(to), None));
        stand.into_iter().chain(go).chain(displace.iter().map(|&(to, who)| (Some(to), Some(who))))
    }
}

/// What a way to an end costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// Nothing.
    Dry,
    /// A step: it crosses a bridge, a ford or a stream.
    Wet,
}

impl Retreat<'_> {
    /// [BR 13.0?] What a unit can do, judged at this moment.
    pub fn choices(&self, battle: &Battle, state: &State, unit: UnitId) -> Choices {
        let ends = self.ends(battle, state, unit);
        let has_place = |&(to, way): &(Cell, Way)| {
            dies_on(state, unit, way) || has_room(battle, state, unit, to)
        };
        let roomy = ends.iter().flatten().filter(|end| has_place(end)).map(|&(to, _)| to);
        let roomy: Hexes<18> = Hexes::of(roomy).unwrap_or(Hexes::EMPTY);
        if !roomy.is_empty() {
            return Choices::Go(sorted(roomy));
        }
        // [BR 13.0?] Only where no way ends in a hex with room is a friend displaced.
        let mut pairs: Vec<(Cell, UnitId)> = Vec::new();
        for &(to, _) in ends.iter().flatten() {
            let friends = self.displaceable(battle, state, unit, to);
            pairs.extend(friends.iter().map(|friend| (to, friend)));
        }
        pairs.sort_unstable();
        if pairs.is_empty() { Choices::Stand } else { Choices::Displace(pairs) }
    }

    /// The way that a unit takes to an end: a dry one if there is one; `None` if none leads there.
    pub fn way(&self, battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Option<Way> {
        let ends = self.ends(battle, state, unit);
        ends.iter().flatten().find(|(end, _)| *end == to).map(|&(_, way)| way)
    }

    /// Every end of a way of one or two hexes, room aside, with the better way to it.
    fn ends(&self, battle: &Battle, state: &State, unit: UnitId) -> Ends<Way> {
        let mut ends: Ends<Way> = [None; 18];
        let Some(start) = state.cell(unit) else { return ends };
        for (first, way) in steps(battle, state, unit, start) {
            if self.leads_away(battle, start, first) {
                offer(&mut ends, first, way);
            }
            // [BR 13.0?] On the way, too, nobody comes nearer to those he retreats from.
            if !self.keeps_off(battle, start, first) {
                continue;
            }
            for (second, next) in steps(battle, state, unit, first) {
                if second != start && self.leads_away(battle, start, second) {
                    offer(&mut ends, second, way.max(next));
                }
            }
        }
        ends
    }

    /// Whether a hex is as far as the start, or farther, from everything that is retreated from.
    fn keeps_off(&self, battle: &Battle, start: Cell, cell: Cell) -> bool {
        let grid = battle.grid();
        self.from.iter().all(|&from| grid.distance(cell, from) >= grid.distance(start, from))
    }

    /// [BR 13.0?] Whether a retreat may end in a hex: out of contact with whom it was in contact
    /// with, no nearer to anybody else, and farther from somebody.
    fn leads_away(&self, battle: &Battle, start: Cell, end: Cell) -> bool {
        let mut gains = false;
        for &from in self.from {
            let before = battle.grid().distance(start, from);
            let after = battle.grid().distance(end, from);
            if after < before.max(if before == 1 { 2 } else { 0 }) {
                return false;
            }
            gains |= after > before;
        }
        gains
    }

    /// [BR 13.0?] The units that could make room in a hex: whose removal cures the stack, who have
    /// not been displaced in this combat, have not still to retreat themselves, and have a way.
    fn displaceable(&self, battle: &Battle, state: &State, unit: UnitId, to: Cell) -> UnitSet {
        let barred = self.units.union(self.displaced);
        let friends = in_the_way(battle, state, unit, to).without(barred);
        if friends.is_empty() {
            return friends;
        }
        let mut after = state.clone();
        after.put(battle, unit, Place::On(to));
        let has_way = |&friend: &UnitId| self.can_be_pushed(battle, &after, unit, friend);
        friends.iter().filter(has_way).collect()
    }

    /// Whether a unit has a way out of the hex that another has just come into, displacing in turn
    /// if it must.
    fn can_be_pushed(
        &self,
        battle: &Battle,
        after: &State,
        pusher: UnitId,
        friend: UnitId,
    ) -> bool {
        let mut units = self.units;
        units.remove(pusher);
        let displaced = self.displaced.union(UnitSet::one(friend));
        let next = Retreat { from: self.from, units, displaced };
        next.choices(battle, after, friend) != Choices::Stand
    }

    /// Why a unit may not retreat so, given that it is none of its choices.
    pub fn why_not(
        &self,
        battle: &Battle,
        state: &State,
        (unit, to, displace): (UnitId, Option<Cell>, Option<UnitId>),
        choices: &Choices,
    ) -> Refusal {
        let Some(to) = to else { return Refusal::MayNotStand(unit) };
        let barred = |bar: Bar| Refusal::RetreatBarred { unit, to, bar };
        let Some(start) = state.cell(unit) else { return Refusal::NotOnMap(unit) };
        if start == to || battle.grid().distance(start, to) > 2 {
            return barred(Bar::Distance);
        }
        if !self.leads_away(battle, start, to) {
            return barred(Bar::Direction);
        }
        if self.way(battle, state, unit, to).is_none() {
            return barred(Bar::Way);
        }
        match (choices, displace) {
            (Choices::Go(_), Some(_)) => Refusal::DisplacesWithoutNeed { unit, to },
            (Choices::Displace(_), Some(_)) => Refusal::CannotBeDisplaced { unit, to },
            _ => barred(Bar::Room),
        }
    }
}

/// [BR 13.0] The steps that a retreat may make from a hex: over ground that the unit may enter,
/// where points do not count, never into an enemy unit or an enemy zone of control.
fn steps(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    from: Cell,
) -> impl Iterator<Item = (Cell, Way)> {
    let gait = battle.unit(unit).gait;
    let enemy = battle.unit(unit).side.other();
    let enemies = state.occupied(enemy);
    battle.grid().neighbours(from).filter_map(move |(way, next)| {
        let open = battle.ground.step(gait, from, way, state.ford).is_some()
            && !enemies.contains(next)
            && !state.controls(battle, enemy, next);
        let wet = battle.ground.water(from, way, state.ford).is_wet();
        open.then_some((next, if wet { Way::Wet } else { Way::Dry }))
    })
}

/// [BR 13.0?] A reduced unit that crosses water dies on the way: it needs no room and displaces
/// nobody.
pub fn dies_on(state: &State, unit: UnitId, way: Way) -> bool {
    way == Way::Wet && state.is_reduced(unit)
}

/// Notes an end with the better of the ways that lead to it.
fn offer(ends: &mut Ends<Way>, end: Cell, way: Way) {
    for place in ends {
        match place {
            Some((known, best)) if *known == end => {
                *best = way.min(*best);
                return;
            }
            Some(_) => {}
            None => {
                *place = Some((end, way));
                return;
            }
        }
    }
}

fn sorted(mut hexes: Hexes<18>) -> Hexes<18> {
    hexes.sort();
    hexes
}
