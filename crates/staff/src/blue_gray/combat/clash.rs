//! What one attack is worth: exact odds, every face of the die, who dies of a closed retreat.

use atlas::Side;
use field::Cell;
use rules::blue_gray::crt::Column;
use rules::blue_gray::odds::odds;
use rules::blue_gray::{Attack, State, UnitId, UnitSet};

use crate::blue_gray::combat::orders::Order;
use crate::blue_gray::position::desk::Desk;

/// With attack effectiveness, what a failed attack costs beside the ground, as a part of the unit's life. Set by hand.
const WORN_OUT_LIFE_PART: f64 = 0.12;

/// How much of a way out is open again, as a part of it, when whoever shut it is driven off alive. Set by hand.
const REOPENED_WAY_PART: f64 = 0.5;

/// What an attack is worth to the attacker.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// Points he can expect, in the end.
    pub value: f64,
    /// The column it is best resolved on.
    pub column: Column,
    /// The highest column he could have.
    pub odds: Column,
    /// The chance that every defender dies.
    pub kills: f64,
    /// The chance that the defenders' hexes are emptied.
    pub clears: f64,
    /// Whether every defender's retreat is closed.
    pub closed: bool,
}

/// The worth of each result of an attack.
struct Stakes {
    attacker_eliminated: f64,
    attacker_retreats: f64,
    exchange: f64,
    defender_retreats: f64,
    defender_eliminated: f64,
}

/// What an attack can do for or against units that are cut off.
struct WayOut {
    /// What is saved once the defenders are gone.
    opened: f64,
    /// What is given up once the attackers are gone.
    yielded: f64,
}

