//! Which assaults are made from a position: those that must be made as well as can be, and those that promise something.

use field::{Cell, CellSet};
use rules::brigade::{Assault, Phase, State};
use rules::brigade::{assault, obligations};
use rules::ids::{Around, UnitId, UnitSet};

use super::price::Order;
use crate::brigade::position::scene::Scene;

/// The assaults of a position, in the order in which they are to be made.
#[derive(Clone, Debug, Default)]
pub struct Fights {
    /// The assaults.
    pub orders: Vec<Order>,
    /// What they promise together.
    pub value: f64,
}

/// What is left of an assault phase while its assaults are thought out.
struct Left {
    free: UnitSet,
    able: UnitSet,
    owed: CellSet,
    done: CellSet,
}

impl Left {
    /// A phase that has not begun, or as it stands, without some guns.
    fn without(scene: &Scene<'_>, state: &State, guns: UnitSet) -> Left {
        let battle = scene.desk.battle;
        Left {
            free: assault::free(battle, state).without(guns),
            able: obligations::able(battle, state),
            owed: match state.phase {
                Phase::Assault => *state.obligations(),
                _ => obligations::at_start(battle, state),
            },
            done: CellSet::EMPTY,
        }
    }
}

/// What an assault on some hexes promises with everybody who can be spared for it; `None` if nobody can.
pub type Priced = (Around, Option<Order>);

/// So far from an assault it makes no difference what another one spends, in hexes. An assault spends those next to its
/// hexes, and guns two hexes away; another needs those next to its own, guns two hexes away, and somebody for each hex that
/// its units could have to assault instead: within three hexes.
const APART: usize = 5;
/// So far from a hex it makes no difference to assaults on it who of the own side stands where, in hexes: the same three,
/// in which those lie, too, who bar a retreat.
const ASIDE: usize = 4;

