//! Why, in plain words: what a plan strikes, holds and heads for, and what single choices are made for.

use atlas::Side;
use field::{Cell, Search};
use rules::blue_gray::{Action, State, UnitId};

use crate::desk::Desk;
use crate::names::{Names, Towards};
use crate::orders::Order;
use crate::purpose::{NEAR, Prospect, Purpose};
use crate::reasons::{Reason, Reasons};
use crate::steps::Weighed;

/// How many attacks of a plan are told.
const TOLD: usize = 2;

/// The words of a staff officer.
pub struct Words<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// What places are called.
    pub names: &'a Names,
}

impl Words<'_> {
    fn hex(&self, cell: Cell) -> String {
        self.names.hex(self.desk.battle, cell)
    }

    /// Several hexes; the name of the place they are all in is said once.
    fn hexes(&self, cells: &[Cell]) -> String {
        let battle = self.desk.battle;
        let place = |cell: &Cell| self.names.place(battle, *cell);
        let shared = cells.first().and_then(place);
        if shared.is_some() && cells.iter().all(|cell| place(cell) == shared) {
            let numbers = cells.iter().map(|&cell| battle.grid().name(cell).to_string());
            return format!("{} ({})", listed(numbers.collect()), shared.unwrap_or_default());
        }
        listed(cells.iter().map(|&cell| self.hex(cell)).collect())
    }

    /// The attacks a plan leads to, the most valuable first.
    pub fn strikes(&self, after: &State) -> Vec<Order> {
        if self.desk.battle.is_night(after.turn) {
            return Vec::new();
        }
        let mut orders = self.desk.orders(after).list;
        orders.sort_by(|a, b| b.price.value.total_cmp(&a.price.value));
        orders
    }

    /// What a plan is about, from the position it leads to and its attacks.
    pub fn plan(&self, after: &State, orders: &[Order], moves: usize) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.held(after, after.side));
        parts
            .extend(orders.iter().take(TOLD).map(|order| format!("striking {}", self.blow(order))));
        if parts.is_empty() {
            let told = if moves > 0 { "the moves are made" } else { "standing fast" };
            return format!("{told}; no attack on this turn");
        }
        parts.join("; ")
    }

    /// Why a unit leaves the map.
    pub fn exit(&self, unit: UnitId, hex: Cell, purpose: &Purpose) -> String {
        let taken = match purpose {
            Purpose::Takes(cells) => format!(", taking {} on the way", self.hexes(cells)),
            _ => String::new(),
        };
        format!("{} leaves the map at {} for points{taken}", self.unit(unit), self.hex(hex))
    }

    /// What a single move of a plan is for.
    pub fn march(&self, prospect: &Prospect<'_>, purpose: &Purpose) -> String {
        let orders = prospect.orders;
        let told = match purpose {
            Purpose::Strikes(number) => {
                return orders
                    .get(*number)
                    .map_or_else(String::new, |order| format!("striking {}", self.blow(order)));
            }
            Purpose::Takes(cells) => format!("to take {}", self.hexes(cells)),
            Purpose::Holds(cell) => format!("to hold {}", self.hex(*cell)),
            Purpose::OutOfReach => "out of the enemy's reach".to_owned(),
            Purpose::Towards(cell) => format!("towards {}", self.hex(*cell)),
            Purpose::Nearer(cell) => format!("nearer to the enemy at {}", self.hex(*cell)),
            Purpose::Away(cell) => format!("away from the enemy at {}", self.hex(*cell)),
            Purpose::Joins(friend) => format!("to stand by {}", self.unit(*friend)),
            Purpose::Shelter => "to ground that is good to defend".to_owned(),
            Purpose::Onward => "there is nothing for it to do where it stands".to_owned(),
        };
        match orders.first() {
            Some(order) => format!("{told}, while others strike {}", self.blow(order)),
            None => told,
        }
    }

    fn blow(&self, order: &Order) -> String {
        let closed = if order.price.closed { " with the retreat closed" } else { "" };
        format!("{} at {}{closed}", self.hexes(&order.attack.defenders), order.price.column)
    }

    /// The most valuable hex that is held against an enemy nearby.
    fn held(&self, state: &State, side: Side) -> Option<String> {
        let (battle, survey) = (self.desk.battle, self.desk.survey);
        let near = |cell: Cell, whose: Side| {
            let mut units = state.occupied(whose).iter();
            units.any(|other| battle.grid().distance(cell, other) <= NEAR)
        };
        let held = survey.goals.iter().filter(|goal| {
            state.holder(battle, goal.cell) == Some(side)
                && near(goal.cell, side)
                && near(goal.cell, side.other())
        });
        let goal = held.max_by(|a, b| a.swing.total_cmp(&b.swing))?;
        Some(format!("holding {}", self.hex(goal.cell)))
    }

    /// Why an attack is made.
    pub fn attack(&self, order: &Order) -> String {
        let price = &order.price;
        let closed = if price.closed { ", the retreat closed" } else { "" };
        let lowered = if price.column < price.odds { " (announced)" } else { "" };
        // Nobody gives battle to lose by it unless the rules make him.
        let obliged = if price.value < 0.0 { "obliged to attack " } else { "" };
        format!(
            "{obliged}{} at {}{lowered}: {:.0}% to clear it, {:.0}% to destroy it{closed}",
            self.hexes(&order.attack.defenders),
            price.column,
            100.0 * price.clears,
            100.0 * price.kills,
        )
    }

    /// Why a choice after the die is made.
    pub fn step(&self, state: &State, weighed: &Weighed, search: &mut Search) -> String {
        let Some(side) = state.pending().map(|pending| pending.decider) else {
            return self.other(state, &weighed.action);
        };
        let reasons = Reasons { desk: self.desk, state, side, weighed };
        match weighed.action {
            Action::Retreat { unit, to, displace } => {
                let reason = reasons.retreat(unit, to, search);
                let whither = state.cell(unit).and_then(|from| self.whither(from, to));
                let place = matches!(reason, Reason::OnlyWay | Reason::Keeps(_) | Reason::Takes(_));
                let whither = whither.filter(|_| !place);
                let told = whither.into_iter().chain([self.reason(reason)]);
                let pushed =
                    displace.map(|other| format!("though {} must make room", self.unit(other)));
                told.chain(pushed).collect::<Vec<_>>().join(", ")
            }
            Action::Advance { unit, to } => match reasons.advance(unit, to, search) {
                Reason::Even => "there is little to lose by it".to_owned(),
                Reason::Standing => "for what the ground is worth".to_owned(),
                reason => self.reason(reason),
            },
            Action::Decline => match reasons.decline(search) {
                Reason::Shelter => "keeping the better ground rather than advance".to_owned(),
                Reason::Faces(enemy) => format!("so as not to stand before {}", self.unit(enemy)),
                Reason::StrikesBack => "to strike better from where it stands".to_owned(),
                Reason::OnlyWay | Reason::Even => "nothing to gain by going on".to_owned(),
                reason => self.reason(reason),
            },
            ref other => self.other(state, other),
        }
    }

    fn unit(&self, unit: UnitId) -> &str {
        self.desk.battle.unit(unit).id.as_str()
    }

    /// Where a step back leads, by the names on the map.
    fn whither(&self, from: Cell, to: Cell) -> Option<String> {
        self.names.towards(self.desk.battle, from, to).map(|towards| match towards {
            Towards::At(place) => format!("back to {place}"),
            Towards::Near(place) => format!("back towards {place}"),
        })
    }

    fn reason(&self, reason: Reason) -> String {
        match reason {
            Reason::OnlyWay => "the only way out".to_owned(),
            Reason::Keeps(cell) => format!("to keep {}", self.hex(cell)),
            Reason::Takes(cell) => format!("to take {}", self.hex(cell)),
            Reason::Closes(cell) => {
                format!("to close the retreat of the enemy at {}", self.hex(cell))
            }
            Reason::OutOfReach => "out of the enemy's reach".to_owned(),
            Reason::OutOfReachOf(enemy) => format!("out of reach of {}", self.unit(enemy)),
            Reason::Shelter => "for ground that doubles the defence".to_owned(),
            Reason::Open => "where more ways stay open".to_owned(),
            Reason::Joins(friend) => format!("to join {}", self.unit(friend)),
            Reason::Undisturbed => "where nobody must make room".to_owned(),
            Reason::Standing => "to lose least by it".to_owned(),
            Reason::OwnFights => "for the attacks still to come".to_owned(),
            Reason::TheirFights => "to give the enemy's other attacks less".to_owned(),
            Reason::StrikesBack => "to strike back from there".to_owned(),
            Reason::TheirMoves => "to give the enemy less to strike at".to_owned(),
            Reason::Free => "with no enemy before it there".to_owned(),
            Reason::Faces(enemy) => format!("with {} before it", self.unit(enemy)),
            Reason::Even => "no way better than another".to_owned(),
        }
    }

    /// Why another action is taken.
    pub fn other(&self, state: &State, action: &Action) -> String {
        match *action {
            Action::Losses { .. } => "giving up those that are missed least".to_owned(),
            Action::Elect { retreat: false, .. } => "nothing drives the guns away".to_owned(),
            Action::Elect { retreat: true, .. } => "to stay with those who retreat".to_owned(),
            Action::EndPhase if state.pending().is_none() => "nothing more to gain now".to_owned(),
            _ => "one of the legal choices".to_owned(),
        }
    }
}

/// `one`, `one and two`, `one, two and three`.
fn listed(mut words: Vec<String>) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}
