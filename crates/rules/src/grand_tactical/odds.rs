//! What a shot or a melee would do if it were carried out now: previews, from the code that
//! resolves them.

use atlas::Side;
use field::Cell;

use super::battle::Battle;
use super::event::{Crowd, FACTORS};
use super::factors::WHOLE;
use super::fire::{self, Factors, Shot};
use super::ids::UnitId;
use super::melee::{self, MELEE_FACTORS};
use super::sight;
use super::state::State;

/// What a shot would do.
#[derive(Clone, Debug)]
pub struct FireOdds {
    /// Who fires.
    pub unit: UnitId,
    /// At which square.
    pub square: Cell,
    /// Squares between them.
    pub range: usize,
    /// [GT-T 2.0] Men lost for 100 men, or for a gun.
    pub rate: u8,
    /// Men or guns of the firer.
    pub strength: u16,
    /// The unit that takes three shares.
    pub primary: UnitId,
    /// The factors that are known before the shot, in per cent, in the order of [`FACTORS`].
    pub factors: [u16; FACTORS.len()],
    /// The casualties by chance alone.
    pub casualties: Spread,
    /// [GT 8.9] The chance that ammunition gives out, and the casualties then; not in the basic
    /// game.
    pub dry: Option<(u8, Spread)>,
}

/// Casualties over all random modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The fewest.
    pub min: u32,
    /// The most.
    pub max: u32,
    /// The mean, in tenths, half a tenth rounded up.
    pub mean_tenths: u32,
}

/// What a melee would come to.
#[derive(Clone, Debug)]
pub struct MeleeOdds {
    /// In which square.
    pub square: Cell,
    /// The attackers' strength in hundredths of a man, before chance.
    pub attack: u64,
    /// The defenders' strength.
    pub defence: u64,
    /// Each attacker with its factors, in the order of [`MELEE_FACTORS`].
    pub attackers: Vec<(UnitId, [u16; MELEE_FACTORS.len()])>,
    /// Each defender with the first five of them.
    pub defenders: Vec<(UnitId, [u16; 5])>,
    /// For each row of the Melee Combat Results Table, how many pairs of random modifiers lead to
    /// it.
    pub ways: Vec<u32>,
    /// How many pairs there are.
    pub of: u32,
}

/// The random modifiers, in per cent, each as likely as the others.
pub(super) fn modifiers(battle: &Battle) -> std::ops::RangeInclusive<u16> {
    let most = battle.tables.modifiers.random;
    WHOLE - most..=WHOLE + most
}

/// A shot at enemies whom one sees; `None` where it could not be plotted, or nobody is seen.
pub(super) fn aimed(battle: &Battle, seen: &State, unit: UnitId, square: Cell) -> Option<Shot> {
    if !holds_enemy(battle, seen, battle.unit(unit).side, square) {
        return None;
    }
    sight::may_plot(battle, seen, unit, square).ok()?;
    Shot::new(battle, seen, unit, square)
}

/// [GT 8.2] What a unit's shot at a square would do; `None` where it could not be plotted, or no
/// enemy is seen.
pub fn fire(battle: &Battle, seen: &State, unit: UnitId, square: Cell) -> Option<FireOdds> {
    let shot = aimed(battle, seen, unit, square)?;
    let base = shot.base(battle, seen);
    let spread = |dry| {
        let factors = shot.factors(battle, seen, dry, WHOLE);
        spread(battle, base, factors)
    };
    let chance = fire::chance_to_run_dry(battle, unit);
    Some(FireOdds {
        unit,
        square,
        range: shot.range,
        rate: shot.rate,
        strength: seen.unit(unit).strength,
        primary: shot.primary,
        factors: shot.factors(battle, seen, false, WHOLE),
        casualties: spread(false),
        dry: (chance > 0).then(|| (chance, spread(true))),
    })
}

/// [GT 8.2] What a unit's shot would do to men in line at a square where nobody is seen: in the
/// open, facing it, as dense as the table counts with. `None` where it could not be plotted.
pub fn fire_on_ground(battle: &Battle, seen: &State, unit: UnitId, square: Cell) -> Option<Spread> {
    sight::may_plot(battle, seen, unit, square).ok()?;
    let shot = Shot::at_ground(battle, seen, unit, square)?;
    Some(spread(battle, shot.base(battle, seen), shot.ground_factors(battle, seen)))
}

