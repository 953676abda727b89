//! Where everybody goes who strikes nobody: towards landmarks, into landmarks, under cover, to where guns can fire.

use atlas::battle::Arm;
use field::{Cell, CellSet};
use rules::brigade::State;
use rules::ids::{UnitId, UnitSet};

use super::plan::Planner;
use crate::brigade::position::balance::is_done;
use crate::brigade::position::survey::LANDMARKS_MAX;

/// What a move must be better by than to stay.
const LEAST: f64 = 0.002;
/// How much what a gun can fire at from a hex counts, beside what it could fire at now.
const FIRE: f64 = 0.7;

/// What part of its step guns or horse fear for who stand without infantry where enemy infantry can come.
const ALONE: f64 = 1.0;

/// An enemy hex that guns could fire at.
struct Mark {
    cell: Cell,
    defence: u32,
    worth: f64,
}

impl Planner<'_, '_, '_> {
    /// What it is worth to have a unit in a hex at the end of the phase.
    pub fn wish(
        &self,
        state: &State,
        pulls: &[f64; LANDMARKS_MAX],
        unit: UnitId,
        cell: Cell,
    ) -> f64 {
        let (scene, desk) = (&self.scene, &self.scene.desk);
        let battle = desk.battle;
        let strength = f64::from(state.strength(battle, unit));
        let mut wish = self.manner.eager * scene.balance.pull(desk, state, pulls, unit, cell);
        let others = state.of_side_at(battle, scene.side, cell).without(UnitSet::one(unit));
        if scene.marks.contains(cell) && scene.takes(unit) {
            let own = state.holder(battle, cell) == Some(scene.side);
            let guarded = others.iter().any(|other| scene.takes(other));
            let afraid = scene.threat.walkable.contains(cell) || scene.caution <= 0.0;
            wish += match (own, guarded) {
                (false, _) => scene.prize_at(cell),
                (true, false) if afraid => desk.survey.weights.garrison * scene.prize_at(cell),
                (true, false) => 0.1 * scene.prize_at(cell),
                (true, true) => 0.0,
            };
        }
        if scene.threat.touched.contains(cell) && battle.unit(unit).arm == Arm::Infantry {
            let cover = battle.ground.cover.contains(cell);
            wish += if cover { desk.survey.weights.cover * strength * scene.worth } else { 0.0 };
        }
        if battle.unit(unit).arm != Arm::Infantry
            && scene.threat.touched.contains(cell)
            && others.without(battle.guns()).is_empty()
        {
            wish -= ALONE * scene.step_worth(state, unit);
        }
        if scene.caution > 0.0 {
            let all = others.union(UnitSet::one(unit));
            let fear = scene.exposure(state, cell, all) - scene.exposure(state, cell, others);
            wish -= scene.caution * fear;
        }
        wish
    }

    /// Everybody who has nothing else to do marches.
    pub fn march(&mut self) {
        let battle = self.scene.desk.battle;
        let mut fighting = UnitSet::EMPTY;
        for order in &self.fights_now().orders {
            fighting = fighting.union(order.assault.attackers);
        }
        let idle = self.able.without(fighting);
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
            let marks = if arm == Arm::Artillery { self.marks() } else { Vec::new() };
            let fords = if arm == Arm::Cavalry { self.fords() } else { Vec::new() };
            let mut units: Vec<UnitId> = idle.intersection(battle.of_arm(arm)).iter().collect();
            units.sort_by_key(|&unit| u32::MAX - self.now.strength(battle, unit));
            for unit in units {
                let Some(from) = self.now.cell(unit) else { continue };
                let pulls = self.pulls(&self.balance);
                let to = self.best_place(unit, from, &pulls, &marks, &fords);
                self.effort.spend(0);
                if to == from {
                    continue;
                }
                let after = self.moved(&[(unit, to)]);
                let value = self.value;
                self.accept(&[(unit, to)], after, value);
            }
        }
    }

    /// Where a unit is wanted most of all places that it can get to.
    fn best_place(
        &self,
        unit: UnitId,
        from: Cell,
        pulls: &[f64; LANDMARKS_MAX],
        marks: &[Mark],
        fords: &[(Cell, f64)],
    ) -> Cell {
        let controlled = self.now.controlled_by(self.scene.desk.battle, self.scene.side.other());
        let score = |cell: Cell| {
            let gun = if marks.is_empty() { 0.0 } else { FIRE * self.aim(unit, cell, marks) };
            let ford = fords.iter().find(|(at, _)| *at == cell).map_or(0.0, |(_, gain)| *gain);
            self.wish(&self.now, pulls, unit, cell) + gun + ford
        };
        let stays = score(from) + LEAST;
        let mut best = (stays, from);
        let open: CellSet = self.reach_of(unit) - controlled;
        for cell in open.iter() {
            if cell == from || !self.has_room(&self.now, unit, cell) {
                continue;
            }
            let wish = score(cell);
            if wish > best.0 {
                best = (wish, cell);
            }
        }
        best.1
    }

    /// What guns could fire at: enemies in the open, away from friends.
    fn marks(&self) -> Vec<Mark> {
        let battle = self.scene.desk.battle;
        let enemy = self.scene.side.other();
        let open = *self.now.occupied(enemy) - battle.ground.cover;
        let clear = open
            .iter()
            .filter(|&cell| !battle.ground.beside(cell).meets(self.now.occupied(self.scene.side)));
        let mark = |cell: Cell| {
            let units = self.now.of_side_at(battle, enemy, cell);
            let defence = units.iter().map(|unit| 2 * self.now.strength(battle, unit)).sum();
            Mark { cell, defence, worth: self.scene.harm(&self.now, units, cell, 1.0, 0.0) }
        };
        clear.map(mark).collect()
    }

    /// What a gun could do to the best of its marks from a hex.
    fn aim(&self, gun: UnitId, from: Cell, marks: &[Mark]) -> f64 {
        let battle = self.scene.desk.battle;
        let range = battle.unit(gun).range;
        let range = match battle.ground.elevated.contains(from) {
            true => range.elevated,
            false => range.level,
        };
        let attack = 2 * self.now.strength(battle, gun);
        let mut best = 0.0;
        for mark in marks {
            let distance = battle.grid().distance(from, mark.cell);
            if distance > usize::from(range)
                || distance == 1 && battle.ground.beside(mark.cell).iter().any(|cell| cell == from)
                || !battle.sight.is_clear(from, mark.cell)
            {
                continue;
            }
            let column = battle.facts.results.column(attack, mark.defence.max(1));
            let chances = &self.scene.desk.survey.columns[usize::from(column.0)];
            let hits = chances.exchange + chances.defender_loses + 0.3 * chances.driven;
            let hits = if distance >= usize::from(battle.facts.far) { 0.6 * hits } else { hits };
            best = f64::max(best, hits * mark.worth);
        }
        best
    }

    /// What a unit gains by the best move it has, beside to stay where it is.
    pub fn gain_of_moving(&self, unit: UnitId) -> f64 {
        let Some(from) = self.now.cell(unit) else { return 0.0 };
        if is_done(&self.now, unit) {
            return 0.0;
        }
        let pulls = self.pulls(&self.scene.balance);
        let to = self.best_place(unit, from, &pulls, &[], &[]);
        self.wish(&self.now, &pulls, unit, to) - self.wish(&self.now, &pulls, unit, from)
    }
}