impl Desk<'_> {
    /// What an attack of the phasing player is worth, if units that are cut off cost their side so much now.
    pub fn price(&self, state: &State, attack: &Attack, severed: f64) -> Price {
        let worked = odds(self.battle, state, attack);
        let turn = state.turn;
        let (own, enemy) = (state.side, state.side.other());
        let defenders = self.worth(worked.defenders, turn);
        let mut trapped = UnitSet::EMPTY;
        let guns_alone = attack.attackers.is_empty()
            && self.battle.facts.immobile.as_ref().is_some_and(|f| f.ignore_retreat_from_artillery);
        for &cell in attack.defenders.iter() {
            let here = self.stack(state, enemy, cell).intersection(worked.defenders);
            trapped = trapped.union(self.caught(state, enemy, cell, here));
        }
        if guns_alone {
            trapped = trapped.iter().filter(|&unit| !self.battle.unit(unit).immobile).collect();
        }
        let closed = trapped == worked.defenders;
        let dies = self.worth(trapped, turn);
        let mut retreats = 0.0;
        for &cell in attack.attackers.iter() {
            let here = self.stack(state, own, cell).intersection(worked.attackers);
            let lost = self.worth(self.caught(state, own, cell, here), turn);
            retreats += lost + self.survey.weights.thrown_back * (self.worth(here, turn) - lost);
            if self.battle.options.attack_effectiveness {
                retreats += WORN_OUT_LIFE_PART * (self.worth(here, turn) - lost);
            }
        }
        let prize = self.prize(state, own, attack);
        let forfeit = self.forfeit(state, own, attack);
        let way = self.way_out(state, attack, severed);
        let paid = if worked.attackers.is_empty() {
            0.0
        } else {
            self.cheapest_loss(worked.attackers, self.strength(worked.defenders), turn)
        };
        // Whoever is driven off may shut the way as well from where he goes.
        let reopened = if closed { way.opened } else { REOPENED_WAY_PART * way.opened };
        let stakes = Stakes {
            attacker_eliminated: -self.worth(worked.attackers, turn) - forfeit - way.yielded,
            attacker_retreats: -retreats - forfeit - way.yielded,
            exchange: defenders - paid + prize + way.opened,
            defender_retreats: dies
                + self.survey.weights.driven * (defenders - dies)
                + prize
                + reopened,
            defender_eliminated: defenders + prize + way.opened,
        };
        self.best_column(worked.column, &stakes, closed)
    }

    fn best_column(&self, highest: Column, stakes: &Stakes, closed: bool) -> Price {
        let mut best = self.price_on(highest, highest, closed);
        best.value = f64::NEG_INFINITY;
        for column in highest.up_to() {
            let faces = self.survey.faces(column);
            let value = faces.attacker_eliminated * stakes.attacker_eliminated
                + faces.attacker_retreats * stakes.attacker_retreats
                + faces.exchange * stakes.exchange
                + faces.defender_retreats * stakes.defender_retreats
                + faces.defender_eliminated * stakes.defender_eliminated;
            if value >= best.value - 1e-9 {
                best = Price { value, ..self.price_on(column, highest, closed) };
            }
        }
        best
    }

    /// The chances on a column, without what they are worth.
    fn price_on(&self, column: Column, odds: Column, closed: bool) -> Price {
        let faces = self.survey.faces(column);
        let dead = faces.exchange + faces.defender_eliminated;
        let clears = dead + faces.defender_retreats;
        let kills = if closed { clears } else { dead };
        Price { value: 0.0, column, odds, kills, clears, closed }
    }

    /// The same attack on another column, announced if it is lower than it need be.
    pub fn announced(&self, order: &Order, column: Column) -> Order {
        let price = order.price;
        let lower = (column != price.odds).then_some(column);
        Order {
            attack: Attack { column: lower, ..order.attack },
            price: Price { value: price.value, ..self.price_on(column, price.odds, price.closed) },
        }
    }

    /// What the hexes that an attack can empty are worth to whoever advances into one of them.
    fn prize(&self, state: &State, side: Side, attack: &Attack) -> f64 {
        if attack.attackers.is_empty() {
            return 0.0;
        }
        let worth =
            |cell: Cell| self.goal_worth(state, side, cell) * self.completes(state, side, cell);
        attack.defenders.iter().map(|&cell| worth(cell)).fold(0.0, f64::max)
            * self.survey.weights.keeps
    }

    /// What is lost with the hexes that attackers who fail leave to the enemy: he may advance into them at once.
    fn forfeit(&self, state: &State, side: Side, attack: &Attack) -> f64 {
        let enemy = side.other();
        let follows = |unit: UnitId| !self.battle.unit(unit).immobile;
        let pursued =
            attack.defenders.iter().any(|&cell| self.stack(state, enemy, cell).iter().any(follows));
        if !pursued {
            return 0.0;
        }
        let last = self.next_turn_after(state, side).is_none();
        let sure = if last { 1.0 } else { self.survey.weights.keeps * self.weight(state.turn) };
        let worth = |cell: &Cell| {
            let goal = self.survey.goals.iter().find(|goal| goal.cell == *cell);
            let broken = goal.and_then(|goal| goal.group).is_none_or(|group| {
                let cells = &self.battle.facts.scoring.groups[group].cells;
                cells.iter().all(|&other| state.holder(self.battle, other) == Some(side))
            });
            if broken { self.goal_worth(state, enemy, *cell) } else { 0.0 }
        };
        sure * attack.attackers.iter().map(worth).fold(0.0, f64::max)
    }

    /// [BG-A 17.1] What an attack can do for or against units that are cut off.
    fn way_out(&self, state: &State, attack: &Attack, severed: f64) -> WayOut {
        let mut way = WayOut { opened: 0.0, yielded: 0.0 };
        let Some(cut) = self.battle.facts.scoring.cut_off.as_ref().filter(|_| severed > 0.0) else {
            return way;
        };
        if cut.side == state.side {
            let gone = attack.defenders.iter().copied().collect();
            way.opened = severed - self.cut_off_without(state, gone);
        } else {
            let gone = attack.attackers.iter().copied().collect();
            way.yielded = severed - self.cut_off_without(state, gone);
        }
        way
    }

    /// What a side gains by taking a hex; nothing if it holds it or nobody cares.
    pub fn goal_worth(&self, state: &State, side: Side, cell: Cell) -> f64 {
        let goal = self.survey.goals.iter().find(|goal| goal.cell == cell);
        let Some(goal) = goal else { return 0.0 };
        if state.holder(self.battle, cell) == Some(side) || goal.has_scored(state) {
            return 0.0;
        }
        let weight = if goal.fades { self.survey.to_come(state.turn) } else { 1.0 };
        goal.swing * weight
    }

    /// The least that attackers worth so much strength cost in an exchange.
    pub fn cheapest_loss(&self, attackers: UnitSet, need: u32, turn: u8) -> f64 {
        let units: Vec<UnitId> = attackers.iter().collect();
        let all = self.worth(attackers, turn);
        if self.strength(attackers) <= need {
            return all;
        }
        if units.len() > 8 {
            return f64::from(need) * all / f64::from(self.strength(attackers).max(1));
        }
        let mut best = all;
        for bits in 1u32..1 << units.len() {
            let (mut strength, mut worth) = (0, 0.0);
            for (index, &unit) in units.iter().enumerate() {
                if bits >> index & 1 != 0 {
                    strength += self.survey.strength(unit);
                    worth += self.survey.worth(unit, turn);
                }
            }
            if strength >= need && worth < best {
                best = worth;
            }
        }
        best
    }
}
