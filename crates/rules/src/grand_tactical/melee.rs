//! [GT 8.4, GT-T 3.0] Melee: who attacks, how strong both sides are, and what comes of it.
//!
//! Strength is counted in hundredths of a man and rounded down after each factor. The order of
//! draws is part of the rules: the attackers' random modifier, the defenders'; the attackers' loss,
//! the defenders'; what follows the losses, defenders first; whether the defenders retreat, and if
//! not, whether the attackers do.

use std::cmp::Reverse;

use field::{Cell, CellSet};

use super::battle::Battle;
use super::combat::Combat;
use super::distribution::{Blow, distribute, split_by_men};
use super::event::{Crowd, Event, Purpose};
use super::factors::{self, WHOLE};
use super::ids::UnitId;
use super::state::State;
use super::tables::MeleeRow;
use super::{observe, sight, targets};
use crate::dice::Dice;

/// Strength is counted in hundredths of a man.
const MAN: u64 = 100;

/// The factors of an attacker, in the order in which they are applied. A defender has the first
/// five.
pub const MELEE_FACTORS: [&str; 7] =
    ["mode", "horse_holders", "leaders", "ammunition", "flank", "elevation", "crossing"];

/// [GT-T 8.0, GT-T 9.0, GT-T 10.0] The factors of an attacker against a square, in per cent.
pub(super) fn attacker_factors(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    at: Cell,
) -> [u16; MELEE_FACTORS.len()] {
    let from = state.cell(unit).unwrap_or(at);
    [
        factors::mode(battle, state, unit).melee,
        factors::horse_holders(battle, state, unit).melee,
        factors::leaders(battle, state, unit),
        factors::ammunition(battle, !state.unit(unit).ammo).melee,
        match looks_at(battle, state, at, from) {
            true => WHOLE,
            false => battle.tables.modifiers.flank_to_attacker,
        },
        factors::elevation(battle, from, at).melee,
        factors::crossing(battle, state, from).melee,
    ]
}

/// [GT-T 9.0, GT-T 10.0] The factors of a defender, in per cent. One attacker outside its arc
/// flanks it.
pub(super) fn defender_factors(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    attackers: &Crowd,
) -> [u16; 5] {
    let flanked = state.cell(unit).is_some_and(|at| {
        let from = |attacker: &UnitId| state.cell(*attacker);
        attackers.units().iter().filter_map(from).any(|from| !looks_at(battle, state, at, from))
    });
    [
        factors::mode(battle, state, unit).melee,
        factors::horse_holders(battle, state, unit).melee,
        factors::leaders(battle, state, unit),
        factors::ammunition(battle, !state.unit(unit).ammo).melee,
        if flanked { battle.tables.modifiers.flank_to_defender } else { WHOLE },
    ]
}

/// [GT 7.9?] Whether the units of a square look at another: in a melee only facing makes a flank
/// (D-59).
fn looks_at(battle: &Battle, state: &State, at: Cell, other: Cell) -> bool {
    let facing = state.stack(at).next().map(|unit| state.unit(unit).facing);
    facing.is_none_or(|facing| sight::in_arc(battle, facing, at, other))
}

/// The strength of a unit in hundredths of a man. A gun counts as ten men (D-57).
pub(super) fn strength(battle: &Battle, state: &State, unit: UnitId, factors: &[u16]) -> u64 {
    let guns = battle.unit(unit).is_artillery();
    let men = if guns { u64::from(battle.tables.melee.men_per_gun) } else { 1 };
    let whole = u64::from(state.unit(unit).strength) * men * MAN;
    factors.iter().fold(whole, |s, &p| s * u64::from(p) / u64::from(WHOLE))
}

/// The strength of all attackers of a square.
pub(super) fn attack(battle: &Battle, state: &State, attackers: &Crowd, at: Cell) -> u64 {
    let each =
        |&unit: &UnitId| strength(battle, state, unit, &attacker_factors(battle, state, unit, at));
    attackers.units().iter().map(each).sum()
}

/// The strength of all defenders of a square.
pub(super) fn defence(battle: &Battle, state: &State, defenders: &Crowd, attackers: &Crowd) -> u64 {
    let each = |&unit: &UnitId| {
        strength(battle, state, unit, &defender_factors(battle, state, unit, attackers))
    };
    defenders.units().iter().map(each).sum()
}

