//! Which attacks to make in a combat phase: every duty met, and the strength where it does most.
//!
//! An assignment is built hex by hex and bettered by exchanging attackers and guns between attacks. Which of
//! them comes first is not decided here.

use field::{Cell, CellSet};
use rules::blue_gray::artillery;
use rules::blue_gray::ids::Around;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::{Attack, State, UnitSet};

use crate::blue_gray::combat::clash::Price;
use crate::blue_gray::position::desk::Desk;

/// How often the whole assignment is gone through for something better. Set by hand.
const ASSIGNMENT_ROUNDS_MAX: usize = 3;

/// An attack of a plan, with its price.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The attack.
    pub attack: Attack,
    /// What it is worth.
    pub price: Price,
}

/// The attacks of a combat phase.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// In no particular order.
    pub list: Vec<Order>,
}

impl Orders {
    /// What they are worth together.
    pub fn value(&self) -> f64 {
        self.list.iter().map(|order| order.price.value).sum()
    }
}

/// A gun position: its hex and the guns there that can fire.
struct Guns {
    units: UnitSet,
    reaches: field::CellSet,
    /// The order they join.
    joined: Option<usize>,
}

/// An order that came to nothing: its attackers have joined another.
const NOBODY: Attack = Attack {
    defenders: Around::EMPTY,
    attackers: Around::EMPTY,
    bombard: UnitSet::EMPTY,
    column: None,
};

/// Whether a battery may leave its order.
enum Leaving {
    /// It may; its order, if it has one, and what would become of it.
    May(Option<(usize, Order)>),
    /// It may not: an enemy would go without the attack he is owed.
    MayNot,
}

struct Draft<'d, 's> {
    desk: &'d Desk<'d>,
    state: &'s State,
    list: Vec<Order>,
    guns: Vec<Guns>,
    /// What units that are cut off cost their side as things stand.
    severed: f64,
}

impl Desk<'_> {
    /// The attacks of the phasing player as things stand.
    pub fn orders(&self, state: &State) -> Orders {
        let obligations = Obligations::of(self.battle, state);
        self.orders_for(state, &obligations)
    }

    /// The same with the obligations at hand.
    pub fn orders_for(&self, state: &State, obligations: &Obligations) -> Orders {
        let mut draft = Draft {
            desk: self,
            state,
            list: Vec::new(),
            guns: self.guns(state, obligations),
            severed: self.cut_off_without(state, CellSet::EMPTY),
        };
        draft.assign(obligations);
        draft.cover(obligations);
        for _ in 0..ASSIGNMENT_ROUNDS_MAX {
            let bettered = draft.exchange_attackers() | draft.place_guns(obligations);
            if !bettered {
                break;
            }
        }
        draft
            .list
            .retain(|order| !order.attack.attackers.is_empty() || !order.attack.bombard.is_empty());
        Orders { list: draft.list }
    }

    fn guns(&self, state: &State, obligations: &Obligations) -> Vec<Guns> {
        obligations
            .batteries
            .iter()
            .map(|battery| {
                let there = self.stack(state, state.side, battery.cell);
                let units = there
                    .intersection(self.battle.guns())
                    .iter()
                    .filter(|&gun| artillery::why_silent(self.battle, state, gun).is_none())
                    .collect();
                Guns { units, reaches: battery.reaches, joined: None }
            })
            .collect()
    }
}

fn with(list: &Around, cell: Cell) -> Around {
    let mut cells = *list;
    if !cells.contains(&cell) {
        cells.push(cell);
    }
    cells.sorted()
}

fn without(list: &Around, cell: Cell) -> Around {
    Around::of(list.iter().copied().filter(|&other| other != cell)).unwrap_or(Around::EMPTY)
}

impl Draft<'_, '_> {
    fn price(&self, attack: &Attack) -> Price {
        self.desk.price(self.state, attack, self.severed)
    }

    fn order(&self, defenders: Around, attackers: Around, bombard: UnitSet) -> Order {
        let attack = Attack { defenders, attackers, bombard, column: None };
        Order { attack, price: self.price(&attack) }
    }

    fn is_next_to_all(&self, cell: Cell, targets: &Around) -> bool {
        targets.iter().all(|&target| self.desk.battle.ground.are_adjacent(cell, target))
    }

