//! [GT 8.2, 8.6, 8.8] Losses, and what follows from them: fatigue, leaders, disruption, rout,
//! elimination.

use atlas::battle::{Arm, Mode};

use super::battle::Battle;
use super::combat::Combat;
use super::distribution::{MOST_HIT, Shares};
use super::event::{Event, Purpose};
use super::ids::UnitId;
use super::state::{Place, Unit};
use crate::dice::Dice;

/// What one unit has just lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    pub unit: UnitId,
    /// Men lost; of artillery the points against it, whether or not they took guns.
    pub points: u32,
    /// Men or guns before.
    pub before: u16,
    /// Men or guns lost.
    pub lost: u16,
}

/// [GT 8.2?] Guns that points against artillery take: one for every 25, and the chance in a hundred
/// of one more (D-55).
pub(super) fn guns_taken(battle: &Battle, points: u32) -> (u16, u32) {
    let each = u32::from(battle.tables.points_per_gun);
    ((points / each).min(u16::MAX.into()) as u16, points % each * 100 / each)
}

/// [GT-T 4.0] The fatigue of casualties: a point for two men; of large units proportionately less
/// (D-65). Artillery: a point for two against it [GT 8.2].
pub(super) fn fatigue_of(battle: &Battle, loss: &Loss) -> u32 {
    let table = &battle.tables.fatigue;
    let before = u32::from(loss.before);
    if battle.unit(loss.unit).is_artillery() || before < table.proportional_from {
        return loss.points / table.casualty_divisor;
    }
    loss.points * table.proportional_rate / before.min(table.proportional_to)
}

/// [GT 8.8] The chance that a loss disrupts a unit as it is now: about 40 in a hundred for every
/// hundred casualties. Whoever is routed or disrupted is not asked; the basic game has no
/// disruption.
pub(super) fn disruption_chance(battle: &Battle, now: &Unit, loss: &Loss) -> u32 {
    if battle.options.basic() || now.routed || now.disrupted {
        return 0;
    }
    loss.points * battle.tables.morale.disruption / 100
}

/// [GT 8.6] The chance that a unit routs that has taken losses and is now like this: few men for
/// certain, poor morale by chance.
pub(super) fn rout_chance(battle: &Battle, unit: UnitId, now: &Unit) -> u32 {
    let (table, facts) = (&battle.tables.morale, battle.unit(unit));
    let few = !facts.is_artillery() && now.strength < table.rout_men;
    let morale = i32::from(facts.effectiveness) - i32::from(now.fatigue);
    match () {
        () if now.routed => 0,
        () if few => 100,
        () if morale < table.rout_below => table.rout_chance.into(),
        () => 0,
    }
}

