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

impl Scene<'_> {
    /// The assaults of the phasing side from where its units stand.
    pub fn fights(&self, state: &State) -> Fights {
        self.fights_without(state, UnitSet::EMPTY)
    }

    /// The same without some guns, which do something else.
    pub fn fights_without(&self, state: &State, guns: UnitSet) -> Fights {
        let battle = self.desk.battle;
        let mut left = Left {
            free: assault::free(battle, state).without(guns),
            able: obligations::able(battle, state),
            owed: match state.phase {
                Phase::Assault => *state.obligations(),
                _ => obligations::at_start(battle, state),
            },
            done: CellSet::EMPTY,
        };
        let mut fights = Fights::default();
        let targets = self.targets(state, &left);
        if targets.is_empty() {
            return fights;
        }
        let mut chances: Vec<(Around, Option<Order>)> = Vec::new();
        for hex in targets.iter() {
            chances.extend(Around::of([hex]).map(|hexes| (hexes, None)));
        }
        chances.extend(self.together(state, &left).into_iter().map(|hexes| (hexes, None)));
        let mut spent: Option<UnitSet> = None;
        loop {
            for (hexes, order) in &mut chances {
                // What was priced before holds as long as nobody in it is spent and nothing else is owed.
                let stale = match (&order, spent) {
                    (Some(order), Some(spent)) if left.owed.is_empty() => {
                        !order.assault.attackers.intersection(spent).is_empty()
                    }
                    (None, Some(_)) => !left.owed.is_empty(),
                    _ => true,
                };
                if hexes.iter().any(|&hex| left.done.contains(hex)) {
                    *order = None;
                } else if stale {
                    *order = self.assault_on(state, &left, *hexes);
                }
            }
            let Some(order) = self.best(&left, &chances) else { return fights };
            left.free = left.free.without(order.assault.attackers);
            left.able = left.able.without(order.assault.attackers);
            for &hex in order.assault.defenders.iter() {
                left.owed.remove(hex);
                left.done.insert(hex);
            }
            spent = Some(order.assault.attackers);
            fights.value += order.value;
            fights.orders.push(order);
        }
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
