//! [GT 7.10, 7.11] Works and forced marches, where they pay.

use field::Cell;
use rules::grand_tactical::movement;
use rules::grand_tactical::{Action, UnitId};

use super::desk::{Desk, Why};
use super::march::Mind;
use super::temper::Stance;

/// Who waits for an enemy as near as this, in squares, and not nearer, digs in.
const COMES_FROM: std::ops::RangeInclusive<u8> = 4..=12;
/// More levels cost more rest than they save.
const ENOUGH_WORKS: u8 = 3;
/// Who is as tired as this rests instead.
const TOO_TIRED_TO_DIG: u8 = 25;
/// So many phases before the end, at the most, a forced march is thought of.
const LATE: u32 = 0;
/// The most points that a unit presses out of itself.
const MOST_PRESSED: u8 = 7;
/// Who presses on keeps at least this morale.
const STILL_STEADY: i32 = 25;

impl Desk<'_> {
    /// [GT 7.11] Whoever waits where the enemy will come digs in, while nobody shoots at him.
    pub fn dig(&mut self) {
        let enough = u32::from(self.battle.tables.costs.fortify);
        let most = u32::from(self.battle.tables.points.in_command)
            + u32::from(self.battle.tables.points.carried_over);
        if !self.battle.options.advanced() || enough > most || self.phases_left() < 2 {
            return;
        }
        for unit in self.battle.of_side(self.side).iter() {
            if self.had_better_dig(unit) {
                self.give(Action::Fortify { unit }, Why::Dig);
            }
        }
    }

    fn had_better_dig(&self, unit: UnitId) -> bool {
        let (now, scene) = (self.state.unit(unit), &self.room.scene);
        let Some(at) = now.cell() else { return false };
        let index = at.index();
        let waits = match self.stance(unit) {
            Stance::Hold => true,
            Stance::Usual => self.defends(),
            Stance::Attack | Stance::Withdraw => false,
        };
        waits
            && now.moved == 0
            && !now.disrupted
            && now.fort < ENOUGH_WORKS
            && now.fatigue <= TOO_TIRED_TO_DIG
            && COMES_FROM.contains(&scene.near[index])
            && scene.small[index] + scene.shells[index] < 1.0
    }

    /// What is left of fire at a unit behind the works it has, if it stays there.
    pub(super) fn works(&self, unit: UnitId) -> f32 {
        let level = f32::from(self.state.unit(unit).fort);
        1.0 - level * f32::from(self.battle.tables.modifiers.fortification) / 100.0
    }

    /// [GT 7.10] Presses a unit on, at the end of the day, where that brings it to an objective that it does not reach
    /// otherwise and that is worth the fatigue. Without, it would go to a square that scores so much; whether it went.
    pub(super) fn press_on(
        &mut self,
        unit: UnitId,
        mind: &Mind,
        from: Cell,
        (without, instead): (f32, Cell),
    ) -> bool {
        if !self.is_worth_pressing(unit, from) {
            return false;
        }
        let (state, count) = (self.state, self.room.orders.len());
        let had = state.unit(unit).op;
        let most = (0..MOST_PRESSED)
            .take_while(|_| {
                self.state.morale(self.battle, unit) >= STILL_STEADY
                    && self.give(Action::ForceMarch { unit }, Why::Press)
            })
            .count() as u8;
        self.room.reach.search(self.battle, &self.state, unit);
        let pressed = *self.state.unit(unit);
        let price = self.price_of_a_point(mind);
        let held = self.objective(unit, instead) + 1.0;
        let mut best: Option<(f32, u8, Cell)> = None;
        for index in 0..self.room.reach.len() {
            let Some((cell, squares)) = self.room.reach.nth(index) else { continue };
            let Some((cost, _)) = self.room.reach.cost(cell) else { continue };
            // What lies nearer was weighed already.
            if cost <= had || cost > had + most || self.objective(unit, cell) <= held {
                continue;
            }
            let score = self.weigh(unit, &pressed, mind, cell, cost, squares)
                - price * f32::from(cost - had);
            if score > without + 0.01 && best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, cost - had, cell));
            }
        }
        (self.state, _) = (state, self.room.orders.truncate(count));
        let Some((_, points, to)) = best else { return false };
        for _ in 0..points {
            self.give(Action::ForceMarch { unit }, Why::Press);
        }
        self.room.reach.search(self.battle, &self.state, unit);
        let why = self.why(unit, mind, from, to);
        self.send(unit, to, why)
    }

    /// What a point of a forced march costs: less fire for as long as the fatigue lasts.
    fn price_of_a_point(&self, mind: &Mind) -> f32 {
        let shots = 2.0 * self.phases_left().min(2) as f32;
        let tires = f32::from(self.battle.tables.fatigue.force_march);
        0.5 + mind.volley[0] * tires / 100.0 * shots
    }

    /// Whether something that scores, or must be guarded, is just out of reach.
    fn is_worth_pressing(&self, unit: UnitId, from: Cell) -> bool {
        let now = self.state.unit(unit);
        if self.battle.options.basic() || self.phases_left() > LATE {
            return false;
        }
        if movement::may_move(self.battle, &self.state, unit).is_err() {
            return false;
        }
        let reach = u16::from(now.op) + u16::from(MOST_PRESSED);
        self.battle.objectives.iter().enumerate().any(|(index, goal)| {
            let far = self.ground.to_objective[index][from.index()];
            let wanted = goal.side == self.side || self.room.threats[index] > 0.0;
            wanted && far > 0 && far <= reach + 4
        })
    }

    /// [GT 7.10] In a side's last phase nobody needs to be fresh any more: whoever has a target fires with more time as
    /// long as that gains more than the fatigue takes from the shot.
    pub fn spend_the_last(&mut self) {
        if self.battle.options.basic() || self.phases_left() > 0 {
            return;
        }
        for unit in self.battle.of_side(self.side).iter() {
            while self.gains_by_fatigue(unit) && self.give(Action::ForceMarch { unit }, Why::Press)
            {
            }
        }
    }

    fn gains_by_fatigue(&self, unit: UnitId) -> bool {
        let now = self.state.unit(unit);
        if now.cell().is_none() || now.routed || now.fire.is_none() {
            return false;
        }
        let tires = u32::from(self.battle.tables.fatigue.force_march);
        let steady = self.state.morale(self.battle, unit) - tires as i32 >= STILL_STEADY;
        let least = u32::from(self.battle.tables.modifiers.least_battle_time);
        let shot = |op: u32, tired: u32| op.max(least) * 100u32.saturating_sub(tired);
        let (op, tired) = (u32::from(now.op), u32::from(now.fatigue));
        steady && shot(op + 1, tired + tires) > shot(op, tired)
    }
}
