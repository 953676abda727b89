//! Which attack comes first: each is followed through every result of the die to what it leaves, so that an
//! advance that closes the next enemy's retreat counts.

use field::Search;
use rules::blue_gray::check_combat::check_attack_with;
use rules::blue_gray::crt::{Column, CombatResult};
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::{Action, Attack, State, apply_listed};
use rules::dice::Chance;
use rules::dice::Dice;

use crate::blue_gray::combat::orders::Order;
use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::outlook::Outlook;
use crate::budget::Effort;

/// A die that shows one face.
struct Face(u8);

impl Dice for Face {
    fn roll(&mut self, _: u16) -> u16 {
        u16::from(self.0) - 1
    }
}

impl Desk<'_> {
    /// The attacks that are legal now, each with the column it is best resolved on, the most valuable first.
    pub fn legal_orders(&self, state: &State) -> Vec<Order> {
        let obligations = Obligations::of(self.battle, state);
        let mut orders = self.orders_for(state, &obligations).list;
        orders.sort_by(|a, b| b.price.value.total_cmp(&a.price.value));
        for order in &mut orders {
            if order.price.column != order.price.odds {
                order.attack.column = Some(order.price.column);
            }
        }
        orders.retain(|order| {
            check_attack_with(self.battle, state, &order.attack, &obligations).is_ok()
        });
        orders
    }

    /// The attack to begin with; `None` if there is none.
    pub fn first_attack(
        &self,
        state: &State,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> Option<Order> {
        let mut best: Option<(f64, Order)> = None;
        for order in self.legal_orders(state) {
            let (value, column) = self.followed(state, &order, search, effort);
            if best.is_none_or(|(known, _)| value > known + 1e-6) {
                best = Some((value, self.announced(&order, column)));
            }
            if effort.is_over() {
                break;
            }
        }
        best.map(|(_, order)| order)
    }

    /// What a position is worth to the phasing player if he makes this attack first, on the column that is best for
    /// him; the one of its price, if none is better.
    fn followed(
        &self,
        state: &State,
        order: &Order,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> (f64, Column) {
        let results = &self.battle.facts.results;
        let mut known: Vec<(CombatResult, f64)> = Vec::new();
        let mut value_on = |column: Column| {
            let mut sum = 0.0;
            for die in 1..=6 {
                let result = results.result(column, die);
                let found = known.iter().find(|(other, _)| *other == result);
                sum += found.map(|(_, value)| *value).unwrap_or_else(|| {
                    let after = self.after(state, &self.announced(order, column).attack, die);
                    effort.spend(1);
                    let value = Outlook::new(self, state.side).value(&after, search);
                    known.push((result, value));
                    value
                });
            }
            sum / 6.0
        };
        let mut best = (value_on(order.price.column), order.price.column);
        for column in order.price.odds.up_to() {
            let value = value_on(column);
            if value > best.0 + 1e-6 {
                best = (value, column);
            }
        }
        best
    }

    /// What comes of an attack with a face of the die, with the choices after it made by rule of thumb.
    fn after(&self, state: &State, attack: &Attack, die: u8) -> State {
        let (mut after, mut events) = (state.clone(), Vec::new());
        let action = Action::Attack(*attack);
        apply_listed(self.battle, &mut after, &action, &mut Face(die), &mut events);
        self.settle(&mut after, &mut Chance::new(0), &mut events);
        after
    }

    /// Everything that can come of an attack, with the choices after it made by rule of thumb.
    pub fn ways(&self, state: &State, attack: &Attack) -> Ways {
        let column = match attack.column {
            Some(column) => column,
            None => rules::blue_gray::odds::odds(self.battle, state, attack).column,
        };
        let mut known: Vec<CombatResult> = Vec::new();
        let mut ways = Ways { states: Vec::new(), of_face: [0; 6] };
        for die in 1..=6 {
            let result = self.battle.facts.results.result(column, die);
            let way = known.iter().position(|other| *other == result).unwrap_or_else(|| {
                known.push(result);
                ways.states.push(self.after(state, attack, die));
                known.len() - 1
            });
            ways.of_face[usize::from(die) - 1] = way;
        }
        ways
    }
}

/// What can come of an attack: a state for each result that the die can give.
pub struct Ways {
    /// The states.
    pub states: Vec<State>,
    /// Which of them each face of the die leads to.
    of_face: [usize; 6],
}

impl Ways {
    /// Which state a face of the die leads to.
    pub fn of(&self, face: u8) -> usize {
        self.of_face[usize::from(face) - 1]
    }

    /// The mean over the faces of what each state is worth.
    pub fn mean(&self, values: &[f64]) -> f64 {
        self.of_face.iter().map(|&way| values[way]).sum::<f64>() / 6.0
    }
}
