//! [GT 8.2, GT-T 2.0] Fire: what one shot does.
//!
//! Men (or guns) times the rate of the weapon, times fourteen factors in a fixed order, each
//! rounded down (D-02, D-48); at the end half a man counts as one. The order of draws is part of
//! the rules: ammunition, the random modifier, a gun; then, for each unit hit, what follows its
//! losses.

use field::Cell;

use super::battle::Battle;
use super::combat::Combat;
use super::distribution::{Blow, distribute};
use super::event::{Event, FACTORS, Purpose};
use super::factors::{self, WHOLE};
use super::ids::UnitId;
use super::state::State;
use super::{observe, places, sight, targets};
use crate::dice::Dice;

/// Casualties are worked out in thousandths of a man.
const MAN: u64 = 1000;
/// [GT-T 2.0] Small arms: men lost for each hundred men that fire.
const PER_HUNDRED_MEN: u64 = MAN / 100;
/// [GT-T 2.0] Artillery: men lost for each gun.
const PER_GUN: u64 = MAN;

/// A unit about to fire at a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    pub firer: UnitId,
    pub from: Cell,
    pub at: Cell,
    pub range: usize,
    /// [GT-T 2.0] What the weapon does at this range.
    pub rate: u8,
    /// Whose fort, mode and facing count, and who takes three shares.
    pub primary: UnitId,
    /// Whether a defender answers those who are about to melee him.
    answers: bool,
}

/// The factors of a shot in per cent, in the order of [`FACTORS`].
pub(super) type Factors = [u16; FACTORS.len()];

impl Shot {
    /// A shot at a square with units in it; `None` where the weapon does nothing.
    pub fn new(battle: &Battle, state: &State, firer: UnitId, at: Cell) -> Option<Shot> {
        let from = state.cell(firer)?;
        let primary = targets::primary(battle, state, at)?;
        let range = battle.distance(from, at);
        let rate = battle.tables.weapons.rate(battle.unit(firer).weapon, range);
        (rate > 0).then_some(Shot { firer, from, at, range, rate, primary, answers: false })
    }

    /// A shot at a square where nobody is seen, to see what it would do there; `None` where the
    /// weapon does nothing.
    pub fn at_ground(battle: &Battle, state: &State, firer: UnitId, at: Cell) -> Option<Shot> {
        let from = state.cell(firer)?;
        let range = battle.distance(from, at);
        let rate = battle.tables.weapons.rate(battle.unit(firer).weapon, range);
        let shot = Shot { firer, from, at, range, rate, primary: firer, answers: false };
        (rate > 0).then_some(shot)
    }

    /// The factors of such a shot: those of the firer and of the ground.
    pub fn ground_factors(&self, battle: &Battle, state: &State) -> Factors {
        let mut factors = self.factors(battle, state, false, WHOLE);
        let of_target = ["fortification", "flank", "flank_defender", "density"];
        for (factor, name) in factors.iter_mut().zip(FACTORS) {
            if of_target.contains(&name) {
                *factor = WHOLE;
            }
        }
        factors
    }

    /// The same in defensive melee fire.
    pub fn answering(self) -> Shot {
        Shot { answers: true, ..self }
    }

    /// [GT-T 2.0] What the table gives, in thousandths of a man, before any factor.
    pub fn base(&self, battle: &Battle, state: &State) -> u64 {
        let guns = battle.unit(self.firer).is_artillery();
        let each = if guns { PER_GUN } else { PER_HUNDRED_MEN };
        u64::from(state.unit(self.firer).strength) * u64::from(self.rate) * each
    }

    /// [GT-T 8.0, GT-T 9.0, GT-T 10.0] Every factor of the shot, in the order in which they are
    /// applied.
    pub fn factors(&self, battle: &Battle, state: &State, dry: bool, random: u16) -> Factors {
        let firer = self.firer;
        [
            factors::mode(battle, state, firer).fire,
            factors::horse_holders(battle, state, firer).fire,
            self.fatigue(battle, state),
            factors::leaders(battle, state, firer),
            factors::ammunition(battle, dry).fire,
            self.battle_time(battle, state),
            self.fortification(battle, state),
            factors::terrain(battle, state, self.at).fire,
            factors::elevation(battle, self.from, self.at).fire,
            self.flank(battle, state),
            self.flank_to_defender(battle, state),
            self.density(battle, state),
            battle.difficulty(battle.unit(firer).side),
            random,
        ]
    }

    /// [GT 8.10?] A tired unit fires less: a per cent for each point, but a tenth always remains
    /// (D-49).
    fn fatigue(&self, battle: &Battle, state: &State) -> u16 {
        let fatigue = u16::from(state.unit(self.firer).fatigue);
        WHOLE.saturating_sub(fatigue).max(battle.tables.modifiers.least_fatigue_factor)
    }

