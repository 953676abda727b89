//! [GT 7.7] Who of a square takes the casualties.

use field::Cell;

use super::battle::Battle;
use super::ids::UnitId;
use super::state::State;
use super::targets;

/// The most units of a square: two, and a battery.
const MOST_IN_SQUARE: usize = 3;

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

/// What each unit takes: the primary unit first, then in unit order; nobody with nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    len: usize,
    shares: [Share; MOST_IN_SQUARE],
}

impl Shares {
    /// The shares.
    pub fn all(&self) -> &[Share] {
        &self.shares[..self.len]
    }

    fn push(&mut self, unit: UnitId, points: u32) {
        if points > 0 && self.len < MOST_IN_SQUARE {
            self.shares[self.len] = Share { unit, points };
            self.len += 1;
        }
    }
}

/// [GT 7.7] Distributes casualties over a square: three shares to the primary unit, one to each other
/// that takes part; what does not divide stays with the primary.
pub(super) fn distribute(
    battle: &Battle,
    state: &State,
    at: Cell,
    casualties: u32,
    blow: Blow,
) -> Shares {
    let nothing = Share { unit: UnitId(0), points: 0 };
    let mut shares = Shares { len: 0, shares: [nothing; MOST_IN_SQUARE] };
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