impl<D: Dice + ?Sized> Combat<'_, D> {
    /// Takes off all losses of a shot or a melee, then draws what follows, unit by unit (D-83).
    pub fn strike(&mut self, shares: &Shares, by_guns: bool) {
        let mut losses = [None; MOST_HIT];
        for (slot, share) in losses.iter_mut().zip(shares.all()) {
            *slot = Some(self.take_off(share.unit, share.points, by_guns));
        }
        losses.iter().flatten().for_each(|loss| self.after_loss(loss));
    }

    /// Takes a share off a unit. Artillery loses guns to artillery alone [GT 8.2].
    fn take_off(&mut self, unit: UnitId, points: u32, by_guns: bool) -> Loss {
        let before = self.state.unit(unit).strength;
        if !self.battle.unit(unit).is_artillery() {
            let lost = points.min(before.into()) as u16;
            self.deduct(unit, lost);
            return Loss { unit, points: lost.into(), before, lost };
        }
        let lost = if by_guns { self.guns_hit(points).min(before) } else { 0 };
        self.deduct(unit, lost);
        Loss { unit, points, before, lost }
    }

    /// [GT 8.2?] Guns lost to fire, with the draw for one more (D-55).
    fn guns_hit(&mut self, points: u32) -> u16 {
        let (sure, rest) = guns_taken(self.battle, points);
        sure.saturating_add(self.chance(Purpose::Gun, rest).into())
    }

    /// Takes men or guns off a unit and counts them for the enemy [GT 10.1].
    fn deduct(&mut self, unit: UnitId, lost: u16) {
        let facts = self.battle.unit(unit);
        self.state.unit_mut(unit).strength -= lost;
        let count = &mut self.state.losses[facts.side];
        *match facts.arm {
            Arm::Infantry => &mut count.infantry,
            Arm::Cavalry => &mut count.cavalry,
            Arm::Artillery => &mut count.guns,
        } += u32::from(lost);
    }

    /// What follows a loss: fatigue, leaders, disruption, rout, in this order. Of a unit that is no
    /// more only its leaders are in question.
    fn after_loss(&mut self, loss: &Loss) {
        let unit = loss.unit;
        let destroyed = self.state.unit(unit).strength == 0;
        if !destroyed {
            let fatigue = fatigue_of(self.battle, loss);
            self.state.unit_mut(unit).tire(fatigue);
        }
        self.tell_loss(unit, loss.lost);
        self.risk_leaders(loss);
        if destroyed {
            return self.eliminate(unit);
        }
        self.check_disruption(loss);
        self.check_rout(unit);
    }

    fn tell_loss(&mut self, unit: UnitId, losses: u16) {
        let Some(at) = self.state.cell(unit) else { return };
        let (fatigue, eyes) = (self.state.unit(unit).fatigue, self.eyes(unit));
        self.events.push(Event::Lost { unit, at, losses, fatigue, eyes });
    }

    /// [GT 8.8] Whether a loss disrupts a unit.
    fn check_disruption(&mut self, loss: &Loss) {
        let chance = disruption_chance(self.battle, self.state.unit(loss.unit), loss);
        if self.chance(Purpose::Disrupts, chance) {
            let now = self.state.unit_mut(loss.unit);
            now.disrupted = true;
            now.clear_plots();
            let eyes = self.eyes(loss.unit);
            self.events.push(Event::Disrupted { unit: loss.unit, eyes });
        }
    }

    /// [GT 8.6] Whether a unit routs that has taken losses.
    fn check_rout(&mut self, unit: UnitId) {
        let chance = rout_chance(self.battle, unit, self.state.unit(unit));
        if self.chance(Purpose::Routs, chance) {
            self.rout(unit);
        }
    }

    /// [GT 8.6] A unit routs: it forgets its plots and its works, falls out of column, and
    /// retreats.
    pub fn rout(&mut self, unit: UnitId) {
        self.state.set_routed(self.battle, unit, true);
        let infantry = self.battle.unit(unit).arm == Arm::Infantry;
        let now = self.state.unit_mut(unit);
        now.clear_plots();
        now.fort = 0;
        if infantry && !self.battle.options.basic() {
            now.mode = Mode::Normal;
        }
        let eyes = self.eyes(unit);
        self.events.push(Event::Routed { unit, eyes });
        self.retreat(unit, self.battle.tables.morale.rout_squares, &[]);
    }

    /// [GT 8.5?] A rout meets the enemy: one man in ten, or one gun; tired, but nothing else
    /// (D-64).
    pub fn suffer_trap(&mut self, unit: UnitId) {
        let before = self.state.unit(unit).strength;
        let guns = self.battle.unit(unit).is_artillery();
        let lost = if guns { 1 } else { before.div_ceil(self.battle.tables.morale.trapped) };
        self.deduct(unit, lost.min(before));
        if self.state.unit(unit).strength > 0 && !guns {
            let loss = Loss { unit, points: lost.into(), before, lost };
            let fatigue = fatigue_of(self.battle, &loss);
            self.state.unit_mut(unit).tire(fatigue);
        }
        self.tell_loss(unit, lost.min(before));
        if self.state.unit(unit).strength == 0 {
            self.eliminate(unit);
        }
    }

    /// [GT 8.5?] Guns that leave a melee lose a quarter of their number, one at least (D-61, D-85).
    /// Whether any are left.
    pub fn abandon_guns(&mut self, unit: UnitId) -> bool {
        let before = self.state.unit(unit).strength;
        let lost = (before / self.battle.tables.melee.guns_lost).max(1).min(before);
        self.deduct(unit, lost);
        self.tell_loss(unit, lost);
        if lost == before {
            self.eliminate(unit);
        }
        lost < before
    }

    /// A unit is no more: whatever it still had counts as lost, and its leaders go elsewhere.
    pub fn eliminate(&mut self, unit: UnitId) {
        let Some(at) = self.state.cell(unit) else { return };
        let eyes = self.eyes(unit);
        self.deduct(unit, self.state.unit(unit).strength);
        self.state.lift(self.battle, unit, Place::Eliminated);
        self.events.push(Event::Eliminated { unit, at, eyes });
        self.rehome_leaders(unit, at);
    }
}