/// [GT-T 3.0] The differential: both strengths with their random modifiers, in fifties of men,
/// towards zero.
pub(super) fn differential(battle: &Battle, attack: u64, defence: u64, random: [u16; 2]) -> i32 {
    let by_chance = |s: u64, p: u16| (s * u64::from(p) / u64::from(WHOLE)) as i64;
    let step = (u64::from(battle.tables.melee.differential) * MAN) as i64;
    ((by_chance(attack, random[0]) - by_chance(defence, random[1])) / step) as i32
}

impl<D: Dice + ?Sized> Combat<'_, D> {
    /// [GT 8.4] Finds who melees which square, and gives those squares.
    pub fn form_groups(&mut self) -> CellSet {
        let mut squares = CellSet::EMPTY;
        for unit in self.battle.of_side(self.phasing).iter() {
            if let Some(at) = self.melee_target(unit) {
                self.engaged[unit.index()] = Some(at);
                self.attacking.insert(unit);
                squares.insert(at);
            }
        }
        squares
    }

    /// [GT 8.4] The square that a unit melees: the one it shot at, if that is next to it and still
    /// holds an enemy, and if it had the points for both.
    fn melee_target(&self, unit: UnitId) -> Option<Cell> {
        let now = self.state.unit(unit);
        let from = now.cell()?;
        let fit = now.melee && !now.disrupted && !now.routed && !self.advanced.has(unit);
        if !fit || self.battle.unit(unit).is_artillery() {
            return None;
        }
        let enemies = self.state.occupied(self.phasing.other());
        match self.engaged[unit.index()] {
            Some(at) => {
                let beside = self.battle.distance(from, at) == 1 && enemies.contains(at);
                (beside && self.can_melee.has(unit)).then_some(at)
            }
            None => self.target_without_a_shot(unit, from),
        }
    }

    /// [GT 8.9?] A unit without ammunition cannot shoot but may melee: the plotted square beside
    /// it, or else the nearest (D-56, D-90).
    fn target_without_a_shot(&self, unit: UnitId, from: Cell) -> Option<Cell> {
        let (battle, now) = (self.battle, self.state.unit(unit));
        let cost = battle.tables.costs.melee[battle.column(unit, now.mode).index()]?;
        if now.ammo || now.op < cost {
            return None;
        }
        let plotted = targets::plotted(battle, self.state, unit);
        plotted
            .filter(|&at| battle.distance(from, at) == 1)
            .or_else(|| targets::nearest(battle, self.state, unit, 1))
    }

    /// The attackers of a square who are still fit to attack, in unit order.
    fn attackers(&self, at: Cell) -> Crowd {
        let fit = |&unit: &UnitId| {
            let now = self.state.unit(unit);
            self.engaged[unit.index()] == Some(at)
                && now.cell().is_some()
                && !now.disrupted
                && !now.routed
        };
        self.attacking.iter().filter(fit).collect()
    }

    /// [GT 8.4?] The square from which most men attack: at that the defenders fire. Ties: x, then
    /// y.
    pub fn strongest_attacking_square(&self, at: Cell) -> Option<Cell> {
        let attackers = self.attackers(at);
        let square = |unit: &UnitId| self.state.cell(*unit);
        let men = |from: Cell| -> u32 {
            let there = attackers.units().iter().filter(|unit| square(unit) == Some(from));
            there.map(|&unit| u32::from(self.state.unit(unit).strength)).sum()
        };
        let squares = attackers.units().iter().filter_map(square);
        squares.min_by_key(|&from| (Reverse(men(from)), from.row(), from.column()))
    }

    /// [GT 8.4] One melee. Without attackers or without defenders nothing is drawn (D-83).
    pub fn melee(&mut self, at: Cell) {
        let (attackers, defenders) = (self.attackers(at), self.stack(at));
        if attackers.units().is_empty() || defenders.units().is_empty() {
            return;
        }
        self.come_to_blows(&attackers, &defenders);
        let attack = attack(self.battle, self.state, &attackers, at);
        let defence = defence(self.battle, self.state, &defenders, &attackers);
        let attackers_luck = self.random_modifier(Purpose::MeleeAttack);
        let defenders_luck = self.random_modifier(Purpose::MeleeDefence);
        let luck = [attackers_luck, defenders_luck];
        let difference = differential(self.battle, attack, defence, luck);
        self.events.push(Event::Melee { at, attackers, defenders, difference });
        self.pay_for_melee(&attackers, &defenders);
        let table = &self.battle.tables.melee;
        let row = &table.rows[table.row(difference)];
        self.lose_in_melee(at, &attackers, row);
        self.guns_give_way(at);
        self.retreat_from_melee(at, &attackers, row);
        self.advance_into(at);
    }

    /// [GT 2.1?] Whoever fights hand to hand has seen the other (D-98).
    fn come_to_blows(&mut self, attackers: &Crowd, defenders: &Crowd) {
        for (by, crowd) in [(self.phasing, defenders), (self.phasing.other(), attackers)] {
            for &unit in crowd.units() {
                observe::sight_unit(self.battle, self.state, by, unit, self.events);
            }
        }
    }

    /// [GT-T 1.0] What a melee costs in operation points.
    fn pay_for_melee(&mut self, attackers: &Crowd, defenders: &Crowd) {
        let costs = &self.battle.tables.costs;
        let column = |state: &State, unit| self.battle.column(unit, state.unit(unit).mode).index();
        for &unit in attackers.units() {
            let cost = costs.melee[column(self.state, unit)].unwrap_or(0);
            self.state.unit_mut(unit).pay(cost);
        }
        for &unit in defenders.units() {
            let cost = costs.defend[column(self.state, unit)];
            self.state.unit_mut(unit).pay(cost);
        }
    }

    /// [GT-T 3.0] Both sides lose; then what follows, defenders first.
    fn lose_in_melee(&mut self, at: Cell, attackers: &Crowd, row: &MeleeRow) {
        let (attacker, defender) = (self.phasing, self.phasing.other());
        let lost = self.melee_loss(Purpose::AttackersLoss, row.attacker);
        let attackers_loss = self.by_difficulty(lost, defender);
        let lost = self.melee_loss(Purpose::DefendersLoss, row.defender);
        let defenders_loss = self.by_difficulty(lost, attacker);
        let defenders = distribute(self.battle, self.state, at, defenders_loss, Blow::SmallArms);
        let attackers = split_by_men(self.state, attackers, attackers_loss);
        self.strike(&defenders.then(&attackers), false);
    }

    /// [GT-T 3.0?] A random number up to 25 (D-60), and what the row adds.
    fn melee_loss(&mut self, purpose: Purpose, more: u16) -> u32 {
        let random = self.roll(purpose, self.battle.tables.melee.random);
        u32::from(1 + random + more)
    }

    /// [GT 2.1] A loss at the difficulty of the side that inflicts it, rounded to the nearest man.
    fn by_difficulty(&self, loss: u32, inflicts: atlas::Side) -> u32 {
        (loss * u32::from(self.battle.difficulty(inflicts)) + 50) / u32::from(WHOLE)
    }

    /// [GT 8.2, 8.5] Guns in the square that are worn out fall back: once, after the losses (D-85).
    fn guns_give_way(&mut self, at: Cell) {
        let most = self.battle.tables.morale.guns_give_way;
        for &unit in self.stack(at).units() {
            let guns = self.battle.unit(unit).is_artillery();
            if guns && self.state.unit(unit).fatigue > most {
                self.fall_back(unit, &[]);
            }
        }
    }

    /// [GT-T 3.0] The defenders' retreat is drawn first, the attackers' only if they stay; neither
    /// if one side has nobody left in place (D-83).
    fn retreat_from_melee(&mut self, at: Cell, attackers: &Crowd, row: &MeleeRow) {
        let in_place =
            |state: &State, unit: UnitId| state.cell(unit).is_some() && !state.unit(unit).routed;
        let left = attackers.units().iter().copied();
        let left: Crowd = left.filter(|&unit| in_place(self.state, unit)).collect();
        let defenders = self.stack(at);
        if left.units().is_empty() || defenders.units().is_empty() {
            return;
        }
        if self.chance(Purpose::DefendersRetreat, row.defender_retreats.into()) {
            self.retreat_together(&defenders);
        } else if self.chance(Purpose::AttackersRetreat, row.attacker_retreats.into()) {
            self.retreat_together(&left);
        }
    }

    /// [GT 8.5] All of them go, in unit order.
    fn retreat_together(&mut self, units: &Crowd) {
        for &unit in units.units() {
            self.fall_back(unit, units.units());
        }
    }

    /// [GT 8.5] A unit falls back from a melee; guns not without loss.
    fn fall_back(&mut self, unit: UnitId, together: &[UnitId]) {
        if !self.battle.unit(unit).is_artillery() || self.abandon_guns(unit) {
            self.retreat(unit, self.battle.tables.morale.retreat_squares, together);
        }
    }
}