    /// Every hex that must attack takes the neighbour that is easiest for all its enemies together.
    fn assign(&mut self, obligations: &Obligations) {
        let desk = self.desk;
        let strength =
            |cell: Cell, side| f64::from(desk.strength(desk.stack(self.state, side, cell)));
        let own = self.state.side;
        let ease = |target: Cell| {
            let near = desk.battle.adjacent(target).iter();
            let attack: f64 = near
                .filter(|cell| obligations.must_attack.contains(**cell))
                .map(|&cell| strength(cell, own))
                .sum();
            let doubled = if desk.battle.ground.doubling.contains(target) { 2.0 } else { 1.0 };
            attack / (strength(target, own.other()) * doubled).max(1.0)
        };
        let mut picks: Vec<(Cell, Cell)> = Vec::new();
        for cell in obligations.must_attack.iter() {
            let near = desk.battle.adjacent(cell).iter().copied();
            let targets = near.filter(|&target| obligations.targets.contains(target));
            let best = targets
                .map(|target| (ease(target), target))
                .reduce(|a, b| if b.0 > a.0 { b } else { a });
            if let Some((_, target)) = best {
                picks.push((target, cell));
            }
        }
        picks.sort_unstable();
        for chunk in picks.chunk_by(|a, b| a.0 == b.0) {
            let attackers =
                Around::of(chunk.iter().map(|(_, cell)| *cell)).unwrap_or(Around::EMPTY);
            let defenders = with(&Around::EMPTY, chunk[0].0);
            let order = self.order(defenders, attackers, UnitSet::EMPTY);
            self.list.push(order);
        }
    }

    /// Sees to the enemies that are owed an attack and have none.
    fn cover(&mut self, obligations: &Obligations) {
        for target in obligations.must_be_attacked.iter() {
            if self.list.iter().any(|order| order.attack.defenders.contains(&target)) {
                continue;
            }
            if !self.cover_by_gun(target) {
                self.cover_by_neighbour(target, obligations);
            }
        }
    }

    fn cover_by_gun(&mut self, target: Cell) -> bool {
        let index = self.list.len();
        let free = self
            .guns
            .iter_mut()
            .find(|guns| guns.joined.is_none() && guns.reaches.contains(target));
        let Some(guns) = free else { return false };
        guns.joined = Some(index);
        let bombard = guns.units;
        let order = self.order(with(&Around::EMPTY, target), Around::EMPTY, bombard);
        self.list.push(order);
        true
    }

    /// Takes an attacker who can be spared, or widens the attack of one who cannot.
    fn cover_by_neighbour(&mut self, target: Cell, obligations: &Obligations) {
        let mut best: Option<(f64, usize, Cell)> = None;
        for &cell in self.desk.battle.adjacent(target) {
            if !obligations.must_attack.contains(cell) {
                continue;
            }
            let Some(index) =
                self.list.iter().position(|order| order.attack.attackers.contains(&cell))
            else {
                continue;
            };
            let spared = self.list[index].attack.attackers.len() > 1;
            let weight =
                f64::from(self.desk.strength(self.desk.stack(self.state, self.state.side, cell)))
                    + if spared { 100.0 } else { 0.0 };
            if best.is_none_or(|(known, _, _)| weight > known) {
                best = Some((weight, index, cell));
            }
        }
        let Some((_, index, cell)) = best else { return };
        let attack = self.list[index].attack;
        if attack.attackers.len() > 1 {
            let kept = without(&attack.attackers, cell);
            self.list[index] = self.order(attack.defenders, kept, attack.bombard);
            let order = self.order(
                with(&Around::EMPTY, target),
                with(&Around::EMPTY, cell),
                UnitSet::EMPTY,
            );
            self.list.push(order);
        } else {
            let defenders = with(&attack.defenders, target);
            self.list[index] = self.order(defenders, attack.attackers, attack.bombard);
        }
    }

    /// Moves attackers from attack to attack, and joins attacks, where that is better.
    fn exchange_attackers(&mut self) -> bool {
        let mut bettered = false;
        for from in 0..self.list.len() {
            for slot in 0..6 {
                let Some(&cell) = self.list[from].attack.attackers.get(slot) else { break };
                bettered |= self.try_moving(from, cell);
            }
        }
        bettered
    }

