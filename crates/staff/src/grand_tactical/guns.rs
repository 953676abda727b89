//! Where guns go: to where they hit most for what it costs to stand there, and never alone before infantry.

use atlas::battle::Mode;
use field::Cell;
use rules::grand_tactical::movement::{self, mode_cost};
use rules::grand_tactical::state::Unit;
use rules::grand_tactical::{Action, Battle, UnitId, sight};

use super::desk::{Desk, Why};
use super::scene::{volley, worth};
use super::temper::Stance;

/// Guns look no farther for targets when they choose a place.
const LOOK: usize = 10;
/// A place must promise so many times what the present one does before guns are limbered for it.
const WORTH_THE_WAY: f32 = 1.6;
/// Points for a level of height: it is seen farther from there than the enemies of the moment stand.
const HEIGHT: f32 = 1.5;

/// What a place promises guns.
#[derive(Clone, Copy, Debug, Default)]
struct Promise {
    /// Points of one full volley at the best target.
    fire: f32,
    /// Points that the enemy costs them there.
    loss: f32,
    /// What else speaks for it.
    more: f32,
}

impl Promise {
    fn score(&self, temper_gain: f32, caution: f32) -> f32 {
        2.0 * temper_gain * self.fire - caution * self.loss + self.more
    }
}

/// What a battery can do, worked out once for all squares that it might go to.
struct Battery {
    /// Casualties of a volley by range; nothing beyond what it looks at.
    volleys: [f32; LOOK + 1],
    /// How far it shoots.
    reach: usize,
}

impl Battery {
    fn of(battle: &Battle, unit: UnitId, now: &Unit) -> Battery {
        let silent = if !now.ammo || now.disrupted { 0.2 } else { 1.0 };
        let mut volleys = [0.0; LOOK + 1];
        for (range, casualties) in volleys.iter_mut().enumerate().skip(1) {
            *casualties = volley(battle, now, unit, range) * silent;
        }
        let reach = battle.tables.weapons.reach(battle.unit(unit).weapon).min(LOOK);
        Battery { volleys, reach }
    }
}

