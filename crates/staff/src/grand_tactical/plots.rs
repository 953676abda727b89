//! Fronts, targets and assaults: what is settled when everybody stands where he is to fight.

use atlas::battle::Mode;
use field::{Cell, Direction};
use rules::grand_tactical::event::Crowd;
use rules::grand_tactical::{Action, UnitId, odds, sight};

use super::desk::{Desk, Why};
use super::scene::volley;

/// Enemies farther than this do not say where a stack looks.
const FRONT: usize = 8;
/// The lucks, in per cent, by which a melee is reckoned: each as likely as the others.
const LUCKS: [i64; 7] = [57, 71, 86, 100, 114, 129, 143];

impl Desk<'_> {
    /// [GT 7.9] Lets every stack look to where the enemy is strongest.
    pub fn face(&mut self) {
        if self.battle.options.basic() {
            return;
        }
        let squares = *self.state.occupied(self.side);
        for at in &squares {
            let Some(unit) = self.state.stack(at).next() else { continue };
            if let Some(direction) = self.front(unit, at) {
                self.give(Action::Face { unit, direction }, Why::Face);
            }
        }
    }

    /// The best front of a stack, if it is another than it has.
    fn front(&self, unit: UnitId, at: Cell) -> Option<Direction> {
        let mut weights = [0.0f32; 8];
        let guns = self.state.stack(at).find(|&unit| self.battle.unit(unit).is_artillery());
        for target in &self.room.scene.targets {
            let squares = self.battle.distance(at, target.cell);
            if squares == 0 || squares > FRONT {
                continue;
            }
            let mut weight = (target.volley + 5.0) / (squares * squares) as f32;
            if squares > 1 && !sight::clear(self.battle, &self.state, at, target.cell) {
                weight *= 0.3;
            } else if let Some(guns) = guns {
                let now = self.state.unit(guns);
                let pay = target.pays[if squares == 1 { 2 } else { 1 }];
                weight += volley(self.battle, now, guns, squares) * target.factor * pay;
            }
            if squares == 1 {
                weight += target.storm;
            }
            for direction in Direction::ALL {
                if sight::in_arc(self.battle, direction, at, target.cell) {
                    weights[direction.index()] += weight;
                }
            }
        }
        let now = self.state.unit(unit).facing;
        let best = Direction::ALL.into_iter().max_by(|one, other| {
            let key = |way: &Direction| (weights[way.index()], *way == now);
            let (one, other) = (key(one), key(other));
            one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
        })?;
        (best != now && weights[best.index()] > 0.0).then_some(best)
    }

    /// [GT 7.13] Plots the best target of everybody who can fire.
    pub fn aim(&mut self) {
        let own = self.battle.of_side(self.side);
        for unit in own.iter() {
            let now = self.state.unit(unit);
            let limbered = now.mode == Mode::Limbered && !self.battle.options.basic();
            let silent = !now.ammo || now.disrupted || now.routed || limbered || now.melee;
            if now.cell().is_none() || silent {
                continue;
            }
            if let Some(square) = self.best_target(unit) {
                self.give(Action::PlotFire { unit, square: Some(square) }, Why::Fire);
            }
        }
    }

    /// The square at which a unit's fire is worth most, by the engine's own reckoning.
    fn best_target(&self, unit: UnitId) -> Option<Cell> {
        let battle = self.battle;
        let at = self.state.cell(unit)?;
        let facts = battle.unit(unit);
        let reach = battle.tables.weapons.reach(facts.weapon);
        let mut best: Option<(f32, Cell)> = None;
        for target in &self.room.scene.targets {
            let range = battle.distance(at, target.cell);
            if range > reach || sight::may_plot(battle, &self.state, unit, target.cell).is_err() {
                continue;
            }
            let Some(casualties) = odds::middling_fire(battle, &self.state, unit, target.cell)
            else {
                continue;
            };
            let kind = match (facts.is_artillery(), range) {
                (false, _) => 0,
                (true, 1) => 2,
                (true, _) => 1,
            };
            let points = casualties as f32 * target.pays[kind];
            if points > 0.0 && best.is_none_or(|(most, _)| points > most) {
                best = Some((points, target.cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// [GT 8.4] Plots the assaults that promise enough, each with all who can take part.
    pub fn storm(&mut self) {
        for index in 0..self.room.scene.targets.len() {
            let at = self.room.scene.targets[index].cell;
            let attackers = self.attackers(at);
            if attackers.units().is_empty() {
                continue;
            }
            let worth_it = if self.temper().reckons {
                self.promise_of_storm(index, &attackers) > self.temper().melee
            } else {
                self.by_thumb(index, &attackers)
            };
            if !worth_it {
                continue;
            }
            for &unit in attackers.units() {
                self.give(Action::PlotMelee { unit, on: true }, Why::Storm);
                self.give(Action::PlotFire { unit, square: Some(at) }, Why::Storm);
                if self.holds_objective(unit) {
                    self.give(Action::PlotAdvance { unit, on: false }, Why::Stay);
                }
            }
        }
    }

    fn holds_objective(&self, unit: UnitId) -> bool {
        let cell = self.state.cell(unit);
        self.battle.objectives.iter().any(|goal| Some(goal.cell) == cell)
    }

    /// Who could melee a square: foot and horse beside it, with the points, who look there.
    fn attackers(&self, at: Cell) -> Crowd {
        let mut crowd = Crowd::EMPTY;
        for cell in self.battle.around(at).within(self.state.occupied(self.side)).iter() {
            for unit in self.state.stack(cell) {
                let (facts, now) = (self.battle.unit(unit), self.state.unit(unit));
                let costs = if now.ammo { 4 } else { 2 };
                let fit = facts.side == self.side
                    && !facts.is_artillery()
                    && !now.routed
                    && !now.disrupted
                    && !now.melee
                    && now.op >= costs
                    && self.state.morale(self.battle, unit) >= 20;
                let looks = sight::may_plot(self.battle, &self.state, unit, at).is_ok();
                if fit && looks {
                    crowd.push(unit);
                }
            }
        }
        crowd
    }

    /// By the numbers alone.
    fn by_thumb(&self, index: usize, attackers: &Crowd) -> bool {
        let target = &self.room.scene.targets[index];
        let own: u32 =
            attackers.units().iter().map(|&unit| u32::from(self.state.unit(unit).strength)).sum();
        own > 2 * target.men + 20 * target.guns
    }

    /// What a melee is expected to bring, in points: by the engine's strengths and its table.
    fn promise_of_storm(&self, index: usize, attackers: &Crowd) -> f32 {
        let (battle, target) = (self.battle, &self.room.scene.targets[index]);
        let (attack, defence) = odds::clash(battle, &self.state, attackers, target.cell);
        let table = &battle.tables.melee;
        let step = i64::from(table.differential) * 100;
        let middle = f32::from(table.random) / 2.0;
        let taken =
            target.guns as f32 / f32::from(table.guns_lost) * battle.tables.score.gun as f32;
        let pay = if target.men > 0 { target.pays[0] } else { target.pays[0] * 0.5 };
        let mut promise = 0.0;
        for mine in LUCKS {
            for his in LUCKS {
                let apart = (attack as i64 * mine - defence as i64 * his) / 100 / step;
                let row = &table.rows[table.row(apart as i32)];
                let gone = f32::from(row.defender_retreats) / 100.0;
                let back = (1.0 - gone) * f32::from(row.attacker_retreats) / 100.0;
                promise += (middle + f32::from(row.defender)) * pay + gone * (taken + 15.0);
                promise -= (middle + f32::from(row.attacker)) * 1.4 + back * 20.0;
            }
        }
        promise / (LUCKS.len() * LUCKS.len()) as f32 - 0.6 * target.volley
    }
}