impl Scene<'_> {
    /// The assaults of the phasing side from where its units stand.
    pub fn fights(&self, state: &State) -> Fights {
        self.fights_without(state, UnitSet::EMPTY)
    }

    /// The same without some guns, which do something else.
    pub fn fights_without(&self, state: &State, guns: UnitSet) -> Fights {
        let left = Left::without(self, state, guns);
        let chances = self.priced(state, &left, &[], &[]);
        self.chosen(state, left, chances, APART)
    }

    /// The same where most is known: prices of a position that differs by nothing but own units that went from some of
    /// these hexes to others.
    pub fn fights_since(&self, state: &State, known: &[Priced], changed: &[Cell]) -> Fights {
        let left = Left::without(self, state, UnitSet::EMPTY);
        let chances = self.priced(state, &left, known, changed);
        self.chosen(state, left, chances, APART)
    }

    /// What every assault promises if it is the first.
    pub fn prices_since(&self, state: &State, known: &[Priced], changed: &[Cell]) -> Vec<Priced> {
        let left = Left::without(self, state, UnitSet::EMPTY);
        self.priced(state, &left, known, changed)
    }

    fn priced(
        &self,
        state: &State,
        left: &Left,
        known: &[Priced],
        changed: &[Cell],
    ) -> Vec<Priced> {
        let targets = self.targets(state, left);
        if targets.is_empty() {
            return Vec::new();
        }
        let single = targets.iter().filter_map(|hex| Around::of([hex]));
        let price = |hexes: Around| {
            let before = known.iter().find(|(other, _)| *other == hexes);
            let before = before.filter(|_| self.are_apart(changed, &hexes, ASIDE));
            before.copied().unwrap_or_else(|| (hexes, self.assault_on(state, left, hexes)))
        };
        single.chain(self.together(state, left)).map(price).collect()
    }

    /// Takes one assault after another, the best first; what is less than so far `apart` from the last is priced anew.
    fn chosen(
        &self,
        state: &State,
        mut left: Left,
        mut chances: Vec<Priced>,
        apart: usize,
    ) -> Fights {
        let mut fights = Fights::default();
        while let Some(order) = self.best(&left, &chances) {
            left.free = left.free.without(order.assault.attackers);
            left.able = left.able.without(order.assault.attackers);
            let struck = order.assault.defenders;
            for &hex in struck.iter() {
                left.owed.remove(hex);
                left.done.insert(hex);
            }
            for (hexes, order) in &mut chances {
                if hexes.iter().any(|&hex| left.done.contains(hex)) {
                    *order = None;
                } else if !self.are_apart(&struck, hexes, apart) {
                    *order = self.assault_on(state, &left, *hexes);
                }
            }
            fights.value += order.value;
            fights.orders.push(order);
        }
        fights
    }

    /// Whether all of some hexes are so far from all others.
    fn are_apart(&self, some: &[Cell], others: &[Cell], apart: usize) -> bool {
        let grid = self.desk.battle.grid();
        some.iter().all(|&a| others.iter().all(|&b| grid.distance(a, b) >= apart))
    }

    /// Enemy hexes next to somebody who could assault them.
    fn targets(&self, state: &State, left: &Left) -> CellSet {
        let battle = self.desk.battle;
        let mut near = CellSet::EMPTY;
        for unit in left.free.iter() {
            if let Some(cell) = state.cell(unit) {
                near.insert_all(battle.ground.around(cell));
            }
        }
        let near = near & *state.occupied(self.side.other());
        near.iter().filter(|&hex| obligations::can_be_assaulted(battle, state, hex)).collect()
    }

    /// The best assault there is: one that gains, or else the least bad of those that must be made.
    fn best(&self, left: &Left, chances: &[(Around, Option<Order>)]) -> Option<Order> {
        let least = self.desk.survey.weights.least_gain;
        let mut best: Option<Order> = None;
        for order in chances.iter().filter_map(|(_, order)| *order) {
            let owed = order.assault.defenders.iter().any(|&hex| left.owed.contains(hex));
            if (order.value > least || owed)
                && best.is_none_or(|known| self.comes_before(left, &order, &known))
            {
                best = Some(order);
            }
        }
        best
    }

    /// Gains come first, the greatest before all; then what must be, the cheapest for each hex.
    fn comes_before(&self, left: &Left, one: &Order, other: &Order) -> bool {
        let rank = |order: &Order| {
            let owed = order.assault.defenders.iter().filter(|&&hex| left.owed.contains(hex));
            if order.value > 0.0 { order.value } else { order.value / owed.count().max(1) as f64 }
        };
        rank(one) > rank(other)
    }

    /// The sets of several hexes that one brigade must assault.
    fn together(&self, state: &State, left: &Left) -> Vec<Around> {
        let mut found: Vec<Around> = Vec::new();
        for unit in left.able.iter() {
            let Some(cell) = state.cell(unit) else { continue };
            let owed = self.desk.battle.ground.zone(cell).within(&left.owed);
            let mut hexes = Around::EMPTY;
            owed.iter().for_each(|hex| _ = hexes.push(hex));
            if hexes.len() > 1 && !found.contains(&hexes) {
                found.push(hexes);
            }
        }
        found
    }

    /// The assault on some hexes with everybody who can be spared for it.
    fn assault_on(&self, state: &State, left: &Left, defenders: Around) -> Option<Order> {
        let battle = self.desk.battle;
        let mut attackers = self.adjacent(state, left.free, &defenders);
        let mut owed = left.owed;
        defenders.iter().for_each(|&hex| _ = owed.remove(hex));
        // Somebody stays free for every hex that must still be assaulted.
        while let Some(hex) =
            obligations::uncovered(battle, state, &owed, left.able.without(attackers))
        {
            let holds = |unit: &UnitId| {
                state.cell(*unit).is_some_and(|cell| has(battle.ground.zone(hex).iter(), cell))
            };
            let held = attackers.intersection(left.able).iter().filter(holds);
            let spared = held.min_by_key(|&unit| state.strength(battle, unit))?;
            attackers.remove(spared);
        }
        if attackers.without(battle.guns()).is_empty() && attackers.len() < 2 {
            return None;
        }
        let guns = assault::guns_that_may_join(battle, state, attackers, &defenders);
        let guns = guns.intersection(left.free);
        let bare = Assault { defenders, attackers };
        let order = self.price(state, &bare);
        if guns.is_empty() {
            return Some(order);
        }
        let joined = self.price(state, &Assault { defenders, attackers: attackers.union(guns) });
        Some(if joined.column > order.column { joined } else { order })
    }

    /// The free units next to all of some hexes that may assault them.
    fn adjacent(&self, state: &State, free: UnitSet, hexes: &[Cell]) -> UnitSet {
        let battle = self.desk.battle;
        let Some(&first) = hexes.first() else { return UnitSet::EMPTY };
        let near = battle.ground.around(first).within(state.occupied(self.side));
        let mut found = UnitSet::EMPTY;
        for cell in near.iter() {
            let next = |&hex: &Cell| battle.grid().distance(cell, hex) == 1;
            if hexes.iter().all(next) {
                found = found.union(state.units_at(cell).intersection(free));
            }
        }
        let may = |&unit: &UnitId| assault::check_reaches(battle, state, unit, hexes).is_ok();
        let able: UnitSet = found.iter().filter(may).collect();
        // Horse and guns have no part where somebody crosses water.
        if assault::crosses_water(battle, state, able, hexes) {
            let foot = able.intersection(battle.of_arm(atlas::battle::Arm::Infantry));
            if !foot.is_empty() {
                return foot;
            }
        }
        able
    }
}

fn has(mut cells: impl Iterator<Item = Cell>, wanted: Cell) -> bool {
    cells.any(|cell| cell == wanted)
}

#[cfg(test)]
mod tests;