/// [GT 8.2] The casualties of a unit's shot at a square in the middle of chance, in thousandths of
/// a man, as the code of the shot reckons them: for whoever compares many. `None` where nobody is,
/// or the weapon does nothing at this range; arc and sight are not asked.
pub fn middling_fire(battle: &Battle, seen: &State, unit: UnitId, square: Cell) -> Option<u64> {
    let shot = Shot::new(battle, seen, unit, square)?;
    let factors = shot.factors(battle, seen, false, WHOLE);
    Some(fire::thousandths(shot.base(battle, seen), &factors))
}

/// [GT 8.4] The strengths of attackers and of the defenders of a square, in hundredths of a man,
/// before chance.
pub fn clash(battle: &Battle, seen: &State, attackers: &Crowd, square: Cell) -> (u64, u64) {
    let defenders: Crowd = seen.stack(square).collect();
    let attack = melee::attack(battle, seen, attackers, square);
    (attack, melee::defence(battle, seen, &defenders, attackers))
}

/// The casualties of a shot over all random modifiers, the last of its factors.
fn spread(battle: &Battle, base: u64, mut factors: Factors) -> Spread {
    let (mut min, mut max, mut sum, mut count) = (u32::MAX, 0, 0, 0);
    for random in modifiers(battle) {
        factors[FACTORS.len() - 1] = random;
        let casualties = fire::casualties(base, &factors);
        (min, max) = (min.min(casualties), max.max(casualties));
        (sum, count) = (sum + casualties, count + 1);
    }
    Spread { min, max, mean_tenths: (20 * sum + count) / (2 * count) }
}

fn holds_enemy(battle: &Battle, seen: &State, side: Side, square: Cell) -> bool {
    seen.stack(square).any(|unit| battle.unit(unit).side != side)
}

/// [GT 8.4] What a melee would come to in which a unit, and all others plotted against the same
/// square, attack as they are now. `None` where no enemy is seen in that square.
pub fn melee(battle: &Battle, seen: &State, unit: UnitId) -> Option<MeleeOdds> {
    let side = battle.unit(unit).side;
    let square = melee_square(battle, seen, unit)?;
    let beside = battle.distance(seen.cell(unit)?, square) == 1;
    if battle.unit(unit).is_artillery() || !beside || !holds_enemy(battle, seen, side, square) {
        return None;
    }
    let joins = |&other: &UnitId| {
        let now = seen.unit(other);
        let plotted = now.melee && now.fire == Some(square) && !now.disrupted && !now.routed;
        let beside = now.cell().is_some_and(|cell| battle.distance(cell, square) == 1);
        other == unit || (plotted && beside && !battle.unit(other).is_artillery())
    };
    let attackers: Crowd = battle.of_side(side).iter().filter(joins).collect();
    let defenders: Crowd = seen.stack(square).collect();
    let attack = melee::attack(battle, seen, &attackers, square);
    let defence = melee::defence(battle, seen, &defenders, &attackers);
    let table = &battle.tables.melee;
    let (mut ways, mut of) = (vec![0; table.rows.len()], 0);
    for attackers_luck in modifiers(battle) {
        for defenders_luck in modifiers(battle) {
            let luck = [attackers_luck, defenders_luck];
            ways[table.row(melee::differential(battle, attack, defence, luck))] += 1;
            of += 1;
        }
    }
    let attacker = |&unit| (unit, melee::attacker_factors(battle, seen, unit, square));
    let defender = |&unit| (unit, melee::defender_factors(battle, seen, unit, &attackers));
    Some(MeleeOdds {
        square,
        attack,
        defence,
        attackers: attackers.units().iter().map(attacker).collect(),
        defenders: defenders.units().iter().map(defender).collect(),
        ways,
        of,
    })
}

/// [GT 7.13] The square that a melee plot is about: the one in front, unless fire is plotted
/// elsewhere already. The basic game has no front: the fire plot says it.
fn melee_square(battle: &Battle, seen: &State, unit: UnitId) -> Option<Cell> {
    let now = seen.unit(unit);
    if battle.options.basic() || now.melee {
        return now.fire;
    }
    battle.grid.neighbour(now.cell()?, now.facing)
}