    fn try_moving(&mut self, from: usize, cell: Cell) -> bool {
        let attack = self.list[from].attack;
        let kept = without(&attack.attackers, cell);
        let stays_covered = !kept.is_empty()
            || (!attack.bombard.is_empty()
                && attack.defenders.len() == 1
                && attack.attackers.len() == 1);
        for into in 0..self.list.len() {
            let other = self.list[into].attack;
            if into == from
                || other.attackers.is_empty() && other.bombard.is_empty()
                || !self.is_next_to_all(cell, &other.defenders)
            {
                continue;
            }
            let old = self.list[from].price.value + self.list[into].price.value;
            let joined = with(&other.attackers, cell);
            if stays_covered {
                let left = self.order(attack.defenders, kept, attack.bombard);
                let grown = self.order(other.defenders, joined, other.bombard);
                if left.price.value + grown.price.value > old + 1e-6 {
                    self.list[from] = left;
                    self.list[into] = grown;
                    return true;
                }
            } else if self.joins(&attack, &other) {
                let defenders = attack.defenders.iter().fold(other.defenders, |d, &c| with(&d, c));
                let grown = self.order(defenders, joined, other.bombard.union(attack.bombard));
                if grown.price.value > old + 1e-6 {
                    self.list[into] = grown;
                    self.list[from].attack = NOBODY;
                    self.list[from].price.value = 0.0;
                    for guns in self.guns.iter_mut().filter(|guns| guns.joined == Some(from)) {
                        guns.joined = Some(into);
                    }
                    return true;
                }
            }
        }
        false
    }

    /// Whether two attacks can be made one: everybody next to everybody.
    fn joins(&self, one: &Attack, other: &Attack) -> bool {
        !other.attackers.is_empty()
            && one.defenders.len() + other.defenders.len() <= 6
            && one.attackers.iter().all(|&cell| self.is_next_to_all(cell, &other.defenders))
            && other.attackers.iter().all(|&cell| self.is_next_to_all(cell, &one.defenders))
    }

    /// Lets each battery fire where it does most; those that cover an enemy alone stay with him.
    fn place_guns(&mut self, obligations: &Obligations) -> bool {
        let mut bettered = false;
        for battery in 0..self.guns.len() {
            let Leaving::May(left) = self.leaving(battery, obligations) else { continue };
            let cost =
                left.map_or(0.0, |(from, order)| self.list[from].price.value - order.price.value);
            let Some((gain, place, order)) = self.best_place(battery) else { continue };
            if gain <= cost + 1e-6 {
                continue;
            }
            if let Some((from, order)) = left {
                self.list[from] = order;
            }
            let index = place.unwrap_or(self.list.len());
            match place {
                Some(index) => self.list[index] = order,
                None => self.list.push(order),
            }
            self.guns[battery].joined = Some(index);
            bettered = true;
        }
        bettered
    }

    /// What a battery's order would be without it.
    fn leaving(&self, battery: usize, obligations: &Obligations) -> Leaving {
        let Some(index) = self.guns[battery].joined else { return Leaving::May(None) };
        let attack = self.list[index].attack;
        let rest = attack.bombard.without(self.guns[battery].units);
        if !attack.attackers.is_empty() || !rest.is_empty() {
            let order = self.order(attack.defenders, attack.attackers, rest);
            return Leaving::May(Some((index, order)));
        }
        let owed = |&target: &Cell| obligations.must_be_attacked.contains(target);
        if attack.defenders.iter().any(owed) {
            return Leaving::MayNot;
        }
        let mut silent = self.list[index];
        silent.attack = NOBODY;
        silent.price.value = 0.0;
        Leaving::May(Some((index, silent)))
    }

    /// Where a battery does most: joining an order, or against a hex that nobody attacks.
    fn best_place(&self, battery: usize) -> Option<(f64, Option<usize>, Order)> {
        let Guns { units, reaches, joined } = &self.guns[battery];
        let mut best: Option<(f64, Option<usize>, Order)> = None;
        let mut offer = |gain: f64, place: Option<usize>, order: Order| {
            if best.is_none_or(|(known, _, _)| gain > known) {
                best = Some((gain, place, order));
            }
        };
        for (index, order) in self.list.iter().enumerate() {
            let attack = order.attack;
            let seen = attack.defenders.iter().any(|&target| reaches.contains(target));
            if Some(index) != *joined && seen {
                let guns = attack.bombard.union(*units);
                let grown = self.order(attack.defenders, attack.attackers, guns);
                offer(grown.price.value - order.price.value, Some(index), grown);
            }
        }
        for target in reaches.iter() {
            if !self.list.iter().any(|order| order.attack.defenders.contains(&target)) {
                let alone = self.order(with(&Around::EMPTY, target), Around::EMPTY, *units);
                offer(alone.price.value, None, alone);
            }
        }
        best
    }
}