impl Desk<'_> {
    /// Moves the guns, after those who cover them.
    pub fn lead_guns(&mut self) {
        let own = self.battle.of_side(self.side);
        for unit in own.iter().filter(|&unit| self.battle.unit(unit).is_artillery()) {
            let Some(from) = self.state.cell(unit) else { continue };
            if self.state.unit(unit).routed {
                self.give_way(unit, from);
            } else if self.battle.options.basic() {
                self.place_basic(unit, from);
            } else {
                self.place_limbering(unit, from);
            }
        }
    }

    /// Routed guns leave the enemy's reach.
    fn give_way(&mut self, unit: UnitId, from: Cell) {
        if movement::may_move(self.battle, &self.state, unit).is_err() {
            return;
        }
        self.room.reach.search(self.battle, &self.state, unit);
        let scene = &self.room.scene;
        let fire = |cell: Cell| scene.small[cell.index()] + scene.shells[cell.index()];
        let key = |cell: Cell| (fire(cell), 255 - scene.near[cell.index()]);
        let mut best = (key(from), from);
        for (cell, ..) in self.room.reach.squares() {
            let this = key(cell);
            if this.0 < best.0.0 - 0.1 || (this.0 <= best.0.0 && this.1 < best.0.1) {
                best = (this, cell);
            }
        }
        if best.1 != from && scene.near[from.index()] <= 5 {
            self.send(unit, best.1, Why::Withdraw);
        }
    }

    /// The best place that the last search reached, with what it promises.
    fn best_place(&self, unit: UnitId, now: &Unit, reserve: u8) -> Option<(Promise, Cell)> {
        let mut best: Option<(f32, Promise, Cell)> = None;
        let battery = Battery::of(self.battle, unit, now);
        for (cell, cost, _) in self.room.reach.squares() {
            let promise = self.promise(unit, now, &battery, cell);
            let late = if now.op.saturating_sub(cost) < reserve { 0.6 } else { 1.0 };
            let promise = Promise { fire: promise.fire * late, ..promise };
            let score = self.score(&promise);
            if best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, promise, cell));
            }
        }
        best.map(|(_, promise, cell)| (promise, cell))
    }

    fn score(&self, promise: &Promise) -> f32 {
        let temper = self.temper();
        promise.score(temper.gain, temper.caution * self.sparing())
    }

    /// In the basic game guns that moved do not fire in the combat that follows, but in the enemy's.
    fn place_basic(&mut self, unit: UnitId, from: Cell) {
        if movement::may_move(self.battle, &self.state, unit).is_err() {
            return;
        }
        let now = *self.state.unit(unit);
        let stay = self.promise_here(unit, &now, from);
        self.room.reach.search(self.battle, &self.state, unit);
        let Some((go, to)) = self.best_place(unit, &now, 0) else { return };
        let moved = self.score(&Promise { fire: 0.7 * go.fire, ..go });
        if moved > self.score(&stay) + 1.0 {
            self.send(unit, to, Why::Guns);
        }
    }

    /// Beyond the basic game guns are limbered to move and unlimbered to fire.
    fn place_limbering(&mut self, unit: UnitId, from: Cell) {
        let now = *self.state.unit(unit);
        let stay = self.promise_here(unit, &now, from);
        let limbered = now.mode == Mode::Limbered;
        let active = rules::grand_tactical::activation::is_active(self.battle, &self.state, unit)
            || !limbered;
        if limbered {
            let fires = stay.fire > 4.0 && stay.loss < stay.fire * 3.0;
            if fires && self.give(Action::Mode { unit }, Why::Guns) {
                return;
            }
            if active {
                self.drive(unit, &now, &stay);
            }
            return;
        }
        self.limber_for_better(unit, now, &stay);
    }

    /// Limbered guns go to the best place, and unlimber there if there is time and somebody to shoot at.
    fn drive(&mut self, unit: UnitId, now: &Unit, stay: &Promise) {
        self.room.reach.search(self.battle, &self.state, unit);
        let Some((go, to)) = self.best_place(unit, now, 4) else { return };
        if self.score(&go) > self.score(stay) + 0.5 {
            self.send(unit, to, Why::Guns);
        }
        let after = *self.state.unit(unit);
        let Some(cell) = after.cell() else { return };
        let near = self.room.scene.near[cell.index()];
        let shoots = self.promise_here(unit, &after, cell).fire > 2.0;
        if (shoots || near <= 4) && after.op >= mode_cost(self.battle, &self.state, unit) {
            self.give(Action::Mode { unit }, Why::Guns);
        }
    }

    /// Guns in position leave it for one that is much better, or to save themselves.
    fn limber_for_better(&mut self, unit: UnitId, now: Unit, stay: &Promise) {
        let active = rules::grand_tactical::activation::may_move(self.battle, &self.state, unit);
        let cost = mode_cost(self.battle, &self.state, unit);
        if active.is_err() || now.op < cost {
            return;
        }
        // Tried on a copy: what it could reach if it were limbered.
        let (state, count) = (self.state, self.room.orders.len());
        if !self.give(Action::Mode { unit }, Why::Guns) {
            return;
        }
        let limbered = *self.state.unit(unit);
        self.room.reach.search(self.battle, &self.state, unit);
        let best = self.best_place(unit, &limbered, 4);
        let here = self.score(stay);
        let moves = best.is_some_and(|(go, _)| {
            let there = self.score(&Promise { fire: 0.6 * go.fire, ..go });
            there > here + 6.0 && (here <= 0.0 || there > here * WORTH_THE_WAY)
        });
        match best.filter(|_| moves) {
            Some((_, to)) => {
                self.send(unit, to, Why::Guns);
            }
            None => {
                self.state = state;
                self.room.orders.truncate(count);
            }
        }
    }

    /// What the square where they are promises guns.
    fn promise_here(&self, unit: UnitId, now: &Unit, at: Cell) -> Promise {
        self.promise(unit, now, &Battery::of(self.battle, unit, now), at)
    }

    /// What a square promises guns.
    fn promise(&self, unit: UnitId, now: &Unit, battery: &Battery, at: Cell) -> Promise {
        let (battle, scene) = (self.battle, &self.room.scene);
        let limit = sight::limit(battle, self.state.turn, at).min(battery.reach);
        let mut fire: f32 = 0.0;
        if usize::from(scene.near[at.index()]) <= limit {
            for target in &scene.targets {
                let range = battle.distance(at, target.cell);
                if range == 0 || range > limit {
                    continue;
                }
                let pay = target.pays[if range == 1 { 2 } else { 1 }];
                let most = battery.volleys[range] * target.factor * pay;
                if 1.5 * most <= fire {
                    continue;
                }
                let points = most * target.flanked_from(battle, at);
                if points > fire && sight::clear(battle, &self.state, at, target.cell) {
                    fire = points;
                }
            }
        }
        let index = at.index();
        Promise { fire, loss: self.guns_lost(unit, now, at), more: self.lie(unit, index) }
    }

    /// Points that the enemy's fire, and his infantry, cost guns in a square.
    fn guns_lost(&self, unit: UnitId, now: &Unit, at: Cell) -> f32 {
        let (battle, scene, index) = (self.battle, &self.room.scene, at.index());
        let cover = self.cover(at);
        let [by_guns, by_men] = [true, false].map(|guns| worth(battle, now, unit, guns));
        let fire = scene.shells[index] * by_guns + scene.small[index] * by_men;
        let shared = if cover > 0.0 { 0.3 } else { 1.0 };
        let fire = fire * self.ground.cover[index] * 0.6 * shared;
        let guns = f32::from(now.strength);
        let over = scene.menace[index] - 1.3 * cover - 10.0 * guns;
        let stormed = (over / 500.0 + 0.2).clamp(0.0, 1.0).min(scene.menace[index] / 300.0);
        // What retreats from a melee leaves a quarter behind; what routs there may be lost altogether.
        let lost = if battle.options.basic() { 0.45 } else { 0.3 };
        let taken = guns * lost * battle.tables.score.gun as f32;
        fire + self.temper().guns * stormed * taken
            / (self.temper().caution * self.sparing()).max(0.1)
    }

    /// Men who cover guns in a square: all who stand there, and half of those beside it.
    fn cover(&self, at: Cell) -> f32 {
        let men = |cell: Cell| -> f32 {
            let own = self.state.stack(cell).filter(|&unit| {
                let facts = self.battle.unit(unit);
                facts.side == self.side && !facts.is_artillery() && !self.state.unit(unit).routed
            });
            own.map(|unit| f32::from(self.state.unit(unit).strength)).sum()
        };
        let beside = self.battle.around(at).within(self.state.occupied(self.side));
        men(at) + 0.4 * beside.iter().map(men).sum::<f32>()
    }

    /// What else speaks for a place: height, friends, and the way to where guns are wanted.
    fn lie(&self, unit: UnitId, index: usize) -> f32 {
        let Some(cell) = Cell::from_index(index) else { return 0.0 };
        let scene = &self.room.scene;
        let level = f32::from(self.battle.ground[cell].level);
        let friends = self.battle.around(cell).within(self.state.occupied(self.side));
        let friends = friends.iter().take(3).count() as f32;
        let pull = match self.stance(unit) {
            Stance::Attack => 1.4,
            Stance::Usual => 0.8,
            Stance::Hold => 0.2,
            Stance::Withdraw => -0.4,
        };
        let covered = self.state.stack(cell).any(|other| {
            self.battle.unit(other).side == self.side && !self.battle.unit(other).is_artillery()
        });
        HEIGHT * level + friends + if covered { 3.0 } else { 0.0 }
            - pull * f32::from(scene.goal[index].min(400)) * self.temper().pull * 0.5
    }
}
