//! Assaults prepared by moves: whom to strike, from where, with how many; and who had better break off.

use atlas::battle::Arm;
use field::{Cell, CellSet, Grid};
use rules::brigade::State;
use rules::ids::{UnitId, UnitSet};

use super::plan::Planner;

/// What an assault may cost that a plan is urged to.
const URGED: f64 = 0.5;
/// What a proposal must gain to be taken.
const LEAST: f64 = 0.004;

/// Moves that prepare an assault, where they lead, and what that promises.
type Strike = (Vec<(UnitId, Cell)>, State, f64);

impl Planner<'_, '_, '_> {
    /// Takes one assault after another into the plan for as long as the whole gets better.
    pub fn strike(&mut self) {
        let urged = self.intent.urge;
        for target in urged.iter() {
            if let Some((moves, after, value)) = self.best_strike(target)
                && value > self.value - URGED
            {
                self.accept(&moves, after, value);
                self.look_around();
            }
        }
        for _ in 0..self.manner.rounds {
            let mut gains: Vec<(f64, Cell)> = Vec::new();
            for target in self.tempting() {
                if self.effort.is_over() {
                    return;
                }
                if let Some((_, _, value)) = self.best_strike(target)
                    && value > self.value + LEAST
                {
                    gains.push((value - self.value, target));
                }
            }
            gains.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut any = false;
            for (index, &(_, target)) in gains.iter().enumerate() {
                // Nothing has changed before the first.
                if self.effort.is_over() && index > 0 {
                    return;
                }
                if let Some((moves, after, value)) = self.best_strike(target)
                    && value > self.value + LEAST + self.manner.least
                {
                    self.accept(&moves, after, value);
                    self.look_around();
                    any = true;
                }
            }
            if !any {
                return;
            }
        }
    }

    /// Strikes whatever can be struck at two to one.
    pub fn strike_by_thumb(&mut self) {
        for target in self.tempting() {
            let sent = self.muster(target, false);
            let (enough, _) = self.sizes(target, &sent);
            if enough > 0 && self.is_enough(target, &sent[..enough]) {
                let moves = sent[..enough].to_vec();
                let after = self.moved(&moves);
                let value = self.value;
                self.effort.spend(1);
                self.accept(&moves, after, value);
            }
        }
    }

    /// The enemy hexes that somebody can get next to, the most promising first.
    fn tempting(&self) -> Vec<Cell> {
        let battle = self.scene.desk.battle;
        let foot = self.able.without(battle.guns());
        let mut reach = CellSet::EMPTY;
        for (unit, cells) in &self.reaches {
            if foot.contains(*unit) {
                reach |= *cells;
            }
        }
        let enemies = state_enemies(self) - self.intent.shun;
        let mut found: Vec<(f64, Cell)> = Vec::new();
        for cell in enemies.iter() {
            let near = battle.ground.around(cell).within(&reach);
            if near.is_empty() {
                continue;
            }
            let there = self.now.of_side_at(battle, self.scene.side.other(), cell);
            let defence: f64 =
                there.iter().map(|unit| f64::from(self.now.strength(battle, unit))).sum();
            let cover = if battle.ground.cover.contains(cell) { 2.0 } else { 1.0 };
            let worth: f64 = there.iter().map(|unit| self.scene.step_worth(&self.now, unit)).sum();
            let room = near.iter().count() as f64;
            let score = self.scene.prize_at(cell) + (worth + 0.1) * room / (1.0 + cover * defence);
            found.push((score, cell));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(self.manner.targets);
        found.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The best way to strike a hex: the moves, where they lead and what that promises.
    fn best_strike(&mut self, target: Cell) -> Option<Strike> {
        let mut best: Option<Strike> = None;
        let mut tried: Vec<Vec<(UnitId, Cell)>> = Vec::new();
        let ways: &[bool] = if self.manner.around { &[false, true] } else { &[false] };
        for &around in ways {
            let sent = self.muster(target, around);
            let (enough, all) = self.sizes(target, &sent);
            for count in [enough, all] {
                let moves = sent[..count].to_vec();
                if count == 0 || tried.contains(&moves) {
                    continue;
                }
                let after = self.moved(&moves);
                let value = self.judge(&after, &moves);
                self.effort.spend(1);
                if best.as_ref().is_none_or(|(_, _, known)| value > *known) {
                    best = Some((moves.clone(), after, value));
                }
                tried.push(moves);
            }
        }
        best
    }

    /// Whether those who are sent and those who are there make two to one, whatever the ground.
    fn is_enough(&self, target: Cell, sent: &[(UnitId, Cell)]) -> bool {
        let battle = self.scene.desk.battle;
        let there = self.now.of_side_at(battle, self.scene.side.other(), target);
        let defence: u32 = there.iter().map(|unit| self.now.strength(battle, unit)).sum();
        let cover = if battle.ground.cover.contains(target) { 2 } else { 1 };
        let halved = |&(unit, cell): &(UnitId, Cell)| {
            let over = battle.ground.water_between(cell, target, self.now.ford).is_crossing();
            self.now.strength(battle, unit) / if over { 2 } else { 1 }
        };
        let attack: u32 = sent.iter().map(halved).sum();
        attack >= 2 * cover * defence
    }

    /// How many of those who can be sent make two to one, and how many make four.
    fn sizes(&self, target: Cell, sent: &[(UnitId, Cell)]) -> (usize, usize) {
        let battle = self.scene.desk.battle;
        let there = self.now.of_side_at(battle, self.scene.side.other(), target);
        let defence: u32 = there.iter().map(|unit| self.now.strength(battle, unit)).sum();
        let cover = battle.ground.cover.contains(target);
        let mut attack = 0;
        for cell in battle.ground.around(target).within(self.now.occupied(self.scene.side)).iter() {
            let free = self.now.units_at(cell).without(battle.guns());
            attack += free.iter().map(|unit| self.now.strength(battle, unit)).sum::<u32>();
        }
        let all_covered = sent.iter().all(|&(_, cell)| battle.ground.cover.contains(cell));
        let defence = if cover && !all_covered { 2 * defence } else { defence };
        let (mut enough, mut all) = (0, 0);
        for (index, &(unit, _)) in sent.iter().enumerate() {
            if attack < 2 * defence {
                enough = index + 1;
            }
            if attack < 4 * defence {
                all = index + 1;
            }
            attack += self.now.strength(battle, unit);
        }
        (enough, all)
    }

    /// Who could be sent next to a hex, and where to: the best places first, or all around it; to each the strongest
    /// who gets there.
    fn muster(&self, target: Cell, around: bool) -> Vec<(UnitId, Cell)> {
        let battle = self.scene.desk.battle;
        let (side, enemies) = (self.scene.side, state_enemies(self));
        let mut places: Vec<(i32, Cell)> = Vec::new();
        for cell in battle.ground.around(target).iter() {
            let water = battle.ground.water_between(cell, target, self.now.ford);
            if enemies.contains(cell) || water == rules::brigade::ground::Water::Creek {
                continue;
            }
            let others =
                battle.ground.zone(cell).within(&enemies).iter().filter(|&hex| hex != target);
            let cover = i32::from(battle.ground.cover.contains(cell));
            let halved = i32::from(water.is_crossing());
            places.push((3 * others.count() as i32 + 4 * halved - 2 * cover, cell));
        }
        places.sort_unstable();
        let mut sent: Vec<(UnitId, Cell)> = Vec::new();
        let mut used = UnitSet::EMPTY;
        if around {
            surround(battle.grid(), &mut places);
        }
        for (_, cell) in places {
            let mine = self.now.of_side_at(battle, side, cell).without(battle.guns());
            if !mine.is_empty() {
                continue;
            }
            let comes = |unit: UnitId, cells: &CellSet| {
                let printed = battle.unit(unit);
                let arm = printed.arm == Arm::Infantry
                    || printed.arm == Arm::Cavalry && !battle.ground.cover.contains(target);
                arm && !used.contains(unit)
                    && cells.contains(cell)
                    && self.has_room(&self.now, unit, cell)
                    && battle.grid().distance(self.now.cell(unit).unwrap_or(target), target) > 1
            };
            let best = self
                .reaches
                .iter()
                .filter(|(unit, cells)| comes(*unit, cells))
                .max_by_key(|(unit, _)| (self.now.strength(battle, *unit), u8::MAX - unit.0));
            if let Some(&(unit, _)) = best {
                used.insert(unit);
                sent.push((unit, cell));
            }
        }
        sent
    }

    /// Brigades in contact that had better not be leave it.
    pub fn break_off(&mut self) {
        let battle = self.scene.desk.battle;
        let enemies = state_enemies(self);
        let in_contact: Vec<UnitId> = self
            .able
            .iter()
            .filter(|&unit| {
                self.now.cell(unit).is_some_and(|cell| battle.ground.around(cell).meets(&enemies))
            })
            .collect();
        for unit in in_contact {
            if self.effort.is_over() {
                return;
            }
            let pulls = self.pulls(&self.scene.balance);
            let controlled =
                self.now.controlled_by(self.scene.desk.battle, self.scene.side.other());
            let mut places: Vec<(f64, Cell)> = self
                .reach_of(unit)
                .iter()
                .filter(|&cell| !controlled.contains(cell) && self.has_room(&self.now, unit, cell))
                .filter(|&cell| Some(cell) != self.now.cell(unit))
                .map(|cell| (self.wish(&self.now, &pulls, unit, cell), cell))
                .collect();
            places.sort_by(|a, b| b.0.total_cmp(&a.0));
            for &(_, cell) in places.iter().take(2) {
                let moves = [(unit, cell)];
                let after = self.moved(&moves);
                let value = self.judge(&after, &moves);
                self.effort.spend(1);
                if value > self.value + LEAST {
                    self.accept(&moves, after, value);
                    self.look_around();
                    break;
                }
            }
        }
    }
}

/// Puts places in such an order that each lies as far as may be from those before it.
fn surround(grid: &Grid, places: &mut [(i32, Cell)]) {
    for index in 1..places.len() {
        let (before, rest) = places.split_at_mut(index);
        let apart = |cell: Cell| before.iter().map(|(_, at)| grid.distance(cell, *at)).min();
        let farthest = (0..rest.len()).max_by_key(|&at| (apart(rest[at].1), rest.len() - at));
        rest.swap(0, farthest.unwrap_or(0));
    }
}

fn state_enemies(planner: &Planner<'_, '_, '_>) -> CellSet {
    *planner.now.occupied(planner.scene.side.other())
}
