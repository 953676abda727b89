//! Which attack comes first: each is followed through every result of the die to what it leaves, so that an
//! advance that closes the next enemy's retreat counts.

use field::Search;
use rules::blue_gray::check_combat::check_attack_with;
use rules::blue_gray::crt::CombatResult;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::random::Chance;
use rules::blue_gray::{Action, Attack, State, apply_listed};
use rules::dice::Dice;

use crate::budget::Effort;
use crate::desk::Desk;
use crate::orders::Order;
use crate::outlook::Outlook;

/// A die that shows one face.
struct Face(u8);

impl Dice for Face {
    fn throw(&mut self) -> u8 {
        self.0
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
        let orders = self.legal_orders(state);
        if orders.len() < 2 {
            return orders.into_iter().next();
        }
        let mut best: Option<(f64, Order)> = None;
        for order in orders {
            let value = self.followed(state, &order.attack, search, effort);
            if best.is_none_or(|(known, _)| value > known + 1e-6) {
                best = Some((value, order));
            }
            if effort.is_over() {
                break;
            }
        }
        best.map(|(_, order)| order)
    }

    /// What a position is worth to the phasing player if he makes this attack first.
    fn followed(
        &self,
        state: &State,
        attack: &Attack,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> f64 {
        let comes = self.ways(state, attack);
        let values = comes.states.iter().map(|after| {
            effort.spend(1);
            Outlook::new(self, state.side).value(after, search)
        });
        comes.mean(&values.collect::<Vec<f64>>())
    }

    /// Everything that can come of an attack, with the choices after it made by rule of thumb.
    pub fn ways(&self, state: &State, attack: &Attack) -> Ways {
        let column = match attack.column {
            Some(column) => column,
            None => rules::blue_gray::odds::odds(self.battle, state, attack).column,
        };
        let mut known: Vec<CombatResult> = Vec::new();
        let mut ways = Ways { states: Vec::new(), of_face: [0; 6] };
        let mut events = Vec::new();
        for die in 1..=6 {
            let result = self.battle.facts.results.result(column, die);
            let way = known.iter().position(|other| *other == result).unwrap_or_else(|| {
                let mut after = state.clone();
                let action = Action::Attack(*attack);
                events.clear();
                apply_listed(self.battle, &mut after, &action, &mut Face(die), &mut events);
                self.settle(&mut after, &mut Chance::new(0), &mut events);
                known.push(result);
                ways.states.push(after);
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
