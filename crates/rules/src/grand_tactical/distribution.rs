//! [GT 7.7, 8.4] Who takes the casualties: the units of a square, or those who attack one.

use std::cmp::Reverse;

use field::Cell;

use super::battle::Battle;
use super::event::{Crowd, MOST_IN_MELEE};
use super::ids::UnitId;
use super::state::State;
use super::targets;

/// The most units that one blow hits: in a melee all attackers, two defenders and a battery.
pub(super) const MOST_HIT: usize = MOST_IN_MELEE + 3;

/// [GT 7.7] Shares of the unit that is hit hardest.
const PRIMARY_SHARES: u32 = 3;

/// What strikes a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blow {
    /// Small arms at any range, or a melee.
    SmallArms,
    /// Artillery from the next square.
    PointBlank,
    /// Artillery from farther away.
    Shelling,
}

/// What one unit takes: men, or points where it is artillery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Share {
    pub unit: UnitId,
    pub points: u32,
}

/// What each unit takes, in the order in which what follows is drawn; nobody with nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    len: usize,
    shares: [Share; MOST_HIT],
}

impl Shares {
    /// Nobody takes anything.
    const NONE: Shares =
        Shares { len: 0, shares: [Share { unit: UnitId(0), points: 0 }; MOST_HIT] };

    /// The shares.
    pub fn all(&self) -> &[Share] {
        &self.shares[..self.len]
    }

    /// What a unit takes.
    pub fn of(&self, unit: UnitId) -> u32 {
        self.all().iter().find(|share| share.unit == unit).map_or(0, |share| share.points)
    }

    /// These shares, and then others.
    pub fn then(mut self, others: &Shares) -> Shares {
        others.all().iter().for_each(|share| self.push(share.unit, share.points));
        self
    }

    fn push(&mut self, unit: UnitId, points: u32) {
        if points > 0 && self.len < MOST_HIT {
            self.shares[self.len] = Share { unit, points };
            self.len += 1;
        }
    }
}

/// [GT 7.7] Distributes casualties over a square: three shares to the primary unit, who comes
/// first, one to each other that takes part; what does not divide stays with the primary.
pub(super) fn distribute(
    battle: &Battle,
    state: &State,
    at: Cell,
    casualties: u32,
    blow: Blow,
) -> Shares {
    let mut shares = Shares::NONE;
    let Some(primary) = targets::primary(battle, state, at) else { return shares };
    let others = state.stack(at).filter(|&unit| {
        let hit = match blow {
            // Artillery takes part only if it is alone, and then it is the primary unit.
            Blow::SmallArms => !battle.unit(unit).is_artillery(),
            // [GT 7.7?] Point-blank artillery strikes one unit (D-54).
            Blow::PointBlank => false,
            Blow::Shelling => true,
        };
        hit && unit != primary
    });
    let count = others.clone().count() as u32;
    let one = casualties / (PRIMARY_SHARES + count);
    shares.push(primary, casualties - one * count);
    others.for_each(|unit| shares.push(unit, one));
    shares
}

/// [GT 8.4?] The loss of those who attack together, by their men; what does not divide goes to the
/// largest.
pub(super) fn split_by_men(state: &State, units: &Crowd, loss: u32) -> Shares {
    let men = |unit: UnitId| u32::from(state.unit(unit).strength);
    let units = units.units().iter().copied();
    let total = units.clone().map(men).sum::<u32>().max(1);
    let part = |unit: UnitId| loss * men(unit) / total;
    let rest = loss - units.clone().map(part).sum::<u32>();
    let largest = units.clone().min_by_key(|&unit| (Reverse(men(unit)), unit));
    let mut shares = Shares::NONE;
    for unit in units {
        let more = if largest == Some(unit) { rest } else { 0 };
        shares.push(unit, part(unit) + more);
    }
    shares
}