    /// [GT-T 10.0] Battle time: a tenth for each operation point left, five at the least.
    fn battle_time(&self, battle: &Battle, state: &State) -> u16 {
        let least = battle.tables.modifiers.least_battle_time;
        10 * u16::from(state.unit(self.firer).op.max(least))
    }

    /// [GT 7.11?] Each level of the target's works takes a tenth off (D-53).
    fn fortification(&self, battle: &Battle, state: &State) -> u16 {
        let level = u16::from(state.unit(self.primary).fort);
        WHOLE.saturating_sub(level * battle.tables.modifiers.fortification)
    }

    /// [GT 7.8, 7.9] The target is flanked: on the march, or fired at from where it does not look.
    /// The basic game knows no flanks.
    fn flank(&self, battle: &Battle, state: &State) -> u16 {
        let target = state.unit(self.primary);
        let flanked = places::is_travelling(target.mode)
            || !sight::in_arc(battle, target.facing, self.at, self.from);
        let counts = flanked && !battle.options.basic();
        if counts { battle.tables.modifiers.flank_to_attacker } else { WHOLE }
    }

    /// [GT-T 10.0?] A defender who answers from a flank that he does not look to (D-75).
    fn flank_to_defender(&self, battle: &Battle, state: &State) -> u16 {
        let facing = state.unit(self.firer).facing;
        let flanked = self.answers && !sight::in_arc(battle, facing, self.from, self.at);
        if flanked { battle.tables.modifiers.flank_to_defender } else { WHOLE }
    }

    /// [GT-T 10.0] A per cent more for every twelve men over 650 in the target's square, or less
    /// for every twelve under; 25 at the most. Artillery alone has no density.
    fn density(&self, battle: &Battle, state: &State) -> u16 {
        let table = &battle.tables.modifiers;
        match targets::men(battle, state, self.at) as i32 {
            0 => WHOLE,
            men => {
                let steps = (men - table.density_men) / table.density_step;
                let more = steps.clamp(-table.density_most, table.density_most);
                (i32::from(WHOLE) + more).max(0) as u16
            }
        }
    }

    /// How the casualties are distributed [GT 7.7].
    pub fn blow(&self, battle: &Battle) -> Blow {
        match (battle.unit(self.firer).is_artillery(), self.range) {
            (false, _) => Blow::SmallArms,
            (true, 0 | 1) => Blow::PointBlank,
            (true, _) => Blow::Shelling,
        }
    }
}

/// Applies the factors one after another, each rounded down: thousandths of a man.
pub(super) fn thousandths(base: u64, factors: &Factors) -> u64 {
    factors.iter().fold(base, |v, &p| v * u64::from(p) / u64::from(WHOLE))
}

/// The same, rounded to whole men at the end.
pub(super) fn casualties(base: u64, factors: &Factors) -> u32 {
    ((thousandths(base, factors) + MAN / 2) / MAN).min(u16::MAX.into()) as u32
}

/// [GT 8.9] The chance that a shot uses up the ammunition; the basic game does not count it.
pub(super) fn chance_to_run_dry(battle: &Battle, unit: UnitId) -> u8 {
    let table = &battle.tables.ammunition;
    match (battle.options.basic(), battle.unit(unit).is_artillery()) {
        (true, _) => 0,
        (false, true) => table.guns_run_out,
        (false, false) => table.runs_out,
    }
}

impl<D: Dice + ?Sized> Combat<'_, D> {
    /// [GT 8.2] Fires a shot, with everything that follows from it.
    pub fn fire(&mut self, shot: &Shot) {
        let (battle, firer) = (self.battle, shot.firer);
        let dry = self.chance(Purpose::Ammunition, chance_to_run_dry(battle, firer).into());
        let random = self.random_modifier(Purpose::FireModifier);
        let factors = shot.factors(battle, self.state, dry, random);
        let casualties = casualties(shot.base(battle, self.state), &factors);
        let cost = self.fire_cost(firer);
        let now = self.state.unit_mut(firer);
        now.pay(cost);
        now.ammo &= !dry;
        self.sight_target(shot);
        let (unit, from, at, eyes) = (firer, shot.from, shot.at, self.eyes(firer));
        let told = casualties as u16;
        self.events.push(Event::Fired { unit, from, at, casualties: told, factors, dry, eyes });
        let shares = distribute(battle, self.state, shot.at, casualties, shot.blow(battle));
        let by_guns = battle.unit(firer).is_artillery();
        self.strike(&shares, by_guns);
    }

    /// [GT 2.1?] Whoever fires at a square sees who is in it (D-98).
    fn sight_target(&mut self, shot: &Shot) {
        let by = self.battle.unit(shot.firer).side;
        for &unit in self.stack(shot.at).units() {
            observe::sight_unit(self.battle, self.state, by, unit, self.events);
        }
    }
}
