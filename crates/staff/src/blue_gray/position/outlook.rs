//! What a position promises a side: how it stands, what the fights under way will bring, and what the
//! opponent can do next.

use atlas::Side;
use field::Search;
use rules::blue_gray::{Phase, State};

use crate::blue_gray::combat::orders::Orders;
use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::threat::{Aftermath, Menace};

/// What the margin that a side expects is made of.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// How it stands.
    pub standing: f64,
    /// What the attacks still to be made in this phase bring it.
    pub fights: f64,
    /// What whoever moves next can do, to its good or harm.
    pub next: f64,
    /// Who moves next.
    pub mover: Side,
}

impl Parts {
    fn sum(&self) -> f64 {
        self.standing + (self.fights + self.next)
    }
}

/// A side's outlook.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    desk: &'a Desk<'a>,
    side: Side,
    /// How much of what the opponent can do counts.
    caution: f64,
}

impl<'a> Outlook<'a> {
    /// The outlook of a side.
    pub fn new(desk: &'a Desk<'a>, side: Side) -> Outlook<'a> {
        Outlook { desk, side, caution: 1.0 }
    }

    /// The same, with more or less heed to the opponent.
    pub fn with_caution(self, caution: f64) -> Outlook<'a> {
        Outlook { caution, ..self }
    }

    /// The margin a side can expect of a position in which no combat waits for a choice.
    pub fn value(&self, state: &State, search: &mut Search) -> f64 {
        self.parts(state, search).sum()
    }

    /// The same in its parts.
    pub fn parts(&self, state: &State, search: &mut Search) -> Parts {
        let standing = self.desk.standing(state, self.side);
        let phasing = state.side;
        if state.outcome.is_some() {
            return Parts { standing, fights: 0.0, next: 0.0, mover: phasing };
        }
        let sign = if phasing == self.side { 1.0 } else { -1.0 };
        match state.phase {
            Phase::Combat => {
                let orders = self.desk.orders(state);
                let reply = self.reply(state, phasing.other(), &orders, search);
                let (fights, next) = (sign * orders.value(), -sign * reply);
                Parts { standing, fights, next, mover: phasing.other() }
            }
            Phase::Movement => {
                let menace = Menace::now(self.desk, state, search);
                Parts { standing, fights: 0.0, next: sign * menace.value(), mover: phasing }
            }
        }
    }

    /// The same for the phasing player in the course of his movement, as if he fought now.
    pub fn value_after_moves(&self, state: &State, search: &mut Search) -> (f64, Orders) {
        let standing = self.desk.standing(state, self.side);
        let orders = if self.desk.battle.is_night(state.turn) {
            Orders::default()
        } else {
            self.desk.orders(state)
        };
        let reply = if self.caution > 0.0 {
            self.reply(state, state.side.other(), &orders, search)
        } else {
            0.0
        };
        (standing + orders.value() - self.caution * reply, orders)
    }

    /// What the other side could gain on its next player-turn, once these attacks are made.
    fn reply(&self, state: &State, by: Side, orders: &Orders, search: &mut Search) -> f64 {
        let Some(turn) = self.desk.next_turn(state, by) else { return 0.0 };
        let cleared = self.desk.survey.weights.cleared;
        let Aftermath { mut gone, mut left, mut settled } = Aftermath::NONE;
        for order in &orders.list {
            if order.price.closed {
                settled.extend(order.attack.defenders.iter().copied());
            }
            let faces = self.desk.survey.faces(order.price.column);
            if order.price.clears >= cleared {
                gone.extend(order.attack.defenders.iter().copied());
            } else if faces.attacker_eliminated + faces.attacker_retreats >= cleared {
                left.extend(order.attack.attackers.iter().copied());
            }
        }
        let aftermath = Aftermath { gone, left, settled };
        Menace::new(self.desk, state, by, turn, aftermath, search).value()
    }
}
